#include "programs/python/played_game.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "rules/catalog/catalog.hpp"
#include "rules/record/record_moves.hpp"
#include "rules/record/recorded_position.hpp"

namespace crownstar::python {
namespace {

// The last nodes are all kept, of the earlier ones one in so many.
constexpr std::size_t kept_nodes = 32;

// Programs begin the same few games again and again. Python asks one thread at a time.
constexpr std::size_t most_beginnings = 64;

Checked<std::shared_ptr<const Beginning>> beginning_of(std::string_view token) {
  static std::map<std::string, std::shared_ptr<const Beginning>, std::less<>> known;
  if (const auto found = known.find(token); found != known.end()) return found->second;
  auto game = game::start(token);
  if (!game) return std::unexpected(game.error());
  auto numbers = environment::make_environment((*game)->token());
  if (!numbers) return std::unexpected(numbers.error());
  auto made = std::make_shared<const Beginning>(Beginning{*std::move(game), *std::move(numbers), {}});
  if (known.size() >= most_beginnings) known.clear();
  known.emplace(token, made);
  return made;
}

}  // namespace

PlayedGame::PlayedGame(std::shared_ptr<const Beginning> beginning)
    : current_(std::make_shared<const GameNode>(beginning, nullptr, beginning->numbers)) {}

Checked<PlayedGame> PlayedGame::begin(std::string_view token) {
  auto beginning = beginning_of(token);
  if (!beginning) return std::unexpected(beginning.error());
  return PlayedGame(*std::move(beginning));
}

bool PlayedGame::is_over() const {
  return current_->numbers() != nullptr ? current_->numbers()->is_over() : game().outcome().is_over;
}

int PlayedGame::seat_to_move() const {
  return current_->numbers() != nullptr ? current_->numbers()->seat_to_move() : game().seat_to_move();
}

std::string PlayedGame::position() const {
  return current_->numbers() != nullptr ? current_->numbers()->position() : game().position();
}

std::vector<search::Turn> PlayedGame::turns() const {
  std::vector<PlayedTurn*> steps(current_->turns());
  for (PlayedTurn* step = current_->last_turn().get(); step != nullptr; step = step->before.get())
    steps[step->turns - 1] = step;
  std::vector<search::Turn> turns;
  std::shared_ptr<const GameNode> before;
  for (PlayedTurn* step : steps) {
    if (step->withdrawn_seat >= 0) {
      turns.push_back(search::Turn::withdrawn(step->withdrawn_seat));
      continue;
    }
    if (step->text.empty()) {
      before = std::make_shared<const GameNode>(current_->beginning(), step->before, nullptr, before.get());
      if (const game::MoveView* const view = before->named(step->move)) step->text = view->text;
    }
    turns.push_back(search::Turn::played(step->text));
  }
  return turns;
}

Checked<void> PlayedGame::set_position(std::string_view text) {
  std::shared_ptr<game::Game> next = any_game().clone();
  if (const auto set = game::set_written_position(*next, text); !set) return std::unexpected(set.error());
  const auto own = beginning_of(next->token());
  if (!own) return std::unexpected(own.error());
  Beginning beginning{next, nullptr, next->position()};
  std::shared_ptr<Environment> numbers = (*own)->numbers->clone();
  if (numbers->set_position(beginning.position)) beginning.numbers = std::move(numbers);
  *this = PlayedGame(std::make_shared<const Beginning>(std::move(beginning)));
  return {};
}

Checked<Choice> PlayedGame::find(std::string_view text) const {
  auto view = game::read_recorded_move(game(), text);
  if (!view) return std::unexpected(view.error());
  return Choice(current_, *std::move(view));
}

base::Refusal PlayedGame::not_legal() const {
  const game::Outcome& outcome = game().outcome();
  if (outcome.is_over) return {outcome.rule, "the game is over: " + outcome.reason};
  return {outcome.rule, "the move is not legal here; take one of this position"};
}

Checked<void> PlayedGame::play(const Choice& choice) {
  const bool is_of_here = choice.node() == current_;
  if (is_of_here && choice.action() >= 0) {
    take(choice.meaning(), choice.action(), choice.known_text());
    return {};
  }
  // The text of a move means something in its own position only.
  MoveMeaning meaning = choice.meaning();
  std::string text = is_of_here ? choice.known_text() : std::string();
  if (const Environment* const numbers = current_->numbers()) {
    for (const int action : numbers->actions()) {
      if (numbers->meaning_of(action) != meaning) continue;
      take(std::move(meaning), action, std::move(text));
      return {};
    }
    return std::unexpected(not_legal());
  }
  const game::MoveView* const view = is_over() ? nullptr : current_->named(meaning);
  if (view == nullptr) return std::unexpected(not_legal());
  take(std::move(meaning), -1, view->text);
  return {};
}

void PlayedGame::take(MoveMeaning meaning, int action, std::string text) {
  std::shared_ptr<Environment> numbers;
  if (action >= 0) {
    numbers = current_->numbers()->clone();
    numbers->play(action);
  }
  auto turn = std::make_shared<PlayedTurn>(current_->last_turn(), std::move(meaning));
  turn->action = action;
  turn->text = std::move(text);
  go_to(std::make_shared<const GameNode>(current_->beginning(), std::move(turn), std::move(numbers), current_.get()));
}

void PlayedGame::go_to(std::shared_ptr<const GameNode> next) {
  earlier_.push_back(std::exchange(current_, std::move(next)));
  if (earlier_.size() <= kept_nodes) return;
  const std::size_t old = earlier_.size() - kept_nodes - 1;
  if (old % kept_nodes != 0) earlier_[old].reset();
}

Checked<void> PlayedGame::withdraw(int seat, const std::string& reason) {
  if (auto withdrawn = game().clone()->withdraw(seat, reason); !withdrawn) return withdrawn;
  auto turn = std::make_shared<PlayedTurn>(current_->last_turn(), MoveMeaning{});
  turn->withdrawn_seat = seat;
  turn->reason = reason;
  go_to(std::make_shared<const GameNode>(current_->beginning(), std::move(turn), nullptr, current_.get()));
  return {};
}

// The node after so many turns, which was not kept.
std::shared_ptr<const GameNode> PlayedGame::node_again(std::size_t turns) const {
  std::size_t near = turns;
  while (!earlier_[near]) --near;  // the first is always kept
  std::vector<std::shared_ptr<PlayedTurn>> steps;
  for (std::shared_ptr<PlayedTurn> step = current_->last_turn(); step && step->turns > near; step = step->before) {
    if (step->turns <= turns) steps.push_back(step);
  }
  const GameNode& from = *earlier_[near];
  std::shared_ptr<Environment> numbers = from.numbers() != nullptr ? from.numbers()->clone() : nullptr;
  for (auto step = steps.rbegin(); step != steps.rend() && numbers; ++step) {
    if ((*step)->action < 0) {
      numbers.reset();
    } else {
      numbers->play((*step)->action);
    }
  }
  return std::make_shared<const GameNode>(current_->beginning(), steps.empty() ? from.last_turn() : steps.front(),
                                          std::move(numbers), &from);
}

Checked<search::Turn> PlayedGame::undo() {
  if (earlier_.empty()) return base::refuse("there is no turn to take back");
  auto before = earlier_.back() ? earlier_.back() : node_again(earlier_.size() - 1);
  PlayedTurn& step = *current_->last_turn();
  if (step.withdrawn_seat < 0 && step.text.empty()) {
    if (const game::MoveView* const view = before->named(step.move)) step.text = view->text;
  }
  search::Turn turn =
      step.withdrawn_seat >= 0 ? search::Turn::withdrawn(step.withdrawn_seat) : search::Turn::played(step.text);
  current_ = std::move(before);
  earlier_.pop_back();
  return turn;
}

search::SearchRequest PlayedGame::request() const {
  search::SearchRequest request;
  request.token = any_game().token();
  request.position = start();
  request.turns = turns();
  return request;
}

Checked<std::unique_ptr<Environment>> PlayedGame::numbers() const {
  if (current_->numbers() == nullptr) return base::refuse("a seat has withdrawn, or there are more moves than numbers");
  return current_->numbers()->clone();
}

}  // namespace crownstar::python
