// The work of a match's one writer: one commit or one reading at a time, and the commands that wait
// behind. It does not know how events are stored, and when it is whose turn.
#pragma once

#include <algorithm>
#include <cassert>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "site/live/ports/live_requests.hpp"
#include "site/match/match.hpp"
#include "site/store/rows.hpp"

namespace crownstar::live {

class LiveMatch;

// Keeps a match in memory for as long as it exists: one that is held is not unloaded.
class Hold {
 public:
  explicit Hold(LiveMatch& live);
  ~Hold();
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  std::weak_ptr<LiveMatch> live_;  // not the other way round: a match may have its own holds as members
};

// Something that waits for its turn at a match: it becomes one batch of events, or is refused.
struct Operation {
  match::Command command;
  std::string request;  // empty: not remembered
  std::vector<Done<Taken>> answers;
  Instant arrived{};          // of a seat's command: its time, however long it waits
  int overtaken = 0;          // how often another node was quicker
  bool is_looked_up = false;  // the store had nothing newer before it was refused
  bool is_in_doubt = false;   // it was stored or not: the answer of the store was lost

  bool is_of_server() const { return command.seat == match::server_seat; }
  template <typename What>
  bool is() const {
    return std::holds_alternative<What>(command.what);
  }
  bool is_repeated_by(const Operation& other) const {
    return !other.request.empty() && request == other.request && command.seat == other.command.seat;
  }
};

// The events that a command became, on their way to the store.
struct Commit {
  Operation operation;
  std::vector<match::Event> events;
  std::optional<store::MatchHeader> header;  // if they change it
  std::vector<std::string> bodies;           // for the other nodes
  int rating_tries = 0;
  bool is_header_due = false;  // it was to be written with the next events, whatever they are
};

class CommitQueue {
 public:
  // ---- The one that is under way. It holds the match in memory ----
  bool is_busy() const { return hold_.has_value(); }
  void begin(LiveMatch& live, Commit commit) {
    begin_reading(live);
    commit_ = std::move(commit);
  }
  // What other nodes have stored is read; no command runs meanwhile.
  void begin_reading(LiveMatch& live) {
    assert(!is_busy());
    hold_.emplace(live);
  }
  void end() { hold_.reset(); }
  // Of a commit; without events where there is none.
  Commit& commit() { return commit_; }
  const Commit& commit() const { return commit_; }
  Commit take_commit() { return std::exchange(commit_, {}); }

  // ---- What waits ----
  bool is_anything_waiting() const { return !waiting_.empty(); }
  std::size_t waiting() const { return waiting_.size(); }
  void push(Operation operation) { waiting_.push_back(std::move(operation)); }
  void push_first(Operation operation) { waiting_.insert(waiting_.begin(), std::move(operation)); }
  Operation pop() {
    Operation first = std::move(waiting_.front());
    waiting_.erase(waiting_.begin());
    return first;
  }
  std::vector<Operation> take_waiting() { return std::exchange(waiting_, {}); }
  // A command that was sent again gets the answer of the one that is queued. False if none is queued.
  bool join(Operation& repeated) {
    Operation* const first = find(repeated);
    if (first == nullptr) return false;
    std::ranges::move(repeated.answers, std::back_inserter(first->answers));
    return true;
  }
  template <typename Is>
  bool has(Is is) const {
    return (is_busy() && is(commit_.operation)) || std::ranges::any_of(waiting_, is);
  }

 private:
  Operation* find(const Operation& repeated) {
    if (is_busy() && commit_.operation.is_repeated_by(repeated)) return &commit_.operation;
    const auto found =
        std::ranges::find_if(waiting_, [&](const Operation& each) { return each.is_repeated_by(repeated); });
    return found == waiting_.end() ? nullptr : &*found;
  }

  std::optional<Hold> hold_;
  Commit commit_;
  std::vector<Operation> waiting_;
};

// Continuations that wait for a match to be read. While there are any it is held in memory.
class LoadQueue {
 public:
  using Loaded = std::function<void(std::expected<LiveMatch*, Refused>)>;

  bool is_loading() const { return hold_.has_value(); }
  std::size_t size() const { return waiting_.size(); }
  // True for the first one: then the match must be read.
  bool add(LiveMatch& live, Loaded then) {
    waiting_.push_back(std::move(then));
    if (is_loading()) return false;
    hold_.emplace(live);
    return true;
  }
  std::vector<Loaded> end() {
    hold_.reset();
    return std::exchange(waiting_, {});
  }

 private:
  std::optional<Hold> hold_;
  std::vector<Loaded> waiting_;
};

}  // namespace crownstar::live
