#include <optional>
#include <sstream>

#include <gtest/gtest.h>

#include "engines/search/builtin/builtin_searcher.hpp"
#include "engines/search/draughts/state/scores.hpp"
#include "rules/draughts/notation/fen.hpp"
#include "rules/draughts/variants/variants_eight.hpp"

namespace crownstar::search::draughts {
namespace {

using draughts::American;
using tablebase::Value;
using Position = draughts::Position<American>;

// White wins all that is asked: by a king's move in so many half-moves, or by the man's in two more.
class WonByWhite final : public tablebase::TablesOf<American> {
 public:
  explicit WonByWhite(std::optional<int> by_king) : by_king_(by_king) {}

  int most_pieces() const override { return 5; }
  int most_pieces_with_distance() const override { return by_king_ ? 5 : 0; }
  base::Checked<tablebase::Answer> ask(std::string_view) const override { return tablebase::Answer{}; }
  std::optional<Value> value(const Position& position) const override {
    return position.turn == draughts::Side::white ? Value::win : Value::loss;
  }
  std::optional<Value> value_at_hand(const Position& position) const override { return value(position); }
  std::optional<int> distance(const Position& position) const override {
    if (!by_king_) return std::nullopt;
    static const Position before = *draughts::position_from_fen<American>("W:W29:B5");
    const bool has_man_moved = position.men_of(draughts::Side::white) != before.men_of(draughts::Side::white);
    return *by_king_ + (has_man_moved ? 2 : 0);
  }

 private:
  std::optional<int> by_king_;
};

// Two kings and a man against two kings, 76 half-moves without a capture or a man's move: AM-15 lets four more pass.
SearchRequest shortly_before_the_draw() {
  SearchRequest request;
  request.token = "american";
  request.position = "W:WK21,K28,29:BK4,K5";
  std::istringstream moves(
      "28-24 4-8 24-20 8-12 20-24 5-9 24-19 9-6 19-15 6-2 21-25 12-8 15-19 2-6 19-24 6-2 25-22 8-4 24-20 4-8 22-25 2-6 "
      "25-22 6-10 22-26 8-3 20-16 10-14 16-12 14-9 26-31 3-7 12-8 7-10 8-11 10-6 31-26 6-10 26-23 9-5 23-18 10-6 11-8 "
      "5-9 8-12 6-10 18-22 9-5 22-26 10-14 26-30 5-9 30-26 14-10 26-30 9-5 12-16 5-1 30-26 1-6 26-23 6-2 16-20 10-6 "
      "23-19 6-1 19-15 1-5 15-11 2-6 11-7 6-2 7-3 5-9 20-24 9-5");
  for (std::string move; moves >> move;) request.turns.push_back(Turn::played(move));
  request.limits.nodes = 5000;
  return request;
}

SearchResult searched_with(const tablebase::Tables& tables, const SearchRequest& request) {
  SearcherSettings settings;
  settings.find_tables = [&](std::string_view) { return &tables; };
  const auto result = make_searcher(settings)->search(request, StopSignal{}, {});
  EXPECT_TRUE(result) << to_text(result.error());
  return result.value_or(SearchResult{});
}

TEST(TablesAtTheRoot, AWinThatACountEndsBeforeIsNoWin) {
  const SearchRequest request = shortly_before_the_draw();
  const SearchResult result = searched_with(WonByWhite(60), request);
  EXPECT_EQ(result.move, "29-25") << "the man's move alone begins the count anew";
  EXPECT_EQ(result.reached.lines.front().score.plies_to_end, 63);
}

TEST(TablesAtTheRoot, AWinInTimeIsTaken) {
  const SearchResult result = searched_with(WonByWhite(2), shortly_before_the_draw());
  EXPECT_NE(result.move, "29-25");
  EXPECT_EQ(result.reached.lines.front().score.plies_to_end, 3);
}

TEST(TablesAtTheRoot, AWinWithoutADistanceIsToldAsOne) {
  SearchRequest request = shortly_before_the_draw();
  request.turns.clear();
  const SearchResult result = searched_with(WonByWhite(std::nullopt), request);
  const Score score = result.reached.lines.front().score;
  EXPECT_NEAR(score.hundredths, tablebase_win, 2000);
  EXPECT_FALSE(score.plies_to_end);
}

}  // namespace
}  // namespace crownstar::search::draughts
