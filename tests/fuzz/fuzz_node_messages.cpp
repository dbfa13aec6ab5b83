// Any bytes as what another node tells or asks: it is not taken, or it is the same when it is written and read again;
// and what is taken of a lobby's copy can be kept.
#include <cstdint>
#include <string_view>
#include <variant>

#include "input_laws.hpp"
#include "site/lobby/cluster/lobby_codec.hpp"
#include "site/lobby/cluster/lobby_replica.hpp"
#include "site/wire/json/node_codec.hpp"

namespace {

using namespace crownstar;

template <typename... Messages>
void check_law(std::string_view text) {
  const auto check = [&]<typename T>() {
    const auto message = wire::decode_known<T>(text);
    if (!message) return;
    const auto again = wire::decode_known<T>(wire::encode(*message));
    fuzz::require(again.has_value() && *again == *message);
  };
  (check.template operator()<Messages>(), ...);
}

void keep(const lobby::LobbyCopy& copy) {
  const auto written = wire::decode_known<wire::LobbyReplicaMessage>(lobby::write_copy(copy));
  fuzz::require(written.has_value() && std::holds_alternative<wire::LobbyCopy>(*written));
  const auto again = lobby::copy_of(std::get<wire::LobbyCopy>(*written));
  fuzz::require(again.has_value());
  lobby::LobbyReplica replica;
  replica.hear(copy);
  replica.hear(*again);
  lobby::OpenSeeks next;
  for (auto& [id, seek] : replica.take_seeks()) next.adopt(std::move(seek), people::Instant{});
  next.tick(people::Instant{}, [] { return std::uint64_t{1}; });
  next.clear();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_law<wire::NodeSign, wire::NodeHeader, wire::NodeMutes, wire::NodePeople, wire::LobbyRequest, wire::LobbyAnswer,
            wire::LobbyReplicaMessage, wire::LobbyList, wire::LobbySeeker>(text);
  if (const auto request = lobby::read_request(text)) {
    const std::string written = lobby::write_request(*request);
    const auto again = lobby::read_request(written);
    fuzz::require(again.has_value() && lobby::write_request(*again) == written);
  }
  const auto message = wire::decode_known<wire::LobbyReplicaMessage>(text);
  if (const auto* copy = message ? std::get_if<wire::LobbyCopy>(&*message) : nullptr) {
    if (const auto sound = lobby::copy_of(*copy)) keep(*sound);
  }
  lobby::read_seek_result(text);
  std::string_view rows = text;
  wire::take_head<wire::ReplicaMessage>(rows);
  return 0;
}
