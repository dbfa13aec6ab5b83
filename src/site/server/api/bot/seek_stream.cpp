#include "site/server/api/bot/seek_stream.hpp"

#include <utility>

namespace crownstar::server {

std::shared_ptr<SeekStream> SeekStream::create(Services& services, people::Visitor seeker,
                                               const live::SeekResult& sought) {
  auto stream = std::make_shared<SeekStream>(services, std::move(seeker), sought);
  services.live.follow_seek(stream, sought.seek);
  return stream;
}

SeekStream::SeekStream(Services& services, people::Visitor seeker, const live::SeekResult& sought)
    : PlayerStream(services, std::move(seeker)), seek_(sought.seek), is_over_(sought.match.has_value()) {}

void SeekStream::begin() {
  if (is_over_) cut_off("over");
}

void SeekStream::receive_seek_gone(const std::string&) {
  is_over_ = true;
  cut_off("over");
}

// Where it is said to be gone too: a leader of the lobby that was not heard may have it still.
void SeekStream::closed() {
  services().live.unseek(who(), seek_, [](const auto&) {});
}

}  // namespace crownstar::server
