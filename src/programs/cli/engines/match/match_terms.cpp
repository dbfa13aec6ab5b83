#include "programs/cli/engines/match/match_terms.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/text/parse_finite.hpp"
#include "base/text/quote.hpp"
#include "base/text/take_to.hpp"
#include "engines/contest/starts.hpp"
#include "engines/pool/tables_choice.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/threads.hpp"
#include "programs/cli/engines/adjudication_tables.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/sides.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;
using contest::ArenaTerms;

constexpr std::uint64_t most_match_games = 1'000'000;
constexpr std::size_t most_engines = 64;
constexpr std::uint64_t most_moves = 5'000;
constexpr double usual_move_seconds = 0.1;

Checked<std::optional<contest::SequentialTest>> read_test(const std::string& text) {
  if (text.empty()) return std::nullopt;
  std::string_view rest = text;
  const auto elo0 = base::parse_finite(base::take_to(rest, ','));
  const auto elo1 = base::parse_finite(rest);
  if (!elo0 || !elo1 || *elo0 >= *elo1) {
    return base::refuse("--sprt: expected two Elo values, the smaller first, such as 0,5 instead of " +
                        base::quoted(text));
  }
  contest::SequentialTest test;
  test.elo0 = *elo0;
  test.elo1 = *elo1;
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
Checked<void> check_fit(const ArenaTerms& terms, bool has_plot) {
  if (const auto known = contest::check_starts(terms.game.token, terms.starts, terms.random_moves); !known) {
    return known;
  }
  const auto game = game::start(terms.game.token);
  for (const contest::EngineSpec& spec : terms.engines) {
    if (!spec.margins.empty() && !search::has_tunable_parameters(**game)) {
      return base::refuse(base::quoted(spec.text) + " sets parameters of the draughts search, and the game is a star");
    }
    const std::string wanted = search::network_name(**game);
    if (spec.network_game.empty() || spec.network_game == wanted) continue;
    return base::refuse(base::quoted(spec.text) + " has a network of " + spec.network_game +
                        (wanted.empty() ? ", and none judges this game" : ", and the game needs one of " + wanted));
  }
  const int sides = game::sides_of(**game).count;
  if (terms.test && sides != 2) {
    return base::refuse(fmt::format("--sprt: a game of two sides is expected, and this one has {}", sides));
  }
  if (terms.test && terms.engines.size() != 2) {
    return base::refuse(fmt::format("--sprt: two engines are expected, and these are {}", terms.engines.size()));
  }
  if (has_plot && sides != 2) {
    return base::refuse(fmt::format("--plot: a game of two sides is expected, and this one has {}", sides));
  }
  if (terms.engines.size() > 2 && sides != 2) {
    return base::refuse(fmt::format("more than two engines need a game of two sides, and this one has {}", sides));
  }
  const bool has_agreement = terms.game.agreement.win || terms.game.agreement.draw_after;
  if (has_agreement && (*game)->seats() != 2) {
    return base::refuse("--agreed-win and --agreed-draw: a game of two is expected, and this one has " +
                        fmt::format("{} seats", (*game)->seats()));
  }
  return {};
}

Checked<std::vector<contest::EngineSpec>> read_engines(const MatchRequest& request) {
  const auto name_damaged = [](const base::Refusal& refusal) { complain(refusal); };
  std::vector<std::string> texts{request.a, request.b};
  texts.insert(texts.end(), request.more.begin(), request.more.end());
  if (texts.size() > most_engines) {
    return base::refuse(fmt::format("at most {} engines are expected, and these are {}", most_engines, texts.size()));
  }
  std::vector<contest::EngineSpec> engines;
  for (const std::string& text : texts) {
    auto spec = contest::read_engine_spec(text, name_damaged);
    const auto there = spec ? check_program(*spec) : std::unexpected(spec.error());
    if (!there) {
      return base::refuse(
          fmt::format("engine {} ({}): {}", engines.size() + 1, base::quoted(text), base::to_text(there.error())));
    }
    const bool is_taken =
        !spec->name.empty() && std::ranges::count(engines, spec->name, &contest::EngineSpec::name) > 0;
    if (is_taken) {
      return base::refuse(fmt::format("engine {}: another is called {} already; the result could not tell them apart",
                                      engines.size() + 1, base::quoted(spec->name)));
    }
    engines.push_back(*std::move(spec));
  }
  // Tables where they usually lie, unless an engine was given others or none.
  const auto found = engine::choose_tables({}, name_damaged);
  if (!found) return std::unexpected(found.error());
  for (contest::EngineSpec& spec : engines) {
    if (!spec.find_tables) spec.find_tables = *found;
  }
  return engines;
}

}  // namespace

Checked<ArenaTerms> read_match_terms(const MatchRequest& request) {
  ArenaTerms terms;
  auto engines = read_engines(request);
  if (!engines) return std::unexpected(engines.error());
  terms.engines = *std::move(engines);
  terms.pairings =
      request.is_gauntlet ? contest::gauntlet(terms.engines.size()) : contest::round_robin(terms.engines.size());
  const auto limits = contest::read_limits({request.time, request.nodes, request.depth}, usual_move_seconds);
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
  auto referee = read_adjudication_tables(request.referee, request.game);
  if (!referee) return std::unexpected(referee.error());
  terms.game.adjudication_tables = *std::move(referee);
  terms.random_moves = random->value_or(0);
  terms.starts = request.starts;
  if (const auto fit = check_fit(terms, !request.plot.empty()); !fit) return std::unexpected(fit.error());
  return terms;
}

std::string identity_of(const MatchRequest& request) {
  std::string text = request.is_gauntlet ? "gauntlet" : "round robin";
  for (const std::string* engine : {&request.a, &request.b}) text += "; " + *engine;
  for (const std::string& engine : request.more) text += "; " + engine;
  for (const std::string* each :
       {&request.game, &request.time, &request.nodes, &request.depth, &request.starts, &request.random_moves,
        &request.seed, &request.most_moves, &request.agreed_win, &request.agreed_draw, &request.referee}) {
    text += "; " + *each;
  }
  return text;
}

}  // namespace crownstar::cli
