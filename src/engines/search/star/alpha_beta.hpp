// Alpha-beta for races: one's own side against the rest, whose turns follow an opponent model.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <vector>

#include "base/mixing.hpp"
#include "engines/search/budget.hpp"
#include "engines/search/findings.hpp"
#include "engines/search/star/evaluation/evaluation.hpp"
#include "engines/search/star/evaluation/goal_blockade.hpp"
#include "engines/search/star/evaluation/net_evaluation.hpp"
#include "engines/search/star/evaluation/tuned.hpp"
#include "engines/search/star/move_history.hpp"
#include "engines/search/star/transposition_table.hpp"
#include "engines/search/star/turn_order.hpp"
#include "engines/search/star/turns_home.hpp"

namespace crownstar::search::star {

template <int Side>
class AlphaBeta {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;
  using Move = sternhalma::Move;
  using Node = EvaluatedPosition<Side>;

 public:
  static constexpr int most_depth = 24;
  static constexpr int infinite = won + 1;
  static constexpr int drawn = 0;

  struct OrderedMove {
    Move move;
    std::uint8_t set = 0;
    std::uint8_t seat = 0;
    int order = 0;
  };

  AlphaBeta(const Course& course, const Evaluation<Side>& evaluation, const NetEvaluation<Side>& net,
            OpponentModel opponent_model, Budget& budget, TranspositionTable& table)
      : course_(course),
        evaluation_(evaluation),
        net_(net),
        turns_(course, opponent_model),
        budget_(budget),
        table_(table),
        goal_blockade_(course, evaluation.options().goal_blockade_cost),
        frames_(most_depth + 2) {}

  // The search takes the side of the seat to move.
  void set_root(const Node& root) {
    turns_.set_side(root.position);
    frames_[0].node = root;
    if (net_.is_used()) net_.reset(frames_[0].views, root.position);
    goal_blockade_.set_side(root.position);
    const int salt =
        turns_.own_unit() + 1 + 16 * static_cast<int>(turns_.model()) + 256 * goal_blockade_.pieces_at_root();
    root_key_ = base::splitmix64(static_cast<std::uint64_t>(salt));
  }

  // The score of a move of the root, searched `depth` turns deep (1: the static evaluation after it).
  int score_of(const OrderedMove& first, int depth, int alpha, int beta) {
    Frame& child = frames_[1];
    child.node = frames_[0].node;
    child.move_made = first;
    const auto ended = play(child.node, first, could_come_home(course_, child.node.position, turns_.own_unit()), 1);
    if (ended) return *ended;
    if (depth <= 1) return static_eval(child.node);
    return is_ours(child.node.position) ? negamax(1, depth - 1, alpha, beta) : -negamax(1, depth - 1, -beta, -alpha);
  }

  // The expected line after a move of the root, as far as the transposition table has it.
  std::vector<OrderedMove> line_after(const OrderedMove& first, int most) {
    std::vector<OrderedMove> line;
    Node node = frames_[0].node;
    OrderedMove next = first;
    while (static_cast<int>(line.size()) < most) {
      line.push_back(next);
      if (play(node, next, could_come_home(course_, node.position, unit_of(next.seat)), 1)) break;
      if (node.position.is_over()) break;
      const auto entry = table_.probe(key_of(node.position));
      if (!entry || !entry->has_move()) break;
      std::vector<OrderedMove> ordered;
      sternhalma::LegalMoves<Side> moves;
      list_moves(node, moves, ordered);
      const auto found = std::ranges::find(ordered, entry->move, &OrderedMove::move);
      if (found == ordered.end()) break;
      next = *found;
    }
    return line;
  }

  // Every move of the seats that may move, in no order.
  void list_moves(const Node& node, sternhalma::LegalMoves<Side>& moves, std::vector<OrderedMove>& ordered) const {
    ordered.clear();
    turns_.for_movers(node.position, [&](int seat) {
      if (seat == node.position.seat) {
        sternhalma::find_moves(course_, node.position, moves);
      } else {
        Position theirs = node.position;
        theirs.seat = static_cast<std::uint8_t>(seat);
        sternhalma::find_moves(course_, theirs, moves);
      }
      for (const auto& piece : moves) {
        piece.targets.for_each([&](int to) {
          const Move move{piece.from, static_cast<std::uint16_t>(to)};
          ordered.push_back({move, piece.set, static_cast<std::uint8_t>(seat), evaluation_.gain(piece.set, move)});
        });
      }
    });
  }

