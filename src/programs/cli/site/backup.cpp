#include "programs/cli/site/backup.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "programs/cli/console/console.hpp"
#include "programs/cli/console/progress.hpp"
#include "programs/cli/site/environment.hpp"
#include "site/server/config/settings.hpp"
#include "site/server/operator/stored_games.hpp"
#include "site/store/backup/backup.hpp"
#include "site/store/open/postgres_store.hpp"

namespace crownstar::cli {

// A file that can't be looked at is left to whoever opens it, and to the reason that they are given.
bool is_there(std::string_view what, const std::string& file, int& status) {
  std::error_code unknown;
  if (std::filesystem::exists(file, unknown) || unknown) return true;
  status = complain(fmt::format("the {} '{}' does not exist", what, file));
  return false;
}

std::optional<std::string> store_of(const StoreRequest& request, int& status) {
  server::SettingInputs inputs;
  if (!request.store.empty()) {
    inputs.flags["store"] = {request.store};
  } else {
    inputs.variables = variable_names();  // one that is misspelt would leave the default store, and that is another one
  }
  inputs.environment = variable;
  inputs.file = request.settings;
  auto read = server::read_settings(inputs);
  if (read) return std::move(read->settings.store);
  status = read.error().is_of_a_flag ? complain_of_usage(read.error()) : complain(read.error());
  return std::nullopt;
}

std::optional<std::string> store_there(const StoreRequest& request, int& status) {
  auto store = store_of(request, status);
  if (!store || store::is_postgres_address(*store) || is_there("store", *store, status)) return store;
  return std::nullopt;
}

namespace {

bool is_file(const std::string& store, std::string_view instead) {
  if (!store::is_postgres_address(store)) return true;
  complain(fmt::format("'{}' is no file: {}", store::shown_address(store), instead));
  return false;
}

store::CopyProgress shown_by(Progress& progress, std::string_view what) {
  return [&progress, what](int done, int all) {
    progress.tell([&] { return fmt::format("{}: {} of {} pages", what, done, all); });
    return true;
  };
}

}  // namespace

int run_backup(const StoreRequest& request) {
  int status = failure;
  const auto store = store_there(request, status);
  if (!store) return status;
  if (!is_file(*store, "back it up with pg_dump, or write it into a stream with `crownstar export`")) return failure;
  Progress progress;
  const auto copied = store::backup_to(*store, request.file, shown_by(progress, "backup"));
  progress.wipe();
  if (!copied) return complain(fmt::format("no backup was made: {}", copied.error().text));
  say(fmt::format("Everything in '{}' is in '{}' too\n", *store, request.file));
  return success;
}

int run_restore(const StoreRequest& request) {
  int status = failure;
  const auto store = store_of(request, status);
  if (!store) return status;
  if (!is_file(*store, "restore it with pg_restore, or read a stream with `crownstar import`")) return failure;
  if (!is_there("backup", request.file, status)) return status;
  std::error_code problem;
  const std::filesystem::path folder = std::filesystem::path(*store).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, problem);
  if (problem) return complain(fmt::format("cannot make the folder '{}': {}", folder.string(), problem.message()));
  Progress progress;
  const auto copied = store::restore_from(request.file, *store, shown_by(progress, "restore"));
  progress.wipe();
  if (!copied) return complain(fmt::format("nothing was restored: {}", copied.error().text));
  say(fmt::format("The store '{}' is what '{}' was\n", *store, request.file));
  return success;
}

int run_check(const StoreRequest& request) {
  int status = failure;
  const auto store = store_there(request, status);
  if (!store) return status;
  Progress progress;
  server::CheckListeners listeners;
  listeners.on_fault = [&](const std::string& line) {
    progress.wipe();
    say(line + "\n");
  };
  listeners.on_match = [&](const server::CheckTotals& so_far) {
    progress.tell(
        [&] { return fmt::format("{} matches, {} events, {} faults", so_far.matches, so_far.events, so_far.faults); });
  };
  const auto totals = server::check_store(*store, listeners);
  progress.wipe();
  if (!totals) return complain(totals.error());
  say(fmt::format(
      "{} matches with {} events: {}\n", totals->matches, totals->events,
      totals->faults == 0 ? "each replays to its stored result" : fmt::format("{} faults", totals->faults)));
  return totals->faults == 0 ? success : failure;
}

}  // namespace crownstar::cli
