#include "site/server/api/preview/pictures.hpp"

#include <algorithm>

#include "site/server/picture/png.hpp"
#include "site/server/picture/position_picture.hpp"

namespace crownstar::server {

Bytes Pictures::of(const Key& key, const game::Game& game, people::Instant now) {
  const auto known = std::ranges::find(drawn_, key, &std::pair<Key, Bytes>::first);
  if (known != drawn_.end()) return known->second;
  if (!drawings_.take("", now, "pictures")) return nullptr;
  drawn_.emplace_back(key, bytes_of(png_of(position_picture(game))));
  if (drawn_.size() > limits::pictures_kept) drawn_.pop_front();
  return drawn_.back().second;
}

}  // namespace crownstar::server