  // The root after the best single turn, without the network.
  int root_one_turn_score() const { return one_turn_score(frames_[0].node, 0); }

  int static_eval(const Node& node) const { return lead(node) - goal_blockade_.cost(node.position); }

 private:
  struct Frame {
    Node node;
    sternhalma::LegalMoves<Side> moves;
    std::vector<OrderedMove> ordered;
    std::array<Move, 2> killers{};
    OrderedMove move_made;  // the move that led here; no move for a pass
    Accumulators views;     // with a network only
  };

  struct Window {
    int ply;
    int depth;
    int alpha;
    int beta;
  };

  int unit_of(int seat) const { return course_.seating.unit_of_seat[seat]; }
  bool is_ours(const Position& position) const { return turns_.is_ours(position); }
  std::uint64_t key_of(const Position& position) const { return position.key() ^ root_key_; }

  int lead(const Node& node) const {
    return evaluation_.lead_of_unit(node, turns_.own_unit()) - turns_.owed(node.position);
  }

  // Where a win or a loss of two sides is in sight: bounds by the fewest turns that either side needs. True for a
  // cutoff.
  bool cutoff_by_distance(const Position& position, const Window& window, int& score) const {
    if (course_.seating.seats != 2 || turns_.model() == OpponentModel::alone) return false;
    const int mover = unit_of(position.seat);
    if (window.alpha >= surely_won) {
      score = won - (window.ply + 2 * fewest_turns_home(course_, position, mover) - 1);
      if (score <= window.alpha) return true;
    }
    if (window.beta <= -surely_won) {
      score = window.ply + 2 * fewest_turns_home(course_, position, 1 - mover) - won;
      if (score >= window.beta) return true;
    }
    return false;
  }

  // Plays a move and passes the turn on. The final score, from the view of our own side, where that ends the game.
  std::optional<int> play(Node& node, const OrderedMove& each, bool may_come_home, int ply) const {
    Position& position = node.position;
    if (position.seat != each.seat) position.give_turn(each.seat);
    position.move(each.set, each.move);
    node.left[each.set] -= evaluation_.gain(each.set, each.move);
    const int unit = unit_of(each.seat);
    const bool is_ours = unit == turns_.own_unit();
    if (may_come_home && sternhalma::is_unit_home(course_, position, unit)) {
      if (shares_place(course_, position)) return drawn;
      if (is_ours) return won - ply;
      sternhalma::give_place_at_home(course_, position, unit);
      const bool is_last = sternhalma::units_playing(course_, position) < 2;
      if (is_last || course_.rules.places == sternhalma::Places::first) return ply - won;
    } else if (is_last_turn(course_, position)) {
      return is_ours ? ply - won : won - ply;
    }
    turns_.pass_on(position);
    return std::nullopt;
  }

  // The network's sums of a ply, from those of the ply before.
  void update_net(int ply) {
    if (!net_.is_used()) return;
    Frame& frame = frames_[static_cast<std::size_t>(ply)];
    const Frame& parent = frames_[static_cast<std::size_t>(ply) - 1];
    if (frame.move_made.move == Move{}) {
      frame.views = parent.views;
    } else {
      net_.change(parent.views, frame.views, frame.move_made.set, frame.move_made.move);
    }
  }

  int leaf_score(const Frame& frame, int ply) const {
    const int best = one_turn_score(frame.node, ply);
    if (!net_.is_used() || std::abs(best) >= surely_won) return best;
    return best + net_.value(frame.views, frame.node.position.seat, evaluation_.phase(frame.node));
  }

