#include "programs/cli/engines/match.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/json.hpp"
#include "base/quote.hpp"
#include "engines/contest/contest.hpp"
#include "engines/contest/starts.hpp"
#include "engines/pool/tables_choice.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/interruption.hpp"
#include "programs/cli/console/progress.hpp"
#include "programs/cli/console/text_file.hpp"
#include "programs/cli/engines/referee.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/sides.hpp"
#include "rules/record/record_writer.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;
using contest::ContestResult;
using contest::ContestTerms;
using contest::SearchTotals;

constexpr std::uint64_t most_match_games = 1'000'000;
constexpr std::uint64_t most_threads = 256;
constexpr std::uint64_t most_moves = 5'000;
constexpr double usual_move_seconds = 0.1;

// The limits are written as a specification has them, so that there is one reader of both.
Checked<search::SearchLimits> read_limits(const MatchRequest& request) {
  std::string text;
  const auto add = [&text](std::string_view key, const std::string& value) {
    if (!value.empty()) text += fmt::format("{}{}={}", text.empty() ? "" : ",", key, value);
  };
  add("time", request.time);
  add("nodes", request.nodes);
  add("depth", request.depth);
  if (text.empty()) text = fmt::format("time={}", usual_move_seconds);
  const auto spec = contest::read_engine_spec(text);
  if (!spec) return std::unexpected(spec.error());
  return spec->limits;
}

Checked<std::optional<contest::SequentialTest>> read_test(const std::string& text) {
  if (text.empty()) return std::nullopt;
  char* end = nullptr;
  contest::SequentialTest test;
  test.elo0 = std::strtod(text.c_str(), &end);
  if (*end == ',') test.elo1 = std::strtod(end + 1, &end);
  const bool is_whole = *end == '\0' && text.contains(',') && test.elo0 < test.elo1;
  if (!is_whole) return base::refuse("--sprt: expected two Elo values such as 0,5 instead of " + base::quoted(text));
  return test;
}

Checked<std::optional<int>> read_optional(std::string_view option, const std::string& text, std::uint64_t most) {
  if (text.empty()) return std::nullopt;
  const auto number = read_number(option, text, 1, most);
  if (!number) return std::unexpected(number.error());
  return static_cast<int>(*number);
}

// Each number beside where it goes.
struct NumberOption {
  std::string_view name;
  const std::string& text;
  std::uint64_t most;
  int& place;
};

