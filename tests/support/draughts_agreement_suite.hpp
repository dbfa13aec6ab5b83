// On which positions of a variant the fast kernel and the slow rules of tests/oracle must agree.
// It does not know which variants: each file that includes this instantiates the suite for a half of them.
#pragma once

#include <cstdlib>

#include "support/draughts_agreement.hpp"
#include "support/random_positions.hpp"
#include "support/variant_types.hpp"

namespace crownstar::support {

// Positions of each kind below, three kinds for each variant. The environment variable CROWNSTAR_POSITIONS asks for
// another number, for a long run by hand.
inline int positions_of_a_kind() {
  static const char* const asked = std::getenv("CROWNSTAR_POSITIONS");
  return asked == nullptr ? 2400 : std::max(1200, std::atoi(asked));
}

template <class Variant>
class DraughtsAgreement : public testing::Test {
 protected:
  using Position = draughts::Position<Variant>;

  void compare(const Position& position) {
    ++compared_;
    if (!agreement_.compare(position)) {
      ++too_complex_;
      return;
    }
    if (compared_ % 4 == 0) agreement_.compare_counts(position, compared_ % 64 == 0 ? 3 : 2);
  }

  void expect_few_too_complex() const {
    EXPECT_GE(compared_, positions_of_a_kind());
    EXPECT_LE(too_complex_ * 50, compared_) << Variant::id;
  }

  Random random_{20240229};
  Agreement<Variant> agreement_;
  int compared_ = 0;
  int too_complex_ = 0;
};

TYPED_TEST_SUITE_P(DraughtsAgreement);

TYPED_TEST_P(DraughtsAgreement, counts_from_the_start) {
  constexpr int depth = TypeParam::rules.columns > 8 || TypeParam::rules.playing == board::Playing::all ? 4 : 5;
  for (int each = 1; each <= depth; ++each) {
    this->agreement_.compare_counts(draughts::start_position<TypeParam>(), each);
  }
}

TYPED_TEST_P(DraughtsAgreement, play_from_the_start) {
  while (this->compared_ < positions_of_a_kind() && !this->HasFailure()) {
    const auto start = draughts::start_position<TypeParam>();
    play_at_random(start, 150, this->random_,
                   [&](const auto& position, const auto&, const auto&) { this->compare(position); });
  }
  this->expect_few_too_complex();
  EXPECT_GT(this->agreement_.captures, 50);
}

TYPED_TEST_P(DraughtsAgreement, pieces_thrown_on_the_board) {
  Thrower<TypeParam> thrower(this->random_);
  while (this->compared_ < positions_of_a_kind() && !this->HasFailure()) {
    for (const Crowd crowd : every_crowd) this->compare(thrower.thrown(crowd));
  }
  this->expect_few_too_complex();
  EXPECT_GT(this->agreement_.captures, 50);
  EXPECT_GT(this->agreement_.crownings, 20);
}

// Endings, played on for a while: kings move again and again here, as the Frisian limit needs it.
TYPED_TEST_P(DraughtsAgreement, play_from_thrown_endings) {
  Thrower<TypeParam> thrower(this->random_);
  while (this->compared_ < positions_of_a_kind() && !this->HasFailure()) {
    const auto from = thrower.thrown(Crowd::ending);
    play_at_random(from, 16, this->random_,
                   [&](const auto& position, const auto&, const auto&) { this->compare(position); });
  }
  this->expect_few_too_complex();
  if (TypeParam::rules.king_moves_in_a_row > 0) EXPECT_GT(this->agreement_.resting_kings, 20);
}

REGISTER_TYPED_TEST_SUITE_P(DraughtsAgreement, counts_from_the_start, play_from_the_start, pieces_thrown_on_the_board,
                            play_from_thrown_endings);

}  // namespace crownstar::support
