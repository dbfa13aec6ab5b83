#include "programs/cli/engines/tune/tune.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/text/parse_finite.hpp"
#include "base/text/parse_number.hpp"
#include "base/text/quote.hpp"
#include "engines/contest/arena.hpp"
#include "engines/contest/tuning/spsa.hpp"
#include "engines/search/builtin/builtin_searcher.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/progress.hpp"
#include "programs/cli/console/threads.hpp"
#include "programs/cli/engines/tune/tune_file.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;
using contest::ArenaTerms;
using contest::TunedParameter;

constexpr std::uint64_t most_tuning_rounds = 100'000;
constexpr std::uint64_t seeds_of_a_run = 1'000'000;  // one for each round, and no seed of another run
constexpr std::uint64_t most_games_of_a_round = 10'000;
constexpr std::uint64_t most_tuning_nodes = 1'000'000'000;
constexpr std::size_t most_tuned_parameters = 100;
// A range is so many steps wide: games then show a difference, and the other parameters still fit.
constexpr double steps_of_a_range = 12;

TunedParameter tuned_parameter(std::string name, int start, int least, int most) {
  return {std::move(name), start, least, most, std::max((static_cast<double>(most) - least) / steps_of_a_range, 1.0)};
}

TunedParameter tuned_parameter(const search::TunableParameter& one) {
  return tuned_parameter(std::string(one.name), one.usual, one.least, one.most);
}

