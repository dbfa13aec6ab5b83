// A recorded game: its token, its tags, where it began, its moves with their variations and remarks, and how it
// ended. It does not know how it is written down and what the rules say of it; whoever builds one has asked the rules.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/game/game.hpp"
#include "rules/record/pdn/comment.hpp"
#include "rules/record/record_result.hpp"

namespace crownstar::game {

struct RecordTag {
  std::string name;
  std::string value;

  bool operator==(const RecordTag&) const = default;
};

// One move, or one position set up by hand, or one seat that leaves, and what is said of it.
struct RecordNode {
  int parent = -1;
  std::vector<int> children;  // the first goes on with the line, the others are variations on it
  std::string move;           // as the writer writes it; empty for the start, for a setup and where a seat leaves
  std::string setup;          // the position set up here; empty for a move
  int leaves = -1;            // the seat that plays no more from here, while others may (Game::withdraw)
  std::string leaving;        // how it leaves: `resigned`, `ran out of time`
  int seat = -1;              // whose move it is; a setup and a leaving have their parent's
  int number = 1;             // of the round, as it is written before the move
  int passes = 0;             // seats that had to pass between the parent and this move (CC-16)
  std::vector<std::string> comments_before;
  std::vector<std::string> comments;
  std::vector<int> nags;
  std::vector<ClockReading> clocks;

  bool operator==(const RecordNode&) const = default;
};

struct GameRecord {
  std::string token;
  std::string game_type;  // the PDN tag
  int seats = 2;
  ResultForm result_form = ResultForm::one_point;
  std::string said_option;  // that is written though it has its usual value (RecordedGame); empty for none
  std::string usual_value;
  std::vector<RecordTag> tags;  // all but those that the other members hold; the roster first
  std::string start;            // the first position, empty for the game's own
  RecordResult result;
  std::vector<RecordNode> nodes{RecordNode{}};  // nodes[0] is the start

  bool operator==(const GameRecord&) const = default;

  RecordNode& node(int index) { return nodes[static_cast<std::size_t>(index)]; }
  const RecordNode& node(int index) const { return nodes[static_cast<std::size_t>(index)]; }
  std::vector<int> main_line() const;  // the nodes after the start, without variations
  const RecordTag* find_tag(std::string_view name) const;
  void set_tag(std::string_view name, std::string value);  // in its place, or behind the others
};

// The tags that every record has, in their order: PDN's roster without the result, which the record itself holds.
// A star has no White and Black, its seats are Seat1 to Seat6.
std::vector<RecordTag> empty_roster(const GameRecord& record);

// The tag that names the player of a seat: PDN knows White and Black, whatever the colours are called at the board; the
// seats of a star have numbers.
std::string tag_of_seat(const GameRecord& record, const Game& game, int seat);

// Puts the roster in front, fills in what is missing and writes every name as PDN wants it.
void complete_tags(GameRecord& record);

// Adds the move that is about to be played in `before`, and gives the new node.
int add_move(GameRecord& record, int parent, const Game& before, const MoveView& move);
// `after` is the game at the position set up.
int add_setup(GameRecord& record, int parent, const Game& after);
// `how` loses what the written form has no room for.
int add_leaving(GameRecord& record, int parent, int seat, std::string_view how);

// What Game::withdraw is told of a seat that leaves: `Seat 2 resigned`.
std::string leaving_reason(const Game& game, int seat, std::string_view how);

// How the record writes a move: in draughts as the game does; on a star with every landing, as it was made.
std::string recorded_text(const Game& before, const MoveView& move);

// Players often went on where the rules would have called the draw, which was theirs to claim: begins anew from where
// the game stands, where that is such a draw. False where it was none or cannot go on.
bool go_on_past_draw(Game& game);

// How many seats lie between the seat that moved last and the one that moves now.
int seats_between(int last, int now, int seats);

}  // namespace crownstar::game
