// Implements the bus on any transport: subscriptions, pending requests with their timeouts, and delivery of callbacks.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "base/limits.hpp"
#include "site/bus/random_name.hpp"
#include "site/bus/transport.hpp"

namespace crownstar::bus {
namespace {

using Clock = std::chrono::steady_clock;

constexpr SubscriptionNumber inbox_number = 1;
constexpr std::size_t told_at_once = 256;  // then others get their turn where the callbacks run
// The first letter of an answer.
constexpr char answered = '+';
constexpr char let_go = '-';
// The first letter of the last word of an inbox's subject.
constexpr char of_question = 'q';
constexpr char of_subscription = 's';
constexpr char of_link = 'l';

std::string own_inbox() { return "_inbox." + random_name(26) + "."; }

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

struct Question {
  OnAnswer done;
  Clock::time_point due;
};

}  // namespace

struct RequestReplyState final : public TransportListener, public std::enable_shared_from_this<RequestReplyState> {
  RequestReplyState(std::unique_ptr<Transport> given, Post where, MessageVersion its_version)
      : transport(std::move(given)), post(std::move(where)), version(its_version) {}

  // ---- From the transport, on its threads ----
  void message_received(SubscriptionNumber number, std::string_view subject, std::string_view reply,
                        std::string_view bytes) override {
    if (number == inbox_number) return inbox_received(subject, bytes);
    add(Heard{number, std::string(subject), std::string(reply), std::string(bytes)}, subject.size() + bytes.size());
  }

  void inbox_received(std::string_view subject, std::string_view bytes) {
    if (!subject.starts_with(inbox) || subject.size() < inbox.size() + 2) return;
    const char kind = subject[inbox.size()];
    const std::uint64_t number = std::strtoull(std::string(subject.substr(inbox.size() + 1)).c_str(), nullptr, 10);
    if (kind == of_subscription) return add(InForce{number});
    if (kind == of_link) return link_is_whole(number);
    const bool is_answer = !bytes.empty() && bytes.front() == answered;
    const auto said = is_answer ? understand(bytes.substr(1)) : std::nullopt;
    if (!said) return add(Answered{number, std::unexpected(AskFailure::unanswered)});
    add(Answered{number, std::string(*said)});
  }

  std::optional<std::string_view> understand(std::string_view text) {
    const auto said = without_version(version, text);
    if (said) return said;
    const std::lock_guard lock(mutex);
    ++figures.not_understood;
    return std::nullopt;
  }

  void no_listener(std::string_view reply) override {
    if (!reply.starts_with(inbox) || reply.size() < inbox.size() + 2 || reply[inbox.size()] != of_question) return;
    const std::uint64_t number = std::strtoull(std::string(reply.substr(inbox.size() + 1)).c_str(), nullptr, 10);
    add(Answered{number, std::unexpected(AskFailure::nobody)});
  }

  // A message to ourselves comes back when the broker has processed everything sent before it.
  void link_changed(bool is_up) override {
    std::vector<SubscriptionNumber> waiting;
    std::uint64_t note = 0;
    bool was_whole = false;
    {
      const std::lock_guard lock(mutex);
      note = ++link_note;
      was_whole = std::exchange(is_whole, false);
      if (was_whole) ++figures.times_lost;
      if (is_up) waiting.assign(not_in_force.begin(), not_in_force.end());
    }
    if (was_whole) add(Link::lost);
    if (!is_up) return;
    for (const SubscriptionNumber number : waiting) send_note(of_subscription, number);
    send_note(of_link, note);
  }

  void link_is_whole(std::uint64_t note) {
    bool is_first = false;
    {
      const std::lock_guard lock(mutex);
      if (note != link_note || is_whole) return;
      is_whole = true;
      is_first = !std::exchange(was_ever_whole, true);
    }
    add(is_first ? Link::connected : Link::back);
  }

