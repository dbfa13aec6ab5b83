// The pictures of positions that were drawn last, as files. A drawing takes the event loop's thread some milliseconds:
// so there are only a few a second, whoever asks.
#pragma once

#include <deque>
#include <string>
#include <utility>

#include "base/limits.hpp"
#include "rules/game/game.hpp"
#include "site/people/throttle.hpp"
#include "site/server/http/http_types.hpp"

namespace crownstar::server {

class Pictures {
 public:
  // A match, and the number of its last event: by moves alone it would not be known after one was taken back.
  using Key = std::pair<std::string, int>;

  // The file; nothing where too many are asked for just now.
  Bytes of(const Key& key, const game::Game& game, people::Instant now);

 private:
  std::deque<std::pair<Key, Bytes>> drawn_;
  people::Throttle drawings_{{limits::pictures_drawn.burst, limits::pictures_drawn.each, 1}};
};

}  // namespace crownstar::server
