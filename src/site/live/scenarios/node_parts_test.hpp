// What surrounds one part that takes matches into memory or speaks with the other nodes: a memory that notes what is
// asked of it, and a bus to another node that the test plays.
// It does not know which part is tested.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "site/bus/memory/exchange.hpp"
#include "site/live/cluster/node_link.hpp"
#include "site/live/scenarios/parts_test.hpp"
#include "site/wire/generated/wire_node.hpp"
#include "site/wire/json/node_codec.hpp"

namespace crownstar::live::testing_site {

class NodePartTest : public PartTest, public MatchMemory {
 protected:
  // From now on there is a second node, n2.
  void meet() {
    context.is_alone = false;
    link.bus = own_bus.get();
    link.nodes.begin(now);
    link.nodes.heard("n2", now, 0, now);
    other_bus->subscribe(">", [this](std::string_view subject, std::string_view text) {
      told.push_back({std::string(subject), std::string(text)});
    });
    deliver();
  }
  void tell(std::string_view subject, std::string_view text) {
    EXPECT_TRUE(other_bus->publish(subject, text));
    deliver();
  }
  void notify_of(const std::string& match, const wire::ReplicaMessage& message) {
    tell(subject_of(match), wire::encode(message));
  }
  void send_events(const std::string& match, int first, const std::vector<std::string>& bodies) {
    std::string rows;
    for (const std::string& body : bodies) rows += (rows.empty() ? "" : "\n") + body;
    tell(subject_of(match), wire::encode_with_bytes(wire::ReplicaMessage(wire::ReplicaEvents{"n2", first}), rows));
  }
  void deliver() {
    while (!letters.empty()) {
      const auto work = std::move(letters.front());
      letters.pop_front();
      work();
    }
  }
  // What this node has told the others of the match.
  template <typename Message>
  std::vector<Message> told_of(const std::string& match) {
    deliver();
    std::vector<Message> found;
    for (const auto& [subject, text] : told) {
      std::string_view bytes = text;
      if (subject != subject_of(match)) continue;
      const auto message = wire::take_head<wire::ReplicaMessage>(bytes);
      if (message && std::holds_alternative<Message>(*message)) found.push_back(std::get<Message>(*message));
    }
    return found;
  }

  // Another node stores what a seat does: the bodies of the new rows.
  std::vector<std::string> store_elsewhere(const std::string& id, const match::Command& command) {
    auto& rows = store.rows.at(id);
    auto& header = store.headers.at(id);
    const auto history = history_of(rows, header);
    const auto events = history->match->handle(command, now);
    EXPECT_TRUE(events) << events.error().reason;
    std::vector<std::string> bodies;
    if (!events) return bodies;
    for (const match::Event& event : *events) {
      rows.push_back(row_of(event, {}, command.seat));
      bodies.push_back(rows.back().body);
    }
    if (auto changed = header_after(header, *events, static_cast<int>(history->match->moves().size()))) {
      header = *std::move(changed);
    }
    return bodies;
  }
  std::vector<std::string> move_elsewhere(const std::string& id) {
    const auto history = history_of(store.rows.at(id), store.headers.at(id));
    return store_elsewhere(id, move_of(*history->match));
  }
  // The first legal move of the seat whose turn it is.
  static match::Command move_of(const match::Match& match) {
    return {match.seat_to_move(), 1 << 20, match::Move{match.game().legal_moves()->front().text}, {}};
  }

  LiveMatch* find(std::string_view id) override { return PartTest::find(id); }
  void with_match(std::string_view id, LiveMatch::Loaded then) override { PartTest::with_match(id, std::move(then)); }
  void load(LiveMatch& live, LiveMatch::Loaded then) override { then(&live); }
  LiveMatch& add(store::MatchHeader header) override {
    added.push_back(header.id);
    return registry.add(std::move(header));
  }
  void unload(LiveMatch& live) override {
    unloaded.push_back(live.id);
    registry.remove(live);
  }
  void reload(LiveMatch& live) override { reloaded.push_back(live.id); }
  void read_anew(LiveMatch& live) override { read_again.push_back(live.id); }
  bool is_full() override { return is_memory_full; }

  struct Told {
    std::string subject;
    std::string text;
  };
  std::deque<std::function<void()>> letters;
  std::shared_ptr<bus::MemoryExchange> exchange = bus::MemoryExchange::create();
  std::unique_ptr<bus::Bus> own_bus = exchange->make_bus([this](auto work) { letters.push_back(std::move(work)); });
  std::unique_ptr<bus::Bus> other_bus = exchange->make_bus([this](auto work) { letters.push_back(std::move(work)); });
  NodeLink link{nullptr, "n1"};
  std::vector<Told> told;
  std::vector<std::string> added;
  std::vector<std::string> unloaded;
  std::vector<std::string> reloaded;
  std::vector<std::string> read_again;
  bool is_memory_full = false;
};

}  // namespace crownstar::live::testing_site
