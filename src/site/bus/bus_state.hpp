// What a bus keeps between its transport and those who use it: who listens, who waits for an answer, what is to be
// delivered, and how the connection is.
// It does not know threads: whoever has these guards them (request_reply.cpp).
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "base/limits.hpp"
#include "site/bus/bus.hpp"

namespace crownstar::bus {

using Clock = std::chrono::steady_clock;

// ---- What is delivered ----

struct Heard {
  SubscriptionNumber number = 0;
  std::string subject;
  std::string reply;
  std::string bytes;
};
struct Answered {
  std::uint64_t question = 0;
  std::expected<std::string, AskFailure> answer;
};
struct InForce {
  SubscriptionNumber number = 0;
};
struct FirstLink {
  OnLink told;
};
using Event = std::variant<Heard, Answered, InForce, Link, FirstLink>;

struct Subscription {
  OnMessage heard;
  OnQuestion asked;
  std::function<void()> in_force;
};

// Who listens to what, and whose subscriptions the broker has not confirmed yet.
class Subscriptions {
 public:
  std::size_t size() const { return by_number_.size(); }
  void add(SubscriptionNumber number, Subscription subscription) {
    if (subscription.in_force) not_in_force_.insert(number);
    by_number_.emplace(number, std::make_shared<const Subscription>(std::move(subscription)));
  }
  bool remove(SubscriptionNumber number) {
    not_in_force_.erase(number);
    return by_number_.erase(number) > 0;
  }
  std::shared_ptr<const Subscription> find(SubscriptionNumber number) const {
    const auto found = by_number_.find(number);
    return found == by_number_.end() ? nullptr : found->second;
  }
  // The first time, for one that is still wanted; otherwise null.
  std::shared_ptr<const Subscription> come_into_force(SubscriptionNumber number) {
    return not_in_force_.erase(number) == 0 ? nullptr : find(number);
  }
  std::vector<SubscriptionNumber> not_in_force() const { return {not_in_force_.begin(), not_in_force_.end()}; }

 private:
  std::unordered_map<SubscriptionNumber, std::shared_ptr<const Subscription>> by_number_;
  std::set<SubscriptionNumber> not_in_force_;
};

// Requests of this node that wait for an answer. Each is answered once.
class Questions {
 public:
  std::size_t size() const { return by_number_.size(); }
  bool has_room() const { return by_number_.size() < limits::bus_questions_waiting; }
  void add(std::uint64_t number, OnAnswer done, Clock::time_point due) {
    by_number_.emplace(number, Question{std::move(done), due});
    dues_.emplace(due, number);
  }
  // Who is to be told; nobody where that has been done.
  OnAnswer take(std::uint64_t number) {
    auto taken = by_number_.extract(number);
    if (taken.empty()) return {};
    dues_.erase({taken.mapped().due, number});
    return std::move(taken.mapped().done);
  }
  std::optional<Clock::time_point> next_due() const {
    return dues_.empty() ? std::nullopt : std::optional(dues_.begin()->first);
  }
  // One that is due by then. It is not due a second time, and waits until its failure is delivered.
  std::optional<std::uint64_t> take_due(Clock::time_point now) {
    if (dues_.empty() || dues_.begin()->first > now) return std::nullopt;
    const std::uint64_t number = dues_.begin()->second;
    dues_.erase(dues_.begin());
    return number;
  }

 private:
  struct Question {
    OnAnswer done;
    Clock::time_point due;
  };

  std::unordered_map<std::uint64_t, Question> by_number_;
  std::set<std::pair<Clock::time_point, std::uint64_t>> dues_;
};

// What is to be delivered, in order. Messages are bounded; other events are bounded by the requests that they answer.
class Deliveries {
 public:
  // False for a message that there is no room for: then a gap is reported after those that are here.
  bool add(Event event, std::size_t bytes) {
    if (std::holds_alternative<Heard>(event)) {
      if (messages_ >= limits::bus_messages_waiting || bytes_ + bytes > limits::bus_bytes_waiting) {
        has_gap_ = true;
        return false;
      }
      ++messages_;
      bytes_ += bytes;
    }
    events_.push_back(std::move(event));
    return true;
  }
  // Nothing: all is delivered. `reports_gap`: or the gap is reported in some other way.
  std::optional<Event> next(bool reports_gap) {
    if (events_.empty() && std::exchange(has_gap_, false) && reports_gap) return Event(Link::back);
    if (events_.empty()) return std::nullopt;
    Event event = std::move(events_.front());
    events_.pop_front();
    if (const auto* message = std::get_if<Heard>(&event)) {
      --messages_;
      bytes_ -= message->subject.size() + message->bytes.size();
    }
    return event;
  }
  void clear() {
    events_.clear();
    messages_ = bytes_ = 0;
  }

 private:
  std::deque<Event> events_;
  std::size_t messages_ = 0;
  std::size_t bytes_ = 0;  // of the messages
  bool has_gap_ = false;
};

// The connection, as the notes to ourselves say: it is whole once a note of its own has come back.
class LinkState {
 public:
  struct Changed {
    std::uint64_t note = 0;
    bool was_whole = false;
  };
  Changed change() { return {++note_, std::exchange(is_whole_, false)}; }
  // What to report, where the note is of the connection that there is now and has not come before.
  std::optional<Link> note_came(std::uint64_t note) {
    if (note != note_ || is_whole_) return std::nullopt;
    is_whole_ = true;
    return std::exchange(was_ever_whole_, true) ? Link::back : Link::connected;
  }
  bool is_whole() const { return is_whole_; }

 private:
  std::uint64_t note_ = 0;
  bool is_whole_ = false;
  bool was_ever_whole_ = false;
};

}  // namespace crownstar::bus
