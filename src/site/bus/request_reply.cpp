// Implements the bus on any transport: subscriptions, pending requests with their timeouts, and delivery of callbacks.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "base/limits.hpp"
#include "site/bus/bus_state.hpp"
#include "site/bus/random_name.hpp"
#include "site/bus/transport.hpp"

namespace crownstar::bus {
namespace {

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

}  // namespace

// All but the transport and the constants is guarded by the mutex, and no callback runs while that is held.
class RequestReplyState final : public TransportListener, public std::enable_shared_from_this<RequestReplyState> {
 public:
  RequestReplyState(std::unique_ptr<Transport> given, Post where, MessageVersion its_version)
      : transport_(std::move(given)), post_(std::move(where)), version_(its_version) {}

  // ---- Of the bus ----
  void begin() { transport_->begin(shared_from_this(), inbox_number, inbox_ + "*"); }

  void stop_watching() {
    {
      const std::lock_guard lock(mutex_);
      is_closed_ = true;
    }
    dues_changed_.notify_all();
  }
  void end() {
    transport_->end();
    // Events that were never delivered may keep those who asked alive.
    const std::lock_guard lock(mutex_);
    deliveries_.clear();
    on_link_.clear();
  }

  void on_link(OnLink told) {
    bool is_up = false;
    {
      const std::lock_guard lock(mutex_);
      on_link_.push_back(told);
      is_up = is_told_up_;
    }
    if (is_up) add(FirstLink{std::move(told)});
  }

  Checked<void> publish(std::string_view subject, std::string_view bytes) {
    if (auto checked = check_subject(subject); !checked) return checked;
    if (bytes.size() > limits::bus_message_bytes) {
      const std::lock_guard lock(mutex_);
      ++figures_.dropped;
      return base::refuse("this is too long to be published");
    }
    const bool is_sent = transport_->send(subject, {}, with_version(version_, bytes));
    const std::lock_guard lock(mutex_);
    if (!is_sent) {
      ++figures_.dropped;
      return base::refuse("too much waits to be published");
    }
    ++figures_.published;
    return {};
  }

  SubscriptionNumber listen(std::string_view pattern, std::string_view group, Subscription subscription) {
    if (!check_pattern(pattern)) return 0;
    SubscriptionNumber number = 0;
    const bool is_awaited = static_cast<bool>(subscription.in_force);
    {
      const std::lock_guard lock(mutex_);
      if (subscriptions_.size() >= limits::bus_subscriptions) return 0;
      number = ++last_number_;
      subscriptions_.add(number, std::move(subscription));
    }
    transport_->listen(number, pattern, group);
    if (is_awaited) send_note(of_subscription, number);
    return number;
  }

  void unlisten(SubscriptionNumber number) {
    {
      const std::lock_guard lock(mutex_);
      if (!subscriptions_.remove(number)) return;
    }
    transport_->unlisten(number);
  }

  void ask(std::string_view subject, std::string_view bytes, Milliseconds timeout, OnAnswer done) {
    std::uint64_t number = 0;
    bool is_sent = check_subject(subject) && bytes.size() <= limits::bus_message_bytes;
    {
      const std::lock_guard lock(mutex_);
      number = ++last_number_;
      is_sent = is_sent && questions_.has_room();
      questions_.add(number, std::move(done),
                     Clock::now() + std::clamp(timeout, Milliseconds{0}, limits::bus_question_wait));
    }
    dues_changed_.notify_all();
    is_sent = is_sent &&
              transport_->send(subject, inbox_ + of_question + std::to_string(number), with_version(version_, bytes));
    if (!is_sent) add(Answered{number, std::unexpected(AskFailure::refused)});
  }

  BusFigures figures() const {
    const std::size_t waiting = transport_->waiting();
    const std::lock_guard lock(mutex_);
    BusFigures figures = figures_;
    figures.is_connected = link_.is_whole();
    figures.subscriptions = subscriptions_.size();
    figures.waiting = waiting;
    figures.questions = questions_.size();
    return figures;
  }

  // Requests without an answer, on a thread of its own.
  void watch() {
    std::unique_lock lock(mutex_);
    while (!is_closed_) {
      const auto due = questions_.next_due();
      if (!due) {
        dues_changed_.wait(lock);
      } else if (const auto question = questions_.take_due(Clock::now())) {
        lock.unlock();
        add(Answered{*question, std::unexpected(AskFailure::timed_out)});
        lock.lock();
      } else {
        dues_changed_.wait_until(lock, *due);
      }
    }
  }