  void messages_dropped(std::size_t count) override {
    {
      const std::lock_guard lock(mutex);
      figures.dropped += count;
      if (!is_whole) return;  // `back` will be reported anyway
    }
    add(Link::back);
  }

  void send_note(char kind, std::uint64_t number) {
    transport->send(inbox + kind + std::to_string(number), {}, "note");
  }

  // ---- Events to deliver ----
  // Messages are bounded; other events are bounded by the requests that they answer.
  void add(Event event, std::size_t bytes = 0) {
    {
      const std::lock_guard lock(mutex);
      if (is_closed) return;
      if (std::holds_alternative<Heard>(event)) {
        if (messages >= limits::bus_messages_waiting || message_bytes + bytes > limits::bus_bytes_waiting) {
          ++figures.dropped;
          is_gap = true;
          return;
        }
        ++messages;
        message_bytes += bytes;
      }
      events.push_back(std::move(event));
      if (std::exchange(is_posted, true)) return;
    }
    post_telling();
  }

  void post_telling() {
    post([self = shared_from_this()] { self->tell(); });
  }

  void tell() {
    for (std::size_t count = 0; count < told_at_once; ++count) {
      std::optional<Event> event = next();
      if (!event) return;
      std::visit([this](auto& each) { run(each); }, *event);
    }
    post_telling();
  }

  std::optional<Event> next() {
    const std::lock_guard lock(mutex);
    // After all messages that were not dropped.
    if (events.empty() && std::exchange(is_gap, false) && is_whole) events.emplace_back(Link::back);
    if (is_closed || events.empty()) {
      is_posted = false;
      return std::nullopt;
    }
    Event event = std::move(events.front());
    events.pop_front();
    if (const auto* message = std::get_if<Heard>(&event)) {
      --messages;
      message_bytes -= message->subject.size() + message->bytes.size();
      ++figures.delivered;
    }
    return event;
  }

  std::shared_ptr<const Subscription> find(SubscriptionNumber number) {
    const std::lock_guard lock(mutex);
    const auto found = subscriptions.find(number);
    return found == subscriptions.end() ? nullptr : found->second;
  }

  void run(const Heard& message) {
    const auto subscription = find(message.number);
    if (!subscription) return;
    const auto said = understand(message.bytes);
    // A request of an incompatible version is dropped at once, so that its sender need not wait.
    if (!said && !subscription->heard && !message.reply.empty())
      transport->send(message.reply, {}, std::string(1, let_go));
    if (!said) return;
    if (subscription->heard) return subscription->heard(message.subject, *said);
    if (message.reply.empty()) return;
    subscription->asked(message.subject, *said, responder(message.reply));
  }

  void run(Answered& event) {
    OnAnswer done;
    {
      const std::lock_guard lock(mutex);
      const auto found = questions.find(event.question);
      if (found == questions.end()) return;
      done = std::move(found->second.done);
      dues.erase({found->second.due, event.question});
      questions.erase(found);
    }
    done(std::move(event.answer));
  }

  void run(const InForce& event) {
    {
      const std::lock_guard lock(mutex);
      if (not_in_force.erase(event.number) == 0) return;
    }
    if (const auto subscription = find(event.number)) subscription->in_force();
  }

  void run(const Link& link) {
    std::vector<OnLink> told;
    {
      const std::lock_guard lock(mutex);
      is_told_up = link != Link::lost;
      told = on_link;
    }
    for (const OnLink& each : told) each(link);
  }

  // For an `on_link` that was added after the connection was made.
  void run(const FirstLink& first) { first.told(Link::connected); }

  // ---- Answers of our own ----
  struct Answering {
    Answering(std::shared_ptr<RequestReplyState> given, std::string where)
        : state(std::move(given)), reply(std::move(where)) {}
    Answering(const Answering&) = delete;
    Answering& operator=(const Answering&) = delete;
    ~Answering() { say(let_go, {}); }

