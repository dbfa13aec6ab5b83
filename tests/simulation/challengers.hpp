// Accounts of a simulated site who challenge each other, answer and withdraw, at any node, and make rated tables of
// three. A challenge becomes one match or none, whatever fails meanwhile. It does not know what fails, and who plays.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "simulation/attachment.hpp"
#include "simulation/node.hpp"
#include "simulation/truth.hpp"
#include "site/live/match/match_details.hpp"
#include "site/live/scenarios/live_fixture_test.hpp"
#include "site/lobby/challenges/challenges.hpp"

namespace crownstar::live::simulation {

class Challengers {
 public:
  static constexpr int count = 5;

  Challengers(World& world, const Disk& disk) : world_(world), disk_(disk) {
    for (int number = 0; number < count; ++number) {
      people_.push_back(std::make_unique<Challenger>(testing_site::account("c" + std::to_string(number))));
    }
  }

  // One of them does what a page or a program would do just now. Both nodes are open, and may be the same.
  void step(Node& node, Node& other) {
    Challenger& one = *world_.one_of(people_);
    if (!one.connection) return come(one, node);
    const std::size_t choice = world_.any(20);
    if (choice < 1) return go(one);
    if (choice < 2) return make_table(one.who, node);
    if (choice < 4) return join_table(one.who, node);
    if (choice < 10) return challenge(one.who, *world_.one_of(people_), node);
    if (choice < 12) return withdraw(one.who, node, other);
    answer(one.who, node, other);
  }
  // Of somebody whose account may be deleted before there is an answer, or to them.
  void challenge_with(const Person& leaver, Node& node) {
    const Person& one = anybody();
    const bool is_by_leaver = world_.one_in(2);
    const lobby::ChallengeRequest request{{"american", "", {testing_site::fischer(1800s, 5s)}, false},
                                          static_cast<int>(world_.any(3)) - 1};
    challenge(is_by_leaver ? leaver : one, is_by_leaver ? one : leaver, node, request);
  }
  const Person& anybody() { return world_.one_of(people_)->who; }
  static bool is_one(const std::string& person) { return person.starts_with("c"); }

  // The matches of theirs, in the order of their making.
  const std::vector<std::string>& games() const { return games_; }
  int made() const { return static_cast<int>(made_.size()); }
  int accepted() const { return accepted_; }
  int ended() const { return ended_; }
  int rematches() const {
    return static_cast<int>(
        std::ranges::count_if(games_, [&](const auto& id) { return !details_of(id).previous.empty(); }));
  }

  // A connection ends with its node, and nobody says goodbye.
  void note_the_dead() {
    for (const auto& each : people_) each->ends_with_node();
  }
  void leave() {
    for (const auto& each : people_) each->connection.reset();
  }

  // At every moment: a match of two is one that was asked for and accepted, or a rematch.
  void expect_one_match_of_a_challenge_or_none() {
    for (; seen_ < disk_.matches.size(); ++seen_) {
      const std::string& id = disk_.matches[seen_];
      const auto& seats = disk_.headers.at(id).seats;
      if (std::ranges::none_of(seats, [](const auto& row) { return is_one(row.player); })) continue;
      games_.push_back(id);
      if (details_of(id).seats == 2 && details_of(id).previous.empty()) expect_as_asked(id);
    }
    for (const auto& [id, made] : made_) {
      EXPECT_FALSE(made.is_ended && disk_.headers.contains(id)) << id << " is a match, and had ended before";
    }
  }
  // When all is whole again: every node knows the same challenges, those of whoever is gone have ended, everybody has
  // heard of theirs and of every match that they play.
  void expect_that_all_know_theirs(const Nodes& nodes, Truth& truth) const {
    for (const auto& each : people_) {
      const std::set<std::string> theirs = open_of(each->who.id, *nodes.front());
      for (const auto& node : nodes) {
        EXPECT_EQ(open_of(each->who.id, *node), theirs) << each->who.id << "'s challenges at another node";
      }
      if (each->connection) {
        EXPECT_EQ(each->connection->open, theirs) << each->who.id << " was told otherwise";
      }
      for (const lobby::Challenge& challenge : nodes.front()->site().challenges().by(each->who.id)) {
        EXPECT_TRUE(each->connection || !challenge.has_clock()) << challenge.id << " waits for " << each->who.id;
        EXPECT_FALSE(disk_.headers.contains(challenge.id)) << challenge.id << " is a match already";
      }
    }
    for (const std::string& id : games_) expect_that_players_heard_of(id, truth);
  }
  // All leave, and what waits for them ends; then all challenge each other anew, and every challenge becomes a match.
  template <typename Wait>
  void expect_that_all_get_a_match(const Nodes& nodes, Wait wait) {
    for (const auto& each : people_) go(*each);
    wait(90s);  // for the connection, and for other nodes, which are heard again and again
    for (const auto& each : people_) expect_that_only_days_wait(*each, nodes);
    wait(10s);
    for (const auto& each : people_) {
      for (const auto& node : nodes) EXPECT_EQ(open_of(each->who.id, *node), std::set<std::string>()) << each->who.id;
      come(*each, *world_.one_of(nodes));
    }
    for (std::size_t index = 0; index < people_.size(); ++index) {
      expect_a_match_of(*people_[index], *people_[(index + 1) % people_.size()], nodes, wait);
    }
  }

