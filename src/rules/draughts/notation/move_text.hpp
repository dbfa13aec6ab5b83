// How the legal moves of a position are written, each differently, and what a typed move may mean.
// It does not know why a move that was typed is not legal (refused_move.hpp).
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.hpp"
#include "rules/draughts/generation.hpp"
#include "rules/draughts/notation/paths.hpp"
#include "rules/draughts/notation/squares.hpp"

namespace crownstar::draughts {

template <class Variant>
struct WrittenMove {
  Move<Variant> move;
  CapturePath path;  // from and to alone where nothing is captured
  std::string text;  // `11-15`, `22x15`; the whole path where from and to do not tell moves apart
};

// What a person typed: squares in order, and whether it was written as a capture.
struct TypedMove {
  std::vector<int> squares;
  bool is_capture = false;
};

base::Checked<TypedMove> read_typed_move(std::string_view text, const SquareNames& names);
std::string join_squares(const std::vector<int>& squares, char sign, const SquareNames& names);

// Whether the typed landings, in their order, are among those of the way.
bool follows(const std::vector<int>& way, const std::vector<int>& typed);

inline constexpr std::size_t most_ways = 4096;

template <class Variant>
CapturePath way_of(const Position<Variant>& position, const Move<Variant>& move) {
  if (move.captured == 0) return {{move.from, move.to}, {}};
  const auto ways = PathFinder<Variant>(position).ways_of(move, 1);
  return ways.empty() ? CapturePath{{move.from, move.to}, {}} : ways.front();
}

// Writes the moves that `wanted` holds for. Only moves that share from and to with another one need their landings.
template <class Variant, class Wanted>
std::vector<WrittenMove<Variant>> write_moves_if(const Position<Variant>& position, const MoveList<Variant>& list,
                                                 Wanted&& wanted) {
  const SquareNames& names = SquareNames::of<Variant>();
  std::vector<const Move<Variant>*> chosen;
  for (const Move<Variant>& move : list) {
    if (wanted(move)) chosen.push_back(&move);
  }
  std::map<std::pair<int, int>, int> alike;
  if (chosen.size() > 1) {
    for (const Move<Variant>* move : chosen) ++alike[{move->from, move->to}];
  }
  std::vector<WrittenMove<Variant>> written;
  written.reserve(chosen.size());
  for (const Move<Variant>* move : chosen) {
    WrittenMove<Variant> entry{*move, way_of(position, *move), {}};
    const char sign = move->captured == 0 ? '-' : Variant::rules.capture_sign;
    const bool is_told_apart = chosen.size() == 1 || alike[{move->from, move->to}] == 1;
    entry.text = join_squares(is_told_apart ? std::vector<int>{move->from, move->to} : entry.path.squares, sign, names);
    written.push_back(std::move(entry));
  }
  return written;
}

template <class Variant>
std::vector<WrittenMove<Variant>> write_moves(const Position<Variant>& position, const MoveList<Variant>& list) {
  return write_moves_if(position, list, [](const Move<Variant>&) { return true; });
}

// The legal moves that a typed one may mean; its landings, where it names any, choose the way.
template <class Variant>
std::vector<WrittenMove<Variant>> meanings(const Position<Variant>& position, const MoveList<Variant>& list,
                                           const TypedMove& typed) {
  std::vector<WrittenMove<Variant>> result;
  const auto fits = [&](const Move<Variant>& move) {
    return move.from == typed.squares.front() && move.to == typed.squares.back() &&
           (move.captured != 0 || !typed.is_capture);
  };
  for (WrittenMove<Variant>& entry : write_moves_if(position, list, fits)) {
    if (typed.squares.size() > 2) {
      const auto ways = PathFinder<Variant>(position).ways_of(entry.move, most_ways);
      const auto way =
          std::ranges::find_if(ways, [&](const auto& each) { return follows(each.squares, typed.squares); });
      if (way == ways.end()) continue;
      entry.path = *way;
    }
    result.push_back(std::move(entry));
  }
  // A text with every landing is that move, even where it could also be short for a longer one.
  const auto exact =
      std::ranges::find(result, typed.squares, [](const auto& each) -> const auto& { return each.path.squares; });
  if (exact != result.end() && result.size() > 1) result = {std::move(*exact)};
  return result;
}

}  // namespace crownstar::draughts
