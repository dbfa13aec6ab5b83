// Knows how a race is searched some turns ahead: alpha-beta between one's own side and the rest, with what the rest
// does bounded by the method.
// Refuses to know the first move's choice among equals, levels, and races in which nobody meets anybody (see solo.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <vector>

#include "engines/search/budget.hpp"
#include "engines/search/findings.hpp"
#include "engines/search/star/outlook.hpp"
#include "engines/search/star/shut_out.hpp"
#include "engines/search/star/star_net.hpp"
#include "engines/search/star/transposition_table.hpp"

namespace crownstar::search {

// Who moves between two turns of one's own, and against whom.
enum class StarMethod : std::uint8_t {
  paranoid,    // every rival in turn, each against us
  best_reply,  // one rival only, the one whose move hurts us most
  alone,       // nobody
  forecast     // every rival in turn, each with the move that gains it most: no tree (see forecast.hpp)
};

template <int Side>
class StarTree {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;
  using Move = sternhalma::Move;
  using Node = StarNode<Side>;

 public:
  static constexpr int most_depth = 24;
  static constexpr int infinite = won + 1;

  struct Try {
    Move move;
    std::uint8_t set = 0;
    std::uint8_t seat = 0;
    int order = 0;
  };

  StarTree(const Course& course, const StarOutlook<Side>& outlook, const StarNet<Side>& net, StarMethod method,
           Budget& budget, StarMemory& memory)
      : course_(course),
        outlook_(outlook),
        net_(net),
        method_(method),
        budget_(budget),
        memory_(memory),
        shut_out_(course, outlook.view().shut_out),
        frames_(most_depth + 2),
        history_(history_size) {}

  // Whose side the search takes.
  void begin(const Node& root) {
    root_seat_ = root.position.seat;
    root_unit_ = course_.seating.unit_of_seat[root_seat_];
    frames_[0].node = root;
    if (net_.is_used()) net_.reset(frames_[0].views, root.position);
    shut_out_.take(root.position);
    const int taken = root_unit_ + 1 + 16 * static_cast<int>(method_) + 256 * shut_out_.there();
    root_key_ = sternhalma::mixed(static_cast<std::uint64_t>(taken));
    rivals_ = 0;
    for (int seat = 0; seat < course_.seating.seats; ++seat) rivals_ += is_rival(root.position, seat) ? 1 : 0;
  }

  // The worth of one of our moves at the root, looked at `depth` turns deep (1: what stands on the board after it).
  int score_of(const Try& first, int depth, int alpha, int beta) {
    Frame& child = frames_[1];
    child.node = frames_[0].node;
    child.made = first;
    const int ended = play(child.node, first, could_come_home(child.node.position, root_unit_), 1);
    if (ended != 0) return ended;
    if (depth <= 1) return outlook(child.node);
    return is_ours(child.node.position) ? negamax(1, depth - 1, alpha, beta) : -negamax(1, depth - 1, -beta, -alpha);
  }

  // What is expected to follow a move at the root, as far as it is remembered.
  std::vector<Try> line_after(const Try& first, int most) {
    std::vector<Try> line;
    Node node = frames_[0].node;
    Try next = first;
    while (static_cast<int>(line.size()) < most) {
      line.push_back(next);
      if (play(node, next, could_come_home(node.position, unit_of(next.seat)), 1) != 0) break;
      if (node.position.is_over()) break;
      const auto known = memory_.find(key_of(node.position));
      if (!known || !known->has_move()) break;
      std::vector<Try> tries;
      sternhalma::LegalMoves<Side> moves;
      collect(node, moves, tries);
      const auto found = std::ranges::find(tries, known->move, &Try::move);
      if (found == tries.end()) break;
      next = *found;
    }
    return line;
  }