  // The score after the move that gains most, found without making it: the last turn of each line.
  int one_turn_score(const Node& node, int ply) const {
    const bool ours = is_ours(node.position);
    const int goal_blockade_cost = goal_blockade_.cost(node.position);
    int best = -infinite;
    turns_.for_movers(node.position, [&](int seat) {
      Position mover = node.position;
      mover.seat = static_cast<std::uint8_t>(seat);
      const bool may_come_home = could_come_home(course_, mover, unit_of(seat));
      int most = -infinite;
      int best_set = 0;
      bool comes_home = false;
      bool shares = false;
      sternhalma::with_hop(course_.rules.hop, [&]<sternhalma::Hop hop>() {
        sternhalma::visit_moves<hop>(course_, mover, [&](int set, int from, const auto& targets) {
          if (targets.is_empty()) return;
          int least = infinite;
          targets.for_each([&](int to) { least = std::min(least, evaluation_.hole_value(set, to)); });
          const int gain = evaluation_.hole_value(set, from) - least;
          if (gain > most) {
            most = gain;
            best_set = set;
          }
          if (may_come_home && !comes_home) comes_home = has_move_home(mover, set, from, targets, shares);
        });
      });
      Node after;
      after.position.playing = node.position.playing;
      after.position.seat = node.position.seat;
      after.left = node.left;
      if (most > -infinite) after.left[static_cast<std::size_t>(best_set)] -= most;
      int score = 0;
      if (comes_home && (ours || sternhalma::units_playing(course_, node.position) <= 2)) {
        score = won - ply - 1;
      } else if (shares) {
        score = drawn;
      } else {
        after.position.seat = static_cast<std::uint8_t>(seat);
        turns_.pass_on(after.position);
        score = lead(after) - goal_blockade_cost;
        if (!ours) score = -score;
      }
      best = std::max(best, score);
    });
    return best;
  }

  // Whether a piece can bring its unit home, to a place of its own; `shares` where it is one that is shared.
  template <typename Slots>
  bool has_move_home(const Position& position, int set, int from, const Slots& targets, bool& shares) const {
    return targets.any_of([&](int to) {
      Position after = position;
      after.move(set, {static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to)});
      if (!sternhalma::is_unit_home(course_, after, unit_of(position.seat))) return false;
      if (!shares_place(course_, after)) return true;
      shares = true;
      return false;
    });
  }

  static int score_to_table(int score, int ply) {
    return score >= surely_won ? score + ply : score <= -surely_won ? score - ply : score;
  }
  static int score_from_table(int score, int ply) { return score_to_table(score, -ply); }

  // Scores the moves for their order, and returns how many of the best are searched.
  int order(Frame& frame, const std::optional<TableEntry>& entry, int depth) {
    int forward = 0;
    for (OrderedMove& each : frame.ordered) {
      if (goal_blockade_.is_caused_by(frame.node.position, each.set, each.move))
        each.order += tuned::goal_blockade_bonus;
      forward += each.order > tuned::least_gain ? 1 : 0;
      if (entry && entry->has_move() && each.move == entry->move) {
        each.order = infinite;
        continue;
      }
      each.order += history_.of(each.set, each.move) / tuned::history_divisor;
      if (each.move == frame.killers[0] || each.move == frame.killers[1]) each.order += tuned::killer_bonus;
    }
    const int all = static_cast<int>(frame.ordered.size());
    return std::min({all, tuned::most_moves(depth), std::max(forward, tuned::fewest_moves)});
  }

  // Most nodes are cut off after a move or two, so the rest are not sorted.
  static const OrderedMove& next_best(std::vector<OrderedMove>& ordered, std::size_t number) {
    std::size_t best = number;
    for (std::size_t at = number + 1; at < ordered.size(); ++at) {
      if (ordered[at].order > ordered[best].order) best = at;
    }
    std::swap(ordered[number], ordered[best]);
    return ordered[number];
  }

  int search_child(int ply, int depth, int alpha, int beta, bool ours) {
    return is_ours(frames_[static_cast<std::size_t>(ply)].node.position) == ours ? negamax(ply, depth, alpha, beta)
                                                                                 : -negamax(ply, depth, -beta, -alpha);
  }

  bool null_move_cutoff(const Frame& frame, int ply, int depth, int beta) {
    if (in_null_move_ || depth < tuned::null_move_depth || turns_.model() == OpponentModel::alone ||
        std::abs(beta) >= surely_won)
      return false;
    const bool ours = is_ours(frame.node.position);
    const int eval = static_eval(frame.node);
    if ((ours ? eval : -eval) < beta) return false;
    Frame& child = frames_[static_cast<std::size_t>(ply) + 1];
    child.node = frame.node;
    child.move_made = {};
    turns_.pass_on(child.node.position);
    if (is_ours(child.node.position) == ours) return false;
    in_null_move_ = true;
    const int score = -negamax(ply + 1, depth - 1 - tuned::null_move_reduction, -beta, 1 - beta);
    in_null_move_ = false;
    return !budget_.is_spent() && score >= beta;
  }

