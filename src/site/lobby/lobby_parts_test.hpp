// What surrounds one part of the lobby in its tests: this node, n1, with the people who are connected to it, and a bus
// to another one, n2, which the test plays.
// It does not know which part is tested.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "site/bus/memory/exchange.hpp"
#include "site/lobby/cluster/subjects.hpp"
#include "site/lobby/ports.hpp"
#include "site/wire/generated/wire_node.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::lobby::testing_lobby {

using namespace std::chrono_literals;

class LobbyPartTest : public testing::Test,
                      public LobbyPeople,
                      public LobbyEngines,
                      public LobbySeating,
                      public LobbyMatches,
                      public LobbyViewers,
                      public LobbyCluster {
 protected:
  // The other node began so much later than this one, or earlier: the eldest leads.
  void meet(Milliseconds later) {
    is_alone = false;
    live_nodes.begin(now);
    live_nodes.heard("n2", now, 0, now + later);
    other_bus->subscribe(">", [this](std::string_view subject, std::string_view text) {
      told.push_back({std::string(subject), std::string(text)});
    });
    deliver();
  }
  void deliver() {
    while (!letters.empty()) {
      const auto work = std::move(letters.front());
      letters.pop_front();
      work();
    }
  }
  void tell(std::string_view subject, std::string_view text) {
    EXPECT_TRUE(other_bus->publish(subject, text));
    deliver();
  }
  // What was said on a subject, by either node, of one kind.
  template <typename Message, typename Any>
  std::vector<Message> told_on(std::string_view subject) {
    deliver();
    std::vector<Message> found;
    for (const auto& each : told) {
      if (each.subject != subject) continue;
      const auto message = wire::decode_known<Any>(each.text);
      if (message && std::holds_alternative<Message>(*message)) found.push_back(std::get<Message>(*message));
    }
    return found;
  }
  Person arrive(const std::string& id) {
    const Person person{id, "Guest " + id, people::PersonKind::guest, {}};
    connected[id] = person;
    return person;
  }
  static Player player_of(const std::string& id) { return {id, "Guest " + id, match::PlayerKind::guest, 0, false}; }
  static match::Terms terms(Milliseconds main = 180s) {
    return {
        "american", "", {{match::ClockKind::fischer, main, 2s, 0}, {match::ClockKind::fischer, main, 2s, 0}}, false};
  }
  // The name of the new seek.
  std::string put_seek(const std::string& host) {
    Offer offer;
    offer.terms = terms();
    const auto placed = seeks.seek(offer, player_of(host), now, ports.draw);
    EXPECT_TRUE(placed);
    return placed ? placed->seek : std::string();
  }

  const Person* online(std::string_view person) const override {
    const auto found = connected.find(person);
    return found == connected.end() ? nullptr : &found->second;
  }
  std::vector<std::string> everybody_online() const override {
    std::vector<std::string> all;
    for (const auto& [id, person] : connected) all.push_back(id);
    return all;
  }
  std::size_t online_count() const override { return connected.size(); }
  std::expected<match::Player, Refused> player(std::string_view, const match::Terms&) const override {
    return match::refused("no_such_engine", "there is none");
  }
  void with_player(const Person& person, const match::Terms&, std::function<void(match::Player)> then) override {
    then(player_of(person.id));
  }
  std::optional<Refused> no_more_matches(std::string_view) override { return std::nullopt; }
  bool is_at_match_limit(std::string_view) const override { return false; }
  void begin(MatchToBegin, std::vector<std::string>, Done<std::vector<int>>) override {}
  void host_is_away(const std::string&, const std::string&, Milliseconds) override {}
  bool is_known(std::string_view match) const override { return std::ranges::find(known, match) != known.end(); }
  std::vector<wire::MatchSummary> listed() const override { return {}; }
  void read_listed() override {}
  std::optional<wire::MatchSummary> unfinished(const std::string&) const override { return std::nullopt; }
  std::vector<std::string> open_tables_of(std::string_view) const override { return {}; }
  bool is_lobby_watched() const override { return is_watched; }
  void show_lobby(const Text& text) override { shown.push_back(*text); }
  void seeks_gone(const std::vector<std::string>& lost) override { gone.insert(gone.end(), lost.begin(), lost.end()); }
  std::vector<std::string> followed_seeks() const override { return followed; }
  bus::Bus* bus() const override { return is_alone ? nullptr : own_bus.get(); }
  const bus::LiveNodes& nodes() const override { return live_nodes; }
  bool is_settled() const override { return settled; }
  void survey_by(Instant at) override { survey_at = at; }
  bool is_surveying() const override { return surveying; }

  struct Told {
    std::string subject;
    std::string text;
  };
  Instant now{std::chrono::days{20000}};
  std::uint64_t drawn = 0;
  std::deque<std::function<void()>> letters;
  std::shared_ptr<bus::MemoryExchange> exchange = bus::MemoryExchange::create();
  std::unique_ptr<bus::Bus> own_bus = exchange->make_bus([this](auto work) { letters.push_back(std::move(work)); });
  std::unique_ptr<bus::Bus> other_bus = exchange->make_bus([this](auto work) { letters.push_back(std::move(work)); });
  bus::LiveNodes live_nodes{"n1", now};
  LobbyPorts ports{*this, *this, *this, *this, *this, *this, [this] { return now; }, [this] { return ++drawn; }, {}};
  OpenSeeks seeks;
  std::vector<Told> told;
  std::map<std::string, Person, std::less<>> connected;
  std::vector<std::string> known;  // matches
  std::vector<std::string> shown;
  std::vector<std::string> gone;
  std::vector<std::string> followed;
  bool is_alone = true;
  bool is_watched = true;
  bool settled = true;
  bool surveying = false;
  std::optional<Instant> survey_at;
};

}  // namespace crownstar::lobby::testing_lobby
