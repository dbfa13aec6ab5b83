// Many games of one kind that are stepped at once, by several threads, into arrays that stay where they are.
// It does not know who chooses the moves.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engines/environment/environment.hpp"
#include "engines/environment/step_threads.hpp"

namespace crownstar::environment {

struct BatchTerms {
  std::string token;
  int games = 1;
  int threads = 1;
  std::uint64_t seed = 0;           // of random moves, and of which start a game begins from
  int most_turns = 1000;            // then a game is broken off
  std::vector<std::string> starts;  // positions to begin from; none: the game's own
  bool has_observations = true;
  bool has_masks = true;
};

// A row a game each. An array that was not asked for is empty.
struct BatchArrays {
  std::vector<std::uint8_t> observations;
  std::vector<std::uint8_t> masks;       // 1 where the action is legal
  std::vector<float> rewards;            // of the last step, by seat
  std::vector<std::int32_t> seats;       // to move
  std::vector<std::uint8_t> ended;       // in the last step, and the game has begun again since
  std::vector<std::uint8_t> broken_off;  // ended so, with nobody's win
  std::vector<std::int32_t> turns;       // of the game at hand; after an end those of the game that ended
};

struct IllegalAction {
  std::size_t game = 0;
  std::int64_t action = 0;
};

class Batch {
 public:
  static Checked<std::unique_ptr<Batch>> make(const BatchTerms& terms);

  int games() const { return static_cast<int>(games_.size()); }
  int seats() const { return first_->seats(); }
  Shape shape() const { return first_->shape(); }
  int action_count() const { return first_->action_count(); }
  BatchArrays& arrays() { return arrays_; }
  const Environment& game(std::size_t index) const { return *games_[index].environment; }

  // Every game begins anew.
  void restart();
  // One action a game. An illegal one is told, and nothing has been played then.
  std::optional<IllegalAction> step(std::span<const std::int64_t> actions);
  // A legal action of each game by chance; the same for the same seed, whatever the number of threads.
  void choose_at_random(std::span<std::int64_t> actions);
  // So many steps of random moves, without a stop between them; how many games ended.
  std::uint64_t play_at_random(int steps);

 private:
  struct OneGame {
    std::unique_ptr<Environment> environment;
    std::uint64_t chances = 0;  // how many random numbers it has used
    std::int32_t turns = 0;     // of the game at hand
  };

  Batch(const BatchTerms& terms, std::vector<std::unique_ptr<Environment>> starts);
  std::uint64_t chance(std::size_t index);
  int random_action(std::size_t index);
  void begin(std::size_t index);
  bool advance(std::size_t index, int action);
  std::span<std::uint8_t> mask_of(std::size_t index);
  void hide_actions(std::size_t index);  // while the game stands where it was shown
  void show(std::size_t index);

  BatchTerms terms_;
  std::vector<std::unique_ptr<Environment>> starts_;
  std::unique_ptr<Environment> first_;
  std::vector<OneGame> games_;
  BatchArrays arrays_;
  StepThreads threads_;
};

}  // namespace crownstar::environment
