#include "site/lobby/seeks/quick_pairing.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "site/lobby/seeks/gathering.hpp"

namespace crownstar::lobby {

SeekView Quick::view() const { return {id, player, terms, seats, {}, {{player, -1}}, since, true}; }

const Quick* QuickPairing::find_seek(std::string_view seek) const {
  const auto found = std::ranges::find(waiting_, seek, &Quick::id);
  return found == waiting_.end() ? nullptr : &*found;
}

const Quick* QuickPairing::find(std::string_view person) const {
  const auto found = place_of_.find(person);
  return found == place_of_.end() ? nullptr : &*found->second;
}

const Quick* QuickPairing::add(Quick waiting) {
  if (static_cast<int>(waiting_.size()) >= bounds_.waiting_quickly) return nullptr;
  // Who sits down in a row begins the game by that: it has two seats.
  waiting.is_listed = waiting.seats == 2 && listed_ < bounds_.quick_listed;
  if (waiting.is_listed) ++listed_;
  waiting_.push_back(std::move(waiting));
  place_of_[waiting_.back().player.id] = std::prev(waiting_.end());
  return &waiting_.back();
}

void QuickPairing::remove(std::string_view person) {
  const auto found = place_of_.find(person);
  if (found == place_of_.end()) return;
  const Quick gone = std::move(*found->second);
  waiting_.erase(found->second);
  place_of_.erase(found);
  if (gone.is_listed) --listed_;
  gone_(gone);
}

void QuickPairing::end_the_old(Instant now) {
  while (!waiting_.empty() && now - waiting_.front().since >= bounds_.seek_life) remove(waiting_.front().player.id);
}

int QuickPairing::window(const Quick& waiting, Instant now) const {
  const Milliseconds waited = now - waiting.since;
  if (waited >= bounds_.window_falls) return std::numeric_limits<int>::max();
  return bounds_.first_window + bounds_.window_growth * static_cast<int>(waited / std::chrono::seconds{1});
}

// The one who has waited longer decides: on a server with few people a newcomer must not make them wait again.
bool QuickPairing::fit(const Quick& one, const Quick& other, Instant now) const {
  if (one.pool != other.pool) return false;
  return std::abs(rating_of(one.player) - rating_of(other.player)) <= std::max(window(one, now), window(other, now));
}

std::optional<Pairing> QuickPairing::pairing_with(std::string_view person, Instant now, const Draw& draw) {
  const Quick* own = find(person);
  if (own == nullptr) return std::nullopt;
  std::vector<const Quick*> group{own};
  for (const Quick& each : waiting_) {
    if (static_cast<int>(group.size()) == own->seats) break;
    const bool fits_all =
        std::ranges::all_of(group, [&](const Quick* other) { return other != &each && fit(each, *other, now); });
    if (fits_all) group.push_back(&each);
  }
  if (static_cast<int>(group.size()) < own->seats) return std::nullopt;
  std::vector<Sitter> sitters;
  for (const Quick* each : group) sitters.push_back({each->player, -1});
  Pairing pairing{own->id, {}, own->terms, seated(sitters, draw)};
  for (const Sitter& sitter : sitters) remove(sitter.player.id);
  return pairing;
}

}  // namespace crownstar::lobby
