// Accounts and guests of a simulated site that are deleted in the middle of what they play: by the person, or by an
// operator beside the site. Some guests become accounts before. Whatever fails meanwhile, nobody waits for somebody who
// is gone, and nothing names them any more. It does not know what they play, and what fails.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "simulation/node.hpp"
#include "simulation/truth.hpp"
#include "site/live/match/match_details.hpp"
#include "site/live/scenarios/live_fixture_test.hpp"

namespace crownstar::live::simulation {

class Leavers {
 public:
  Leavers(World& world, const Disk& disk, const Nodes& nodes) : world_(world), disk_(disk), nodes_(nodes) {}

  // One at a time, who plays until they have had enough. Their connections are nobody's concern here.
  Person current() const {
    const auto number = 100 + asked_.size();
    const std::string id = (number % 2 == 0 ? first_a_guest : "leaver-") + std::to_string(number);
    return person(id);
  }
  Person person(const std::string& id) const {
    const bool is_guest = id.starts_with(first_a_guest) && !disk_.promoted.contains(id);
    return is_guest ? testing_site::guest(id) : testing_site::account(id);
  }
  static bool is_one(const std::string& person) { return person.starts_with("leaver-"); }
  // They do nothing more from then on: their sessions have ended.
  bool has_had_enough(const std::string& person) const { return asked_.contains(person); }
  int deleted() const { return static_cast<int>(disk_.deleted.size()); }
  int promoted() const { return static_cast<int>(disk_.promoted.size()); }

  void step(Node& node) {
    const Person who = current();
    if (who.kind == people::PersonKind::guest && world_.one_in(2)) return become_account(who, node);
    asked_.insert(who.id);
    ask(who, node);
  }
  // Whoever has had no answer, or was told that it did not work.
  void ask_again(Node& node) {
    for (const std::string& id : asked_) {
      if (!answered_.contains(id)) ask(person(id), node);
    }
  }

  // When all is whole again.
  template <typename Wait>
  void expect_that_they_are_forgotten(Truth& truth, Wait wait) const {
    for (const std::string& id : asked_) EXPECT_TRUE(disk_.deleted.contains(id)) << id;
    for (const auto& [id, header] : disk_.headers) {
      expect_that_nobody_waits_for_them(header, truth);
      expect_unnamed(without_host(header.details, "host=", header), id);
      for (const store::SeatRow& row : header.seats) expect_unnamed(row.player + " " + row.name, id);
    }
    for (const auto& [id, lines] : disk_.lines) {
      for (const store::ChatRow& line : lines) expect_unnamed(line.player, id);
    }
    for (const auto& node : nodes_) {
      for (const std::string& id : disk_.deleted) {
        EXPECT_TRUE(node->site().challenges().to(id).empty()) << "a challenge waits for " << id;
        EXPECT_TRUE(node->site().challenges().by(id).empty()) << "a challenge is still made by " << id;
      }
      for (const std::string& id : disk_.matches) {
        node->site().snapshot(Person{}, id, [this, id](const auto& found) {
          if (found) expect_unnamed(without_host(**found, "\"host\":\"", disk_.headers.at(id)), id);
        });
      }
      wait(1s);
    }
  }

 private:
  // Their id stays, as in people/accounts/people.cpp.
  void become_account(const Person& guest, Node& node) {
    node.promote_guest(guest, [this, id = guest.id, &node](const store::Outcome<void>& done) {
      if (done) node.site().person_changed(person(id), people::Change::has_new_name);
    });
  }
  // As the site does it (people/accounts/people.cpp), or an operator beside it.
  void ask(const Person& who, Node& node) {
    const bool is_by_site = !world_.one_in(3);
    if (is_by_site) node.site().person_changed(who, people::Change::leaves);
    node.delete_account(who.id, is_by_site, [this, who, &node, is_by_site](const store::Outcome<void>& done) {
      // Where the answer was lost the site looks for them in the store.
      const bool is_lost = !done && done.error().kind == store::FailureKind::broken;
      const bool is_gone = done || (is_lost && disk_.deleted.contains(who.id));
      if (is_by_site) node.site().person_changed(who, is_gone ? people::Change::is_gone : people::Change::stays);
      if (is_gone) answered_.insert(who.id);
    });
  }

  void expect_that_nobody_waits_for_them(const store::MatchHeader& header, Truth& truth) const {
    if (header.state == store::MatchState::over) return;
    EXPECT_FALSE(header.state == store::MatchState::open && read_details(header.details).host.empty())
        << header.id << " waits for nobody's players";
    for (const store::SeatRow& row : header.seats) {
      if (row.kind != store::PlayerKind::deleted) continue;
      EXPECT_EQ(header.state, store::MatchState::running) << "nobody sits down at " << header.id;
      EXPECT_FALSE(truth.of(header.id).match->is_playing(row.seat)) << header.id << " waits for nobody";
    }
  }
  // Who has not heard yet that an account was deleted elsewhere may store a table's host once more, by the id. It stays
  // until the table ends.
  std::string without_host(std::string text, std::string_view before, const store::MatchHeader& header) const {
    const std::size_t at = text.find(before);
    if (header.state == store::MatchState::over || at == std::string::npos) return text;
    const std::size_t begin = at + before.size();
    return text.erase(begin, text.find_first_of("\"\n", begin) - begin);
  }
  void expect_unnamed(const std::string& text, const std::string& match) const {
    for (const std::string& id : disk_.deleted) {
      const std::size_t at = text.find(id);  // the name has it too
      if (at == std::string::npos) continue;
      const bool is_another = text.find_first_of("0123456789", at + id.size()) == at + id.size();
      EXPECT_TRUE(is_another) << match << " names " << id << " still: " << text;
    }
  }

  static constexpr const char* first_a_guest = "leaver-guest-";

  World& world_;
  const Disk& disk_;
  const Nodes& nodes_;
  std::set<std::string> asked_;
  std::set<std::string> answered_;  // their account is deleted, it was said
};

}  // namespace crownstar::live::simulation
