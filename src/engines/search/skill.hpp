// Knows what makes a level strong or weak in each family of games, and when it is less attentive than usual.
// Refuses to know its name and how it is described.
#pragma once

#include <cstdint>

namespace crownstar::search {

struct DraughtsSkill {
  int depth = 1;             // plies, when no limit says otherwise
  bool sees_answers = true;  // looks on while there are captures
  int noise = 0;             // in hundredths of a man: how far its judgement of a move is off
  std::uint64_t nodes = 0;   // at most; 0 for no limit of its own
  int lapses = 0;            // of 100 turns: at so many it sees no more than this
  int lapsed_depth = 1;
  bool lapsed_sees_answers = true;
};

struct StarSkill {
  int depth = 1;             // turns, of all seats, when no limit says otherwise
  int longest_jump = 0;      // it overlooks moves that go farther, in steps; 0 for none
  bool is_flat = false;      // does not see that who is left behind costs more: leaves stragglers
  bool counts_home = false;  // counts the turns of its own race where nobody meets it any more
  int noise = 0;             // in hundredths of a turn: how far its judgement of a move is off
  std::uint64_t nodes = 0;   // at most; 0 for no limit of its own
  int lapses = 0;            // of 100 turns: at so many it looks no farther than this
  int lapsed_depth = 1;
  // Judges by a network where there is one for the game, and looks at so many nodes then; 0 where it never does.
  std::uint64_t network_nodes = 0;
  bool plays_out = false;  // with three seats and more, each for itself, grows a tree of play-outs
};

struct Skill {
  DraughtsSkill draughts;
  StarSkill star;
};

// Of a level of `levels()`, by its place there.
const Skill& skill_of(std::size_t level);

// What is left of it at one turn: now and then it lapses, at the same turns for the same seed.
Skill skill_at_turn(Skill skill, std::uint64_t seed);

}  // namespace crownstar::search
