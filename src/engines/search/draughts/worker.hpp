// Knows how one thread searches below a position of draughts: alpha-beta with a table of what is known, reductions and
// extensions; where nothing is forced it stops. Refuses to know the moves of the root, levels and other threads.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engines/search/draughts/game_history.hpp"
#include "engines/search/draughts/move_order.hpp"
#include "engines/search/draughts/node_limit.hpp"
#include "engines/search/draughts/scores.hpp"
#include "engines/search/draughts/search_stack.hpp"
#include "engines/search/draughts/transposition_table.hpp"
#include "engines/search/net/network.hpp"
#include "engines/tablebase/probe.hpp"
#include "rules/draughts/generation.hpp"

namespace crownstar::search {

template <class Variant, class Judge>
class Worker {
 public:
  using Steps = Path<Variant, Judge>;
  using Place = Steps::Place;
  using Move = Steps::Move;
  using List = Steps::List;
  using Side = draughts::Side;
  using Tables = tablebase::TablesOf<Variant>;

  Worker(Memory& memory, Habits& habits, const Tables* tables, Overseer overseer, Manners manners)
      : memory_(memory), tables_(tables), overseer_(overseer), manners_(manners), orders_(habits) {
    for (std::size_t depth = 1; depth < reductions_.size(); ++depth) {
      for (std::size_t number = 1; number < reductions_[depth].size(); ++number) {
        reductions_[depth][number] = static_cast<std::int8_t>(0.3 + std::log(static_cast<double>(depth)) *
                                                                        std::log(static_cast<double>(number)) / 2.6);
      }
    }
  }

  void judge_by(const net::Network* network) { path_.judge_by(network); }

  void begin_at(const Place& root, const Past<Variant>& past) {
    path_.begin_at(root, past);
    root_pieces_ = board::count_bits(root.occupied());
  }

  const Overseer& overseer() const { return overseer_; }
  std::uint64_t told_nodes = 0;
  void set_root_depth(int depth) { root_depth_ = depth; }

  // What follows from a ply on as far as it is known.
  const std::vector<Move>& line(int ply) const { return path_.at(ply).line; }

  // The worth of the root as it stands, from the view of the side to move.
  int root_worth() { return path_.worth_of(0); }

  // What stands on the board after a move of the root, from the view of who made it.
  int glance_after(const Move& move) {
    path_.make_child(0, move);
    return -path_.worth_of(1);
  }

  // After a move of the root, from the view of who made it.
  int search_after(const Move& move, int alpha, int beta, int depth, bool is_cut) {
    path_.make_child(0, move);
    return -search(1, -beta, -alpha, depth, is_cut);
  }

  int search(int ply, int alpha, int beta, int depth, bool is_cut) {
    Ply& here = path_.at(ply);
    here.line.clear();
    if (depth <= 0) return settle(ply, alpha, beta);
    if (overseer_.count_node()) return 0;
    if (draughts::is_ended_by_a_king(here.place)) return ended_by_king(here.place, ply);
    if (ply > 0 && path_.is_drawn(ply)) return 0;
    if (ply >= most_plies) return path_.worth_of(ply);
    const bool is_pv = beta - alpha > 1;
    if (ply > 0) {
      alpha = std::max(alpha, ply - sure_win);
      beta = std::min(beta, sure_win - ply - 1);
      if (alpha >= beta) return alpha;
    }

    // What is known of the position already.
    const bool is_whole = here.excluded == 0;
    const std::uint64_t key = Steps::key_known_by(here);
    const auto known = is_whole ? memory_.find(key) : std::nullopt;
    if (known && ply > 0 && !is_pv) {
      if (const auto score = settled_before(*known, alpha, beta, depth, ply)) return *score;
    }
    if (is_whole && ply > 0) {
      if (const auto score = table_score(ply, depth)) {
        keep(key, 0, *score, no_worth, depth, Bound::exact, ply);
        return *score;
      }
    }

    List& list = here.emptied_list();
    draughts::generate<Variant>(here.place, list);
    if (list.is_too_complex()) return path_.worth_of(ply);
    if (list.is_empty()) return without_move(ply);

    // Whether it is worth looking at every move.
    const std::uint16_t best_before = known ? known->move : std::uint16_t{0};
    int worth = no_worth;
    if (!here.must_take) worth = known && known->worth != no_worth ? known->worth : path_.worth_of(ply);
    here.worth = worth;
    const bool is_calm = !here.must_take && !manners_.is_exact && !is_known(beta);
    const bool is_improving =
        !is_calm || ply < 2 || path_.at(ply - 2).worth == no_worth || worth > path_.at(ply - 2).worth;
    if (is_calm && !is_pv && is_whole) {
      if (const auto score = cut_early(ply, beta, depth, worth, is_improving, is_cut)) return *score;
      if (overseer_.is_over) return 0;
    }
    if (!manners_.is_exact && depth >= 5 && best_before == 0 && list.size() > 1) --depth;

    int singular = 0;
    // Only where the best line is at stake: elsewhere a closer look costs more depth than it finds.
    if (known && is_whole && is_pv && ply > 0 && list.size() > 1) {
      const auto verdict = look_for_alternatives(ply, *known, beta, depth, is_cut);
      if (overseer_.is_over) return 0;
      if (verdict.is_cut) return verdict.score;
      singular = verdict.extension;
      // The look used this ply's list.
      if (verdict.has_looked) draughts::generate<Variant>(here.place, here.emptied_list());
    }
    return search_moves(ply, alpha, beta, depth, {best_before, worth, singular, is_pv, is_cut, is_improving});
  }

