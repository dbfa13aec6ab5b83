// What our engine works with, as the options of a command say it: threads, memory, endgame tables, a network.
#pragma once

#include <string>

#include "base/refusal.hpp"
#include "engines/pool/equipment.hpp"

namespace crownstar::cli {

// As engine::Equipment has them; empty for what is usual.
struct EngineEquipment {
  std::string threads;
  std::string memory;
  std::string tables;
  std::string net;
};

// Tables where they usually lie are used without being asked for. What is damaged is complained of when it is met.
base::Checked<engine::Equipment> read_equipment(const EngineEquipment& equipment);

}  // namespace crownstar::cli
