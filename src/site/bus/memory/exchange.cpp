#include "site/bus/memory/exchange.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "site/bus/transport.hpp"

namespace crownstar::bus {
namespace {

struct Listening {
  std::uint64_t transport = 0;
  SubscriptionNumber number = 0;
  std::string pattern;
  std::string group;  // empty: for itself
};

bool is_wild(std::string_view pattern) { return pattern.contains('*') || pattern.contains('>'); }

}  // namespace

struct MemoryExchange::Impl {
  using Target = std::pair<std::shared_ptr<TransportListener>, SubscriptionNumber>;

  std::uint64_t enter(const std::weak_ptr<TransportListener>& listener, bool& cut) {
    const std::lock_guard lock(mutex);
    cut = is_cut;
    transports.emplace(++last_wire, listener);
    return last_wire;
  }

  void leave(std::uint64_t transport) {
    const std::lock_guard lock(mutex);
    transports.erase(transport);
    const auto is_its = [transport](const Listening& each) { return each.transport == transport; };
    std::erase_if(wild, is_its);
    for (auto& [subject, listening] : exact) std::erase_if(listening, is_its);
    std::erase_if(exact, [](const auto& row) { return row.second.empty(); });
  }

  void listen(Listening listening) {
    const std::lock_guard lock(mutex);
    auto& list = is_wild(listening.pattern) ? wild : exact[listening.pattern];
    patterns[{listening.transport, listening.number}] = listening.pattern;
    list.push_back(std::move(listening));
  }

  void unlisten(std::uint64_t transport, SubscriptionNumber number) {
    const std::lock_guard lock(mutex);
    const auto row = patterns.find({transport, number});
    if (row == patterns.end()) return;
    const std::string pattern = std::move(row->second);
    patterns.erase(row);
    const auto is_it = [&](const Listening& each) { return each.transport == transport && each.number == number; };
    if (is_wild(pattern)) {
      std::erase_if(wild, is_it);
    } else if (const auto found = exact.find(pattern); found != exact.end()) {
      std::erase_if(found->second, is_it);
      if (found->second.empty()) exact.erase(found);
    }
  }

  // One of each group, in turn, and everyone without.
  std::vector<Target> targets(std::string_view subject) {
    std::vector<const Listening*> fitting;
    if (const auto found = exact.find(std::string(subject)); found != exact.end()) {
      for (const Listening& each : found->second) fitting.push_back(&each);
    }
    for (const Listening& each : wild) {
      if (fits(each.pattern, subject)) fitting.push_back(&each);
    }
    std::map<std::string_view, std::vector<const Listening*>> groups;
    std::erase_if(fitting, [&](const Listening* each) {
      if (!each->group.empty()) groups[each->group].push_back(each);
      return !each->group.empty();
    });
    for (const auto& [name, members] : groups) fitting.push_back(members[turn++ % members.size()]);
    std::vector<Target> result;
    for (const Listening* each : fitting) {
      if (auto listener = transports[each->transport].lock()) result.emplace_back(std::move(listener), each->number);
    }
    return result;
  }

  void send(std::uint64_t transport, std::string_view subject, std::string_view reply, std::string_view bytes) {
    std::vector<Target> reached;
    std::shared_ptr<TransportListener> own;
    {
      const std::lock_guard lock(mutex);
      const auto sender = transports.find(transport);
      if (is_cut || sender == transports.end()) return;
      reached = targets(subject);
      if (reached.empty() && !reply.empty()) own = sender->second.lock();
    }
    for (const auto& [listener, number] : reached) listener->message_received(number, subject, reply, bytes);
    if (own) own->no_listener(reply);
  }

  void set_cut(bool cut) {
    std::vector<std::shared_ptr<TransportListener>> all;
    {
      const std::lock_guard lock(mutex);
      is_cut = cut;
      for (const auto& [transport, listener] : transports) all.push_back(listener.lock());
    }
    for (const auto& listener : all) {
      if (listener) listener->link_changed(!cut);
    }
  }

  std::mutex mutex;
  bool is_cut = false;
  std::uint64_t last_wire = 0;
  std::size_t turn = 0;
  std::map<std::uint64_t, std::weak_ptr<TransportListener>> transports;
  std::unordered_map<std::string, std::vector<Listening>> exact;
  std::vector<Listening> wild;
  std::map<std::pair<std::uint64_t, SubscriptionNumber>, std::string> patterns;
};

class MemoryTransport final : public Transport {
 public:
  explicit MemoryTransport(std::shared_ptr<MemoryExchange> exchange) : exchange_(std::move(exchange)) {}
  MemoryTransport(const MemoryTransport&) = delete;
  MemoryTransport& operator=(const MemoryTransport&) = delete;
  ~MemoryTransport() override { exchange_->impl_->leave(transport_); }

  void begin(const std::weak_ptr<TransportListener>& listener, SubscriptionNumber inbox,
             std::string_view pattern) override {
    bool is_cut = false;
    transport_ = exchange_->impl_->enter(listener, is_cut);
    listen(inbox, pattern, {});
    const auto told = listener.lock();
    if (told && !is_cut) told->link_changed(true);
  }
  void end() override { exchange_->impl_->leave(transport_); }

  bool send(std::string_view subject, std::string_view reply, std::string_view bytes) override {
    exchange_->impl_->send(transport_, subject, reply, bytes);
    return true;
  }

  void listen(SubscriptionNumber number, std::string_view pattern, std::string_view group) override {
    exchange_->impl_->listen({transport_, number, std::string(pattern), std::string(group)});
  }

  void unlisten(SubscriptionNumber number) override { exchange_->impl_->unlisten(transport_, number); }
  std::size_t waiting() const override { return 0; }

 private:
  std::shared_ptr<MemoryExchange> exchange_;
  std::uint64_t transport_ = 0;
};

std::shared_ptr<MemoryExchange> MemoryExchange::create() { return std::make_shared<MemoryExchange>(); }
MemoryExchange::MemoryExchange() : impl_(std::make_unique<Impl>()) {}
MemoryExchange::~MemoryExchange() = default;

std::unique_ptr<Bus> MemoryExchange::make_bus(Post post, MessageVersion version) {
  return bus::make_bus(std::make_unique<MemoryTransport>(shared_from_this()), std::move(post), version);
}

void MemoryExchange::cut() { impl_->set_cut(true); }
void MemoryExchange::mend() { impl_->set_cut(false); }

}  // namespace crownstar::bus
