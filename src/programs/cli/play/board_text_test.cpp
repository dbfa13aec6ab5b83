#include "programs/cli/play/board_text.hpp"

#include <string_view>

#include <gtest/gtest.h>

#include "rules/catalog/catalog.hpp"

namespace crownstar::cli {
namespace {

std::unique_ptr<game::Game> game_at(std::string_view token, std::string_view position = "") {
  auto game = game::start(token);
  EXPECT_TRUE(game) << base::to_text(game.error());
  if (!position.empty()) {
    const auto set = (*game)->set_position(position);
    EXPECT_TRUE(set) << base::to_text(set.error());
  }
  return *std::move(game);
}

std::string first_lines(const std::string& text, int lines) {
  std::size_t end = 0;
  for (int line = 0; line < lines; ++line) end = text.find('\n', end) + 1;
  return text.substr(0, end);
}

constexpr std::string_view american = R"( +-----+-----+-----+-----+-----+-----+-----+-----+
 |     | 1 r |     | 2   |     | 3   |     | 4   |
 +-----+-----+-----+-----+-----+-----+-----+-----+
 | 5   |     | 6   |     | 7   |     | 8   |     |
 +-----+-----+-----+-----+-----+-----+-----+-----+
 |     | 9   |     |10   |     |11   |     |12   |
 +-----+-----+-----+-----+-----+-----+-----+-----+
 |13   |     |14[r]|     |15   |     |16   |     |
 +-----+-----+-----+-----+-----+-----+-----+-----+
 |     |17   |     |18 w |     |19   |     |20   |
 +-----+-----+-----+-----+-----+-----+-----+-----+
 |21   |     |22   |     |23   |     |24   |     |
 +-----+-----+-----+-----+-----+-----+-----+-----+
 |     |25   |     |26   |     |27   |     |28 R |
 +-----+-----+-----+-----+-----+-----+-----+-----+
 |29 W |     |30   |     |31   |     |32   |     |
 +-----+-----+-----+-----+-----+-----+-----+-----+
)";

TEST(BoardText, NumbersStandInTheSquaresAndAMarkedPieceInBrackets) {
  const auto game = game_at("american", "B:W18,K29:B1,14,K28");
  BoardPicture picture = picture_of(*game);
  for (const game::PieceView& piece : picture.pieces) {
    if (game->layout().points[static_cast<std::size_t>(piece.point)].label == "14") picture.marked = {piece.point};
  }
  EXPECT_EQ(draw_board(picture, {}), american);
}

TEST(BoardText, FlippedIsTurnedByHalfATurn) {
  const auto game = game_at("american", "B:W18,K29:B1,14,K28");
  const std::string text = draw_board(picture_of(*game), {.is_flipped = true});
  EXPECT_EQ(first_lines(text, 4), R"( +-----+-----+-----+-----+-----+-----+-----+-----+
 |     |32   |     |31   |     |30   |     |29 W |
 +-----+-----+-----+-----+-----+-----+-----+-----+
 |28 R |     |27   |     |26   |     |25   |     |
)");
}

TEST(BoardText, LettersAndNumbersStandAtTheEdgesWhereSquaresAreNamedByThem) {
  const auto game = game_at("russian");
  EXPECT_EQ(first_lines(draw_board(picture_of(*game), {}), 5),
            R"(       a     b     c     d     e     f     g     h
    +-----+-----+-----+-----+-----+-----+-----+-----+
  8 |     |  b  |     |  b  |     |  b  |     |  b  | 8
    +-----+-----+-----+-----+-----+-----+-----+-----+
  7 |  b  |     |  b  |     |  b  |     |  b  |     | 7
)");
  const std::string flipped = draw_board(picture_of(*game), {.is_flipped = true});
  EXPECT_EQ(first_lines(flipped, 3), R"(       h     g     f     e     d     c     b     a
    +-----+-----+-----+-----+-----+-----+-----+-----+
  1 |     |  w  |     |  w  |     |  w  |     |  w  | 1
)");
}

TEST(BoardText, AllSquaresOfTurkishDraughtsArePlayedOn) {
  const auto game = game_at("turkish");
  const std::string text = draw_board(picture_of(*game), {.is_unicode = true});
  EXPECT_EQ(first_lines(text, 5), R"(       a     b     c     d     e     f     g     h
    ┌─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┐
  8 │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │ 8
    ├─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┤
  7 │  ⛂  │  ⛂  │  ⛂  │  ⛂  │  ⛂  │  ⛂  │  ⛂  │  ⛂  │ 7
)");
}

constexpr std::string_view three_seats = R"( q                          .                            q
 p                        .   .                          p
 o                      .   .   .                        o
 n                    .   .   .   .                      n
 m (3) (3) (3) (3)  .   .   .   .   .  (5) (5) (5) (5)   m
 l   (3) (3) (3)  .   .   .   .   .   .  (5) (5) (5)  17 l
 k     (3) (3)  .   .   .   .   .   .   .  (5) (5)  16   k
 j       (3)  .   .   .   .   .   .   .   .  (5)  15     j
 i          .   .   .   .   .   .   .   .   .   14       i
 h        .   .   .   .   .   .   .   .   .   .          h
 g      .   .   .   .   .   .   .   .   .   .   .        g
 f    .   .   .   .   .   .   .   .   .   .   .   .      f
 e  .   .   .   .   .   .   .   .   .   .   .   .   .    e
 d    1   2   3   4  (1) (1) (1) (1)  9   10  11  12  13 d
 c                     (1) (1) (1)  8                    c
 b                       (1) (1)  7                      b
 a                         (1)  6                        a
                              5
)";

