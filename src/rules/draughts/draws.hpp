// How far each of a variant's draw counters has run after every move.
// It does not know repetition, which needs the history of the game (draughts_play.hpp in rules/catalog).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "rules/draughts/position.hpp"

namespace crownstar::draughts {

// A count in one kind of ending, while the ending lasts.
struct MaterialCount {
  bool is_running = false;
  Side stronger = Side::white;
  int moves = 0;

  constexpr bool operator==(const MaterialCount&) const = default;
};

template <class Variant>
class DrawCounts {
  static constexpr const DrawRules& rules = Variant::rules.draws;
  static constexpr std::size_t clauses = rules.material.size();

 public:
  constexpr bool operator==(const DrawCounts&) const = default;

  // At a position that was set up every count begins.
  static constexpr DrawCounts at(const Position<Variant>& position) {
    DrawCounts counts;
    counts.enter_endings(position);
    return counts;
  }

  constexpr void play(const Position<Variant>& before, const Move<Variant>& move, const Position<Variant>& next) {
    const bool was_man = (before.kings >> move.from & 1) == 0;
    const bool is_quiet = move.captured == 0 && (!was_man || is_quiet_for_a_man(move));
    quiet_ = is_quiet ? quiet_ + 1 : 0;
    const bool material_changed = move.captured != 0 || move.crowns;
    for (std::size_t i = 0; i < clauses; ++i) {
      const MaterialDraw& clause = rules.material[i];
      if (!clause.is_used()) break;
      const bool restarts = (clause.restarts != CountRestarts::when_the_class_breaks && material_changed) ||
                            (clause.restarts == CountRestarts::when_material_changes_or_a_man_moves && was_man);
      count(counts_[i], clause, before.turn, next, restarts);
    }
  }

  constexpr int quiet() const { return quiet_; }
  constexpr bool is_quiet_draw() const {
    return rules.quiet_half_moves > 0 && quiet_ >= rules.quiet_half_moves && !only_running_clause();
  }

  // The clause whose count is full, if any.
  constexpr std::optional<MaterialDraw> full_clause() const {
    const auto only = only_running_clause();
    for (std::size_t i = 0; i < clauses; ++i) {
      const MaterialDraw& clause = rules.material[i];
      if (only && i != *only) continue;
      if (clause.is_used() && counts_[i].is_running && counts_[i].moves >= clause.limit) return clause;
    }
    return std::nullopt;
  }

  constexpr const MaterialCount& material(std::size_t clause) const { return counts_[clause]; }

  // Whether the count runs and may end the game.
  constexpr bool is_quiet_counted() const { return rules.quiet_half_moves > 0 && quiet_ > 0 && !only_running_clause(); }
  constexpr bool is_counted(std::size_t clause) const {
    const auto only = only_running_clause();
    return rules.material[clause].is_used() && counts_[clause].is_running && (!only || *only == clause);
  }

 private:
  // The forced win on the river stops every other count while it runs (PT-14, SP-14).
  constexpr std::optional<std::size_t> only_running_clause() const {
    for (std::size_t i = 0; i < clauses; ++i) {
      const bool stops_the_others = rules.material[i].road == LongDiagonal::once_reached_by_the_stronger;
      if (stops_the_others && counts_[i].is_running) return i;
    }
    return std::nullopt;
  }

  static constexpr bool is_quiet_for_a_man(const Move<Variant>& move) {
    const auto& cells = BoardOf<Variant>::cells;
    return rules.sideways_man_is_quiet && cells[move.from].row == cells[move.to].row;
  }

  constexpr void enter_endings(const Position<Variant>& position) {
    for (std::size_t i = 0; i < clauses; ++i) {
      if (!rules.material[i].is_used()) break;
      if (const auto stronger = stronger_side(rules.material[i], position)) counts_[i] = {true, *stronger, 0};
    }
  }

  // The move that brings the ending about is not counted; those of the side that counts, after it, are.
  static constexpr void count(MaterialCount& count, const MaterialDraw& clause, Side mover,
                              const Position<Variant>& next, bool restarts) {
    // Once three kings have reached the long diagonal they may leave it again.
    const bool stays = count.is_running && clause.road == LongDiagonal::once_reached_by_the_stronger &&
                       has_material(clause, next, count.stronger);
    const auto stronger = stays ? std::optional(count.stronger) : stronger_side(clause, next);
    if (!stronger) {
      count = {};
    } else if (!count.is_running || changes_sides(count, clause, *stronger) || restarts) {
      count = {true, *stronger, 0};
    } else if (clause.counted == CountedMoves::of_both_sides ||
               (clause.counted == CountedMoves::of_the_stronger) == (mover == count.stronger)) {
      ++count.moves;
    }
  }

  // Where both sides' moves count, it is the same count whichever side is the stronger: in king against king neither
  // is.
  static constexpr bool changes_sides(const MaterialCount& count, const MaterialDraw& clause, Side stronger) {
    return clause.counted != CountedMoves::of_both_sides && stronger != count.stronger;
  }

  static constexpr std::optional<Side> stronger_side(const MaterialDraw& clause, const Position<Variant>& position) {
    for (const Side side : {Side::white, Side::black}) {
      if (has_material(clause, position, side) && holds_the_road(clause, position, side)) return side;
    }
    return std::nullopt;
  }

  static constexpr bool has_material(const MaterialDraw& clause, const Position<Variant>& position, Side stronger) {
    const Side weaker = other(stronger);
    const int stronger_men = board::count_bits(position.men_of(stronger));
    const int stronger_kings = board::count_bits(position.kings_of(stronger));
    const int weaker_men = board::count_bits(position.men_of(weaker));
    const int weaker_kings = board::count_bits(position.kings_of(weaker));
    const int stronger_pieces = stronger_men + stronger_kings;
    const int weaker_pieces = weaker_men + weaker_kings;
    return clause.stronger_men.holds(stronger_men) && clause.stronger_kings.holds(stronger_kings) &&
           clause.stronger_pieces.holds(stronger_pieces) && clause.weaker_men.holds(weaker_men) &&
           clause.weaker_kings.holds(weaker_kings) && clause.weaker_pieces.holds(weaker_pieces) &&
           clause.all_pieces.holds(stronger_pieces + weaker_pieces);
  }

  static constexpr bool holds_the_road(const MaterialDraw& clause, const Position<Variant>& position, Side stronger) {
    if (clause.road == LongDiagonal::does_not_matter) return true;
    const auto on_road = [&](Side side) { return (position.kings_of(side) & long_diagonal()) != 0; };
    if (clause.road == LongDiagonal::once_reached_by_the_stronger) return on_road(stronger);
    return on_road(other(stronger)) && (position.of(stronger) & long_diagonal()) == 0;
  }

  // From the playing corner nearest White to the opposite one.
  static constexpr WordOf<Variant> long_diagonal() {
    using Board = BoardOf<Variant>;
    WordOf<Variant> squares = 0;
    const bool from_the_left = Board::is_playing({0, 0});
    for (int row = 0; row < Board::rows; ++row) {
      const board::Cell cell{row, from_the_left ? row : Board::columns - 1 - row};
      if (Board::is_playing(cell)) squares |= Board::word(cell);
    }
    return squares;
  }

  int quiet_ = 0;
  std::array<MaterialCount, clauses> counts_{};
};

}  // namespace crownstar::draughts
