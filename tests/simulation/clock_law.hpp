// What a clock may charge, by the true time, which no node of a simulated site knows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "simulation/disk.hpp"
#include "simulation/node.hpp"
#include "site/live/match/stored_event.hpp"

namespace crownstar::live::simulation {

// A clock pays for no time in which no node ran, and for none by which a clock was set. A node that is killed has said
// a moment before that it lives, and this is stored in a moment more; a disk that is full or slow just then makes it a
// few seconds. Where there are several nodes, their clocks are up to `apart` from each other, and that comes on top,
// for each time anew that all of them were down. How many flags fell.
inline int expect_time_was_theirs(const History& history, const std::vector<Disk::Sent>& sent, const Uptime& uptime,
                                  Milliseconds apart) {
  auto match = match::Match::replay(std::span(history.events).first(1));
  EXPECT_TRUE(match) << match.error().reason;
  EXPECT_EQ(sent.size(), history.events.size());
  if (!match || sent.size() != history.events.size()) return 0;
  if (match->terms().clocks.front().kind == match::ClockKind::none) return 0;
  int flags = 0;
  std::size_t turn_began = 0;
  for (std::size_t index = 1; index < history.events.size(); ++index) {
    const match::Event& event = history.events[index];
    // What began the turn may have waited long before it was sent.
    const auto& [began_at, ahead] = sent[turn_began];
    const Instant from = std::min(history.events[turn_began].at - ahead, began_at);
    const Instant to = sent[index].at;
    const Milliseconds most = uptime.between(from, to) + 9s + apart * (1 + uptime.outages(from, to));
    if (const auto* moved = std::get_if<match::Moved>(&event.what)) {
      EXPECT_LE(moved->spent, most) << "at event " << event.number;
    } else if (const auto* flagged = std::get_if<match::Flagged>(&event.what)) {
      ++flags;
      const match::Status status = match->status(history.events[turn_began].at);
      EXPECT_LE(status.clocks.at(static_cast<std::size_t>(flagged->seat)).left, most) << "at event " << event.number;
    }
    const auto moves = match->moves().size();
    const auto phase = match->phase();
    EXPECT_TRUE(match->apply(event));
    if (match->moves().size() != moves || match->phase() != phase) turn_began = index;
  }
  return flags;
}

}  // namespace crownstar::live::simulation
