// One search thread of draughts: alpha-beta with a transposition table, pruning, reductions, extensions and quiescence.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "engines/search/draughts/state/game_end.hpp"
#include "engines/search/draughts/state/game_history.hpp"
#include "engines/search/draughts/state/margins.hpp"
#include "engines/search/draughts/state/move_order.hpp"
#include "engines/search/draughts/state/node_limit.hpp"
#include "engines/search/draughts/state/reductions.hpp"
#include "engines/search/draughts/state/scores.hpp"
#include "engines/search/draughts/state/search_options.hpp"
#include "engines/search/draughts/state/search_stack.hpp"
#include "engines/search/draughts/state/transposition_table.hpp"
#include "engines/search/net/network.hpp"
#include "engines/tablebase/probe.hpp"
#include "rules/draughts/generation.hpp"

namespace crownstar::search::draughts {

template <class Variant, class Evaluation>
class Worker {
 public:
  using Stack = SearchStack<Variant, Evaluation>;
  using Position = Stack::Position;
  using Move = Stack::Move;
  using List = Stack::List;
  using Side = draughts::Side;
  using Tablebase = tablebase::TablesOf<Variant>;

  Worker(TranspositionTable& table, History& history, const Tablebase* tablebase, NodeLimit node_limit,
         SearchOptions options, const Margins& margins, const Reductions& reductions)
      : table_(table),
        tablebase_(tablebase),
        node_limit_(node_limit),
        options_(options),
        margins_(margins),
        reductions_(reductions),
        move_order_(history) {}

  void use_network(const net::Network* network) { stack_.use_network(network); }

  void set_root(const Position& root, const GameHistory<Variant>& game_history) {
    stack_.set_root(root, game_history);
    root_pieces_ = board::count_bits(root.occupied());
  }

  const NodeLimit& node_limit() const { return node_limit_; }
  void set_root_depth(int depth) { root_depth_ = depth; }
  void play_out_captures() { options_.has_quiescence = true; }

  // The principal variation from a ply on.
  const std::vector<Move>& line(int ply) const { return stack_.at(ply).line; }

  // From the view of the side to move.
  int root_static_eval() { return stack_.static_eval(0); }

  // After a move of the root, from the view of the side that made it.
  int static_eval_after(const Move& move) {
    stack_.make_child(0, move);
    return -stack_.static_eval(1);
  }

  // The score of a move of the root, from the view of the side that made it.
  int search_after(const Move& move, int alpha, int beta, int depth, bool is_cut) {
    stack_.make_child(0, move);
    return -search(1, -beta, -alpha, depth, is_cut);
  }

  int search(int ply, int alpha, int beta, int depth, bool is_cut) {
    Ply& here = stack_.at(ply);
    here.line.clear();
    if (depth <= 0) return quiescence(ply, alpha, beta);
    if (node_limit_.count_node()) return 0;
    if (const auto score = score_of_ended(ply)) return *score;
    const bool is_pv = beta - alpha > 1;
    if (ply > 0) {
      alpha = std::max(alpha, ply - win_score);
      beta = std::min(beta, win_score - ply - 1);
      if (alpha >= beta) return alpha;
    }

    // The transposition table and the endgame tables.
    const bool is_full = here.excluded_move == 0;
    const std::uint64_t key = Stack::table_key(here);
    const auto entry = is_full ? table_.probe(key) : std::nullopt;
    if (entry && ply > 0 && !is_pv) {
      if (const auto score = table_cutoff(*entry, alpha, beta, depth, ply)) return *score;
    }
    if (is_full && ply > 0) {
      if (const auto score = tablebase_score(ply, depth)) {
        store(key, 0, *score, no_eval, depth, Bound::exact, ply);
        return *score;
      }
    }

    List& list = here.cleared_list();
    draughts::generate<Variant>(here.position, list);
    if (list.is_too_complex()) return stack_.static_eval(ply);
    if (list.is_empty()) return score_without_move<Variant>(ply);

    // Pruning by the static evaluation.
    const std::uint16_t table_move = entry ? entry->move : std::uint16_t{0};
    int static_eval = no_eval;
    if (!here.must_capture)
      static_eval = entry && entry->static_eval != no_eval ? entry->static_eval : stack_.static_eval(ply);
    here.static_eval = static_eval;
    const bool is_calm = !here.must_capture && !options_.is_exact && !is_decided(beta);
    const bool is_improving = !is_calm || ply < 2 || stack_.at(ply - 2).static_eval == no_eval ||
                              static_eval > stack_.at(ply - 2).static_eval;
    if (is_calm && !is_pv && is_full) {
      if (const auto score = prune(ply, beta, depth, static_eval, is_improving, is_cut)) return *score;
      if (node_limit_.is_reached) return 0;
    }
    if (!options_.is_exact && depth >= margins_.internal_reduction_depth && table_move == 0 && list.size() > 1) --depth;

    int singular = 0;
    // On the principal variation only, see tuned.hpp.
    if (entry && is_full && is_pv && ply > 0 && list.size() > 1) {
      const auto result = singular_extension(ply, *entry, beta, depth, is_cut);
      if (node_limit_.is_reached) return 0;
      if (result.is_cut) return result.score;
      singular = result.extension;
      // That search has overwritten this ply's list.
      if (result.has_searched) draughts::generate<Variant>(here.position, here.cleared_list());
    }
    return search_moves(ply, alpha, beta, depth, {table_move, static_eval, singular, is_pv, is_cut, is_improving});
  }

