// A match's rows: how an event becomes one, and how all of them become the match again.
// It does not know where rows are kept, and the form of a body, which is the protocol's.
#pragma once

#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "site/live/match/request_memory.hpp"
#include "site/match/match.hpp"
#include "site/store/rows.hpp"

namespace crownstar::live {

store::EventRow row_of(const match::Event& event, std::string request, int seat);

struct History {
  std::vector<match::Event> events;
  std::vector<RequestMemory::Entry> requests;  // the last of each seat are what counts
  std::unique_ptr<match::Match> match;
};

// Rows that follow on each other, as they are taken in. The reason names the one that cannot be read.
struct Batch {
  std::vector<match::Event> events;
  std::vector<RequestMemory::Entry> requests;  // the last of each seat are what counts
};
std::expected<Batch, match::Refused> batch_of(int first, std::span<const std::string_view> bodies,
                                              const store::MatchHeader& header);

// All rows of a match, from number 0. Who sits where is the header's to say. The reason names the row that does not
// fit.
std::expected<History, match::Refused> history_of(std::span<const store::EventRow> rows,
                                                  const store::MatchHeader& header);

// How the events and the header contradict each other; empty where they do not.
std::string contradiction(const History& history, const store::MatchHeader& header);

match::Player player_of(const store::SeatRow& row);

}  // namespace crownstar::live
