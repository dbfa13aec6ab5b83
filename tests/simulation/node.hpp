// One process of a simulated site: what it holds in memory is gone when it is killed, and it may be started again. It
// may also stand still for a while, and go on where it was. It does not know who uses it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "simulation/disk.hpp"
#include "simulation/network.hpp"
#include "site/live/scenarios/live_fixture_test.hpp"

namespace crownstar::live::simulation {

using namespace std::chrono_literals;

// How long the site has been up: while no node runs, time is nobody's.
class Uptime {
 public:
  void opened(Instant at) {
    if (open_++ == 0) up_since_.push_back({at, at});
  }
  void closed(Instant at) {
    if (--open_ == 0) up_since_.back().second = at;
  }
  Milliseconds between(Instant from, Instant to) const {
    Milliseconds sum{0};
    for (const auto& [begun, ended] : up_since_) {
      const bool is_up_still = open_ > 0 && begun == up_since_.back().first;
      sum += std::max(Milliseconds{0}, std::min(to, is_up_still ? to : ended) - std::max(from, begun));
    }
    return sum;
  }
  // How often it went down in that time.
  int outages(Instant from, Instant to) const {
    return static_cast<int>(std::ranges::count_if(up_since_, [&](const auto& up) {
      return up.first < to && up.second > up.first && up.second >= from && up.second <= to;
    }));
  }

 private:
  int open_ = 0;
  std::vector<std::pair<Instant, Instant>> up_since_;
};

class Node {
 public:
  // Its clock is wrong by up to `clock_error`, by something else after each start.
  Node(World& world, Disk& disk, Network* network, Uptime& uptime, Milliseconds clock_error)
      : world_(world), disk_(disk), network_(network), uptime_(uptime), clock_error_(clock_error), stillness_(world) {
    start();
  }
  ~Node() { kill(); }
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  void start() {
    life_ = std::make_shared<bool>();
    is_stopping_ = false;
    seen_ = disk_.changed.size();
    chat_seen_ = disk_.chat_changes.size();
    ahead_ = any_error();
    if (network_ != nullptr) bus_ = std::make_unique<SimulatedBus>(*network_, stillness_);
    store_ = std::make_unique<DiskConnection>(world_, disk_, stillness_, ahead_);
    live_ = std::make_unique<LiveSite>(
        LivePorts{*store_, &engines_, [this] { return clock(); }, [](std::string) {}, 1 + world_.any(1U << 30),
                  bus_.get(), [this] { return std::exchange(lost_, std::nullopt); },
                  [this](Instant shown) { go_on_from(shown); }, "n" + std::to_string(world_.any(1U << 30))},
        settings());
    if (bus_) bus_->on_link([this](bus::Link link) { live_->link_changed(link); });
    live_->open([this](const auto& opened) {
      // A store that cannot be read ends the process, and who keeps it running starts it again.
      if (!opened)
        return world_.after(500ms, [this, life = std::weak_ptr(life_)] {
          if (life.expired()) return;
          kill();
          start();
        });
      is_open_ = true;
      uptime_.opened(world_.now());
    });
    tick();
  }
  void kill() {
    life_.reset();
    stillness_.end();
    lost_.reset();
    if (std::exchange(is_open_, false)) uptime_.closed(world_.now());
    live_.reset();
    engines_.asked.clear();
    bus_.reset();
    store_.reset();
  }

  // As an operator stops it, and always soon.
  void stop() {
    is_stopping_ = true;
    live_->close("an upgrade", [this, life = std::weak_ptr(life_)] {
      world_.after(1ms, [this, life] {
        if (!life.expired()) kill();
      });
    });
    world_.after(60s, [life = std::weak_ptr(life_)] { EXPECT_TRUE(life.expired()) << "a node does not stop"; });
  }

  bool is_stopping() const { return is_running() && is_stopping_; }
  bool is_running() const { return life_ != nullptr; }
  bool is_open() const { return is_open_; }
  bool is_still() const { return stillness_.is_still(); }
  // It notices afterwards, as the site's clock does, where it was for long.
  void stand_still(Milliseconds time) {
    stillness_.stand_still(time);
    if (time > 2s) lose(clock() + time);
  }
  // Somebody sets the clock. Back it does not go: it lets the right time catch up.
  void set_clock() {
    const Milliseconds ahead = any_error();
    if (ahead <= ahead_ || is_still()) return;
    if (ahead - ahead_ > 2s) lose(world_.now() + ahead);
    ahead_ = ahead;
  }
  // A site of one process does not list whom it has deleted itself.
  void delete_account(const std::string& account, bool is_by_site, store::Done<void> done) {
    store_->delete_account(account, !is_by_site || network_ != nullptr, std::move(done));
  }
  void promote_guest(const Person& guest, store::Done<void> done) {
    store::PlayerRow account;
    account.id = guest.id;
    account.name = testing_site::account(guest.id).name;
    store_->promote_guest(std::move(account), std::move(done));
  }
  LiveSite& site() { return *live_; }
  SimulatedBus* bus() { return bus_.get(); }
  std::weak_ptr<bool> life() const { return life_; }

 private:
  static LiveSettings settings() {
    LiveSettings settings;
    settings.keep_idle = 20s;
    settings.keep_finished = 10s;
    return settings;
  }
  Milliseconds any_error() { return world_.up_to(2 * clock_error_) - clock_error_; }
  Instant clock() const { return world_.now() + ahead_; }
  // The time until then, and what was lost since the last look.
  void lose(Instant until) { lost_ = LostTime{lost_ ? lost_->from : clock(), until}; }
  // As the site's clock does.
  void go_on_from(Instant shown) {
    if (shown > clock()) ahead_ = shown - world_.now();
  }
  // As the site does every few seconds: who was deleted beside it, and where lines were removed.
  void look_at_changes() {
    if (looks_at_ > world_.now()) return;
    looks_at_ = world_.now() + 5s;
    while (seen_ < disk_.changed.size()) live_->person_changed_elsewhere(disk_.changed[seen_++]);
    while (chat_seen_ < disk_.chat_changes.size()) live_->chat_changed(disk_.chat_changes[chat_seen_++]);
  }
  void tick() {
    world_.after(100ms + world_.up_to(100ms), [this, life = std::weak_ptr(life_)] {
      if (life.expired()) return;
      stillness_.when_it_goes_on([this, life] {
        if (life.expired()) return;
        if (is_open_) live_->tick();
        if (is_open_) look_at_changes();
        if (!engines_.asked.empty() && world_.one_in(3)) engines_.play();
        tick();
      });
    });
  }

  World& world_;
  Disk& disk_;
  Network* network_;
  Uptime& uptime_;
  Milliseconds clock_error_;
  Milliseconds ahead_{0};
  Stillness stillness_;
  std::optional<LostTime> lost_;
  testing_site::ToyEngines engines_;
  std::unique_ptr<SimulatedBus> bus_;
  std::unique_ptr<DiskConnection> store_;
  std::unique_ptr<LiveSite> live_;
  bool is_open_ = false;
  bool is_stopping_ = false;
  std::size_t seen_ = 0;       // of the disk's list of who is deleted
  std::size_t chat_seen_ = 0;  // and of its changes of chat
  Instant looks_at_{};
  std::shared_ptr<bool> life_;
};

using Nodes = std::vector<std::unique_ptr<Node>>;

}  // namespace crownstar::live::simulation
