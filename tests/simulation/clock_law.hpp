// What a clock may charge, by the true time, which no node of a simulated site knows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "simulation/disk.hpp"
#include "simulation/node.hpp"
#include "site/live/match/stored_event.hpp"

namespace crownstar::live::simulation {

// When something was wrong, so that time may have been credited, or held until it was told.
class Trouble {
 public:
  void note(Instant from, Milliseconds time) { times_.emplace_back(from, from + time); }
  // At least as much as there was: where times overlap each counts.
  Milliseconds between(Instant from, Instant to) const {
    Milliseconds sum{0};
    for (const auto& [begun, ended] : times_) {
      sum += std::max(Milliseconds{0}, std::min(to, ended) - std::max(from, begun));
    }
    return sum;
  }

 private:
  std::vector<std::pair<Instant, Instant>> times_;
};

// A clock pays for no time in which no node ran, and for none by which a clock was set. A node that is killed has said
// a moment before that it lives, and this is stored in a moment more; a disk that is full or slow just then makes it a
// few seconds. Where there are several nodes, their clocks are up to `apart` from each other, and that comes on top,
// for each time anew that all of them were down. And it charges the time in which nothing was wrong, where `trouble`
// says when something was. Of several nodes one says that it runs although it could not read a match yet that is owed
// time. How many flags fell.
inline int expect_time_was_theirs(const History& history, const Disk& disk, const std::string& id, const Uptime& uptime,
                                  const Trouble* trouble, Milliseconds apart, bool are_several) {
  const std::vector<Disk::Sent>& sent = disk.sent.at(id);
  const auto was_unread = [&](Instant from, Instant to) {
    return std::ranges::any_of(
        disk.unread, [&](const Disk::Unread& each) { return each.match == id && each.at >= from && each.at <= to; });
  };
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
    const Milliseconds up = uptime.between(from, to);
    const Milliseconds inexact = 9s + apart * (1 + uptime.outages(from, to));
    const Milliseconds most = (are_several && was_unread(from, to) ? to - from : up) + inexact;
    // The computer's time for a turn that was missed is nobody's.
    const int mover = match->seat_to_move();
    const bool is_missed = mover >= 0 && match->seat(mover).has_missed_turn;
    if (const auto* moved = std::get_if<match::Moved>(&event.what); moved != nullptr && !is_missed) {
      EXPECT_LE(moved->spent, most) << "at event " << event.number << ", after " << uptime.outages(from, to)
                                    << " outages";
      if (trouble != nullptr) {
        EXPECT_GE(moved->spent, up - trouble->between(from, to) - 2 * inexact) << "at event " << event.number;
      }
    } else if (const auto* flagged = std::get_if<match::Flagged>(&event.what)) {
      ++flags;
      const match::Status status = match->status(history.events[turn_began].at);
      EXPECT_LE(status.clocks.at(static_cast<std::size_t>(flagged->seat)).left, most) << "at event " << event.number;
    }
    // One of three or more who is out of time leaves the turn to the next.
    const auto turn = [&] { return std::tuple(match->moves().size(), match->phase(), match->seat_to_move()); };
    const auto before = turn();
    EXPECT_TRUE(match->apply(event));
    if (turn() != before) turn_began = index;
  }
  return flags;
}

}  // namespace crownstar::live::simulation
