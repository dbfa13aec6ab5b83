// What nobody should have sent: texts that are no move and no position, positions that cannot be, moves against the
// rules. Each is refused in one line that says what was expected, and changes nothing.

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/text/utf8.hpp"
#include "support/rules_board.hpp"

namespace crownstar::support {
namespace {

constexpr std::size_t longest_reason = 1000;

void expect_one_plain_line(const std::string& reason, const std::string& input) {
  EXPECT_FALSE(reason.empty()) << input.substr(0, 80);
  EXPECT_LE(reason.size(), longest_reason) << reason.substr(0, 80);
  // Letters of every language, and nothing that a terminal obeys, or that ends or turns a line.
  const auto letters = base::decode_utf8(reason);
  ASSERT_TRUE(letters) << reason;
  EXPECT_TRUE(std::ranges::none_of(*letters, [](char32_t letter) {
    return letter < 0x20 || (letter >= 0x7f && letter <= 0x9f) || (letter >= 0x2028 && letter <= 0x202e) ||
           (letter >= 0x2066 && letter <= 0x2069);
  })) << reason;
}

std::vector<std::string> draughts_ids() {
  std::vector<std::string> ids;
  for (const auto& entry : game::catalog()) {
    if (entry.family == game::Family::draughts) ids.push_back(entry.id);
  }
  return ids;
}

const std::vector<std::string> hostile_texts{"",
                                             " ",
                                             "x",
                                             "-",
                                             ":",
                                             "33",
                                             "11x",
                                             "x11",
                                             "11xx18",
                                             "11--15",
                                             "0-0",
                                             "-1-5",
                                             "+11-15",
                                             "1.5-2",
                                             "1e1-15",
                                             "0x0b-15",
                                             "2147483648-1",
                                             "4294967307-4294967311",
                                             "18446744073709551627-15",
                                             "99999999999999999999999999x1",
                                             "a0-b1",
                                             "z9-a1",
                                             "a-1",
                                             "a1b2c3",
                                             "pass",
                                             "null",
                                             "11-15;12-16",
                                             "11-15\n12-16",
                                             "11\t-15",
                                             "\xd0\xb0\x31-b2",
                                             "a\u202e1-b2\u2028",
                                             "11\xe2\x80\x93"
                                             "15",
                                             "\xff\xfe\xff",
                                             std::string("11-\0"
                                                         "15",
                                                         6),
                                             std::string(1, '\0'),
                                             std::string(1'000'000, 'x'),
                                             std::string(1'000'000, '1'),
                                             "<script>alert(1)</script>",
                                             "%s%n%d"};

class Refusals : public testing::TestWithParam<std::string> {
 protected:
  // The start, one ply on, so that there is something to lose.
  static Board board_in_play() {
    Board board{GetParam()};
    EXPECT_TRUE(board->play(board.moves().front()));
    return board;
  }

