#include "programs/cli/engines/engine_equipment.hpp"

#include <utility>

#include "programs/cli/console/console.hpp"
#include "programs/cli/engines/adjudication_tables.hpp"

namespace crownstar::cli {

base::Checked<engine::Equipment> read_equipment(const EngineEquipment& equipment) {
  engine::Equipment read([](const base::Refusal& refusal) { complain(refusal); }, name_foreign_tables);
  if (const auto set = read.set("tables", equipment.tables); !set) return std::unexpected(set.error());
  for (const auto& [name, value] :
       {std::pair("threads", &equipment.threads), {"memory", &equipment.memory}, {"net", &equipment.net}}) {
    if (value->empty()) continue;
    if (const auto set = read.set(name, *value); !set) return std::unexpected(set.error());
  }
  return read;
}

}  // namespace crownstar::cli
