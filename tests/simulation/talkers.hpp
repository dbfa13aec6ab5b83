// What is said at the matches of a simulated site, whom people mute, and lines that an operator removes beside it.
// Whatever fails, a line that was acknowledged is stored, everybody in its room reads it, nobody reads one that was
// removed, and a mute holds at every node. It does not know what fails.
#pragma once

#include <map>
#include <memory>
#include <ranges>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/limits.hpp"
#include "simulation/node.hpp"
#include "simulation/truth.hpp"
#include "site/live/match/chat_log.hpp"
#include "site/live/scenarios/live_fixture_test.hpp"
#include "site/live/scenarios/reader_test.hpp"
#include "site/people/chat/chat_rules.hpp"

namespace crownstar::live::simulation {

class Talkers {
 public:
  Talkers(World& world, Disk& disk) : world_(world), disk_(disk) {}

  int mutes() const { return mutes_; }
  int heard() const { return heard_; }
  int said() const { return static_cast<int>(said_.size()); }
  int removed() const { return removed_; }

  // In the room that they are in, and now and then by mistake in the other one.
  void say(const Person& who, const std::string& match, Truth& truth, Node& node) {
    const bool is_player = truth.of(match).match->seat_of(who.id).has_value() != world_.one_in(8);
    const std::string text = "line " + std::to_string(++lines_);
    say(who, {match, is_player, text, text}, node, node.life());
  }
  // They hear the other one no more, or again.
  void mute(const Person& who, const std::string& whom, Node& node) {
    const std::pair pair(who.id, whom);
    node.site().mute(who, whom, !world_.one_in(3), [this, pair](const auto& done) {
      ++mutes_;
      if (!done) in_doubt_.insert(pair);
      --unanswered_[pair];
    });
    ++unanswered_[pair];
  }
  // An operator removes a line of a match: one of the last ones.
  void remove_line() {
    std::vector<std::pair<std::string, store::ChatRow*>> lines;
    for (auto& [match, rows] : disk_.lines) {
      for (store::ChatRow& row : rows | std::views::reverse | std::views::take(3)) lines.emplace_back(match, &row);
    }
    if (lines.empty()) return;
    auto& [match, row] = world_.one_of(lines);
    if (row->text.empty()) return;
    ++removed_;
    removed_texts_.insert(row->text);
    row->text.clear();
    disk_.chat_changes.push_back(match);
  }

