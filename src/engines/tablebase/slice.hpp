// A slice is the material on the board, seen by the side to move: tables are divided into slices.
#pragma once

#include <compare>
#include <string>
#include <vector>

namespace crownstar::tablebase {

struct Army {
  int men = 0;
  int kings = 0;

  constexpr int pieces() const { return men + kings; }
  constexpr auto operator<=>(const Army&) const = default;
};

struct Slice {
  Army own;  // of the side to move
  Army theirs;

  constexpr int pieces() const { return own.pieces() + theirs.pieces(); }
  constexpr int men() const { return own.men + theirs.men; }
  // As it is after a move that changes no piece.
  constexpr Slice turned() const { return {theirs, own}; }
  constexpr auto operator<=>(const Slice&) const = default;
};

// More than so many would need more memory than anyone has.
inline constexpr int most_pieces = 8;

inline std::string to_text(const Army& army) {
  return std::to_string(army.men) + "m" + std::to_string(army.kings) + "k";
}
// `1m2k-0m1k`: the side to move first.
inline std::string to_text(const Slice& slice) { return to_text(slice.own) + "-" + to_text(slice.theirs); }

// All with so many pieces, those with few men first: a crowning leads to a slice before.
inline std::vector<Slice> slices_of(int pieces, bool with_kings) {
  std::vector<Slice> slices;
  for (int men = with_kings ? 0 : pieces; men <= pieces; ++men) {
    for (int own_men = 0; own_men <= men; ++own_men) {
      for (int own_kings = 0; own_kings <= pieces - men; ++own_kings) {
        slices.push_back({{own_men, own_kings}, {men - own_men, pieces - men - own_kings}});
      }
    }
  }
  return slices;
}

// Those with pieces of both sides.
inline std::vector<Slice> slices_of_both_sides(int pieces, bool with_kings) {
  std::vector<Slice> slices = slices_of(pieces, with_kings);
  std::erase_if(slices, [](const Slice& slice) { return slice.own.pieces() == 0 || slice.theirs.pieces() == 0; });
  return slices;
}

// A slice and its turned one are solved together; this is the one that stands for both.
constexpr bool is_first_of_pair(const Slice& slice) { return slice.own >= slice.theirs; }

}  // namespace crownstar::tablebase
