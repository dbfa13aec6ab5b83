// What holds for a match whatever anybody sends, in whatever order and at whatever time: random commands against
// matches of every kind (random_match.hpp).

#include <array>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "random_match.hpp"
#include "site/match/match.hpp"
#include "support/test_names.hpp"

namespace crownstar::support {
namespace {

struct Kind {
  std::string game;
  std::vector<ClockTerms> clocks;
  std::string position;

  friend void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.game; }
};

const ClockTerms quick{ClockKind::fischer, 20s, 1s, 0};
const ClockTerms delayed{ClockKind::delay, 15s, 2s, 0};
const ClockTerms periods{ClockKind::byoyomi, 10s, 3s, 3};
const ClockTerms slow{ClockKind::days, 0s, 48h, 0};
const ClockTerms turns{ClockKind::turn, 0s, 4s, 3};
const ClockTerms none{};

std::vector<Kind> kinds() {
  const std::string few_kings = "W:WK29,K30,K31:BK1,K2";
  return {{"american", {quick}, {}},
          {"american", {none}, {}},
          {"american", {turns}, {}},
          {"sternhalma:players=3,rounds=15", {turns}, {}},
          {"american", {slow}, {}},
          {"american", {delayed, none}, "B:WK29,K30:BK1,K2"},
          {"flying-king", {periods}, {}},
          {"flying-king", {quick, periods}, few_kings},
          {"international", {delayed}, {}},
          {"sternhalma:rounds=20,pieces=10", {quick}, {}},
          {"sternhalma:players=3,rounds=15", {quick, delayed, periods}, {}},
          {"sternhalma:players=3,rounds=15,places=first", {none}, {}},
          {"sternhalma:players=4,rounds=10,evacuate=5", {periods}, {}},
          {"sternhalma:players=4,teams=opposite,rounds=10", {quick}, {}},
          {"sternhalma:players=6,rounds=8,hop=super", {delayed}, {}},
          {"sternhalma:players=6,teams=opposite,rounds=8", {slow}, {}}};
}

class MatchProperties : public testing::TestWithParam<Kind> {};

TEST_P(MatchProperties, hold_whatever_comes) {
  const match::Terms terms{GetParam().game, GetParam().position, GetParam().clocks, false};
  int refused = 0;
  std::size_t moves = 0;
  std::array<int, std::variant_size_v<match::What>> told{};
  std::array<int, 6> endings{};
  const int games = 240;
  for (int game = 0; game < games && !HasFailure(); ++game) {
    SCOPED_TRACE("game " + std::to_string(game));
    RandomMatch random(terms, 1000U + static_cast<unsigned>(game));
    random.go_on(1200);
    refused += random.refused();
    moves += random.match().moves().size();
    for (const Event& event : random.events()) ++told[event.what.index()];
    if (const auto& ended = random.match().ended()) ++endings[static_cast<std::size_t>(ended->kind)];
  }
  // The random matches reached what they are to try: every kind of event and of end, where the clock allows it.
  const bool is_timed = GetParam().clocks.front().kind != ClockKind::none;
  EXPECT_GT(refused, games * 50);
  EXPECT_GT(moves, static_cast<std::size_t>(games) * 10);
  for (std::size_t kind = 0; kind < told.size(); ++kind) {
    const bool is_flag = kind == match::What(match::Flagged{}).index();
    const bool is_substitute = kind == match::What(match::Substituted{}).index();
    const bool is_missed = kind == match::What(match::Missed{}).index();
    const bool is_stood_down = kind == match::What(match::StoodDown{}).index();
    const bool is_of_two = GetParam().game.find("players=") == std::string::npos;
    const bool has_turns = GetParam().clocks.front().kind == ClockKind::turn;
    const bool is_reached = told[kind] > 0 || (is_flag && !is_timed) || (is_substitute && is_of_two) ||
                            (is_missed && !has_turns) || (is_stood_down && is_of_two && !has_turns);
    EXPECT_TRUE(is_reached) << kind;
  }
  for (std::size_t kind = 0; kind < endings.size(); ++kind) {
    const bool is_flag = kind == static_cast<std::size_t>(match::EndKind::time);
    EXPECT_TRUE(endings[kind] > 0 || (is_flag && !is_timed)) << kind;
  }
}

std::string name_of_kind(const testing::TestParamInfo<Kind>& each) {
  return test_name(each.param.game) + "_" + std::to_string(each.index);
}

INSTANTIATE_TEST_SUITE_P(every_kind, MatchProperties, testing::ValuesIn(kinds()), name_of_kind);

}  // namespace
}  // namespace crownstar::support
