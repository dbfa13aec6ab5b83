// What must be true of the kernel at any position of any variant, whatever the variant's rules.
// It does not know which variants: each file that includes this instantiates the suite for a half of them.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>

#include "rules/draughts/key.hpp"
#include "rules/draughts/notation/fen.hpp"
#include "rules/draughts/perft/counts.hpp"
#include "rules/draughts/perft/perft.hpp"
#include "support/board_symmetry.hpp"
#include "support/random_positions.hpp"
#include "support/variant_types.hpp"

namespace crownstar::support {

template <class Variant>
class DraughtsProperties : public testing::Test {
 protected:
  using Position = draughts::Position<Variant>;
  using Move = draughts::Move<Variant>;
  using Moves = std::vector<Move>;

  static std::string context(const Position& position) {
    return std::string(Variant::id) + " " + draughts::to_fen(position) + " ";
  }

  // In no order; nothing where the position is too complex.
  static std::optional<Moves> moves_of(const Position& position) {
    const auto list = std::make_unique<draughts::MoveList<Variant>>();
    draughts::generate<Variant>(position, *list);
    if (list->is_too_complex()) return std::nullopt;
    return Moves(list->begin(), list->end());
  }

  // Calls `look(position)` at positions of play and at thrown ones.
  template <class Look>
  void at_many_positions(int positions, Look&& look) {
    Thrower<Variant> thrower(random_);
    int seen = 0;
    const auto visit = [&](const Position& position, const auto&, const auto&) {
      ++seen;
      look(position);
    };
    while (seen < positions && !this->HasFailure()) {
      play_at_random(draughts::start_position<Variant>(), 120, random_, visit);
      for (const Crowd crowd : every_crowd) play_at_random(thrower.thrown(crowd), 20, random_, visit);
    }
  }

  template <class Symmetry>
  void expect_symmetry(const Position& position) {
    using In = Seen<Variant, Symmetry>;
    const Position seen = In::position(position);
    EXPECT_EQ(In::position(seen), position) << context(position);
    const auto moves = moves_of(position);
    const auto seen_moves = moves_of(seen);
    if (!moves || !seen_moves) return;
    Moves expected;
    for (const Move& move : *moves) {
      expected.push_back(In::move(move));
      EXPECT_EQ(draughts::after(seen, In::move(move)), In::position(draughts::after(position, move)))
          << context(position);
    }
    EXPECT_EQ(sorted<Variant>(*seen_moves), sorted<Variant>(expected)) << context(position) << context(seen);
    EXPECT_EQ((draughts::count_moves(position, 2).value_or(0)), (draughts::count_moves(seen, 2).value_or(0)))
        << context(position);
  }

  static void expect_sound(const Position& position) {
    EXPECT_EQ(position.of(draughts::Side::white) & position.of(draughts::Side::black), 0) << context(position);
    EXPECT_EQ(position.occupied() & ~draughts::BoardOf<Variant>::every, 0) << context(position);
    EXPECT_EQ(position.kings & ~position.occupied(), 0) << context(position);
    EXPECT_EQ((position.men_of(draughts::Side::white) & draughts::crown_row<Variant, draughts::Side::white>), 0)
        << context(position);
    EXPECT_EQ((position.men_of(draughts::Side::black) & draughts::crown_row<Variant, draughts::Side::black>), 0)
        << context(position);
  }

