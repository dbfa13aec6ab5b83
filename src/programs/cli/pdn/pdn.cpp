#include "programs/cli/pdn/pdn.hpp"

#include <algorithm>
#include <any>
#include <array>
#include <cstdio>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/text/json.hpp"
#include "base/text/quote.hpp"
#include "base/text/utf8.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/text_file.hpp"
#include "programs/cli/pdn/pdn_collection.hpp"
#include "programs/cli/pdn/pdn_rows.hpp"
#include "programs/cli/pdn/pdn_strict.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/record/record_json.hpp"
#include "rules/record/record_writer.hpp"
#include "rules/record/square_notation.hpp"

namespace crownstar::cli {

using base::JsonWriter;
using base::printable;
using base::record_json;

namespace {

using game::PdnProblem;
using game::ReadRecord;
using game::TextPlace;

// What one way of showing a check does with what is found.
class CheckReport {
 public:
  virtual ~CheckReport() = default;
  virtual void begin_file(const std::string& file) = 0;
  virtual void note(TextPlace place, const std::string& note) = 0;
  virtual void problem(const PdnProblem& problem) = 0;
  virtual void end_file(const PdnTotals& totals, const std::optional<std::string>& reason) = 0;
  virtual void end() = 0;
};

class CheckText final : public CheckReport {
 public:
  void begin_file(const std::string& file) override { file_ = file; }
  void note(TextPlace place, const std::string& note) override { say_note(file_, place, note); }
  void problem(const PdnProblem& problem) override { say_problem(file_, problem); }
  void end_file(const PdnTotals& totals, const std::optional<std::string>& reason) override {
    if (reason) return;  // it has been complained of
    say(fmt::format("{}: {}, {}\n", printable(file_), counted(totals.games, "good game"),
                    counted(totals.problems, "problem")));
  }
  void end() override {}

 private:
  std::string file_;
};

// Written as it is found, so that any number of problems fits in memory.
class CheckJson final : public CheckReport {
 public:
  CheckJson() {
    json_.begin_object();
    json_.key("files");
    json_.begin_array();
  }
  void begin_file(const std::string& file) override {
    json_.begin_object();
    json_.member("file", file);
    json_.key("findings");
    json_.begin_array();
  }
  void note(TextPlace place, const std::string& note) override { write("note", place, "", {{}, note}); }
  void problem(const PdnProblem& problem) override { write("problem", problem.place, problem.text, problem.refusal); }
  void end_file(const PdnTotals& totals, const std::optional<std::string>& reason) override {
    json_.end_array();
    json_.member("games", totals.games);
    json_.member("problems", totals.problems);
    if (reason) json_.member("error", *reason);
    json_.end_object();
  }
  void end() override {
    json_.end_array();
    json_.end_object();
    say(json_.take() + "\n");
  }

 private:
  void write(std::string_view kind, TextPlace place, const std::string& text, const base::Refusal& refusal) {
    json_.begin_object();
    json_.member("kind", kind);
    json_.member("line", place.line);
    json_.member("column", place.column);
    json_.member("text", text);
    json_.member("rule", refusal.rule);
    json_.member("reason", refusal.reason);
    json_.end_object();
    say(json_.take());
  }

  JsonWriter json_;
};

int check_files(const PdnCheckRequest& request, CollectionRequest collection, CheckReport& report) {
  int status = success;
  for (const std::string& file : request.input.files) {
    report.begin_file(file);
    PdnTotals totals;
    collection.file = file;
    const auto on_problem = [&](const PdnProblem& problem) {
      ++totals.problems;
      report.problem(problem);
    };
    const auto read =
        request.is_strict
            ? check_strictly(file, on_problem)
            : read_collection(collection,
                              {.make = {},
                               .on_game =
                                   [&](TextPlace place, const ReadRecord& record, const std::any&) {
                                     ++totals.games;
                                     for (const std::string& note : record.notes) report.note(place, note);
                                   },
                               .on_problem = on_problem,
                               .on_note = [&](TextPlace place, const std::string& note) { report.note(place, note); }});
    if (read) totals = *read;
    if (!read || totals.problems > 0) status = failure;
    if (!read) complain(read.error());
    report.end_file(totals, read ? std::nullopt : std::optional(read.error().reason));
  }
  report.end();
  return status;
}

// What --notation asks for; nothing leaves each record as it is.
base::Checked<std::optional<game::SquareNames>> read_notation(std::string_view name) {
  if (name.empty()) return std::nullopt;
  if (name == "letters") return game::SquareNames::letters;
  if (name == "numbers") return game::SquareNames::numbers;
  return base::refuse("--notation: expected letters or numbers instead of " + base::quoted(name));
}

// As the record has it where its game has one notation only, as a star does.
std::string type_with_notation(const game::GameRecord& record, game::SquareNames names) {
  const auto entry = std::ranges::find(game::catalog(), record.token, &game::CatalogEntry::id);
  if (entry == game::catalog().end() || entry->family == game::Family::star) return record.game_type;
  return game::game_type_with(entry->game_type, names);
}

// A collection that is being written, game by game.
class Converted {
 public:
  Converted(std::string form, std::optional<game::SquareNames> notation, std::optional<TextFile> file)
      : form_(std::move(form)), notation_(notation), file_(std::move(file)) {
    if (form_ == "parquet") table_.emplace(move_table());
  }

