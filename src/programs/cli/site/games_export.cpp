#include "programs/cli/site/games_export.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text/json.hpp"
#include "base/text/letters.hpp"
#include "base/text/quote.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/interruption.hpp"
#include "programs/cli/console/licence.hpp"
#include "programs/cli/console/progress.hpp"
#include "programs/cli/console/published_columns.hpp"
#include "programs/cli/console/text_file.hpp"
#include "programs/cli/site/game_rows.hpp"
#include "programs/cli/site/games_page.hpp"
#include "programs/cli/site/month_files.hpp"
#include "rules/record/record_writer.hpp"
#include "site/server/operator/public_games.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;

constexpr std::string_view package_name = "datapackage.json";
constexpr std::string_view page_name = "index.html";
constexpr std::array<std::string_view, 4> file_forms{"pdn", "csv", "ndjson", "parquet"};

bool is_month(std::string_view text) {
  if (text.size() != 7 || text[4] != '-') return false;
  for (const std::size_t place : {0U, 1U, 2U, 3U, 5U, 6U}) {
    if (!base::is_digit(text[place])) return false;
  }
  const int number = (text[5] - '0') * 10 + (text[6] - '0');
  return number >= 1 && number <= 12;
}

std::string month_of(store::Instant at) {
  const std::chrono::year_month_day date(std::chrono::floor<std::chrono::days>(at));
  return fmt::format("{:04}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()));
}

std::string file_of(std::string_view month, std::string_view form) { return fmt::format("games-{}.{}", month, form); }

std::string pdn_head(std::string_view month) {
  return fmt::format("% Finished rated games of {}, written by `crownstar export --games`\n% Licence: {}, {}\n\n",
                     month, licence_title, licence_address);
}

// The months that lie in the folder, by its names of CSV.
std::vector<std::string> months_in(const std::string& folder) {
  std::vector<std::string> months;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename();
    const bool is_ours = name.size() == file_of("0000-00", "csv").size() && name.starts_with("games-") &&
                         name.ends_with(".csv") && is_month(std::string_view(name).substr(6, 7));
    if (is_ours) months.push_back(name.substr(6, 7));
  }
  std::ranges::sort(months);
  return months;
}

// What the page says of a month. Files that are missing, because somebody took them away, are not named.
PublishedMonth published(const std::string& folder, const std::string& month) {
  PublishedMonth found;
  found.month = month;
  for (const std::string_view form : file_forms) {
    const std::string name = file_of(month, form);
    std::error_code problem;
    const std::uintmax_t bytes = std::filesystem::file_size(folder + "/" + name, problem);
    if (!problem) found.files.push_back({name, std::string(form), bytes});
  }
  std::ifstream lines(folder + "/" + file_of(month, "ndjson"), std::ios::binary);
  using Letters = std::istreambuf_iterator<char>;
  found.games = static_cast<std::uint64_t>(std::count(Letters(lines), Letters(), '\n'));
  return found;
}

// A file of the package, in the words of the Frictionless standard.
struct Resource {
  std::string path;
  std::string title;
  std::string_view form;
  std::span<const PublishedColumn> columns;
};

std::string_view media_of(std::string_view form) {
  if (form == "csv") return "text/csv";
  if (form == "ndjson") return "application/x-ndjson";
  return form == "parquet" ? "application/vnd.apache.parquet" : "text/plain";
}

