// One live match: its header, the match itself while it is in memory, and the state that each part of the site keeps
// for it. It does not know how any of it is stored, broadcast or timed.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "site/bus/bus.hpp"
#include "site/live/match/absences.hpp"
#include "site/live/match/chat_log.hpp"
#include "site/live/match/commit_queue.hpp"
#include "site/live/match/deadlines.hpp"
#include "site/live/match/engine_turn.hpp"
#include "site/live/match/match_details.hpp"
#include "site/live/match/recent_events.hpp"
#include "site/live/match/request_memory.hpp"
#include "site/live/match/watchers.hpp"
#include "site/live/ports/live_requests.hpp"
#include "site/match/match.hpp"
#include "site/store/rows.hpp"

namespace crownstar::live {

// Time that no player is charged for: the server was down, or its store refused.
struct ClockPause {
  std::optional<Instant> since;  // the clock does not run until that is stored as a Resumed
  bool is_lost_again = false;    // more was lost while that was being stored
  Instant begun{};               // of this node, where it stood before: what was stored until then gave nothing back
  // The last events that were broadcast, for a match that is read again.
  struct Told {
    int first = 0;
    Instant at;
  };
  std::optional<Told> told;
  int unread = 0;  // how often in a row its match could not be read, a minute apart
  Instant unread_at{};
};

// A copy of a match that other nodes may have too.
struct NodeCopy {
  bus::SubscriptionNumber subscription = 0;
  int heard = -1;  // the highest number that any node has published
  std::vector<std::move_only_function<void(bool is_known)>> once_looked;  // compared with the store, or not to be read
  bool is_doubted = false;     // names and what was said may be others in the store
  bool is_mine = true;         // this node looks after it where several could
  bool is_stored_here = true;  // this node has stored the last event
  std::uint64_t surveyed = 0;  // when it was last seen among the unfinished ones
  Deadlines<LiveMatch>::Entry looking;
  PresenceQuestion question;
  Deadlines<LiveMatch>::Entry asking;
};

// When it is looked at next, and what the figures hold of it.
struct MatchTiming {
  Instant touched{};
  Instant quiet_since{};  // the last event; of a match that was never read, the last that its header knows of
  bool is_begun = false;  // everybody has moved once, as far as is known
  std::optional<Instant> not_before;  // after a failure of the store: when the server tries again
  Deadlines<LiveMatch>::Entry due;
  Deadlines<LiveMatch>::Entry leaving;
  bool is_counted_as_timed = false;  // among those whose clock runs
  struct Counted {
    bool is_in_memory = false;
    bool is_running = false;
    bool is_waiting = false;
    bool is_standing = false;
    int spectators = 0;
  };
  Counted counted;
};

struct Rematch {
  std::optional<Hold> under_way;
  bool is_impossible = false;
};

class LiveMatch : public std::enable_shared_from_this<LiveMatch> {
 public:
  using Loaded = LoadQueue::Loaded;

  LiveMatch(store::MatchHeader first_header, MatchDetails first_details)
      : id(first_header.id), header(std::move(first_header)), details(std::move(first_details)) {}
  LiveMatch(const LiveMatch&) = delete;
  LiveMatch& operator=(const LiveMatch&) = delete;

  // For continuations: empty once the match has left memory.
  std::weak_ptr<LiveMatch> handle() { return weak_from_this(); }

  const std::string id;
  store::MatchHeader header;  // as it is stored; this says whose seat it is
  MatchDetails details;       // what the header's text of them says; both change together (MatchRegistry::put_header)

  // Nothing until somebody needs it: a server that starts knows its matches by their headers.
  std::unique_ptr<match::Match> match;
  RecentEvents recent;
  RequestMemory requests{limits::requests_remembered};
  bool is_reading_owed = false;  // the store has other rows: read again when nothing is being stored or read
  // The last event that was here before it began to be read again: whoever watches is owed the whole, however many
  // readings it takes.
  std::optional<int> reread_from;
  bool is_header_to_be_read = false;     // the store may have another one, also where this node is alone
  bool is_header_to_be_written = false;  // with the next events, whatever they are

  LoadQueue loads;
  CommitQueue commits;
  ClockPause pause;
  Rematch rematch;
  MatchTiming timing;
  NodeCopy copy;

  Watchers watchers;
  PresenceElsewhere elsewhere;
  Absences absences;
  ChatLog chat;
  EngineTurn engine;

  bool is_unfinished() const { return header.state != store::MatchState::over; }
  bool is_storing() const { return commits.is_busy(); }
  bool is_held() const { return holds_ > 0; }
  bool is_busy() const { return is_held() || commits.is_anything_waiting(); }
  int seat_of(std::string_view person) const {
    if (person.empty()) return -1;  // a person without a session is not a deleted person
    for (const store::SeatRow& seat : header.seats) {
      if (seat.player == person && seat.kind != store::PlayerKind::engine) return seat.seat;
    }
    return -1;
  }
  bool has_clock() const {
    return std::ranges::any_of(details.clocks, [](const auto& clock) { return clock.kind != match::ClockKind::none; });
  }
  bool has_engine() const {
    return std::ranges::find(header.seats, store::PlayerKind::engine, &store::SeatRow::kind) != header.seats.end();
  }
  // Of an account that no longer exists; nobody will do anything there.
  bool has_empty_seat() const {
    return std::ranges::find(header.seats, store::PlayerKind::deleted, &store::SeatRow::kind) != header.seats.end();
  }
  // Its host, or somebody for whom alone a seat is kept, is deleted.
  bool waits_for_nobody() const {
    const bool is_kept_for_nobody = std::ranges::find(details.kept_for, std::string()) != details.kept_for.end();
    return header.state == store::MatchState::open && (details.host.empty() || is_kept_for_nobody);
  }
  // People: who watches at two nodes is one, and whoever sits here is none, whatever a node says that has not heard of
  // it.
  int spectators_everywhere() const {
    const auto is_counted = [this](std::string_view person) {
      return watchers.has_spectator(person) || seat_of(person) >= 0;
    };
    return watchers.spectators() + elsewhere.spectators(is_counted);
  }
  bool is_connected(int seat) const { return watchers.has_seat(seat) || elsewhere.has_seat(seat); }
  const store::SeatRow* seat_row(int seat) const {
    for (const store::SeatRow& row : header.seats) {
      if (row.seat == seat) return &row;
    }
    return nullptr;
  }
  // The player to move gets these events only now. On several nodes each counts from its own broadcast.
  void note_told(int first, Instant at) {
    pause.told = {first, at};
    match->told(first, at);
  }
  // Its clock does not run from then on, until a Resumed is stored.
  void stand_still(Instant since) {
    pause.since = since;
    match->stand_still(since);
  }

 private:
  friend class Hold;
  int holds_ = 0;
};

inline Hold::Hold(LiveMatch& live) : live_(live.handle()) { ++live.holds_; }
inline Hold::~Hold() {
  if (const auto live = live_.lock()) --live->holds_;
}

}  // namespace crownstar::live
