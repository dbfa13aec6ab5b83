// The NATS transport: one thread connects and reconnects, sends what is queued and renews subscriptions. Messages
// arrive on the client library's threads.
#include "site/bus/nats/transport.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <variant>

#include <nats/nats.h>

#include "base/limits.hpp"

namespace crownstar::bus {
namespace {

// So that nothing else on the same broker is mistaken for ours.
constexpr std::string_view prefix = "crownstar.";
constexpr Milliseconds first_pause{50};
constexpr Milliseconds longest_pause{5'000};
constexpr Milliseconds tidied_every{100};
constexpr std::int64_t connecting_milliseconds = 2'000;
constexpr std::int64_t writing_milliseconds = 5'000;

struct Publish {
  std::string subject;
  std::string reply;
  std::string bytes;

  std::size_t size() const { return subject.size() + reply.size() + bytes.size(); }
};
struct Subscribe {
  SubscriptionNumber number = 0;
  std::string pattern;
  std::string group;
};
struct Unsubscribe {
  SubscriptionNumber number = 0;
};
using Operation = std::variant<Publish, Subscribe, Unsubscribe>;

std::string with_prefix(std::string_view subject) { return std::string(prefix) + std::string(subject); }
std::string_view without_prefix(std::string_view subject) {
  return subject.starts_with(prefix) ? subject.substr(prefix.size()) : subject;
}

// Work queued for the thread, and flags that it must see at once.
struct SendQueue {
  mutable std::mutex mutex;
  std::condition_variable changed;
  std::deque<Operation> waiting;
  std::size_t sends = 0;
  std::size_t send_bytes = 0;
  bool is_ending = false;
  bool is_broken = false;  // the connection

  void break_off() {
    {
      const std::lock_guard lock(mutex);
      is_broken = true;
    }
    changed.notify_all();
  }
};

// The targets of the library's callbacks. It may still call for a connection or a subscription that has just ended:
// such a call finds nothing here.
class Callers {
 public:
  struct Caller {
    std::weak_ptr<TransportListener> listener;
    std::weak_ptr<SendQueue> queue;
    SubscriptionNumber number = 0;
  };

  std::uintptr_t enter(Caller caller) {
    const std::lock_guard lock(mutex_);
    callers_.emplace(++last_, std::move(caller));
    return last_;
  }
  void leave(std::uintptr_t key) {
    const std::lock_guard lock(mutex_);
    callers_.erase(key);
  }
  Caller find(const void* closure) {
    const std::shared_lock lock(mutex_);
    const auto found = callers_.find(std::bit_cast<std::uintptr_t>(closure));
    return found == callers_.end() ? Caller{} : found->second;
  }

 private:
  std::shared_mutex mutex_;
  std::uintptr_t last_ = 0;
  std::unordered_map<std::uintptr_t, Caller> callers_;
};

// Never destroyed: the library's threads may outlive whatever the program destroys at its end.
Callers& callers() {
  static Callers& all = *new Callers;
  return all;
}

void* closure_of(std::uintptr_t key) { return std::bit_cast<void*>(key); }

void on_message(natsConnection* /*connection*/, natsSubscription* /*subscription*/, natsMsg* message, void* closure) {
  const Callers::Caller caller = callers().find(closure);
  if (const auto listener = caller.listener.lock()) {
    const std::string_view subject = without_prefix(natsMsg_GetSubject(message));
    if (natsMsg_IsNoResponders(message)) {
      listener->no_listener(subject);
    } else {
      const char* reply = natsMsg_GetReply(message);
      const std::string_view bytes(natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message)));
      listener->message_received(caller.number, subject, reply == nullptr ? std::string_view{} : without_prefix(reply),
                                 bytes);
    }
  }
  natsMsg_Destroy(message);
}

void on_error(natsConnection* /*connection*/, natsSubscription* /*subscription*/, natsStatus error, void* closure) {
  if (error != NATS_SLOW_CONSUMER) return;
  if (const auto listener = callers().find(closure).listener.lock()) listener->messages_dropped(1);
}

void on_closed(natsConnection* /*connection*/, void* closure) {
  if (const auto queue = callers().find(closure).queue.lock()) queue->break_off();
}

struct OptionsOut {
  void operator()(natsOptions* options) const { natsOptions_Destroy(options); }
};
struct ConnectionOut {
  void operator()(natsConnection* connection) const { natsConnection_Destroy(connection); }
};
struct SubscriptionOut {
  void operator()(natsSubscription* subscription) const { natsSubscription_Destroy(subscription); }
};

// An address as the settings have it: tls://USER:PASSWORD@HOST:PORT?trusted=FILE
struct Broker {
  explicit Broker(std::string_view address) : is_encrypted(address.starts_with("tls")) {
    const std::size_t scheme = address.find("://") + 3;
    const std::size_t question = std::min(address.find('?'), address.size());
    if (question < address.size()) trusted = address.substr(address.find('=', question) + 1);
    std::string_view place = address.substr(scheme, question - scheme);
    url = "nats://" + std::string(place);
    if (const std::size_t at = place.rfind('@'); at != std::string_view::npos) place.remove_prefix(at + 1);
    host = place.starts_with('[') ? place.substr(1, place.find(']') - 1) : place.substr(0, place.find(':'));
  }

