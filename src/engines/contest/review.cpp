#include "engines/contest/review.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "rules/catalog/catalog.hpp"

namespace crownstar::contest {
namespace {

// In draughts what the nets were fitted to; a star's turns say less, each of them.
constexpr int draughts_odds = 90;
constexpr int star_odds = 250;
constexpr double least_inaccuracy = 0.06;
constexpr double least_mistake = 0.12;
constexpr double least_blunder = 0.25;
constexpr int surely = 1'000'000;  // for a game that is over

// One position of the main line, before the move of its node or after the last.
struct ReviewedPosition {
  search::SearchRequest request;
  int node = -1;            // whose move comes; none after the last
  std::string move;         // as the game writes it
  std::size_t choices = 0;  // legal moves
  int seat = 0;
  bool goes_on = false;   // by that move to the next stage, with the other seat to move
  search::Score score{};  // from the view of `seat`
  std::vector<std::string> line{};
};

search::Score score_of_end(const game::Outcome& outcome, int seat) {
  search::Score score;
  if (outcome.is_draw) return score;
  const bool has_won = outcome.standings[static_cast<std::size_t>(seat)].place == 1;
  score.hundredths = has_won ? surely : -surely;
  score.plies_to_end = 0;
  return score;
}

class Reviewer {
 public:
  Reviewer(const game::GameRecord& record, search::Searcher& searcher, const ReviewTerms& terms)
      : record_(record), searcher_(searcher), terms_(terms) {}

  Checked<std::vector<ReviewedMove>> review(const OnReviewed& on_reviewed) {
    if (const auto laid_out = lay_out(); !laid_out) return std::unexpected(laid_out.error());
    searcher_.forget();
    for (std::size_t left = positions_.size(); left > 0; --left) {
      if (on_reviewed) on_reviewed(positions_.size() - left, positions_.size());
      if (const auto judged = grade(left - 1); !judged) return std::unexpected(judged.error());
    }
    return std::move(moves_);
  }

 private:
  Checked<void> lay_out() {
    auto started = game::start(record_.token);
    if (!started) return std::unexpected(started.error());
    game_ = *std::move(started);
    if (game_->seats() != 2) return base::refuse("only games of two can be analysed, this one has more seats");
    if (!record_.start.empty()) {
      if (const auto set = game_->set_position(record_.start); !set) return set;
    }
    begin_at(record_.start);
    for (const int index : record_.main_line()) {
      const game::RecordNode& node = record_.node(index);
      if (node.leaves >= 0) break;
      if (const auto taken = node.setup.empty() ? play(index, node) : set_up(node); !taken) return taken;
    }
    return add_position({}, -1);
  }

  void begin_at(const std::string& position) {
    request_ = {};
    request_.token = record_.token;
    request_.position = position;
    request_.limits = terms_.limits;
  }

  Checked<void> set_up(const game::RecordNode& node) {
    if (const auto set = game_->set_position(node.setup); !set) return set;
    begin_at(node.setup);
    if (!positions_.empty()) positions_.back().goes_on = false;
    return {};
  }

  Checked<void> play(int index, const game::RecordNode& node) {
    if (game::go_on_past_draw(*game_)) begin_at(game_->position());
    const auto move = game_->parse(node.move);
    if (!move) return std::unexpected(move.error());
    if (const auto entered = add_position(move->text, index); !entered) return entered;
    const int mover = game_->seat_to_move();
    if (const auto played = game_->play(*move); !played) return played;
    positions_.back().goes_on = game_->outcome().is_over || game_->seat_to_move() != mover;
    request_.turns.push_back(search::Turn::played(move->text));
    return {};
  }

  // The position at hand, before the move `text`.
  Checked<void> add_position(std::string text, int node) {
    ReviewedPosition position;
    position.request = request_;
    position.node = node;
    position.move = std::move(text);
    position.seat = game_->seat_to_move();
    if (game_->outcome().is_over) {
      position.seat = positions_.empty() ? 0 : 1 - positions_.back().seat;
      position.score = score_of_end(game_->outcome(), position.seat);
    } else {
      const auto moves = game_->legal_moves();
      if (!moves) return std::unexpected(moves.error());
      position.choices = moves->size();
    }
    positions_.push_back(std::move(position));
    return {};
  }

  Checked<void> search(ReviewedPosition& position) {
    const auto found = searcher_.search(position.request, terms_.stop, {});
    if (!found) return std::unexpected(found.error());
    if (found->was_stopped) return base::refuse("interrupted");
    if (found->reached.lines.empty()) return {};
    position.score = found->reached.lines.front().score;
    position.line = found->reached.lines.front().moves;
    return {};
  }

  // The stages behind it are judged already.
  Checked<void> grade(std::size_t number) {
    ReviewedPosition& position = positions_[number];
    const bool is_over = position.choices == 0;
    const bool is_forced = position.choices == 1 && position.goes_on;
    if (!is_over && !is_forced) {
      if (const auto searched = search(position); !searched) return searched;
    }
    if (position.node < 0) return {};
    ReviewedMove made;
    made.node = position.node;
    made.seat = position.seat;
    made.move = position.move;
    made.is_only = position.choices == 1;
    if (position.goes_on) {
      made.played = seen_from_the_other_side(positions_[number + 1].score);
    } else {
      made.played = position.score;
    }
    const bool is_best = is_forced || position.line.empty() || position.line.front() == position.move;
    const bool is_as_good = is_best || made.played.hundredths >= position.score.hundredths;
    // What comes is known better from there than from here.
    if (is_as_good) position.score = made.played;
    made.best = position.score;
    if (!is_as_good) {
      made.better = position.line;
      const int odds = game_->layout().shape == game::BoardShape::star ? star_odds : draughts_odds;
      made.loss = expected_result(made.best.hundredths, odds) - expected_result(made.played.hundredths, odds);
    }
    made.mark = made.loss >= least_blunder      ? Mark::blunder
                : made.loss >= least_mistake    ? Mark::mistake
                : made.loss >= least_inaccuracy ? Mark::inaccuracy
                                                : Mark::good;
    moves_.insert(moves_.begin(), std::move(made));
    return {};
  }

  const game::GameRecord& record_;
  search::Searcher& searcher_;
  const ReviewTerms& terms_;
  std::unique_ptr<game::Game> game_;
  search::SearchRequest request_;
  std::vector<ReviewedPosition> positions_;
  std::vector<ReviewedMove> moves_;
};

}  // namespace

std::string_view name_of(Mark mark) {
  switch (mark) {
    case Mark::good:
      return "good";
    case Mark::inaccuracy:
      return "inaccuracy";
    case Mark::mistake:
      return "mistake";
    case Mark::blunder:
      return "blunder";
  }
  return {};
}

search::Score seen_from_the_other_side(const search::Score& score) {
  search::Score seen;
  seen.hundredths = -score.hundredths;
  if (score.plies_to_end) {
    const bool is_won_there = score.hundredths > 0;
    seen.plies_to_end = is_won_there ? -(*score.plies_to_end + 1) : 1 - *score.plies_to_end;
    seen.hundredths += is_won_there ? 1 : -1;
  }
  return seen;
}

double expected_result(int hundredths, int even_odds) {
  return 1 / (1 + std::exp(-static_cast<double>(hundredths) / even_odds));
}

Checked<std::vector<ReviewedMove>> review(const game::GameRecord& record, search::Searcher& searcher,
                                          const ReviewTerms& terms, const OnReviewed& on_reviewed) {
  return Reviewer(record, searcher, terms).review(on_reviewed);
}

}  // namespace crownstar::contest
