// Chooses the kernel that counts: the fast one, or the generator of moves. That is used in the page, where size matters
// more, and under the sanitizers, where compile time does (the fast kernel's own test compiles what it needs).
// It does not know the variants: each file that includes this compiles it for some.
#pragma once

#include <memory>

#include "rules/draughts/generation.hpp"
#include "rules/draughts/perft/counts.hpp"
#include "rules/draughts/perft/perft.hpp"

namespace crownstar::draughts {

template <class Variant>
PerftCount count_plainly(const Position<Variant>& position, int depth, Counted as) {
  if (depth <= 0) return 1;
  const auto list = std::make_unique<MoveList<Variant>>();
  generate(position, *list, as);
  if (list->is_too_complex()) return std::unexpected(TooComplex{});
  if (depth == 1) return static_cast<std::uint64_t>(list->size());
  std::uint64_t nodes = 0;
  for (const Move<Variant>& move : *list) {
    const PerftCount below = count_plainly(after(position, move), depth - 1, as);
    if (!below) return below;
    nodes += *below;
  }
  return nodes;
}

template <class Variant>
PerftCount count_ways(const Position<Variant>& position, int depth, Counted as) {
#if defined(CROWNSTAR_SMALL) || defined(CROWNSTAR_PLAIN_PERFT)
  return count_plainly(position, depth, as);
#else
  return perft<Variant>(position, depth, as);
#endif
}

template <class Variant>
PerftCount count_moves(const Position<Variant>& position, int depth) {
  return count_ways(position, depth, Counted::moves);
}

template <class Variant>
PerftCount count_paths(const Position<Variant>& position, int depth) {
  if constexpr (counts_paths) return count_ways(position, depth, Counted::paths);
  return std::unexpected(TooComplex{});
}

}  // namespace crownstar::draughts
