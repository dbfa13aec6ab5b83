#include "engines/search/draughts/skill.hpp"

#include <array>
#include <utility>

#include "engines/search/chance.hpp"
#include "engines/search/levels.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::search::draughts {
namespace {

// Tuned by matches between neighbours so that each level beats the one below in about three games of four.
// bench/ENGINES.md has the results.
using Skills = std::array<Skill, level_count>;

constexpr Skills with_short_kings{{
    {.depth = 1, .has_quiescence = false, .noise = 64, .nodes = 5'000},
    {.depth = 1, .noise = 40, .nodes = 5'000, .lapses = 57, .lapsed_has_quiescence = false},
    {.depth = 1, .noise = 40, .nodes = 5'000, .lapses = 16, .lapsed_has_quiescence = false},
    {.depth = 2, .noise = 20, .nodes = 5'000, .lapses = 84},
    {.depth = 3, .noise = 12, .nodes = 20'000, .lapses = 41},
    {.depth = 3, .noise = 7, .nodes = 20'000},
    {.depth = 5, .noise = 20, .nodes = 50'000},
    {.depth = 6, .noise = 9, .nodes = 50'000},
    {.depth = 8, .noise = 8, .nodes = 100'000},
    {.depth = 10, .noise = 5, .nodes = 300'000},
    {.depth = 12, .noise = 1, .nodes = 500'000},
    {.depth = 16, .nodes = 1'000'000},
    {.depth = 99, .nodes = 1'500'000},
}};

// What makes steps of the same size elsewhere; the rest is the same.
enum Place : std::size_t { learner = 1, beginner, casual, attentive, steady, practised, keen };

constexpr Skills with_flying_kings = [] {
  Skills skills = with_short_kings;
  skills[learner].lapses = 53;
  skills[attentive].lapses = 47;
  skills[practised].noise = 22;
  skills[keen].noise = 7;
  return skills;
}();

constexpr Skills on_large_boards = [] {
  Skills skills = with_short_kings;
  skills[learner].lapses = 53;
  skills[beginner].lapses = 18;
  skills[casual].lapses = 88;
  skills[attentive].lapses = 40;
  skills[steady].noise = 8;
  return skills;
}();

}  // namespace

BoardKind board_kind_of(std::string_view game) {
  auto board = BoardKind::short_kings;
  crownstar::draughts::AllVariants::for_each([&]<class Variant>() {
    if (Variant::id != game) return;
    if (Variant::rules.rows > 8) {
      board = BoardKind::large;
    } else if (Variant::rules.king_move == crownstar::draughts::KingMove::any_distance) {
      board = BoardKind::flying_kings;
    }
  });
  return board;
}

const Skill& skill_of(std::size_t level, BoardKind board) {
  switch (board) {
    case BoardKind::short_kings:
      return with_short_kings[level];
    case BoardKind::flying_kings:
      return with_flying_kings[level];
    case BoardKind::large:
      return on_large_boards[level];
  }
  std::unreachable();
}

Skill skill_at_turn(Skill skill, std::uint64_t seed) {
  if (lapse_percent(seed) >= skill.lapses) return skill;
  skill.depth = skill.lapsed_depth;
  skill.has_quiescence = skill.lapsed_has_quiescence;
  return skill;
}

}  // namespace crownstar::search::draughts
