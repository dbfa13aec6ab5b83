// Who is there, as a simulated site must know it when all is whole again: every node knows who is connected, wherever
// that is, and so does everybody who watches.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "simulation/node.hpp"
#include "simulation/truth.hpp"
#include "site/live/scenarios/reader_test.hpp"

namespace crownstar::live::simulation {

// Of one match, and all who are connected. How many look on.
template <typename Wait>
int expect_that_all_know_who_is_there(const store::MatchHeader& header, Truth& truth,
                                      const std::vector<const testing_site::Reader*>& readers, const Nodes& nodes,
                                      Wait wait) {
  const std::string& id = header.id;
  std::set<std::string> people;
  int unnamed = 0;
  for (const testing_site::Reader* const each : readers) {
    if (!each->beliefs.contains(id)) continue;
    if (each->who().id.empty()) {
      ++unnamed;
    } else {
      people.insert(each->who().id);
    }
  }
  std::vector<bool> seats(static_cast<std::size_t>(truth.of(id).match->seats()), false);
  for (const store::SeatRow& row : header.seats) {
    const bool is_engine = row.kind == store::PlayerKind::engine;
    seats[static_cast<std::size_t>(row.seat)] = is_engine || people.contains(row.player);
  }
  for (const store::SeatRow& row : header.seats) people.erase(row.player);
  const int spectators = unnamed + static_cast<int>(people.size());
  for (const testing_site::Reader* const each : readers) {
    const auto belief = each->beliefs.find(id);
    if (belief == each->beliefs.end()) continue;
    EXPECT_EQ(belief->second.spectators, spectators) << each->who().id << " is told otherwise of " << id;
    EXPECT_EQ(belief->second.seats, seats) << each->who().id << " is told otherwise of " << id;
  }
  for (const auto& node : nodes) {
    node->site().look(id, [](const auto&) {});  // it may have left memory, and the others are asked when it is read
    wait(1s);
    const auto there = std::make_shared<int>(-1);
    node->site().snapshot(Person{}, id, [there](const auto& found) {
      const auto message = found ? wire::decode<wire::ServerMessage>(**found) : wire::ServerMessage{};
      if (const auto* whole = message ? std::get_if<wire::ServerSnapshot>(&*message) : nullptr) {
        *there = whole->snapshot.spectators;
      }
    });
    wait(1s);
    EXPECT_EQ(*there, spectators) << "of " << id;
  }
  return spectators;
}

}  // namespace crownstar::live::simulation
