#include "search/star_search.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>

#include "game/token.hpp"
#include "search/star_way.hpp"
#include "sternhalma/notation.hpp"

namespace crownstar::search {
namespace {

using sternhalma::Course;
using sternhalma::lattice;
using sternhalma::LegalMoves;
using sternhalma::Move;
using sternhalma::Position;

// How many of the moves that look best are thought through.
constexpr std::size_t most_thought_through = 24;
// What standing as one has stood before costs each time: more than a step to the side, so that nobody shuffles.
constexpr int repeated = 250;
// What puts a move behind all those that a level has seen.
constexpr int overlooked = 100'000;

template <int Side>
class StarSearch {
  struct Try {
    Move move;
    int set;
    int score;
    std::string text;
  };

 public:
  StarSearch(const Task& task, const Course<Side>& course, const Position<Side>& position)
      : task_(task),
        skill_(task.skill.star),
        course_(course),
        position_(position),
        seat_(task.game.seat_to_move()),
        way_(course) {
    for (const std::uint64_t stand : task.earlier_stands) ++stands_[stand];
  }

  Checked<Findings> search() {
    const auto views = task_.game.legal_moves();
    if (!views) return std::unexpected(views.error());
    list(*views);
    sort_tries();
    Findings found{candidates(), 1};
    if (task_.progress) task_.progress(progress_of(task_, found));
    const bool is_shallow = task_.request.limits.depth.value_or(2) < 2;
    if ((skill_.plans_two || skill_.sees_rivals) && !is_shallow && think_through()) {
      found = {candidates(), 2};
      if (task_.progress) task_.progress(progress_of(task_, found));
    }
    return found;
  }

 private:
  void list(const std::vector<game::MoveView>& views) {
    for (const game::MoveView& view : views) {
      const Move move{lattice<Side>.slot_of_hole[view.from()], lattice<Side>.slot_of_hole[view.to()]};
      int set = 0;
      while (!position_.sets[set].contains(move.from)) ++set;
      task_.budget.count_node();
      tries_.push_back({move, set, worth_after(move, set), view.text});
    }
    // A level that overlooks long ways still takes them when there are no others.
    const auto is_seen = [&](const Try& each) {
      return skill_.longest_jump == 0 || way_.steps(each.move.from, each.move.to) <= skill_.longest_jump;
    };
    if (std::ranges::none_of(tries_, is_seen)) return;
    for (Try& each : tries_) each.score -= is_seen(each) ? 0 : overlooked;
  }

  int worth_after(Move move, int set) const {
    Position<Side> next = position_;
    next.move(set, move);
    if (sternhalma::is_unit_home(course_, next, course_.seating.unit_of_seat[seat_])) return won - 1;
    const auto known = stands_.find(stand_of(next));
    const int shuffled = known == stands_.end() ? 0 : known->second * repeated;
    return -way_.cost(next, seat_) - shuffled;
  }

  std::uint64_t stand_of(const Position<Side>& position) const {
    std::uint64_t stand = 0;
    for (int nth = 0; nth < course_.seating.sets_each; ++nth) {
      const int set = course_.seating.sets[seat_][nth];
      position.sets[set].for_each(
          [&](int slot) { stand += stand_of_piece(sternhalma::point_of_set(set), lattice<Side>.hole_of_slot[slot]); });
    }
    return stand;
  }

  // The moves that look best by what the seat can do with its turn after, and by what the next seat is helped to.
  bool think_through() {
    const std::size_t count = std::min(tries_.size(), most_thought_through);
    std::vector<int> scores;
    for (std::size_t number = 0; number < count; ++number) {
      const Try& each = tries_[number];
      if (each.score >= surely_won) return false;
      Position<Side> next = position_;
      next.move(each.set, each.move);
      int score = each.score;
      if (skill_.plans_two) score = (score + 2 * best_after(next, seat_)) / 3;
      if (skill_.sees_rivals) score -= gain_of_next(next) / 4;
      if (task_.budget.is_spent()) return false;
      scores.push_back(score);
    }
    int lowest = won;
    for (std::size_t number = 0; number < count; ++number) {
      tries_[number].score = scores[number];
      lowest = std::min(lowest, scores[number]);
    }
    // The others stay behind, in their order.
    for (std::size_t number = count; number < tries_.size(); ++number) tries_[number].score = --lowest;
    sort_tries();
    return true;
  }

  // The worth for a seat of the best move that it would have here; coming home is best of all.
  int best_after(Position<Side> place, int seat) const {
    place.give_turn(seat);
    LegalMoves<Side> moves;
    sternhalma::find_moves(course_, place, moves);
    int best = -way_.cost(place, seat);
    for (const auto& piece : moves) {
      piece.targets.for_each([&](int to) {
        if (task_.budget.is_spent()) return;
        task_.budget.count_node();
        Position<Side> next = place;
        next.move(piece.set, {piece.from, static_cast<std::uint16_t>(to)});
        best = std::max(best, -way_.cost(next, seat));
      });
    }
    return best;
  }

  int gain_of_next(const Position<Side>& place) const {
    Position<Side> theirs = place;
    sternhalma::pass_turn_on(course_, theirs);
    const int seat = theirs.seat;
    if (seat == seat_ || course_.seating.unit_of_seat[seat] == course_.seating.unit_of_seat[seat_]) return 0;
    return best_after(place, seat) + way_.cost(place, seat);
  }

  void sort_tries() { sort_by_score(tries_); }

  std::vector<Candidate> candidates() const {
    std::vector<Candidate> all;
    for (const Try& each : tries_) all.push_back({{each.text}, each.score});
    return all;
  }

  const Task& task_;
  const StarSkill skill_;
  const Course<Side>& course_;
  const Position<Side> position_;
  const int seat_;
  const StarWay<Side> way_;
  std::unordered_map<std::uint64_t, int> stands_;
  std::vector<Try> tries_;
};

template <int Side>
Checked<Findings> search_side(const Task& task, const sternhalma::Rules& rules) {
  const Course<Side> course(rules);
  const auto setup = sternhalma::read_setup(board::star<Side>, task.game.position());
  if (!setup) return std::unexpected(setup.error());
  auto position = sternhalma::checked_position(course, *setup);
  if (!position) return std::unexpected(position.error());
  // Who has a place plays no more; the position's text doesn't say so.
  const auto& standings = task.game.outcome().standings;
  for (std::size_t seat = 0; seat < standings.size(); ++seat) {
    if (standings[seat].place != 0) sternhalma::give_place(*position, 1 << seat, standings[seat].place);
  }
  return StarSearch<Side>(task, course, *position).search();
}

}  // namespace

Checked<Findings> search_star(const Task& task) {
  const auto token = game::read_token(task.game.token());
  if (!token) return std::unexpected(token.error());
  std::vector<sternhalma::OptionText> options;
  for (const game::TokenOption& option : token->options) options.push_back({option.key, option.value});
  const auto rules = sternhalma::read_options(options);
  if (!rules) return std::unexpected(rules.error());
  switch (rules->board) {
    case 181:
      return search_side<5>(task, *rules);
    case 253:
      return search_side<6>(task, *rules);
    default:
      return search_side<4>(task, *rules);
  }
}

}  // namespace crownstar::search