  // When all is whole again.
  void expect_that_all_is_stored() const {
    std::multiset<std::string> stored;
    for (const auto& [match, rows] : disk_.lines) {
      for (const store::ChatRow& row : rows) stored.insert(match + " " + row.text);
    }
    for (const Line& line : said_) {
      if (disk_.deleted.contains(line.who) || removed_texts_.contains(line.text)) continue;
      EXPECT_EQ(stored.count(line.match + " " + line.text), 1) << line.text << " of " << line.who;
    }
  }
  // At every node. Where nobody watches, the last ones may not have been heard of.
  template <typename Watched, typename Wait>
  void expect_that_all_nodes_show_it(const std::string& match, const Nodes& nodes, Truth& truth, Watched is_watched_at,
                                     Wait wait) const {
    std::vector<std::pair<Person, wire::Room>> readers{{Person{}, wire::Room::spectators}};
    for (const store::SeatRow& row : disk_.headers.at(match).seats) {
      const bool is_somebody = row.kind == store::PlayerKind::guest || row.kind == store::PlayerKind::account;
      if (is_somebody && truth.of(match).match->seat_of(row.player)) {
        readers.emplace_back(testing_site::guest(row.player), wire::Room::players);
      }
    }
    for (const auto& node : nodes) {
      for (const auto& [reader, room] : readers) {
        const auto read = std::make_shared<std::vector<std::string>>();
        const auto is_answered = std::make_shared<bool>(false);
        node->site().snapshot(reader, match, [read, is_answered](const auto& found) {
          *is_answered = true;
          ASSERT_TRUE(found) << found.error().reason;
          const auto message = wire::decode<wire::ServerMessage>(**found);
          ASSERT_TRUE(message) << **found;
          for (const wire::ChatLine& line : std::get<wire::ServerSnapshot>(*message).snapshot.chat)
            read->push_back(line.text);
        });
        wait(1s);
        EXPECT_TRUE(*is_answered);
        std::vector<std::string> stored = texts_in(match, room);
        const auto may_lack = muted_by(reader.id, match, room);
        for (auto* texts : {read.get(), &stored})
          std::erase_if(*texts, [&](const auto& text) { return may_lack.contains(text); });
        if (!is_watched_at(*node)) stored.resize(std::min(stored.size(), read->size()));
        EXPECT_EQ(*read, stored) << match << ", as " << reader.id << " reads it";
      }
    }
  }
  // At the node where they are connected; but for what they were told did not work, or was never answered.
  void expect_that_mutes_hold(const std::string& who, Node& node) const {
    std::set<std::string> stored;
    if (const auto found = disk_.mutes.find(who); found != disk_.mutes.end()) stored = found->second;
    std::set<std::string> known;
    for (const std::string& muted : node.site().chat_rules().muted_by(who)) known.insert(muted);
    for (const auto& [pair, count] : unanswered_) {
      if (pair.first != who || (count == 0 && !in_doubt_.contains(pair))) continue;
      stored.erase(pair.second);
      known.erase(pair.second);
    }
    EXPECT_EQ(known, stored) << "of " << who;
  }
  // Who watches reads it, if they have been told all of their room.
  void expect_that_it_was_heard(const testing_site::Reader& reader, Truth& truth) {
    for (const auto& [id, belief] : reader.beliefs) {
      const bool is_player = truth.of(id).match->seat_of(reader.who().id).has_value();
      if (!belief.lines || belief.is_player != is_player) continue;
      const wire::Room room = is_player ? wire::Room::players : wire::Room::spectators;
      const auto may_lack = muted_by(reader.who().id, id, room);
      std::vector<std::string> heard;
      for (const auto& [number, text] : *belief.lines) {
        if (!may_lack.contains(text)) heard.push_back(text);
      }
      std::vector<std::string> stored = texts_in(id, room);
      std::erase_if(stored, [&](const std::string& text) { return may_lack.contains(text); });
      EXPECT_EQ(heard, stored) << reader.who().id << " of " << id;
      heard_ += static_cast<int>(heard.size());
    }
  }

 private:
  struct Line {
    std::string match;
    std::string who;
    std::string text;
  };

  // What could not be stored is said again, by the same request.
  void say(const Person& who, const Say& line, Node& node, const std::weak_ptr<bool>& life) {
    if (life.expired()) return;
    node.site().say(who, line, [this, who, line, &node, life](const auto& done) {
      if (done) {
        said_.push_back({line.match, who.id, line.text});
      } else if (done.error().code == "store_unavailable") {
        world_.after(2s, [this, who, line, &node, life] { say(who, line, node, life); });
      }
    });
  }
  // The lines of those whom they have muted at any time.
  std::set<std::string> muted_by(const std::string& who, const std::string& match, wire::Room room) const {
    std::set<std::string> texts;
    const auto found = disk_.lines.find(match);
    if (found == disk_.lines.end()) return texts;
    for (const store::ChatRow& row : found->second) {
      if (row.room == wire::to_text(room) && unanswered_.contains({who, row.player})) texts.insert(line_of(row).text);
    }
    return texts;
  }
  std::vector<std::string> texts_in(const std::string& match, wire::Room room) const {
    std::vector<std::string> texts;
    const auto found = disk_.lines.find(match);
    if (found == disk_.lines.end()) return texts;
    for (const store::ChatRow& row : found->second) {
      if (row.room == wire::to_text(room)) texts.push_back(line_of(row).text);
    }
    EXPECT_LE(texts.size(), limits::chat_lines) << "more than are shown";
    return texts;
  }

  World& world_;
  Disk& disk_;
  std::vector<Line> said_;  // acknowledged
  std::set<std::string> removed_texts_;
  std::map<std::pair<std::string, std::string>, int> unanswered_;  // mutes, by who and whom
  std::set<std::pair<std::string, std::string>> in_doubt_;
  int mutes_ = 0;
  int lines_ = 0;
  int removed_ = 0;
  int heard_ = 0;  // lines that watchers had read in the end
};

}  // namespace crownstar::live::simulation
