// Any bytes as what another node tells or asks: it is not taken, or it is the same when it is written and read again;
// and what is taken of a lobby's copy can be kept.
#include <cstdint>
#include <string_view>

#include "input_laws.hpp"
#include "site/live/cluster/event_codec.hpp"
#include "site/lobby/cluster/lobby_codec.hpp"
#include "site/lobby/cluster/lobby_replica.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace crownstar;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto request = lobby::read_request(text)) {
    const std::string written = lobby::write_request(*request);
    const auto again = lobby::read_request(written);
    fuzz::require(again.has_value() && lobby::write_request(*again) == written);
  }
  if (const auto copy = lobby::read_copy(text)) {
    const std::string written = lobby::write_copy(*copy);
    const auto again = lobby::read_copy(written);
    fuzz::require(again.has_value() && lobby::write_copy(*again) == written);
    lobby::LobbyReplica replica;
    replica.hear(*copy);
    replica.hear(*again);
    lobby::OpenSeeks next;
    for (auto& [id, seek] : replica.take_seeks()) next.adopt(std::move(seek), people::Instant{});
    next.tick(people::Instant{}, [] { return std::uint64_t{1}; });
    next.clear();
  }
  lobby::read_sought(text);
  live::read_news(text);
  return 0;
}