  std::string url;      // as the client library takes it
  std::string host;     // as a certificate names it
  std::string trusted;  // a file of certificates; empty: those that this machine trusts
  bool is_encrypted = false;
};

bool set_broker(natsOptions* options, const Broker& broker) {
  if (natsOptions_SetURL(options, broker.url.c_str()) != NATS_OK) return false;
  if (!broker.is_encrypted) return true;
  return natsOptions_SetSecure(options, true) == NATS_OK &&
         natsOptions_SetExpectedHostname(options, broker.host.c_str()) == NATS_OK &&
         (broker.trusted.empty() || natsOptions_LoadCATrustedCertificates(options, broker.trusted.c_str()) == NATS_OK);
}

class NatsTransport final : public Transport {
 public:
  NatsTransport(const std::vector<std::string>& addresses, const BusTerms& terms)
      : name_(terms.name), look_every_(terms.look_every), brokers_(addresses.begin(), addresses.end()) {}
  NatsTransport(const NatsTransport&) = delete;
  NatsTransport& operator=(const NatsTransport&) = delete;
  ~NatsTransport() override { end(); }

  void begin(const std::weak_ptr<TransportListener>& listener, SubscriptionNumber inbox,
             std::string_view pattern) override {
    listener_ = listener;
    listen(inbox, pattern, {});
    thread_ = std::thread([this] { work(); });
  }

