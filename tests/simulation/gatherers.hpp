// People of a simulated site who gather for games of three, at any node: their seeks are listed or by link, others sit
// down by name or by code and get up again, and the host may give the last seats to the computer. Whatever fails, who
// sits in the match has asked for that, and whoever follows a seek hears of its end. It does not know what fails.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "simulation/attachment.hpp"
#include "simulation/node.hpp"
#include "simulation/truth.hpp"
#include "site/live/match/match_details.hpp"
#include "site/live/scenarios/live_fixture_test.hpp"

namespace crownstar::live::simulation {

class Gatherers {
 public:
  static constexpr int count = 6;

  Gatherers(World& world, const Disk& disk) : world_(world), disk_(disk) {
    for (int number = 0; number < count; ++number) {
      people_.push_back(std::make_unique<Gatherer>(testing_site::guest("g" + std::to_string(number))));
    }
  }

  int made() const { return made_count_; }
  int sat() const { return sat_; }
  int games() const { return static_cast<int>(games_.size()); }

  // One of them does what a page or a program would do just now.
  void step(Node& node, const Nodes& nodes) {
    Gatherer& one = *world_.one_of(people_);
    if (!one.connection) return come(one, node);
    if (one.node->is_still()) return;
    const std::size_t choice = world_.any(20);
    if (choice < 1) return one.connection.reset();
    if (choice < 5) return make(one, world_.one_in(3));
    if (choice < 13) return sit_down(one, nodes);
    if (choice < 16) return get_up(one);
    if (choice < 17) return fill(one);
  }
  // A connection ends with its node, and nobody says goodbye.
  void note_the_dead() {
    for (const auto& each : people_) each->ends_with_node();
  }
  void leave() {
    for (const auto& each : people_) each->connection.reset();
  }

  // Who is told that their seek is gone wants it no more: one that another node has still is to end too.
  void end_what_is_gone() {
    for (const auto& each : people_) {
      if (!each->connection || each->node->is_still()) continue;
      for (const std::string& seek : std::exchange(each->connection->just_gone, {}))
        get_up(each->who.id, seek, *each->node);
    }
  }
  // At every moment. `do_nodes_hear_each_other`: soon, whatever happens.
  void expect_that_all_who_sit_have_asked(bool do_nodes_hear_each_other) {
    for (; seen_ < disk_.matches.size(); ++seen_) {
      const std::string& id = disk_.matches[seen_];
      const auto& seats = disk_.headers.at(id).seats;
      if (std::ranges::none_of(seats, [](const auto& row) { return is_one(row.player); })) continue;
      games_.push_back(id);
      EXPECT_EQ(seats.size(), 3U) << id;
      const std::string seek = id.substr(1);
      for (const store::SeatRow& row : seats) {
        if (row.kind == store::PlayerKind::engine) continue;
        const Wish& wish = wishes_[{seek, row.player}];
        const bool is_host = read_details(disk_.headers.at(id).details).host == row.player;
        const bool has_made_one = is_host && in_doubt_.contains(row.player);  // whose name is not known yet
        EXPECT_TRUE(wish.is_asked || has_made_one) << row.player << " sits in " << id << ", and never wanted to";
        if (!do_nodes_hear_each_other || !wish.left || wish.life.expired()) continue;
        EXPECT_LT(disk_.sent.at(id).front().at, *wish.left + heard_within)
            << row.player << " sits in " << id << ", and had got up";
      }
    }
  }
  // When all is whole again.
  void expect_that_all_know_theirs(const Nodes& nodes, Truth& truth) const {
    std::set<std::string> listed;
    for (const auto& node : nodes) {
      for (const lobby::SeekView& each : node->site().seeks()) listed.insert(each.id);
    }
    for (const auto& each : people_) {
      if (!each->connection) continue;
      for (const std::string& seek : each->connection->followed) {
        const bool is_told = each->connection->gone.contains(seek);
        EXPECT_NE(listed.contains(seek), is_told)
            << each->who.id << (is_told ? " was told wrongly" : " was not told") << " of the end of " << seek;
      }
    }
    for (const std::string& id : games_) expect_that_players_heard_of(id, truth);
  }
  // All leave; then they gather anew, by link, by name, and with the computer.
  template <typename Wait>
  void expect_that_all_get_a_game(const Nodes& nodes, Wait wait) {
    leave();
    for (const auto& [seek, host] : hosts_) get_up(host, seek, *world_.one_of(nodes));
    wait(90s);
    for (const auto& node : nodes) {
      for (const lobby::SeekView& each : node->site().seeks()) {
        const bool is_slow = each.terms.clocks.front().kind == match::ClockKind::days;
        EXPECT_TRUE(is_slow || !is_one(each.host.id)) << each.id << " waits for " << each.host.id << ", who is gone";
      }
    }
    for (const auto& each : people_) come(*each, *world_.one_of(nodes));
    wait(1s);
    for (const bool is_by_link : {true, false}) {
      const std::size_t first = is_by_link ? 0 : 3;
      made_last_.reset();
      make(*people_[first], is_by_link, {testing_site::fischer(1800s, 5s)});
      wait(1s);
      ASSERT_TRUE(made_last_) << people_[first]->who.id << " seeks nothing";
      const Made made = *made_last_;
      for (const std::size_t other : {first + 1, first + 2}) {
        sit_down(*people_[other], made, -1);
        wait(1s);
      }
      expect_game_of(made.seek, {people_[first].get(), people_[first + 1].get(), people_[first + 2].get()}, wait);
    }
    made_last_.reset();
    make(*people_[0], false, {testing_site::fischer(1800s, 5s)});
    wait(1s);
    ASSERT_TRUE(made_last_);
    const std::string seek = made_last_->seek;
    people_[0]->node->site().fill_seek(people_[0]->who, seek, "toy", [](const auto& done) { EXPECT_TRUE(done); });
    expect_game_of(seek, {people_[0].get()}, wait);
  }

