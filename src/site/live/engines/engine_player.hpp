// Turns a match's question to an engine into a search (engines/pool/engine_service.hpp), and its result into a move. It
// does not know how anything is searched and which match asks.
#pragma once

#include "engines/pool/engine_service.hpp"
#include "site/live/ports/engine_port.hpp"

namespace crownstar::live {

class EnginePlayer : public EnginePort {
 public:
  // `random`: chooses among moves that a level holds for equal.
  EnginePlayer(engine::EngineService& engines, std::function<std::uint64_t()> random);

  std::expected<match::Player, match::Refused> player(std::string_view engine,
                                                      const match::Terms& terms) const override;
  std::uint64_t ask(const Question& question, std::function<void(EngineAnswer)> done) override;
  void forget(std::uint64_t ticket) override;
  std::size_t thinking() const override;

 private:
  engine::EngineService& engines_;
  std::function<std::uint64_t()> random_;
};

// How long an engine may think about one move with so much time left.
match::Milliseconds thinking_time(match::Milliseconds left, match::Milliseconds step);

// The match so far as a search is asked about it.
engine::SearchRequest request_of(const Question& question);

}  // namespace crownstar::live
