#include "engines/contest/players/simple_player.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/text/quote.hpp"
#include "engines/contest/players/seeded_random.hpp"

namespace crownstar::contest {
namespace {

using base::Checked;

constexpr std::array names{
    std::pair{std::string_view("random"), SimplePlayer::random},
    std::pair{std::string_view("careless"), SimplePlayer::careless},
    std::pair{std::string_view("careful"), SimplePlayer::careful},
    std::pair{std::string_view("three"), SimplePlayer::three},
};

constexpr double king_value = 2;  // a man's is 1
constexpr double win_value = 1000;
constexpr double cost_of_leaving_home = -10;
constexpr double equal_within = 0.001;
constexpr std::size_t most_star_moves = 8;  // that somebody considers who looks ahead on the star: the longest ones

// The pieces as they stand, by their points.
class Board {
 public:
  explicit Board(const game::Game& game) : game_(game), pieces_(game.layout().points.size()) {
    for (const game::PieceView& piece : game.pieces()) pieces_[static_cast<std::size_t>(piece.point)] = piece;
  }

  // What a move gains for the side that makes it, before any reply.
  double gain(const game::MoveView& move) {
    if (game_.layout().shape == game::BoardShape::star) return star_gain(move.from(), move.to());
    double gain = move.crowns ? king_value - 1 : 0;
    for (const game::Point point : move.captured) gain += at(point).is_king ? king_value : 1;
    return gain;
  }

 private:
  const game::PieceView& at(game::Point point) const { return pieces_[static_cast<std::size_t>(point)]; }

  // A piece that stands as deep in its goal as the hole that the others go to stays there.
  double star_gain(game::Point from, game::Point to) {
    const int set = at(from).set;
    const game::Point target = target_of(set);
    if (target < 0) return 0;
    const bool is_home = layout_point(from).goal_of == set && depth(from, set) >= depth(target, set);
    return is_home ? cost_of_leaving_home : steps(from, target) - steps(to, target);
  }

  // Of the holes of its goal that the set has not filled, the one farthest from its start; -1 where all are filled.
  game::Point target_of(int set) {
    const auto known = targets_.find(set);
    if (known != targets_.end()) return known->second;
    game::Point farthest = -1;
    for (game::Point point = 0; point < static_cast<game::Point>(pieces_.size()); ++point) {
      if (layout_point(point).goal_of != set || at(point).set == set) continue;
      if (farthest < 0 || depth(point, set) > depth(farthest, set)) farthest = point;
    }
    targets_[set] = farthest;
    return farthest;
  }

  // How far a hole is from the start of a set.
  double depth(game::Point hole, int set) const {
    double sum = 0;
    for (game::Point point = 0; point < static_cast<game::Point>(pieces_.size()); ++point) {
      if (layout_point(point).start_of == set) sum += steps(hole, point);
    }
    return sum;
  }

  const game::LayoutPoint& layout_point(game::Point point) const {
    return game_.layout().points[static_cast<std::size_t>(point)];
  }

  double steps(game::Point from, game::Point to) const {
    const game::LayoutPoint& here = layout_point(from);
    const game::LayoutPoint& there = layout_point(to);
    return std::hypot(here.x - there.x, here.y - there.y);
  }

