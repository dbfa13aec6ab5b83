// What the stored headers of a simulated site must say: what follows from the events of their matches. Lists are made
// of headers alone.
#pragma once

#include <algorithm>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "simulation/disk.hpp"
#include "simulation/truth.hpp"
#include "site/live/match/match_details.hpp"

namespace crownstar::live::simulation {

inline void expect_header_fits(const store::MatchHeader& header, const History& history) {
  const match::Match& match = *history.match;
  const std::map<match::Phase, store::MatchState> states{{match::Phase::seating, store::MatchState::open},
                                                         {match::Phase::playing, store::MatchState::running},
                                                         {match::Phase::over, store::MatchState::over}};
  EXPECT_EQ(header.state, states.at(match.phase())) << header.id;
  if (header.state == store::MatchState::over) {
    EXPECT_EQ(contradiction(history, header), "") << header.id;
  }
  std::map<int, std::string> seated;
  for (const store::SeatRow& row : header.seats) seated[row.seat] = row.player;
  for (int seat = 0; seat < match.seats(); ++seat) {
    const auto& player = match.seat(seat).player;
    ASSERT_EQ(player.has_value(), seated.contains(seat)) << header.id << " at seat " << seat;
    const bool is_named = player && !seated.at(seat).empty();  // and not deleted
    EXPECT_TRUE(!is_named || seated.at(seat) == player->id) << header.id << " at seat " << seat;
  }
}

// When all have read it.
inline void expect_rematch_if_agreed(const Disk& disk, const std::string& id, Truth& truth) {
  const match::Match& match = *truth.of(id).match;
  const auto& seats = disk.headers.at(id).seats;
  const bool is_anybody_gone = std::ranges::count(seats, store::PlayerKind::deleted, &store::SeatRow::kind) > 0;
  if (!match.is_rematch_agreed() || is_anybody_gone) return;
  const std::string next = match.status(match.last_at()).next;
  ASSERT_TRUE(disk.headers.contains(next)) << id << " has no rematch, and all wanted one";
  EXPECT_EQ(read_details(disk.headers.at(next).details).previous, id);
}

}  // namespace crownstar::live::simulation
