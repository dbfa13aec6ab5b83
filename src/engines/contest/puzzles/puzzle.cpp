#include "engines/contest/puzzles/puzzle.hpp"

#include <string_view>

#include "base/mixing.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::contest {

std::string id_of(const Puzzle& puzzle) {
  constexpr std::string_view digits = "0123456789abcdef";
  constexpr int length = 8;
  std::uint64_t number = 0;
  for (const char letter : puzzle.game + ' ' + puzzle.position) {
    number = base::splitmix64(static_cast<unsigned char>(letter), number);
  }
  std::string id;
  for (int digit = 0; digit < length; ++digit, number >>= 4) id += digits[number & 15];
  return id;
}

Checked<void> play_text(game::Game& game, const std::string& move) {
  const auto parsed = game.parse(move);
  if (!parsed) return std::unexpected(parsed.error());
  return game.play(*parsed);
}

PieceCount count_pieces(const game::Game& game, int seat) {
  PieceCount count;
  for (const game::PieceView& piece : game.pieces()) {
    const bool is_own = piece.seat == seat;
    ++(is_own ? count.own : count.theirs);
    if (piece.is_king) ++(is_own ? count.own_kings : count.their_kings);
  }
  return count;
}

Checked<void> check_puzzle(const Puzzle& puzzle) {
  auto started = game::start(puzzle.game);
  if (!started) return std::unexpected(started.error());
  game::Game& game = **started;
  if (auto set = game.set_position(puzzle.position); !set) return set;
  const int solver = game.seat_to_move();
  const PieceCount before = count_pieces(game, solver);
  if (puzzle.moves.empty()) return base::refuse("a puzzle has at least one move");
  bool is_by_solver = false;
  for (const std::string& text : puzzle.moves) {
    is_by_solver = game.seat_to_move() == solver;
    if (auto played = play_text(game, text); !played) return played;
  }
  if (!is_by_solver) return base::refuse("the last move of a puzzle is the solver's");
  const PieceCount after = count_pieces(game, solver);
  if (puzzle.gives != before.own - after.own || puzzle.takes != before.theirs - after.theirs) {
    return base::refuse("these moves give " + std::to_string(before.own - after.own) + " and take " +
                        std::to_string(before.theirs - after.theirs) + " pieces");
  }
  return {};
}

}  // namespace crownstar::contest