  const game::Game& game_;
  std::vector<game::PieceView> pieces_;
  std::map<int, game::Point> targets_;  // by set
};

struct Option {
  game::MoveView move;
  double gain = 0;
};

Checked<std::vector<Option>> options_of(const game::Game& game) {
  auto legal = game.legal_moves();
  if (!legal) return std::unexpected(legal.error());
  Board board(game);
  std::vector<Option> options;
  for (game::MoveView& move : *legal) {
    const double gain = board.gain(move);
    options.push_back({std::move(move), gain});
  }
  return options;
}

// What the seat to move gains over its rival in so many half-moves.
double best_gain(const game::Game& game, int half_moves);

// What a move is worth to the one who makes it, with so many half-moves after it.
double value_of(const game::Game& game, const Option& option, int half_moves_after) {
  const auto next = game.clone();
  const int seat = game.seat_to_move();
  if (!next->play(option.move)) return option.gain;
  const game::Outcome& outcome = next->outcome();
  if (outcome.is_over) {
    if (outcome.is_draw) return 0;
    return outcome.standings[static_cast<std::size_t>(seat)].place == 1 ? win_value : -win_value;
  }
  return option.gain - best_gain(*next, half_moves_after);
}

double best_gain(const game::Game& game, int half_moves) {
  if (half_moves == 0) return 0;
  auto options = options_of(game);
  if (!options || options->empty()) return 0;
  if (game.layout().shape == game::BoardShape::star && options->size() > most_star_moves) {
    std::ranges::sort(*options, std::greater{}, &Option::gain);
    options->resize(most_star_moves);
  }
  double best = -std::numeric_limits<double>::infinity();
  for (const Option& option : *options) best = std::max(best, value_of(game, option, half_moves - 1));
  return best;
}

int half_moves_after(SimplePlayer player, SeededRandom& random) {
  switch (player) {
    case SimplePlayer::random:
      return 0;
    case SimplePlayer::careless:
      return random.below(2) == 0 ? 0 : 1;
    case SimplePlayer::careful:
      return 1;
    case SimplePlayer::three:
      return 2;
  }
  return 0;
}

class SimpleSearcher final : public search::Searcher {
 public:
  explicit SimpleSearcher(SimplePlayer player) : player_(player) {}

  Checked<search::SearchResult> search(const search::SearchRequest& request, const search::StopSignal&,
                                       const search::OnProgress&) override {
    const auto game = search::game_of(request);
    if (!game) return std::unexpected(game.error());
    const game::Outcome& outcome = (*game)->outcome();
    if (outcome.is_over) return base::refuse(outcome.rule, "the game is over: " + outcome.reason);
    const auto options = options_of(**game);
    if (!options) return std::unexpected(options.error());
    SeededRandom random(request.seed ^ (*game)->key());
    const bool is_star = (*game)->layout().shape == game::BoardShape::star;
    const int after = half_moves_after(player_, random);
    const std::vector<std::size_t> best = player_ == SimplePlayer::random ? all_of(*options)
                                          : is_star && after == 0         ? forward_of(*options)
                                                                          : best_of(**game, *options, after);
    search::SearchResult result;
    const std::size_t chosen = best[random.below(best.size())];
    result.move = (*options)[chosen].move.text;
    result.reached.depth = after + 1;
    return result;
  }

 private:
  static std::vector<std::size_t> all_of(const std::vector<Option>& options) {
    std::vector<std::size_t> all(options.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }

  // Every move that gains something.
  static std::vector<std::size_t> forward_of(const std::vector<Option>& options) {
    std::vector<std::size_t> forward;
    for (std::size_t number = 0; number < options.size(); ++number) {
      if (options[number].gain > equal_within) forward.push_back(number);
    }
    return forward.empty() ? all_of(options) : forward;
  }

  static std::vector<std::size_t> best_of(const game::Game& game, const std::vector<Option>& options, int after) {
    std::vector<std::size_t> best;
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t number = 0; number < options.size(); ++number) {
      const double value = value_of(game, options[number], after);
      if (value < most - equal_within) continue;
      if (value > most + equal_within) best.clear();
      most = std::max(most, value);
      best.push_back(number);
    }
    return best;
  }

  SimplePlayer player_;
};

}  // namespace

Checked<SimplePlayer> simple_player_named(std::string_view name) {
  std::string known;
  for (const auto& [each, player] : names) {
    if (each == name) return player;
    known += (known.empty() ? "" : ", ") + std::string(each);
  }
  return base::refuse("there is no player " + base::quoted(name) + "; known players: " + known);
}

std::unique_ptr<search::Searcher> make_simple_player(SimplePlayer player) {
  return std::make_unique<SimpleSearcher>(player);
}

}  // namespace crownstar::contest
