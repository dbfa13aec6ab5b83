// The bus of a simulated site: messages take their time, those of one node to another arrive in order, and a node
// whose link is cut gets and sends nothing until it is back. Between two nodes messages may also get lost for a while,
// of which nobody is told.
// It does not know what the messages say.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "simulation/world.hpp"
#include "site/bus/bus.hpp"

namespace crownstar::live::simulation {

class SimulatedBus;

class Network {
 public:
  explicit Network(World& world) : world_(world) {}

  World& world() { return world_; }
  std::vector<SimulatedBus*>& buses() { return buses_; }
  // A bus is known by its number: its address may be another one's after its end.
  int next_number() { return ++last_number_; }
  // Later than all that `from` has sent to `to` before.
  Instant arrival(int from, int to) {
    Instant& last = last_[{from, to}];
    last = std::max(last, world_.now()) + Milliseconds{1} + world_.up_to(slowness);
    return last;
  }

  // From now on, what `from` sends to `to` does not arrive.
  void lose(int from, int to, Milliseconds time) { lossy_until_[{from, to}] = world_.now() + time; }
  bool loses(int from, int to) const {
    const auto found = lossy_until_.find({from, to});
    return found != lossy_until_.end() && world_.now() < found->second;
  }

  Milliseconds slowness{5};

 private:
  World& world_;
  std::vector<SimulatedBus*> buses_;
  int last_number_ = 0;
  std::map<std::pair<int, int>, Instant> last_;
  std::map<std::pair<int, int>, Instant> lossy_until_;
};

class SimulatedBus : public bus::Bus {
 public:
  SimulatedBus(Network& network, Stillness& process)
      : network_(network), process_(process), number_(network.next_number()) {
    network_.buses().push_back(this);
  }
  ~SimulatedBus() override { std::erase(network_.buses(), this); }
  SimulatedBus(const SimulatedBus&) = delete;
  SimulatedBus& operator=(const SimulatedBus&) = delete;

  void on_link(bus::OnLink told) override {
    told_.push_back(told);
    if (is_linked_) soon([told = std::move(told)] { told(bus::Link::connected); });
  }
  int number() const { return number_; }
  void cut() { change_link(false); }
  void mend() { change_link(true); }

  bus::Checked<void> publish(std::string_view subject, std::string_view bytes) override {
    for (SimulatedBus* const to : network_.buses()) {
      send(*to, [subject = std::string(subject), bytes = std::string(bytes)](SimulatedBus& there) {
        for (const auto& [number, heard] : there.heard_by(subject)) {
          if (there.listening_.contains(number)) heard(subject, bytes);  // one of them may end another
        }
      });
    }
    return {};
  }
  bus::SubscriptionNumber subscribe(std::string_view pattern, bus::OnMessage heard,
                                    std::function<void()> in_force) override {
    listening_[++last_] = {std::string(pattern), {}, std::move(heard), {}};
    if (in_force) soon(std::move(in_force));
    return last_;
  }
  void ask(std::string_view subject, std::string_view bytes, bus::Milliseconds timeout, bus::OnAnswer done) override {
    const auto waits = std::make_shared<std::optional<bus::OnAnswer>>(std::move(done));
    const auto answer = [waits](std::expected<std::string, bus::AskFailure> given) {
      if (const auto asker = std::exchange(*waits, {})) (*asker)(std::move(given));
    };
    soon_after(timeout, [answer] { answer(std::unexpected(bus::AskFailure::timed_out)); });
    SimulatedBus* const server = server_of(subject);
    if (server == nullptr || !is_linked_) {
      return soon([answer] { answer(std::unexpected(bus::AskFailure::nobody)); });
    }
    send(*server, [this, mine = std::weak_ptr(life_), subject = std::string(subject), bytes = std::string(bytes),
                   answer](SimulatedBus& there) {
      const auto* const service = there.service_of(subject);
      if (service == nullptr) return;
      const bus::OnQuestion asked = service->asked;
      asked(subject, bytes, [&there, theirs = std::weak_ptr(there.life_), this, mine, answer](std::string_view text) {
        if (theirs.expired() || mine.expired()) return;
        there.send(*this, [answer, text = std::string(text)](SimulatedBus&) { answer(text); });
      });
    });
  }
  bus::SubscriptionNumber serve(std::string_view pattern, std::string_view group, bus::OnQuestion asked,
                                std::function<void()> in_force) override {
    listening_[++last_] = {std::string(pattern), std::string(group), {}, std::move(asked)};
    if (in_force) soon(std::move(in_force));
    return last_;
  }
  void unsubscribe(bus::SubscriptionNumber number) override { listening_.erase(number); }
  bus::BusFigures figures() const override { return {}; }

 private:
  struct Listening {
    std::string pattern;
    std::string group;
    bus::OnMessage heard;
    bus::OnQuestion asked;
  };

  std::vector<std::pair<bus::SubscriptionNumber, bus::OnMessage>> heard_by(std::string_view subject) const {
    std::vector<std::pair<bus::SubscriptionNumber, bus::OnMessage>> found;
    for (const auto& [number, each] : listening_) {
      if (each.heard && bus::fits(each.pattern, subject)) found.emplace_back(number, each.heard);
    }
    return found;
  }
  const Listening* service_of(std::string_view subject) const {
    for (const auto& [number, each] : listening_) {
      if (each.asked && bus::fits(each.pattern, subject)) return &each;
    }
    return nullptr;
  }
  SimulatedBus* server_of(std::string_view subject) {
    std::vector<SimulatedBus*> found;
    for (SimulatedBus* const each : network_.buses()) {
      if (each->is_linked_ && each->service_of(subject) != nullptr) found.push_back(each);
    }
    return found.empty() ? nullptr : network_.world().one_of(found);
  }
  void send(SimulatedBus& to, std::function<void(SimulatedBus&)> task) {
    if (!is_linked_ || !to.is_linked_ || network_.loses(number_, to.number_)) return;
    network_.world().at(network_.arrival(number_, to.number_),
                        [&to, link = std::weak_ptr(to.link_), task = std::move(task)] {
                          if (link.expired()) return;
                          to.process_.when_it_goes_on([&to, link, task] {
                            if (!link.expired()) task(to);
                          });
                        });
  }
  void soon(std::function<void()> task) { soon_after(Milliseconds{1}, std::move(task)); }
  void soon_after(Milliseconds time, std::function<void()> task) {
    network_.world().after(time, [this, life = std::weak_ptr(life_), task = std::move(task)] {
      if (life.expired()) return;
      process_.when_it_goes_on([life, task] {
        if (!life.expired()) task();
      });
    });
  }
  void change_link(bool is_linked) {
    if (is_linked == is_linked_) return;
    is_linked_ = is_linked;
    link_ = std::make_shared<bool>();  // what was on its way to this node is lost
    for (const bus::OnLink& told : told_) {
      soon([told, is_linked] { told(is_linked ? bus::Link::back : bus::Link::lost); });
    }
  }

  Network& network_;
  Stillness& process_;
  int number_;
  bool is_linked_ = true;
  std::vector<bus::OnLink> told_;
  std::map<bus::SubscriptionNumber, Listening> listening_;
  bus::SubscriptionNumber last_ = 0;
  std::shared_ptr<bool> life_ = std::make_shared<bool>();
  std::shared_ptr<bool> link_ = std::make_shared<bool>();
};

}  // namespace crownstar::live::simulation
