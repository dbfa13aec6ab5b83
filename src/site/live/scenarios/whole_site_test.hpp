// All parts of a live site, over a store that answers when the test says so, for the parts that act on all the others.
// It does not know which part is tested.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "site/live/live_parts.hpp"
#include "site/live/scenarios/parts_test.hpp"

namespace crownstar::live::testing_site {

// What a command or a request was answered: "none" until there is an answer, then nothing or the refusal's code.
using Code = std::shared_ptr<std::string>;

class WholeSiteTest : public testing::Test {
 protected:
  WholeSiteTest() {
    parts->belong_to(parts);
    parts->timers.begin(now);
  }

  // A match that has begun, read from the store.
  LiveMatch& begun(const std::string& id, const std::vector<match::Player>& players,
                   const match::Terms& terms = blitz()) {
    put_begun(store, id, players, terms, now);
    parts->loader.with_match(id, [](const auto&) {});
    store.answer();
    return match_of(id);
  }
  LiveMatch& match_of(const std::string& id) { return *parts->registry.find(id); }
  // A table of the lobby that waits for players.
  LiveMatch& open_table(const Person& host, std::vector<SeatRequest> seats = {}) {
    std::string id;
    parts->seating.create(host, {blitz(), std::move(seats), false, true}, [&](const auto& made) {
      EXPECT_TRUE(made) << made.error().reason;
      if (made) id = made->match;
    });
    store.answer();
    return match_of(id);
  }
  Code join(const Person& person, const LiveMatch& live) {
    const Code code = std::make_shared<std::string>("none");
    parts->seating.join(person, {live.id, {}, {}}, [code](const auto& sat) { *code = sat ? "" : sat.error().code; });
    return code;
  }
  Code command(const std::string& person, const LiveMatch& live, match::Command command) {
    const Code code = std::make_shared<std::string>("none");
    parts->pipeline.command(guest(person), {live.id, {}, std::move(command)}, 0ms,
                            [code](const auto& taken) { *code = taken ? "" : taken.error().code; });
    return code;
  }
  Code move(const std::string& person, const LiveMatch& live) {
    return command(person, live, {-1, 1 << 20, match::Move{live.match->game().legal_moves()->front().text}, {}});
  }
  void watch(Listener& listener, const LiveMatch& live) {
    parts->audience.watch(listener, live.id, -1, [](const auto&) {});
    store.answer();
  }

  Instant now{std::chrono::days{20000}};
  PartStore store;
  ToyEngines engines;
  std::vector<std::string> log;
  std::optional<LostTime> lost;  // since it was asked last
  std::shared_ptr<LiveSite::Parts> parts =
      std::make_shared<LiveSite::Parts>(LivePorts{store,
                                                  &engines,
                                                  [this] { return now; },
                                                  [this](std::string line) { log.push_back(std::move(line)); },
                                                  7,
                                                  nullptr,
                                                  [this] { return std::exchange(lost, {}); },
                                                  {}},
                                        LiveSettings{});
};

}  // namespace crownstar::live::testing_site
