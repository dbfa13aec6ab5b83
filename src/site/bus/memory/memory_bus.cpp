#include "site/bus/memory/memory_bus.hpp"

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
  std::uint64_t wire = 0;
  SubscriptionNumber number = 0;
  std::string pattern;
  std::string group;  // empty: for itself
};

bool is_wild(std::string_view pattern) { return pattern.contains('*') || pattern.contains('>'); }

}  // namespace

struct MemoryExchange::Inside {
  using Target = std::pair<std::shared_ptr<Ears>, SubscriptionNumber>;

  std::uint64_t enter(const std::weak_ptr<Ears>& ears, bool& cut) {
    const std::lock_guard lock(mutex);
    cut = is_cut;
    wires.emplace(++last_wire, ears);
    return last_wire;
  }

  void leave(std::uint64_t wire) {
    const std::lock_guard lock(mutex);
    wires.erase(wire);
    const auto is_its = [wire](const Listening& each) { return each.wire == wire; };
    std::erase_if(wild, is_its);
    for (auto& [subject, listening] : exact) std::erase_if(listening, is_its);
    std::erase_if(exact, [](const auto& row) { return row.second.empty(); });
  }

  void listen(Listening listening) {
    const std::lock_guard lock(mutex);
    auto& list = is_wild(listening.pattern) ? wild : exact[listening.pattern];
    patterns[{listening.wire, listening.number}] = listening.pattern;
    list.push_back(std::move(listening));
  }

  void unlisten(std::uint64_t wire, SubscriptionNumber number) {
    const std::lock_guard lock(mutex);
    const auto row = patterns.find({wire, number});
    if (row == patterns.end()) return;
    const std::string pattern = std::move(row->second);
    patterns.erase(row);
    const auto is_it = [&](const Listening& each) { return each.wire == wire && each.number == number; };
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
      if (auto ears = wires[each->wire].lock()) result.emplace_back(std::move(ears), each->number);
    }
    return result;
  }

  void send(std::uint64_t wire, std::string_view subject, std::string_view reply, std::string_view bytes) {
    std::vector<Target> reached;
    std::shared_ptr<Ears> own;
    {
      const std::lock_guard lock(mutex);
      const auto sender = wires.find(wire);
      if (is_cut || sender == wires.end()) return;
      reached = targets(subject);
      if (reached.empty() && !reply.empty()) own = sender->second.lock();
    }
    for (const auto& [ears, number] : reached) ears->heard(number, subject, reply, bytes);
    if (own) own->nobody_listened(reply);
  }

  void set_cut(bool cut) {
    std::vector<std::shared_ptr<Ears>> all;
    {
      const std::lock_guard lock(mutex);
      is_cut = cut;
      for (const auto& [wire, ears] : wires) all.push_back(ears.lock());
    }
    for (const auto& ears : all) {
      if (ears) ears->link_changed(!cut);
    }
  }

  std::mutex mutex;
  bool is_cut = false;
  std::uint64_t last_wire = 0;
  std::size_t turn = 0;
  std::map<std::uint64_t, std::weak_ptr<Ears>> wires;
  std::unordered_map<std::string, std::vector<Listening>> exact;
  std::vector<Listening> wild;
  std::map<std::pair<std::uint64_t, SubscriptionNumber>, std::string> patterns;
};

class MemoryWire final : public Wire {
 public:
  explicit MemoryWire(std::shared_ptr<MemoryExchange> exchange) : exchange_(std::move(exchange)) {}
  MemoryWire(const MemoryWire&) = delete;
  MemoryWire& operator=(const MemoryWire&) = delete;
  ~MemoryWire() override { exchange_->inside_->leave(wire_); }

  void begin(const std::weak_ptr<Ears>& ears, SubscriptionNumber inbox, std::string_view pattern) override {
    bool is_cut = false;
    wire_ = exchange_->inside_->enter(ears, is_cut);
    listen(inbox, pattern, {});
    const auto told = ears.lock();
    if (told && !is_cut) told->link_changed(true);
  }
  void end() override { exchange_->inside_->leave(wire_); }

  bool send(std::string_view subject, std::string_view reply, std::string_view bytes) override {
    exchange_->inside_->send(wire_, subject, reply, bytes);
    return true;
  }

  void listen(SubscriptionNumber number, std::string_view pattern, std::string_view group) override {
    exchange_->inside_->listen({wire_, number, std::string(pattern), std::string(group)});
  }

  void unlisten(SubscriptionNumber number) override { exchange_->inside_->unlisten(wire_, number); }
  std::size_t waiting() const override { return 0; }

 private:
  std::shared_ptr<MemoryExchange> exchange_;
  std::uint64_t wire_ = 0;
};

std::shared_ptr<MemoryExchange> MemoryExchange::create() { return std::make_shared<MemoryExchange>(); }
MemoryExchange::MemoryExchange() : inside_(std::make_unique<Inside>()) {}
MemoryExchange::~MemoryExchange() = default;

std::unique_ptr<Bus> MemoryExchange::make_bus(Post post, Words words) {
  return bus::make_bus(std::make_unique<MemoryWire>(shared_from_this()), std::move(post), words);
}

void MemoryExchange::cut() { inside_->set_cut(true); }
void MemoryExchange::mend() { inside_->set_cut(false); }

}  // namespace crownstar::bus
