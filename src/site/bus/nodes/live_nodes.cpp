#include "site/bus/nodes/live_nodes.hpp"

#include <cstdint>
#include <utility>

#include "base/limits.hpp"
#include "base/mixing.hpp"

namespace crownstar::bus {
namespace {

// Fixed here, because all nodes must agree, whatever their build.
std::uint64_t weight_of(std::string_view node, std::string_view key) {
  base::Fnv1a hash;
  hash.add(node);
  hash.add("\n");
  hash.add(key);
  return base::mix_bits(hash.sum());
}

}  // namespace

bool LiveNodes::heard(std::string_view node, Instant at, int online, Instant since) {
  if (node == me_) return false;
  const auto found = others_.find(node);
  if (found != others_.end()) {
    found->second = {at, online, since};
    return false;
  }
  if (others_.size() >= limits::nodes) return false;
  others_.emplace(node, Other{at, online, since});
  return true;
}

bool LiveNodes::gone(std::string_view node) {
  const auto found = others_.find(node);
  if (found == others_.end()) return false;
  others_.erase(found);
  return true;
}

bool LiveNodes::forget_silent(Instant since) {
  return std::erase_if(others_, [&](const auto& other) { return other.second.heard < since; }) > 0;
}

std::string_view LiveNodes::owner_of(std::string_view key) const {
  std::string_view best = me_;
  std::uint64_t most = weight_of(me_, key);
  for (const auto& [name, other] : others_) {
    const std::uint64_t weight = weight_of(name, key);
    if (weight > most || (weight == most && name < best)) {
      best = name;
      most = weight;
    }
  }
  return best;
}

std::string_view LiveNodes::oldest_node() const {
  std::string_view name = me_;
  Instant since = since_;
  for (const auto& [other, node] : others_) {
    if (std::pair(node.since, std::string_view(other)) >= std::pair(since, name)) continue;
    name = other;
    since = node.since;
  }
  return name;
}

int LiveNodes::online_elsewhere() const {
  int sum = 0;
  for (const auto& [name, other] : others_) sum += other.online;
  return sum;
}

}  // namespace crownstar::bus