  // Every move of those whose turn it is, in no order.
  void collect(const Node& node, sternhalma::LegalMoves<Side>& moves, std::vector<Try>& tries) const {
    tries.clear();
    for_movers(node.position, [&](int seat) {
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
          tries.push_back({move, piece.set, static_cast<std::uint8_t>(seat), outlook_.gain(piece.set, move)});
        });
      }
    });
  }

  // What a look at one turn says of the root, without the network.
  int glance() const { return best_gain(frames_[0].node, 0); }

  int outlook(const Node& node) const { return standing(node) - shut_out_.cost(node.position); }

 private:
  struct Frame {
    Node node;
    sternhalma::LegalMoves<Side> moves;
    std::vector<Try> tries;
    std::array<Move, 2> killers{};
    Try made;         // what led here; without a move, a pass
    StarViews views;  // where there is a network
  };

  struct Window {
    int ply;
    int depth;
    int alpha;
    int beta;
  };

  static constexpr std::size_t history_size = std::size_t{1} << 14U;
  static constexpr int a_turn = 100;
  static constexpr int backward = -40;  // a move that loses so much is looked at only where there is little else
  static constexpr int null_reduction = 2;

  int unit_of(int seat) const { return course_.seating.unit_of_seat[seat]; }
  bool is_ours(const Position& position) const { return unit_of(position.seat) == root_unit_; }
  bool is_rival(const Position& position, int seat) const {
    return position.is_playing(seat) && unit_of(seat) != root_unit_;
  }
  std::uint64_t key_of(const Position& position) const { return position.key() ^ root_key_; }
  std::size_t history_index(const Try& each) const {
    return (static_cast<std::size_t>(each.move.from) * 613 + each.move.to + static_cast<std::size_t>(each.set) * 4099) %
           history_size;
  }

  // A turn of a rival that is still to come before our own is worth a turn, shared among the rivals.
  int turns_owed(const Position& position) const {
    if (rivals_ == 0 || is_ours(position)) return 0;
    if (method_ == StarMethod::best_reply) return a_turn / rivals_;
    int owed = 0;
    for (int seat = position.seat; unit_of(seat) != root_unit_; seat = (seat + 1) % course_.seating.seats) {
      owed += position.is_playing(seat) ? 1 : 0;
    }
    return owed * a_turn / rivals_;
  }

  int standing(const Node& node) const { return outlook_.lead_of_unit(node, root_unit_) - turns_owed(node.position); }

  template <typename Visitor>
  void for_movers(const Position& position, Visitor&& visit) const {
    if (method_ != StarMethod::best_reply || is_ours(position)) return visit(position.seat);
    for (int seat = 0; seat < course_.seating.seats; ++seat) {
      if (is_rival(position, seat)) visit(seat);
    }
  }

  bool must_own() const { return course_.rules.win == sternhalma::Win::own; }

  // Holes of its goals that a unit still waits for.
  int open_holes(const Position& position, int unit) const {
    const auto occupied = position.occupied();
    int open = 0;
    for (int set = 0; set < sternhalma::most_sets; ++set) {
      if (!course_.seating.has_set(set) || unit_of(course_.seating.seat_of_set[set]) != unit) continue;
      open += course_.goal[set].without(must_own() ? position.sets[set] : occupied).count();
    }
    return open;
  }

  // Whether a unit may be home after one more move.
  bool could_come_home(const Position& position, int unit) const { return open_holes(position, unit) <= 1; }

  // A turn fills one hole, and where it need not be filled by the unit itself, the rival's turn another.
  int fewest_turns(const Position& position, int unit) const {
    const int open = std::max(open_holes(position, unit), 1);
    return must_own() ? open : (open + 1) / 2;
  }

  // Where a win or a loss of two is in sight: the best and the worst that can still come of it, by how many turns
  // either needs at least. True where that says enough.
  bool is_decided_by_turns(const Position& position, const Window& window, int& score) const {
    if (course_.seating.seats != 2 || method_ == StarMethod::alone) return false;
    const int mover = unit_of(position.seat);
    if (window.alpha >= surely_won) {
      score = won - (window.ply + 2 * fewest_turns(position, mover) - 1);
      if (score <= window.alpha) return true;
    }
    if (window.beta <= -surely_won) {
      score = window.ply + 2 * fewest_turns(position, 1 - mover) - won;
      if (score >= window.beta) return true;
    }
    return false;
  }

  // Plays a move and gives the turn on. Not 0: the search ends here with this score, from the view of our own side.
  int play(Node& node, const Try& each, bool may_come_home, int ply) const {
    Position& position = node.position;
    if (position.seat != each.seat) position.give_turn(each.seat);
    position.move(each.set, each.move);
    node.left[each.set] -= outlook_.gain(each.set, each.move);
    const int unit = unit_of(each.seat);
    if (may_come_home && sternhalma::is_unit_home(course_, position, unit)) {
      if (unit == root_unit_) return won - ply;
      sternhalma::give_place(position, course_.seating.seats_of_unit[unit],
                             sternhalma::best_open_place(course_, position));
      const bool is_last = sternhalma::units_playing(course_, position) < 2;
      if (is_last || course_.rules.places == sternhalma::Places::first) return ply - won;
    }
    pass_on(position);
    return 0;
  }

  void pass_on(Position& position) const {
    switch (method_) {
      case StarMethod::paranoid:
      case StarMethod::forecast:
        return sternhalma::pass_turn_on(course_, position);
      case StarMethod::alone:
        return position.give_turn(root_seat_);
      case StarMethod::best_reply:
        if (!is_ours(position)) return position.give_turn(root_seat_);
        do {
          sternhalma::pass_turn_on(course_, position);
        } while (is_ours(position) && position.seat != root_seat_);
    }
  }

  // What the network sees, from what it saw a move before.
  void look(int ply) {
    if (!net_.is_used()) return;
    Frame& frame = frames_[static_cast<std::size_t>(ply)];
    const Frame& parent = frames_[static_cast<std::size_t>(ply) - 1];
    if (frame.made.move == Move{}) {
      frame.views = parent.views;
    } else {
      net_.change(parent.views, frame.views, frame.made.set, frame.made.move);
    }
  }

  int frontier(const Frame& frame, int ply) const {
    const int best = best_gain(frame.node, ply);
    if (!net_.is_used() || std::abs(best) >= surely_won) return best;
    return best + net_.value(frame.views, frame.node.position.seat, outlook_.phase(frame.node));
  }

  // The last turn that is looked at: what gains most, found without making a move.
  int best_gain(const Node& node, int ply) const {
    const bool ours = is_ours(node.position);
    const int shut_out = shut_out_.cost(node.position);
    int best = -infinite;
    for_movers(node.position, [&](int seat) {
      Position mover = node.position;
      mover.seat = static_cast<std::uint8_t>(seat);
      const bool may_come_home = could_come_home(mover, unit_of(seat));
      int most = -infinite;
      int best_set = 0;
      bool comes_home = false;
      sternhalma::with_hop(course_.rules.hop, [&]<sternhalma::Hop hop>() {
        sternhalma::visit_moves<hop>(course_, mover, [&](int set, int from, const auto& targets) {
          if (targets.is_empty()) return;
          int least = infinite;
          targets.for_each([&](int to) { least = std::min(least, outlook_.worth(set, to)); });
          const int gain = outlook_.worth(set, from) - least;
          if (gain > most) {
            most = gain;
            best_set = set;
          }
          if (may_come_home && !comes_home) comes_home = has_move_home(mover, set, from, targets);
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
      } else {
        after.position.seat = static_cast<std::uint8_t>(seat);
        pass_on(after.position);
        score = standing(after) - shut_out;
        if (!ours) score = -score;
      }
      best = std::max(best, score);
    });
    return best;
  }

  template <typename Slots>
  bool has_move_home(const Position& position, int set, int from, const Slots& targets) const {
    return targets.any_of([&](int to) {
      Position after = position;
      after.move(set, {static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to)});
      return sternhalma::is_unit_home(course_, after, unit_of(position.seat));
    });
  }

  static int to_memory(int score, int ply) {
    return score >= surely_won ? score + ply : score <= -surely_won ? score - ply : score;
  }
  static int from_memory(int score, int ply) { return to_memory(score, -ply); }

  // What each move promises; so many of the best are looked at.
  int order(Frame& frame, const std::optional<StarEntry>& known, int depth) {
    int forward = 0;
    for (Try& each : frame.tries) {
      if (shut_out_.is_done_by(frame.node.position, each.set, each.move)) each.order += 2 * a_turn;
      forward += each.order > backward ? 1 : 0;
      if (known && known->has_move() && each.move == known->move) {
        each.order = infinite;
        continue;
      }
      each.order += history_[history_index(each)] / 16;
      if (each.move == frame.killers[0] || each.move == frame.killers[1]) each.order += a_turn;
    }
    const int all = static_cast<int>(frame.tries.size());
    return std::min({all, depth <= 2 ? 20 : depth <= 4 ? 30 : 40, std::max(forward, 4)});
  }

  // Most lines are cut off after a move or two, so the rest are not sorted.
  static const Try& next_best(std::vector<Try>& tries, std::size_t number) {
    std::size_t best = number;
    for (std::size_t at = number + 1; at < tries.size(); ++at) {
      if (tries[at].order > tries[best].order) best = at;
    }
    std::swap(tries[number], tries[best]);
    return tries[number];
  }

  int descend(int ply, int depth, int alpha, int beta, bool ours) {
    return is_ours(frames_[static_cast<std::size_t>(ply)].node.position) == ours ? negamax(ply, depth, alpha, beta)
                                                                                 : -negamax(ply, depth, -beta, -alpha);
  }

  bool passing_is_enough(const Frame& frame, int ply, int depth, int beta) {
    if (is_passed_ || depth < 3 || method_ == StarMethod::alone || std::abs(beta) >= surely_won) return false;
    const bool ours = is_ours(frame.node.position);
    const int stands = outlook(frame.node);
    if ((ours ? stands : -stands) < beta) return false;
    Frame& child = frames_[static_cast<std::size_t>(ply) + 1];
    child.node = frame.node;
    child.made = {};
    pass_on(child.node.position);
    if (is_ours(child.node.position) == ours) return false;
    is_passed_ = true;
    const int score = -negamax(ply + 1, depth - 1 - null_reduction, -beta, 1 - beta);
    is_passed_ = false;
    return !budget_.is_spent() && score >= beta;
  }

  // From the view of the side whose turn it is.
  int negamax(int ply, int depth, int alpha, int beta) {
    budget_.count_node();
    if (budget_.is_spent()) return 0;
    Frame& frame = frames_[static_cast<std::size_t>(ply)];
    if (depth <= 1 || ply >= most_depth) {
      look(ply);
      return frontier(frame, ply);
    }
    if (int score = 0; is_decided_by_turns(frame.node.position, {ply, depth, alpha, beta}, score)) return score;
    const std::uint64_t key = key_of(frame.node.position);
    const auto known = memory_.find(key);
    if (known && known->depth >= depth) {
      const int score = from_memory(known->score, ply);
      const bool is_enough = known->bound == StarBound::exact ||
                             (known->bound == StarBound::at_least && score >= beta) ||
                             (known->bound == StarBound::at_most && score <= alpha);
      if (is_enough) return score;
    }
    look(ply);
    if (passing_is_enough(frame, ply, depth, beta)) return beta;
    const bool was_passed = std::exchange(is_passed_, false);
    const int best = look_at_moves(frame, known, {ply, depth, alpha, beta});
    is_passed_ = was_passed;
    return best;
  }

  int look_at_moves(Frame& frame, const std::optional<StarEntry>& known, const Window& window) {
    const auto [ply, depth, first_alpha, beta] = window;
    Frame& child = frames_[static_cast<std::size_t>(ply) + 1];
    const bool ours = is_ours(frame.node.position);
    collect(frame.node, frame.moves, frame.tries);
    if (frame.tries.empty()) {  // CC-16
      child.node = frame.node;
      child.made = {};
      pass_on(child.node.position);
      return descend(ply + 1, depth - 1, first_alpha, beta, ours);
    }
    const int width = order(frame, known, depth);
    const std::array<bool, 2> may_come_home{could_come_home_any(frame.node.position, false),
                                            could_come_home_any(frame.node.position, true)};
    int alpha = first_alpha;
    int best = -infinite;
    Move best_move{};
    for (int number = 0; number < width; ++number) {
      const Try each = next_best(frame.tries, static_cast<std::size_t>(number));
      child.node = frame.node;
      child.made = each;
      int score = play(child.node, each, may_come_home[ours ? 1 : 0], ply + 1);
      if (score != 0) {
        if (!ours) score = -score;
      } else {
        const int reduction = depth < 3 || number < 4 ? 0 : number < 14 ? 1 : 2;
        score = number == 0 ? descend(ply + 1, depth - 1, alpha, beta, ours)
                            : descend(ply + 1, depth - 1 - reduction, alpha, alpha + 1, ours);
        if (number > 0 && score > alpha && reduction > 0) {
          score = descend(ply + 1, depth - 1, alpha, alpha + 1, ours);
        }
        if (number > 0 && score > alpha && score < beta) score = descend(ply + 1, depth - 1, alpha, beta, ours);
      }
      if (budget_.is_spent()) return 0;
      if (score <= best) continue;
      best = score;
      best_move = each.move;
      alpha = std::max(alpha, score);
      if (alpha < beta) continue;
      refuted(frame, each, depth);
      break;
    }
    const StarBound bound = best >= beta         ? StarBound::at_least
                            : best > first_alpha ? StarBound::exact
                                                 : StarBound::at_most;
    memory_.keep(key_of(frame.node.position),
                 {to_memory(best, ply), bound == StarBound::at_most ? Move{} : best_move, depth, bound});
    return best;
  }

  // Whether anybody of a side may be home after one more move.
  bool could_come_home_any(const Position& position, bool ours) const {
    for (int unit = 0; unit < course_.seating.units; ++unit) {
      if ((unit == root_unit_) == ours && could_come_home(position, unit)) return true;
    }
    return false;
  }

  void refuted(Frame& frame, const Try& each, int depth) {
    if (frame.killers[0] != each.move) {
      frame.killers[1] = frame.killers[0];
      frame.killers[0] = each.move;
    }
    int& worth = history_[history_index(each)];
    worth += depth * depth * 8;
    if (worth > 1600) {
      for (int& every : history_) every /= 2;
    }
  }

  const Course& course_;
  const StarOutlook<Side>& outlook_;
  const StarNet<Side>& net_;
  const StarMethod method_;
  Budget& budget_;
  StarMemory& memory_;
  StarShutOut<Side> shut_out_;
  std::vector<Frame> frames_;
  std::vector<int> history_;
  int root_seat_ = 0;
  int root_unit_ = 0;
  int rivals_ = 0;
  std::uint64_t root_key_ = 0;
  bool is_passed_ = false;
};

}  // namespace crownstar::search
