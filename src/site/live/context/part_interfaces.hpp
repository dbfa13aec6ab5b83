// The interfaces at which the parts of the live site meet. Each part is given those that it uses.
// It does not know the parts.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "site/live/match/live_match.hpp"

namespace crownstar::live {

// Matches as a part that only uses them sees them.
class Matches {
 public:
  virtual ~Matches() = default;

  virtual LiveMatch* find(std::string_view id) = 0;
  // Loaded; refused as no_such_match or store_unavailable.
  virtual void with_match(std::string_view id, LiveMatch::Loaded then) = 0;
};

// Which matches are in memory, and that they are what the store has.
class MatchMemory : public Matches {
 public:
  virtual void load(LiveMatch& live, LiveMatch::Loaded then) = 0;
  virtual LiveMatch& add(store::MatchHeader header) = 0;
  virtual void unload(LiveMatch& live) = 0;
  // The store has other rows: read again at once, or as soon as nothing is being stored or read.
  virtual void reload(LiveMatch& live) = 0;
  virtual void read_anew(LiveMatch& live) = 0;
  // No match can be made just now.
  virtual bool is_full() = 0;
};

// A copy of a match may be behind what other nodes have stored.
class StoredEvents {
 public:
  virtual ~StoredEvents() = default;

  // When all that is stored is here, or, with false, when that cannot be read.
  virtual void look_first(LiveMatch& live, std::move_only_function<void(bool is_known)> then) = 0;
};

class Commands {
 public:
  virtual ~Commands() = default;

  virtual void submit(LiveMatch& live, Operation operation) = 0;
  // Of the server: nobody waits for an answer, and it is not counted among those that wait.
  void as_server(LiveMatch& live, match::Command command) { submit(live, {std::move(command), {}, {}}); }
  // Its host is gone before it began: nobody could let players in any more.
  void end_without_host(LiveMatch& live, Done<Taken> done) {
    submit(live, {{match::server_seat, -1, match::CallOff{"who made it has left"}, {}}, {}, {std::move(done)}});
  }
  // The credit for the time since the clocks have not run is stored before anything else.
  void resume(LiveMatch& live) { as_server(live, resume_of(live)); }

 protected:
  static match::Command resume_of(const LiveMatch& live) {
    return {match::server_seat, -1, match::Resume{*live.pause.since}, {}};
  }
};

// Hears of a match that another node has made, or begun, where the store is read before that node's message comes. A
// message may also be lost.
class HeadObserver {
 public:
  virtual ~HeadObserver() = default;
  // `has_begun`: unlike before.
  virtual void head_was_read(LiveMatch& live, bool has_begun) = 0;
};

// What the server owes a match when nothing is being stored and nothing waits: engines are asked, a rematch is made.
class FollowUp {
 public:
  virtual ~FollowUp() = default;
  virtual void follow_up(LiveMatch& live) = 0;
};

// The lists in which a match stands: the lobby.
class Listing {
 public:
  virtual ~Listing() = default;
  // It is in memory now, was read again, or has been found to be over.
  virtual void list_anew(const LiveMatch& live) = 0;
};

class Schedule {
 public:
  virtual ~Schedule() = default;
  // Something has changed that decides when the match is looked at next, or whether it may leave memory.
  virtual void schedule(LiveMatch& live) = 0;
  // When a player who has no connection counts as gone for long; nothing for anybody else.
  virtual std::optional<Instant> departs_at(const LiveMatch& live, int seat) const = 0;
};

}  // namespace crownstar::live
