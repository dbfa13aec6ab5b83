// What is known of a simulated run: what its disk says, and how much has happened.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "simulation/disk.hpp"
#include "site/live/match/stored_event.hpp"

namespace crownstar::live::simulation {

// What the disk says, replayed: the only truth there is.
class Truth {
 public:
  explicit Truth(const Disk& disk) : disk_(disk) {}

  const History& of(const std::string& match) {
    Known& known = known_[match];
    const auto& rows = disk_.rows.at(match);
    const auto& header = disk_.headers.at(match);
    if (!known.history || known.rows != rows.size()) {
      auto history = history_of(rows, header);
      EXPECT_TRUE(history) << match << ": " << (history ? "" : history.error().reason);
      if (history) known = {std::make_shared<History>(*std::move(history)), rows.size()};
    }
    return *known.history;
  }

 private:
  struct Known {
    std::shared_ptr<History> history;
    std::size_t rows = 0;
  };
  const Disk& disk_;
  std::map<std::string, Known> known_;
};

// What has happened, so that a run in which hardly anything did is seen.
struct Tally {
  int taken = 0;
  int repeated = 0;
  int unanswered = 0;
  int pairings = 0;
  int seeks = 0;       // of those who gather for games of three
  int sat = 0;         // how often they sat down at another one's
  int gathered = 0;    // their games
  int lobby_rows = 0;  // that those who look at the lobby saw in the end
  int challenges = 0;
  int accepted = 0;
  int withdrawn = 0;  // or declined
  int rematches = 0;  // of those who challenge each other
  int rated = 0;      // matches that ended so
  int kills = 0;
  int stops = 0;
  int cuts = 0;
  int stills = 0;
  int losses = 0;
  int watched = 0;  // matches that people watched to the end
  int ended = 0;
  int flagged = 0;
  int promoted = 0;     // guests who became accounts
  int deleted = 0;      // accounts and guests
  int said = 0;         // lines of chat, acknowledged
  int removed = 0;      // lines, by an operator
  int mutes = 0;        // and lifted ones
  int lines_heard = 0;  // of chat, by those who watched in the end
  int events_heard = 0;

  bool operator==(const Tally&) const = default;
  void add(const Tally& other) {
    taken += other.taken;
    repeated += other.repeated;
    unanswered += other.unanswered;
    pairings += other.pairings;
    seeks += other.seeks;
    sat += other.sat;
    gathered += other.gathered;
    lobby_rows += other.lobby_rows;
    challenges += other.challenges;
    accepted += other.accepted;
    withdrawn += other.withdrawn;
    rematches += other.rematches;
    rated += other.rated;
    kills += other.kills;
    stops += other.stops;
    cuts += other.cuts;
    stills += other.stills;
    losses += other.losses;
    watched += other.watched;
    ended += other.ended;
    flagged += other.flagged;
    promoted += other.promoted;
    deleted += other.deleted;
    said += other.said;
    removed += other.removed;
    mutes += other.mutes;
    lines_heard += other.lines_heard;
    events_heard += other.events_heard;
  }
};

}  // namespace crownstar::live::simulation
