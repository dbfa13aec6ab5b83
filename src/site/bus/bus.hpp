// The bus between the nodes of a site: publish and subscribe by subject, requests with one answer, and the state of the
// connection to the broker.
//
// The store is the truth; the bus is only fast. A publication reaches each subscriber at most once. Messages carry
// numbers that reveal gaps, and a gap is closed by reading the store.
//
// No call blocks, and every call may come from any thread. Callbacks run one after another where `Post` puts them,
// never inside a call, and none runs after the bus is destroyed. Destroy a bus where its callbacks run.
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

using base::Checked;
using Milliseconds = std::chrono::milliseconds;

// Runs a task where the callbacks are wanted, on the event loop's thread. Called from any thread, also while the bus
// ends.
using Post = std::function<void(std::function<void()> task)>;

// Subjects are words of letters, digits, `-` and `_`, with dots between them: `match.Ab3.events`. A pattern may have
// `*` for any one word and, as its last, `>` for one or more.
Checked<void> check_subject(std::string_view subject);
Checked<void> check_pattern(std::string_view pattern);
bool fits(std::string_view pattern, std::string_view subject);

using SubscriptionNumber = std::uint64_t;  // 0: none
using OnMessage = std::function<void(std::string_view subject, std::string_view bytes)>;

// The state of the connection between this node and all others.
enum class Link : std::uint8_t {
  connected,  // for the first time
  lost,       // nothing arrives or leaves; publications are queued for a while, within limits
  // All subscriptions work again, but messages in either direction may have been lost: read again whatever you follow,
  // and publish your own state again. Also reported, without `lost`, when messages were dropped because this node was
  // too slow.
  back,
};
using OnLink = std::function<void(Link link)>;

enum class AskFailure : std::uint8_t {
  nobody,      // nobody serves this subject
  timed_out,   // no answer came; the request may have arrived all the same
  unanswered,  // the handler gave it up without an answer
  refused,     // bad subject, too large, or too many requests are pending
};
using OnAnswer = std::function<void(std::expected<std::string, AskFailure> answer)>;

// Answers a request; further calls do nothing. It may be kept and called later, from any thread.
using Respond = std::function<void(std::string_view bytes)>;
using OnQuestion = std::function<void(std::string_view subject, std::string_view bytes, Respond respond)>;

struct BusFigures {
  bool is_connected = false;
  std::uint64_t published = 0;
  std::uint64_t delivered = 0;
  std::uint64_t dropped = 0;         // in either direction, by the limits
  std::uint64_t not_understood = 0;  // of an incompatible version
  std::uint64_t times_lost = 0;
  std::size_t subscriptions = 0;
  std::size_t waiting = 0;  // to be sent
  std::size_t questions = 0;
};

class Bus {
 public:
  virtual ~Bus() = default;

  // Reports every change from now on, and at once if it is connected already. May be called several times; each
  // callback stays as long as the bus.
  virtual void on_link(OnLink told) = 0;

  // Delivers to every matching subscription, including this bus's own. Messages of one publisher arrive in order.
  // Refused when the subject or the size is bad, or too much is queued.
  virtual Checked<void> publish(std::string_view subject, std::string_view bytes) = 0;

  // This bus's own publications are delivered from now on. `in_force`, if given, is called once everybody's are: read
  // the store then, and nothing is missed in between. 0: the pattern is bad or there are too many subscriptions.
  virtual SubscriptionNumber subscribe(std::string_view pattern, OnMessage heard, std::function<void()> in_force) = 0;
  SubscriptionNumber subscribe(std::string_view pattern, OnMessage heard) {
    return subscribe(pattern, std::move(heard), {});
  }

  // `done` is called once: with the answer of one server of the subject, or with the reason why there is none.
  virtual void ask(std::string_view subject, std::string_view bytes, Milliseconds timeout, OnAnswer done) = 0;

  // Each request goes to one member of the group, whose name is one word. 0 as with `subscribe`.
  virtual SubscriptionNumber serve(std::string_view pattern, std::string_view group, OnQuestion asked,
                                   std::function<void()> in_force) = 0;
  SubscriptionNumber serve(std::string_view pattern, std::string_view group, OnQuestion asked) {
    return serve(pattern, group, std::move(asked), {});
  }

  // Ends a subscription or service. If called where callbacks run, none of its callbacks runs afterwards. Unknown
  // numbers are ignored.
  virtual void unsubscribe(SubscriptionNumber number) = 0;

  virtual BusFigures figures() const = 0;
};

struct BusTerms {
  std::string address;             // nats://HOST[:PORT][,nats://...]; empty: within this process, for a single node
  std::string name;                // this node's name at the broker
  Milliseconds look_every{2'000};  // how often the broker is pinged; two pings without an answer mean `lost`
};

// Does not wait for the broker: connecting is tried for ever, and `on_link` reports when it succeeds. Refused if the
// address cannot be read.
Checked<std::unique_ptr<Bus>> open_bus(const BusTerms& terms, Post post);

bool is_bus_address(std::string_view address);
// The address without its password.
std::string shown_bus_address(std::string_view address);

}  // namespace crownstar::bus
