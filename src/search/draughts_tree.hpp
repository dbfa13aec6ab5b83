// Knows how the tree of one draughts variant is searched: alpha-beta, deeper and deeper, and on while there are
// captures. Refuses to know levels, and what was searched before; included only where variants are instantiated.
#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "draughts/fen.hpp"
#include "draughts/generation.hpp"
#include "draughts/move_text.hpp"
#include "search/draughts_search.hpp"
#include "search/draughts_worth.hpp"

namespace crownstar::search {

template <class Variant>
class DraughtsTree {
  using Place = draughts::Position<Variant>;
  using Move = draughts::Move<Variant>;
  using List = draughts::MoveList<Variant>;

  // Forced moves and captures lengthen a line; past this nothing does.
  static constexpr int most_plies = 48;
  static constexpr int most_depth = 40;

 public:
  DraughtsTree(const Task& task, const Place& root)
      : task_(task),
        budget_(task.budget),
        root_(root),
        sees_answers_(task.is_free || task.skill.draughts.sees_answers),
        lists_(most_plies + 1) {}

  Checked<Findings> search() {
    List& list = list_at(0);
    draughts::generate<Variant>(root_, list);
    if (list.is_too_complex()) return board::refuse("the position is too complex to be searched");
    Findings found;
    for (auto& written : draughts::write_moves(root_, list)) {
      tries_.push_back({written.move, written.text, 0, draughts::after(root_, written.move), 0, {}, false});
    }
    settle_ends();
    found.candidates = candidates();
    const int deepest = deepest_wanted();
    for (int depth = 1; depth <= deepest && !budget_.is_spent(); ++depth) {
      if (!search_to(depth)) break;
      found.depth = depth;
      found.candidates = candidates();
      if (task_.progress) task_.progress(progress_of(task_, found));
      if (tries_.size() == 1 || is_decided(found)) break;
    }
    return found;
  }

 private:
  struct Try {
    Move move;
    std::string text;
    int score = 0;
    Place next;
    int next_score = 0;  // of the depth at hand, until that is complete
    Move reply;
    bool is_settled = false;  // the game is over after it
  };

  int deepest_wanted() const {
    const int own = task_.is_free ? most_depth : task_.skill.draughts.depth;
    return std::min(task_.request.limits.depth.value_or(own), task_.is_free ? most_depth : own);
  }

  bool is_decided(const Findings& found) const {
    const int best = found.candidates.front().score;
    return best >= surely_won && won - best <= found.depth;
  }

  List& list_at(int ply) {
    auto& list = lists_[static_cast<std::size_t>(ply)];
    if (!list) list = std::make_unique<List>();
    std::construct_at(list.get());
    return *list;
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
      each.score = outcome.is_draw ? 0 : outcome.standings[seat].place == 1 ? won - 1 : 1 - won;
    }
  }

  std::vector<Candidate> candidates() const {
    std::vector<Candidate> all;
    for (const Try& each : tries_) {
      Candidate candidate{{each.text}, each.score};
      if (each.reply != Move{}) candidate.moves.push_back(text_of(each.next, each.reply));
      all.push_back(std::move(candidate));
    }
    sort_by_score(all);
    return all;
  }

  static std::string text_of(const Place& place, const Move& move) {
    const auto list = std::make_unique<List>();
    draughts::generate<Variant>(place, *list);
    for (const auto& written : draughts::write_moves(place, *list)) {
      if (written.move == move) return written.text;
    }
    return {};
  }

  // Every move with its own score, since levels choose among near-equals. False if there was no time for all of them.
  bool search_to(int depth) {
    for (Try& each : tries_) {
      if (each.is_settled) continue;
      best_reply_ = {};
      each.next_score = -below(each.next, depth - 1, -won, won, 1);
      if (budget_.is_spent()) return depth == 1 && keep_partial(each);
      each.reply = best_reply_;
    }
    for (Try& each : tries_) {
      if (!each.is_settled) each.score = each.next_score;
    }
    sort_by_score(tries_);
    return true;
  }

  // The first depth was not complete: what has not been looked at is worth what stands on the board.
  bool keep_partial(const Try& first_unknown) {
    bool is_known = true;
    for (Try& each : tries_) {
      is_known = is_known && &each != &first_unknown;
      if (!each.is_settled) each.score = is_known ? each.next_score : -Worth<Variant>::of(each.next);
    }
    return true;
  }

  int below(const Place& place, int depth, int alpha, int beta, int ply) {
    budget_.count_node();
    if (budget_.is_spent()) return 0;
    if (draughts::is_ended_by_a_king(place)) {
      return place.kings_of(draughts::other(place.turn)) != 0 ? ply - won : won - ply;
    }
    List& list = list_at(ply);
    draughts::generate<Variant>(place, list);
    if (list.is_too_complex()) return Worth<Variant>::of(place);
    if (list.is_empty()) return Variant::rules.ending == draughts::Ending::no_move_wins ? won - ply : ply - won;
    const bool is_quiet = list[0].captured == 0;
    if (ply >= most_plies || (depth <= 0 && (is_quiet || !sees_answers_))) return Worth<Variant>::of(place);
    // A capture at the end of a line is followed to where it is quiet, and a move without choice costs no depth.
    const int next_depth = list.size() == 1 && ply < most_plies / 2 ? depth : depth - 1;
    return best_of(place, list, std::max(next_depth, 0), alpha, beta, ply);
  }

  int best_of(const Place& place, const List& list, int depth, int alpha, int beta, int ply) {
    Move& killer = killers_[static_cast<std::size_t>(ply)];
    const auto last = list.size();
    std::size_t first = 0;
    for (std::size_t number = 0; number < last; ++number) {
      if (list[number] == killer) first = number;
    }
    int best = -won;
    for (std::size_t turn = 0; turn < last; ++turn) {
      // The move that cut off beside this node first, then the others in their order.
      const std::size_t number = turn == 0 ? first : turn <= first ? turn - 1 : turn;
      const Move move = list[number];
      const int score = -below(draughts::after(place, move), depth, -beta, -alpha, ply + 1);
      if (budget_.is_spent()) return 0;
      if (score <= best) continue;
      best = score;
      if (ply == 1) best_reply_ = move;
      alpha = std::max(alpha, score);
      if (alpha >= beta) {
        killer = move;
        break;
      }
    }
    return best;
  }

  const Task& task_;
  Budget& budget_;
  const Place root_;
  const bool sees_answers_;
  std::vector<std::unique_ptr<List>> lists_;
  std::array<Move, most_plies + 1> killers_{};
  std::vector<Try> tries_;
  Move best_reply_{};
};

template <class Variant>
Checked<Findings> search_tree(const Task& task) {
  const auto position = draughts::position_from_fen<Variant>(task.game.position());
  if (!position) return std::unexpected(position.error());
  return DraughtsTree<Variant>(task, *position).search();
}

}  // namespace crownstar::search
