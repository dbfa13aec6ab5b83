#include "programs/cli/engines/analyse.hpp"

#include <algorithm>
#include <any>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text/json.hpp"
#include "base/text/quote.hpp"
#include "base/text/utf8.hpp"
#include "engines/contest/players/engine_spec.hpp"
#include "engines/contest/review.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/interruption.hpp"
#include "programs/cli/console/progress.hpp"
#include "programs/cli/console/text_file.hpp"
#include "programs/cli/engines/earlier_analysis.hpp"
#include "programs/cli/pdn/pdn_collection.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/record/record_writer.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;
using contest::Mark;
using contest::ReviewedMove;
using game::GameRecord;

constexpr double usual_seconds = 0.5;
constexpr std::size_t longest_variation = 8;  // half-moves of a better line that are written
constexpr int known_result = 20'000;          // hundredths beyond which a score says who wins

struct Engine {
  std::unique_ptr<search::Searcher> searcher;
  contest::ReviewTerms terms;
};

Checked<Engine> make_engine(const AnalyseRequest& request) {
  const auto limits = contest::read_limits({request.time, request.nodes, {}}, usual_seconds);
  if (!limits) return std::unexpected(limits.error());
  const auto equipment = read_equipment(request.equipment);
  if (!equipment) return std::unexpected(equipment.error());
  return Engine{equipment->make_searcher(), {.limits = *limits}};
}

// A game that has been gone over.
struct Analysed {
  std::unique_ptr<game::Game> game;  // of that kind, at its start
  std::vector<ReviewedMove> moves;

  // Scores are told from the view of the side that moves first, as PDN counts results and as the page tells them.
  static constexpr int viewer = 0;
  search::Score shown(const ReviewedMove& made, const search::Score& score) const {
    return made.seat == viewer ? score : search::Score{-score.hundredths, reversed(score.plies_to_end), {}};
  }

  std::string text_of(const search::Score& score) const {
    const int winner = score.hundredths > 0 ? viewer : 1 - viewer;
    if (score.plies_to_end && *score.plies_to_end == 0) return game->seat_name(winner) + " has won";
    if (score.plies_to_end) {
      return fmt::format("{} wins in {}", game->seat_name(winner), (std::abs(*score.plies_to_end) + 1) / 2);
    }
    if (std::abs(score.hundredths) > known_result) return game->seat_name(winner) + " wins";
    return fmt::format("{:+.2f}", score.hundredths / 100.0);
  }

  long count(int seat, Mark mark) const {
    return std::ranges::count_if(moves,
                                 [&](const ReviewedMove& made) { return made.seat == seat && made.mark == mark; });
  }

 private:
  static std::optional<int> reversed(std::optional<int> plies) { return plies ? std::optional(-*plies) : std::nullopt; }
};

std::string summary_of(const Analysed& analysed, int seat) {
  const auto count = [&](Mark mark) { return static_cast<std::uint64_t>(analysed.count(seat, mark)); };
  return fmt::format("{}: {}, {}, {}", analysed.game->seat_name(seat), counted(count(Mark::blunder), "blunder"),
                     counted(count(Mark::mistake), "mistake"),
                     counted(count(Mark::inaccuracy), "inaccuracy", "inaccuracies"));
}

// The moves before a node of the main line, played through.
Checked<std::unique_ptr<game::Game>> game_before(const GameRecord& record, int node) {
  auto game = game::start(record.token);
  if (!game) return game;
  if (!record.start.empty()) {
    if (const auto set = (*game)->set_position(record.start); !set) return std::unexpected(set.error());
  }
  for (const int index : record.main_line()) {
    if (index == node) break;
    const game::RecordNode& before = record.node(index);
    if (!before.setup.empty()) {
      if (const auto set = (*game)->set_position(before.setup); !set) return std::unexpected(set.error());
      continue;
    }
    game::go_on_past_draw(**game);
    const auto move = (*game)->parse(before.move);
    if (!move) return std::unexpected(move.error());
    if (const auto played = (*game)->play(*move); !played) return std::unexpected(played.error());
  }
  game::go_on_past_draw(**game);
  return game;
}

void add_variation(GameRecord& record, const Analysed& analysed, const ReviewedMove& made) {
  const auto game = game_before(record, made.node);
  if (!game) return;
  int last = record.node(made.node).parent;
  for (std::size_t number = 0; number < std::min(made.better.size(), longest_variation); ++number) {
    const auto move = (*game)->parse(made.better[number]);
    if (!move) break;
    last = game::add_move(record, last, **game, *move);
    if (number == 0) record.node(last).comments.push_back(analysed.text_of(analysed.shown(made, made.best)));
    if (!(*game)->play(*move) || (*game)->outcome().is_over) break;
  }
}

// The record with what was found, instead of what was found before: an evaluation after each move, signs for the bad
// ones, better lines as variations.
GameRecord annotated(GameRecord record, const Analysed& analysed) {
  record.node(0).comments.push_back(
      fmt::format("{}; {}; {}", summary_of(analysed, 0), summary_of(analysed, 1), end_of_summary(*analysed.game)));
  for (const ReviewedMove& made : analysed.moves) {
    const std::string now = analysed.text_of(analysed.shown(made, made.played));
    game::RecordNode& node = record.node(made.node);
    if (made.mark == Mark::good) {
      node.comments.push_back(now);
      continue;
    }
    node.nags.push_back(nag_of(made.mark));
    node.comments.push_back(fmt::format("{}: {} instead of {}", contest::name_of(made.mark), now,
                                        analysed.text_of(analysed.shown(made, made.best))));
    add_variation(record, analysed, made);
  }
  return record;
}

