// Every match that this node knows of, by id, and the unfinished ones by the persons who sit there.
// It does not know what happens in them.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "site/live/context/by_text.hpp"
#include "site/live/match/live_match.hpp"

namespace crownstar::live {

class MatchRegistry {
 public:
  LiveMatch* find(std::string_view id) const {
    const auto found = matches_.find(id);
    return found == matches_.end() ? nullptr : found->second.get();
  }
  LiveMatch& add(store::MatchHeader header) {
    MatchDetails details = read_details(header.details);
    auto live = std::make_shared<LiveMatch>(std::move(header), std::move(details));
    LiveMatch& added = *live;
    matches_.insert_or_assign(added.id, std::move(live));
    index(added, nullptr);
    return added;
  }
  void remove(const LiveMatch& live);
  // Another header, as it has been stored: who sits where may be others, and what its details say.
  void put_header(LiveMatch& live, store::MatchHeader header) {
    const store::MatchHeader before = std::exchange(live.header, std::move(header));
    if (live.header.details != before.details) live.details = read_details(live.header.details);
    index(live, &before);
  }
  // After its header was changed; nothing was there before a match was added.
  void index(LiveMatch& live, const store::MatchHeader* before);
  int unfinished_of(std::string_view person) const {
    const auto found = by_person_.find(person);
    return found == by_person_.end() ? 0 : static_cast<int>(found->second.size());
  }
  std::vector<LiveMatch*> all_unfinished_of(std::string_view person) const {
    const auto found = by_person_.find(person);
    return found == by_person_.end() ? std::vector<LiveMatch*>{} : found->second;
  }

  // In no order. None may be added or removed meanwhile.
  auto begin() const { return matches_.begin(); }
  auto end() const { return matches_.end(); }

 private:
  ByText<std::shared_ptr<LiveMatch>>::Map matches_;
  ByText<std::vector<LiveMatch*>>::Map by_person_;
};

}  // namespace crownstar::live
