#include "programs/cli/engines/engine.hpp"

#include <cstdio>
#include <utility>

#include "base/limits.hpp"
#include "engines/hub/hub_engine.hpp"
#include "engines/search/levels.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/line_reader.hpp"
#include "programs/cli/engines/dxp.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::cli {
namespace {

// With Hub the other program sets the clock.
base::Checked<void> check_dxp_options(const EngineRequest& request) {
  if (!request.dxp.empty()) return {};
  for (const auto& [option, text] : {std::pair("--time", &request.time),
                                     {"--games", &request.games},
                                     {"--minutes", &request.minutes},
                                     {"--moves", &request.moves}}) {
    if (!text->empty()) return base::refuse(std::string(option) + ": goes with --dxp only");
  }
  return {};
}

}  // namespace
int run_engine(const EngineRequest& request, const std::string& version) {
  if (const auto level = search::level_named(request.level); !level) return complain_of_usage(level.error());
  if (!request.game.empty()) {
    if (const auto game = game::start(request.game); !game) return complain_of_usage(game.error());
  }
  if (const auto fit = check_dxp_options(request); !fit) return complain_of_usage(fit.error());
  auto equipment = read_equipment(request.equipment);
  if (!equipment) return complain_of_usage(equipment.error());
  if (!request.dxp.empty()) return run_dxp(request, *equipment);
  hub::HubEngine engine(*std::move(equipment), version, [](const std::string& line) {
    say(line + "\n");
    std::fflush(stdout);
  });
  // As the other program would set it.
  if (!request.game.empty()) engine.hear("set-param name=variant value=\"" + request.game + "\"");
  if (!request.level.empty()) engine.hear("set-param name=level value=" + request.level);
  LineReader reader(limits::hub_line_bytes);
  std::string line;
  while (true) {
    switch (reader.read(line)) {
      case LineKind::line:
        if (!engine.hear(line)) return success;
        break;
      case LineKind::too_long:
        say("error message=\"the line is too long\"\n");
        std::fflush(stdout);
        break;
      case LineKind::end:
        engine.finish();
        return success;
      case LineKind::interrupted:
        return interrupted;
    }
  }
}

}  // namespace crownstar::cli
