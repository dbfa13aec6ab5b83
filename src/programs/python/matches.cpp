// Matches between engines for Python, and the openings that they begin from.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "engines/contest/players/engine_spec.hpp"
#include "engines/contest/starts.hpp"
#include "engines/contest/statistics/tally.hpp"
#include "engines/pool/tables_choice.hpp"
#include "engines/search/builtin/builtin_searcher.hpp"
#include "programs/python/module_parts.hpp"
#include "programs/python/played_game.hpp"
#include "programs/python/refusals.hpp"
#include "programs/python/running_match.hpp"
#include "programs/python/tuples.hpp"
#include "programs/python/whole.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/sides.hpp"
#include "rules/game/token.hpp"
#include "rules/record/reading/record_reader.hpp"

namespace crownstar::python {
namespace {

namespace nb = nanobind;
using namespace nb::literals;
using contest::ArenaTerms;
using contest::ContestResult;

constexpr std::size_t most_engines = 64;
constexpr int most_match_games = 1'000'000;
constexpr int most_match_threads = 256;
constexpr int most_moves_each = 5'000;
constexpr int most_random_moves = 20;
constexpr int most_openings = 10'000;
constexpr int most_hundredths = 1'000'000;
constexpr double longest_move = 1e6;
constexpr double longest_wait = 1e7;
constexpr int deepest_move = 100;

// A text as `crownstar match` has it, or a program that speaks Hub with its arguments.
using WrittenEngine = std::pair<std::string, std::vector<std::string>>;

// How A of one pairing did.
struct PairingResult {
  contest::Pairing pairing;
  ContestResult result;
};

// So that the object in Python ends its match when it is let go of.
class Match {
 public:
  explicit Match(std::shared_ptr<RunningMatch> running) : running_(std::move(running)) {}
  Match(const Match&) = delete;
  Match& operator=(const Match&) = delete;
  ~Match() {
    const nb::gil_scoped_release released;
    running_->end();
  }
  RunningMatch& running() const { return *running_; }

