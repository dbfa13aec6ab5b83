// A whole site that runs in simulated time: one to three nodes over one disk and one network, people who come, play,
// lose their connection and ask again, and everything that can go wrong: processes that are killed or stand still,
// links that are cut, messages that are lost, a disk that is full, slow, or does what it says that it did not.
//
// A run with the same seed is the same run. What must hold is checked while it runs, and at the end, when all is whole
// again: see `Truth` (truth.hpp) and `expect_that_all_agree`.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "simulation/any_command.hpp"
#include "simulation/challengers.hpp"
#include "simulation/clock_law.hpp"
#include "simulation/faults.hpp"
#include "simulation/gatherers.hpp"
#include "simulation/header_law.hpp"
#include "simulation/leavers.hpp"
#include "simulation/lobby_viewers.hpp"
#include "simulation/node.hpp"
#include "simulation/presence_law.hpp"
#include "simulation/rating_law.hpp"
#include "simulation/requests.hpp"
#include "simulation/seekers.hpp"
#include "simulation/talkers.hpp"
#include "simulation/truth.hpp"
#include "site/live/scenarios/live_fixture_test.hpp"
#include "site/live/scenarios/reader_test.hpp"

namespace crownstar::live::simulation {

using testing_site::fischer;
using testing_site::guest;
using testing_site::Reader;

class SimulatedSite {
 public:
  SimulatedSite(std::uint64_t seed, int nodes)
      : world_(seed), network_(world_), truth_(disk_), clock_error_(Faults::any_clock_error(world_)) {
    for (int count = 0; count < nodes; ++count) {
      nodes_.push_back(std::make_unique<Node>(world_, disk_, nodes > 1 ? &network_ : nullptr, uptime_, clock_error_));
      wait(1s);
    }
    wait(10s);
  }
  ~SimulatedSite() {
    for (auto& each : connections_) each.reader.reset();
    seekers_.leave();
    challengers_.leave();
    gatherers_.leave();
    lobby_viewers_.leave();
  }
  SimulatedSite(const SimulatedSite&) = delete;
  SimulatedSite& operator=(const SimulatedSite&) = delete;

  void run(int steps) {
    for (int count = 0; count < steps && !testing::Test::HasFailure(); ++count) {
      step();
      wait(world_.up_to(world_.one_in(20) ? 4000ms : 60ms));
    }
    mend_all();
    expect_that_all_agree();
    const auto wait_for = [this](Milliseconds time) { wait(time); };
    lobby_viewers_.expect_that_all_see_what_is_there(nodes_, disk_, truth_, wait_for);
    if (do_clocks_agree()) {
      seekers_.expect_that_all_find_an_opponent(wait_for, [this]() -> Node& { return *nodes_[*open_node()]; });
    }
    challengers_.expect_that_all_get_a_match(nodes_, wait_for);
    gatherers_.expect_that_all_get_a_game(nodes_, wait_for);
    tally_.rated = expect_ratings_follow_from_the_matches(disk_, truth_);
    expect_seats_show_ratings_that_were(disk_);
    talkers_.expect_that_all_is_stored();
    leavers_.expect_that_they_are_forgotten(truth_, wait_for);
    tally_.deleted = leavers_.deleted();
    tally_.promoted = leavers_.promoted();
    tally_.said = talkers_.said();
    tally_.removed = talkers_.removed();
    tally_.mutes = talkers_.mutes();
    tally_.lines_heard = talkers_.heard();
    tally_.pairings = static_cast<int>(seekers_.matches());
    tally_.gathered = gatherers_.games();
    tally_.seeks = gatherers_.made();
    tally_.sat = gatherers_.sat();
    tally_.lobby_rows = lobby_viewers_.seen();
    tally_.challenges = challengers_.made();
    tally_.accepted = challengers_.accepted();
    tally_.withdrawn = challengers_.ended();
    tally_.rematches = challengers_.rematches();
  }
  const Tally& tally() const { return tally_; }

