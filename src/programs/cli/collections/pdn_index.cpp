#include "programs/cli/collections/pdn_index.hpp"

#include <any>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "programs/cli/console/console.hpp"
#include "site/collections/game_entry.hpp"
#include "site/collections/game_index.hpp"

namespace crownstar::cli {

namespace {

namespace fs = std::filesystem;

// Where SQLite keeps rows that wait to be sorted.
fs::path waiting_folder() {
  std::error_code unknown;
  for (const char* name : {"SQLITE_TMPDIR", "TMPDIR"}) {
    const char* const named = std::getenv(name);
    if (named != nullptr && fs::is_directory(named, unknown)) return named;
  }
  return "/var/tmp";
}

// Of the database, and of the rows that are to be sorted.
class RoomForRows {
 public:
  RoomForRows(const std::string& database, KeepFree keep)
      : disks_{DiskRoom::of_file(database, keep), DiskRoom(waiting_folder(), keep)} {}

  base::Checked<void> add(const collections::GameEntry& entry) {
    rows_ += entry.positions.size() + entry.materials.size();
    return rows_ - checked_rows_ < rows_between_checks ? base::Checked<void>() : check();
  }

  base::Checked<void> check() {
    checked_rows_ = rows_;
    for (const DiskRoom& disk : disks_) {
      const auto enough = disk.check(rows_ * bytes_to_sort);
      if (!enough) return base::refuse("nothing was added: " + enough.error().reason);
    }
    return {};
  }

 private:
  static constexpr std::uintmax_t rows_between_checks = 1 << 16;
  static constexpr std::uintmax_t bytes_to_sort = 64;  // of a row, at the end: in order, and while it is sorted

  std::array<DiskRoom, 2> disks_;
  std::uintmax_t rows_ = 0;
  std::uintmax_t checked_rows_ = 0;
};

}  // namespace

int run_pdn_index(const PdnIndexRequest& request) {
  auto collection = read_collection_request(request.input);
  if (!collection) return complain_of_usage(collection.error());
  RoomForRows room(request.database, request.keep_free);
  if (const auto enough = room.check(); !enough) return complain(enough.error());
  auto index = collections::GameIndexWriter::open(request.database);
  if (!index) return complain(index.error());
  std::uint64_t problems = 0;
  std::uint64_t games = 0;
  std::optional<base::Refusal> failed;
  for (const std::string& file : request.input.files) {
    collection->file = file;
    const auto read = read_collection(
        *collection, {.make = [](const game::ReadRecord& read) { return std::any(collections::entry_of(read.record)); },
                      .on_game =
                          [&](game::TextPlace place, const game::ReadRecord&, const std::any& made) {
                            if (failed) return;
                            const auto& entry = std::any_cast<const collections::GameEntry&>(made);
                            auto added = room.add(entry);
                            if (added) added = (*index)->add(entry, file, place.line);
                            if (!added) failed = added.error();
                          },
                      .on_problem = [&](const game::PdnProblem& problem) { say_problem(file, problem); },
                      .on_note = [&](game::TextPlace place, const std::string& note) { say_note(file, place, note); },
                      .has_enough = [&] { return failed.has_value(); }});
    if (failed) return complain(*failed);
    if (!read) return complain(read.error());
    problems += read->problems;
    games += read->games;
  }
  if (const auto enough = room.check(); !enough) return complain(enough.error());
  const auto totals = (*index)->finish();
  if (!totals) return complain(totals.error());
  say(fmt::format("{}: {} games added, {} in all; {} of them repeat an earlier one\n", request.database, games,
                  totals->games, totals->repeated));
  return problems == 0 ? success : failure;
}

}  // namespace crownstar::cli
