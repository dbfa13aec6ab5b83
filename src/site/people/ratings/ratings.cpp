#include "site/people/ratings/ratings.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <memory>

#include "site/store/store.hpp"

namespace crownstar::people {
namespace {

constexpr int moves_of_a_game = 40;
// A period, or a turn, is used up to its end in a few moves only; over a game about half of each is.
constexpr int periods_worth_of_moves = moves_of_a_game / 2;

struct PaceBound {
  Pace pace;
  Milliseconds below;
};
constexpr std::array pace_bounds{PaceBound{Pace::bullet, std::chrono::minutes{3}},
                                 PaceBound{Pace::blitz, std::chrono::minutes{8}},
                                 PaceBound{Pace::rapid, std::chrono::minutes{25}}};

Milliseconds estimated(const match::ClockTerms& clock) {
  if (clock.kind == match::ClockKind::byoyomi || clock.kind == match::ClockKind::turn)
    return clock.main + (clock.periods + periods_worth_of_moves) * clock.step;
  return clock.main + moves_of_a_game * clock.step;
}

double score_against(int own_place, int other_place) {
  if (own_place == other_place) return 0.5;
  return own_place < other_place ? 1 : 0;
}

}  // namespace

Pace pace_of(const match::ClockTerms& clock) {
  if (clock.kind == match::ClockKind::none || clock.kind == match::ClockKind::days) return Pace::correspondence;
  const Milliseconds time = estimated(clock);
  const auto bound = std::ranges::find_if(pace_bounds, [&](const PaceBound& each) { return time < each.below; });
  return bound == pace_bounds.end() ? Pace::classical : bound->pace;
}

std::string_view name_of(Pace pace) {
  constexpr std::array<std::string_view, 5> names{"bullet", "blitz", "rapid", "classical", "correspondence"};
  return names.at(static_cast<std::size_t>(pace));
}

std::string rating_family(std::string_view game_token) {
  return std::string(game_token.substr(0, game_token.find(':')));
}

Answer<void> check_rated(const match::Terms& terms) {
  if (!terms.position.empty()) return refused("not_ratable", "a rated game begins at the game's own start");
  if (terms.clocks.empty() || terms.clocks.front().kind == match::ClockKind::none) {
    return refused("not_ratable", "a rated game has a clock: without one it need never end");
  }
  if (std::ranges::any_of(terms.clocks, [&](const auto& clock) { return clock != terms.clocks.front(); })) {
    return refused("not_ratable", "a rated game has the same clock for everybody");
  }
  return {};
}

std::vector<store::RatingRow> rows_after(std::string_view family, Pace pace, std::span<const RatedSeat> seats,
                                         std::span<const std::optional<store::RatingRow>> before, Instant now) {
  assert(seats.size() == before.size());
  std::vector<store::RatingRow> rows;
  for (std::size_t own = 0; own < seats.size(); ++own) {
    std::vector<Result> results;
    for (std::size_t other = 0; other < seats.size(); ++other) {
      const bool are_mates = seats[own].team >= 0 && seats[own].team == seats[other].team;
      if (other == own || are_mates) continue;
      results.push_back({rating_now(before[other], now), score_against(seats[own].place, seats[other].place)});
    }
    const std::optional<store::RatingRow>& row = before[own];
    const Milliseconds since = row ? std::max(Milliseconds{0}, now - row->updated) : Milliseconds{0};
    const Rating after = rated(rating_of(row), since, results);
    rows.push_back(store::RatingRow{.player = seats[own].player,
                                    .family = std::string(family),
                                    .speed = std::string(name_of(pace)),
                                    .rating = after.value,
                                    .deviation = after.deviation,
                                    .volatility = after.volatility,
                                    .games = (row ? row->games : 0) + 1,
                                    .updated = now});
  }
  return rows;
}

Rating rating_of(const std::optional<store::RatingRow>& row) {
  return row ? Rating{row->rating, row->deviation, row->volatility} : Rating{};
}

Rating rating_now(const std::optional<store::RatingRow>& row, Instant now) {
  return row ? aged(rating_of(row), std::max(Milliseconds{0}, now - row->updated)) : Rating{};
}

int shown(const Rating& rating) { return static_cast<int>(std::lround(rating.value)); }

void read_ratings(store::Store& store, std::vector<std::string> players, std::string family, Pace pace,
                  Done<std::vector<std::optional<store::RatingRow>>> done) {
  struct Reading {
    std::vector<std::optional<store::RatingRow>> rows;
    std::size_t missing = 0;
    bool has_failed = false;
    Done<std::vector<std::optional<store::RatingRow>>> done;
  };
  if (players.empty()) return done(std::vector<std::optional<store::RatingRow>>{});
  const auto reading = std::make_shared<Reading>();
  reading->rows.resize(players.size());
  reading->missing = players.size();
  reading->done = std::move(done);
  for (std::size_t i = 0; i < players.size(); ++i) {
    store.ratings_of(players[i], [reading, i, family, pace](store::Outcome<std::vector<store::RatingRow>> outcome) {
      if (outcome) {
        const auto found = std::ranges::find_if(
            *outcome, [&](const auto& row) { return row.family == family && row.speed == name_of(pace); });
        if (found != outcome->end()) reading->rows[i] = *found;
      } else {
        reading->has_failed = true;
      }
      if (--reading->missing > 0) return;
      if (reading->has_failed) {
        return reading->done(refused("store_unavailable", "the ratings could not be read; try again"));
      }
      reading->done(std::move(reading->rows));
    });
  }
}

}  // namespace crownstar::people
