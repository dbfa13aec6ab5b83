// Matches that are made: stored, and then there for everybody. None is refused that the store has.
// It does not know who sits in them and why.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/part.hpp"
#include "site/live/cluster/replication.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/live/context/registry.hpp"
#include "site/live/engines/engine_seats.hpp"

namespace crownstar::live {

class NewMatchObserver {
 public:
  virtual ~NewMatchObserver() = default;
  // One that has been stored and is in memory: to be told.
  virtual void made(LiveMatch& live) = 0;
};

class NewMatches : public base::Part<NewMatches> {
 public:
  NewMatches(LiveContext& context, MatchMemory& matches, Schedule& schedule, NewMatchObserver& observer,
             MatchRegistry& registry, EngineSeats& engines, Replication& replication)
      : context_(context),
        matches_(matches),
        schedule_(schedule),
        observer_(observer),
        registry_(registry),
        engines_(engines),
        replication_(replication) {}

  // A match that is there already under this id is the same one: only a rematch, and a seek's match, name theirs
  // beforehand.
  void store(std::string id, MatchDetails details, bool is_listed, std::vector<match::Event> events,
             Done<LiveMatch*> done);

  void look_again();  // once a second: for matches that the store may have, and could not say
  // Matches that are being stored are owed it. The sign of life, which would say that their first turn had run, waits.
  void time_lost() {
    ++losses_;
    context_.counts.clocks_standing += being_stored_ - being_stored_since_loss_;
    being_stored_since_loss_ = being_stored_;
  }

 private:
  // A match that the store has, or may have.
  struct InDoubt {
    std::string id;
    bool is_ours = false;  // made by this request, so that others are still to be told
    int losses = 0;        // of time, before it was sent to the store
    Done<LiveMatch*> done;
  };
  // Counts a match that is being stored until `done` is answered.
  Done<LiveMatch*> count_while_stored(Done<LiveMatch*> done);
  void begin_first_turn(LiveMatch& live, int losses);
  void look_for_stored(InDoubt match);
  void take_up(InDoubt match);
  void doubt(const InDoubt& match);

  LiveContext& context_;
  MatchMemory& matches_;
  Schedule& schedule_;
  NewMatchObserver& observer_;
  MatchRegistry& registry_;
  EngineSeats& engines_;
  Replication& replication_;
  std::vector<InDoubt> in_doubt_;
  int losses_ = 0;  // of time
  std::size_t being_stored_ = 0;
  std::size_t being_stored_since_loss_ = 0;  // of those, since before the last loss of time
};

}  // namespace crownstar::live
