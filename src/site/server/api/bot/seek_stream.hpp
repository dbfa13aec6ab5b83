// A seek that lasts as long as its stream: closing it withdraws the seek, and when the seek is gone the stream ends. It
// has no lines: what the seek becomes is told by the stream of events.
#pragma once

#include <memory>
#include <string>

#include "site/server/api/bot/player_stream.hpp"

namespace crownstar::server {

class SeekStream final : public PlayerStream {
 public:
  // It follows its seek from now on.
  static std::shared_ptr<SeekStream> create(Services& services, people::Visitor seeker, const live::SeekResult& sought);
  SeekStream(Services& services, people::Visitor seeker, const live::SeekResult& sought);

  void receive_seek_gone(const std::string& seek) override;

 private:
  void begin() override;
  void closed() override;

  std::string seek_;
  bool is_over_;
};

}  // namespace crownstar::server
