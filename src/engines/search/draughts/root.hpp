// Knows how the best moves of a position of draughts are found: deeper and deeper, as many lines as were asked for,
// with other threads beside. Refuses to know what lies below a move (worker.hpp), and how a level misjudges.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engines/search/crew.hpp"
#include "engines/search/draughts/chosen_evaluation.hpp"
#include "engines/search/draughts/search.hpp"
#include "engines/search/draughts/worker.hpp"
#include "rules/draughts/notation/move_text.hpp"

namespace crownstar::search {

inline constexpr int deepest = 99;

template <class Variant, class Judge>
class Root {
  using Hand = Worker<Variant, Judge>;
  using Place = draughts::Position<Variant>;
  using Move = draughts::Move<Variant>;
  using List = draughts::MoveList<Variant>;

 public:
  Root(const Task& task, const Place& root)
      : task_(task),
        root_(root),
        past_(Past<Variant>::of(task.earlier_positions, root)),
        tables_(tablebase::tables_of<Variant>(task.tables)),
        hand_(task.memory, task.memory.habits(), tables_, {&task.budget}, manners_of(task)) {
    hand_.judge_by(task.network);
    hand_.begin_at(root, past_);
  }

  Checked<Findings> search() {
    const auto list = std::make_unique<List>();
    draughts::generate<Variant>(root_, *list);
    if (list->is_too_complex()) return board::refuse("the position is too complex to be searched");
    for (auto& written : draughts::write_moves(root_, *list)) {
      Try each{written.move, std::move(written.text)};
      each.score = hand_.glance_after(each.move);
      tries_.push_back(std::move(each));
    }
    sort_by_score(tries_);
    settle_ends();
    settle_by_tables();
    const int lead = hand_.root_worth();
    is_clear_ = !task_.is_free && lead >= clear_lead;
    slack_ = task_.is_free ? 0 : 2 * task_.skill.draughts.noise / (is_clear_ ? clear_sight : 1);
    wanted_ = std::min(static_cast<std::size_t>(std::max(task_.request.lines, 1)), tries_.size());
    const auto help = [this](int number) { search_beside(number); };
    {
      const int beside = task_.is_free && tries_.size() > 1 ? std::min(task_.threads - 1, Crew::most) : 0;
      [[maybe_unused]] const Crew crew(beside, help);
      deepen();
      is_called_off_ = true;
    }
    return findings();
  }

 private:
  struct Try {
    Move move;
    std::string text;
    int score = 0;
    std::vector<Move> line{};  // what follows it
    bool is_settled = false;   // the game is over after it, or tables know how it ends
    int known_lead = 0;        // who wins is known to tables, not how: told as so much and what the search says
    bool is_exact = false;     // at the depth at hand; otherwise the score is as much as it can be at most
    int next_score = 0;
  };

  static Manners manners_of(const Task& task) {
    return {.sees_answers = task.is_free || task.skill.draughts.sees_answers};
  }

  // A level that is so far ahead, in hundredths of a man, plays better than usual, so that it ends its won games. One
  // that is behind does not: it would only drag the game out.
  static constexpr int clear_lead = 180;
  static constexpr int clear_sight = 4;   // so many times smaller are misjudgements then
  static constexpr int clear_deeper = 4;  // and so many plies farther it looks
  static constexpr int first_window = 12;
  static constexpr int everything = sure_win + 1;

  int deepest_wanted() const {
    const int own =
        task_.is_free ? deepest : std::min(task_.skill.draughts.depth + (is_clear_ ? clear_deeper : 0), deepest);
    return std::clamp(task_.request.limits.depth.value_or(own), 1, own);
  }

  void deepen() {
    const int last = deepest_wanted();
    for (int depth = 1; depth <= last && !task_.budget.is_spent(); ++depth) {
      if (std::ranges::all_of(tries_, &Try::is_settled)) return;
      hand_.set_root_depth(depth);
      if (!search_to(depth)) return;
      depth_ = depth;
      if (task_.progress) task_.progress(progress_of(task_, findings()));
      const bool is_only = tries_.size() == 1 && !task_.request.limits.depth && !task_.request.is_analysis;
      if (is_only || (wanted_ == 1 && is_decided(depth))) return;
    }
  }

  bool is_decided(int depth) const {
    const int best = std::abs(tries_.front().score);
    return best >= least_sure_win && sure_win - best <= depth;
  }

  // What history makes of a move only the game knows: draws by repetition and by counting end it.
  void settle_ends() {
    for (Try& each : tries_) {
      const auto game = task_.game.clone();
      const auto move = game->parse(each.text);
      if (!move || !game->play(*move)) continue;
      const game::Outcome& outcome = game->outcome();
      if (!outcome.is_over) continue;
      const auto seat = static_cast<std::size_t>(task_.game.seat_to_move());
      each.is_settled = true;
      each.score = outcome.is_draw ? 0 : outcome.standings[seat].place == 1 ? sure_win - 1 : 1 - sure_win;
    }
  }