    void say(char kind, std::string_view bytes) {
      if (has_said.exchange(true)) return;
      {
        const std::lock_guard lock(state->mutex);
        --state->served;
      }
      state->transport->send(reply, {},
                             kind == answered ? kind + with_version(state->version, bytes) : std::string(1, kind));
    }

    std::shared_ptr<RequestReplyState> state;
    std::string reply;
    std::atomic<bool> has_said = false;
  };

  Respond responder(const std::string& reply) {
    bool is_too_much = false;
    {
      const std::lock_guard lock(mutex);
      is_too_much = ++served > limits::bus_questions_waiting;
    }
    auto answering = std::make_shared<Answering>(shared_from_this(), reply);
    if (is_too_much) answering->say(let_go, {});
    return [answering = std::move(answering)](std::string_view bytes) {
      const bool is_too_long = bytes.size() > limits::bus_message_bytes;
      answering->say(is_too_long ? let_go : answered, is_too_long ? std::string_view{} : bytes);
    };
  }

  // ---- Requests without an answer ----
  void watch() {
    std::unique_lock lock(mutex);
    while (!is_closed) {
      if (dues.empty()) {
        dues_changed.wait(lock);
      } else if (dues.begin()->first > Clock::now()) {
        const Clock::time_point due = dues.begin()->first;
        dues_changed.wait_until(lock, due);
      } else {
        const std::uint64_t question = dues.begin()->second;
        dues.erase(dues.begin());
        lock.unlock();
        add(Answered{question, std::unexpected(AskFailure::timed_out)});
        lock.lock();
      }
    }
  }

  std::unique_ptr<Transport> transport;
  Post post;
  const MessageVersion version;
  const std::string inbox = own_inbox();
  mutable std::mutex mutex;
  std::condition_variable dues_changed;
  std::unordered_map<SubscriptionNumber, std::shared_ptr<const Subscription>> subscriptions;
  std::set<SubscriptionNumber> not_in_force;
  std::unordered_map<std::uint64_t, Question> questions;
  std::set<std::pair<Clock::time_point, std::uint64_t>> dues;
  std::deque<Event> events;
  std::size_t messages = 0;
  std::size_t message_bytes = 0;
  std::size_t served = 0;
  std::uint64_t last_number = inbox_number;
  std::uint64_t link_note = 0;
  std::vector<OnLink> on_link;
  BusFigures figures;
  bool is_whole = false;
  bool was_ever_whole = false;
  bool is_told_up = false;
  bool is_gap = false;
  bool is_posted = false;
  bool is_closed = false;
};

namespace {

class RequestReplyBus final : public Bus {
 public:
  RequestReplyBus(std::unique_ptr<Transport> transport, Post post, MessageVersion version)
      : impl_(std::make_shared<RequestReplyState>(std::move(transport), std::move(post), version)),
        watch_([this] { impl_->watch(); }) {
    impl_->transport->begin(impl_, inbox_number, impl_->inbox + "*");
  }

  RequestReplyBus(const RequestReplyBus&) = delete;
  RequestReplyBus& operator=(const RequestReplyBus&) = delete;

  ~RequestReplyBus() override {
    {
      const std::lock_guard lock(impl_->mutex);
      impl_->is_closed = true;
    }
    impl_->dues_changed.notify_all();
    watch_.join();
    impl_->transport->end();
    // Events that were never delivered may keep those who asked alive.
    const std::lock_guard lock(impl_->mutex);
    impl_->events.clear();
    impl_->on_link.clear();
  }

  void on_link(OnLink told) override {
    bool is_up = false;
    {
      const std::lock_guard lock(impl_->mutex);
      impl_->on_link.push_back(told);
      is_up = impl_->is_told_up;
    }
    if (is_up) impl_->add(FirstLink{std::move(told)});
  }