void write_score(base::JsonWriter& json, std::string_view name, const search::Score& score) {
  json.member(name, score.hundredths);
  if (!score.plies_to_end) return;
  json.member(fmt::format("{}_plies_to_end", name), *score.plies_to_end);
}

void write_reviewed_move(base::JsonWriter& json, const Analysed& analysed, const ReviewedMove& made, int number) {
  json.begin_object();
  json.member("number", number);
  json.member("seat", analysed.game->seat_name(made.seat));
  json.member("move", made.move);
  json.member("only", made.is_only);
  write_score(json, "score", analysed.shown(made, made.played));
  write_score(json, "best_score", analysed.shown(made, made.best));
  json.key("better");
  json.begin_array();
  for (const std::string& move : made.better) json.value(move);
  json.end_array();
  json.member("loss", made.loss);
  json.member("mark", contest::name_of(made.mark));
  json.end_object();
}

std::string json_of(const GameRecord& record, const Analysed& analysed) {
  base::JsonWriter json;
  json.begin_object();
  json.member("game", record.token);
  json.key("tags");
  json.begin_object();
  for (const game::RecordTag& tag : record.tags) {
    if (record.find_tag(tag.name) == &tag) json.member(tag.name, tag.value);
  }
  json.end_object();
  json.member("start", record.start);
  json.member("result", game::write_result(record.result, record.result_form));
  json.member("view", analysed.game->seat_name(Analysed::viewer));
  json.key("moves");
  json.begin_array();
  for (const ReviewedMove& made : analysed.moves) {
    write_reviewed_move(json, analysed, made, record.node(made.node).number);
  }
  json.end_array();
  json.key("seats");
  json.begin_array();
  for (const int seat : {0, 1}) {
    json.begin_object();
    json.member("seat", analysed.game->seat_name(seat));
    json.member("blunders", analysed.count(seat, Mark::blunder));
    json.member("mistakes", analysed.count(seat, Mark::mistake));
    json.member("inaccuracies", analysed.count(seat, Mark::inaccuracy));
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

// Goes through a collection a game at a time, and writes each as soon as it is done.
class Analysis {
 public:
  Analysis(const AnalyseRequest& request, Engine engine, std::optional<TextFile> file)
      : request_(request), engine_(std::move(engine)), file_(std::move(file)) {}

  int run() {
    const Interruption interruption(engine_.terms.stop);
    if (request_.is_json) write("{\"games\":[");
    const CollectionRequest collection{.file = request_.file, .fallback = request_.fallback, .encoding = {}};
    const auto read =
        read_collection(collection, {.make = {},
                                     .on_game = [this](game::TextPlace place, const game::ReadRecord& record,
                                                       const std::any&) { analyse(place, record.record); },
                                     .on_problem =
                                         [this](const game::PdnProblem& problem) {
                                           const std::string text = problem.text.empty() ? "" : problem.text + ": ";
                                           tell_problem(problem.place, text + base::to_text(problem.refusal));
                                         },
                                     .on_note = {},
                                     .has_enough = [this] { return has_enough(); }});
    progress_.wipe();
    if (!read) return complain(read.error());
    if (request_.is_json) write(fmt::format("],\"problems\":{}}}\n", problems_));
    if (file_) {
      if (const auto finished = file_->finish(); !finished) return complain(finished.error());
    }
    if (is_interrupted()) {
      complain("interrupted; finished games were written");
      return interrupted;
    }
    return problems_ == 0 ? success : failure;
  }

 private:
  bool is_interrupted() const { return engine_.terms.stop.is_stopped(); }
  bool has_enough() const { return is_interrupted() || (file_ ? file_->has_failed() : std::ferror(stdout) != 0); }

  void analyse(game::TextPlace place, const GameRecord& record) {
    if (has_enough()) return;
    auto moves = contest::review(record, *engine_.searcher, engine_.terms, [&](std::size_t done, std::size_t all) {
      progress_.tell([&] {
        return fmt::format("game {}: {} of {} positions, {:.0f} s", games_ + 1, done, all, progress_.seconds());
      });
    });
    progress_.wipe();
    if (is_interrupted()) return;  // half a game says little of it
    if (!moves) return tell_problem(place, base::to_text(moves.error()));
    const Analysed analysed{*game::start(record.token), *std::move(moves)};
    if (request_.is_json) {
      write((games_ > 0 ? "," : "") + json_of(record, analysed));
    } else {
      write((games_ > 0 ? "\n" : "") +
            game::write_record(annotated(without_earlier_analysis(record, *analysed.game), analysed)));
    }
    ++games_;
    if (file_) say(fmt::format("game {}: {}; {}\n", games_, summary_of(analysed, 0), summary_of(analysed, 1)));
    std::fflush(stdout);  // the next one may take a while
  }

  void tell_problem(game::TextPlace place, const std::string& text) {
    ++problems_;
    progress_.wipe();
    complain(base::printable(fmt::format("{}:{}:{}: {}", request_.file, place.line, place.column, text)));
  }

  void write(const std::string& text) { file_ ? file_->write(text) : say(text); }

  const AnalyseRequest& request_;
  Engine engine_;
  std::optional<TextFile> file_;
  Progress progress_;
  std::uint64_t games_ = 0;
  std::uint64_t problems_ = 0;
};

}  // namespace

int run_analyse(const AnalyseRequest& request) {
  if (const auto game = check_fallback(request.fallback); !game) return complain_of_usage(game.error());
  auto engine = make_engine(request);
  if (!engine) return complain_of_usage(engine.error());
  std::optional<TextFile> file;
  if (request.output != "-") {
    auto created = TextFile::create(request.output, IfThere::replace, request.keep_free);
    if (!created) return complain(created.error());
    file.emplace(*std::move(created));
  }
  return Analysis(request, *std::move(engine), std::move(file)).run();
}

}  // namespace crownstar::cli
