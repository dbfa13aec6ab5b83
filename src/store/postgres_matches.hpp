// Knows the statements about matches, their events and what is said at them.
// Refuses to know transactions and threads: each is one step of whatever its caller commits; failures stick to the
// connection.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "store/postgres_connection.hpp"

namespace crownstar::store::postgres {

void create_match(Connection& connection, const MatchHeader& header, const std::vector<EventRow>& first_events);
void append(Connection& connection, const Append& append);
std::vector<EventRow> events(Connection& connection, const std::string& match, int from, int limit);
std::optional<MatchHeader> find_match(Connection& connection, const std::string& id);

MatchPage unfinished_matches(Connection& connection, const PageRequest& page);
MatchPage all_matches(Connection& connection, const PageRequest& page);
MatchPage matches_of_player(Connection& connection, const std::string& player, const PageRequest& page);
MatchPage finished_matches(Connection& connection, const std::string& game, const PageRequest& page);

int append_chat(Connection& connection, const ChatRow& line);
std::vector<ChatRow> chat(Connection& connection, const std::string& match, const std::string& room, int after,
                          int newest);

}  // namespace crownstar::store::postgres