  Checked<void> publish(std::string_view subject, std::string_view bytes) override {
    if (auto checked = check_subject(subject); !checked) return checked;
    if (bytes.size() > limits::bus_message_bytes) {
      const std::lock_guard lock(impl_->mutex);
      ++impl_->figures.dropped;
      return base::refuse("this is too long to be published");
    }
    const bool is_sent = impl_->transport->send(subject, {}, with_version(impl_->version, bytes));
    const std::lock_guard lock(impl_->mutex);
    if (!is_sent) {
      ++impl_->figures.dropped;
      return base::refuse("too much waits to be published");
    }
    ++impl_->figures.published;
    return {};
  }

  using Bus::serve;
  using Bus::subscribe;

  SubscriptionNumber subscribe(std::string_view pattern, OnMessage heard, std::function<void()> in_force) override {
    return listen(pattern, {}, {std::move(heard), {}, std::move(in_force)});
  }

  SubscriptionNumber serve(std::string_view pattern, std::string_view group, OnQuestion asked,
                           std::function<void()> in_force) override {
    if (!check_subject(group) || group.contains('.')) return 0;
    return listen(pattern, group, {{}, std::move(asked), std::move(in_force)});
  }

  void ask(std::string_view subject, std::string_view bytes, Milliseconds timeout, OnAnswer done) override {
    std::uint64_t number = 0;
    const bool is_good = check_subject(subject) && bytes.size() <= limits::bus_message_bytes;
    bool has_room = false;
    {
      const std::lock_guard lock(impl_->mutex);
      number = ++impl_->last_number;
      has_room = impl_->questions.size() < limits::bus_questions_waiting;
      const auto due = Clock::now() + std::clamp(timeout, Milliseconds{0}, limits::bus_question_wait);
      impl_->questions.emplace(number, Question{std::move(done), due});
      if (is_good && has_room) impl_->dues.emplace(due, number);
    }
    if (is_good && has_room) {
      impl_->dues_changed.notify_all();
      if (impl_->transport->send(subject, impl_->inbox + of_question + std::to_string(number),
                                 with_version(impl_->version, bytes))) {
        return;
      }
    }
    impl_->add(Answered{number, std::unexpected(AskFailure::refused)});
  }

  void unsubscribe(SubscriptionNumber number) override {
    {
      const std::lock_guard lock(impl_->mutex);
      if (impl_->subscriptions.erase(number) == 0) return;
      impl_->not_in_force.erase(number);
    }
    impl_->transport->unlisten(number);
  }

  BusFigures figures() const override {
    const std::size_t waiting = impl_->transport->waiting();
    const std::lock_guard lock(impl_->mutex);
    BusFigures figures = impl_->figures;
    figures.is_connected = impl_->is_whole;
    figures.subscriptions = impl_->subscriptions.size();
    figures.waiting = waiting;
    figures.questions = impl_->questions.size();
    return figures;
  }

 private:
  SubscriptionNumber listen(std::string_view pattern, std::string_view group, Subscription subscription) {
    if (!check_pattern(pattern)) return 0;
    SubscriptionNumber number = 0;
    const bool is_awaited = static_cast<bool>(subscription.in_force);
    {
      const std::lock_guard lock(impl_->mutex);
      if (impl_->subscriptions.size() >= limits::bus_subscriptions) return 0;
      number = ++impl_->last_number;
      impl_->subscriptions.emplace(number, std::make_shared<const Subscription>(std::move(subscription)));
      if (is_awaited) impl_->not_in_force.insert(number);
    }
    impl_->transport->listen(number, pattern, group);
    if (is_awaited) impl_->send_note(of_subscription, number);
    return number;
  }

  std::shared_ptr<RequestReplyState> impl_;
  std::thread watch_;
};

}  // namespace

std::unique_ptr<Bus> make_bus(std::unique_ptr<Transport> transport, Post post, MessageVersion version) {
  return std::make_unique<RequestReplyBus>(std::move(transport), std::move(post), version);
}

}  // namespace crownstar::bus
