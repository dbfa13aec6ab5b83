#include "engines/pool/background_tables.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <sys/resource.h>

#include "engines/pool/tables_choice.hpp"
#include "engines/tablebase/generator/build_request.hpp"
#include "engines/tablebase/open.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::engine {
namespace {

constexpr int lowest_priority = 19;

BackgroundTablesSettings completed(BackgroundTablesSettings terms) {
  terms.folder = tables_folder(terms.folder);
  if (!terms.games.empty()) return terms;
  // Which games can have tables: opening a folder that does not exist is refused for the others, and costs nothing.
  const std::string nowhere = terms.folder + "/nowhere";
  for (const game::CatalogEntry& entry : game::catalog()) {
    if (entry.family == game::Family::draughts && tablebase::open_tables(entry.id, nowhere)) {
      terms.games.push_back(entry.id);
    }
  }
  return terms;
}

}  // namespace

BackgroundTables::BackgroundTables(BackgroundTablesSettings terms, OnTablesEvent on_event)
    : terms_(completed(std::move(terms))),
      on_event_(std::move(on_event)),
      library_(std::make_shared<tablebase::Library>(
          terms_.folder, [tell = on_event_, folder = terms_.folder](const base::Refusal& refusal) {
            tell(TablesEvent::refused, folder, refusal.reason);
          })) {
  if (terms_.pieces > 0) {
    builder_ = std::jthread([this](const std::stop_token& stop) { build(stop); });
    return;
  }
  const bool has_any = std::ranges::any_of(terms_.games, [this](const std::string& game) {
    std::error_code ignored;
    return std::filesystem::exists(terms_.folder + "/" + game, ignored);
  });
  if (!has_any) on_event_(TablesEvent::none_found, terms_.folder, {});
}

BackgroundTables::~BackgroundTables() = default;

search::FindTables BackgroundTables::find() const {
  return [library = library_](std::string_view game) { return library->find(game); };
}

void BackgroundTables::build(const std::stop_token& stop) {
  // Of this thread alone, as Linux has it: everything else goes before.
  setpriority(PRIO_PROCESS, 0, lowest_priority);
  for (const std::string& game : terms_.games) {
    if (stop.stop_requested()) return;
    build_game(game, stop);
  }
}

void BackgroundTables::build_game(const std::string& game, const std::stop_token& stop) {
  const tablebase::BuildRequest order{game, terms_.folder, terms_.pieces, 1, terms_.memory_bytes};
  bool is_told = false;
  const auto watch = [&](const tablebase::Progress& progress) {
    const bool has_work = progress.done > progress.kept;
    if (has_work && !is_told) on_event_(TablesEvent::begun, game, std::to_string(progress.all - progress.kept));
    is_told = is_told || has_work;
    return !stop.stop_requested();
  };
  const auto report = tablebase::build_tables(order, watch);
  if (stop.stop_requested()) return;
  if (!report) return on_event_(TablesEvent::refused, game, report.error().reason);
  // All of it was there.
  if (report->fresh == 0) return;
  library_->reopen(game);
  on_event_(TablesEvent::finished, game, std::to_string(report->fresh));
}

}  // namespace crownstar::engine
