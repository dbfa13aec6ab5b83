// When each match is looked at next: its clock falls, an engine is asked again, nobody came to play, or nobody needs it
// in memory any more.
#pragma once

#include <cstddef>
#include <optional>

#include "base/part.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/live/match/deadlines.hpp"

namespace crownstar::live {

struct TimerSettings {
  Milliseconds keep_finished{120'000};
  Milliseconds keep_idle{600'000};
  Milliseconds close_unbegun{};
  Milliseconds close_quiet{};
};

class MatchTimers : public base::Part<MatchTimers>, public Schedule {
 public:
  MatchTimers(LiveContext& context, MatchMemory& memory, Commands& commands, FollowUp& follow_up,
              TimerSettings settings)
      : context_(context), memory_(memory), commands_(commands), follow_up_(follow_up), settings_(settings) {}

  // The site was opened, or goes on after it stood still: a match that nobody plays is not closed in the first moments
  // after this, for its players could not reach the server.
  void begin(Instant at) { opened_at_ = at; }
  void schedule(LiveMatch& live) override;
  std::optional<Instant> departs_at(const LiveMatch& live, int seat) const override;
  void tick(Instant at);
  std::optional<Instant> next() const { return deadlines_.next(); }
  int running_clocks() const { return running_clocks_; }

  // ---- Which match may leave memory ----
  LiveMatch* longest_unneeded() const { return leaving_.first(); }
  // It is needed after all; it may leave again when it is scheduled anew.
  void is_needed(LiveMatch& live) { leaving_.set(live, live.timing.leaving, std::nullopt); }
  void forget(LiveMatch& live);

 private:
  void on_due(LiveMatch& live, Instant at);
  void on_due_unread(LiveMatch& live, Instant at);
  std::optional<Instant> due_at(const LiveMatch& live) const;
  bool is_leaving_due(const LiveMatch& live, Instant now) const;
  Milliseconds kept_for(const LiveMatch& live) const {
    return live.is_unfinished() ? settings_.keep_idle : settings_.keep_finished;
  }
  Instant waits_until(const LiveMatch& live) const;
  std::optional<Instant> closing_at(const LiveMatch& live) const;  // of a match that nobody plays any more
  void close_quiet(LiveMatch& live, Instant at);
  void note_absences(LiveMatch& live);
  bool may_go_away(const LiveMatch& live, int seat) const;  // a person who is still in the game, and has to be there
  // That somebody has gone for long, or is back, and when the match is to know.
  struct PresenceChange {
    Instant at;
    match::Command command;
  };
  std::optional<PresenceChange> next_presence_change(const LiveMatch& live) const;
  void count(LiveMatch& live);

  LiveContext& context_;
  MatchMemory& memory_;
  Commands& commands_;
  FollowUp& follow_up_;
  TimerSettings settings_;
  Deadlines<LiveMatch> deadlines_;
  Deadlines<LiveMatch> leaving_;  // in memory and needed by nobody just now, since when
  Instant opened_at_{};
  std::size_t being_closed_ = 0;  // read only to be closed, at this moment
  int running_clocks_ = 0;
};

}  // namespace crownstar::live
