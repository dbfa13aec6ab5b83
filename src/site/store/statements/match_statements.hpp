// The SQL of matches, their events and their chat, in the dialect that both backends share. Each function is one step
// of its caller's transaction.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "site/store/rows.hpp"
#include "site/store/store.hpp"

namespace crownstar::store {

template <typename Connection>
struct MatchStatements {
  static void create_match(Connection& connection, const MatchHeader& header,
                           const std::vector<EventRow>& first_events);
  static void append(Connection& connection, const Append& append);
  static std::vector<EventRow> events(Connection& connection, const std::string& match, int from, int limit);
  static std::optional<MatchHeader> find_match(Connection& connection, const std::string& id);

  static MatchPage unfinished_matches(Connection& connection, const PageRequest& page);
  static MatchPage all_matches(Connection& connection, const PageRequest& page);
  static MatchPage matches_of_player(Connection& connection, const std::string& player, const PageRequest& page);
  static MatchPage finished_matches(Connection& connection, const std::string& game, const PageRequest& page);

  static int append_chat(Connection& connection, const ChatRow& line);
  static std::vector<ChatRow> chat(Connection& connection, const std::string& match, const std::string& room, int after,
                                   int newest);
  static ChatPage chat_of_player(Connection& connection, const std::string& player, const PageRequest& page);
  // The line keeps its number and who said it; its text is gone from the row.
  static void remove_chat_text(Connection& connection, const std::string& match, int number);
};

}  // namespace crownstar::store
