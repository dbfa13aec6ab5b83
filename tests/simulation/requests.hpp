// What people of a simulated site ask of their matches. An answer may be lost with its node, and then the same is asked
// again at any node: it is played once, and answered as it was. It does not know what they want, and what fails.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "simulation/node.hpp"
#include "simulation/truth.hpp"

namespace crownstar::live::simulation {

class Requests {
 public:
  using OpenNode = std::function<Node*()>;  // null where there is none

  Requests(const Disk& disk, Truth& truth, Tally& tally, OpenNode open_node)
      : disk_(disk), truth_(truth), tally_(tally), open_node_(std::move(open_node)) {}

  void send(const Person& who, const std::string& match, match::Command command) {
    send({who, {match, "r" + std::to_string(++count_), std::move(command)}, {}, false});
  }
  void ask_again() {
    for (std::size_t index = 0, count = sent_.size(); index < count; ++index) {
      Sent again = sent_[index];
      if (again.is_answered || !again.life.expired()) continue;
      sent_[index].is_answered = true;  // by the next one
      ++tally_.unanswered;
      // What was stored before is answered as it was.
      for (const RequestMemory::Entry& entry : truth_.of(again.command.match).requests) {
        if (entry.request != again.command.request) continue;
        taken_.try_emplace(again.command.match + " " + entry.request, Taken{entry.first, entry.last});
      }
      send(std::move(again));
    }
  }

  // When all is whole again.
  void expect_that_each_was_played_once(const std::string& match) {
    std::set<std::pair<int, std::string>> requests;
    for (const RequestMemory::Entry& entry : truth_.of(match).requests) {
      EXPECT_TRUE(requests.emplace(entry.seat, entry.request).second) << entry.request << " was played twice";
      const auto known = taken_.find(match + " " + entry.request);
      if (known == taken_.end()) continue;
      EXPECT_EQ(known->second.first, entry.first);
    }
  }
  void expect_that_all_were_answered() const {
    for (const Sent& sent : sent_) EXPECT_TRUE(sent.is_answered) << sent.command.request << " was never answered";
  }

 private:
  // A command whose answer has not come.
  struct Sent {
    Person who;
    MatchCommand command;
    std::weak_ptr<bool> life;  // of the node that was asked
    bool is_answered = false;
  };

  void send(Sent sent) {
    Node* const node = open_node_();
    if (node == nullptr) return;
    sent.life = node->life();
    const std::size_t index = sent_.size();
    sent_.push_back(sent);
    node->site().command(sent.who, sent.command, Milliseconds{0}, [this, index](const auto& taken) {
      Sent& mine = sent_[index];
      EXPECT_FALSE(mine.is_answered) << "answered twice";
      mine.is_answered = true;
      if (taken) acknowledged(mine, *taken);
    });
  }
  // What is acknowledged is on the disk, as what it was asked for, and the same each time that it is asked.
  void acknowledged(const Sent& sent, const Taken& taken) {
    ++tally_.taken;
    const std::string& id = sent.command.match;
    ASSERT_LT(taken.last, std::ssize(disk_.rows.at(id))) << "acknowledged before it was stored";
    const auto [known, is_new] = taken_.try_emplace(id + " " + sent.command.request, taken);
    if (is_new) return;
    ++tally_.repeated;
    EXPECT_EQ(known->second.first, taken.first) << "one request was played twice";
    EXPECT_EQ(known->second.last, taken.last);
  }

  const Disk& disk_;
  Truth& truth_;
  Tally& tally_;
  OpenNode open_node_;
  std::vector<Sent> sent_;
  std::map<std::string, Taken> taken_;  // by match and request
  int count_ = 0;
};

}  // namespace crownstar::live::simulation
