// Any bytes as what another node tells or asks: it is not taken, or it is the same when it is written and read again;
// and what is taken of a lobby's copy can be kept.
#include <cstdint>
#include <string_view>

#include "input_laws.hpp"
#include "site/live/event_codec.hpp"
#include "site/live/lobby_codec.hpp"
#include "site/live/lobby_replica.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace crownstar;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto wish = live::read_wish(text)) {
    const std::string written = live::write_wish(*wish);
    const auto again = live::read_wish(written);
    fuzz::require(again.has_value() && live::write_wish(*again) == written);
  }
  if (const auto copy = live::read_copy(text)) {
    const std::string written = live::write_copy(*copy);
    const auto again = live::read_copy(written);
    fuzz::require(again.has_value() && live::write_copy(*again) == written);
    live::LobbyHeirs heirs;
    heirs.hear(*copy);
    heirs.hear(*again);
    lobby::Lobby next;
    for (auto& [id, kept] : heirs.take_seeks()) next.adopt(std::move(kept), people::Instant{});
    next.tick(people::Instant{}, [] { return std::uint64_t{1}; });
    next.clear();
  }
  live::read_sought(text);
  live::read_news(text);
  return 0;
}
