#include "engines/contest/puzzles/puzzle_finder.hpp"

#include <algorithm>
#include <utility>

namespace crownstar::contest {
namespace {

constexpr std::size_t fewest_choices = 3;
constexpr std::uint64_t fewest_nodes = 16;
constexpr int score_of_an_end = 10'000;

int number_of(const search::Score& score) {
  if (!score.plies_to_end) return score.hundredths;
  return *score.plies_to_end > 0 ? score_of_an_end : -score_of_an_end;
}

// What the solver has won since `before` can be seen: a piece, or a king, and nothing can be taken back at once.
bool is_won_visibly(const game::Game& game, int solver, const PieceCount& before) {
  if (game.outcome().is_over) return true;
  const auto replies = game.legal_moves();
  if (!replies || replies->empty() || !replies->front().captured.empty()) return false;
  const PieceCount now = count_pieces(game, solver);
  const int pieces = (now.own - now.theirs) - (before.own - before.theirs);
  const int kings = (now.own_kings - now.their_kings) - (before.own_kings - before.their_kings);
  return pieces > 0 || (pieces == 0 && kings > 0);
}

}  // namespace

Checked<PuzzleFinder::Judged> PuzzleFinder::judge(const game::Game& game, std::uint64_t nodes, int lines) {
  search::SearchRequest request;
  request.token = game.token();
  request.position = game.position();
  request.limits.nodes = nodes;
  request.lines = lines;
  const auto found = searcher_.search(request, {}, {});
  if (!found) return std::unexpected(found.error());
  Judged judged{.best = found->move};
  const std::vector<search::SearchLine>& reached = found->reached.lines;
  if (!reached.empty()) judged.score = number_of(reached[0].score);
  judged.second = reached.size() > 1 ? number_of(reached[1].score) : -score_of_an_end;
  return judged;
}

// What a short search sees is looked at longer, and in the end as long as it takes to be sure.
Checked<std::optional<PuzzleFinder::Proof>> PuzzleFinder::prove(const game::Game& game) {
  const auto legal = game.legal_moves();
  if (!legal) return std::unexpected(legal.error());
  if (legal->size() < fewest_choices || !legal->front().captured.empty()) return std::nullopt;
  const auto glance = judge(game, terms_.glance_nodes, 2);
  if (!glance) return std::unexpected(glance.error());
  if (glance->score < terms_.won / 2 || glance->score - glance->second < terms_.even) return std::nullopt;
  Proof proof;
  for (const std::uint64_t nodes : {terms_.nodes, terms_.proof_nodes}) {
    searcher_.forget();  // the same position, the same answer, whatever was searched before
    auto judged = judge(game, nodes, 2);
    if (!judged) return std::unexpected(judged.error());
    if (!wins_alone(*judged)) return std::nullopt;
    const auto effort = effort_of(game, judged->best, nodes);
    if (!effort) return std::unexpected(effort.error());
    if (*effort < terms_.least_effort) return std::nullopt;
    proof = {std::move(judged->best), *effort};
  }
  return proof;
}

// None where several moves win: the puzzle is over before it.
Checked<std::optional<std::string>> PuzzleFinder::solver_move(const game::Game& game) {
  const auto legal = game.legal_moves();
  if (!legal) return std::unexpected(legal.error());
  if (legal->size() == 1) return legal->front().text;
  auto judged = judge(game, terms_.proof_nodes / 4, 2);
  if (!judged) return std::unexpected(judged.error());
  if (!wins_alone(*judged)) return std::nullopt;
  return std::move(judged->best);
}

Checked<std::string> PuzzleFinder::reply(const game::Game& game) {
  const auto legal = game.legal_moves();
  if (!legal) return std::unexpected(legal.error());
  if (legal->size() == 1) return legal->front().text;
  auto judged = judge(game, terms_.proof_nodes / 4, 1);
  if (!judged) return std::unexpected(judged.error());
  return std::move(judged->best);
}

Checked<std::optional<Puzzle>> PuzzleFinder::puzzle_of(const game::Game& game, const Proof& proof) {
  const auto place = game.clone();
  const int solver = game.seat_to_move();
  const PieceCount before = count_pieces(game, solver);
  Puzzle puzzle{game.token(), game.position(), {}, proof.effort};
  std::optional<std::string> own = proof.move;
  for (int count = 0; count < terms_.most_moves && own; ++count) {
    if (const auto played = play_text(*place, *own); !played) return std::unexpected(played.error());
    puzzle.moves.push_back(*std::move(own));
    if (is_won_visibly(*place, solver, before)) {
      const PieceCount after = count_pieces(*place, solver);
      puzzle.gives = before.own - after.own;
      puzzle.takes = before.theirs - after.theirs;
      return puzzle;
    }
    auto answer = reply(*place);
    if (!answer) return std::unexpected(answer.error());
    if (const auto played = play_text(*place, *answer); !played) return std::unexpected(played.error());
    puzzle.moves.push_back(*std::move(answer));
    if (place->outcome().is_over) break;
    auto next = solver_move(*place);
    if (!next) return std::unexpected(next.error());
    own = *std::move(next);
  }
  return std::nullopt;
}

Checked<std::uint64_t> PuzzleFinder::effort_of(const game::Game& game, const std::string& first,
                                               std::uint64_t most_nodes) {
  std::uint64_t effort = fewest_nodes;
  for (std::uint64_t nodes = fewest_nodes; nodes < most_nodes; nodes *= 2) {
    searcher_.forget();
    const auto judged = judge(game, nodes, 1);
    if (!judged) return std::unexpected(judged.error());
    if (judged->best != first) effort = 2 * nodes;
  }
  return effort;
}

Checked<std::optional<Puzzle>> PuzzleFinder::find(const game::Game& game) {
  const auto proof = prove(game);
  if (!proof) return std::unexpected(proof.error());
  if (!*proof) return std::nullopt;
  return puzzle_of(game, **proof);
}

}  // namespace crownstar::contest
