#include "rules/sternhalma/judge.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <vector>

namespace crownstar::sternhalma {
namespace {

// A stretch of a line: the step from hole to hole and how many steps; none where two holes share no line.
struct Stretch {
  StarPlace step;
  int steps = 0;
};

Stretch stretch_between(const Star& star, int from, int to) {
  const StarPlace start = star.place(from);
  const StarPlace end = star.place(to);
  const int rows = end.row - start.row;
  const int columns = end.column - start.column;
  if (rows != 0 && columns != 0 && rows != columns) return {};
  const int steps = std::max(std::abs(rows), std::abs(columns));
  return steps == 0 ? Stretch{} : Stretch{{rows / steps, columns / steps}, steps};
}

bool are_adjacent(const Star& star, int one, int other) { return stretch_between(star, one, other).steps == 1; }

// The holes strictly between two of a line: bit i of `pieces` is set where the hole i + 1 steps on holds a piece.
struct Between {
  unsigned pieces = 0;
  int holes = 0;
};

Between holes_between(const HopGround& ground, int from, const Stretch& stretch) {
  Between between{0, stretch.steps - 1};
  const StarPlace start = ground.star.place(from);
  for (int step = 1; step < stretch.steps; ++step) {
    const StarPlace at{start.row + step * stretch.step.row, start.column + step * stretch.step.column};
    if (ground.occupied.contains(ground.star.hole_at(at))) between.pieces |= 1U << (step - 1);
  }
  return between;
}

bool reads_the_same_from_both_ends(const Between& between) {
  for (int hole = 0; hole < between.holes; ++hole) {
    if ((between.pieces >> hole & 1U) != (between.pieces >> (between.holes - 1 - hole) & 1U)) return false;
  }
  return true;
}

HopFault fault_of(Hop hop, const Between& between) {
  if (between.pieces == 0) return HopFault::nothing_between;
  const int count = std::popcount(between.pieces);
  switch (hop) {
    case Hop::super:
      if (count > 1) return HopFault::too_many;
      return reads_the_same_from_both_ends(between) ? HopFault::none : HopFault::off_middle;
    case Hop::symmetric:
      return reads_the_same_from_both_ends(between) ? HopFault::none : HopFault::uneven;
    case Hop::catapult:
      return count == between.holes ? HopFault::none : HopFault::gap_in_between;
    default:
      return between.holes == 1 ? HopFault::none : HopFault::too_far;
  }
}

template <typename Visitor>
void visit_landings(const HopGround& ground, int from, Visitor&& visit) {
  for (int direction = 0; direction < board::star_directions; ++direction) {
    for (int to = ground.star.neighbour(from, direction); to != Star::none; to = ground.star.neighbour(to, direction)) {
      if (hop_fault(ground, from, to) == HopFault::none) visit(to);
    }
  }
}

std::string set_name(int set) { return "set " + std::to_string(point_of_set(set)); }

Checked<void> judge_piece(const Scene& scene, int from) {
  const std::string hole = hole_label(scene.star(), from);
  const int set = scene.set_at[from];
  if (set == nobody) return refuse("CC-8", "there is no piece in " + hole);
  const Seating seats = seating(scene.rules);
  const int owner = seats.seat_of_set[set];
  if (owner == scene.seat) return {};
  const bool is_mate = seats.unit_of_seat[owner] == seats.unit_of_seat[scene.seat];
  std::string own;
  for (int nth = 0; nth < seats.sets_each; ++nth) {
    own += (nth == 0 ? "" : " and ") + set_name(seats.sets[scene.seat][nth]);
  }
  return refuse(is_mate ? "CC-6" : "CC-7", "the piece in " + hole + " is of " + set_name(set) +
                                               (is_mate ? ", a team mate's; " : "; ") + "the player to move has " +
                                               own);
}

Checked<void> judge_way(const Scene& scene, std::span<const int> path) {
  const Star& star = scene.star();
  const int from = path.front();
  const int to = path.back();
  const HopGround ground = scene.ground_without(from);
  if (path.size() == 2) {
    if (are_adjacent(star, from, to) || ChainTree(ground, from).reaches(to)) return {};
    const HopFault fault = hop_fault(ground, from, to);
    Refusal refusal = fault_refusal(ground, fault, from, to);
    refusal.reason += ", and no chain of hops leads from " + hole_label(star, from) + " to " + hole_label(star, to);
    return std::unexpected(std::move(refusal));
  }
  for (std::size_t index = 1; index < path.size(); ++index) {
    const int start = path[index - 1];
    const int landing = path[index];
    if (are_adjacent(star, start, landing)) {
      return refuse("CC-8", hole_label(star, start) + "-" + hole_label(star, landing) +
                                " is a step; a move is one step or hops, never both");
    }
    const HopFault fault = hop_fault(ground, start, landing);
    if (fault != HopFault::none) return std::unexpected(fault_refusal(ground, fault, start, landing));
  }
  return {};
}

Checked<void> judge_end(const Scene& scene, int from, int to) {
  const Star& star = scene.star();
  const int set = scene.set_at[from];
  if (!rest_of(star, set, scene.rules.rest).contains(to)) {
    return refuse("CC-14", "a piece of " + set_name(set) + " may not rest in " + hole_label(star, to) + " of point " +
                               std::to_string(star.point(to)) + "; only in the hexagon and the points " +
                               std::to_string(point_of_set(set)) + " and " +
                               std::to_string(point_of_set(opposite_set(set))));
  }
  const Holes goal = start_of(star, opposite_set(set), scene.rules.pieces);
  if (scene.rules.goal == Goal::closed && goal.contains(from) && !goal.contains(to)) {
    return refuse("CC-18", "the piece in " + hole_label(star, from) + " is in its goal and may not leave it for " +
                               hole_label(star, to));
  }
  return {};
}

// Walks every chain that visits no hole twice, within a bound on the work.
class ChainWalk {
 public:
  static constexpr std::size_t most_paths = 10'000;
  static constexpr int most_hops = 200'000;