  // ---- From the transport, on its threads ----
  void message_received(SubscriptionNumber number, std::string_view subject, std::string_view reply,
                        std::string_view bytes) override {
    if (number == inbox_number) return inbox_received(subject, bytes);
    add(Heard{number, std::string(subject), std::string(reply), std::string(bytes)}, subject.size() + bytes.size());
  }

  void inbox_received(std::string_view subject, std::string_view bytes) {
    if (!subject.starts_with(inbox_) || subject.size() < inbox_.size() + 2) return;
    const char kind = subject[inbox_.size()];
    const std::uint64_t number = std::strtoull(std::string(subject.substr(inbox_.size() + 1)).c_str(), nullptr, 10);
    if (kind == of_subscription) return add(InForce{number});
    if (kind == of_link) return link_note_came(number);
    const bool is_answer = !bytes.empty() && bytes.front() == answered;
    const auto said = is_answer ? understand(bytes.substr(1)) : std::nullopt;
    if (!said) return add(Answered{number, std::unexpected(AskFailure::unanswered)});
    add(Answered{number, std::string(*said)});
  }

  std::optional<std::string_view> understand(std::string_view text) {
    const auto said = without_version(version_, text);
    if (said) return said;
    const std::lock_guard lock(mutex_);
    ++figures_.not_understood;
    return std::nullopt;
  }

  void no_listener(std::string_view reply) override {
    if (!reply.starts_with(inbox_) || reply.size() < inbox_.size() + 2 || reply[inbox_.size()] != of_question) return;
    const std::uint64_t number = std::strtoull(std::string(reply.substr(inbox_.size() + 1)).c_str(), nullptr, 10);
    add(Answered{number, std::unexpected(AskFailure::nobody)});
  }

  // A message to ourselves comes back when the broker has processed everything sent before it.
  void link_changed(bool is_up) override {
    std::vector<SubscriptionNumber> waiting;
    LinkState::Changed changed;
    {
      const std::lock_guard lock(mutex_);
      changed = link_.change();
      if (changed.was_whole) ++figures_.times_lost;
      if (is_up) waiting = subscriptions_.not_in_force();
    }
    if (changed.was_whole) add(Link::lost);
    if (!is_up) return;
    for (const SubscriptionNumber number : waiting) send_note(of_subscription, number);
    send_note(of_link, changed.note);
  }

  void messages_dropped(std::size_t count) override {
    {
      const std::lock_guard lock(mutex_);
      figures_.dropped += count;
      if (!link_.is_whole()) return;  // `back` will be reported anyway
    }
    add(Link::back);
  }

 private:
  void link_note_came(std::uint64_t note) {
    std::optional<Link> link;
    {
      const std::lock_guard lock(mutex_);
      link = link_.note_came(note);
    }
    if (link) add(*link);
  }

  void send_note(char kind, std::uint64_t number) {
    transport_->send(inbox_ + kind + std::to_string(number), {}, "note");
  }

  // ---- Events to deliver ----
  void add(Event event, std::size_t bytes = 0) {
    {
      const std::lock_guard lock(mutex_);
      if (is_closed_) return;
      if (!deliveries_.add(std::move(event), bytes)) {
        ++figures_.dropped;
        return;
      }
      if (std::exchange(is_posted_, true)) return;
    }
    post_telling();
  }

  void post_telling() {
    post_([self = shared_from_this()] { self->tell(); });
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
    const std::lock_guard lock(mutex_);
    std::optional<Event> event = is_closed_ ? std::nullopt : deliveries_.next(link_.is_whole());
    if (!event) is_posted_ = false;
    if (event && std::holds_alternative<Heard>(*event)) ++figures_.delivered;
    return event;
  }

  std::shared_ptr<const Subscription> find(SubscriptionNumber number) {
    const std::lock_guard lock(mutex_);
    return subscriptions_.find(number);
  }

  void run(const Heard& message) {
    const auto subscription = find(message.number);
    if (!subscription) return;
    const auto said = understand(message.bytes);
    // A request of an incompatible version is dropped at once, so that its sender need not wait.
    if (!said && !subscription->heard && !message.reply.empty())
      transport_->send(message.reply, {}, std::string(1, let_go));
    if (!said) return;
    if (subscription->heard) return subscription->heard(message.subject, *said);
    if (message.reply.empty()) return;
    subscription->asked(message.subject, *said, responder(message.reply));
  }

