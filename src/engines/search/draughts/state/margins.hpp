// The numbers of the draughts search that matches may tune: pruning, reductions and extensions.
// It does not know how they are tuned (engines/contest/tuning), and what else the search is made of (tuned.hpp).
#pragma once

#include <array>
#include <string_view>

#include "engines/search/draughts/evaluation/tuned.hpp"

namespace crownstar::search::draughts {

// Whole numbers, so that they can be written and tuned alike. Scores are in hundredths of a man.
struct Margins {
  int futility_margin = tuned::futility_margin;
  int futility_base = tuned::futility_base;
  int reverse_futility_depth = tuned::reverse_futility_depth;
  int reverse_futility_base = tuned::reverse_futility_base;
  int raised_beta_depth = tuned::raised_beta_depth;
  int raised_beta_for_a_ply = tuned::raised_beta_for_a_ply;
  int raised_beta_search_percent = tuned::raised_beta_search_percent;
  int late_move_pruning_depth = tuned::late_move_pruning_depth;
  int late_move_pruning_base = tuned::late_move_pruning_base;
  int internal_reduction_depth = tuned::internal_reduction_depth;
  int reduction_base_percent = tuned::reduction_base_percent;
  int reduction_divisor_percent = tuned::reduction_divisor_percent;
  int history_for_a_ply = tuned::history_for_a_ply;
  int singular_depth = tuned::singular_depth;
  int singular_margin_for_a_ply = tuned::singular_margin_for_a_ply;

  bool operator==(const Margins&) const = default;
};

struct NamedMargin {
  std::string_view name;
  int Margins::* number;
  int least;
  int most;
};

// All of them, with the range in which a value makes sense.
inline constexpr std::array<NamedMargin, 15> named_margins{{
    {"futility_margin", &Margins::futility_margin, 4, 80},
    {"futility_base", &Margins::futility_base, 0, 120},
    {"reverse_futility_depth", &Margins::reverse_futility_depth, 0, 12},
    {"reverse_futility_base", &Margins::reverse_futility_base, 0, 80},
    {"raised_beta_depth", &Margins::raised_beta_depth, 2, 12},
    {"raised_beta_for_a_ply", &Margins::raised_beta_for_a_ply, 1, 30},
    {"raised_beta_search_percent", &Margins::raised_beta_search_percent, 10, 80},
    {"late_move_pruning_depth", &Margins::late_move_pruning_depth, 0, 10},
    {"late_move_pruning_base", &Margins::late_move_pruning_base, 1, 16},
    {"internal_reduction_depth", &Margins::internal_reduction_depth, 2, 16},
    {"reduction_base_percent", &Margins::reduction_base_percent, 0, 150},
    {"reduction_divisor_percent", &Margins::reduction_divisor_percent, 100, 600},
    {"history_for_a_ply", &Margins::history_for_a_ply, 1000, 30'000},
    {"singular_depth", &Margins::singular_depth, 4, 20},
    {"singular_margin_for_a_ply", &Margins::singular_margin_for_a_ply, 1, 12},
}};

}  // namespace crownstar::search::draughts
