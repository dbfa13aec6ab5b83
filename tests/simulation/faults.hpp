// What goes wrong in a simulated site: nodes are killed, stopped or stand still, links are cut, messages are lost,
// clocks are set, the disk is full, slow, or does what it says that it did not. Each fault ends by itself. It does not
// know who uses the nodes.
#pragma once

#include <cstddef>
#include <memory>

#include "simulation/clock_law.hpp"
#include "simulation/disk.hpp"
#include "simulation/network.hpp"
#include "simulation/node.hpp"
#include "simulation/truth.hpp"
#include "simulation/world.hpp"

namespace crownstar::live::simulation {

class Faults {
 public:
  // Counts in `tally` what it did. No clock is set where `clock_error` is zero.
  Faults(World& world, Disk& disk, Network& network, const Nodes& nodes, Milliseconds clock_error, Tally& tally)
      : world_(world), disk_(disk), network_(network), nodes_(nodes), clock_error_(clock_error), tally_(tally) {}

  // Half of the sites have a time service.
  static Milliseconds any_clock_error(World& world) {
    if (world.one_in(2)) return 0ms;
    return world.one_in(4) ? Milliseconds(1h) : 3000ms;
  }

  // False where the node was down already.
  bool kill_one() {
    Node& node = any_node();
    if (!node.is_running()) return false;
    ++tally_.kills;
    node.kill();
    world_.after(world_.one_in(10) ? Milliseconds(1h) : 200ms + world_.up_to(8000ms), [&node] {
      if (!node.is_running()) node.start();
    });
    return true;
  }
  void stop_one() {
    Node& node = any_node();
    if (!node.is_open() || node.is_still()) return;
    ++tally_.stops;
    node.stop();
    start_once_stopped(node, node.life(), 200ms + world_.up_to(8000ms));
  }
  void cut_one() {
    Node& node = any_node();
    if (!node.is_running()) return;
    ++tally_.cuts;
    node.bus()->cut();
    const Milliseconds time = 200ms + world_.up_to(8000ms);
    trouble_.note(world_.now(), time);
    world_.after(time, [&node, life = node.life()] {
      if (!life.expired()) node.bus()->mend();
    });
  }
  void stand_still() {
    Node& node = any_node();
    if (!node.is_open() || node.is_still()) return;
    ++tally_.stills;
    const Milliseconds time = 100ms + world_.up_to(world_.one_in(2) ? 9000ms : 2000ms);
    trouble_.note(world_.now(), time);
    node.stand_still(time);
  }
  void set_a_clock() {
    Node& node = any_node();
    if (clock_error_ > 0ms && node.is_open()) node.set_clock();
  }
  // So shortly that the two take each other for alive.
  void lose_messages() {
    Node& from = any_node();
    Node& to = any_node();
    if (&from == &to || !from.is_running() || !to.is_running()) return;
    ++tally_.losses;
    const Milliseconds time = 100ms + world_.up_to(2500ms);
    trouble_.note(world_.now(), time);
    network_.lose(from.bus()->number(), to.bus()->number(), time);
  }
  void spoil_disk() {
    switch (world_.any(3)) {
      case 0:
        disk_.is_full = true;
        break;
      case 1:
        disk_.lies = 3;
        break;
      default:
        disk_.slowness = 1500ms;
    }
    const Milliseconds time = world_.up_to(5000ms);
    trouble_.note(world_.now(), time + disk_recovers);
    world_.after(time, [this] { mend_disk(); });
  }

  // ---- When nothing is to fail any more ----
  void mend_disk_for_good() {
    usual_lies_ = ~std::size_t{0};
    mend_disk();
  }
  void bring_all_back() {
    for (const auto& node : nodes_) {
      if (!node->is_running()) node->start();
      if (node->bus() != nullptr) node->bus()->mend();
    }
  }
  const Trouble& trouble() const { return trouble_; }

 private:
  // A slow disk still has what it was asked for, and after a refusal the server tries again a second later.
  static constexpr Milliseconds disk_recovers = 15s;

  Node& any_node() { return *nodes_[world_.any(nodes_.size())]; }
  void start_once_stopped(Node& node, const std::weak_ptr<bool>& life, Milliseconds wait) {
    world_.after(wait, [this, &node, life] {
      if (!life.expired()) return start_once_stopped(node, life, 500ms);
      if (!node.is_running()) node.start();
    });
  }
  void mend_disk() {
    disk_.is_full = false;
    disk_.slowness = 4ms;
    disk_.lies = usual_lies_;
  }

  World& world_;
  Disk& disk_;
  Network& network_;
  const Nodes& nodes_;
  Milliseconds clock_error_;
  Tally& tally_;
  std::size_t usual_lies_ = disk_.lies;
  Trouble trouble_;
};

}  // namespace crownstar::live::simulation
