// The way from this node to the others of its site: the bus, this node's name, and which others there are.
// It does not know what is said.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "site/bus/bus.hpp"
#include "site/bus/nodes/live_nodes.hpp"

namespace crownstar::live {

struct NodeLink {
  NodeLink(bus::Bus* given_bus, std::string me) : bus(given_bus), nodes(std::move(me)) {}

  bool is_alone() const { return bus == nullptr; }
  const std::string& me() const { return nodes.me(); }
  // Does nothing if this node is alone. Messages that get lost do no harm: other nodes read the store.
  void publish(std::string_view subject, std::string_view text) const {
    if (bus != nullptr) std::ignore = bus->publish(subject, text);
  }

  bus::Bus* bus;
  bus::LiveNodes nodes;
  std::uint64_t surveys = 0;  // how often this node has compared all unfinished matches with the store
};

// The subject of one match. Nodes of other versions use it, so its name stays.
inline std::string subject_of(std::string_view match) { return "match." + std::string(match); }

}  // namespace crownstar::live