  void end() override {
    {
      const std::lock_guard lock(queue_->mutex);
      queue_->is_ending = true;
    }
    queue_->changed.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  bool send(std::string_view subject, std::string_view reply, std::string_view bytes) override {
    // The bus's own notes and answers have room beyond the limit, so that a flood does not drown them.
    const std::size_t times = subject.starts_with('_') ? 2 : 1;
    Publish sending{with_prefix(subject), reply.empty() ? "" : with_prefix(reply), std::string(bytes)};
    const std::size_t size = sending.size();
    {
      const std::lock_guard lock(queue_->mutex);
      if (queue_->is_ending || queue_->sends >= limits::bus_messages_waiting * times ||
          queue_->send_bytes + size > limits::bus_bytes_waiting * times) {
        return false;
      }
      ++queue_->sends;
      queue_->send_bytes += size;
      queue_->waiting.emplace_back(std::move(sending));
    }
    queue_->changed.notify_all();
    return true;
  }

  void listen(SubscriptionNumber number, std::string_view pattern, std::string_view group) override {
    enqueue(Subscribe{number, with_prefix(pattern), std::string(group)});
  }
  void unlisten(SubscriptionNumber number) override { enqueue(Unsubscribe{number}); }

  std::size_t waiting() const override {
    const std::lock_guard lock(queue_->mutex);
    return queue_->sends;
  }

 private:
  struct Heard {
    Subscribe terms;
    std::unique_ptr<natsSubscription, SubscriptionOut> subscription;  // null while there is no connection
    std::uintptr_t key = 0;
  };

  void enqueue(Operation operation) {
    {
      const std::lock_guard lock(queue_->mutex);
      if (queue_->is_ending) return;
      queue_->waiting.push_back(std::move(operation));
    }
    queue_->changed.notify_all();
  }

  // ---- On the thread ----
  void work() {
    Milliseconds pause = first_pause;
    while (!is_ending()) {
      if (!connect()) {
        wait_unconnected(with_jitter(pause));
        pause = std::min(pause * 2, longest_pause);
        continue;
      }
      pause = first_pause;
      for (auto& [number, heard] : heard_) begin_to_hear(heard);
      notify_link(true);
      carry();
      notify_link(false);
      disconnect();
    }
  }

  // Subscriptions come and go meanwhile, and would fill the queue where the broker stays away.
  void wait_unconnected(Milliseconds pause) {
    const auto end = std::chrono::steady_clock::now() + pause;
    std::unique_lock lock(queue_->mutex);
    do {
      take_subscriptions();
      queue_->changed.wait_for(lock, tidied_every, [this] { return queue_->is_ending; });
    } while (!queue_->is_ending && std::chrono::steady_clock::now() < end);
  }

  // They are begun with a connection, before anything else is sent over it.
  void take_subscriptions() {
    if (queue_->waiting.size() == queue_->sends) return;
    std::deque<Operation> sends;
    for (Operation& each : queue_->waiting) {
      if (auto* subscribe = std::get_if<Subscribe>(&each)) {
        heard_[subscribe->number].terms = std::move(*subscribe);
      } else if (const auto* unsubscribe = std::get_if<Unsubscribe>(&each)) {
        heard_.erase(unsubscribe->number);
      } else {
        sends.push_back(std::move(each));
      }
    }
    queue_->waiting.swap(sends);
  }

  bool is_ending() const {
    const std::lock_guard lock(queue_->mutex);
    return queue_->is_ending;
  }

  Milliseconds with_jitter(Milliseconds pause) {
    return pause / 2 + Milliseconds(static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(pause.count())));
  }

  void notify_link(bool is_up) const {
    if (const auto listener = listener_.lock()) listener->link_changed(is_up);
  }

  std::unique_ptr<natsOptions, OptionsOut> options(const Broker& broker) {
    natsOptions* made = nullptr;
    if (natsOptions_Create(&made) != NATS_OK) return nullptr;
    std::unique_ptr<natsOptions, OptionsOut> result(made);
    const bool is_set =
        set_broker(made, broker) && natsOptions_SetName(made, name_.c_str()) == NATS_OK &&
        natsOptions_SetTimeout(made, connecting_milliseconds) == NATS_OK &&
        natsOptions_SetPingInterval(made, look_every_.count()) == NATS_OK &&
        natsOptions_SetMaxPingsOut(made, 2) == NATS_OK &&
        // A connection that ends is made anew here, with everything that listened.
        natsOptions_SetAllowReconnect(made, false) == NATS_OK &&
        natsOptions_SetWriteDeadline(made, writing_milliseconds) == NATS_OK &&
        natsOptions_SetSendAsap(made, true) == NATS_OK && natsOptions_UseGlobalMessageDelivery(made, true) == NATS_OK &&
        natsOptions_SetMaxPendingMsgs(made, static_cast<int>(limits::bus_messages_waiting)) == NATS_OK &&
        natsOptions_SetErrorHandler(made, on_error, closure_of(key_)) == NATS_OK &&
        natsOptions_SetClosedCB(made, on_closed, closure_of(key_)) == NATS_OK;
    if (!is_set) result.reset();
    return result;
  }

  // One after the other, because each broker's certificate must have that broker's name.
  bool connect() {
    std::ranges::shuffle(brokers_, random_);
    return std::ranges::any_of(brokers_, [this](const Broker& broker) { return connect_to(broker); });
  }

  bool connect_to(const Broker& broker) {
    if (is_ending()) return false;
    key_ = callers().enter({listener_, queue_, 0});
    {
      const std::lock_guard lock(queue_->mutex);
      queue_->is_broken = false;
    }
    const auto terms = options(broker);
    natsConnection* made = nullptr;
    if (terms && natsConnection_Connect(&made, terms.get()) == NATS_OK) {
      connection_.reset(made);
      return true;
    }
    callers().leave(key_);
    return false;
  }

  void disconnect() {
    for (auto& [number, heard] : heard_) stop_hearing(heard);
    callers().leave(key_);
    natsConnection_Close(connection_.get());
    connection_.reset();
  }