 private:
  class Connection : public testing_site::Attached {
   public:
    Connection(LiveSite& live, Person who, std::set<std::string> known)
        : Attached(live, std::move(who)), open(std::move(known)) {}
    void send(Text text) override {
      const auto message = wire::decode<wire::ServerMessage>(*text);
      ASSERT_TRUE(message) << *text;
      if (const auto* told = std::get_if<wire::ServerPaired>(&*message)) paired.insert(told->match);
    }
    void receive_challenge(const lobby::ChallengeNotice& notice) override {
      const std::string& id = notice.challenge->id;
      if (notice.step == lobby::ChallengeStep::made) {
        EXPECT_TRUE(open.insert(id).second) << who().id << " is told twice of " << id;
      } else {
        EXPECT_EQ(open.erase(id), 1U) << who().id << " is told of an end of " << id << " that is none";
      }
    }

    std::set<std::string> paired;
    std::set<std::string> open;  // challenges, as they were told
  };
  struct Challenger : Attachment<Connection> {
    explicit Challenger(Person person) : who(std::move(person)) {}
    Person who;
    Instant since{};
  };
  // What is known of a challenge by its answers.
  struct Made {
    std::string by;
    std::string to;
    lobby::ChallengeRequest request;
    bool is_accept_asked = false;
    bool is_ended = false;  // declined or withdrawn, and that is acknowledged
  };

  MatchDetails details_of(const std::string& match) const { return read_details(disk_.headers.at(match).details); }
  static std::set<std::string> open_of(const std::string& person, Node& node) {
    std::set<std::string> open;
    for (const auto& each : node.site().challenges().to(person)) open.insert(each.id);
    for (const auto& each : node.site().challenges().by(person)) open.insert(each.id);
    return open;
  }

  void come(Challenger& one, Node& node) {
    one.attach(node, one.who, open_of(one.who.id, node));
    one.since = world_.now();
  }
  static void go(Challenger& one) {
    if (one.connection && one.node->is_still()) return;
    one.connection.reset();
  }

  lobby::ChallengeRequest any_request() {
    const std::vector<std::string> games{"american", "american", "flying-king", "sternhalma"};
    const std::vector<match::ClockTerms> clocks{
        testing_site::fischer(60s, 1s),       testing_site::fischer(1800s, 5s),
        testing_site::fischer(1800s, 5s),     {match::ClockKind::byoyomi, 20s, 5s, 2},
        {match::ClockKind::turn, 0s, 15s, 2}, {match::ClockKind::days, 0s, 24h, 0}};
    return {{games[world_.any(games.size())], "", {clocks[world_.any(clocks.size())]}, !world_.one_in(3)},
            static_cast<int>(world_.any(3)) - 1};
  }
  void challenge(const Person& by, const Challenger& to, Node& node) {
    if (by.id == to.who.id) return;
    challenge(by, to.who, node, any_request());
  }
  void challenge(const Person& by, const Person& to, Node& node, const lobby::ChallengeRequest& request) {
    node.site().challenges().create(by, to, request, [this, by, to, request](const auto& made) {
      if (made) made_.try_emplace(made->id, Made{by.id, to.id, request});
    });
  }
  // Some do both at once, on two devices at two nodes.
  void answer(const Person& who, Node& node, Node& other) {
    const std::vector<lobby::Challenge> all = node.site().challenges().to(who.id);
    if (all.empty()) return;
    const std::string& id = all[world_.any(all.size())].id;
    answer_once(who, id, node);
    if (world_.one_in(4)) answer_once(who, id, other);
    if (world_.one_in(8)) end(id, made_.at(id).by, false, other);
  }
  void answer_once(const Person& who, const std::string& id, Node& node) {
    if (world_.one_in(4)) return end(id, who.id, true, node);
    accept(who.id, id, node);
  }
  void accept(const std::string& who, const std::string& id, Node& node) {
    made_.at(id).is_accept_asked = true;
    node.site().challenges().accept(who, id, [this, id](const auto& done) {
      if (done) {
        ++accepted_;
        EXPECT_TRUE(disk_.headers.contains(id)) << id << " was accepted, and is no match";
      } else if (done.error().code == "store_unavailable") {
        EXPECT_FALSE(disk_.headers.contains(id)) << id << " did not happen, it was said";
      }
    });
  }
  void withdraw(const Person& who, Node& node, Node& other) {
    const std::vector<lobby::Challenge> all = node.site().challenges().by(who.id);
    if (!all.empty()) end(all[world_.any(all.size())].id, who.id, false, other);
  }
  void end(const std::string& id, const std::string& who, bool by_decline, Node& node) {
    const auto done = [this, id](const auto& outcome) {
      if (!outcome) return;
      ++ended_;
      made_.at(id).is_ended = true;
      EXPECT_FALSE(disk_.headers.contains(id)) << id << " was ended, and is a match";
    };
    if (by_decline) return node.site().challenges().decline(who, id, "later", done);
    node.site().challenges().cancel(who, id, done);
  }