  // What is written of a game; by any thread.
  std::any make(const ReadRecord& read) const {
    if (form_ == "json") return record_json(read.record);
    if (form_ == "ndjson") return json_of(move_rows(read.record));
    if (form_ == "fen") return position_rows(read.record);
    if (form_ == "parquet") return move_rows(read.record);
    if (!notation_) return game::write_record(read.record);
    game::GameRecord record = read.record;
    record.game_type = type_with_notation(record, *notation_);
    return game::write_record(record);
  }

  void add(const std::any& made) {
    const bool is_first = std::exchange(is_first_, false);
    if (table_) {
      add_rows(*table_, std::any_cast<const std::vector<MoveRow>&>(made));
      if (table_->bytes() > group_bytes) write(table_->take_rows());
      return;
    }
    if (form_ == "json") write(is_first ? "[\n" : ",\n");
    if (form_ == "pdn" && !is_first) write("\n");
    write(std::any_cast<const std::string&>(made));
  }

  // The rest need not be read.
  bool has_failed() const { return file_ ? file_->has_failed() : std::ferror(stdout) != 0; }

  base::Checked<void> finish() {
    if (form_ == "json") write(is_first_ ? "[]\n" : "\n]\n");
    if (table_) write(table_->take_end());
    if (!file_) return {};
    return file_->finish();
  }

 private:
  static constexpr std::size_t group_bytes = std::size_t{2} << 20U;  // of Parquet's rows: a small group is slow to read

  void write(const std::string& text) { file_ ? file_->write(text) : say(text); }

  const std::string form_;
  const std::optional<game::SquareNames> notation_;
  std::optional<TextFile> file_;
  std::optional<ParquetTable> table_;
  bool is_first_ = true;
};

// By the grammar alone the text is UTF-8 and of no game, and one thread reads it.
base::Checked<void> check_strict_options(const PdnFilesRequest& input) {
  const PdnFilesRequest usual;
  for (const auto& [option, given, left_out] : {std::tuple("--game", &input.fallback, &usual.fallback),
                                                {"--encoding", &input.encoding, &usual.encoding},
                                                {"--threads", &input.threads, &usual.threads}}) {
    if (*given != *left_out) return base::refuse(std::string(option) + ": does not go with --strict");
  }
  return {};
}

}  // namespace

int run_pdn_check(const PdnCheckRequest& request) {
  if (request.is_strict) {
    if (const auto fits = check_strict_options(request.input); !fits) return complain_of_usage(fits.error());
  }
  const auto collection = read_collection_request(request.input);
  if (!collection) return complain_of_usage(collection.error());
  CheckText text;
  if (!request.is_json) return check_files(request, *collection, text);
  CheckJson json;
  return check_files(request, *collection, json);
}

int run_pdn_convert(const PdnConvertRequest& request) {
  constexpr std::array<std::string_view, 5> known_forms{"pdn", "json", "ndjson", "fen", "parquet"};
  if (std::ranges::find(known_forms, request.form) == known_forms.end()) {
    return complain_of_usage("--to: expected pdn, json, ndjson, fen or parquet instead of " +
                             base::quoted(request.form));
  }
  const auto notation = read_notation(request.notation);
  if (!notation) return complain_of_usage(notation.error());
  if (*notation && request.form != "pdn") {
    return complain_of_usage("--notation: goes with --to pdn and not with --to " + request.form);
  }
  auto collection = read_collection_request(request.input);
  if (!collection) return complain_of_usage(collection.error());
  std::optional<TextFile> file;
  if (request.output != "-") {
    auto created = TextFile::create(request.output, IfThere::replace, request.keep_free);
    if (!created) return complain(created.error());
    file.emplace(*std::move(created));
  }
  Converted converted(request.form, *notation, std::move(file));
  std::uint64_t problems = 0;
  for (const std::string& each : request.input.files) {
    collection->file = each;
    const auto read = read_collection(
        *collection, {.make = [&](const ReadRecord& read) { return converted.make(read); },
                      .on_game = [&](TextPlace, const ReadRecord&, const std::any& made) { converted.add(made); },
                      .on_problem = [&](const PdnProblem& problem) { say_problem(each, problem); },
                      .on_note = [&](TextPlace place, const std::string& note) { say_note(each, place, note); },
                      .has_enough = [&] { return converted.has_failed(); }});
    // Without an input there is nothing to put in the place of an output.
    if (!read) return complain(read.error());
    problems += read->problems;
  }
  if (const auto finished = converted.finish(); !finished) return complain(finished.error());
  return problems == 0 ? success : failure;
}

}  // namespace crownstar::cli