 private:
  using Ply = Stack::Ply;
  using MoveChoice = Stack::MoveChoice;

  // Where the game is over before a move is looked for, and where the stack is.
  std::optional<int> score_of_ended(int ply) {
    const Ply& here = stack_.at(ply);
    if (draughts::is_ended_by_a_king(here.position)) return score_after_king(here.position, ply);
    if (ply > 0) {
      if (here.moves_left <= 0) return score_at_full_count(ply);
      if (stack_.is_repeated(ply)) return 0;
    }
    if (ply >= most_plies) return stack_.static_eval(ply);
    return std::nullopt;
  }

  struct NodeContext {
    std::uint16_t table_move;
    int static_eval;
    int singular;  // by how many plies the table's move is extended
    bool is_pv;
    bool is_cut;
    bool is_improving;
  };

  struct SingularResult {
    int extension = 0;
    int score = 0;
    bool is_cut = false;
    bool has_searched = false;
  };

  static bool is_threatened(const Position& position) {
    return position.turn == Side::white ? draughts::can_capture<Variant, Side::black>(position)
                                        : draughts::can_capture<Variant, Side::white>(position);
  }

  // The game is drawn, even where there is something to capture; only who cannot move has lost before.
  int score_at_full_count(int ply) {
    const Ply& here = stack_.at(ply);
    return here.must_capture || has_quiet_move(here.position) ? 0 : score_without_move<Variant>(ply);
  }

  // Tables are probed only with fewer pieces than at the root: otherwise every move of a won ending would look the
  // same. A win that a draw counter might prevent does not count as one.
  std::optional<int> tablebase_score(int ply, int depth) {
    if (tablebase_ == nullptr) return std::nullopt;
    const Ply& here = stack_.at(ply);
    const int pieces = board::count_bits(here.position.occupied());
    if (pieces > tablebase_->most_pieces() || pieces >= root_pieces_ ||
        here.moves_left < tuned::least_moves_for_tablebase)
      return std::nullopt;
    const auto value = depth >= tuned::least_depth_to_unpack ? tablebase_->value(here.position)
                                                             : tablebase_->value_at_hand(here.position);
    if (!value) return std::nullopt;
    if (*value == tablebase::Value::draw) return 0;
    const int nuance = std::clamp(stack_.raw_eval(ply), -tuned::most_nuance, tuned::most_nuance);
    return *value == tablebase::Value::win ? tablebase_win - ply + nuance : ply - tablebase_win + nuance;
  }

  // Quiescence search: captures, which are forced, are played out.
  int quiescence(int ply, int alpha, int beta) {
    Ply& here = stack_.at(ply);
    if (node_limit_.count_node()) return 0;
    if (draughts::is_ended_by_a_king(here.position)) return score_after_king(here.position, ply);
    if (here.moves_left <= 0) return score_at_full_count(ply);
    if (ply >= most_plies) return stack_.static_eval(ply);
    if (!here.must_capture) {
      if (!has_quiet_move(here.position)) return score_without_move<Variant>(ply);
      if (ply > 0) {
        if (const auto score = tablebase_score(ply, 0)) return *score;
      }
      return stack_.static_eval(ply);
    }
    if (!options_.has_quiescence) return stack_.static_eval(ply);
    List& list = here.cleared_list();
    draughts::generate<Variant>(here.position, list);
    if (list.is_too_complex()) return stack_.static_eval(ply);
    int best = -win_score;
    for (std::size_t number = 0; number < list.size(); ++number) {
      stack_.make_child(ply, list[number]);
      stack_.at(ply + 1).line.clear();
      const int score = -quiescence(ply + 1, -beta, -alpha);
      if (node_limit_.is_reached) return 0;
      if (score <= best) continue;
      best = score;
      if (score <= alpha) continue;
      alpha = score;
      if (alpha >= beta) break;
      here.update_line(list[number], stack_.at(ply + 1));
    }
    return best;
  }