  // In a position that tables know: by distance where they have it, which needs no search, and otherwise what gives
  // away half a point is out of the question. Tables know nothing of draw rules: what a count may end before is
  // searched.
  void settle_by_tables() {
    if (tables_ == nullptr) return;
    const auto value = tables_->value(root_);
    if (!value) return;
    for (Try& each : tries_) {
      if (!each.is_settled) settle_by_tables(each, *value);
    }
    const bool has_settled_win =
        std::ranges::any_of(tries_, [](const Try& each) { return each.is_settled && each.score >= least_sure_win; });
    if (!has_settled_win) return;
    for (Try& each : tries_) {
      if (each.is_settled) continue;
      each.is_settled = true;
      each.score = 0;
    }
  }

  void settle_by_tables(Try& each, tablebase::Value value) {
    const Place next = draughts::after(root_, each.move);
    const auto theirs = tables_->value(next);
    if (!theirs) return;
    const bool is_as_good = *theirs == best_reply_to(value);
    if (*theirs == tablebase::Value::draw) {
      each.is_settled = !is_as_good;
      each.score = is_as_good ? each.score : 0;
      return;
    }
    const auto distance = tables_->distance(next);
    const int left = left_after(each.move, next);
    if (distance ? *distance >= left : left < patience_of_tables) return;
    const bool is_win = *theirs == tablebase::Value::loss;
    if (distance) {
      each.is_settled = true;
      each.score = is_win ? sure_win - 1 - *distance : *distance + 1 - sure_win;
    } else if (is_as_good) {
      each.known_lead = is_win ? table_win : -table_win;
    } else {
      each.is_settled = true;
      each.score = -table_win;
    }
  }

  int left_after(const Move& move, const Place& next) const {
    auto counts = past_.counts;
    counts.play(root_, move, next);
    return moves_left<Variant>(counts);
  }

  static tablebase::Value best_reply_to(tablebase::Value value) {
    if (value == tablebase::Value::draw) return value;
    return value == tablebase::Value::win ? tablebase::Value::loss : tablebase::Value::win;
  }

  // False where there was no time for all of it; what is known by then is kept.
  bool search_to(int depth) {
    const int before = tries_.front().score;
    if (depth < 5 || wanted_ > 1 || slack_ > 0 || is_known(before))
      return pass(depth, -everything, everything).has_value();
    int width = first_window;
    int alpha = before - width;
    int beta = before + width;
    while (true) {
      const auto score = pass(depth, alpha, beta);
      if (!score) return false;
      width *= 3;
      if (*score <= alpha) {
        alpha = width > 300 || is_known(*score) ? -everything : *score - width;
      } else if (*score >= beta) {
        beta = width > 300 || is_known(*score) ? everything : *score + width;
      } else {
        return true;
      }
    }
  }

  // Tries every move once; the best score, or none where time ran out.
  std::optional<int> pass(int depth, int alpha, int beta) {
    for (Try& each : tries_) each.is_exact = false;
    int best = -everything;
    for (std::size_t number = 0; number < tries_.size(); ++number) {
      Try& each = tries_[number];
      const int floor = std::max(alpha, floor_before(number));
      if (each.is_settled) {
        each.next_score = each.score;
      } else if (!search_try(each, number, floor, beta, depth)) {
        keep_partial(number);
        return std::nullopt;
      }
      each.is_exact = each.next_score > floor || each.is_settled;
      best = std::max(best, each.next_score);
      if (each.next_score >= beta) break;
    }
    // Too low or too high a window settles nothing, but what was too good is tried first.
    if (best <= alpha) {
      for (Try& each : tries_) each.is_exact = false;
      return best;
    }
    put_in_order();
    return best;
  }

  bool search_try(Try& each, std::size_t number, int floor, int beta, int depth) {
    const int below = depth - 1 + (tries_.size() == 1 ? 1 : 0);
    const bool is_open = number < wanted_ || slack_ > 0;
    int score = 0;
    if (!is_open) {
      const int reduction = depth >= 4 && number >= wanted_ + 3 && each.move.captured == 0 ? 1 : 0;
      score = hand_.search_after(each.move, floor, floor + 1, below - reduction, true);
      if (hand_.overseer().is_over) return false;
      if (score > floor && reduction > 0) score = hand_.search_after(each.move, floor, floor + 1, below, true);
    }
    if (is_open || (score > floor && !hand_.overseer().is_over)) {
      score = hand_.search_after(each.move, floor, std::max(beta, floor + 1), below, false);
    }
    if (hand_.overseer().is_over) return false;
    each.next_score = score;
    if (score > floor) each.line = hand_.line(1);
    return true;
  }

  // A move that is not better than this one of those before it is of no interest.
  int floor_before(std::size_t number) const {
    if (number < wanted_) return -everything;
    std::vector<int> scores;
    for (std::size_t each = 0; each < number; ++each) {
      if (tries_[each].is_exact) scores.push_back(tries_[each].next_score);
    }
    if (scores.size() < wanted_) return -everything;
    std::ranges::sort(scores, std::greater{});
    const int last_wanted = scores[wanted_ - 1];
    return slack_ > 0 ? std::min(last_wanted, scores.front() - slack_ - 1) : last_wanted;
  }

