#include "cli/engine.hpp"

#include <cstdio>

#include "cli/console.hpp"
#include "cli/line_reader.hpp"
#include "cli/tables_folder.hpp"
#include "engine/hub_engine.hpp"
#include "game/catalog.hpp"
#include "search/levels.hpp"
#include "search/own_searcher.hpp"
#include "tablebase/library.hpp"

namespace crownstar::cli {
int run_engine(const EngineRequest& request, const std::string& version) {
  if (search::find_level(request.level) == nullptr) return complain("there is no level " + request.level);
  if (!request.game.empty()) {
    if (const auto game = game::start(request.game); !game) return complain(board::to_text(game.error()));
  }
  tablebase::Library tables(tables_folder({}), [](const board::Refusal& refusal) { complain(refusal); });
  search::SearcherSettings settings;
  settings.find_tables = [&tables](std::string_view game) { return tables.find(game); };
  engine::HubEngine engine(search::make_searcher(settings), version, [](const std::string& line) {
    say(line + "\n");
    std::fflush(stdout);
  });
  // As the other program would set it.
  if (!request.game.empty()) engine.hear("set-param name=variant value=\"" + request.game + "\"");
  if (!request.level.empty()) engine.hear("set-param name=level value=" + request.level);
  LineReader reader;
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