// `START,LEAST,MOST` of another program's parameter, or of one of ours that is to have another range.
std::optional<TunedParameter> range_in(const std::string& name, std::string_view text) {
  std::vector<int> numbers;
  while (true) {
    const std::size_t end = text.find(',');
    const auto number = base::parse_number<int>(text.substr(0, end));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  const bool is_range =
      numbers.size() == 3 && numbers[1] <= numbers[0] && numbers[0] <= numbers[2] && numbers[1] < numbers[2];
  if (!is_range) return std::nullopt;
  return tuned_parameter(name, numbers[0], numbers[1], numbers[2]);
}

Checked<TunedParameter> read_parameter(const std::string& text, bool is_ours) {
  const std::size_t sign = text.find('=');
  const std::string name = text.substr(0, sign);
  if (sign != std::string::npos) {
    if (auto parameter = range_in(name, std::string_view(text).substr(sign + 1))) return *std::move(parameter);
    return base::refuse("--parameter: expected NAME=START,LEAST,MOST instead of " + base::quoted(text));
  }
  if (!is_ours) return base::refuse("--parameter: another program's parameters need a range, NAME=START,LEAST,MOST");
  const auto found = search::find_tunable_parameter(name);
  if (!found) return base::refuse("--parameter: " + found.error().reason);
  return tuned_parameter(*found);
}

Checked<std::vector<TunedParameter>> read_parameters(const TuneRequest& request, bool is_ours) {
  std::vector<TunedParameter> parameters;
  for (const std::string& text : request.parameters) {
    auto parameter = read_parameter(text, is_ours);
    if (!parameter) return std::unexpected(parameter.error());
    if (std::ranges::find(parameters, parameter->name, &TunedParameter::name) != parameters.end()) {
      return base::refuse("--parameter: " + base::quoted(parameter->name) + " was given twice");
    }
    parameters.push_back(*std::move(parameter));
  }
  if (parameters.empty() && is_ours) {
    for (const search::TunableParameter& each : search::tunable_parameters())
      parameters.push_back(tuned_parameter(each));
  }
  if (parameters.empty()) return base::refuse("--parameter: expected a parameter of the other program to tune");
  if (parameters.size() > most_tuned_parameters)
    return base::refuse(fmt::format("--parameter: at most {} are tuned", most_tuned_parameters));
  return parameters;
}

// The engine with these values, as `match` takes it.
std::string engine_with(const TuneRequest& request, const std::vector<TunedParameter>& parameters,
                        const std::vector<int>& values) {
  std::string text;
  for (std::size_t parameter = 0; parameter < parameters.size(); ++parameter) {
    text += fmt::format("{}set.{}={}", text.empty() ? "" : ",", parameters[parameter].name, values[parameter]);
  }
  return request.engine.empty() ? text : text + "," + request.engine;
}

struct TuneTerms {
  ArenaTerms arena;  // of a round, without its engines
  std::vector<TunedParameter> parameters;
  int rounds = 0;
  double rate = 0;
};

Checked<TuneTerms> read_terms(const TuneRequest& request) {
  TuneTerms terms;
  const auto game = game::start(request.game);
  if (!game) return std::unexpected(game.error());
  terms.arena.game.token = (*game)->token();
  if ((*game)->seats() != 2) return base::refuse("tune: a game of two is expected");
  const auto engine = contest::read_engine_spec(request.engine);
  if (!engine) return base::refuse("--engine: " + base::to_text(engine.error()));
  if (engine->command.empty() && !search::has_tunable_parameters(**game)) {
    return base::refuse("tune: our search of the star has no parameters to tune; expected a game of draughts");
  }
  if (engine->limits != search::SearchLimits{}) return base::refuse("--engine: its moves are limited by --nodes alone");
  auto parameters = read_parameters(request, engine->command.empty());
  if (!parameters) return std::unexpected(parameters.error());
  terms.parameters = *std::move(parameters);
  std::vector<int> first;
  for (const TunedParameter& parameter : terms.parameters) first.push_back(parameter.start);
  const auto begun = contest::read_engine_spec(engine_with(request, terms.parameters, first));
  if (!begun) return base::refuse("--parameter: " + base::to_text(begun.error()));
  const auto rounds = read_number("--rounds", request.rounds, 1, most_tuning_rounds);
  if (!rounds) return std::unexpected(rounds.error());
  terms.rounds = static_cast<int>(*rounds);
  const auto games = read_number("--games", request.games, 2, most_games_of_a_round);
  if (!games) return std::unexpected(games.error());
  terms.arena.games = static_cast<int>(*games);
  const auto nodes = read_number("--nodes", request.nodes, 1, most_tuning_nodes);
  if (!nodes) return std::unexpected(nodes.error());
  terms.arena.limits.nodes = *nodes;
  const auto seed = read_number("--seed", request.seed, 0, ~std::uint64_t{0});
  if (!seed) return std::unexpected(seed.error());
  terms.arena.seed = *seed;
  const auto threads = read_threads(request.threads);
  if (!threads) return std::unexpected(threads.error());
  terms.arena.threads = *threads;
  const auto rate = base::parse_finite(request.rate);
  if (!rate || *rate <= 0 || *rate > 1) {
    return base::refuse("--rate: expected a share between 0 and 1 instead of " + base::quoted(request.rate));
  }
  terms.rate = *rate;
  if (const auto known = contest::check_starts(terms.arena.game.token, request.starts); !known) {
    return std::unexpected(known.error());
  }
  terms.arena.starts = request.starts;
  terms.arena.pairings = {contest::Pairing{0, 1}};
  return terms;
}

// All that decides which games are played; more rounds change the steps of all of them.
std::string identity_of(const TuneRequest& request, const TuneTerms& terms) {
  std::string text = fmt::format("{} --engine '{}' --rounds {} --games {} --nodes {} --starts '{}' --rate {} --seed {}",
                                 terms.arena.game.token, request.engine, request.rounds, request.games, request.nodes,
                                 request.starts, request.rate, request.seed);
  for (const TunedParameter& each : terms.parameters) {
    text += fmt::format(" --parameter {}={},{},{}", each.name, each.start, each.least, each.most);
  }
  std::ranges::replace(text, '\n', ' ');
  return text;
}

// The games that `up` won, less those that `down` won.
Checked<int> lead_in_round(const TuneRequest& request, const TuneTerms& terms, const contest::Trial& trial, int round) {
  ArenaTerms arena = terms.arena;
  for (const std::vector<int>& values : {trial.up, trial.down}) {
    auto spec = contest::read_engine_spec(engine_with(request, terms.parameters, values));
    if (!spec) return std::unexpected(spec.error());
    arena.engines.push_back(*std::move(spec));
  }
  // Each round has starts of its own.
  arena.seed = terms.arena.seed * seeds_of_a_run + static_cast<std::uint64_t>(round);
  const auto played = contest::run_arena(arena, {});
  if (!played) return std::unexpected(played.error());
  const contest::Tally& tally = played->pairings.front().tally;
  return tally.wins() - tally.losses();
}

void say_result(const TuneRequest& request, const TuneTerms& terms, const contest::Spsa& tuning) {
  const std::vector<int> values = tuning.rounded();
  for (std::size_t parameter = 0; parameter < terms.parameters.size(); ++parameter) {
    say(fmt::format("{:<28} {:>7} was {:>7}\n", terms.parameters[parameter].name, values[parameter],
                    terms.parameters[parameter].start));
  }
  const std::string usual = request.engine.empty() ? "full" : request.engine;
  say(
      fmt::format("To see whether that is stronger:\n  crownstar match '{}' '{}' --game {} --nodes {} --sprt 0,5 "
                  "--games 20000\n",
                  engine_with(request, terms.parameters, values), usual, terms.arena.game.token, request.nodes));
}

}  // namespace

int run_tune(const TuneRequest& request) {
  auto terms = read_terms(request);
  if (!terms) return complain_of_usage(terms.error());
  contest::Spsa tuning(terms->parameters, terms->rounds, terms->rate, terms->arena.seed);
  auto file = TuneFile::open(request.file, identity_of(request, *terms), tuning);
  if (!file) return complain(file.error());
  Progress progress;
  while (file->rounds() < terms->rounds) {
    const int round = file->rounds();
    const auto lead = lead_in_round(request, *terms, tuning.trial(round), round);
    if (!lead) {
      progress.wipe();
      return complain(lead.error());
    }
    tuning.learn(round, *lead);
    if (const auto kept = file->add(*lead, tuning.values()); !kept) {
      progress.wipe();
      return complain(kept.error());
    }
    progress.tell([&] { return fmt::format("{} of {} rounds", file->rounds(), terms->rounds); });
  }
  progress.wipe();
  say_result(request, *terms, tuning);
  return success;
}

}  // namespace crownstar::cli