  // Those with a score of their own by it, the others behind as they were, but for ties.
  void put_in_order() {
    int least = everything;
    for (Try& each : tries_) {
      if (!each.is_exact) continue;
      each.score = each.next_score;
      least = std::min(least, each.score);
    }
    for (Try& each : tries_) {
      if (each.is_exact) continue;
      each.score = std::min(each.score, least);
      // A level may take a move for better than it is, but not one that it has seen to lose.
      if (slack_ > 0 && is_known(each.next_score)) each.score = std::min(each.score, each.next_score);
    }
    sort_by_score(tries_);
  }

  // One better than the best of the depth before, at a greater depth, is better even if not all have been looked at.
  void keep_partial(std::size_t first_unknown) {
    if (first_unknown == 0 || wanted_ > 1 || slack_ > 0) return;
    std::size_t best = 0;
    for (std::size_t number = 1; number < first_unknown; ++number) {
      if (tries_[number].is_exact && tries_[number].next_score > tries_[best].next_score) best = number;
    }
    if (!tries_[best].is_exact || best == 0) return;
    tries_[best].score = std::max(tries_[best].next_score, tries_[best].score);
    std::rotate(tries_.begin(), tries_.begin() + static_cast<std::ptrdiff_t>(best),
                tries_.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    for (std::size_t number = 1; number < tries_.size(); ++number) {
      tries_[number].score = std::min(tries_[number].score, tries_.front().score);
    }
  }

  // Another thread over the same table, a little out of step with this one.
  void search_beside(int number) {
    Habits habits;
    auto hand = std::make_unique<Hand>(task_.memory, habits, tables_, Overseer{nullptr, &is_called_off_}, Manners{});
    hand->judge_by(task_.network);
    hand->begin_at(root_, past_);
    int before = 0;
    for (int depth = 1 + number % 2; depth <= deepest && !hand->overseer().is_over; ++depth) {
      hand->set_root_depth(depth);
      const int score = hand->search(0, before - 40, before + 40, depth, false);
      if (!hand->overseer().is_over && std::abs(score - before) >= 40) {
        before = hand->search(0, -everything, everything, depth, false);
      } else {
        before = score;
      }
      beside_ += hand->overseer().nodes - std::exchange(hand->told_nodes, hand->overseer().nodes);
    }
    beside_ += hand->overseer().nodes - hand->told_nodes;
  }

  Findings findings() {
    Findings found;
    found.depth = depth_;
    found.nodes_beside = beside_;
    found.noise = task_.is_free ? 0 : task_.skill.draughts.noise / (is_clear_ ? clear_sight : 1);
    for (std::size_t number = 0; number < tries_.size(); ++number) {
      const Try& each = tries_[number];
      Candidate candidate{{each.text}, told_by_tables(each)};
      // A level may choose another than those asked for, and the reply to it is told.
      const std::size_t told = number < wanted_ ? each.line.size() : std::min(each.line.size(), std::size_t{1});
      write_line(candidate.moves, draughts::after(root_, each.move), {each.line.data(), told});
      found.candidates.push_back(std::move(candidate));
    }
    sort_by_score(found.candidates);
    return found;
  }

  // A level that misjudges may give such a win away.
  int told_by_tables(const Try& each) const {
    if (each.known_lead == 0 || slack_ > 0 || is_known(each.score)) return told_score(each.score);
    return each.known_lead + std::clamp(each.score, -2000, 2000);
  }

  static void write_line(std::vector<std::string>& texts, const Place& from, std::span<const Move> line) {
    Place place = from;
    const auto list = std::make_unique<List>();
    for (const Move& move : line) {
      list->clear();
      draughts::generate<Variant>(place, *list);
      const auto written = draughts::write_moves(place, *list);
      const auto text = std::ranges::find(written, move, [](const auto& each) { return each.move; });
      if (text == written.end()) return;
      texts.push_back(text->text);
      place = draughts::after(place, move);
    }
  }

  const Task& task_;
  const Place root_;
  const Past<Variant> past_;
  const tablebase::TablesOf<Variant>* tables_;
  Hand hand_;
  std::vector<Try> tries_;
  std::size_t wanted_ = 1;
  int slack_ = 0;  // how far below the best a move may be that a level could take for better
  int depth_ = 0;
  bool is_clear_ = false;
  std::atomic<bool> is_called_off_ = false;
  std::atomic<std::uint64_t> beside_ = 0;
};

template <class Variant>
Checked<Findings> search_tree(const Task& task) {
  const auto position = draughts::position_from_fen<Variant>(task.game.position());
  if (!position) return std::unexpected(position.error());
  const auto root = std::make_unique<Root<Variant, typename ChosenEvaluation<Variant>::Type>>(task, *position);
  return root->search();
}

}  // namespace crownstar::search
