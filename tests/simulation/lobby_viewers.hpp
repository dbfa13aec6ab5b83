// People of a simulated site who look at the lobby, at any node. They know only what they are told, as the page does
// (web/src/pages/lobby/lobby_state.ts). When all is whole again they see what is there, and nothing else.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "simulation/attachment.hpp"
#include "simulation/node.hpp"
#include "simulation/truth.hpp"
#include "site/live/match/match_details.hpp"
#include "site/live/scenarios/live_fixture_test.hpp"
#include "site/lobby/seek_view.hpp"

namespace crownstar::live::simulation {

class LobbyViewers {
 public:
  static constexpr int count = 3;

  explicit LobbyViewers(World& world) : world_(world), viewers_(count) {}

  int seen() const { return seen_; }

  // One of them does what a page does just now.
  void step(Node& node) {
    Viewer& viewer = world_.one_of(viewers_);
    if (!viewer.connection) return come(viewer, node);
    if (viewer.node->is_still()) return;
    if (world_.one_in(3)) return viewer.connection.reset();
    if (!world_.one_in(3)) return;
    viewer.node->site().watch_lobby(*viewer.connection, false);  // another page, and back
    viewer.node->site().watch_lobby(*viewer.connection, true);
  }
  // A connection ends with its node, and nobody says goodbye.
  void note_the_dead() {
    for (Viewer& each : viewers_) each.ends_with_node();
  }
  void leave() {
    for (Viewer& each : viewers_) each.connection.reset();
  }

  // When all is whole again: at every node, whoever has looked for long and whoever comes. A clock may fall meanwhile:
  // they are right at some moment.
  template <typename Wait>
  void expect_that_all_see_what_is_there(const Nodes& nodes, const Disk& disk, Truth& truth, Wait wait) {
    for (const auto& node : nodes) {
      Viewer newcomer;
      come(newcomer, *node);
      std::vector<const Connection*> all{newcomer.connection.get()};
      for (const Viewer& each : viewers_) {
        if (each.connection && each.node == node.get()) all.push_back(each.connection.get());
      }
      std::string wrong = "?";
      for (int tries = 0; tries < 20 && !wrong.empty(); ++tries) {
        wait(1s);
        wrong = fault_in(*all.front(), nodes, disk, truth);
        for (const Connection* each : all) {
          if (wrong.empty() && !sees_the_same(*each, *all.front())) wrong = "one who has looked for long sees others";
        }
      }
      EXPECT_EQ(wrong, "") << "in the lobby";
      seen_ += static_cast<int>(all.front()->matches.size() + all.front()->seeks.size());
    }
  }

 private:
  class Connection : public testing_site::Attached {
   public:
    using Attached::Attached;
    void send(Text text) override {
      const auto message = wire::decode<wire::ServerMessage>(*text);
      ASSERT_TRUE(message) << *text;
      if (const auto* whole = std::get_if<wire::ServerLobby>(&*message)) {
        seeks.clear();
        matches.clear();
        take(whole->seeks, whole->matches);
      }
      if (const auto* change = std::get_if<wire::ServerLobbyChange>(&*message)) {
        for (const std::string& gone : change->seeks_gone) seeks.erase(gone);
        for (const std::string& gone : change->matches_gone) matches.erase(gone);
        take(change->seeks, change->matches);
      }
    }

    std::map<std::string, wire::Seek> seeks;
    std::map<std::string, wire::MatchSummary> matches;

   private:
    void take(const std::vector<wire::Seek>& changed, const std::vector<wire::MatchSummary>& changed_matches) {
      for (const wire::Seek& each : changed) seeks.insert_or_assign(each.id, each);
      for (const wire::MatchSummary& each : changed_matches) matches.insert_or_assign(each.match, each);
    }
  };
  using Viewer = Attachment<Connection>;

  static void come(Viewer& viewer, Node& node) {
    viewer.attach(node, Person{});
    node.site().watch_lobby(*viewer.connection, true);
  }
  static bool is_online(const std::string& person, const Nodes& nodes) {
    return std::ranges::any_of(nodes, [&](const auto& node) { return node->site().is_online(person); });
  }
  // Empty, or what is not as it should be.
  static std::string fault_in(const Connection& seen, const Nodes& nodes, const Disk& disk, Truth& truth) {
    std::map<std::string, wire::Seek> seeks;
    for (const auto& node : nodes) {  // one of them leads
      for (const lobby::SeekView& each : node->site().seeks()) seeks.emplace(each.id, lobby::seek_view(each));
    }
    if (seen.seeks != seeks) return "other seeks than there are";
    for (const auto& [id, header] : disk.headers) {
      const auto row = seen.matches.find(id);
      const bool is_there = row != seen.matches.end();
      const bool is_open = header.state == store::MatchState::open;
      const bool may_be_there = header.is_listed && header.state != store::MatchState::over;
      if (is_there && !may_be_there) return id + " is not to be listed";
      // The table of a host who is away is hidden. A node that has just started may not know who was.
      const bool may_be_hidden = is_open && !is_online(read_details(header.details).host, nodes);
      if (!is_there && may_be_there && !may_be_hidden) return id + " is missing";
      if (is_there && !fits(row->second, *truth.of(id).match)) return id + " is another than it was";
    }
    return {};
  }
  static bool fits(const wire::MatchSummary& row, const match::Match& match) {
    if ((row.phase == wire::Phase::waiting) != (match.phase() == match::Phase::seating)) return false;
    if (row.ply != static_cast<int>(match.moves().size())) return false;
    const bool is_right = row.position == match.game().position() && row.turn == match.seat_to_move();
    if (row.phase == wire::Phase::running && !is_right) return false;
    for (int seat = 0; seat < match.seats(); ++seat) {
      const auto& player = row.seats.at(static_cast<std::size_t>(seat)).player;
      if (player.has_value() != match.seat(seat).player.has_value()) return false;
    }
    return true;
  }
  // Of what the page shows and acts on. The number of spectators is told with a game's next move, and since when
  // somebody waits is put off where the server stood still.
  static bool sees_the_same(const Connection& one, const Connection& other) {
    const auto is_same_seek = [](const auto& mine, const auto& theirs) {
      wire::Seek seek = mine.second;
      seek.created_at = theirs.second.created_at;
      return seek == theirs.second;
    };
    const auto is_same_match = [](const auto& mine, const auto& theirs) {
      wire::MatchSummary match = mine.second;
      match.spectators = theirs.second.spectators;
      if (match.phase == wire::Phase::waiting) match.position = theirs.second.position;  // that is not shown
      return match == theirs.second;
    };
    return std::ranges::equal(one.seeks, other.seeks, is_same_seek) &&
           std::ranges::equal(one.matches, other.matches, is_same_match);
  }

  World& world_;
  std::vector<Viewer> viewers_;
  int seen_ = 0;  // rows, in the end
};

}  // namespace crownstar::live::simulation
