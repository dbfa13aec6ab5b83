#include "programs/cli/play/play.hpp"

#include <cstdlib>
#include <random>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "programs/cli/console/console.hpp"
#include "programs/cli/play/session.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;

// https://no-color.org: set and not empty means that no colours are wanted.
bool wants_colours() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool is_refused = no_color != nullptr && *no_color != '\0';
  return isatty(STDOUT_FILENO) == 1 && !is_refused && terminal != nullptr && std::string_view(terminal) != "dumb";
}

Checked<std::vector<Player>> read_players(const PlayRequest& request, const game::Game& game) {
  std::vector<Player> players;
  for (int seat = 0; seat < most_seats; ++seat) {
    const std::string& text = request.seats[static_cast<std::size_t>(seat)];
    if (seat >= game.seats()) {
      if (text.empty()) continue;
      return base::refuse(fmt::format("--seat-{}: {} has {} seats", seat + 1, game.token(), game.seats()));
    }
    auto player = text.empty() ? (seat == 0 ? Player{} : read_player("--against", request.against))
                               : read_player(fmt::format("--seat-{}", seat + 1), text);
    if (!player) return std::unexpected(player.error());
    players.push_back(*std::move(player));
  }
  return players;
}

Checked<std::uint64_t> read_seed(const std::string& text) {
  if (!text.empty()) return read_number("--seed", text, 0, ~std::uint64_t{0});
  // Short, so that somebody can type it again.
  constexpr std::uint64_t seeds = 1000000;
  return std::random_device()() % seeds;
}

}  // namespace

int run_play(const PlayRequest& request) {
  auto game = begin(request.position);
  if (!game) return complain_of_usage(game.error());
  auto players = read_players(request, **game);
  if (!players) return complain_of_usage(players.error());
  const auto seed = read_seed(request.seed);
  if (!seed) return complain_of_usage(seed.error());
  const BoardLook look{.is_unicode = request.is_unicode, .is_coloured = wants_colours()};
  return PlaySession(*std::move(game), *std::move(players), *seed, look).run();
}

}  // namespace crownstar::cli
