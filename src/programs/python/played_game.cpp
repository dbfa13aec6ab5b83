#include "programs/python/played_game.hpp"

#include <algorithm>
#include <utility>

#include "rules/catalog/catalog.hpp"
#include "rules/record/record_moves.hpp"
#include "rules/record/recorded_position.hpp"

namespace crownstar::python {
namespace {

// The last positions are all kept, of the earlier ones one in so many.
constexpr std::size_t kept_steps = 32;

}  // namespace

Checked<PlayedGame> PlayedGame::begin(std::string_view token) {
  auto game = game::start(token);
  if (!game) return std::unexpected(game.error());
  return PlayedGame(*std::move(game));
}

std::vector<search::Turn> PlayedGame::turns() const {
  std::vector<search::Turn> turns;
  for (const auto& step : steps_) turns.push_back(step->turn);
  return turns;
}

Checked<void> PlayedGame::set_position(std::string_view text) {
  std::shared_ptr<game::Game> next = game_->clone();
  if (const auto set = game::set_written_position(*next, text); !set) return std::unexpected(set.error());
  game_ = std::move(next);
  start_ = game_->position();
  steps_.clear();
  return {};
}

Checked<game::MoveView> PlayedGame::find(std::string_view text) const { return game::read_recorded_move(*game_, text); }

void PlayedGame::take(std::unique_ptr<game::Game> next, Step step) {
  step.before = std::exchange(game_, std::move(next));
  steps_.push_back(std::make_shared<const Step>(std::move(step)));
  if (steps_.size() <= kept_steps) return;
  const std::size_t old = steps_.size() - kept_steps - 1;
  if (old % kept_steps == 0) return;
  Step thinned = *steps_[old];
  thinned.before.reset();
  steps_[old] = std::make_shared<const Step>(std::move(thinned));
}

// The text of a move means something in its own position only: one that was kept is named anew.
Checked<game::MoveView> PlayedGame::named_here(const game::MoveView& move) const {
  const auto is_meant = [&](const game::MoveView& legal) {
    return legal.from() == move.from() && legal.to() == move.to() &&
           std::ranges::is_permutation(legal.captured, move.captured);
  };
  if (const auto parsed = game_->parse(move.text); parsed && is_meant(*parsed)) return move;
  const auto legal = game_->legal_moves();
  if (!legal) return std::unexpected(legal.error());
  if (const auto found = std::ranges::find_if(*legal, is_meant); found != legal->end()) return *found;
  return base::refuse(game_->outcome().rule, game_->outcome().is_over
                                                 ? "the game is over: " + game_->outcome().reason
                                                 : "the move is not legal here; take one of this position");
}

Checked<void> PlayedGame::play(const game::MoveView& kept_move) {
  const auto named = named_here(kept_move);
  if (!named) return std::unexpected(named.error());
  const game::MoveView& move = *named;
  auto next = game_->clone();
  if (auto played = next->play(move); !played) return played;
  take(std::move(next), {nullptr, move, search::Turn::played(move.text), {}});
  return {};
}

Checked<void> PlayedGame::withdraw(int seat, const std::string& reason) {
  auto next = game_->clone();
  if (auto withdrawn = next->withdraw(seat, reason); !withdrawn) return withdrawn;
  take(std::move(next), {nullptr, {}, search::Turn::withdrawn(seat), reason});
  return {};
}

Checked<search::Turn> PlayedGame::undo() {
  if (steps_.empty()) return base::refuse("there is no turn to take back");
  std::size_t number = steps_.size() - 1;
  while (!steps_[number]->before) --number;  // the first is always kept
  std::shared_ptr<const game::Game> before = steps_[number]->before;
  if (number + 1 < steps_.size()) {
    std::shared_ptr<game::Game> repeated = before->clone();
    for (; number + 1 < steps_.size(); ++number) {
      const Step& step = *steps_[number];
      const int seat = step.turn.withdrawn_seat;
      auto taken = seat >= 0 ? repeated->withdraw(seat, step.reason) : repeated->play(step.move);
      if (!taken) return std::unexpected(taken.error());
    }
    before = std::move(repeated);
  }
  game_ = std::move(before);
  search::Turn turn = steps_.back()->turn;
  steps_.pop_back();
  return turn;
}

search::SearchRequest PlayedGame::request() const {
  search::SearchRequest request;
  request.token = game_->token();
  request.position = start_;
  request.turns = turns();
  return request;
}

Checked<std::vector<game::MoveView>> PlayedGame::moves() const {
  std::vector<game::MoveView> moves;
  for (const auto& step : steps_) {
    if (step->turn.withdrawn_seat >= 0) return base::refuse("a seat has withdrawn, which is no move");
    moves.push_back(step->move);
  }
  return moves;
}

}  // namespace crownstar::python