 private:
  std::shared_ptr<RunningMatch> running_;
};

int checked_number(const char* name, Whole<int> given, int least, int most) {
  const int number = given.value;
  if (number >= least && number <= most) return number;
  throw nb::value_error(
      (std::string(name) + ": expected " + std::to_string(least) + " to " + std::to_string(most)).c_str());
}

search::SearchLimits limits_from(std::optional<double> time, std::optional<std::uint64_t> nodes,
                                 std::optional<int> depth) {
  search::SearchLimits limits;
  if (time) {
    if (!std::isfinite(*time) || *time <= 0 || *time > longest_move) throw nb::value_error("time: expected seconds");
    limits.time = search::Milliseconds(std::max<std::int64_t>(1, std::llround(*time * 1000)));
  }
  if (nodes && *nodes == 0) throw nb::value_error("nodes: expected 1 or more");
  if (depth) checked_number("depth", Whole<int>{*depth}, 1, deepest_move);
  limits.nodes = nodes;
  limits.depth = depth;
  return limits;
}

std::vector<contest::EngineSpec> engines_from(const std::vector<WrittenEngine>& written) {
  if (written.size() < 2 || written.size() > most_engines) {
    throw nb::value_error(("engines: expected 2 to " + std::to_string(most_engines)).c_str());
  }
  std::vector<contest::EngineSpec> engines;
  for (const auto& [text, command] : written) {
    contest::EngineSpec spec;
    if (command.empty()) {
      spec = value_or_raise("EngineError", contest::read_engine_spec(text));
    } else {
      if (command.front().empty()) throw nb::value_error("engines: expected a program before its arguments");
      spec.command = command;
      for (const std::string& word : command) spec.text += (spec.text.empty() ? "hub:" : " ") + word;
    }
    engines.push_back(std::move(spec));
  }
  return engines;
}

// What the game cannot have is refused before the first move.
void check_fit(const ArenaTerms& terms) {
  const auto game = value_or_raise("UnknownGame", game::start(terms.game.token));
  value_or_raise("EngineError", contest::check_starts(terms.game.token, terms.starts, terms.random_moves));
  const int sides = game::sides_of(*game).count;
  if (sides != 2 && terms.engines.size() > 2) {
    raise("EngineError", "more than two engines need a game of two sides, and this one has " + std::to_string(sides));
  }
  if (terms.test && (sides != 2 || terms.engines.size() != 2)) {
    raise("EngineError", "sprt: two engines and a game of two sides are expected");
  }
  const bool has_agreement = terms.game.agreement.win || terms.game.agreement.draw_after;
  if (has_agreement && game->seats() != 2) raise("EngineError", "agreed_win, agreed_draw: a game of two is expected");
  const std::string wanted = search::network_name(*game);
  for (const contest::EngineSpec& spec : terms.engines) {
    if (spec.network_game.empty() || spec.network_game == wanted) continue;
    raise("EngineError", spec.text + " has a network of another game: " + spec.network_game);
  }
}

search::FindTables referee_from(const std::string& folder, const std::string& token) {
  if (folder.empty()) return {};
  auto referee = engine::choose_tables(folder, [](const base::Refusal&) {});
  if (!referee) raise("TablesError", referee.error());
  const std::string id(game::id_of(token));
  if ((*referee)(id) == nullptr) raise("TablesError", "there are no endgame tables of " + id + " in that folder");
  return *std::move(referee);
}

Match* start_match(const std::vector<WrittenEngine>& engines, const std::string& token, Whole<int> games,
                   bool is_gauntlet, std::optional<double> time, std::optional<std::uint64_t> nodes,
                   std::optional<int> depth, const std::string& starts, Whole<int> random_moves, std::uint64_t seed,
                   Whole<int> threads, Whole<int> most_moves, std::optional<Whole<int>> agreed_win,
                   std::optional<Whole<int>> agreed_draw, const std::string& referee,
                   std::optional<std::pair<double, double>> sprt) {
  ArenaTerms terms;
  terms.game.token = value_or_raise("UnknownGame", game::start(token))->token();
  terms.engines = engines_from(engines);
  terms.pairings = is_gauntlet ? contest::gauntlet(terms.engines.size()) : contest::round_robin(terms.engines.size());
  terms.limits = limits_from(time, nodes, depth);
  terms.games = checked_number("games", games, 1, most_match_games);
  terms.threads = checked_number("threads", threads, 1, most_match_threads);
  terms.game.most_moves = checked_number("most_moves", most_moves, 1, most_moves_each);
  terms.random_moves = checked_number("random_moves", random_moves, 0, most_random_moves);
  if (agreed_win) terms.game.agreement.win = checked_number("agreed_win", *agreed_win, 1, most_hundredths);
  if (agreed_draw) terms.game.agreement.draw_after = checked_number("agreed_draw", *agreed_draw, 1, most_moves_each);
  terms.seed = seed;
  terms.starts = starts;
  if (sprt) {
    const bool is_range = std::isfinite(sprt->first) && std::isfinite(sprt->second) && sprt->first < sprt->second;
    if (!is_range) throw nb::value_error("sprt: expected two Elo values, the lower one first");
    terms.test = {sprt->first, sprt->second};
  }
  terms.game.adjudication_tables = referee_from(referee, terms.game.token);
  check_fit(terms);
  return new Match(RunningMatch::start(std::move(terms)));
}

nb::object result_of(const Match& match) {
  const auto result = match.running().result();
  if (!result) return nb::none();
  if (!*result) raise("EngineError", result->error());
  nb::list pairings;
  for (std::size_t nth = 0; nth < (*result)->pairings.size(); ++nth) {
    pairings.append(PairingResult{match.running().terms().pairings[nth], (*result)->pairings[nth]});
  }
  return nb::make_tuple(nb::tuple(pairings), (*result)->was_stopped);
}

nb::list games_of(const Match& match) {
  nb::list all;
  for (MatchGame& game : match.running().take_games()) all.append(std::move(game));
  return all;
}

// Each opening once; the same for the same seed.
nb::list openings(const std::string& token, const std::string& kind, Whole<int> count, Whole<int> random_moves,
                  std::uint64_t seed) {
  const PlayedGame first = value_or_raise("UnknownGame", PlayedGame::begin(token));
  checked_number("count", count, 1, most_openings);
  checked_number("random_moves", random_moves, 0, most_random_moves);
  base::Checked<std::vector<contest::Start>> starts;
  {
    const nb::gil_scoped_release released;
    starts = contest::make_starts({first.game().token(), kind, random_moves.value, count.value, seed});
  }
  if (!starts) raise("EngineError", starts.error());
  nb::list all;
  std::vector<const contest::Start*> known;
  for (const contest::Start& start : *starts) {
    const bool is_known = std::ranges::any_of(known, [&](const contest::Start* each) {
      return each->position == start.position && each->turns == start.turns;
    });
    if (is_known) continue;
    known.push_back(&start);
    PlayedGame played = first;
    if (!start.position.empty()) value_or_raise("PositionError", played.set_position(start.position));
    for (const search::Turn& turn : start.turns) {
      value_or_raise("IllegalMove", played.play(value_or_raise("IllegalMove", played.find(turn.move))));
    }
    all.append(std::move(played));
  }
  return all;
}

const char* name_of(contest::Verdict verdict) {
  if (verdict == contest::Verdict::open) return "open";
  return verdict == contest::Verdict::elo1 ? "elo1" : "elo0";
}

void bind_match_games(nb::module_& module) {
  nb::class_<MatchGame>(module, "MatchGameCore", "A game of a match.")
      .def_prop_ro("round", [](const MatchGame& game) { return game.round + 1; })
      .def_prop_ro("engines", [](const MatchGame& game) { return tuple_of(game.engines); })
      .def_prop_ro("places", [](const MatchGame& game) { return tuple_of(game.played.places); })
      .def_prop_ro("is_undecided", [](const MatchGame& game) { return game.played.is_undecided; })
      .def_prop_ro("reason", [](const MatchGame& game) { return game.played.reason; })
      .def_prop_ro("termination", &MatchGame::termination)
      .def_prop_ro("failed_seat", [](const MatchGame& game) { return game.played.failed_seat; })
      .def_prop_ro("plies", [](const MatchGame& game) { return game.played.plies; })
      .def_prop_ro("core", [](const MatchGame& game) { return game::ReadRecord{game.played.record, {}, {}}; });
}

void bind_pairings(nb::module_& module) {
  nb::class_<PairingResult>(module, "PairingResult", "How the first of two engines did against the second.")
      .def_prop_ro("engines", [](const PairingResult& each) { return nb::make_tuple(each.pairing.a, each.pairing.b); })
      .def_prop_ro("games", [](const PairingResult& each) { return each.result.games; })
      .def_prop_ro("wins", [](const PairingResult& each) { return each.result.tally.wins(); })
      .def_prop_ro("draws", [](const PairingResult& each) { return each.result.tally.draws(); })
      .def_prop_ro("losses", [](const PairingResult& each) { return each.result.tally.losses(); })
      .def_prop_ro("score", [](const PairingResult& each) { return each.result.tally.score(); })
      .def_prop_ro("score_error", [](const PairingResult& each) { return each.result.tally.score_error(); })
      .def_prop_ro("elo", [](const PairingResult& each) { return each.result.tally.elo().value; })
      .def_prop_ro("elo_error", [](const PairingResult& each) { return each.result.tally.elo().error; })
      .def_prop_ro("superiority", [](const PairingResult& each) { return contest::superiority(each.result.tally); })
      .def_prop_ro("verdict", [](const PairingResult& each) { return name_of(each.result.verdict); })
      .def_prop_ro("first_places", [](const PairingResult& each) { return each.result.places.first().value; })
      .def_prop_ro("places", [](const PairingResult& each) { return tuple_of(each.result.places.places()); })
      .def_prop_ro("shared", [](const PairingResult& each) { return each.result.places.shared(); })
      .def_prop_ro("undecided", [](const PairingResult& each) { return each.result.places.undecided(); });
}

}  // namespace

void bind_matches(nb::module_& module) {
  bind_match_games(module);
  bind_pairings(module);
  nb::class_<Match>(module, "MatchCore", nb::is_weak_referenceable(), "A match that is played.")
      .def("stop", [](Match& match) { match.running().stop(); })
      .def_prop_ro("is_done", [](const Match& match) { return match.running().is_done(); })
      .def(
          "wait",
          [](Match& match, double seconds) {
            if (!std::isfinite(seconds) || seconds < 0 || seconds > longest_wait) {
              throw nb::value_error("seconds: expected seconds, 0 or more");
            }
            const nb::gil_scoped_release released;
            match.running().wait(std::chrono::milliseconds(std::llround(seconds * 1000)));
          },
          "seconds"_a)
      .def("take_games", &games_of)
      .def("finished", &result_of);
  module.def("start_match", &start_match, nb::rv_policy::take_ownership, "engines"_a, nb::kw_only(), "game"_a,
             "games"_a, "gauntlet"_a, "time"_a.none(), "nodes"_a.none(), "depth"_a.none(), "starts"_a, "random_moves"_a,
             "seed"_a, "threads"_a, "most_moves"_a, "agreed_win"_a.none(), "agreed_draw"_a.none(), "referee"_a,
             "sprt"_a.none());
  module.def("opening_games", &openings, "game"_a, nb::kw_only(), "kind"_a, "count"_a, "random_moves"_a, "seed"_a);
  module.def("_end_all_matches", [] {
    const nb::gil_scoped_release released;
    end_all_matches();
  });
}

}  // namespace crownstar::python