TEST(BoardText, AStarHasItsRowsAtTheMarginsAndItsColumnsBelowTheirLowestHoles) {
  EXPECT_EQ(draw_board(picture_of(*game_at("sternhalma:players=3")), {}), three_seats);
}

TEST(BoardText, AFlippedStarKeepsTheNamesOfItsHoles) {
  const std::string text = draw_board(picture_of(*game_at("sternhalma:players=3")), {.is_flipped = true});
  EXPECT_EQ(first_lines(text, 6), R"( a                         (1)                           a
 b                       (1) (1)                         b
 c                     (1) (1) (1)                       c
 d                   (1) (1) (1) (1)                     d
 e  .   .   .   .   .   .   .   .   .   .   .   .   .    e
 f    .   .   .   .   .   .   .   .   .   .   .   .   1  f
)");
}

TEST(BoardText, EveryHoleOfEveryBoardIsDrawn) {
  for (const std::string_view token :
       {"sternhalma:players=6", "sternhalma:players=6,board=181", "sternhalma:players=6,board=253"}) {
    const auto game = game_at(token);
    const std::string text = draw_board(picture_of(*game), {});
    const auto dots = std::count(text.begin(), text.end(), '.');
    const auto pieces = std::count(text.begin(), text.end(), '(');
    EXPECT_EQ(pieces, static_cast<std::ptrdiff_t>(game->pieces().size())) << token;
    EXPECT_EQ(dots + pieces, static_cast<std::ptrdiff_t>(game->layout().points.size())) << token;
  }
}

TEST(BoardText, ColoursTakeNoRoom) {
  for (const std::string_view token : {"american", "russian", "sternhalma:players=6"}) {
    const BoardPicture picture = picture_of(*game_at(token));
    std::string coloured = draw_board(picture, {.is_coloured = true});
    EXPECT_NE(coloured.find("\x1b["), std::string::npos);
    for (std::size_t begin = coloured.find('\x1b'); begin != std::string::npos; begin = coloured.find('\x1b')) {
      coloured.erase(begin, coloured.find('m', begin) - begin + 1);
    }
    EXPECT_EQ(coloured, draw_board(picture, {})) << token;
  }
}

TEST(BoardText, APieceAloneLooksAsOnTheBoard) {
  const BoardPicture squares = picture_of(*game_at("american"));
  EXPECT_EQ(draw_piece(squares, {0, 0, 1, false}, {}), "r");
  EXPECT_EQ(draw_piece(squares, {0, 1, 2, true}, {}), "W");
  EXPECT_EQ(draw_piece(squares, {0, 1, 2, true}, {.is_unicode = true}), "⛁");
  const BoardPicture star = picture_of(*game_at("sternhalma"));
  EXPECT_EQ(draw_piece(star, {0, 1, 4, false}, {}), "(4)");
  EXPECT_EQ(draw_piece(star, {0, 1, 4, false}, {.is_unicode = true}), "④");
}

}  // namespace
}  // namespace crownstar::cli
