// The one writer of each match: a command waits for its turn, becomes events, is stored, is applied, and only
// then broadcast. It does not know who watches, when a match is looked at next, and what other nodes are there.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/part.hpp"
#include "site/live/cluster/replication.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/live/context/registry.hpp"
#include "site/lobby/ports.hpp"
#include "site/people/throttle.hpp"

namespace crownstar::live {

// Hears of every commit.
class CommitObserver {
 public:
  virtual ~CommitObserver() = default;

  // Stored and applied, here or at another node: to be told.
  virtual void applied(LiveMatch& live, const std::vector<match::Event>& events) = 0;
  virtual void header_stored(const std::string& match) = 0;
  virtual void pause_began(LiveMatch& live) = 0;
};

class CommitPipeline : public base::Part<CommitPipeline>, public Commands, public ReplicatedMatches {
 public:
  CommitPipeline(LiveContext& context, MatchMemory& matches, Schedule& schedule, MatchRegistry& registry,
                 Replication& replication, CommitObserver& observer, FollowUp& follow_up,
                 const lobby::LobbyEngines& engines);

  // ---- Commands ----
  // Of a person's seat.
  void command(const Person& person, MatchCommand command, Milliseconds lag, Done<Taken> done);
  void submit(LiveMatch& live, Operation operation) override;
  void refuse(Operation& operation, const Refused& refusal) override;
  void refuse_all_that_wait(LiveMatch& live);  // the server is stopping
  void release(LiveMatch& live) override;      // nothing is being stored any more
  void events_came(LiveMatch& live, const std::vector<match::Event>& events,
                   std::optional<store::MatchHeader> header) override;
  // Its clock does not run from then on, until the time has been credited: clock_pause.cpp.
  void stand_still(LiveMatch& live, Instant since);
  void store_pause(LiveMatch& live);  // at once, where there is one and nothing is being stored

 private:
  void command_at(LiveMatch& live, const std::string& person, MatchCommand command, Milliseconds lag, Done<Taken> done);
  std::optional<Refused> find_substitute(const LiveMatch& live, match::Command& command) const;
  std::expected<std::vector<match::Event>, Refused> handle(const LiveMatch& live, match::Command& command,
                                                           match::Instant at) const;
  void run(LiveMatch& live, Operation operation);
  void begin(LiveMatch& live, Operation operation, std::vector<match::Event> events);
  void read_ratings(LiveMatch& live);
  void append(LiveMatch& live, std::vector<store::RatingRow> ratings);
  void complete(LiveMatch& live, store::Outcome<void> outcome);
  void apply(LiveMatch& live);
  void after_events(LiveMatch& live, const std::vector<match::Event>& events, std::optional<store::MatchHeader> header);
  void fail(LiveMatch& live, const store::Failure& failure);
  void answer_failed(LiveMatch& live, Operation& operation);
  void look_and_answer(LiveMatch& live, Operation operation);
  void pump(LiveMatch& live);
  void end_pause(LiveMatch& live);
  void record_pause(LiveMatch& live, std::span<const match::Event> events);

  LiveContext& context_;
  MatchMemory& matches_;
  Schedule& schedule_;
  MatchRegistry& registry_;
  Replication& replication_;
  CommitObserver& observer_;
  FollowUp& follow_up_;
  const lobby::LobbyEngines& engines_;
  people::Throttle throttle_;
};

}  // namespace crownstar::live
