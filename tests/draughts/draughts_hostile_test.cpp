// Positions that nobody reaches by playing and anybody can send: boards of kings on which a capture can go on in more
// ways than any machine could look through. The answer is `too complex`, at once, and never a wrong list.

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rules/catalog/catalog.hpp"
#include "support/game_laws.hpp"
#include "support/test_names.hpp"

namespace crownstar::support {
namespace {

using Clock = std::chrono::steady_clock;

struct Hostile {
  std::string game;
  std::string position;
};

// Found by climbing: what made the enumeration longer stayed where it was put.
const std::vector<Hostile> hostile_positions{
    {"turkish", "W:WKb5:BKe1,Kc2,Kf2,Kb3,Kd3,Kg3,Ka4,Ke4,Kc5,Kf5,Kb6,Kd6,Kh6,Ke7,Kc8,Kg8"},
    {"canadian",
     "W:WK7,K67:BK3,K8,K9,K16,K20,K21,K23,K24,K25,K27,K34,K35,K36,K37,K40,K44,K46,K47,K48,K50,K51,K53,K57,K59,K60,K62,"
     "K63,K64,K68,K70"},
    {"frisian", "W:WK46:BK4,K7,K11,K12,K14,K15,K16,K24,K27,K29,K30,K33,K35,K37,K43,K47"},
};

// Far above what the enumeration takes, for a machine that is busy; far below what it would take without a bound.
constexpr auto patience = std::chrono::seconds(5);

class HostilePositions : public testing::TestWithParam<Hostile> {
 protected:
  static std::unique_ptr<Game> game_at(const std::string& position) {
    auto game = *game::start(GetParam().game);
    const auto begun = game->set_position(position);
    EXPECT_TRUE(begun) << position << ": " << to_text(begun.error());
    return game;
  }

  template <class Value>
  static void expect_too_complex(const game::Checked<Value>& answer) {
    ASSERT_FALSE(answer);
    EXPECT_TRUE(answer.error().reason.contains("too complex")) << to_text(answer.error());
  }
};

TEST_P(HostilePositions, are_answered_at_once) {
  const auto begun = Clock::now();
  const auto game = game_at(GetParam().position);
  const Snapshot before(*game);
  EXPECT_FALSE(game->outcome().is_over);
  expect_too_complex(game->legal_moves());
  const auto& labels = game->layout().points;
  const auto pieces = game->pieces();
  const auto piece = std::ranges::find(pieces, game->seat_to_move(), &game::PieceView::seat)->point;
  const std::string& from = labels[static_cast<std::size_t>(piece)].label;
  expect_too_complex(game->parse(from + "x" + labels.front().label));
  MoveView guess;
  guess.path = {piece, 0};
  expect_too_complex(game->play(guess));
  expect_too_complex(game->paths(guess));
  for (const auto counting : {game::Counting::moves, game::Counting::paths}) {
    expect_too_complex(game->perft()->count(1, counting));
    expect_too_complex(game->perft()->count(9, counting));
    expect_too_complex(game->perft()->branches(counting));
  }
  EXPECT_EQ(Snapshot(*game), before);
  EXPECT_LT(Clock::now() - begun, patience);
}

// The same with the other side to move: on the two larger boards it has no capture, and many a quiet move leaves it to
// replies that explode.
TEST_P(HostilePositions, one_ply_down_are_refused_too) {
  std::string turned = GetParam().position;
  turned.front() = 'B';
  const auto game = game_at(turned);
  const auto begun = Clock::now();
  const auto moves = game->legal_moves();
  ASSERT_TRUE(moves) << to_text(moves.error());
  const bool leaves_it_to_a_reply = moves->front().captured.empty();
  EXPECT_EQ(leaves_it_to_a_reply, GetParam().game != "turkish");
  for (const int depth : {2, 3, 4}) {
    const auto counted = game->perft()->count(depth, game::Counting::moves);
    if (leaves_it_to_a_reply) expect_too_complex(counted);
  }
  EXPECT_LT(Clock::now() - begun, patience);
}

INSTANTIATE_TEST_SUITE_P(every_one, HostilePositions, testing::ValuesIn(hostile_positions),
                         [](const auto& each) { return test_name(each.param.game); });

}  // namespace
}  // namespace crownstar::support