  Random random_{20240303};
};

TYPED_TEST_SUITE_P(DraughtsProperties);

TYPED_TEST_P(DraughtsProperties, half_a_turn_exchanges_the_sides) {
  static_assert(Seen<TypeParam, HalfTurn>::stays_on_the_board());
  this->at_many_positions(1500, [&](const auto& position) { this->template expect_symmetry<HalfTurn>(position); });
}

// Left and right are alike where every square is played on. On squares of one colour a mirror leads to the other
// colour.
TYPED_TEST_P(DraughtsProperties, a_mirror_changes_nothing_or_leaves_the_board) {
  constexpr bool is_full = TypeParam::rules.playing == board::Playing::all;
  EXPECT_EQ((Seen<TypeParam, LeftRightMirror>::stays_on_the_board()), is_full);
  if constexpr (is_full) {
    this->at_many_positions(1500,
                            [&](const auto& position) { this->template expect_symmetry<LeftRightMirror>(position); });
  }
}

// Kings know no forward, so rows and columns may be exchanged where the board is a square and its long diagonal is
// played on, and half a turn further where it is not.
TYPED_TEST_P(DraughtsProperties, kings_know_no_forward) {
  constexpr bool is_square = TypeParam::rules.rows == TypeParam::rules.columns;
  if constexpr (is_square) {
    static_assert(Seen<TypeParam, Transposition>::stays_on_the_board());
    Thrower<TypeParam> thrower(this->random_);
    for (int i = 0; i < 500 && !this->HasFailure(); ++i) {
      auto position = thrower.thrown(i % 2 == 0 ? Crowd::kings : Crowd::ending);
      position.kings = position.occupied();
      position.king_runs = {};
      this->template expect_symmetry<Transposition>(position);
    }
  } else {
    EXPECT_FALSE((TypeParam::rules.rows == 8 && TypeParam::rules.columns == 8));
  }
}

TYPED_TEST_P(DraughtsProperties, moves_keep_a_position_sound) {
  this->at_many_positions(1500, [&](const auto& position) {
    const auto mover = position.turn;
    for (const auto& move : this->moves_of(position).value_or(std::vector<draughts::Move<TypeParam>>{})) {
      const auto next = draughts::after(position, move);
      this->expect_sound(next);
      EXPECT_EQ(board::count_bits(next.of(mover)), board::count_bits(position.of(mover))) << this->context(position);
      EXPECT_EQ(position.of(draughts::other(mover)), next.of(draughts::other(mover)) | move.captured)
          << this->context(position);
      EXPECT_EQ(next.of(draughts::other(mover)) & move.captured, 0) << this->context(position);
      EXPECT_EQ(next.turn, draughts::other(mover));
    }
  });
}

TYPED_TEST_P(DraughtsProperties, keys_step_by_step_are_keys_afresh) {
  std::unordered_map<std::uint64_t, draughts::Position<TypeParam>> known;
  this->at_many_positions(1500, [&](const auto& position) {
    const std::uint64_t key = draughts::key_of(position);
    const auto [found, is_new] = known.emplace(key, position);
    if (!is_new) EXPECT_EQ(found->second, position) << this->context(position) << "two positions with one key";
    for (const auto& move : this->moves_of(position).value_or(std::vector<draughts::Move<TypeParam>>{})) {
      const auto next = draughts::after(position, move);
      EXPECT_EQ(draughts::key_after(key, position, move, next), draughts::key_of(next)) << this->context(position);
    }
  });
}

// What counts without generating counts what is generated.
TYPED_TEST_P(DraughtsProperties, counts_are_of_the_moves) {
  using draughts::Leaves;
  this->at_many_positions(600, [&](const auto& position) {
    const auto moves = this->moves_of(position);
    const auto counted = draughts::count_moves(position, 3);
    if (!moves || !counted) return;
    EXPECT_EQ((draughts::count_moves(position, 1).value_or(0)), moves->size()) << this->context(position);
    EXPECT_EQ((draughts::count_moves(position, 0).value_or(0)), 1) << this->context(position);
    std::uint64_t sum = 0;
    for (const auto& move : *moves) {
      sum += draughts::count_moves(draughts::after(position, move), 2).value_or(0);
    }
    EXPECT_EQ(*counted, sum) << this->context(position);
    const auto made = draughts::perft<TypeParam, Leaves::made>(position, 3);
    EXPECT_EQ(made.value_or(0), *counted) << this->context(position);
    const auto paths = draughts::count_paths(position, 3);
    if (paths) EXPECT_GE(*paths, *counted) << this->context(position);
  });
}

TYPED_TEST_P(DraughtsProperties, what_is_written_reads_back) {
  this->at_many_positions(1500, [&](const auto& position) {
    const std::string fen = draughts::to_fen(position);
    const auto read = draughts::position_from_fen<TypeParam>(fen);
    ASSERT_TRUE(read) << fen << ": " << to_text(read.error());
    EXPECT_EQ(*read, position) << fen;
    const draughts::Setup setup = draughts::to_setup(position);
    EXPECT_EQ(draughts::check<TypeParam>(setup).value(), position) << fen;
    EXPECT_EQ(draughts::read_fen(fen, draughts::SquareNames::of<TypeParam>()).value().pieces, setup.pieces) << fen;
    EXPECT_EQ(draughts::write_fen(setup, draughts::SquareNames::of<TypeParam>()), fen);
  });
}

REGISTER_TYPED_TEST_SUITE_P(DraughtsProperties, half_a_turn_exchanges_the_sides,
                            a_mirror_changes_nothing_or_leaves_the_board, kings_know_no_forward,
                            moves_keep_a_position_sound, keys_step_by_step_are_keys_afresh, counts_are_of_the_moves,
                            what_is_written_reads_back);

}  // namespace crownstar::support
