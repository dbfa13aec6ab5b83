#include "programs/cli/games/pdn.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/json.hpp"
#include "base/quote.hpp"
#include "base/utf8.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/text_file.hpp"
#include "programs/cli/games/pdn_collection.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/record/record_json.hpp"
#include "rules/record/record_writer.hpp"

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

int check_files(const PdnCheckRequest& request, CheckReport& report) {
  int status = success;
  for (const std::string& file : request.files) {
    report.begin_file(file);
    PdnTotals totals;
    const auto read = read_collection(file, request.fallback,
                                      {[&](TextPlace place, const ReadRecord& record) {
                                         ++totals.games;
                                         for (const std::string& note : record.notes) report.note(place, note);
                                       },
                                       [&](const PdnProblem& problem) {
                                         ++totals.problems;
                                         report.problem(problem);
                                       }});
    if (!read || totals.problems > 0) status = failure;
    if (!read) complain(read.error());
    report.end_file(totals, read ? std::nullopt : std::optional(read.error().reason));
  }
  report.end();
  return status;
}

// A collection that is being written, game by game.
class Converted {
 public:
  Converted(bool is_json, std::optional<TextFile> file) : is_json_(is_json), file_(std::move(file)) {}

  void add(const game::GameRecord& record) {
    if (is_json_) {
      write((is_first_ ? "[\n" : ",\n") + record_json(record));
    } else {
      write((is_first_ ? "" : "\n") + game::write_record(record));
    }
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
  std::optional<TextFile> file_;
  bool is_first_ = true;
};

}  // namespace

int run_pdn_check(const PdnCheckRequest& request) {
  if (const auto game = game::start(request.fallback); !game) return complain_of_usage(game.error());
  CheckText text;
  if (!request.is_json) return check_files(request, text);
  CheckJson json;
  return check_files(request, json);
}

int run_pdn_convert(const PdnConvertRequest& request) {
  if (request.form != "pdn" && request.form != "json") {
    return complain_of_usage("--to: expected pdn or json instead of " + base::quoted(request.form));
  }
  if (const auto game = game::start(request.fallback); !game) return complain_of_usage(game.error());
  std::optional<TextFile> file;
  if (request.output != "-") {
    auto created = TextFile::create(request.output, IfThere::replace);
    if (!created) return complain(created.error());
    file.emplace(*std::move(created));
  }
  Converted converted(request.form == "json", std::move(file));
  const auto read = read_collection(request.file, request.fallback,
                                    {[&](TextPlace, const ReadRecord& record) { converted.add(record.record); },
                                     [&](const PdnProblem& problem) {
                                       say_on_standard_error(with_place(request.file, problem.place, text_of(problem)));
                                     }});
  // Without an input there is nothing to put in the place of an output.
  if (!read) return complain(read.error());
  if (const auto finished = converted.finish(); !finished) return complain(finished.error());
  return read->problems == 0 ? success : failure;
}

}  // namespace crownstar::cli
