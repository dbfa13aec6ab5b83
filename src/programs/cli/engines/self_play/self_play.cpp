#include "programs/cli/engines/self_play/self_play.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/mixing.hpp"
#include "engines/contest/players/seeded_random.hpp"
#include "engines/contest/self_play/self_play.hpp"
#include "engines/contest/starts.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/progress.hpp"
#include "programs/cli/engines/adjudication_tables.hpp"
#include "programs/cli/engines/self_play/sample_file.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;
using contest::Sample;

constexpr std::uint64_t most_self_play_games = 1'000'000'000;
constexpr std::uint64_t most_self_play_nodes = 1'000'000'000;

// Of all that decides the games besides the seed: where it differs, a file is not continued.
std::uint64_t number_of_terms(const SelfPlayRequest& request, const contest::SelfPlayTerms& terms) {
  const std::string text = fmt::format("{}\n{}\n{}\n{}\n{}", terms.engine.limits.nodes.value_or(0), request.engine,
                                       request.starts, request.is_steady, !request.referee.empty());
  std::uint64_t number = 0;
  for (const char letter : text) number = base::splitmix64(static_cast<unsigned char>(letter), number);
  return number;
}

Checked<contest::SelfPlayTerms> read_terms(const SelfPlayRequest& request) {
  contest::SelfPlayTerms terms;
  const auto game = game::start(request.game);
  if (!game) return std::unexpected(game.error());
  terms.token = (*game)->token();
  auto engine = contest::read_engine_spec(request.engine, [](const base::Refusal& refusal) { complain(refusal); });
  if (!engine) return base::refuse("--engine: " + base::to_text(engine.error()));
  terms.engine = *std::move(engine);
  const auto games = read_number("--games", request.games, 1, most_self_play_games);
  if (!games) return std::unexpected(games.error());
  terms.games = static_cast<std::uint32_t>(*games);
  const auto nodes = read_number("--nodes", request.nodes, 1, most_self_play_nodes);
  if (!nodes) return std::unexpected(nodes.error());
  terms.engine.limits.nodes = *nodes;
  const auto seed = read_number("--seed", request.seed, 0, ~std::uint64_t{0});
  if (!seed) return std::unexpected(seed.error());
  terms.seed = *seed;
  if (!request.starts.empty()) {
    if (const auto known = contest::check_starts(terms.token, request.starts); !known) {
      return std::unexpected(known.error());
    }
  }
  terms.starts = request.starts;
  terms.is_steady = request.is_steady;
  auto referee = read_adjudication_tables(request.referee, terms.token);
  if (!referee) return std::unexpected(referee.error());
  terms.adjudication_tables = *std::move(referee);
  if (const auto checked = contest::check_self_play(terms); !checked) return std::unexpected(checked.error());
  return terms;
}

}  // namespace

int run_self_play(const SelfPlayRequest& request) {
  auto terms = read_terms(request);
  if (!terms) return complain_of_usage(terms.error());
  auto file = SampleFile::open(request.file, terms->token, terms->seed, number_of_terms(request, *terms), terms->games,
                               request.keep_free);
  if (!file) return complain(file.error());
  terms->first_game = file->games();
  const std::uint64_t samples_before = file->samples();
  Progress progress;
  Checked<void> written;
  const auto played = contest::play_itself(*terms, [&](std::uint32_t, const std::vector<Sample>& found) {
    written = file->add(found);
    progress.tell([&] {
      return fmt::format("{} of {} games, {} positions, {:.0f} positions/s", file->games(), terms->games,
                         file->samples(), static_cast<double>(file->samples() - samples_before) / progress.seconds());
    });
    return written.has_value();
  });
  progress.wipe();
  if (!written || !played) {
    file->remove_if_empty();
    return complain(written ? played.error() : written.error());
  }
  say(fmt::format("{} positions of {} games in {}\n", file->samples(), file->games(), request.file));
  return success;
}

}  // namespace crownstar::cli
