// Knows what can be asked of the hall and what it answers: plain values, whatever form they came in.
// Refuses to know JSON, sockets and sessions; who asks has been checked before.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hall/listener.hpp"
#include "match/match.hpp"

namespace crownstar::hall {

using match::Refused;

// Called once, on the hub's thread, perhaps before the asking function returns.
template <typename T>
using Done = std::function<void(std::expected<T, Refused>)>;

// What the maker of a match wants in one seat.
struct SeatWish {
  enum class Kind {
    me,      // the maker
    open,    // whoever comes, or has the invitation
    person,  // `who` only: somebody that the lobby paired
    engine   // the level `engine`
  };
  Kind kind = Kind::open;
  Person who;
  std::string engine;
};

struct NewMatch {
  match::Terms terms;
  std::vector<SeatWish> seats;  // one a seat of the game
  bool draw_seats = true;       // lots are drawn for the seats (AM-11); otherwise they stand as written
  bool is_public = false;       // listed in the lobby while seats are open; otherwise whoever has the link sits down
  bool is_watched = true;       // shown among the running games
};

struct Sat {
  std::string match;
  int seat = 0;
  std::string code;  // what opens an open seat: part of the link. For the maker only, empty where no seat is open
};

struct Join {
  std::string match;
  std::string code;         // not needed for a public match
  std::optional<int> seat;  // any open one
};

// A command of a seat. The seat is found from the person unless one person holds several.
struct MatchCommand {
  std::string match;
  std::string request;       // the sender's own name for it: sent again it is played once
  std::optional<int> after;  // the number of the last event that the sender had seen
  std::optional<int> seat;
  match::Action what;
};

struct Taken {
  int first = 0;  // the numbers of the events that the command became
  int last = 0;
};

struct Say {
  std::string match;
  bool to_players = false;
  std::string text;
};

struct Report {
  std::string match;
  std::string person;
  std::string text;
};

// An open wish for an opponent; it stands in the lobby until somebody takes it or a wish that fits comes.
struct SeekWish {
  match::Terms terms;
  int rating_least = 0;
  int rating_most = 9999;
  bool is_quick = false;  // pair with the first seek that fits, and wait only if there is none
};

// One match in a list.
struct MatchSummary {
  std::string id;
  std::string game;
  std::string family;
  std::string phase;  // waiting, running, over
  std::vector<match::ClockTerms> clocks;
  std::vector<std::optional<match::Player>> seats;  // none for an open seat
  bool is_rated = false;
  bool is_public = false;
  int moves = 0;
  int spectators = 0;
  Instant created{};
  Instant updated{};
  std::string result;
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

// What the metrics show.
struct Figures {
  std::size_t listeners = 0;
  std::size_t matches_in_memory = 0;
  std::size_t matches_running = 0;
  std::size_t matches_waiting = 0;
  std::size_t spectators = 0;
  std::size_t seeks = 0;
  std::size_t engines_thinking = 0;
  std::uint64_t commands_taken = 0;
  std::uint64_t commands_refused = 0;
  std::uint64_t commands_repeated = 0;
  std::uint64_t events_stored = 0;
  std::uint64_t appends_failed = 0;
};

}  // namespace crownstar::hall