  ChainWalk(const HopGround& ground, int from, int to) : ground_(ground), to_(to), path_{from} {
    visited_.insert(from);
  }

  // False when there are too many.
  bool walk() {
    bool is_within_bounds = true;
    visit_landings(ground_, path_.back(), [&](int landing) {
      if (!is_within_bounds || visited_.contains(landing)) return;
      is_within_bounds = ++hops_ <= most_hops && follow(landing);
    });
    return is_within_bounds;
  }

  std::vector<Path> paths;

 private:
  bool follow(int landing) {
    path_.push_back(landing);
    visited_.insert(landing);
    bool is_within_bounds = true;
    if (landing == to_) {
      paths.push_back(path_);
      is_within_bounds = paths.size() <= most_paths;
    } else {
      is_within_bounds = walk();
    }
    visited_.erase(landing);
    path_.pop_back();
    return is_within_bounds;
  }

  const HopGround& ground_;
  int to_;
  int hops_ = 0;
  Path path_;
  Holes visited_{};
};

}  // namespace

HopFault hop_fault(const HopGround& ground, int from, int to) {
  const Stretch stretch = stretch_between(ground.star, from, to);
  if (stretch.steps == 0) return HopFault::out_of_line;
  if (ground.occupied.contains(to)) return HopFault::landing_taken;
  return fault_of(ground.hop, holes_between(ground, from, stretch));
}

Refusal fault_refusal(const HopGround& ground, HopFault fault, int from, int to) {
  const std::string ends = hole_label(ground.star, from) + " and " + hole_label(ground.star, to);
  const auto because = [&](std::string reason) { return Refusal{std::string(rule_of(ground.hop)), std::move(reason)}; };
  switch (fault) {
    case HopFault::out_of_line:
      return because(ends + " are not in one line");
    case HopFault::landing_taken:
      return because(hole_label(ground.star, to) + " is occupied; a hop lands in an empty hole");
    case HopFault::nothing_between:
      return because("there is nothing to hop over between " + ends);
    case HopFault::too_many:
      return because("two pieces or more stand between " + ends + "; a hop jumps exactly one");
    case HopFault::off_middle:
      return because("the piece between " + ends + " does not stand in the exact middle");
    case HopFault::uneven:
      return because("what stands between " + ends + " does not read the same from both ends");
    case HopFault::gap_in_between:
      return because("the row of pieces between " + ends + " is not unbroken");
    case HopFault::too_far:
      return because("a hop jumps a single adjacent piece into the hole directly beyond; " + ends +
                     " are farther apart");
    default:
      return because("a hop leads from one to the other of " + ends);
  }
}

ChainTree::ChainTree(const HopGround& ground, int from) : from_(from) {
  for (std::int16_t& hole : before_) hole = Star::none;
  before_[from] = static_cast<std::int16_t>(from);
  std::vector<int> waiting{from};
  for (std::size_t next = 0; next < waiting.size(); ++next) {
    const int hole = waiting[next];
    Holes reached{};
    visit_landings(ground, hole, [&](int landing) {
      if (before_[landing] == Star::none) reached.insert(landing);
    });
    // In the order of the holes, so that of equally short paths it is always the first of every_path.
    reached.for_each([&](int landing) {
      before_[landing] = static_cast<std::int16_t>(hole);
      waiting.push_back(landing);
    });
  }
}

Path ChainTree::path_to(int hole) const {
  Path path{hole};
  while (path.back() != from_) path.push_back(before_[path.back()]);
  std::ranges::reverse(path);
  return path;
}

Scene::Scene(const Rules& checked, const Setup& setup) : rules(checked) {
  for (std::int8_t& set : set_at) set = nobody;
  for (const SetHoles& set : setup.sets) {
    for (const int hole : set.holes) set_at[hole] = static_cast<std::int8_t>(set.set);
  }
  seat = seating(rules).seat_of_set[setup.turn];
}

HopGround Scene::ground_without(int hole) const {
  HopGround ground{star(), rules.hop, {}};
  for (int each = 0; each < ground.star.holes(); ++each) {
    if (each != hole && set_at[each] != nobody) ground.occupied.insert(each);
  }
  return ground;
}

Checked<void> judge_move(const Scene& scene, std::span<const int> path) {
  const Star& star = scene.star();
  const int from = path.front();
  const int to = path.back();
  if (auto judged = judge_piece(scene, from); !judged) return judged;
  if (from == to) {
    return refuse("CC-21", "the move ends in " + hole_label(star, to) + ", where it began; that is no move");
  }
  if (scene.set_at[to] != nobody) {
    return refuse("CC-8", hole_label(star, to) + " is occupied; a move ends in an empty hole");
  }
  if (auto judged = judge_way(scene, path); !judged) return judged;
  return judge_end(scene, from, to);
}

Path shortest_path(const Scene& scene, int from, int to) {
  if (are_adjacent(scene.star(), from, to)) return {from, to};
  return ChainTree(scene.ground_without(from), from).path_to(to);
}

Checked<std::vector<Path>> every_path(const Scene& scene, int from, int to) {
  const Star& star = scene.star();
  const HopGround ground = scene.ground_without(from);
  ChainWalk chains(ground, from, to);
  if (!chains.walk()) {
    return refuse("too complex: more ways from " + hole_label(star, from) + " to " + hole_label(star, to) +
                  " than can be listed");
  }
  if (are_adjacent(star, from, to)) chains.paths.push_back({from, to});
  // By a heap: where the page plays, code that is loaded counts for more than speed.
  const auto is_earlier = [](const Path& one, const Path& other) {
    return one.size() != other.size() ? one.size() < other.size() : one < other;
  };
  std::ranges::make_heap(chains.paths, is_earlier);
  std::ranges::sort_heap(chains.paths, is_earlier);
  return std::move(chains.paths);
}

}  // namespace crownstar::sternhalma
