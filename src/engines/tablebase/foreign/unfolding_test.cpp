#include "engines/tablebase/foreign/unfolding.hpp"

#include "engines/tablebase/foreign/foreign_files_test.hpp"
#include "rules/draughts/notation/fen.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {
namespace {

using draughts::American;
using draughts::Side;
using Position = draughts::Position<American>;

bool is_one_sided(const Position& position) { return position.of(Side::white) == 0 || position.of(Side::black) == 0; }

DatabaseAnswer ended(const Position& position) {
  return {false, position.of(Side::white) == 0 ? Value::loss : Value::win};
}

TEST(Unfolding, WithNothingButTheEndsItSolvesKingAgainstKing) {
  const foreign_test::OwnTables<American> own(2);
  const auto ask = [](const Position& position) {
    return is_one_sided(position) ? ended(position) : DatabaseAnswer{true, {}};
  };
  std::size_t drawn = 0;
  foreign_test::for_each_position<American>(2, [&](const Position& position) {
    if (position.kings != position.occupied()) return;
    const auto value = Unfolding<American, decltype(ask)>(ask).value(position);
    ASSERT_EQ(value, (*own).value(position));
    drawn += value == Value::draw ? 1 : 0;
  });
  EXPECT_EQ(drawn, 654U);  // Ed Trice's total
}

TEST(Unfolding, WhatTheDatabaseDoesNotReachIsUnknownUnlessItDoesNotMatter) {
  const auto ask = [](const Position& position) { return is_one_sided(position) ? ended(position) : DatabaseAnswer{}; };
  const auto laid_out = [&](const Position& position) {
    return position.turn == Side::white && !is_one_sided(position) &&
                   draughts::can_capture<American, Side::white>(position)
               ? DatabaseAnswer{true, {}}
               : ask(position);
  };
  using Unfolded = Unfolding<American, decltype(laid_out)>;
  const auto read = [](std::string_view fen) { return *draughts::position_from_fen<American>(fen); };
  EXPECT_EQ(Unfolded(laid_out).value(read("W:WK18:BK31")), std::nullopt);
  EXPECT_EQ(Unfolded(laid_out).value(read("W:WK18:BK14")), Value::win);
  EXPECT_EQ(Unfolded(laid_out).value(read("W:WK18:BK14,K1")), std::nullopt);
}

}  // namespace
}  // namespace crownstar::tablebase