  // From the view of the side to move.
  int negamax(int ply, int depth, int alpha, int beta) {
    budget_.count_node();
    if (budget_.is_spent()) return 0;
    Frame& frame = frames_[static_cast<std::size_t>(ply)];
    if (depth <= 1 || ply >= most_depth) {
      update_net(ply);
      return leaf_score(frame, ply);
    }
    if (int score = 0; cutoff_by_distance(frame.node.position, {ply, depth, alpha, beta}, score)) return score;
    const std::uint64_t key = key_of(frame.node.position);
    const auto entry = table_.probe(key);
    if (entry && entry->depth >= depth) {
      const int score = score_from_table(entry->score, ply);
      const bool is_cutoff = entry->bound == Bound::exact || (entry->bound == Bound::at_least && score >= beta) ||
                             (entry->bound == Bound::at_most && score <= alpha);
      if (is_cutoff) return score;
    }
    update_net(ply);
    if (null_move_cutoff(frame, ply, depth, beta)) return beta;
    const bool was_in_null_move = std::exchange(in_null_move_, false);
    const int best = search_moves(frame, entry, {ply, depth, alpha, beta});
    in_null_move_ = was_in_null_move;
    return best;
  }

  int search_moves(Frame& frame, const std::optional<TableEntry>& entry, const Window& window) {
    const auto [ply, depth, first_alpha, beta] = window;
    Frame& child = frames_[static_cast<std::size_t>(ply) + 1];
    const bool ours = is_ours(frame.node.position);
    list_moves(frame.node, frame.moves, frame.ordered);
    if (frame.ordered.empty()) {  // CC-16
      child.node = frame.node;
      child.move_made = {};
      turns_.pass_on(child.node.position);
      return search_child(ply + 1, depth - 1, first_alpha, beta, ours);
    }
    const int width = order(frame, entry, depth);
    const bool may_come_home = could_side_come_home(course_, frame.node.position, turns_.own_unit(), ours);
    int alpha = first_alpha;
    int best = -infinite;
    Move best_move{};
    for (int number = 0; number < width; ++number) {
      const OrderedMove each = next_best(frame.ordered, static_cast<std::size_t>(number));
      child.node = frame.node;
      child.move_made = each;
      int score = 0;
      if (const auto ended = play(child.node, each, may_come_home, ply + 1)) {
        score = ours ? *ended : -*ended;
      } else {
        const int reduction = depth < tuned::late_move_depth ? 0 : tuned::late_move_reduction(number);
        score = number == 0 ? search_child(ply + 1, depth - 1, alpha, beta, ours)
                            : search_child(ply + 1, depth - 1 - reduction, alpha, alpha + 1, ours);
        if (number > 0 && score > alpha && reduction > 0) {
          score = search_child(ply + 1, depth - 1, alpha, alpha + 1, ours);
        }
        if (number > 0 && score > alpha && score < beta) score = search_child(ply + 1, depth - 1, alpha, beta, ours);
      }
      if (budget_.is_spent()) return 0;
      if (score <= best) continue;
      best = score;
      best_move = each.move;
      alpha = std::max(alpha, score);
      if (alpha < beta) continue;
      note_cutoff(frame, each, depth);
      break;
    }
    const Bound bound = best >= beta ? Bound::at_least : best > first_alpha ? Bound::exact : Bound::at_most;
    table_.store(key_of(frame.node.position),
                 {score_to_table(best, ply), bound == Bound::at_most ? Move{} : best_move, depth, bound});
    return best;
  }

  void note_cutoff(Frame& frame, const OrderedMove& each, int depth) {
    if (frame.killers[0] != each.move) {
      frame.killers[1] = frame.killers[0];
      frame.killers[0] = each.move;
    }
    history_.note(each.set, each.move, depth);
  }

  const Course& course_;
  const Evaluation<Side>& evaluation_;
  const NetEvaluation<Side>& net_;
  TurnOrder<Side> turns_;
  Budget& budget_;
  TranspositionTable& table_;
  GoalBlockade<Side> goal_blockade_;
  std::vector<Frame> frames_;
  MoveHistory history_;
  std::uint64_t root_key_ = 0;
  bool in_null_move_ = false;
};

}  // namespace crownstar::search::star
