// A lobby in a site that its test plays: nodes of one process, whose people, seats and matches answer at once.
// It does not know what is tested.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "site/lobby/lobby.hpp"
#include "site/match/terms/terms.hpp"

namespace crownstar::lobby::testing_lobby {

using namespace std::chrono_literals;

// One node: what the lobby asks of it is answered at once.
struct Node : LobbyPeople, LobbyEngines, LobbySeating, LobbyMatches, LobbyViewers, LobbyCluster {
  Node(std::string name, Instant& given_now, bus::Bus* given_bus)
      : now(given_now),
        own_bus(given_bus),
        live_nodes(std::move(name), given_now),
        lobby({*this, *this, *this, *this, *this, *this, [this] { return now; }, [this] { return ++drawn; },
               [this](std::string line) { log.push_back(std::move(line)); }}) {}

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
  void with_player(const Person& person, const match::Terms&, std::function<void(match::Player)> then) override {
    while_reading();
    then({person.id, person.name, match::PlayerKind::guest, 0, false});
  }
  std::optional<Refused> no_more_matches(std::string_view person) override {
    if (!busy.contains(person)) return std::nullopt;
    return Refused{"too_many_matches", "", "enough"};
  }
  bool is_at_match_limit(std::string_view person) const override { return busy.contains(person); }
  std::expected<match::Player, Refused> player(std::string_view name, const match::Terms&) const override {
    if (name != "toy") return match::refused("no_such_engine", "there is only toy");
    return match::Player{"toy", "Toy", match::PlayerKind::engine, 0, false};
  }
  void begin(MatchToBegin match, std::vector<std::string> persons, Done<std::vector<int>> done) override {
    begun.push_back(match.id);
    std::vector<int> seats;
    for (const std::string& person : persons) seats.push_back(person.empty() ? -1 : static_cast<int>(seats.size()) % 2);
    done(std::move(seats));
  }
  bool is_known(std::string_view match) const override { return std::ranges::find(begun, match) != begun.end(); }
  std::vector<wire::MatchSummary> listed() const override { return {}; }
  void read_listed() override {}
  std::optional<wire::MatchSummary> unfinished(const std::string& match) const override {
    if (match != table || lobby.is_away(table_host)) return std::nullopt;
    wire::MatchSummary summary;
    summary.match = match;
    return summary;
  }
  std::vector<std::string> open_tables_of(std::string_view host) const override {
    return host == table_host ? std::vector{table} : std::vector<std::string>{};
  }
  void host_is_away(const std::string& match, const std::string& host, Milliseconds away_for) override {
    hosts_away.push_back(match + " " + host + " " + std::to_string(away_for / 1s));
  }
  bool is_lobby_watched() const override { return is_watched; }
  void show_lobby(const Text& text) override { shown.push_back(*text); }
  void seeks_gone(const std::vector<std::string>& lost) override { gone.insert(gone.end(), lost.begin(), lost.end()); }
  std::vector<std::string> followed_seeks() const override { return followed; }
  bus::Bus* bus() const override { return own_bus; }
  const bus::LiveNodes& nodes() const override { return live_nodes; }
  bool is_settled() const override { return settled; }
  void survey_by(Instant) override {}
  bool is_surveying() const override { return false; }

  Person arrive(const std::string& id) {
    const Person person{id, "Guest " + id, people::PersonKind::guest, {}};
    connected[id] = person;
    lobby.arrived(id);
    return person;
  }
  void leave(const std::string& id) {
    connected.erase(id);
    lobby.left(id);
  }

  Instant& now;
  bus::Bus* own_bus;
  bus::LiveNodes live_nodes;
  std::map<std::string, Person, std::less<>> connected;
  std::set<std::string, std::less<>> busy;
  std::function<void()> while_reading = [] {};  // a rating
  std::vector<std::string> begun;
  std::vector<std::string> shown;
  std::vector<std::string> gone;
  std::vector<std::string> followed;
  std::vector<std::string> hosts_away;  // as they were reported
  std::vector<std::string> log;
  std::string table;  // one that is open
  std::string table_host;
  bool is_watched = true;
  bool settled = true;
  std::uint64_t drawn = 0;
  Lobby lobby;
};

SeekRequest request(bool is_quick = false) {
  SeekRequest asked;
  asked.terms = {"american", "", {{match::ClockKind::fischer, 180s, 2s, 0}}, false};
  asked.is_quick = is_quick;
  return asked;
}

class LobbyTest : public testing::Test {
 protected:
  std::shared_ptr<Node> node_named(const std::string& name, bus::Bus* bus = nullptr) {
    auto node = std::make_shared<Node>(name, now, bus);
    node->lobby.begin(node);
    return node;
  }
  std::expected<SeekResult, Refused> sought(Node& node, const Person& person, const SeekRequest& asked) {
    std::optional<std::expected<SeekResult, Refused>> answer;
    node.lobby.seek(person, asked, [&](auto given) { answer = std::move(given); });
    deliver();
    EXPECT_TRUE(answer);
    return answer ? *answer : match::refused("no_answer", "");
  }
  bus::Post post() {
    return [this](std::function<void()> work) { posted.push_back(std::move(work)); };
  }
  void deliver() {
    for (std::size_t index = 0; index < posted.size(); ++index) {
      const auto work = posted[index];
      work();
    }
    posted.clear();
  }

  Instant now{std::chrono::days{20000}};
  std::vector<std::function<void()>> posted;
};

}  // namespace crownstar::lobby::testing_lobby
