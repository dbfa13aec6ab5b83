// Knows the one writer of each match: a command waits for its turn, becomes events, is stored, is applied, and only
// then is told. Refuses to know who watches, when a match is looked at next, and what other nodes are there.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/part.hpp"
#include "site/live/cluster/replication.hpp"
#include "site/live/match/registry.hpp"
#include "site/live/match/site.hpp"
#include "site/people/throttle.hpp"

namespace crownstar::live {

// What follows from a commit.
class CommitObserver {
 public:
  virtual ~CommitObserver() = default;

  // Stored and applied, here or at another node: to be told.
  virtual void applied(LiveMatch& live, const std::vector<match::Event>& events) = 0;
  virtual void header_stored(const std::string& match) = 0;
  virtual void pause_began(LiveMatch& live) = 0;
  // Nothing is being stored and nothing waits: what the house owes the match may follow.
  virtual void is_free(LiveMatch& live) = 0;
  // The store has other events.
  virtual void reload(LiveMatch& live) = 0;
};

class CommitPipeline : public base::Part<CommitPipeline> {
 public:
  CommitPipeline(Site& site, Matches& matches, MatchRegistry& registry, Replication& replication,
                 CommitObserver& observer);

  // ---- Commands ----
  // Of a person's seat.
  void command(const Person& person, MatchCommand command, Milliseconds lag, Done<Taken> done);
  void submit(LiveMatch& live, Operation operation);
  // Of the house: nobody waits for an answer, and it is not counted among those that wait.
  void house(LiveMatch& live, match::Command command) { submit(live, {std::move(command), {}, {}}); }
  void refuse(Operation& operation, const Refused& refusal);
  void refuse_all_that_wait(LiveMatch& live);  // the server is stopping
  void release(LiveMatch& live);               // nothing is being stored any more
  void came_from_another_node(LiveMatch& live, const std::vector<match::Event>& events,
                              std::optional<store::MatchHeader> header);

  // ---- Time that is credited: clock_pause.cpp ----
  void note_told(LiveMatch& live, int first);
  void stand_still(LiveMatch& live, Instant since);
  // What is owed for the time since the clocks have not run is stored before anything else.
  void resume(LiveMatch& live) { house(live, resume_of(live)); }

 private:
  void command_at(LiveMatch& live, const std::string& person, MatchCommand command, Milliseconds lag, Done<Taken> done);
  void run(LiveMatch& live, Operation operation);
  void begin(LiveMatch& live, Operation operation, std::vector<match::Event> events);
  void read_ratings(LiveMatch& live);
  void append(LiveMatch& live, std::vector<store::RatingRow> ratings);
  void complete(LiveMatch& live, store::Outcome<void> outcome);
  void apply(LiveMatch& live);
  void after_events(LiveMatch& live, const std::vector<match::Event>& events, std::optional<store::MatchHeader> header);
  void fail(LiveMatch& live, const store::Failure& failure);
  void pump(LiveMatch& live);
  void settle_pause(LiveMatch& live, std::span<const match::Event> events);
  static match::Command resume_of(const LiveMatch& live) {
    return {match::house, -1, match::Resume{*live.pause.since}, {}};
  }

  Site& site_;
  Matches& matches_;
  MatchRegistry& registry_;
  Replication& replication_;
  CommitObserver& observer_;
  people::Throttle throttle_;
};

}  // namespace crownstar::live