 private:
  using Ply = Steps::Ply;
  using Choice = Steps::Choice;

  struct Circumstances {
    std::uint16_t best_before;
    int worth;
    int singular;  // by how much the best move before is searched deeper
    bool is_pv;
    bool is_cut;
    bool is_improving;
  };

  struct Alternatives {
    int extension = 0;
    int score = 0;
    bool is_cut = false;
    bool has_looked = false;
  };

  static constexpr int margin_a_depth = 22;  // by which a quiet worth is trusted, in hundredths of a man
  // A position that is searched less deeply costs less than unpacking what a table says of it.
  static constexpr int least_to_unpack = 4;

  static bool is_threatened(const Place& place) {
    return place.turn == Side::white ? draughts::can_capture<Variant, Side::black>(place)
                                     : draughts::can_capture<Variant, Side::white>(place);
  }
  static bool has_quiet_move(const Place& place) {
    return (place.turn == Side::white ? draughts::count_quiet_moves<Variant, Side::white>(place)
                                      : draughts::count_quiet_moves<Variant, Side::black>(place)) != 0;
  }

  static int without_move(int ply) {
    return Variant::rules.ending == draughts::Ending::no_move_wins ? sure_win - ply : ply - sure_win;
  }
  static int ended_by_king(const Place& place, int ply) {
    return place.kings_of(draughts::other(place.turn)) != 0 ? ply - sure_win : sure_win - ply;
  }

  // Tables are asked only once the root's own pieces have become fewer: otherwise every move of a won ending would look
  // the same. A win that a count might prevent is not taken for one.
  std::optional<int> table_score(int ply, int depth) {
    if (tables_ == nullptr) return std::nullopt;
    const Ply& here = path_.at(ply);
    const int pieces = board::count_bits(here.place.occupied());
    if (pieces > tables_->most_pieces() || pieces >= root_pieces_ || here.left < patience_of_tables)
      return std::nullopt;
    const auto value = depth >= least_to_unpack ? tables_->value(here.place) : tables_->value_at_hand(here.place);
    if (!value) return std::nullopt;
    if (*value == tablebase::Value::draw) return 0;
    const int nuance = std::clamp(path_.judged(ply), -2000, 2000);
    return *value == tablebase::Value::win ? table_win - ply + nuance : ply - table_win + nuance;
  }

  // Forced captures are played out, and what tables know is taken for known.
  int settle(int ply, int alpha, int beta) {
    Ply& here = path_.at(ply);
    if (overseer_.count_node()) return 0;
    if (draughts::is_ended_by_a_king(here.place)) return ended_by_king(here.place, ply);
    if (ply >= most_plies) return path_.worth_of(ply);
    if (!here.must_take) {
      if (here.left <= 0) return 0;
      if (!has_quiet_move(here.place)) return without_move(ply);
      if (ply > 0) {
        if (const auto score = table_score(ply, 0)) return *score;
      }
      return path_.worth_of(ply);
    }
    if (!manners_.sees_answers) return path_.worth_of(ply);
    List& list = here.emptied_list();
    draughts::generate<Variant>(here.place, list);
    if (list.is_too_complex()) return path_.worth_of(ply);
    int best = -sure_win;
    for (std::size_t number = 0; number < list.size(); ++number) {
      path_.make_child(ply, list[number]);
      path_.at(ply + 1).line.clear();
      const int score = -settle(ply + 1, -beta, -alpha);
      if (overseer_.is_over) return 0;
      if (score <= best) continue;
      best = score;
      if (score <= alpha) continue;
      alpha = score;
      if (alpha >= beta) break;
      here.extend_line(list[number], path_.at(ply + 1));
    }
    return best;
  }

