// Games of Chinese checkers of three to six against itself up to the first place, and their positions to learn from, as
// the seats see them: with what the search said and who came home first.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/mixing.hpp"
#include "engines/search/star/evaluation/several_seats_net.hpp"
#include "train/several_samples.hpp"
#include "train/star_order.hpp"

namespace crownstar::train {

class GamesOfSeveral {
 public:
  GamesOfSeveral(const StarOrder& order, const search::net::Network* network) : order_(order), network_(network) {}

  // The positions of one game; none where nobody came home.
  std::vector<SeveralSample> play(std::uint32_t number) {
    contest::SeededRandom dice(base::splitmix64(number, order_.seed));
    sternhalma::Rules rules = rules_of_game(order_, number);
    rules.places = sternhalma::Places::first;
    StarRace race(*sternhalma::check(rules));
    StarPlayer player(race.course(), options(), memory_, search::star::evaluation_weights(rules), network_);
    memory_.clear();
    std::array<search::star::ArrangementCounts, sternhalma::most_seats> arrangements;
    Record record;
    const std::size_t opening = (2 + dice.below(9)) * static_cast<std::size_t>(rules.players) / 2;
    for (std::size_t ply = 0; !race.position().is_over(); ++ply) {
      const int seat = race.position().seat;
      auto& own = arrangements[static_cast<std::size_t>(seat)];
      ++own[search::star::arrangement_key(race.course(), race.position(), seat)];
      if (ply < opening || dice.below(60) == 0) {
        const auto [set, move] = any_forward(player, race, dice);
        race.play(set, move);
        continue;
      }
      note_views(player, race, number, dice, record);
      search::SearchLimits limits;
      limits.nodes = static_cast<std::uint64_t>(order_.nodes);
      const search::StopSignal stop;
      search::Budget budget(limits, 0, stop);
      const auto best = player.search(race.position(), own, budget, {}).moves.front();
      // A search of another kind tells no chance.
      if (best.expected_place) {
        const double chance = expected(best.score, search::star::tuned::playout_scale);
        record.searches[static_cast<std::size_t>(seat)].push_back(
            {record.samples.size(), static_cast<std::int16_t>(std::lround(chance * SeveralSample::certain))});
      }
      race.play(best.set, best.move);
    }
    if (race.ledger().ending() != sternhalma::Ending::home) return {};
    for (int seat = 0; seat < rules.players; ++seat) judge(record, seat, race.position().places[seat] == 1);
    return std::move(record.samples);
  }

 private:
  using SeatsNet = search::star::SeveralSeatsNet<4>;

  // The chance of the first place that a search found, when there were so many samples.
  struct Searched {
    std::size_t samples;
    std::int16_t chance;
  };
  struct Record {
    std::vector<SeveralSample> samples;
    std::vector<int> viewers;  // of each
    std::array<std::vector<Searched>, sternhalma::most_seats> searches;
  };

  static search::star::SearchOptions options() {
    search::star::SearchOptions options;
    options.opponent_model = search::star::OpponentModel::best_reply;
    options.uses_playouts = true;
    return options;
  }

  // As the seat to move sees the position, and about two of the others.
  static void note_views(const StarPlayer& player, const StarRace& race, std::uint32_t number,
                         contest::SeededRandom& dice, Record& record) {
    const int seats = race.course().seating.seats;
    for (int viewer = 0; viewer < seats; ++viewer) {
      if (viewer != race.position().seat && dice.below(static_cast<std::size_t>(seats) - 1) >= 2) continue;
      record.samples.push_back(sample_of(player.evaluation(), race, viewer));
      record.samples.back().game = number;
      record.viewers.push_back(viewer);
    }
  }

  static SeveralSample sample_of(const search::star::Evaluation<4>& evaluation, const StarRace& race, int viewer) {
    const StarCourse& course = race.course();
    const auto node = evaluation.node(race.position());
    const int own = course.seating.sets[viewer][0];
    const auto from_own = [&](int seat) {
      return static_cast<std::uint8_t>((course.seating.sets[seat][0] - own + sternhalma::most_sets) %
                                       sternhalma::most_sets);
    };
    SeveralSample sample;
    for (auto& holes : sample.holes) holes.fill(SeveralSample::nowhere);
    for (int seat = 0; seat < course.seating.seats; ++seat) {
      std::size_t nth = 0;
      node.position.sets[course.seating.sets[seat][0]].for_each([&](int slot) {
        sample.holes[from_own(seat)][nth++] =
            static_cast<std::uint8_t>(search::star::NetEvaluation<4>::seen(own, slot));
      });
    }
    const int rival = SeatsNet::nearest_rival(course, evaluation, node, viewer);
    sample.rival = from_own(rival);
    sample.before = static_cast<std::uint8_t>(SeatsNet::seats_before(course, node.position, viewer));
    sample.rival_before = static_cast<std::uint8_t>(SeatsNet::seats_before(course, node.position, rival));
    sample.phase = static_cast<std::uint8_t>(evaluation.phase(node));
    const SeatsNet no_net(course, nullptr);
    const search::star::PlayoutTree<4> tree(course, evaluation, no_net, {}, 0, 1);
    const int lead = tree.plain_lead(node, course.seating.unit_of_seat[viewer]);
    sample.lead = static_cast<std::int16_t>(std::clamp(lead, -30'000, 30'000));
    return sample;
  }

  // What the seat's next search found after each of its samples, and what became of that: a mean of the later ones,
  // in which each counts for an eighth of what is left, and of the result at the end.
  static void judge(Record& record, int seat, bool is_first) {
    constexpr double share = 1 / 8.0;
    const auto& searches = record.searches[static_cast<std::size_t>(seat)];
    double became = is_first ? SeveralSample::certain : 0;
    std::int16_t score = SeveralSample::unknown;
    std::size_t next = searches.size();
    for (std::size_t nth = record.samples.size(); nth-- > 0;) {
      for (; next > 0 && searches[next - 1].samples > nth; --next) {
        if (score != SeveralSample::unknown) became = share * score + (1 - share) * became;
        score = searches[next - 1].chance;
      }
      if (record.viewers[nth] != seat) continue;
      record.samples[nth].score = score;
      record.samples[nth].became = static_cast<std::int16_t>(std::lround(became));
    }
  }

  const StarOrder& order_;
  const search::net::Network* network_;
  search::star::TranspositionTable memory_{std::size_t{1} << 22U};
};

}  // namespace crownstar::train
