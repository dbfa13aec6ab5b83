// The levels at which the computer plays, weakest first, each described in plain words.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/refusal.hpp"

namespace crownstar::search {

struct Level {
  std::string_view id;
  std::string_view name;
  std::string_view description;  // one line: how it plays draughts
  std::string_view on_the_star;  // and how it plays Chinese checkers
};

inline constexpr std::size_t level_count = 13;

// The same for every game. What makes one strong or weak, by kind of board, stands in draughts/skill.cpp and
// star/skill.cpp.
std::span<const Level> levels();

// Null where there is no such level; the strongest for an empty id.
const Level* find_level(std::string_view id);
// The same, refused with the known ones.
base::Checked<const Level*> level_named(std::string_view id);

}  // namespace crownstar::search
