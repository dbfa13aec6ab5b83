#include "site/live/match/stored_event.hpp"

#include <utility>
#include <variant>
#include <vector>

#include <gmock/gmock.h>

namespace crownstar::live {
namespace {

template <std::size_t... Index>
std::vector<std::string_view> names_of_all_kinds(std::index_sequence<Index...>) {
  return {match::name_of(match::What(std::in_place_index<Index>))...};
}

// A node of the version before reads the rows that this version writes, and cannot replay a match that has a row of a
// kind which it does not know. So a kind is written by the version after the one that first reads it, and stands here
// from then on: docs/decisions/0030-rolling-upgrades.md.
TEST(StoredEventTest, EveryKindThatIsWrittenIsReadByTheVersionBefore) {
  const std::vector<std::string_view> read_since_the_first_release{
      "created",           "seated",        "unseated",        "started",          "moved",
      "draw_offered",      "draw_accepted", "draw_declined",   "takeback_offered", "takeback_accepted",
      "takeback_declined", "taken_back",    "resigned",        "flagged",          "aborted",
      "resumed",           "ended",         "rematch_offered", "rematch_accepted", "rematch_declined",
      "rematched",         "departed",      "returned",        "removed",          "draw_claimed",
      "substituted",       "missed",        "stood_down"};
  EXPECT_EQ(names_of_all_kinds(std::make_index_sequence<std::variant_size_v<match::What>>()),
            read_since_the_first_release);
}

}  // namespace
}  // namespace crownstar::live
