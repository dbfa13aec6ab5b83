// Knows one match: the match with what waits for it, who watches it, what was said at it.
// Refuses to know how any of it is stored, told or timed: the floor does that with it.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "site/bus/bus.hpp"
#include "site/live/match/chat_log.hpp"
#include "site/live/match/deadlines.hpp"
#include "site/live/match/engine_turn.hpp"
#include "site/live/match/match_details.hpp"
#include "site/live/match/request_memory.hpp"
#include "site/live/match/watchers.hpp"
#include "site/live/ports/requests.hpp"
#include "site/match/match.hpp"
#include "site/store/rows.hpp"

namespace crownstar::live {

// Something that waits for its turn at a match: it becomes one batch of events, or is refused.
struct Operation {
  match::Command command;
  std::string request;  // empty: not remembered
  std::vector<Done<Taken>> answers;
  Instant arrived{};          // of a seat's command: its time, however long it waits
  int overtaken = 0;          // how often another node was quicker
  bool is_looked_up = false;  // the store had nothing newer before it was refused

  bool is_of_house() const { return command.seat == match::house; }
  template <typename What>
  bool is() const {
    return std::holds_alternative<What>(command.what);
  }
};

struct LiveMatch;

// Keeps a match in memory for as long as it exists: one that is held is not unloaded.
class Hold {
 public:
  explicit Hold(LiveMatch& live);
  ~Hold();
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  std::weak_ptr<LiveMatch> live_;  // not the other way round: a match may have its own holds as members
};

struct LiveMatch : std::enable_shared_from_this<LiveMatch> {
  using Loaded = std::function<void(std::expected<LiveMatch*, Refused>)>;

  LiveMatch(store::MatchHeader first_header, MatchDetails first_details)
      : id(first_header.id), header(std::move(first_header)), details(std::move(first_details)) {}

  LiveMatch(const LiveMatch&) = delete;
  LiveMatch& operator=(const LiveMatch&) = delete;

  // For whoever goes on later: empty once the match has left memory.
  std::weak_ptr<LiveMatch> handle() { return weak_from_this(); }

  const std::string id;
  store::MatchHeader header;  // as it is stored; this says whose seat it is
  MatchDetails details;

  // Nothing until somebody needs it: a server that starts knows its matches by their headers.
  std::unique_ptr<match::Match> match;
  std::vector<Loaded> waiting_for_load;
  std::optional<Hold> reading;       // while they wait
  std::vector<match::Event> recent;  // the last ones, for who was away for a moment
  RequestMemory requests{limits::requests_remembered};

  // The one append under way, and what waits behind it.
  std::optional<Hold> storing;
  Operation current;
  std::vector<match::Event> fresh;
  std::optional<store::MatchHeader> fresh_header;
  std::vector<std::string> fresh_bodies;  // for the other nodes
  int rating_tries = 0;
  std::vector<Operation> waiting;

  Watchers watchers;
  PresenceElsewhere elsewhere;
  ChatLog chat;
  EngineTurn engine;

  // The server was down since then, or its store refused: the clock stands until that is stored as a Resumed.
  std::optional<Instant> stands_since;
  // What was told last, for a match that is read again.
  struct Told {
    int first = 0;
    Instant at;
  };
  std::optional<Told> told;
  bool is_reading_owed = false;  // the store has other rows: read again when nothing is being stored
  bool is_timed = false;         // counted among those whose clock runs
  std::optional<Hold> rematching;
  bool is_rematch_impossible = false;
  std::optional<Instant> not_before;  // after a failure of the store: when the house tries again
  // Of several nodes.
  bus::SubscriptionNumber news = 0;
  int heard = -1;  // the highest number that any node has told of
  std::vector<std::move_only_function<void(bool is_known)>> once_looked;  // compared with the store, or not to be read
  bool is_doubted = false;     // names and what was said may be others in the store
  bool is_mine = true;         // this node looks after it where several could
  bool is_stored_here = true;  // this node has stored the last event
  Instant touched{};
  Instant quiet_since{};       // the last event; of a match that was never read, the last that its header knows of
  bool is_begun = false;       // everybody has moved once, as far as is known
  std::uint64_t surveyed = 0;  // when it was last seen among the unfinished ones
  Deadlines<LiveMatch>::Place place;
  Deadlines<LiveMatch>::Place leaving;
  Deadlines<LiveMatch>::Place looking;

  // What the figures hold of it.
  struct Counted {
    bool is_in_memory = false;
    bool is_running = false;
    bool is_waiting = false;
    int spectators = 0;
  };
  Counted counted;
  int holds = 0;  // counted by Hold alone

  bool is_unfinished() const { return header.state != store::MatchState::over; }
  bool is_storing() const { return storing.has_value(); }
  bool is_held() const { return holds > 0; }
  bool is_busy() const { return is_held() || !waiting.empty(); }
  int seat_of(std::string_view person) const {
    if (person.empty()) return -1;  // who has no session is not whoever deleted theirs
    for (const store::SeatRow& seat : header.seats) {
      if (seat.player == person && seat.kind != store::PlayerKind::engine) return seat.seat;
    }
    return -1;
  }
  bool has_clock() const {
    return std::ranges::any_of(details.clocks, [](const auto& clock) { return clock.kind != match::ClockKind::none; });
  }
  int spectators_everywhere() const { return watchers.spectators() + elsewhere.spectators(); }
  const store::SeatRow* seat_row(int seat) const {
    for (const store::SeatRow& row : header.seats) {
      if (row.seat == seat) return &row;
    }
    return nullptr;
  }
};

inline Hold::Hold(LiveMatch& live) : live_(live.handle()) { ++live.holds; }
inline Hold::~Hold() {
  if (const auto live = live_.lock()) --live->holds;
}

}  // namespace crownstar::live