  // The score of a table entry that was searched as deeply, if its bound decides this node.
  std::optional<int> table_cutoff(const TableEntry& entry, int alpha, int beta, int depth, int ply) const {
    const bool is_as_deep = options_.is_exact ? entry.depth == depth : entry.depth >= depth;
    if (!is_as_deep) return std::nullopt;
    const int score = score_from_table(entry.score, ply);
    const bool is_enough = entry.bound == Bound::exact || (entry.bound == Bound::at_least && score >= beta) ||
                           (entry.bound == Bound::at_most && score <= alpha);
    return is_enough ? std::optional(score) : std::nullopt;
  }

  // Reverse futility, and a shallower search against a raised beta.
  std::optional<int> prune(int ply, int beta, int depth, int static_eval, bool is_improving, bool is_cut) {
    Ply& here = stack_.at(ply);
    if (static_eval < beta || is_threatened(here.position)) return std::nullopt;
    const int margin = margins_.futility_margin * (depth - (is_improving ? 1 : 0)) + margins_.reverse_futility_base;
    if (depth <= margins_.reverse_futility_depth && static_eval - margin >= beta) return static_eval;
    if (depth < margins_.raised_beta_depth) return std::nullopt;
    const int raised = beta + margins_.raised_beta_for_a_ply * depth;
    if (static_eval < raised) return std::nullopt;
    const int score = search(ply, raised - 1, raised, depth * margins_.raised_beta_search_percent / 100, is_cut);
    if (node_limit_.is_reached || score < raised) {
      if (!node_limit_.is_reached) draughts::generate<Variant>(here.position, here.cleared_list());
      return std::nullopt;
    }
    return is_decided(score) ? beta : score;
  }

  // Extends the table's move where all others are clearly worse. Where even they reach beta, the node is cut off.
  SingularResult singular_extension(int ply, const TableEntry& entry, int beta, int depth, bool is_cut) {
    SingularResult result;
    const bool is_candidate = depth >= margins_.singular_depth && entry.move != 0 &&
                              entry.depth >= depth - tuned::singular_entry_depth && entry.bound != Bound::at_most &&
                              entry.bound != Bound::none && !is_decided(entry.score) && !options_.is_exact &&
                              ply < tuned::deepest_singular_ply(root_depth_);
    if (!is_candidate) return result;
    Ply& here = stack_.at(ply);
    const int lowered = entry.score - margins_.singular_margin_for_a_ply * depth;
    here.excluded_move = entry.move;
    const int score = search(ply, lowered - 1, lowered, tuned::singular_search_depth(depth), is_cut);
    here.excluded_move = 0;
    result.has_searched = true;
    if (node_limit_.is_reached) return result;
    if (score < lowered) {
      result.extension = 1;
    } else if (lowered >= beta) {
      result.is_cut = true;
      result.score = lowered;
    }
    return result;
  }

