#include "programs/cli/games/pdn.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/json.hpp"
#include "base/quote.hpp"
#include "base/utf8.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/text_file.hpp"
#include "programs/cli/console/threads.hpp"
#include "programs/cli/games/pdn_collection.hpp"
#include "programs/cli/games/pdn_rows.hpp"
#include "programs/cli/games/pdn_strict.hpp"
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

// `games.pdn:12:5: ...`, as compilers do, so that editors can jump there.
std::string with_place(const std::string& file, TextPlace place, std::string_view text) {
  return printable(fmt::format("{}:{}:{}: {}", file, place.line, place.column, text));
}

std::string text_of(const PdnProblem& problem) {
  return (problem.text.empty() ? "" : problem.text + ": ") + base::to_text(problem.refusal);
}

void say_on_standard_error(const std::string& line) {
  flush_output();
  std::fwrite((line + "\n").data(), 1, line.size() + 1, stderr);
}

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
  void note(TextPlace place, const std::string& note) override {
    say_on_standard_error(with_place(file_, place, "note: " + note));
  }
  void problem(const PdnProblem& problem) override {
    say_on_standard_error(with_place(file_, problem.place, text_of(problem)));
  }
  void end_file(const PdnTotals& totals, const std::optional<std::string>& reason) override {
    if (reason) return;  // it has been complained of
    say(fmt::format("{}: {} good {}, {} {}\n", printable(file_), totals.games, totals.games == 1 ? "game" : "games",
                    totals.problems, totals.problems == 1 ? "problem" : "problems"));
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

base::Checked<CollectionRequest> collection_of(const PdnFilesRequest& request) {
  if (const auto game = check_fallback(request.fallback); !game) return std::unexpected(game.error());
  const auto encoding = read_encoding(request.encoding);
  if (!encoding) return std::unexpected(encoding.error());
  const auto threads = read_threads(request.threads);
  if (!threads) return std::unexpected(threads.error());
  return CollectionRequest{.file = {}, .fallback = request.fallback, .encoding = *encoding, .threads = *threads};
}

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
                              {.make_text = {},
                               .on_game =
                                   [&](TextPlace place, const ReadRecord& record, const std::string&) {
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

// The GameType of the record's game with letters from White's left, or numbers from the top left as White sees the
// board; the game's own type where it writes so by itself.
std::string type_with_notation(const game::GameRecord& record, game::SquareNames names) {
  const auto entry = std::ranges::find(game::catalog(), record.token, &game::CatalogEntry::id);
  if (entry == game::catalog().end() || entry->family == game::Family::star) return record.game_type;
  const bool has_letters = entry->game_type.contains(",A");
  if (has_letters == (names == game::SquareNames::letters)) return entry->game_type;
  std::string type = entry->game_type;
  const bool black_begins = type.contains(",B,");
  const std::size_t place = type.rfind(',') - 2;
  type.replace(place, 2,
               names == game::SquareNames::letters ? (black_begins ? "A3" : "A0")
               : black_begins                      ? "N1"
                                                   : "N2");
  return type;
}

// A collection that is being written, game by game.
class Converted {
 public:
  Converted(bool is_json, std::string between, std::optional<TextFile> file)
      : is_json_(is_json), between_(std::move(between)), file_(std::move(file)) {}

  void add(const std::string& game) {
    write((is_first_ ? std::string(is_json_ ? "[\n" : "") : between_) + game);
    is_first_ = false;
  }

  base::Checked<void> finish() {
    if (is_json_) write(is_first_ ? "[]\n" : "\n]\n");
    if (!file_) return {};
    return file_->finish();
  }

 private:
  void write(const std::string& text) { file_ ? file_->write(text) : say(text); }

  bool is_json_;
  std::string between_;
  std::optional<TextFile> file_;
  bool is_first_ = true;
};

}  // namespace

int run_pdn_check(const PdnCheckRequest& request) {
  const auto collection = collection_of(request.input);
  if (!collection) return complain_of_usage(collection.error());
  CheckText text;
  if (!request.is_json) return check_files(request, *collection, text);
  CheckJson json;
  return check_files(request, *collection, json);
}

int run_pdn_convert(const PdnConvertRequest& request) {
  constexpr std::array<std::string_view, 4> forms{"pdn", "json", "ndjson", "fen"};
  if (std::ranges::find(forms, request.form) == forms.end()) {
    return complain_of_usage("--to: expected pdn or json, ndjson or fen instead of " + base::quoted(request.form));
  }
  const auto notation = read_notation(request.notation);
  if (!notation) return complain_of_usage(notation.error());
  auto collection = collection_of(request.input);
  if (!collection) return complain_of_usage(collection.error());
  std::optional<TextFile> file;
  if (request.output != "-") {
    auto created = TextFile::create(request.output, IfThere::replace);
    if (!created) return complain(created.error());
    file.emplace(*std::move(created));
  }
  const bool is_json = request.form == "json";
  const char* const between = is_json ? ",\n" : request.form == "pdn" ? "\n" : "";
  Converted converted(is_json, between, std::move(file));
  const auto make_text = [&](const ReadRecord& read) {
    if (is_json) return record_json(read.record);
    if (request.form == "ndjson") return move_rows(read.record);
    if (request.form == "fen") return position_rows(read.record);
    if (!*notation) return game::write_record(read.record);
    game::GameRecord record = read.record;
    record.game_type = type_with_notation(record, **notation);
    return game::write_record(record);
  };
  std::uint64_t problems = 0;
  for (const std::string& each : request.input.files) {
    collection->file = each;
    const auto read = read_collection(
        *collection,
        {.make_text = make_text,
         .on_game = [&](TextPlace, const ReadRecord&, const std::string& text) { converted.add(text); },
         .on_problem =
             [&](const PdnProblem& problem) {
               say_on_standard_error(with_place(each, problem.place, text_of(problem)));
             },
         .on_note = [&](TextPlace place,
                        const std::string& note) { say_on_standard_error(with_place(each, place, "note: " + note)); }});
    // Without an input there is nothing to put in the place of an output.
    if (!read) return complain(read.error());
    problems += read->problems;
  }
  if (const auto finished = converted.finish(); !finished) return complain(finished.error());
  return problems == 0 ? success : failure;
}

}  // namespace crownstar::cli
