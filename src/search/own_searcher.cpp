#include "search/own_searcher.hpp"

#include <array>

#include "board/quote.hpp"
#include "game/catalog.hpp"
#include "search/draughts_search.hpp"
#include "search/findings.hpp"
#include "search/levels.hpp"
#include "search/star_search.hpp"

namespace crownstar::search {
namespace {

// What a request may ask for beyond which it makes no sense to anyone.
constexpr int most_lines = 64;

Checked<const Level*> level_of(const SearchRequest& request) {
  const Level* level = find_level(request.level);
  if (level != nullptr) return level;
  std::string known;
  for (const Level& each : levels()) known += (known.empty() ? "" : ", ") + std::string(each.id);
  return board::refuse("there is no level " + board::quoted(request.level) + "; known levels: " + known);
}

// How each seat of a star has stood, so that it does not come back to it for ever.
class Stands {
 public:
  void note(const game::Game& before) {
    if (before.layout().shape != game::BoardShape::star) return;
    const int seat = before.seat_to_move();
    std::uint64_t stand = 0;
    for (const game::PieceView& piece : before.pieces()) {
      if (piece.seat == seat) stand += stand_of_piece(piece.set, piece.point);
    }
    seats_[static_cast<std::size_t>(seat)].push_back(stand);
  }

  const std::vector<std::uint64_t>& of(int seat) const { return seats_[static_cast<std::size_t>(seat)]; }

 private:
  std::array<std::vector<std::uint64_t>, 6> seats_;
};

class OwnSearcher final : public Searcher {
 public:
  explicit OwnSearcher(const SearcherSettings& settings) : settings_(settings) {}

  Checked<SearchResult> search(const SearchRequest& request, const StopSignal& stop,
                               const OnProgress& progress) override {
    const auto level = level_of(request);
    if (!level) return std::unexpected(level.error());
    static_cast<void>(settings_);
    if (request.lines > most_lines) return board::refuse("a search tells of at most 64 moves");
    Stands stands;
    const auto game = game_of(request, [&](const game::Game& before) { stands.note(before); });
    if (!game) return std::unexpected(game.error());
    const game::Outcome& outcome = (*game)->outcome();
    if (outcome.is_over) return board::refuse(outcome.rule, "the game is over: " + outcome.reason);

    const Skill& skill = skill_of(static_cast<std::size_t>(*level - levels().data()));
    const bool is_free = request.level.empty() && (request.limits.time || request.limits.nodes || request.limits.depth);
    const bool is_star = (*game)->layout().shape == game::BoardShape::star;
    Budget budget(request.limits, is_free || is_star ? 0 : skill.draughts.nodes, stop);
    const Task task{request, **game, skill, is_free, budget, progress, stands.of((*game)->seat_to_move())};
    const auto found = is_star ? search_star(task) : search_draughts(task);
    if (!found) return std::unexpected(found.error());
    return result_of(task, *found, is_free ? 0 : is_star ? skill.star.noise : skill.draughts.noise);
  }

 private:
  static SearchResult result_of(const Task& task, Findings found, int noise) {
    misjudge(found.candidates, noise, task.request.seed ^ task.game.key());
    SearchResult result;
    result.reached = progress_of(task, found);
    result.move = found.candidates.front().moves.front();
    result.was_stopped = task.budget.was_stopped();
    return result;
  }

  const SearcherSettings settings_;
};

}  // namespace

std::unique_ptr<Searcher> make_searcher(const SearcherSettings& settings) {
  return std::make_unique<OwnSearcher>(settings);
}

}  // namespace crownstar::search