  // What was found before is enough if it was searched as deeply and its bound is of use here.
  std::optional<int> settled_before(const Remembered& known, int alpha, int beta, int depth, int ply) const {
    const bool is_as_deep = manners_.is_exact ? known.depth == depth : known.depth >= depth;
    if (!is_as_deep) return std::nullopt;
    const int score = from_root(known.score, ply);
    const bool is_enough = known.bound == Bound::exact || (known.bound == Bound::at_least && score >= beta) ||
                           (known.bound == Bound::at_most && score <= alpha);
    return is_enough ? std::optional(score) : std::nullopt;
  }

  // A worth so far above what is needed that a smaller search, or none, will do.
  std::optional<int> cut_early(int ply, int beta, int depth, int worth, bool is_improving, bool is_cut) {
    Ply& here = path_.at(ply);
    if (worth < beta || is_threatened(here.place)) return std::nullopt;
    if (depth <= 5 && worth - margin_a_depth * (depth - (is_improving ? 1 : 0)) - 10 >= beta) return worth;
    if (depth < 4) return std::nullopt;
    const int raised = beta + 6 * depth;
    if (worth < raised) return std::nullopt;
    const int score = search(ply, raised - 1, raised, depth * 2 / 5, is_cut);
    if (overseer_.is_over || score < raised) {
      if (!overseer_.is_over) draughts::generate<Variant>(here.place, here.emptied_list());
      return std::nullopt;
    }
    return is_known(score) ? beta : score;
  }

  // Whether the best move before is the only good one: then it is worth a closer look; and if even without it the
  // position is too good, nobody will let it come about.
  Alternatives look_for_alternatives(int ply, const Remembered& known, int beta, int depth, bool is_cut) {
    Alternatives verdict;
    const bool is_candidate = depth >= 8 && known.move != 0 && known.depth >= depth - 3 &&
                              known.bound != Bound::at_most && known.bound != Bound::none && !is_known(known.score) &&
                              !manners_.is_exact && ply < 2 * root_depth_;
    if (!is_candidate) return verdict;
    Ply& here = path_.at(ply);
    const int lowered = known.score - 2 * depth;
    here.excluded = known.move;
    const int score = search(ply, lowered - 1, lowered, (depth - 1) / 2, is_cut);
    here.excluded = 0;
    verdict.has_looked = true;
    if (overseer_.is_over) return verdict;
    if (score < lowered) {
      verdict.extension = 1;
    } else if (lowered >= beta) {
      verdict.is_cut = true;
      verdict.score = lowered;
    }
    return verdict;
  }

