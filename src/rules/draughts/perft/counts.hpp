// Declares the kernel that counts the move sequences below a position. It takes long to compile, and so is compiled
// once for each variant, in one of the files beside this. It does not know how it counts (perft.hpp).
#pragma once

#include <cstdint>
#include <expected>

#include "rules/draughts/position.hpp"

namespace crownstar::draughts {

struct TooComplex {};
using PerftCount = std::expected<std::uint64_t, TooComplex>;

// The page's build has no use for paths and counts moves alone.
#ifdef CROWNSTAR_SMALL
inline constexpr bool counts_paths = false;
#else
inline constexpr bool counts_paths = true;
#endif

template <class Variant>
PerftCount count_moves(const Position<Variant>& position, int depth);
template <class Variant>
PerftCount count_paths(const Position<Variant>& position, int depth);

}  // namespace crownstar::draughts