 private:
  struct Connection {
    std::unique_ptr<Reader> reader;
    std::size_t node = 0;
    std::weak_ptr<bool> life;  // of that node when it connected
  };
  struct Open {
    std::string id;
    std::string code;
  };
  void wait(Milliseconds time) {
    world_.run_until(world_.now() + time);
    // A connection ends with its node; the site has gone without a goodbye.
    for (Connection& each : connections_) {
      if (each.life.expired()) {
        each.reader->lost();
      } else if (!is_at_a_still_node(each)) {
        say_what_is_known(each);
      }
    }
    seekers_.note_the_dead();
    challengers_.note_the_dead();
    gatherers_.note_the_dead();
    gatherers_.end_what_is_gone();
    lobby_viewers_.note_the_dead();
    gatherers_.expect_that_all_who_sit_have_asked(do_clocks_agree());
    challengers_.expect_one_match_of_a_challenge_or_none();
    if (do_clocks_agree()) seekers_.expect_one_match_for_each_wish();
  }
  // To some seconds. Nodes whose clocks are an hour apart end each other's games, and then nothing says that somebody
  // was paired.
  bool do_clocks_agree() const { return nodes_.size() <= 1 || clock_error_ < 1min; }
  Person any_guest() { return guest("p" + std::to_string(world_.any(5))); }
  Person anybody() { return world_.one_in(6) ? leavers_.current() : any_guest(); }
  Person any_player(const std::string& match) {
    const std::vector<store::SeatRow>& seats = disk_.headers.at(match).seats;
    if (seats.empty()) return any_guest();
    const store::SeatRow& seat = world_.one_of(seats);
    return seat.kind == store::PlayerKind::guest || Leavers::is_one(seat.player) ? person_of(seat.player) : any_guest();
  }
  std::optional<std::size_t> open_node() {
    std::vector<std::size_t> open;
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
      if (nodes_[node]->is_open() && !nodes_[node]->is_still()) open.push_back(node);
    }
    if (open.empty()) return std::nullopt;
    return world_.one_of(open);
  }

  void step() {
    const std::size_t choice = world_.any(100);
    if (matches_.empty() || (choice < 4 && matches_.size() < 6)) return make();
    if (choice < 12) return sit_down();
    if (choice < 18 && connections_.size() < 12) return come();
    if (choice < 23 && !connections_.empty()) return come_back(world_.one_of(connections_));
    if (choice < 25) return kill_one();
    if (choice < 27 && nodes_.size() > 1) return faults_.cut_one();
    if (choice < 28) return faults_.spoil_disk();
    if (choice < 29) return wait(world_.one_in(3) ? 40s : 5s);
    if (choice < 33) return talk();
    if (choice < 40) return requests_.ask_again();
    if (choice < 44 && !connections_.empty()) return go(world_.any(connections_.size()));
    if (choice < 46) return faults_.stand_still();
    if (choice < 48 && nodes_.size() > 1) return faults_.lose_messages();
    if (choice < 49) return faults_.set_a_clock();
    if (choice < 50) return faults_.stop_one();
    if (choice < 51) return leave_for_good();
    if (choice < 59) return look_for_an_opponent();
    if (choice < 66) return challenge();
    if (choice < 74) return play_rated();
    if (choice < 75) return look_at_lobby();
    if (choice < 79) return gather();
    act(world_.one_of(matches_).id);
  }

  void make() {
    const auto node = open_node();
    if (!node) return;
    const std::vector<std::string> games{"american", "flying-king", "sternhalma", "sternhalma:players=3"};
    const std::vector<match::ClockTerms> clocks{
        {}, fischer(60s, 1s), fischer(1800s, 5s), fischer(1800s, 5s), {match::ClockKind::byoyomi, 20s, 5s, 2}};
    const match::Terms terms{games[world_.any(games.size())], "", {clocks[world_.any(clocks.size())]}, false};
    nodes_[*node]->site().create(anybody(), {terms, {}, true, world_.one_in(2)}, [this](const auto& made) {
      if (made) matches_.push_back({made->match, made->code});
    });
  }
  void sit_down() {
    const auto node = open_node();
    if (!node) return;
    const Open& table = world_.one_of(matches_);
    LiveSite& site = nodes_[*node]->site();
    for (int count = 0; count < 3; ++count) {
      const Person who = anybody();
      const std::size_t choice = world_.any(20);
      if (choice < 2) {
        site.leave(who, table.id, [](const auto&) {});
      } else if (choice < 4) {
        site.fill(who, table.id, "toy", [](const auto&) {});  // if they are its host
      } else {
        site.join(who, {table.id, table.code, {}}, [](const auto&) {});
      }
    }
  }

