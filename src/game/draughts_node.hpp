// Knows how the tree below a draughts position is counted and taken apart behind the runtime face.
// Refuses to know history and draws: a node is a position on its own.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "draughts/generation.hpp"
#include "draughts/move_text.hpp"
#include "draughts/perft.hpp"
#include "game/game.hpp"

namespace crownstar::game {

// The kernel that counts fast is half of the compiled rules. Where size counts more, in the page, a tree is counted by
// the generator that makes the moves.
#ifdef CROWNSTAR_SMALL
inline constexpr bool has_fast_perft = false;
#else
inline constexpr bool has_fast_perft = true;
#endif

inline Refusal too_complex_refusal() {
  return {{},
          "the position is too complex: it has more than " + std::to_string(draughts::most_moves) +
              " moves or too many ways to capture"};
}

template <class Variant>
class DraughtsNode final : public PerftNode {
  using Place = draughts::Position<Variant>;
  using List = draughts::MoveList<Variant>;

 public:
  explicit DraughtsNode(const Place& position) : position_(position) {}

  Checked<std::uint64_t> count(int depth, Counting counting) const override {
    if constexpr (has_fast_perft) {
      const auto nodes = counting == Counting::moves
                             ? draughts::perft<Variant, draughts::Counted::moves>(position_, depth)
                             : draughts::perft<Variant, draughts::Counted::paths>(position_, depth);
      if (!nodes) return std::unexpected(too_complex_refusal());
      return *nodes;
    }
    return counting == Counting::moves ? count_below(position_, depth) : paths_refusal();
  }

  Checked<std::vector<Branch>> branches(Counting counting) const override {
    auto list = std::make_unique<List>();
    if constexpr (has_fast_perft) {
      if (counting == Counting::paths) draughts::generate<Variant, draughts::Counted::paths>(position_, *list);
    } else if (counting == Counting::paths) {
      return paths_refusal();
    }
    if (counting == Counting::moves) draughts::generate<Variant>(position_, *list);
    if (list->is_too_complex()) return std::unexpected(too_complex_refusal());
    std::vector<Branch> result;
    for (const auto& written : draughts::write_moves(position_, *list)) {
      auto next = draughts::after(position_, written.move);
      result.push_back({written.text, std::make_unique<DraughtsNode>(next)});
    }
    return result;
  }

 private:
  static std::unexpected<Refusal> paths_refusal() { return board::refuse("this build counts moves, not paths"); }

  static Checked<std::uint64_t> count_below(const Place& position, int depth) {
    if (depth <= 0) return 1;
    auto list = std::make_unique<List>();
    draughts::generate<Variant>(position, *list);
    if (list->is_too_complex()) return std::unexpected(too_complex_refusal());
    if (depth == 1) return static_cast<std::uint64_t>(list->end() - list->begin());
    std::uint64_t nodes = 0;
    for (const auto& move : *list) {
      const auto below = count_below(draughts::after(position, move), depth - 1);
      if (!below) return below;
      nodes += *below;
    }
    return nodes;
  }

  Place position_;
};

}  // namespace crownstar::game
