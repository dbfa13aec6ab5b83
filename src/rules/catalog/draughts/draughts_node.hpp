// How the tree below a draughts position is counted and taken apart behind the runtime interface.
// It does not know history and draws: a node is a position on its own.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rules/draughts/generation.hpp"
#include "rules/draughts/notation/move_text.hpp"
#include "rules/draughts/perft/counts.hpp"
#include "rules/game/game.hpp"

namespace crownstar::game {

inline Refusal too_complex_refusal() {
  return {{},
          "the position is too complex: it has more than " + std::to_string(draughts::most_moves) +
              " moves or too many ways to capture"};
}

template <class Variant>
class DraughtsNode final : public PerftNode {
  using Position = draughts::Position<Variant>;
  using List = draughts::MoveList<Variant>;

 public:
  explicit DraughtsNode(const Position& position) : position_(position) {}

  Checked<std::uint64_t> count(int depth, Counting counting) const override {
    if (!draughts::counts_paths && counting == Counting::paths) return paths_refusal();
    const auto nodes =
        counting == Counting::moves ? draughts::count_moves(position_, depth) : draughts::count_paths(position_, depth);
    if (!nodes) return std::unexpected(too_complex_refusal());
    return *nodes;
  }

  Checked<std::vector<Branch>> branches(Counting counting) const override {
    auto list = std::make_unique<List>();
    if constexpr (draughts::counts_paths) {
      if (counting == Counting::paths) draughts::generate(position_, *list, draughts::Counted::paths);
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
  static std::unexpected<Refusal> paths_refusal() { return base::refuse("this build counts moves, not paths"); }

  Position position_;
};

}  // namespace crownstar::game