 private:
  // Longer than a pairing takes to be stored, and nodes need to hear of each other.
  static constexpr Milliseconds heard_within = 40s;

  class Connection : public testing_site::Attached {
   public:
    using Attached::Attached;
    void send(Text text) override {
      const auto message = wire::decode<wire::ServerMessage>(*text);
      ASSERT_TRUE(message) << *text;
      if (const auto* told = std::get_if<wire::ServerPaired>(&*message)) paired.insert(told->match);
    }
    void receive_seek_gone(const std::string& seek) override {
      gone.insert(seek);
      just_gone.push_back(seek);
    }

    std::set<std::string> paired;
    std::set<std::string> followed;  // seeks of their own that are listed
    std::set<std::string> gone;      // of those, and that was told
    std::vector<std::string> just_gone;
  };
  struct Gatherer : Attachment<Connection> {
    explicit Gatherer(Person person) : who(std::move(person)) {}
    Person who;
    Instant since{};
  };
  struct Made {
    std::string seek;
    std::string code;
  };
  // What somebody wants of a seek.
  struct Wish {
    bool is_asked = false;
    std::optional<Instant> left{};  // and that is acknowledged
    std::weak_ptr<bool> life{};  // of the node that did: if others did not hear it, they hear of it as long as it runs
  };

  static bool is_one(const std::string& person) { return person.starts_with("g"); }