  int search_moves(int ply, int alpha, int beta, int depth, const Circumstances& around) {
    Ply& here = path_.at(ply);
    const List& list = here.choice->list;
    const int first_alpha = alpha;
    const Side side = here.place.turn;
    const std::uint16_t excluded = here.excluded;
    value_moves(here, around.best_before);
    path_.at(ply + 1).killers = {};
    TriedMoves tried;
    int best = -sure_win;
    Move best_move{};
    // An exchange that is answered in one way only is looked at to its end; where losing pieces wins, whatever is
    // forced.
    constexpr bool is_forcing_all = Variant::rules.ending == draughts::Ending::no_move_wins;
    const bool is_answer = is_forcing_all || (here.must_take && here.came_by.captured != 0);
    const bool is_forced = is_answer && list.size() == 1 && !manners_.is_exact && ply < 2 * root_depth_ + 8;
    for (std::size_t number = 0; number < list.size(); ++number) {
      const Move move = here.take_best(number);
      const std::uint16_t code = move_code<Variant>(move);
      if (code == excluded && excluded != 0) continue;
      const bool is_quiet = move.captured == 0 && !move.crowns;
      path_.make_child(ply, move, depth > 1 ? &memory_ : nullptr);
      const Ply& next = path_.at(ply + 1);
      if (is_quiet && number > 0 && is_hopeless(here, next, alpha, best, depth, number, around)) continue;
      const int extension = is_forced ? 1 : number == 0 && code == around.best_before ? around.singular : 0;
      const int below = depth - 1 + extension;
      int score = 0;
      const bool may_reduce = number > 0 && depth >= 2 && is_quiet && !next.must_take;
      const int reduction = may_reduce ? reduction_of(here, move, depth, number, around) : 0;
      if (number == 0) {
        score = -search(ply + 1, -beta, -alpha, below, around.is_pv ? false : !around.is_cut);
      } else {
        score = -search(ply + 1, -alpha - 1, -alpha, below - reduction, true);
        if (!overseer_.is_over && reduction > 0 && score > alpha) {
          score = -search(ply + 1, -alpha - 1, -alpha, below, !around.is_cut);
        }
        if (!overseer_.is_over && score > alpha && score < beta) score = -search(ply + 1, -beta, -alpha, below, false);
      }
      if (overseer_.is_over) return 0;
      if (score > best) {
        best = score;
        if (score > alpha) {
          alpha = score;
          best_move = move;
          here.extend_line(move, next);
          if (alpha >= beta) {
            reward(here, side, move, depth, tried);
            break;
          }
        }
      }
      if (is_quiet) tried.add(number);
    }
    if (excluded != 0) return best == -sure_win ? alpha : best;
    const Bound bound = best >= beta ? Bound::at_least : best > first_alpha ? Bound::exact : Bound::at_most;
    keep(Steps::key_known_by(here), best > first_alpha ? move_code<Variant>(best_move) : std::uint16_t{0}, best,
         around.worth, depth, bound, ply);
    return best;
  }

  // A quiet move near the end of a line from where the score cannot be reached any more.
  bool is_hopeless(const Ply& here, const Ply& next, int alpha, int best, int depth, std::size_t number,
                   const Circumstances& around) const {
    if (manners_.is_exact || around.is_pv || next.must_take || here.must_take || is_known(best) || best == -sure_win) {
      return false;
    }
    const auto many = static_cast<std::size_t>(4 + depth * depth * (around.is_improving ? 2 : 1));
    if (depth <= 4 && number >= many) return true;
    return depth <= 4 && around.worth + 30 + margin_a_depth * 2 * depth <= alpha;
  }

  int reduction_of(const Ply& here, const Move& move, int depth, std::size_t number,
                   const Circumstances& around) const {
    if (manners_.is_exact) return 0;
    int reduction = reductions_[static_cast<std::size_t>(std::min(depth, 63))][std::min(number, std::size_t{63})];
    if (around.is_pv) --reduction;
    if (!around.is_improving) ++reduction;
    reduction -= orders_.history(here.place.turn, move, here.came_by) / 6000;
    return std::clamp(reduction, 0, depth - 1);
  }

  void value_moves(Ply& here, std::uint16_t best_before) {
    Choice& choice = *here.choice;
    for (std::size_t number = 0; number < choice.list.size(); ++number) {
      const Move& move = choice.list[number];
      choice.merits[number] =
          best_before != 0 && move_code<Variant>(move) == best_before
              ? Orders<Variant>::of_best_before
              : orders_.merit(here.place.turn, move, here.came_by, here.killers[0], here.killers[1]);
    }
  }

  void reward(Ply& here, Side side, const Move& move, int depth, const TriedMoves& tried_before) {
    if (move.captured != 0) return;
    const std::uint16_t code = move_code<Variant>(move);
    if (here.killers[0] != code) here.killers = {code, here.killers[0]};
    const int bonus = std::min(depth * depth * 4 + 16 * depth, 1200);
    orders_.reward(side, move, here.came_by, bonus);
    for (const std::uint16_t number : tried_before.all()) {
      orders_.reward(side, here.choice->list[number], here.came_by, -bonus);
    }
  }

  void keep(std::uint64_t key, std::uint16_t move, int score, int worth, int depth, Bound bound, int ply) {
    memory_.keep(key, {move, static_cast<std::int16_t>(from_here(score, ply)), static_cast<std::int16_t>(worth),
                       static_cast<std::int8_t>(std::min(depth, 127)), bound});
  }

  Memory& memory_;
  const Tables* tables_;
  Overseer overseer_;
  const Manners manners_;
  Steps path_;
  Orders<Variant> orders_;
  std::array<std::array<std::int8_t, 64>, 64> reductions_{};
  int root_pieces_ = 0;
  int root_depth_ = 1;
};

}  // namespace crownstar::search
