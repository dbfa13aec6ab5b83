// People of a simulated site who look for an opponent, at any node: each has one wish at a time and means it, so that
// one wish makes one match, whatever fails meanwhile. It does not know what fails.
#pragma once

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "simulation/attachment.hpp"
#include "simulation/node.hpp"
#include "site/live/scenarios/live_fixture_test.hpp"

namespace crownstar::live::simulation {

class Seekers {
 public:
  static constexpr int count = 6;

  Seekers(World& world, const Disk& disk) : world_(world), disk_(disk) {
    for (int number = 0; number < count; ++number) {
      seekers_.push_back(std::make_unique<Seeker>(testing_site::guest("s" + std::to_string(number))));
    }
  }

  // One of them does what a page would do just now. `node`: one that is open.
  void step(Node& node) {
    Seeker& seeker = *world_.one_of(seekers_);
    if (world_.now() < seeker.quiet_until) return;
    if (!seeker.connection) return come(seeker, node);
    if (seeker.node->is_still()) return;
    if (seeker.is_in_doubt) return go(seeker);
    if (seeker.wishes == matches_of(seeker)) return wish_anything(seeker);
    if (world_.one_in(8)) world_.one_in(2) ? give_up(seeker) : go(seeker);
  }

  // A connection ends with its node, and nobody says goodbye.
  void note_the_dead() {
    for (const auto& each : seekers_) {
      if (each->ends_with_node()) go(*each);
    }
  }
  void expect_one_match_for_each_wish() const {
    for (const auto& each : seekers_) {
      EXPECT_LE(matches_of(*each), each->wishes) << each->who.id << " has more matches than wishes";
    }
  }
  // All are there and want the same: all get an opponent, and hear of it.
  template <typename Wait, typename OpenNode>
  void expect_that_all_find_an_opponent(Wait wait, OpenNode open_node) {
    for (const auto& each : seekers_) go(*each);
    wait(gone_for);
    std::vector<int> before;
    for (const auto& each : seekers_) {
      come(*each, open_node());
      before.push_back(each->wishes);
      each->paired.clear();
      wish(*each, true);
    }
    wait(60s);
    for (std::size_t index = 0; index < seekers_.size(); ++index) {
      const Seeker& each = *seekers_[index];
      EXPECT_EQ(matches_of(each), before[index] + 1) << each.who.id;
      EXPECT_EQ(each.paired.size(), 1U) << each.who.id << " is told of one match";
    }
  }
  std::size_t matches() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(disk_.headers, [](const auto& each) { return is_of_seekers(each.second); }));
  }
  void leave() {
    for (const auto& each : seekers_) each->connection.reset();
  }

 private:
  // Longer than a pairing takes to be stored, and nodes need to hear of each other.
  static constexpr Milliseconds quiet = 40s;
  // Longer than a wish outlives its person, although that they have gone was lost on the way.
  static constexpr Milliseconds gone_for = 90s;

  class Connection : public testing_site::Attached {
   public:
    Connection(LiveSite& live, Person who, std::set<std::string>& paired)
        : Attached(live, std::move(who)), paired_(paired) {}
    void send(Text text) override {
      const auto message = wire::decode<wire::ServerMessage>(*text);
      ASSERT_TRUE(message) << *text;
      if (const auto* paired = std::get_if<wire::ServerPaired>(&*message)) paired_.insert(paired->match);
    }

   private:
    std::set<std::string>& paired_;
  };
  struct Seeker : Attachment<Connection> {
    explicit Seeker(Person person) : who(std::move(person)) {}
    Person who;
    int wishes = 0;  // those that became a match, and the one that may
    std::string seek;
    bool is_in_doubt = false;  // whether there is one still
    Instant quiet_until{};     // until then it does nothing, and then it wishes nothing any more
    std::set<std::string> paired;
  };

  static bool is_of_seekers(const store::MatchHeader& header) {
    return std::ranges::all_of(header.seats, [](const store::SeatRow& row) { return row.player.starts_with("s"); });
  }
  int matches_of(const Seeker& seeker) const {
    return static_cast<int>(std::ranges::count_if(disk_.headers, [&](const auto& each) {
      return std::ranges::count(each.second.seats, seeker.who.id, &store::SeatRow::player) > 0;
    }));
  }

  void come(Seeker& seeker, Node& node) {
    seeker.attach(node, seeker.who, seeker.paired);
    seeker.wishes = matches_of(seeker);
    seeker.is_in_doubt = false;
  }
  // Whoever is gone wishes nothing, after a while.
  void go(Seeker& seeker) {
    seeker.connection.reset();
    seeker.quiet_until = world_.now() + gone_for;
  }
  void wish_anything(Seeker& seeker) {
    if (world_.one_in(3) && take(seeker)) return;
    wish(seeker, world_.one_in(2));
  }
  // Another one's seek, if this node knows of any.
  bool take(Seeker& seeker) {
    const std::vector<lobby::SeekView> seeks = seeker.node->site().seeks();
    const auto other = std::ranges::find_if(seeks, [&](const lobby::SeekView& each) {
      return each.host.id != seeker.who.id && each.host.id.starts_with("s");
    });
    if (other == seeks.end()) return false;
    ++seeker.wishes;
    seeker.seek.clear();
    seeker.node->site().take_seek(seeker.who, other->id, -1, [&seeker](const auto& sought) {
      if (sought) return;
      const bool is_clear = sought.error().code == "no_such_seek";
      if (is_clear) --seeker.wishes;
      seeker.is_in_doubt = !is_clear;
    });
    return true;
  }
  void wish(Seeker& seeker, bool is_quick) {
    ++seeker.wishes;
    seeker.seek.clear();
    SeekRequest request;
    request.terms = {"american", "", {testing_site::fischer(180s, 2s)}, false};
    request.is_quick = is_quick;
    seeker.node->site().seek(seeker.who, request, [&seeker](const auto& sought) {
      if (sought) seeker.seek = sought->seek;
      seeker.is_in_doubt = !sought;  // the answer alone may have been lost
    });
  }
  void give_up(Seeker& seeker) {
    if (seeker.seek.empty()) return;
    seeker.node->site().unseek(seeker.who, seeker.seek, [this, &seeker, life = seeker.life](const auto& left) {
      if (life.expired() || !seeker.connection) return;
      if (!left && left.error().code != "no_such_seek") return go(seeker);
      seeker.quiet_until = world_.now() + quiet;
      world_.at(seeker.quiet_until, [this, &seeker] { seeker.wishes = matches_of(seeker); });
    });
  }

  World& world_;
  const Disk& disk_;
  std::vector<std::unique_ptr<Seeker>> seekers_;
};

}  // namespace crownstar::live::simulation