  int search_moves(int ply, int alpha, int beta, int depth, const NodeContext& node) {
    Ply& here = stack_.at(ply);
    const List& list = here.moves->list;
    const int first_alpha = alpha;
    const Side side = here.position.turn;
    const std::uint16_t excluded_move = here.excluded_move;
    score_moves(here, node.table_move);
    stack_.at(ply + 1).killers = {};
    TriedMoves tried;
    int best = -win_score;
    Move best_move{};
    // The only answer to a capture is extended; where losing all pieces wins, every forced move is.
    constexpr bool is_forcing_all = Variant::rules.ending == draughts::Ending::no_move_wins;
    const bool is_answer = is_forcing_all || (here.must_capture && here.previous_move.captured != 0);
    const bool is_forced =
        is_answer && list.size() == 1 && !options_.is_exact && ply < tuned::deepest_forced_ply(root_depth_);
    for (std::size_t number = 0; number < list.size(); ++number) {
      const Move move = here.pick_best(number);
      const std::uint16_t code = move_code<Variant>(move);
      if (code == excluded_move && excluded_move != 0) continue;
      const bool is_quiet = move.captured == 0 && !move.crowns;
      stack_.make_child(ply, move, depth > 1 ? &table_ : nullptr);
      const Ply& next = stack_.at(ply + 1);
      if (is_quiet && number > 0 && is_futile(here, next, alpha, best, depth, number, node)) continue;
      const int extension = is_forced ? 1 : number == 0 && code == node.table_move ? node.singular : 0;
      const int below = depth - 1 + extension;
      int score = 0;
      const bool may_reduce = number > 0 && depth >= 2 && is_quiet && !next.must_capture;
      const int reduction = may_reduce ? reduction_of(here, move, depth, number, node) : 0;
      if (number == 0) {
        score = -search(ply + 1, -beta, -alpha, below, node.is_pv ? false : !node.is_cut);
      } else {
        score = -search(ply + 1, -alpha - 1, -alpha, below - reduction, true);
        if (!node_limit_.is_reached && reduction > 0 && score > alpha) {
          score = -search(ply + 1, -alpha - 1, -alpha, below, !node.is_cut);
        }
        if (!node_limit_.is_reached && score > alpha && score < beta)
          score = -search(ply + 1, -beta, -alpha, below, false);
      }
      if (node_limit_.is_reached) return 0;
      if (score > best) {
        best = score;
        if (score > alpha) {
          alpha = score;
          best_move = move;
          here.update_line(move, next);
          if (alpha >= beta) {
            update_history(here, side, move, depth, tried);
            break;
          }
        }
      }
      if (is_quiet) tried.add(number);
    }
    if (excluded_move != 0) return best == -win_score ? alpha : best;
    const Bound bound = best >= beta ? Bound::at_least : best > first_alpha ? Bound::exact : Bound::at_most;
    store(Stack::table_key(here), best > first_alpha ? move_code<Variant>(best_move) : std::uint16_t{0}, best,
          node.static_eval, depth, bound, ply);
    return best;
  }

  // Late move pruning and futility pruning of a quiet move.
  bool is_futile(const Ply& here, const Ply& next, int alpha, int best, int depth, std::size_t number,
                 const NodeContext& node) const {
    if (options_.is_exact || node.is_pv || next.must_capture || here.must_capture || is_decided(best) ||
        best == -win_score) {
      return false;
    }
    if (depth > margins_.late_move_pruning_depth) return false;
    const int most_searched = margins_.late_move_pruning_base + depth * depth * (node.is_improving ? 2 : 1);
    if (static_cast<int>(number) >= most_searched) return true;
    return node.static_eval + margins_.futility_base + margins_.futility_margin * 2 * depth <= alpha;
  }

  int reduction_of(const Ply& here, const Move& move, int depth, std::size_t number, const NodeContext& node) const {
    if (options_.is_exact) return 0;
    int reduction = reductions_.of(depth, number);
    if (node.is_pv) --reduction;
    if (!node.is_improving) ++reduction;
    reduction -= move_order_.history_score(here.position.turn, move, here.previous_move) / margins_.history_for_a_ply;
    return std::clamp(reduction, 0, depth - 1);
  }

  void score_moves(Ply& here, std::uint16_t table_move) {
    MoveChoice& moves = *here.moves;
    for (std::size_t number = 0; number < moves.list.size(); ++number) {
      const Move& move = moves.list[number];
      moves.scores[number] =
          table_move != 0 && move_code<Variant>(move) == table_move
              ? tuned::table_move_score
              : move_order_.score(here.position.turn, move, here.previous_move, here.killers[0], here.killers[1]);
    }
  }

  void update_history(Ply& here, Side side, const Move& move, int depth, const TriedMoves& tried_before) {
    if (move.captured != 0) return;
    const std::uint16_t code = move_code<Variant>(move);
    if (here.killers[0] != code) here.killers = {code, here.killers[0]};
    const int bonus = tuned::history_bonus(depth);
    move_order_.update(side, move, here.previous_move, bonus);
    for (const std::uint16_t number : tried_before.all()) {
      move_order_.update(side, here.moves->list[number], here.previous_move, -bonus);
    }
  }

  void store(std::uint64_t key, std::uint16_t move, int score, int static_eval, int depth, Bound bound, int ply) {
    table_.store(key, {move, static_cast<std::int16_t>(score_to_table(score, ply)),
                       static_cast<std::int16_t>(static_eval), static_cast<std::int8_t>(std::min(depth, 127)), bound});
  }

  TranspositionTable& table_;
  const Tablebase* tablebase_;
  NodeLimit node_limit_;
  SearchOptions options_;
  const Margins margins_;
  const Reductions& reductions_;
  Stack stack_;
  MoveOrder<Variant> move_order_;
  int root_pieces_ = 0;
  int root_depth_ = 1;
};

}  // namespace crownstar::search::draughts