  // Runs until the connection is lost, or until it is no longer wanted and everything is sent.
  void carry() {
    SendQueue& all = *queue_;
    std::unique_lock lock(all.mutex);
    while (true) {
      all.changed.wait(lock, [&] { return all.is_ending || all.is_broken || !all.waiting.empty(); });
      if (all.is_broken || all.waiting.empty()) return;
      Operation operation = std::move(all.waiting.front());
      all.waiting.pop_front();
      if (const auto* sending = std::get_if<Publish>(&operation)) {
        --all.sends;
        all.send_bytes -= sending->size();
      }
      lock.unlock();
      std::visit([this](auto& each) { carry_out(each); }, operation);
      lock.lock();
    }
  }

  void carry_out(const Publish& sending) {
    const int size = static_cast<int>(sending.bytes.size());
    const natsStatus status =
        sending.reply.empty()
            ? natsConnection_Publish(connection_.get(), sending.subject.c_str(), sending.bytes.data(), size)
            : natsConnection_PublishRequest(connection_.get(), sending.subject.c_str(), sending.reply.c_str(),
                                            sending.bytes.data(), size);
    if (status != NATS_OK) queue_->break_off();
  }

  void carry_out(Subscribe& subscribe) {
    const SubscriptionNumber number = subscribe.number;
    Heard& heard = heard_[number];
    heard.terms = std::move(subscribe);
    begin_to_hear(heard);
  }

  void carry_out(const Unsubscribe& unsubscribe) {
    const auto found = heard_.find(unsubscribe.number);
    if (found == heard_.end()) return;
    stop_hearing(found->second);
    heard_.erase(found);
  }

  void begin_to_hear(Heard& heard) {
    heard.key = callers().enter({listener_, {}, heard.terms.number});
    natsSubscription* made = nullptr;
    const natsStatus status =
        heard.terms.group.empty()
            ? natsConnection_Subscribe(&made, connection_.get(), heard.terms.pattern.c_str(), on_message,
                                       closure_of(heard.key))
            : natsConnection_QueueSubscribe(&made, connection_.get(), heard.terms.pattern.c_str(),
                                            heard.terms.group.c_str(), on_message, closure_of(heard.key));
    heard.subscription.reset(made);
    // With the library's default limit messages would be dropped in a burst.
    if (status != NATS_OK ||
        natsSubscription_SetPendingLimits(made, static_cast<int>(limits::bus_messages_waiting),
                                          static_cast<int>(limits::bus_bytes_waiting)) != NATS_OK) {
      queue_->break_off();
    }
  }

  static void stop_hearing(Heard& heard) {
    callers().leave(std::exchange(heard.key, 0));
    if (heard.subscription) natsSubscription_Unsubscribe(heard.subscription.get());
    heard.subscription.reset();
  }

  const std::string name_;
  const Milliseconds look_every_;
  std::weak_ptr<TransportListener> listener_;
  std::minstd_rand random_{std::random_device{}()};

  const std::shared_ptr<SendQueue> queue_ = std::make_shared<SendQueue>();

  // Used by the thread alone.
  std::vector<Broker> brokers_;
  std::unique_ptr<natsConnection, ConnectionOut> connection_;
  std::map<SubscriptionNumber, Heard> heard_;
  std::uintptr_t key_ = 0;
  std::thread thread_;
};

}  // namespace

Checked<void> check_trusted(const std::vector<std::string>& addresses) {
  for (const std::string& address : addresses) {
    const Broker broker(address);
    natsOptions* made = nullptr;
    if (natsOptions_Create(&made) != NATS_OK) return base::refuse("no memory");
    const std::unique_ptr<natsOptions, OptionsOut> options(made);
    if (set_broker(made, broker)) continue;
    if (broker.trusted.empty()) return base::refuse("an address that cannot be understood");
    return base::refuse("cannot read certificates in PEM from '" + broker.trusted + "'");
  }
  return {};
}

std::unique_ptr<Transport> make_nats_transport(const std::vector<std::string>& addresses, const BusTerms& terms) {
  return std::make_unique<NatsTransport>(addresses, terms);
}

}  // namespace crownstar::bus
