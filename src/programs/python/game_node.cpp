#include "programs/python/game_node.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace crownstar::python {
namespace {

// After one in so many turns the game is kept, once it has been worked out: the way to the next one is short.
constexpr std::size_t kept_turns = 32;

// Two holes of a star stand for any way between them, and a draughts move is known by its ends and what it takes.
Checked<void> take(game::Game& game, const PlayedTurn& step) {
  if (step.withdrawn_seat >= 0) return game.withdraw(step.withdrawn_seat, step.reason);
  return game.play({step.text, {step.move.from, step.move.to}, step.move.captured});
}

}  // namespace

PlayedTurn::PlayedTurn(std::shared_ptr<PlayedTurn> earlier, MoveMeaning meaning)
    : before(std::move(earlier)), turns(before ? before->turns + 1 : 1), move(std::move(meaning)) {}

// One after the other: a long game would let them call each other too deep.
PlayedTurn::~PlayedTurn() {
  while (before && before.use_count() == 1) before = std::exchange(before->before, nullptr);
}

GameNode::GameNode(std::shared_ptr<const Beginning> beginning, std::shared_ptr<PlayedTurn> last_turn,
                   std::shared_ptr<const Environment> numbers, const GameNode* before)
    : beginning_(std::move(beginning)), last_turn_(std::move(last_turn)), numbers_(std::move(numbers)) {
  if (numbers_ && numbers_->is_cut()) numbers_.reset();
  if (before == nullptr) return;
  near_ = before->game_ ? before->game_ : before->near_;
  near_turns_ = before->game_ ? before->turns() : before->near_turns_;
}

const game::Game& GameNode::game() const {
  if (game_) return *game_;
  std::vector<PlayedTurn*> left;
  std::shared_ptr<const game::Game> from;
  for (PlayedTurn* at = last_turn_.get(); at != nullptr && !from; at = at->before.get()) {
    if (near_ && at->turns == near_turns_) {
      from = near_;
    } else if (at->kept) {
      from = at->kept;
    } else {
      left.push_back(at);
    }
  }
  if (!from) from = beginning_->game;
  if (!left.empty()) {
    std::shared_ptr<game::Game> game = from->clone();
    for (auto step = left.rbegin(); step != left.rend(); ++step) {
      if (!take(*game, **step)) throw std::logic_error("a turn that was played cannot be played again");
      if ((*step)->turns % kept_turns == 0) (*step)->kept = game->clone();
    }
    from = std::move(game);
  }
  near_.reset();
  game_ = std::move(from);
  return *game_;
}

const Checked<std::vector<game::MoveView>>& GameNode::moves() const {
  if (!moves_) moves_ = game().legal_moves();
  return *moves_;
}

const game::MoveView* GameNode::named(const MoveMeaning& meaning) const {
  const auto& all = moves();
  if (!all) return nullptr;
  const auto found = std::ranges::find_if(*all, [&](const game::MoveView& each) {
    return each.from() == meaning.from && each.to() == meaning.to && each.captured.size() == meaning.captured.size() &&
           meaning_of(each) == meaning;
  });
  return found == all->end() ? nullptr : &*found;
}

MoveMeaning Choice::meaning() const { return action_ < 0 ? meaning_of(view()) : node_->numbers()->meaning_of(action_); }

const game::MoveView& Choice::view() const {
  if (own_) return *own_;
  if (seen_ == nullptr) seen_ = node_->named(node_->numbers()->meaning_of(action_));
  if (seen_ == nullptr) throw std::logic_error("a move of the numbers is none of the game");
  return *seen_;
}

std::string Choice::known_text() const {
  if (own_) return own_->text;
  return seen_ == nullptr ? std::string() : seen_->text;
}

bool Choice::operator==(const Choice& other) const {
  if (node_ == other.node_ && action_ >= 0 && other.action_ >= 0) return action_ == other.action_;
  const game::MoveView& one = view();
  const game::MoveView& another = other.view();
  return one.text == another.text && one.path == another.path && one.captured == another.captured;
}

MoveMeaning meaning_of(const game::MoveView& view) {
  MoveMeaning meaning{view.from(), view.to(), view.captured};
  std::ranges::sort(meaning.captured);
  return meaning;
}

}  // namespace crownstar::python
