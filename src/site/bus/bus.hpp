// Knows what nodes may tell and ask each other: publications by subject, questions with one answer, and how the link
// is. Refuses to know what is said and which broker carries it.
//
// The store is the truth, and the bus is only quick: whatever is published reaches each subscriber once or not at all.
// What is told carries numbers that show a gap, and a gap is closed by reading the store.
//
// No call waits: each returns at once, from any thread. Every callback runs where `Post` puts it, one after the other,
// never inside a call; nothing is called any more once the bus is destroyed there. A bus is destroyed where its
// callbacks run.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/refusal.hpp"

namespace crownstar::bus {

using board::Checked;
using Milliseconds = std::chrono::milliseconds;

// Runs a task where the callbacks are wanted, on the hub's thread. Called from any thread, also while the bus ends.
using Post = std::function<void(std::function<void()> task)>;

// Subjects are words of letters, digits, `-` and `_`, with dots between them: `match.Ab3.events`. A pattern may have
// `*` for any one word and, as its last, `>` for one or more.
Checked<void> check_subject(std::string_view subject);
Checked<void> check_pattern(std::string_view pattern);
bool fits(std::string_view pattern, std::string_view subject);

using SubscriptionNumber = std::uint64_t;  // 0: none
using OnMessage = std::function<void(std::string_view subject, std::string_view bytes)>;

// Of the way between this node and all others.
enum class Link : std::uint8_t {
  connected,  // for the first time
  lost,       // nothing comes and nothing leaves; what is published is kept for a while, within the limits
  // Every subscription is in force again, and publications of the time before may be missing: one's own with the
  // others, and theirs here. Read anew what is followed, and say again where one's own things stand. Also told, without
  // `lost`, where this node was too slow and messages to it were thrown away.
  back,
};
using OnLink = std::function<void(Link link)>;

enum class AskFailure : std::uint8_t {
  nobody,      // serves this subject
  timed_out,   // no answer came; the question may have been heard all the same
  unanswered,  // by the handler: it let go of it
  refused,     // the subject, the size, or too many questions wait
};
using OnAnswer = std::function<void(std::expected<std::string, AskFailure> answer)>;

// Answers a question once; further calls do nothing. May be kept and called later, from any thread.
using Respond = std::function<void(std::string_view bytes)>;
using OnQuestion = std::function<void(std::string_view subject, std::string_view bytes, Respond respond)>;

struct BusFigures {
  bool is_connected = false;
  std::uint64_t published = 0;
  std::uint64_t delivered = 0;
  std::uint64_t dropped = 0;         // either way, by the limits
  std::uint64_t not_understood = 0;  // of another version's words
  std::uint64_t times_lost = 0;
  std::size_t subscriptions = 0;
  std::size_t waiting = 0;  // to be sent
  std::size_t questions = 0;
};

class Bus {
 public:
  virtual ~Bus() = default;

  // Told of every change from now on, and first that it is connected where it is already. May be asked for several
  // times; for as long as the bus lives.
  virtual void on_link(OnLink told) = 0;

  // Reaches every subscription that fits, this bus's own too. Two of one publisher reach a bus in their order.
  // Refused where the subject or the size is wrong, or too much waits already.
  virtual Checked<void> publish(std::string_view subject, std::string_view bytes) = 0;

  // What this bus publishes from now on is heard. `in_force`, if any, is called when whatever anyone publishes is: then
  // the store is read, and nothing falls between the two. 0 where the pattern is wrong or there are too many.
  virtual SubscriptionNumber subscribe(std::string_view pattern, OnMessage heard, std::function<void()> in_force) = 0;
  SubscriptionNumber subscribe(std::string_view pattern, OnMessage heard) {
    return subscribe(pattern, std::move(heard), {});
  }

  // `done` is called once: with the answer of one of those who serve the subject, or why there is none.
  virtual void ask(std::string_view subject, std::string_view bytes, Milliseconds timeout, OnAnswer done) = 0;

  // Each question goes to one of all who serve under the same group's name (one word). 0 as with `subscribe`.
  virtual SubscriptionNumber serve(std::string_view pattern, std::string_view group, OnQuestion asked,
                                   std::function<void()> in_force) = 0;
  SubscriptionNumber serve(std::string_view pattern, std::string_view group, OnQuestion asked) {
    return serve(pattern, group, std::move(asked), {});
  }

  // Ends a subscription or a service. Nothing of it is called from now on, when called where callbacks run. Unknown
  // numbers do no harm.
  virtual void unsubscribe(SubscriptionNumber number) = 0;

  virtual BusFigures figures() const = 0;
};

struct BusTerms {
  std::string address;  // nats://HOST[:PORT][,nats://...]; empty: the memory of this process, for one node alone
  std::string name;     // of this node, as the broker shows it
  Milliseconds look_every{2'000};  // how often the broker is asked whether it lives; lost after two silences
};

// Does not wait for the broker: it is looked for, for ever, and `on_link` says when it is there. Refused where the
// address cannot be understood.
Checked<std::unique_ptr<Bus>> open_bus(const BusTerms& terms, Post post);

bool is_bus_address(std::string_view address);
// Without the password that may be in it.
std::string shown_bus_address(std::string_view address);

}  // namespace crownstar::bus
