#include "engines/contest/contest_score.hpp"

#include <algorithm>

namespace crownstar::contest {
namespace {

constexpr int most_failures = 5;

}  // namespace

// The first seats are of different sides.
GameResult result_for(const GameSummary& played, std::size_t side) {
  const int own = played.places[side];
  const int rival = played.places[1 - side];
  return own < rival ? GameResult::win : own > rival ? GameResult::loss : GameResult::draw;
}

ContestScore::ContestScore(int seats, game::Sides sides, std::optional<SequentialTest> test)
    : sides_(sides), test_(test) {
  result_.seats = seats;
  result_.sides = sides.count;
  result_.places = PlaceTally(sides.count);
}

Checked<void> ContestScore::add_round(const std::vector<const GameSummary*>& games) {
  for (std::size_t side_of_a = 0; side_of_a < games.size(); ++side_of_a) {
    note(*games[side_of_a], static_cast<int>(side_of_a));
  }
  if (sides_.count == 2) {
    result_.tally.add_pair(result_for(*games[0], 0), result_for(*games[1], 1));
    if (test_) result_.verdict = verdict_of(result_.tally, *test_);
  } else {
    result_.places.add_group(finishes_of_a(games));
  }
  if (result_.failures_a + result_.failures_b < most_failures) return {};
  return base::refuse("engines failed too often; the last time " + last_failure_);
}

std::vector<Finish> ContestScore::finishes_of_a(const std::vector<const GameSummary*>& games) const {
  std::vector<Finish> finishes;
  for (std::size_t side = 0; side < games.size(); ++side) {
    const auto& places = games[side]->places;
    // The first seats are one of each side.
    const auto rivals = std::count(places.begin(), places.begin() + sides_.count, places[side]) - 1;
    finishes.push_back({places[side], rivals > 0, games[side]->is_undecided});
  }
  return finishes;
}

void ContestScore::note(const GameSummary& played, int side_of_a) {
  ++result_.games;
  // Where starts are few, engines that draw nothing by lot play the same again.
  result_.repeated += played_.emplace(side_of_a, played.line).second ? 0 : 1;
  result_.plies += static_cast<std::uint64_t>(played.plies);
  result_.agreed += played.was_agreed ? 1 : 0;
  result_.known += played.was_adjudicated ? 1 : 0;
  result_.too_long += played.was_too_long ? 1 : 0;
  if (played.is_undecided) ++result_.undecided_by[played.failed_seat < 0 ? played.reason : "an engine failed"];
  for (int seat = 0; seat < result_.seats; ++seat) {
    const bool is_a = sides_.of_seat(seat) == side_of_a;
    (is_a ? result_.search_totals_a : result_.search_totals_b)
        .add(played.search_totals[static_cast<std::size_t>(seat)]);
  }
  if (played.failed_seat < 0) return;
  const bool is_a = sides_.of_seat(played.failed_seat) == side_of_a;
  ++(is_a ? result_.failures_a : result_.failures_b);
  (is_a ? failure_of_a_ : failure_of_b_) = last_failure_ = played.reason;
}

Checked<void> ContestScore::check_answers() const {
  const auto check = [](int failures, const SearchTotals& totals, const std::string& reason) -> Checked<void> {
    if (failures == 0 || totals.moves > 0) return {};
    return base::refuse("an engine gave no move in any game: " + reason);
  };
  if (auto a = check(result_.failures_a, result_.search_totals_a, failure_of_a_); !a) return a;
  return check(result_.failures_b, result_.search_totals_b, failure_of_b_);
}

}  // namespace crownstar::contest