  void come(Gatherer& one, Node& node) {
    one.attach(node, one.who);
    one.since = world_.now();
  }
  void make(Gatherer& one, bool is_by_link) {
    const std::vector<match::ClockTerms> clocks{testing_site::fischer(180s, 2s),
                                                testing_site::fischer(1800s, 5s),
                                                {match::ClockKind::turn, 0s, 15s, 2},
                                                {match::ClockKind::days, 0s, 24h, 0}};
    make(one, is_by_link, clocks[world_.any(clocks.size())]);
  }
  void make(Gatherer& one, bool is_by_link, const match::ClockTerms& clock) {
    lobby::SeekRequest request;
    request.terms = {"sternhalma:players=3", "", {clock}, false};
    request.seat = static_cast<int>(world_.any(4)) - 1;
    request.is_by_link = is_by_link;
    in_doubt_.insert(one.who.id);
    one.node->site().seek(one.who, request, [this, &one, is_by_link, life = one.life](const auto& sought) {
      if (!sought) {
        // The answer alone may have been lost.
        if (sought.error().code == "busy") return;
        return forget_doubt(one.who.id);
      }
      forget_doubt(one.who.id);
      ++made_count_;
      wishes_[{sought->seek, one.who.id}].is_asked = true;
      hosts_[sought->seek] = one.who.id;
      made_.push_back({sought->seek, sought->code});
      made_last_ = made_.back();
      if (is_by_link || life.expired() || !one.connection) return;
      one.connection->followed.insert(sought->seek);
      one.node->site().follow_seek(one.connection, sought->seek);
    });
  }
  void forget_doubt(const std::string& person) {
    if (const auto found = in_doubt_.find(person); found != in_doubt_.end()) in_doubt_.erase(found);
  }
  // Where somebody sits or could: a listed seek, one whose code they were sent, and now and then one that is gone.
  void sit_down(Gatherer& one, const Nodes& nodes) {
    std::vector<Made> all;
    for (const auto& node : nodes) {
      if (!node->is_open()) continue;
      for (const lobby::SeekView& each : node->site().seeks()) {
        if (is_one(each.host.id)) all.push_back({each.id, {}});
      }
    }
    for (std::size_t last = 1; last <= std::min<std::size_t>(made_.size(), 3); ++last) {
      all.push_back(made_[made_.size() - last]);
    }
    const int seat = world_.one_in(3) ? static_cast<int>(world_.any(3)) : -1;
    if (!all.empty()) sit_down(one, world_.one_of(all), seat);
  }
  void sit_down(Gatherer& one, const Made& made, int seat) {
    Wish& wish = wishes_[{made.seek, one.who.id}];
    const Wish before = std::exchange(wish, {true});
    const auto done = [this, id = one.who.id, seek = made.seek, before](const auto& sat) {
      // They do not sit there, unless the answer alone was lost.
      const bool is_refused = !sat && sat.error().code != "busy" && sat.error().code != "already_seated";
      if (is_refused && before.left) wishes_[{seek, id}] = before;
      if (!sat) return;
      ++sat_;
      EXPECT_EQ(sat->seek, seek);
      EXPECT_TRUE(sat->code.empty()) << "the code is the host's alone";
      if (!sat->match) return;
      const auto header = disk_.headers.find(sat->match->match);
      ASSERT_NE(header, disk_.headers.end()) << sat->match->match << " was acknowledged, and is not stored";
      EXPECT_EQ(header->second.seats.at(static_cast<std::size_t>(sat->match->seat)).player, id);
    };
    if (made.code.empty()) return one.node->site().take_seek(one.who, made.seek, seat, done);
    one.node->site().accept(one.who, made.code, seat, done);
  }
  void get_up(Gatherer& one) {
    std::vector<std::string> theirs;
    for (const auto& [whose, wish] : wishes_) {
      if (whose.second == one.who.id && wish.is_asked && !wish.left) theirs.push_back(whose.first);
    }
    if (!theirs.empty())
      get_up(one.who.id, theirs[theirs.size() - 1 - world_.any(std::min<std::size_t>(theirs.size(), 3))], *one.node);
  }
  void get_up(const std::string& id, const std::string& seek, Node& node) {
    node.site().unseek(testing_site::guest(id), seek, [this, id, seek, life = node.life()](const auto& left) {
      if (!left) return;
      const bool is_host = hosts_[seek] == id;
      for (auto& [whose, wish] : wishes_) {
        const bool is_out = whose.first == seek && (is_host || whose.second == id);
        if (is_out && !wish.left) wish = {true, world_.now(), life};
      }
    });
  }
  void fill(Gatherer& one) {
    std::vector<std::string> theirs;
    for (const auto& [seek, host] : hosts_) {
      if (host == one.who.id) theirs.push_back(seek);
    }
    if (theirs.empty()) return;
    one.node->site().fill_seek(one.who, world_.one_of(theirs), "toy", [](const auto&) {});
  }

  // One that is still played, and began while they were connected.
  void expect_that_players_heard_of(const std::string& id, Truth& truth) const {
    const store::MatchHeader& header = disk_.headers.at(id);
    if (header.state != store::MatchState::running) return;
    const Instant at = disk_.sent.at(id).front().at;
    for (const auto& each : people_) {
      const bool is_theirs = truth.of(id).match->seat_of(each->who.id).has_value();
      if (!is_theirs || !each->connection || each->since > at) continue;
      EXPECT_TRUE(each->connection->paired.contains(id)) << each->who.id << " was not told of " << id;
    }
  }
  template <typename Wait>
  void expect_game_of(const std::string& seek, const std::vector<const Gatherer*>& all, Wait wait) const {
    wait(5s);
    ASSERT_TRUE(disk_.headers.contains("m" + seek)) << "nobody plays";
    for (const Gatherer* each : all) {
      EXPECT_TRUE(each->connection->paired.contains("m" + seek)) << each->who.id << " was not told";
    }
  }

  World& world_;
  const Disk& disk_;
  std::vector<std::unique_ptr<Gatherer>> people_;
  std::map<std::pair<std::string, std::string>, Wish> wishes_;  // by seek and person
  std::multiset<std::string> in_doubt_;       // persons who have made a seek whose name they do not know
  std::map<std::string, std::string> hosts_;  // by seek
  std::vector<Made> made_;
  std::optional<Made> made_last_;
  std::vector<std::string> games_;
  std::size_t seen_ = 0;  // of the disk's matches
  int made_count_ = 0;
  int sat_ = 0;
};

}  // namespace crownstar::live::simulation