  void come() {
    const auto node = open_node();
    if (!node) return;
    Reader& reader = connect(world_.one_in(6) ? Person{} : any_guest(), *node, {});  // some have no session
    for (int count = 0; count < 3; ++count) {
      watch(reader, *node, world_.one_of(matches_).id, -1);
    }
  }
  // To a node that has shown less of a match than the one before.
  void say_what_is_known(Connection& connection) {
    for (auto& [id, belief] : connection.reader->beliefs) {
      if (!std::exchange(belief.is_behind, false)) continue;
      belief.may_repeat = true;
      nodes_[connection.node]->site().watch(*connection.reader, id, belief.number, [](const auto&) {});
    }
  }
  // Who is refused watches nothing, and believes no more what they were told before.
  void watch(Reader& reader, std::size_t node, const std::string& id, int after) {
    nodes_[node]->site().watch(reader, id, after, [&reader, id](const auto& done) {
      if (!done) reader.beliefs.erase(id);
    });
  }
  bool is_at_a_still_node(const Connection& each) const {
    return !each.life.expired() && nodes_[each.node]->is_still();
  }
  // From one match, or for good.
  void go(std::size_t index) {
    Connection& goes = connections_[index];
    if (goes.life.expired() || is_at_a_still_node(goes)) return;
    if (world_.one_in(2) && !goes.reader->beliefs.empty()) {
      const std::string id = goes.reader->beliefs.begin()->first;
      nodes_[goes.node]->site().unwatch(*goes.reader, id);
      goes.reader->beliefs.erase(id);
      return;
    }
    tally_.events_heard += goes.reader->heard;
    connections_.erase(connections_.begin() + static_cast<std::ptrdiff_t>(index));
  }
  // To any node, with what was heard before.
  void come_back(Connection& old) {
    const auto node = open_node();
    if (!node || is_at_a_still_node(old)) return;
    const std::unique_ptr<Reader> before = std::move(old.reader);
    std::erase_if(connections_, [](const Connection& each) { return !each.reader; });
    tally_.events_heard += before->heard;
    Reader& reader = connect(before->who(), *node, before->beliefs);
    for (const auto& [id, belief] : before->beliefs) {
      // The page asks for all where there may be chat.
      const int after = world_.one_in(2) ? belief.number : -1;
      reader.beliefs.at(id).shown = after;
      reader.beliefs.at(id).may_repeat = false;
      watch(reader, *node, id, after);
    }
  }
  Reader& connect(const Person& who, std::size_t node, std::map<std::string, testing_site::Belief> beliefs) {
    auto reader = std::make_unique<Reader>(nodes_[node]->site(), who);
    reader->beliefs = std::move(beliefs);
    for (auto& [id, belief] : reader->beliefs) belief.lines.reset();  // some may have been said meanwhile
    connections_.push_back({std::move(reader), node, nodes_[node]->life()});
    return *connections_.back().reader;
  }

  void leave_for_good() {
    const auto node = open_node();
    if (!node) return;
    if (world_.one_in(2)) return leavers_.step(*nodes_[*node]);
    challengers_.challenge_with(leavers_.current(), *nodes_[*node]);
  }
  void look_for_an_opponent() {
    if (const auto node = open_node()) seekers_.step(*nodes_[*node]);
  }

  void look_at_lobby() {
    if (const auto node = open_node()) lobby_viewers_.step(*nodes_[*node]);
  }
  void gather() {
    for (int count = 0; count < 4; ++count) {
      if (const auto node = open_node()) gatherers_.step(*nodes_[*node], nodes_);
      wait(world_.up_to(30ms));
    }
  }

