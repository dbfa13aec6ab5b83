// Search stack: the positions from the root to the node that is searched, ply by ply, with their static evaluations.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engines/search/draughts/state/game_history.hpp"
#include "engines/search/draughts/state/scores.hpp"
#include "engines/search/draughts/state/transposition_table.hpp"
#include "engines/search/net/network.hpp"
#include "rules/draughts/generation.hpp"

namespace crownstar::search::draughts {

template <class Variant, class Evaluation>
class SearchStack {
 public:
  using Position = draughts::Position<Variant>;
  using Move = draughts::Move<Variant>;
  using List = draughts::MoveList<Variant>;

  struct MoveChoice {
    List list;
    std::array<int, draughts::most_moves> scores;
  };

  struct Ply {
    Ply() {}  // `eval_state` stays uninitialised: clearing it at every ply would take longer than a short search

    Position position;
    std::uint64_t key = 0;
    draughts::DrawCounts<Variant> counts;
    int moves_left = 0;  // half-moves that the draw counters still let pass
    typename Evaluation::State eval_state;
    Move previous_move{};
    int static_eval = no_eval;
    std::array<std::uint16_t, 2> killers{};
    std::uint16_t excluded_move = 0;
    bool must_capture = false;
    bool has_eval_state = false;  // `eval_state` is that of `position`
    std::unique_ptr<MoveChoice> moves;
    std::vector<Move> line;

    List& cleared_list() {
      if (!moves) moves = std::make_unique_for_overwrite<MoveChoice>();
      moves->list.clear();
      return moves->list;
    }

    // Swaps the best move from `number` on to that place.
    Move pick_best(std::size_t number) {
      std::size_t best = number;
      for (std::size_t each = number + 1; each < moves->list.size(); ++each) {
        if (moves->scores[each] > moves->scores[best]) best = each;
      }
      std::swap(moves->scores[number], moves->scores[best]);
      return moves->list.swap(number, best);
    }

    void update_line(const Move& move, const Ply& next) {
      constexpr std::size_t longest = 32;
      line.clear();
      line.push_back(move);
      for (const Move& each : next.line) {
        if (line.size() == longest) break;
        line.push_back(each);
      }
    }
  };

  SearchStack() : plies_(most_plies + 2) {}

  // To be called before set_root. A handcrafted evaluation has no use for it.
  void use_network(const net::Network* network) {
    if constexpr (requires { evaluation_.use(network); }) evaluation_.use(network);
  }

  void set_root(const Position& root, const GameHistory<Variant>& game_history) {
    Ply& first = plies_[0];
    first.position = root;
    first.key = draughts::key_of(root);
    first.counts = game_history.counts;
    first.moves_left = count_moves_left<Variant>(game_history.counts);
    first.must_capture = can_capture(root);
    evaluation_.reset(first.eval_state, root);
    first.has_eval_state = true;
    history_keys_ = game_history.keys;
  }

  Ply& at(int ply) { return plies_[static_cast<std::size_t>(ply)]; }
  const Ply& at(int ply) const { return plies_[static_cast<std::size_t>(ply)]; }

  // `table`, if any, is about to be probed for the child.
  void make_child(int ply, const Move& move, const TranspositionTable* table = nullptr) {
    const Ply& here = at(ply);
    Ply& next = at(ply + 1);
    next.position = draughts::after(here.position, move);
    next.key = draughts::key_after(here.key, here.position, move, next.position);
    next.counts = here.counts;
    next.counts.play(here.position, move, next.position);
    next.moves_left = count_moves_left<Variant>(next.counts);
    if (table != nullptr) table->prefetch(table_key(next));
    next.has_eval_state = false;
    next.previous_move = move;
    next.must_capture = can_capture(next.position);
  }

  // Near the end of a draw counter the same position is another one to the transposition table.
  static std::uint64_t table_key(const Ply& ply) { return ply.key ^ draw_count_key(ply.moves_left); }

  // Without regard to draw counters.
  int raw_eval(int ply) {
    update_eval_state(ply);
    return evaluation_.value(at(ply).eval_state, at(ply).position);
  }

  int static_eval(int ply) {
    const Ply& here = at(ply);
    const int eval = raw_eval(ply);
    constexpr int pressing = tuned::pressing_half_moves;
    return here.moves_left < pressing ? eval * std::max(here.moves_left, 0) / pressing : eval;
  }

  // Whether a position of this line or of the game has come again.
  bool is_repeated(int ply) const {
    const Ply& here = at(ply);
    const int before = static_cast<int>(history_keys_.size());
    for (int back = 4; back <= here.counts.quiet(); back += 2) {
      const int there = ply - back;
      if (there < -before) return false;
      const std::uint64_t key = there >= 0 ? at(there).key : history_keys_[static_cast<std::size_t>(before + there)];
      if (key == here.key) return true;
    }
    return false;
  }

 private:
  static bool can_capture(const Position& position) {
    return position.turn == draughts::Side::white ? draughts::can_capture<Variant, draughts::Side::white>(position)
                                                  : draughts::can_capture<Variant, draughts::Side::black>(position);
  }

  // The evaluation's state is worked out only where it is needed: many positions are in the table already.
  void update_eval_state(int ply) {
    Ply& here = at(ply);
    if (here.has_eval_state) return;
    update_eval_state(ply - 1);
    const Ply& before = at(ply - 1);
    evaluation_.child(before.eval_state, here.eval_state, before.position, here.previous_move, here.position);
    here.has_eval_state = true;
  }

  Evaluation evaluation_;
  std::vector<Ply> plies_;
  std::vector<std::uint64_t> history_keys_;
};

}  // namespace crownstar::search::draughts