// Before the first game: an engine that is not there must not lose them.
Checked<void> check_program(const contest::EngineSpec& spec) {
  if (spec.command.empty()) return {};
  const std::string& program = spec.command.front();
  const auto can_run = [](const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
  };
  bool is_there = program.contains('/') && can_run(program);
  if (!program.contains('/')) {
    const char* const folders = std::getenv("PATH");
    std::string_view rest = folders == nullptr ? "" : folders;
    while (!is_there && !rest.empty()) {
      const std::size_t end = std::min(rest.find(':'), rest.size());
      is_there = can_run(std::string(rest.substr(0, end)) + "/" + program);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  if (is_there) return {};
  return base::refuse("hub: there is no program " + base::quoted(program) + " that can be run");
}

// What would be taken no notice of is refused.
Checked<void> check_fit(const ContestTerms& terms) {
  if (const auto known = contest::check_starts(terms.game.token, terms.starts, terms.random_moves); !known) {
    return known;
  }
  const auto game = game::start(terms.game.token);
  for (const contest::EngineSpec* spec : {&terms.a, &terms.b}) {
    const std::string wanted = search::network_name(**game);
    if (spec->network_game.empty() || spec->network_game == wanted) continue;
    return base::refuse(base::quoted(spec->text) + " has a network of " + spec->network_game +
                        (wanted.empty() ? ", and none judges this game" : ", and the game needs one of " + wanted));
  }
  const int sides = game::sides_of(**game).count;
  if (terms.test && sides != 2) {
    return base::refuse(fmt::format("--sprt: a game of two sides is expected, and this one has {}", sides));
  }
  const bool has_agreement = terms.game.agreement.win || terms.game.agreement.draw_after;
  if (has_agreement && (*game)->seats() != 2) {
    return base::refuse("--agreed-win and --agreed-draw: a game of two is expected, and this one has " +
                        fmt::format("{} seats", (*game)->seats()));
  }
  return {};
}

Checked<ContestTerms> read_terms(const MatchRequest& request) {
  ContestTerms terms;
  const auto name_damaged = [](const base::Refusal& refusal) { complain(refusal); };
  auto a = contest::read_engine_spec(request.a, name_damaged);
  if (!a) return std::unexpected(a.error());
  auto b = contest::read_engine_spec(request.b, name_damaged);
  if (!b) return std::unexpected(b.error());
  terms.a = *std::move(a);
  terms.b = *std::move(b);
  for (const contest::EngineSpec* spec : {&terms.a, &terms.b}) {
    if (const auto there = check_program(*spec); !there) return std::unexpected(there.error());
  }
  // Tables where they usually lie, unless an engine was given others or none.
  const auto found = engine::choose_tables({}, name_damaged);
  if (!found) return std::unexpected(found.error());
  for (contest::EngineSpec* spec : {&terms.a, &terms.b}) {
    if (!spec->find_tables) spec->find_tables = *found;
  }
  const auto limits = read_limits(request);
  if (!limits) return std::unexpected(limits.error());
  terms.limits = *limits;
  for (const NumberOption& each :
       {NumberOption{"--games", request.games, most_match_games, terms.games},
        NumberOption{"--threads", request.threads, most_threads, terms.threads},
        NumberOption{"--most-moves", request.most_moves, most_moves, terms.game.most_moves}}) {
    const auto number = read_number(each.name, each.text, 1, each.most);
    if (!number) return std::unexpected(number.error());
    each.place = static_cast<int>(*number);
  }
  const auto seed = read_number("--seed", request.seed, 0, ~std::uint64_t{0});
  if (!seed) return std::unexpected(seed.error());
  terms.seed = *seed;
  const auto test = read_test(request.test);
  if (!test) return std::unexpected(test.error());
  terms.test = *test;
  const auto win = read_optional("--agreed-win", request.agreed_win, 1'000'000);
  if (!win) return std::unexpected(win.error());
  const auto draw = read_optional("--agreed-draw", request.agreed_draw, most_moves);
  if (!draw) return std::unexpected(draw.error());
  const auto random = read_optional("--random-moves", request.random_moves, 20);
  if (!random) return std::unexpected(random.error());
  terms.game.token = request.game;
  terms.game.agreement = {*win, *draw};
  auto referee = read_referee(request.referee, request.game);
  if (!referee) return std::unexpected(referee.error());
  terms.game.adjudication_tables = *std::move(referee);
  terms.random_moves = random->value_or(0);
  terms.starts = request.starts;
  if (const auto fit = check_fit(terms); !fit) return std::unexpected(fit.error());
  return terms;
}

std::string shares(const contest::PlaceTally& tally) {
  std::string text;
  for (std::size_t place = 0; place < tally.places().size(); ++place) {
    text += fmt::format("{}: {}, ", place + 1, tally.places()[place]);
  }
  return text + fmt::format("lower ones shared: {}, undecided: {}", tally.shared(), tally.undecided());
}

std::string line_of(const ContestTerms& terms, const ContestResult& so_far) {
  if (so_far.sides != 2) return fmt::format("{} games, places {}", so_far.games, shares(so_far.places));
  const contest::Tally& tally = so_far.tally;
  const contest::Elo elo = tally.elo();
  std::string line =
      fmt::format("{} games: +{} ={} -{}, {:.1f} ± {:.1f} %, Elo {:+.1f} ± {:.1f}", tally.games(), tally.wins(),
                  tally.draws(), tally.losses(), 100 * tally.score(), 100 * tally.score_error(), elo.value, elo.error);
  if (terms.test) {
    line += fmt::format(", test {:+.2f} of ±{:.2f}", contest::log_likelihood_ratio(tally, *terms.test),
                        contest::decided_at);
  }
  return line;
}

double a_second(const SearchTotals& effort) {
  return effort.time.count() == 0 ? 0
                                  : static_cast<double>(effort.nodes) * 1e6 / static_cast<double>(effort.time.count());
}

double average(std::uint64_t total, std::uint64_t moves) {
  return moves == 0 ? 0 : static_cast<double>(total) / static_cast<double>(moves);
}

std::string effort_line(std::string_view side, const std::string& name, const SearchTotals& effort) {
  return fmt::format(
      "{} {}: {:.1f} plies deep, {:.0f} nodes a move, {:.2f} million a second, {:.4f} s a move, at most {:.3f}\n", side,
      name.empty() ? "the strongest" : name, average(effort.depth, effort.moves), average(effort.nodes, effort.moves),
      a_second(effort) / 1e6, average(static_cast<std::uint64_t>(effort.time.count()), effort.moves) / 1e6,
      static_cast<double>(effort.longest.count()) / 1e6);
}

std::string_view verdict_word(contest::Verdict verdict) {
  return verdict == contest::Verdict::elo1 ? "elo1" : verdict == contest::Verdict::elo0 ? "elo0" : "open";
}

void say_text(const ContestTerms& terms, const ContestResult& end) {
  say(line_of(terms, end) + "\n");
  if (end.sides != 2) {
    const contest::Share first = end.places.first();
    say(fmt::format("A is first in {:.1f} ± {:.1f} % of its games; {:.1f} % among equals\n", 100 * first.value,
                    100 * first.error, 100 * end.places.first_among_equals()));
  } else {
    const auto& pairs = end.tally.pairs();
    say(fmt::format("pairs by A's points 0 ½ 1 1½ 2: {} {} {} {} {}\n", pairs[0], pairs[1], pairs[2], pairs[3],
                    pairs[4]));
    if (terms.test) say(fmt::format("sequential test: {}\n", verdict_word(end.verdict)));
  }
  for (const auto& [reason, count] : end.undecided_by) say(fmt::format("undecided: {} {}\n", count, reason));
  if (end.repeated > 0) {
    say(fmt::format(
        "repeated: {} games are identical to another one; they add no information, so the margin is larger\n",
        end.repeated));
  }
  say(effort_line("A", terms.a.text, end.search_totals_a) + effort_line("B", terms.b.text, end.search_totals_b));
  say(
      fmt::format("{:.1f} plies a game; {} agreed, {} known to tables, {} too long, {} lost by A and {} by B because "
                  "their engine gave no move\n",
                  average(end.plies, static_cast<std::uint64_t>(end.games)), end.agreed, end.known, end.too_long,
                  end.failures_a, end.failures_b));
}

void write_effort(base::JsonWriter& json, std::string_view name, const SearchTotals& effort) {
  json.key(name);
  json.begin_object();
  json.member("moves", effort.moves);
  json.member("nodes", effort.nodes);
  json.member("depth", average(effort.depth, effort.moves));
  json.member("seconds", static_cast<double>(effort.time.count()) / 1e6);
  json.member("longest", static_cast<double>(effort.longest.count()) / 1e6);
  json.end_object();
}

void say_json(const ContestTerms& terms, const ContestResult& end) {
  base::JsonWriter json;
  json.begin_object();
  json.member("game", terms.game.token);
  json.member("a", terms.a.text);
  json.member("b", terms.b.text);
  json.member("seed", terms.seed);
  json.member("seats", end.seats);
  json.member("sides", end.sides);
  json.member("games", end.games);
  if (end.sides == 2) {
    const contest::Elo elo = end.tally.elo();
    json.member("wins", end.tally.wins());
    json.member("draws", end.tally.draws());
    json.member("losses", end.tally.losses());
    json.member("score", end.tally.score());
    json.member("score_error", end.tally.score_error());
    json.member("elo", elo.value);
    json.member("error", elo.error);
    json.key("pairs");
    json.begin_array();
    for (const int count : end.tally.pairs()) json.value(count);
    json.end_array();
    if (terms.test) {
      json.member("llr", contest::log_likelihood_ratio(end.tally, *terms.test));
      json.member("verdict", verdict_word(end.verdict));
    }
  } else {
    const contest::Share first = end.places.first();
    json.key("places");
    json.begin_array();
    for (const int count : end.places.places()) json.value(count);
    json.end_array();
    json.member("shared", end.places.shared());
    json.member("undecided", end.places.undecided());
    json.member("first", first.value);
    json.member("error", first.error);
    json.member("first_among_equals", end.places.first_among_equals());
  }
  json.key("undecided_by");
  json.begin_object();
  for (const auto& [reason, count] : end.undecided_by) json.member(reason, count);
  json.end_object();
  json.member("plies", end.plies);
  json.member("repeated", end.repeated);
  json.member("failures_a", end.failures_a);
  json.member("failures_b", end.failures_b);
  json.member("agreed", end.agreed);
  json.member("known", end.known);
  json.member("too_long", end.too_long);
  write_effort(json, "effort_a", end.search_totals_a);
  write_effort(json, "effort_b", end.search_totals_b);
  json.end_object();
  say(json.take() + "\n");
}

void set_tag(game::GameRecord& record, std::string_view name, std::string value) {
  const auto tag = std::ranges::find(record.tags, name, &game::RecordTag::name);
  if (tag != record.tags.end()) {
    tag->value = std::move(value);
  } else {
    record.tags.push_back({std::string(name), std::move(value)});
  }
}

// PDN's White and Black are the seats that it calls so, whatever begins; a star's seats have numbers.
std::string written(const contest::PlayedGame& played, const ContestTerms& terms, int round, int side_of_a) {
  game::GameRecord record = played.record;
  const auto game = game::start(terms.game.token);
  const game::Sides sides = game::sides_of(**game);
  set_tag(record, "Event", "crownstar match");
  set_tag(record, "Round", fmt::format("{}.{}", round + 1, side_of_a + 1));
  for (int seat = 0; seat < static_cast<int>(played.places.size()); ++seat) {
    const std::string& name = sides.of_seat(seat) == side_of_a ? terms.a.text : terms.b.text;
    const bool is_numbered = record.result_form == game::ResultForm::places;
    const std::string tag = is_numbered                           ? fmt::format("Seat{}", seat + 1)
                            : (*game)->seat_name(seat) == "White" ? "White"
                                                                  : "Black";
    set_tag(record, tag, name.empty() ? "the strongest" : name);
  }
  return game::write_record(record) + "\n";
}

}  // namespace

int run_match(const MatchRequest& request) {
  const auto terms = read_terms(request);
  if (!terms) return complain_of_usage(terms.error());
  std::optional<TextFile> pdn;
  if (!request.pdn.empty()) {
    auto created = TextFile::create(request.pdn, IfThere::replace);
    if (!created) return complain(created.error());
    pdn.emplace(*std::move(created));
  }
  Progress progress;
  contest::ContestListeners listeners;
  listeners.on_round = [&](const ContestResult& so_far) { progress.tell([&] { return line_of(*terms, so_far); }); };
  if (pdn) {
    listeners.on_game = [&](const contest::PlayedGame& played, int round, int side_of_a) {
      pdn->write(written(played, *terms, round, side_of_a));
    };
  }
  const auto end = [&] {
    const Interruption interruption(terms->game.stop);
    return contest::run_contest(*terms, listeners);
  }();
  progress.wipe();
  if (!end) return complain(end.error());
  if (pdn) {
    if (const auto finished = pdn->finish(); !finished) return complain(finished.error());
  }
  if (end->was_stopped) complain("interrupted; finished rounds are counted");
  if (end->games == 0) return interrupted;
  request.is_json ? say_json(*terms, *end) : say_text(*terms, *end);
  return end->was_stopped ? interrupted : success;
}

}  // namespace crownstar::cli
