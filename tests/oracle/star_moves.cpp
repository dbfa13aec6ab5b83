#include "star_moves.hpp"

#include <algorithm>

namespace crownstar::oracle::star {

namespace {

// What a hop passes over, from the piece to its landing: true where a piece stands.
using Passed = std::vector<bool>;

bool may_hop_over(const Passed& passed, Hop hop) {
  const auto count = std::count(passed.begin(), passed.end(), true);
  switch (hop) {
    case Hop::standard:  // CC-9
      return passed.size() == 1 && count == 1;
    case Hop::super:  // CC-12: an odd number of holes, so that there is a middle
      return count == 1 && passed.size() % 2 == 1 && passed[passed.size() / 2];
    case Hop::symmetric:  // CC-13
      return count >= 1 && std::equal(passed.begin(), passed.end(), passed.rbegin());
    default:  // CC-13b
      return count >= 1 && count == static_cast<std::ptrdiff_t>(passed.size());
  }
}

Pieces without(Pieces pieces, Hole hole) {
  pieces.erase(hole);
  return pieces;
}

std::set<Hole> step_landings(const Board& board, const Pieces& pieces, Hole from) {
  std::set<Hole> landings;
  for (const Hole direction : directions) {
    const Hole hole = next(from, direction);
    if (board.has(hole) && !pieces.contains(hole)) landings.insert(hole);
  }
  return landings;
}

bool may_end(const Board& board, const Options& options, int set, Hole from, Hole to) {
  if (from == to) return false;                                                                                 // CC-21
  if (options.goal == Goal::closed && board.is_in_goal(set, from) && !board.is_in_goal(set, to)) return false;  // CC-18
  if (options.rest == Rest::anywhere) return true;
  const int point = board.point_of(to);
  return point == 0 || point == set || point == opposite(set);  // CC-14
}

// Walks every chain that goes on from the end of `path`, and keeps those that end in `to`.
class ChainWalk {
 public:
  ChainWalk(const Board& board, const Pieces& others, Hop hop, Hole to, std::size_t most_hops)
      : board_(board), others_(others), hop_(hop), to_(to), hops_left_(most_hops) {}

  // False when there were too many hops to try.
  bool walk(Path& path, std::set<Path>& found) {
    for (const Hole hole : hop_landings(board_, others_, path.back(), hop_)) {
      if (hops_left_ == 0) return false;
      --hops_left_;
      if (std::find(path.begin(), path.end(), hole) != path.end()) continue;
      path.push_back(hole);
      if (hole == to_) {
        found.insert(path);
      } else if (!walk(path, found)) {
        return false;
      }
      path.pop_back();
    }
    return true;
  }

 private:
  const Board& board_;
  const Pieces& others_;
  Hop hop_;
  Hole to_;
  std::size_t hops_left_;
};

}  // namespace

std::vector<Hole> hop_landings(const Board& board, const Pieces& others, Hole from, Hop hop) {
  std::vector<Hole> landings;
  for (const Hole direction : directions) {
    Passed passed;
    for (Hole hole = next(from, direction); board.has(hole); hole = next(hole, direction)) {
      const bool is_occupied = others.contains(hole);
      if (!is_occupied && may_hop_over(passed, hop)) landings.push_back(hole);
      passed.push_back(is_occupied);
    }
  }
  return landings;
}

std::set<Hole> targets(const Board& board, const Options& options, const Pieces& pieces, Hole from) {
  const Pieces others = without(pieces, from);
  std::set<Hole> reached{from};
  std::vector<Hole> waiting{from};
  while (!waiting.empty()) {
    const Hole hole = waiting.back();
    waiting.pop_back();
    for (const Hole landing : hop_landings(board, others, hole, options.hop)) {
      if (reached.insert(landing).second) waiting.push_back(landing);
    }
  }
  reached.merge(step_landings(board, pieces, from));  // CC-8: a step stands alone, no chain goes on from it
  const int set = pieces.at(from);
  std::erase_if(reached, [&](Hole to) { return !may_end(board, options, set, from, to); });
  return reached;
}

std::optional<std::set<Path>> paths(const Board& board, const Options& options, const Pieces& pieces, Hole from,
                                    Hole to, std::size_t most_hops) {
  std::set<Path> found;
  if (!pieces.contains(from) || !targets(board, options, pieces, from).contains(to)) return found;
  if (step_landings(board, pieces, from).contains(to)) found.insert({from, to});
  const Pieces others = without(pieces, from);
  Path path{from};
  if (!ChainWalk(board, others, options.hop, to, most_hops).walk(path, found)) return std::nullopt;
  return found;
}

}  // namespace crownstar::oracle::star
