// The seats that engines have: an engine is asked when it is its turn, and answers with ordinary commands.
// It does not know how engines think, and how commands become events.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/part.hpp"
#include "site/live/audience/chat.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/live/ports/engine_port.hpp"
#include "site/lobby/ports.hpp"

namespace crownstar::live {

class EngineSeats : public base::Part<EngineSeats>, public lobby::LobbyEngines {
 public:
  // `engines`: none where no computer plays here.
  EngineSeats(LiveContext& context, Commands& commands, Schedule& schedule, Chat& chat, EnginePort* engines)
      : context_(context), commands_(commands), schedule_(schedule), chat_(chat), engines_(engines) {}

  std::expected<match::Player, Refused> player(std::string_view engine, const match::Terms& terms) const override;
  // To be called after whatever may have changed whose turn it is.
  void ask(LiveMatch& live);
  // Engines accept takebacks and decline draws.
  void answer_offers(LiveMatch& live);
  void forget(LiveMatch& live);

 private:
  Instant turn_of(const LiveMatch& live) const;
  void answered(LiveMatch& live, EngineAnswer answer);
  void failed(LiveMatch& live, int seat, const std::string& reason);
  Instant note_absent(LiveMatch& live, int number, const std::string& reason);

  LiveContext& context_;
  Commands& commands_;
  Schedule& schedule_;
  Chat& chat_;
  EnginePort* engines_;
  std::uint64_t last_name_ = 0;  // of a question
};

}  // namespace crownstar::live