  static void expect_unchanged(const Board& board, const Board& before) {
    EXPECT_EQ(board->position(), before->position());
    EXPECT_EQ(board->key(), before->key());
    EXPECT_EQ(board->pieces(), before->pieces());
    EXPECT_EQ(board->seat_to_move(), before->seat_to_move());
    EXPECT_EQ(board->outcome(), before->outcome());
    EXPECT_EQ(board.legal(), before.legal());
  }
};

TEST_P(Refusals, a_text_that_is_no_move_is_refused_in_one_line) {
  const Board board = board_in_play();
  const Board before{board->clone()};
  for (const std::string& text : hostile_texts) {
    const auto parsed = board->parse(text);
    ASSERT_FALSE(parsed) << text.substr(0, 80) << " was understood as " << parsed->text;
    expect_one_plain_line(to_text(parsed.error()), text);
  }
  expect_unchanged(board, before);
}

TEST_P(Refusals, a_text_that_is_no_position_is_refused_and_changes_nothing) {
  Board board = board_in_play();
  const Board before{board->clone()};
  std::vector<std::string> texts = hostile_texts;
  for (const char* text : {"W",
                           "W:",
                           "W:W",
                           "W:W:B",
                           "X:W1:B2",
                           "W:X1:B2",
                           "W:WQ1:B2",
                           "W:W0:B2",
                           "W:W1000:B2",
                           "W:W-1:B2",
                           "W:W1-:B2",
                           "W:W2-1:B3",
                           "W:W1-1000000000:B2",
                           "W:W1:B2:W3:B4:",
                           "W:W1:B2:+9+9",
                           "W:Wa0:Bb2",
                           "W:Wz1:Bb2",
                           "W:Wa99:Bb2",
                           "1:1=a5:4=q13",
                           "W:W1;B2",
                           "W:W1:B2 W:W1:B2"}) {
    texts.emplace_back(text);
  }
  for (int times = 0; times < 18; ++times) texts.back() += texts.back();
  for (const std::string& text : texts) {
    const auto begun = board->set_position(text);
    ASSERT_FALSE(begun) << text.substr(0, 80) << " was understood as " << board->position();
    expect_one_plain_line(to_text(begun.error()), text);
    ASSERT_EQ(board->position(), before->position()) << text.substr(0, 80);
  }
  expect_unchanged(board, before);
}

// A side as a position writes it, and its pieces where the test wants them.
std::string side_letter(const Board& board, int seat) { return board->seat_name(seat) == "White" ? "W" : "B"; }

std::string position_of(const Board& board, const std::vector<std::pair<int, std::string>>& pieces) {
  std::string text = side_letter(board, first_seat);
  for (const int seat : {first_seat, second_seat}) {
    text += ":" + side_letter(board, seat);
    std::string comma;
    for (const auto& [owner, piece] : pieces) {
      if (owner != seat) continue;
      text += comma + piece;
      comma = ",";
    }
  }
  return text;
}

TEST_P(Refusals, a_man_cannot_stand_where_it_would_have_been_crowned) {
  Board board{GetParam()};
  int crown_squares = 0;
  for (const LayoutPoint& point : board->layout().points) {
    if (!point.is_playable || point.goal_of == 0) continue;
    ++crown_squares;
    const int seat = point.goal_of - 1;
    const std::string man = position_of(board, {{seat, point.label}});
    const auto begun = board->set_position(man);
    ASSERT_FALSE(begun) << man;
    expect_one_plain_line(begun.error().reason, man);
    EXPECT_NE(begun.error().rule, "") << man;
    EXPECT_NE(begun.error().reason.find(point.label), std::string::npos) << begun.error().reason;
    EXPECT_TRUE(board->set_position(position_of(board, {{seat, "K" + point.label}}))) << "a king may";
    EXPECT_TRUE(board->set_position(position_of(board, {{1 - seat, point.label}}))) << "and so may the other's man";
  }
  EXPECT_GE(crown_squares, 8);
}

TEST_P(Refusals, two_pieces_cannot_stand_on_one_square) {
  Board board{GetParam()};
  const auto& points = board->layout().points;
  const auto free = std::ranges::find_if(
      points, [](const LayoutPoint& point) { return point.is_playable && point.goal_of == 0 && point.start_of == 0; });
  ASSERT_NE(free, points.end());
  const std::string& name = free->label;
  const std::vector<std::vector<std::pair<int, std::string>>> setups{
      {{first_seat, name}, {first_seat, name}},
      {{first_seat, name}, {second_seat, name}},
      {{first_seat, name}, {first_seat, "K" + name}},
      {{first_seat, "K" + name}, {second_seat, "K" + name}}};
  for (const auto& pieces : setups) {
    const auto begun = board->set_position(position_of(board, pieces));
    ASSERT_FALSE(begun) << position_of(board, pieces);
    EXPECT_NE(begun.error().reason.find(name), std::string::npos) << begun.error().reason;
  }
}

TEST_P(Refusals, a_board_full_of_pieces_is_no_position) {
  Board board{GetParam()};
  const std::string before = board->position();
  std::vector<std::pair<int, std::string>> pieces;
  for (const LayoutPoint& point : board->layout().points) {
    if (point.is_playable) pieces.emplace_back(first_seat, "K" + point.label);
  }
  const auto full = board->set_position(position_of(board, pieces));
  ASSERT_FALSE(full);
  expect_one_plain_line(to_text(full.error()), "a full board");
  pieces.push_back(pieces.front());
  EXPECT_FALSE(board->set_position(position_of(board, pieces))) << "one piece more than there are squares";
  EXPECT_EQ(board->position(), before);
}

TEST_P(Refusals, a_move_of_another_position_is_refused) {
  Board board{GetParam()};
  const MoveView first = board.moves().front();
  ASSERT_TRUE(board->play(first));
  const Board before{board->clone()};
  const Point far = 1'000'000;
  const std::vector<MoveView> moves{first,
                                    {},
                                    {.text = first.text, .path = {}, .captured = {}},
                                    {.text = "", .path = {0}, .captured = {}},
                                    {.text = "", .path = {-1, far}, .captured = {far}, .handle = ~std::uint64_t{0}},
                                    {.text = "", .path = {first.to(), first.from()}, .captured = {}, .handle = 1}};
  for (const MoveView& move : moves) {
    const auto played = board->play(move);
    ASSERT_FALSE(played);
    expect_one_plain_line(to_text(played.error()), move.text);
  }
  expect_unchanged(board, before);
}

TEST_P(Refusals, nothing_is_played_when_the_game_is_over_and_only_a_seat_may_withdraw) {
  Board board = board_in_play();
  const MoveView next = board.moves().front();
  for (const int seat : {-1, 2, 1'000'000}) EXPECT_FALSE(board->withdraw(seat, "resigned")) << seat;
  EXPECT_FALSE(board->outcome().is_over);
  ASSERT_TRUE(board->withdraw(second_seat, "resigned"));
  const Outcome over = board->outcome();
  EXPECT_FALSE(board->play(next));
  EXPECT_FALSE(board->parse(next.text));
  EXPECT_FALSE(board->withdraw(first_seat, "resigned"));
  EXPECT_EQ(board->outcome(), over);
}

INSTANTIATE_TEST_SUITE_P(EveryGame, Refusals, testing::ValuesIn(draughts_ids()), [](const auto& game) {
  std::string name = game.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(RefusedPositions, leave_the_history_of_the_game_alone) {
  Board board{"american", "B:WK32:BK1"};
  board.play({"1-5", "32-28", "5-1", "28-32", "1-5", "32-28", "5-1"});
  EXPECT_FALSE(board->set_position("B:W1:B2"));
  board.play({"28-32"});
  EXPECT_TRUE(is_draw_by(*board, "AM-15")) << told(*board);
}

TEST(RefusedTokens, name_what_is_known) {
  for (const char* token : {"", "americano", "american:", "american:size=10", "american,", "\n", "33"}) {
    const auto started = game::start(token);
    ASSERT_FALSE(started) << token;
    expect_one_plain_line(to_text(started.error()), token);
  }
  EXPECT_NE(game::start("americano").error().reason.find("american"), std::string::npos);
}

}  // namespace
}  // namespace crownstar::support