  void run(Answered& event) {
    OnAnswer done;
    {
      const std::lock_guard lock(mutex_);
      done = questions_.take(event.question);
    }
    if (done) done(std::move(event.answer));
  }

  void run(const InForce& event) {
    std::shared_ptr<const Subscription> subscription;
    {
      const std::lock_guard lock(mutex_);
      subscription = subscriptions_.come_into_force(event.number);
    }
    if (subscription) subscription->in_force();
  }

  void run(const Link& link) {
    std::vector<OnLink> told;
    {
      const std::lock_guard lock(mutex_);
      is_told_up_ = link != Link::lost;
      told = on_link_;
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
        const std::lock_guard lock(state->mutex_);
        --state->served_;
      }
      state->transport_->send(reply, {},
                              kind == answered ? kind + with_version(state->version_, bytes) : std::string(1, kind));
    }

    std::shared_ptr<RequestReplyState> state;
    std::string reply;
    std::atomic<bool> has_said = false;
  };

  Respond responder(const std::string& reply) {
    bool is_too_much = false;
    {
      const std::lock_guard lock(mutex_);
      is_too_much = ++served_ > limits::bus_questions_waiting;
    }
    auto answering = std::make_shared<Answering>(shared_from_this(), reply);
    if (is_too_much) answering->say(let_go, {});
    return [answering = std::move(answering)](std::string_view bytes) {
      const bool is_too_long = bytes.size() > limits::bus_message_bytes;
      answering->say(is_too_long ? let_go : answered, is_too_long ? std::string_view{} : bytes);
    };
  }

  const std::unique_ptr<Transport> transport_;
  const Post post_;
  const MessageVersion version_;
  const std::string inbox_ = own_inbox();

  mutable std::mutex mutex_;
  std::condition_variable dues_changed_;
  Subscriptions subscriptions_;
  Questions questions_;
  Deliveries deliveries_;
  LinkState link_;
  std::vector<OnLink> on_link_;
  std::uint64_t last_number_ = inbox_number;
  std::size_t served_ = 0;   // requests of others that are not answered yet
  bool is_told_up_ = false;  // the last that `on_link` was told
  bool is_posted_ = false;   // delivering has been asked for
  bool is_closed_ = false;
  BusFigures figures_;
};

namespace {

class RequestReplyBus final : public Bus {
 public:
  RequestReplyBus(std::unique_ptr<Transport> transport, Post post, MessageVersion version)
      : state_(std::make_shared<RequestReplyState>(std::move(transport), std::move(post), version)),
        watch_([this] { state_->watch(); }) {
    state_->begin();
  }

  RequestReplyBus(const RequestReplyBus&) = delete;
  RequestReplyBus& operator=(const RequestReplyBus&) = delete;

  ~RequestReplyBus() override {
    state_->stop_watching();
    watch_.join();
    state_->end();
  }

  void on_link(OnLink told) override { state_->on_link(std::move(told)); }
  Checked<void> publish(std::string_view subject, std::string_view bytes) override {
    return state_->publish(subject, bytes);
  }

  using Bus::serve;
  using Bus::subscribe;

  SubscriptionNumber subscribe(std::string_view pattern, OnMessage heard, std::function<void()> in_force) override {
    return state_->listen(pattern, {}, {std::move(heard), {}, std::move(in_force)});
  }
  SubscriptionNumber serve(std::string_view pattern, std::string_view group, OnQuestion asked,
                           std::function<void()> in_force) override {
    if (!check_subject(group) || group.contains('.')) return 0;
    return state_->listen(pattern, group, {{}, std::move(asked), std::move(in_force)});
  }
  void unsubscribe(SubscriptionNumber number) override { state_->unlisten(number); }

  void ask(std::string_view subject, std::string_view bytes, Milliseconds timeout, OnAnswer done) override {
    state_->ask(subject, bytes, timeout, std::move(done));
  }
  BusFigures figures() const override { return state_->figures(); }

 private:
  std::shared_ptr<RequestReplyState> state_;
  std::thread watch_;
};

}  // namespace

std::unique_ptr<Bus> make_bus(std::unique_ptr<Transport> transport, Post post, MessageVersion version) {
  return std::make_unique<RequestReplyBus>(std::move(transport), std::move(post), version);
}

}  // namespace crownstar::bus
