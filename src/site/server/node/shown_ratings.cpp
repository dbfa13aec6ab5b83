#include "site/server/node/shown_ratings.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/limits.hpp"
#include "site/store/open/open_store.hpp"

namespace crownstar::server {
namespace {

std::unexpected<people::Refused> not_read() {
  return people::refused("store_unavailable", "the store does not answer; try again in a moment");
}

}  // namespace

void show_ratings(store::Store& store, const std::string& person, store::Instant now,
                  people::Done<std::vector<wire::Rating>> done) {
  store.ratings_of(person, [now, done = std::move(done)](const store::Outcome<std::vector<store::RatingRow>>& rows) {
    if (!rows) return done(not_read());
    std::vector<wire::Rating> ratings;
    for (const store::RatingRow& row : *rows) {
      if (ratings.size() == static_cast<std::size_t>(limits::ratings_of_a_player)) break;
      const people::Rating current = people::rating_now(row, now);
      const auto pace = std::ranges::find(wire::pace_words, row.speed);
      if (pace == wire::pace_words.end()) continue;
      wire::Rating& rating = ratings.emplace_back();
      rating.family = row.family;
      rating.pace = static_cast<wire::Pace>(pace - wire::pace_words.begin());
      rating.rating = people::shown(current);
      rating.deviation = static_cast<int>(std::lround(current.deviation));
      rating.games = row.games;
      rating.provisional = people::is_provisional(current);
    }
    done(std::move(ratings));
  });
}

void show_rating_history(store::Store& store, const std::string& person, const std::string& family, wire::Pace pace,
                         people::Done<wire::RatingHistory> done) {
  store.rating_history(person, family, std::string(wire::to_text(pace)), limits::rating_steps,
                       [done = std::move(done)](const store::Outcome<std::vector<store::RatingStep>>& steps) {
                         if (!steps) return done(not_read());
                         wire::RatingHistory history;
                         for (const store::RatingStep& each : *steps) {
                           people::Rating then;
                           then.value = each.rating;
                           then.deviation = each.deviation;
                           wire::RatingStep& step = history.steps.emplace_back();
                           step.at = each.at.time_since_epoch().count();
                           step.games = each.games;
                           step.rating = people::shown(then);
                           step.provisional = people::is_provisional(then);
                         }
                         done(std::move(history));
                       });
}

}  // namespace crownstar::server
