// Requests to the live site and its answers: plain values, whatever form they came in.
// It does not know JSON, sockets and sessions; who asks has been checked before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "site/live/ports/listener.hpp"
#include "site/lobby/seeks/seek_requests.hpp"
#include "site/match/match.hpp"
#include "site/store/rows.hpp"

namespace crownstar::live {

using match::Refused;

using lobby::Done;
using lobby::Sat;
using lobby::SeekRequest;
using lobby::SeekResult;

// What the maker of a match wants in one seat.
struct SeatRequest {
  enum class Kind {
    me,     // the maker
    open,   // whoever comes first, from the lobby or by the link
    engine  // the computer, at the level `engine`
  };
  Kind kind = Kind::open;
  std::string engine;
};

struct NewMatch {
  match::Terms terms;
  std::vector<SeatRequest> seats;  // one a seat of the game; none: me, and all others open
  bool draw_seats = true;          // lots are drawn for the seats (AM-11); otherwise they stand as written
  bool is_public = false;  // in the lobby while seats are open, and in the list of games; else whoever has the link
  std::vector<std::string> kept_for{};  // the person who alone may have each seat; none: whoever comes
};

struct Join {
  std::string match;
  std::string code;         // of the link; a public match needs none
  std::optional<int> seat;  // any open one
};

// What a seat does in its match. The command's seat and lag are filled in by the live site: the seat is the person's.
struct MatchCommand {
  std::string match;
  std::string request;     // the sender's own name for it: sent again it is played once. Empty: not remembered
  match::Command command;  // with `after`; none of the server's commands. To abort is also for who made a match that
                           // has not begun
  bool is_throttled = true;
  Instant arrived{};  // noted by the live site: what waits for its turn pays for no waiting
};

struct Taken {
  int first = 0;  // the numbers of the events that the command became
  int last = 0;
};

struct Say {
  std::string match;
  bool to_players = false;
  std::string text;
  std::string request{};  // the sender's own name for it: sent again it is said once. Empty: not remembered
  // A player speaks to those who watch, without hearing them: programs greet both.
  bool may_leave_the_table = false;
};

struct Report {
  std::string match;  // may be empty
  std::string person;
  std::string text;
};

// One match in a list. The seats are as the store has them: an empty one is not there.
struct MatchSummary {
  store::MatchHeader header;
  match::ClockTerms clock;  // the first seat's
  std::vector<match::ClockTerms> clocks;
  std::string host;      // who made it; empty where the lobby did
  std::string previous;  // the match that it is the rematch of
  int seats = 2;
  int moves = 0;
  int seat_to_move = -1;                // known while the match is in memory
  std::string position;                 // where it stands; known while the match is in memory
  std::optional<match::ClocksAt> time;  // the same, while a match with clocks is played
  int spectators = 0;
};

struct MatchPage {
  std::vector<MatchSummary> matches;
  std::string next;  // give it back for the next page; empty at the end
};

enum class ExportForm { pdn, json, star };

struct Exported {
  std::string text;
  std::string content_type;
  std::string file_name;
};

// Time in which nobody could do anything: the process stood still, or the wall clock jumped over it.
struct LostTime {
  Instant from;
  Instant to;
};

// What was there when the site opened.
struct Opened {
  std::size_t running = 0;
  std::size_t waiting = 0;
};

// What the metrics show.
struct Figures {
  std::size_t listeners = 0;
  std::size_t matches_in_memory = 0;
  std::size_t matches_running = 0;
  std::size_t matches_waiting = 0;
  std::size_t clocks_standing = 0;  // of matches that are owed time which is not stored yet, also of new ones
  std::size_t spectators = 0;
  std::size_t seeks = 0;
  std::size_t engines_thinking = 0;
  std::uint64_t commands_taken = 0;
  std::uint64_t commands_refused = 0;
  std::uint64_t commands_repeated = 0;
  std::uint64_t events_stored = 0;
  std::uint64_t appends_failed = 0;
};

}  // namespace crownstar::live
