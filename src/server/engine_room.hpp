// Knows how a seat of the hall asks an engine for a move: the level that sits there, the game so far, how long it may
// think. Refuses to know how engines search and what becomes of the move.
#pragma once

#include <cstdint>
#include <random>

#include "engine/engines.hpp"
#include "hall/engine_desk.hpp"

namespace crownstar::server {

class EngineRoom final : public hall::EngineDesk {
 public:
  EngineRoom(engine::Engines& engines, engine::Post post)
      : engines_(engines), post_(std::move(post)), draw_(std::random_device()()) {}

  std::expected<match::Player, match::Refused> player(std::string_view engine,
                                                      const match::Terms& terms) const override;
  std::uint64_t ask(const hall::Question& question, std::function<void(hall::EngineAnswer)> done) override;
  void forget(std::uint64_t ticket) override;
  std::size_t thinking() const override { return engines_.load().running + engines_.load().waiting; }

 private:
  engine::Engines& engines_;
  engine::Post post_;
  std::mt19937_64 draw_;
};

}  // namespace crownstar::server
