#include "site/server/api/bot/seek_stream.hpp"

#include <algorithm>
#include <utility>

namespace crownstar::server {

std::shared_ptr<SeekStream> SeekStream::create(Services& services, people::Visitor seeker,
                                               const live::SeekResult& sought) {
  auto stream = std::make_shared<SeekStream>(services, std::move(seeker), sought);
  services.live.follow_seeks(stream);
  return stream;
}

SeekStream::SeekStream(Services& services, people::Visitor seeker, const live::SeekResult& sought)
    : PlayerStream(services, std::move(seeker)), seek_(sought.seek), is_over_(sought.match.has_value()) {}

void SeekStream::begin() {
  if (is_over_) cut_off("over");
}

void SeekStream::receive_seeks_gone(const std::vector<std::string>& seeks) {
  if (std::ranges::find(seeks, seek_) == seeks.end()) return;
  is_over_ = true;
  cut_off("over");
}

void SeekStream::closed() {
  if (!is_over_) services().live.unseek(who(), seek_, [](const auto&) {});
}

}  // namespace crownstar::server
