// FEN: how a setup is written in one line, and how liberally it is read.
// It refuses to judge the setup: what can be written down need not be possible.
#pragma once

#include <string>
#include <string_view>

#include "rules/draughts/notation/setup.hpp"

namespace crownstar::draughts {

// Without spaces, quotation marks and a final dot, which carry no meaning. But `2 3` is not 23: a space between digits
// stays, and no reader takes it.
std::string without_ornaments(std::string_view position);

// `B:W21-32:B1-12`. Read liberally: spaces, a final dot, ranges, either order of colours, empty sides.
// A count of a king's moves in a row follows as `:+2@14+0`, White's first, only where there is one.
Checked<Setup> read_fen(std::string_view text, const SquareNames& names);
std::string write_fen(const Setup& setup, const SquareNames& names);

template <class Variant>
Checked<Position<Variant>> position_from_fen(std::string_view text) {
  const auto setup = read_fen(text, SquareNames::of<Variant>());
  if (!setup) return std::unexpected(setup.error());
  return check<Variant>(*setup);
}

template <class Variant>
std::string to_fen(const Position<Variant>& position) {
  return write_fen(to_setup(position), SquareNames::of<Variant>());
}

}  // namespace crownstar::draughts