  void make_table(const Person& who, Node& node) {
    const std::vector<match::ClockTerms> clocks{testing_site::fischer(1800s, 5s), {match::ClockKind::turn, 0s, 15s, 2}};
    const match::Terms terms{"sternhalma:players=3", "", {clocks[world_.any(2)]}, true};
    node.site().create(who, {terms, {}, true, true}, [this](const auto& made) {
      if (made) table_ = made->match;
    });
  }
  void join_table(const Person& who, Node& node) {
    if (!table_.empty()) node.site().join(who, {table_, {}, {}}, [](const auto&) {});
  }

  std::string today(const std::string& person) const { return disk_.deleted.contains(person) ? std::string() : person; }
  void expect_as_asked(const std::string& id) const {
    const auto found = made_.find(id);
    ASSERT_NE(found, made_.end()) << id << " is the match of no challenge";
    const Made& made = found->second;
    EXPECT_TRUE(made.is_accept_asked) << id << " was not accepted";
    const store::MatchHeader& header = disk_.headers.at(id);
    EXPECT_EQ(header.game, made.request.terms.game);
    EXPECT_EQ(header.is_rated, made.request.terms.is_rated);
    ASSERT_EQ(header.seats.size(), 2U);
    std::vector<std::string> players{header.seats[0].player, header.seats[1].player};
    const std::string by = today(made.by);
    const std::string to = today(made.to);
    if (made.request.seat >= 0) {
      EXPECT_EQ(players[static_cast<std::size_t>(made.request.seat)], by) << id;
    }
    std::ranges::sort(players);
    EXPECT_EQ(players, (std::vector{std::min(by, to), std::max(by, to)})) << id;
  }
  // One that is still played, and began while they were connected.
  void expect_that_players_heard_of(const std::string& id, Truth& truth) const {
    const store::MatchHeader& header = disk_.headers.at(id);
    const History& history = truth.of(id);
    const auto start = std::ranges::find_if(
        history.events, [](const match::Event& each) { return std::holds_alternative<match::Started>(each.what); });
    if (header.state != store::MatchState::running || start == history.events.end()) return;
    const Instant at = disk_.sent.at(id)[static_cast<std::size_t>(start->number)].at;
    for (const auto& each : people_) {
      const bool is_theirs = std::ranges::count(header.seats, each->who.id, &store::SeatRow::player) > 0;
      if (!is_theirs || !each->connection || each->since > at) continue;
      EXPECT_TRUE(each->connection->paired.contains(id)) << each->who.id << " was not told of " << id;
    }
  }
  void expect_that_only_days_wait(const Challenger& one, const Nodes& nodes) {
    for (const auto& node : nodes) {
      for (const auto& challenge : node->site().challenges().by(one.who.id)) {
        EXPECT_FALSE(challenge.has_clock()) << challenge.id << " waits for " << one.who.id << ", who is gone";
      }
    }
    for (const auto& challenge : nodes.front()->site().challenges().by(one.who.id)) {
      end(challenge.id, one.who.id, false, *world_.one_of(nodes));
    }
  }
  template <typename Wait>
  void expect_a_match_of(const Challenger& one, const Challenger& other, const Nodes& nodes, Wait wait) {
    const lobby::ChallengeRequest request{{"american", "", {testing_site::fischer(1800s, 5s)}, true}, 0};
    challenge(one.who, other.who, *world_.one_of(nodes), request);
    wait(1s);
    ASSERT_EQ(one.connection->open.size(), 1U) << one.who.id;
    const std::string id = *one.connection->open.begin();
    EXPECT_EQ(other.connection->open, (std::set{id})) << other.who.id;
    accept(other.who.id, id, *world_.one_of(nodes));
    wait(5s);
    EXPECT_TRUE(disk_.headers.contains(id));
    for (const Challenger* each : {&one, &other}) {
      EXPECT_TRUE(each->connection->open.empty()) << each->who.id;
      EXPECT_TRUE(each->connection->paired.contains(id)) << each->who.id;
    }
  }

  World& world_;
  const Disk& disk_;
  std::vector<std::unique_ptr<Challenger>> people_;
  std::map<std::string, Made> made_;  // by id
  std::string table_;                 // the last one that was made
  std::vector<std::string> games_;
  std::size_t seen_ = 0;  // of the disk's matches
  int accepted_ = 0;
  int ended_ = 0;
};

}  // namespace crownstar::live::simulation
