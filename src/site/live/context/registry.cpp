#include "site/live/context/registry.hpp"

#include <cassert>
#include <string>

namespace crownstar::live {

void MatchRegistry::remove(const LiveMatch& live) {
  assert(!live.is_held() && live.watchers.empty() && !live.is_unfinished());
  const std::string id = live.id;
  matches_.erase(id);
}

void MatchRegistry::index(LiveMatch& live, const store::MatchHeader* before) {
  if (before != nullptr) {
    for (const store::SeatRow& row : before->seats) {
      const auto found = by_person_.find(row.player);
      if (found == by_person_.end()) continue;
      std::erase(found->second, &live);
      if (found->second.empty()) by_person_.erase(found);
    }
  }
  if (!live.is_unfinished()) return;
  for (const store::SeatRow& row : live.header.seats) {
    if (row.kind != store::PlayerKind::engine && !row.player.empty()) by_person_[row.player].push_back(&live);
  }
}

}  // namespace crownstar::live
