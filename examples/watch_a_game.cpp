// Lets the engine play a game against itself and prints the moves: the whole of what a program needs to play any game
// of the catalogue. Usage: watch_a_game [GAME [LEVEL [NODES]]]

#include <cstdio>
#include <cstdlib>
#include <string>

#include "engines/search/builtin/builtin_searcher.hpp"
#include "rules/catalog/catalog.hpp"

namespace base = crownstar::base;
namespace game = crownstar::game;
namespace search = crownstar::search;

namespace {

// Every refusal says what is wrong, and has changed nothing.
template <typename Value>
Value value_of(base::Checked<Value> checked) {
  if (checked) return *std::move(checked);
  std::fprintf(stderr, "%s\n", base::to_text(checked.error()).c_str());
  std::exit(EXIT_FAILURE);
}

}  // namespace

int main(int argc, char** argv) {
  search::SearchRequest request;
  request.token = argc > 1 ? argv[1] : "american";
  request.level = argc > 2 ? argv[2] : "";  // the strongest
  request.limits.nodes = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 20'000;

  const auto game = value_of(game::start(request.token));
  const auto searcher = search::make_searcher();
  while (!game->outcome().is_over) {
    const search::SearchResult found = value_of(searcher->search(request, search::StopSignal{}, {}));
    std::printf("%s %s", game->seat_name(game->seat_to_move()).c_str(), found.move.c_str());
    const search::Score& score = found.reached.lines.front().score;
    if (score.plies_to_end)
      std::printf("  (%s in %d)\n", *score.plies_to_end > 0 ? "wins" : "loses", std::abs(*score.plies_to_end));
    else
      std::printf("  (%+.2f)\n", score.hundredths / 100.0);
    const game::MoveView move = value_of(game->parse(found.move));
    if (const auto played = game->play(move); !played) std::exit(EXIT_FAILURE);
    request.turns.push_back(search::Turn::played(found.move));
  }

  const game::Outcome& outcome = game->outcome();
  std::printf("%s\n", outcome.reason.c_str());
  if (outcome.is_draw) std::printf("drawn\n");
  for (int seat = 0; seat < game->seats() && !outcome.is_draw; ++seat) {
    if (outcome.standings[static_cast<std::size_t>(seat)].place != 1) continue;
    std::printf("1st: %s\n", game->seat_name(seat).c_str());
  }
  return EXIT_SUCCESS;
}
