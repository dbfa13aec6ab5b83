#include "engines/contest/puzzles/puzzle_games.hpp"

#include <cstddef>
#include <cstdlib>
#include <utility>

#include "base/mixing.hpp"
#include "engines/contest/players/seeded_random.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::contest {
namespace {

constexpr std::uint64_t quick_nodes = 300;
constexpr std::size_t shortest_opening = 4;  // half-moves at the beginning
constexpr std::size_t longest_opening = 11;
constexpr std::size_t moves_per_slip = 10;  // one move in so many is left to chance after that
constexpr int longest_line = 120;           // half-moves
constexpr int clear_lead = 600;             // hundredths: nobody asks for a winning move any more

search::SearchRequest quick_search(const game::Game& game) {
  search::SearchRequest request;
  request.token = game.token();
  request.position = game.position();
  request.limits.nodes = quick_nodes;
  return request;
}

int score_of(const search::SearchResult& found) {
  return found.reached.lines.empty() ? 0 : found.reached.lines.front().score.hundredths;
}

}  // namespace

Checked<void> check_puzzle_game(const std::string& token) {
  const auto game = game::start(token);
  if (!game) return std::unexpected(game.error());
  if ((*game)->layout().shape == game::BoardShape::star) return base::refuse("puzzles are made of draughts only");
  return {};
}

Checked<GameLine> careless_game(const std::string& token, search::Searcher& searcher, std::uint64_t seed,
                                std::uint64_t number) {
  auto started = game::start(token);
  if (!started) return std::unexpected(started.error());
  game::Game& game = **started;
  SeededRandom random(base::splitmix64(number, seed));
  const std::size_t opening = shortest_opening + random.below(longest_opening - shortest_opening + 1);
  GameLine line{game.token(), "", {}};
  searcher.forget();
  while (line.moves.size() < longest_line && !game.outcome().is_over) {
    const auto legal = game.legal_moves();
    if (!legal) return std::unexpected(legal.error());
    const bool is_by_chance = line.moves.size() < opening || random.below(moves_per_slip) == 0;
    std::string text = (*legal)[random.below(legal->size())].text;
    if (!is_by_chance && legal->size() > 1) {
      auto found = searcher.search(quick_search(game), {}, {});
      if (!found) return std::unexpected(found.error());
      if (std::abs(score_of(*found)) >= clear_lead) break;
      text = std::move(found->move);
    }
    if (const auto played = play_text(game, text); !played) return std::unexpected(played.error());
    line.moves.push_back(std::move(text));
  }
  return line;
}

Checked<std::vector<Puzzle>> puzzles_in(const GameLine& line, search::Searcher& searcher, const FinderTerms& terms) {
  auto started = game::start(line.token);
  if (!started) return std::unexpected(started.error());
  game::Game& game = **started;
  if (!line.position.empty()) {
    if (const auto set = game.set_position(line.position); !set) return std::unexpected(set.error());
  }
  PuzzleFinder finder(searcher, terms);
  std::vector<Puzzle> puzzles;
  std::size_t looked_at = 0;  // up to this half-move
  for (std::size_t ply = 0; !game.outcome().is_over; ++ply) {
    if (ply >= looked_at) {
      auto puzzle = finder.find(game);
      if (!puzzle) return std::unexpected(puzzle.error());
      if (*puzzle) {
        looked_at = ply + (*puzzle)->moves.size() + 1;
        puzzles.push_back(**std::move(puzzle));
      }
    }
    if (ply >= line.moves.size()) break;
    if (const auto played = play_text(game, line.moves[ply]); !played) return std::unexpected(played.error());
  }
  return puzzles;
}

}  // namespace crownstar::contest