void write_fields(base::JsonWriter& json, std::span<const PublishedColumn> columns) {
  json.key("schema");
  json.begin_object();
  json.key("fields");
  json.begin_array();
  for (const PublishedColumn& column : columns) {
    json.begin_object();
    json.member("name", column.name);
    json.member("type", column.type);
    json.member("description", column.meaning);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void write_resource(base::JsonWriter& json, const Resource& resource) {
  std::string name = resource.path;
  std::ranges::replace(name, '.', '-');
  json.begin_object();
  json.member("name", name);
  json.member("path", resource.path);
  json.member("title", resource.title);
  json.member("format", resource.form);
  json.member("mediatype", media_of(resource.form));
  json.member("encoding", "utf-8");
  if (resource.form == "csv") write_fields(json, resource.columns);
  json.end_object();
}

// Tables that somebody else has put beside the games: `puzzles-american.csv`, `samples-american.parquet`.
std::vector<Resource> tables_in(const std::string& folder) {
  std::vector<Resource> tables;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename();
    const auto form = std::ranges::find_if(
        file_forms, [&](std::string_view each) { return name.ends_with(fmt::format(".{}", each)); });
    if (form == file_forms.end() || *form == "pdn") continue;
    if (name.starts_with("puzzles-") && *form == "csv") tables.push_back({name, "Puzzles", *form, puzzle_columns});
    if (name.starts_with("samples-")) {
      tables.push_back({name, "Positions of self-play with scores", *form, sample_columns});
    }
  }
  std::ranges::sort(tables, {}, &Resource::path);
  return tables;
}

// A data package (Frictionless Data): the licence, the files and what their columns mean.
std::string package_of(const std::vector<std::string>& months, const std::vector<Resource>& tables) {
  base::JsonWriter json;
  json.begin_object();
  json.member("name", "crownstar-games");
  json.member("title", "Finished rated games of draughts and Chinese checkers");
  json.key("licenses");
  json.begin_array();
  json.begin_object();
  json.member("name", licence_name);
  json.member("title", licence_title);
  json.member("path", licence_address);
  json.end_object();
  json.end_array();
  json.key("resources");
  json.begin_array();
  for (const std::string& month : months) {
    for (const std::string_view form : file_forms) {
      write_resource(json, {file_of(month, form), "Games that ended in " + month, form, game_columns});
    }
  }
  for (const Resource& table : tables) write_resource(json, table);
  json.end_array();
  json.end_object();
  return json.take() + "\n";
}

// The licence and the columns go with each file.
std::vector<std::pair<std::string, std::string>> metadata_of(std::string_view month) {
  std::vector<std::pair<std::string, std::string>> metadata{{"title", fmt::format("Finished rated games of {}", month)},
                                                            {"license", std::string(licence_name)},
                                                            {"license_url", std::string(licence_address)}};
  for (const PublishedColumn& column : game_columns) {
    metadata.emplace_back(fmt::format("column.{}", column.name), column.meaning);
  }
  return metadata;
}

class GamesExport {
 public:
  explicit GamesExport(const StoreRequest& request) : month_(request.month), files_(request.games, request.keep_free) {}

  Checked<void> run(const std::string& store) {
    const Interruption interruption;  // so that no half-written files are left behind
    Progress progress;
    std::optional<base::Refusal> failed;
    const auto visited = server::for_each_public_game(
        store,
        [&](const server::PublicGame& game) {
          progress.tell([&] { return fmt::format("export: {} games", games_); });
          if (const auto added = add(game); !added) failed = added.error();
          return !failed && !Interruption::is_wanted();
        },
        [&](const std::string& line) {
          progress.wipe();
          complain(line);
          ++faults_;
        });
    progress.wipe();
    if (failed) return std::unexpected(*failed);
    if (!visited) return visited;
    return Interruption::is_wanted() ? base::refuse("interrupted; nothing was written") : finish();
  }

  std::int64_t games() const { return games_; }
  std::int64_t faults() const { return faults_; }

 private:
  // A small group of rows is slow to read, and rows that wait take memory.
  static constexpr std::size_t group_bytes = std::size_t{2} << 20U;
  static constexpr std::size_t most_waiting_bytes = std::size_t{32} << 20U;

  Checked<void> add(const server::PublicGame& game) {
    const std::string month = month_of(game.ended);
    if (!month_.empty() && month != month_) return {};
    ++games_;
    const std::string record = game::write_record(game.record) + "\n";
    if (auto pdn = files_.write(file_of(month, "pdn"), pdn_head(month), record); !pdn) return pdn;
    if (auto csv = files_.write(file_of(month, "csv"), game_row_head(), game_row_csv(game)); !csv) return csv;
    if (auto json = files_.write(file_of(month, "ndjson"), "", game_row_json(game)); !json) return json;
    return add_to_table(month, game);
  }

  Checked<void> add_to_table(const std::string& month, const server::PublicGame& game) {
    ParquetTable& table = tables_.try_emplace(month, game_row_parquet(), metadata_of(month)).first->second;
    const std::size_t before = table.bytes();
    add_game_row(table, game);
    waiting_bytes_ += table.bytes() - before;
    if (waiting_bytes_ > most_waiting_bytes) {
      for (auto& [each, rows] : tables_) {
        if (auto written = write_rows(each, rows); !written) return written;
      }
    }
    return table.bytes() > group_bytes ? write_rows(month, table) : Checked<void>();
  }

  Checked<void> write_rows(const std::string& month, ParquetTable& table) {
    waiting_bytes_ -= table.bytes();
    return files_.write(file_of(month, "parquet"), "", table.take_rows());
  }

  Checked<void> finish() {
    for (auto& [month, table] : tables_) {
      if (auto written = files_.write(file_of(month, "parquet"), "", table.take_end()); !written) return written;
    }
    return files_.finish();
  }

  std::string month_;
  MonthFiles files_;
  std::map<std::string, ParquetTable> tables_;
  std::size_t waiting_bytes_ = 0;
  std::int64_t games_ = 0;
  std::int64_t faults_ = 0;
};

}  // namespace

int run_export_games(const StoreRequest& request) {
  if (!request.month.empty() && !is_month(request.month)) {
    return complain_of_usage("--month: expected a month such as 2026-11 instead of " + base::quoted(request.month));
  }
  int status = failure;
  const auto store = store_there(request, status);
  if (!store) return status;
  std::error_code problem;
  std::filesystem::create_directories(request.games, problem);
  if (problem) {
    return complain(fmt::format("cannot make the folder {}: {}", base::quoted(request.games), problem.message()));
  }
  GamesExport games(request);
  if (const auto done = games.run(*store); !done) return complain(done.error());
  const auto months = months_in(request.games);
  std::vector<PublishedMonth> listed;
  for (const std::string& month : months) listed.push_back(published(request.games, month));
  const auto tables = tables_in(request.games);
  std::vector<PublishedFile> others;
  for (const Resource& table : tables) {
    others.push_back(
        {table.path, std::string(table.form), std::filesystem::file_size(request.games + "/" + table.path, problem)});
  }
  for (const auto& [name, text] :
       {std::pair(package_name, package_of(months, tables)), {page_name, games_page(listed, others)}}) {
    const auto written = write_text_file(fmt::format("{}/{}", request.games, name), text, IfThere::replace);
    if (!written) return complain(written.error());
  }
  say(fmt::format("{} games are in '{}'\n", games.games(), request.games));
  return games.faults() == 0 ? success : failure;
}

}  // namespace crownstar::cli