  void challenge() {
    for (int count = 0; count < 4; ++count) {
      const auto node = open_node();
      const auto other = open_node();
      if (node) challengers_.step(*nodes_[*node], *nodes_[*other]);
      wait(world_.up_to(30ms));
    }
  }
  // Matches that may be rated end often, and some of one person at the same moment, at any nodes.
  void play_rated() {
    const std::vector<std::string>& games = challengers_.games();
    if (games.empty()) return;
    if (world_.one_in(10)) return resign_all(challengers_.anybody());
    const std::string id = games[games.size() - 1 - world_.any(std::min<std::size_t>(games.size(), 8))];
    if (world_.one_in(4)) look_at(id);
    if (disk_.headers.at(id).state == store::MatchState::over) return want_rematch(id);
    if (world_.one_in(10)) return resign(id);
    for (int count = 0; count < 4; ++count) {
      act(id);
      wait(world_.up_to(30ms));
    }
  }
  void resign_all(const Person& who) {
    for (const std::string& id : challengers_.games()) {
      if (truth_.of(id).match->seat_of(who.id)) requests_.send(who, id, command_of(match::Resign{}));
    }
  }
  void resign(const std::string& id) {
    const store::MatchHeader& header = disk_.headers.at(id);
    const store::SeatRow& seat = header.seats[world_.any(header.seats.size())];
    requests_.send(testing_site::account(seat.player), id, command_of(match::Resign{}));
  }
  // Some of them, and mostly all.
  void want_rematch(const std::string& id) {
    for (const store::SeatRow& seat : disk_.headers.at(id).seats) {
      if (world_.one_in(6)) continue;
      requests_.send(testing_site::account(seat.player), id, command_of(match::OfferRematch{}));
    }
  }
  // Somebody opens it at a node that may not have heard of it.
  void look_at(const std::string& id) {
    if (const auto node = open_node()) nodes_[*node]->site().look(id, [](const auto&) {});
  }

  void act(const std::string& id) {
    const match::Match& match = *truth_.of(id).match;
    const int mover = match.seat_to_move();
    const bool is_of_challengers = std::ranges::count(challengers_.games(), id) > 0;
    const Person somebody = is_of_challengers ? challengers_.anybody() : anybody();
    const Person who = mover < 0 || world_.one_in(6) ? somebody : person_of(match.seat(mover).player->id);
    if (leavers_.has_had_enough(who.id)) return;
    requests_.send(who, id, any_command(world_, match));
  }
  Person person_of(const std::string& id) const {
    if (Leavers::is_one(id)) return leavers_.person(id);
    return Challengers::is_one(id) ? testing_site::account(id) : guest(id);
  }
  static match::Command command_of(decltype(match::Command::what) what) { return {-1, 1 << 20, std::move(what), {}}; }
  void talk() {
    if (world_.one_in(4)) return talkers_.remove_line();
    if (world_.one_in(4)) return mute();
    for (int count = 0; count < 3; ++count) {
      const auto node = open_node();
      if (!node) return;
      const std::string& id = world_.one_of(matches_).id;
      talkers_.say(world_.one_in(2) ? anybody() : any_player(id), id, truth_, *nodes_[*node]);
      wait(world_.up_to(30ms));
    }
  }

  void mute() {
    const auto node = open_node();
    if (node) talkers_.mute(any_guest(), any_guest().id, *nodes_[*node]);
  }

  void kill_one() {
    if (faults_.kill_one() && !open_node()) wait(10s);  // nobody can do anything
  }

  void mend_all() {
    faults_.mend_disk_for_good();
    // What was asked of a slow disk is still waited for.
    while (std::ranges::any_of(nodes_, [](const auto& node) { return node->is_stopping(); })) wait(1s);
    faults_.bring_all_back();
    wait(15s);
    leavers_.ask_again(*nodes_[*open_node()]);
    for (std::size_t count = connections_.size(); count > 0; --count) {
      if (connections_.front().life.expired()) {
        come_back(connections_.front());
      } else {
        std::ranges::rotate(connections_, connections_.begin() + 1);
      }
    }
    requests_.ask_again();
    wait(150s);
  }

