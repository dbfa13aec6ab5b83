// Games of Chinese checkers of two against itself, and their positions to learn from: with what the search said and how
// the game went.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/mixing.hpp"
#include "train/star_order.hpp"
#include "train/star_samples.hpp"

namespace crownstar::train {

class GamesOfTwo {
 public:
  GamesOfTwo(const StarOrder& order, const search::net::Network* network) : order_(order), network_(network) {}

  // The positions of one game; none where nobody won.
  std::vector<StarSample> play(std::uint32_t number) {
    contest::SeededRandom dice(base::splitmix64(number, order_.seed));
    const sternhalma::Rules rules = rules_of_game(order_, number);
    StarRace race(*sternhalma::check(rules));
    StarPlayer player(race.course(), {}, memory_, search::star::evaluation_weights(rules), network_);
    memory_.clear();
    std::array<search::star::ArrangementCounts, 2> arrangements;
    std::vector<StarSample> samples;
    std::vector<int> seats;
    const std::size_t opening = 2 + dice.below(9);
    for (std::size_t ply = 0; !race.position().is_over(); ++ply) {
      const StarPosition position = race.position();
      const bool is_by_chance = ply < opening || dice.below(30) == 0;
      auto& own = arrangements[position.seat];
      ++own[search::star::arrangement_key(race.course(), position, position.seat)];
      search::SearchLimits limits;
      limits.nodes = static_cast<std::uint64_t>(order_.nodes);
      const search::StopSignal stop;
      search::Budget budget(limits, 0, stop);
      if (is_by_chance) {
        const auto [set, move] = any_forward(player, race, dice);
        race.play(set, move);
        continue;
      }
      const auto thought = player.search(position, own, budget, {});
      samples.push_back(sample_of(player, race.course(), position, thought, number));
      seats.push_back(position.seat);
      race.play(thought.moves.front().set, thought.moves.front().move);
    }
    if (race.ledger().ending() != sternhalma::Ending::home) return {};
    const int loser = race.position().places[0] == 1 ? 1 : 0;
    const auto owed = turns_owed(player, race, loser);
    if (!owed) return {};
    for (std::size_t nth = 0; nth < samples.size(); ++nth) {
      const int margin = 100 * *owed - 50;
      samples[nth].margin = static_cast<std::int16_t>(seats[nth] == loser ? -margin : margin);
    }
    return samples;
  }

 private:
  static StarSample sample_of(const StarPlayer& player, const StarCourse& course, const StarPosition& position,
                              const search::star::RootResult& thought, std::uint32_t number) {
    StarSample sample;
    sample.own.fill(StarSample::nowhere);
    sample.their.fill(StarSample::nowhere);
    const int set = course.seating.sets[position.seat][0];
    std::size_t nth = 0;
    position.sets[set].for_each([&](int slot) {
      sample.own[nth++] = static_cast<std::uint8_t>(search::star::NetEvaluation<4>::seen(set, slot));
    });
    sample.pieces = static_cast<std::uint16_t>(nth);
    nth = 0;
    position.sets[sternhalma::opposite_set(set)].for_each([&](int slot) {
      sample.their[nth++] = static_cast<std::uint8_t>(search::star::NetEvaluation<4>::seen(set, slot));
    });
    const auto bounded = [](int value) { return static_cast<std::int16_t>(std::clamp(value, -3000, 3000)); };
    sample.phase = static_cast<std::uint16_t>(player.evaluation().phase(player.evaluation().node(position)));
    sample.base = bounded(thought.one_turn_score);
    sample.score = thought.turns_home > 0 ? StarSample::unknown : bounded(thought.moves.front().score);
    sample.game = number;
    return sample;
  }

  // How many turns the loser still needs.
  std::optional<int> turns_owed(const StarPlayer& player, const StarRace& race, int loser) {
    StarPosition position = race.position();
    position.playing = static_cast<std::uint8_t>(1 << loser);
    position.give_turn(loser);
    const search::StopSignal stop;
    search::Budget budget({}, 0, stop);
    search::star::SoloRace<4> solo(race.course(), player.evaluation(), budget);
    const auto plan = solo.find(player.evaluation().node(position), 48, 60);
    if (!plan) return std::nullopt;
    return static_cast<int>(plan->moves.size());
  }

  const StarOrder& order_;
  const search::net::Network* network_;
  search::star::TranspositionTable memory_{std::size_t{1} << 20U};
};

}  // namespace crownstar::train
