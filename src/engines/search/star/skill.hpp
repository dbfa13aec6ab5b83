// What makes a level strong or weak in Chinese checkers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace crownstar::search::star {

struct Skill {
  int depth = 1;            // turns, of all seats, when no limit says otherwise
  int longest_jump = 0;     // it overlooks moves that go farther, in steps; 0 for none
  bool is_flat = false;     // does not see that stragglers cost more, and leaves them behind
  bool races_home = false;  // counts its own turns home where nobody meets it any more
  int noise = 0;            // in hundredths of a turn: how far its judgement of a move is off
  std::uint64_t nodes = 0;  // at most; 0 for no limit of its own
  int lapses = 0;           // in so many of 100 turns it looks no farther than `lapsed_depth`
  int lapsed_depth = 1;
  std::uint64_t network_nodes = 0;  // the limit where it evaluates by a network; 0 where it never does
  bool uses_playouts = false;       // with three seats and more, each for itself, grows a tree of play-outs
};

// Of a level, by its place among levels().
const Skill& skill_of(std::size_t level);

// The skill at one turn: now and then it lapses, at the same turns for the same seed.
Skill skill_at_turn(Skill skill, std::uint64_t seed);

}  // namespace crownstar::search::star
