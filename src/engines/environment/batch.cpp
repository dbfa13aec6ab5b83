#include "engines/environment/batch.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/mixing.hpp"

namespace crownstar::environment {

Checked<std::unique_ptr<Batch>> Batch::make(const BatchTerms& terms) {
  auto first = make_environment(terms.token);
  if (!first) return std::unexpected(first.error());
  std::vector<std::unique_ptr<Environment>> starts;
  for (std::size_t nth = 0; nth < terms.starts.size(); ++nth) {
    auto start = (*first)->clone();
    if (const auto set = start->set_position(terms.starts[nth]); !set) {
      return base::refuse(set.error().rule, "start " + std::to_string(nth) + ": " + set.error().reason);
    }
    if (start->is_over() || start->is_cut()) return base::refuse("start " + std::to_string(nth) + ": no move is left");
    starts.push_back(std::move(start));
  }
  if (starts.empty()) starts.push_back(*std::move(first));
  return std::unique_ptr<Batch>(new Batch(terms, std::move(starts)));
}

Batch::Batch(const BatchTerms& terms, std::vector<std::unique_ptr<Environment>> starts)
    : terms_(terms), starts_(std::move(starts)), first_(starts_.front()->clone()), threads_(terms.threads) {
  const auto count = static_cast<std::size_t>(terms.games);
  if (terms.has_observations) arrays_.observations.resize(count * shape().size());
  if (terms.has_masks) arrays_.masks.resize(count * static_cast<std::size_t>(action_count()));
  arrays_.rewards.resize(count * static_cast<std::size_t>(seats()));
  arrays_.seats.resize(count);
  arrays_.ended.resize(count);
  arrays_.broken_off.resize(count);
  arrays_.turns.resize(count);
  games_.resize(count);
  for (OneGame& game : games_) game.environment = first_->clone();
  restart();
}

// A sequence of its own for each game, so that the threads do not matter.
std::uint64_t Batch::chance(std::size_t index) {
  return base::splitmix64(games_[index].chances++, base::splitmix64(index, terms_.seed));
}

int Batch::random_action(std::size_t index) {
  const Environment& environment = *games_[index].environment;
  return environment.action_at(
      static_cast<int>(chance(index) % static_cast<std::uint64_t>(environment.count_of_actions())));
}

void Batch::begin(std::size_t index) {
  OneGame& game = games_[index];
  const std::size_t start = starts_.size() == 1 ? 0 : static_cast<std::size_t>(chance(index) % starts_.size());
  game.environment->assign(*starts_[start]);
  game.turns = 0;
}

void Batch::restart() {
  std::ranges::fill(arrays_.rewards, 0.0F);
  std::ranges::fill(arrays_.ended, std::uint8_t{0});
  std::ranges::fill(arrays_.broken_off, std::uint8_t{0});
  std::ranges::fill(arrays_.turns, 0);
  threads_.run(games_.size(), [&](std::size_t from, std::size_t to) {
    for (std::size_t index = from; index < to; ++index) {
      hide_actions(index);
      begin(index);
      show(index);
    }
  });
}

bool Batch::advance(std::size_t index, int action) {
  OneGame& game = games_[index];
  Environment& environment = *game.environment;
  environment.play(action);
  ++game.turns;
  const auto seats_of_one = static_cast<std::size_t>(seats());
  environment.write_rewards(std::span(arrays_.rewards).subspan(index * seats_of_one, seats_of_one));
  const bool is_broken_off = !environment.is_over() && (environment.is_cut() || game.turns >= terms_.most_turns);
  const bool has_ended = environment.is_over() || is_broken_off;
  arrays_.ended[index] = has_ended ? 1 : 0;
  arrays_.broken_off[index] = is_broken_off ? 1 : 0;
  arrays_.turns[index] = game.turns;
  if (has_ended) begin(index);
  return has_ended;
}

std::span<std::uint8_t> Batch::mask_of(std::size_t index) {
  const auto size = static_cast<std::size_t>(action_count());
  return std::span(arrays_.masks).subspan(index * size, size);
}

void Batch::hide_actions(std::size_t index) {
  if (terms_.has_masks) games_[index].environment->mark_actions(mask_of(index), 0);
}

void Batch::show(std::size_t index) {
  const Environment& environment = *games_[index].environment;
  arrays_.seats[index] = environment.seat_to_move();
  if (terms_.has_observations) {
    const std::size_t size = shape().size();
    environment.observe(std::span(arrays_.observations).subspan(index * size, size));
  }
  if (terms_.has_masks) environment.mark_actions(mask_of(index), 1);
}

std::optional<IllegalAction> Batch::step(std::span<const std::int64_t> actions) {
  for (std::size_t index = 0; index < games_.size(); ++index) {
    const std::int64_t action = actions[index];
    const bool is_number = action >= 0 && action < action_count();
    if (!is_number || !games_[index].environment->is_legal(static_cast<int>(action))) {
      return IllegalAction{index, action};
    }
  }
  threads_.run(games_.size(), [&](std::size_t from, std::size_t to) {
    for (std::size_t index = from; index < to; ++index) {
      hide_actions(index);
      advance(index, static_cast<int>(actions[index]));
      show(index);
    }
  });
  return std::nullopt;
}

void Batch::choose_at_random(std::span<std::int64_t> actions) {
  threads_.run(games_.size(), [&](std::size_t from, std::size_t to) {
    for (std::size_t index = from; index < to; ++index) actions[index] = random_action(index);
  });
}

std::uint64_t Batch::play_at_random(int steps) {
  std::atomic<std::uint64_t> ended = 0;
  threads_.run(games_.size(), [&](std::size_t from, std::size_t to) {
    std::uint64_t ended_here = 0;
    for (std::size_t index = from; index < to; ++index) {
      hide_actions(index);
      for (int step = 0; step < steps; ++step) ended_here += advance(index, random_action(index)) ? 1 : 0;
      show(index);
    }
    ended += ended_here;
  });
  return ended;
}

}  // namespace crownstar::environment