  void expect_that_all_agree() {
    std::vector<std::string> all = challengers_.games();
    for (const Open& each : matches_) all.push_back(each.id);
    for (const std::string& id : all) {
      const History& history = truth_.of(id);
      tally_.ended += history.match->phase() == match::Phase::over ? 1 : 0;
      requests_.expect_that_each_was_played_once(id);
      const Milliseconds apart = nodes_.size() > 1 ? 2 * clock_error_ : 0ms;
      // A node that starts while the others cannot be heard may give back time in which they ran, and so does one that
      // could not read a match at once.
      const bool is_exact = nodes_.size() == 1 && clock_error_ == 0ms && disk_.unread.empty();
      tally_.flagged += expect_time_was_theirs(history, disk_, id, uptime_, is_exact ? &faults_.trouble() : nullptr,
                                               apart, nodes_.size() > 1);
      for (std::size_t node = 0; node < nodes_.size(); ++node) expect_same(*nodes_[node], id);
    }
    requests_.expect_that_all_were_answered();
    for (const Connection& each : connections_) {
      tally_.events_heard += each.reader->heard;
      for (const auto& [id, belief] : each.reader->beliefs) {
        const match::Match& match = *truth_.of(id).match;
        EXPECT_EQ(belief.number, match.number()) << each.reader->who().id << " of " << id;
        std::vector<std::string> moves;
        for (const match::PlayedMove& move : match.moves()) moves.push_back(move.text);
        EXPECT_EQ(belief.moves, moves);
      }
      talkers_.expect_that_it_was_heard(*each.reader, truth_);
      if (!each.reader->who().id.empty()) talkers_.expect_that_mutes_hold(each.reader->who().id, *nodes_[each.node]);
    }
    for (const std::string& id : all) expect_header_fits(disk_.headers.at(id), truth_.of(id));
    std::vector<const Reader*> readers;
    for (const Connection& each : connections_) readers.push_back(each.reader.get());
    for (const Open& each : matches_) {
      const int spectators = expect_that_all_know_who_is_there(disk_.headers.at(each.id), truth_, readers, nodes_,
                                                               [this](Milliseconds time) { wait(time); });
      tally_.watched += spectators > 0 ? 1 : 0;
    }
    for (const Open& each : matches_) {
      const auto is_watched_at = [&](const Node& node) {
        return std::ranges::any_of(connections_, [&](const Connection& connection) {
          return nodes_[connection.node].get() == &node && connection.reader->beliefs.contains(each.id);
        });
      };
      talkers_.expect_that_all_nodes_show_it(each.id, nodes_, truth_, is_watched_at,
                                             [this](Milliseconds time) { wait(time); });
    }
    for (const std::string& id : all) expect_rematch_if_agreed(disk_, id, truth_);
    challengers_.expect_that_all_know_theirs(nodes_, truth_);
    gatherers_.expect_that_all_know_theirs(nodes_, truth_);
  }
  // A clock may fall or an engine play while they are looked at: they are the same at some moment.
  void expect_same(Node& node, const std::string& id) {
    const auto number_there = std::make_shared<int>(-1);
    const auto is_same = std::make_shared<bool>(false);
    for (int tries = 0; tries < 20 && !*is_same; ++tries) {
      node.site().look(id, [this, id, number_there, is_same](const auto& found) {
        *number_there = found ? (*found)->number() : -2;
        *is_same = *number_there == truth_.of(id).match->number();
      });
      wait(1s);
    }
    EXPECT_TRUE(*is_same) << "a node has " << *number_there << " of " << id << ", the store "
                          << truth_.of(id).match->number();
  }

  World world_;
  Disk disk_;
  Network network_;
  Truth truth_;
  Milliseconds clock_error_;
  Uptime uptime_;
  Nodes nodes_;
  Tally tally_;
  Faults faults_{world_, disk_, network_, nodes_, clock_error_, tally_};
  Seekers seekers_{world_, disk_};
  Challengers challengers_{world_, disk_};
  Gatherers gatherers_{world_, disk_};
  LobbyViewers lobby_viewers_{world_};
  Leavers leavers_{world_, disk_, nodes_};
  Talkers talkers_{world_, disk_};
  std::vector<Connection> connections_;
  std::vector<Open> matches_;
  Requests requests_{disk_, truth_, tally_, [this]() -> Node* {
                       const auto node = open_node();
                       return node ? nodes_[*node].get() : nullptr;
                     }};
};

}  // namespace crownstar::live::simulation
