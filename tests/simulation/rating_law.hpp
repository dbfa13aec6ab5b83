// What ratings a simulated site must have stored: those that follow from its finished matches, each counted once, in
// the order in which they ended.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "simulation/disk.hpp"
#include "simulation/truth.hpp"
#include "site/people/ratings/ratings.hpp"

namespace crownstar::live::simulation {

// What the events of a match do to the ratings before it; the header is asked for names alone.
inline std::vector<store::RatingRow> ratings_after(const History& history, const store::MatchHeader& header,
                                                   const std::map<Disk::RatingKey, store::RatingRow>& before) {
  const match::Terms& terms = history.match->terms();
  const auto end = std::ranges::find_if(
      history.events, [](const match::Event& each) { return std::holds_alternative<match::Ended>(each.what); });
  if (end == history.events.end()) return {};
  const auto& ended = std::get<match::Ended>(end->what);
  if (!history.match->is_rated() || ended.kind == match::EndKind::abort) return {};
  const std::string family = people::rating_family(terms.game);
  const people::Pace pace = people::pace_of(terms.clocks.front());
  std::vector<people::RatedSeat> seats;
  std::vector<std::optional<store::RatingRow>> rows;
  for (const store::SeatRow& row : header.seats) {
    seats.push_back({row.player, ended.outcome.standings.at(static_cast<std::size_t>(row.seat)).place, -1});
    const auto known = before.find({row.player, family, std::string(people::name_of(pace))});
    rows.push_back(known == before.end() ? std::nullopt : std::optional(known->second));
  }
  return people::rows_after(family, pace, seats, rows, end->at);
}

// How many rated matches have ended. `truth` holds no match that the disk does not.
inline int expect_ratings_follow_from_the_matches(const Disk& disk, Truth& truth) {
  std::map<Disk::RatingKey, store::RatingRow> ratings;
  std::map<Disk::RatingKey, std::vector<std::string>> counted;
  int rated = 0;
  for (const std::string& id : disk.ended) {
    const store::MatchHeader& header = disk.headers.at(id);
    const History& history = truth.of(id);
    EXPECT_EQ(header.is_rated, history.match->is_rated()) << id << ": its header and its events";
    const auto rows = ratings_after(history, header, ratings);
    rated += rows.empty() ? 0 : 1;
    for (const store::RatingRow& row : rows) {
      ratings[{row.player, row.family, row.speed}] = row;
      counted[{row.player, row.family, row.speed}].push_back(id);
    }
  }
  EXPECT_EQ(ratings.size(), disk.ratings.size());
  for (const auto& [key, row] : disk.ratings) {
    const auto& [player, family, speed] = key;
    EXPECT_TRUE(ratings[key] == row) << player << " has " << row.rating << " after " << row.games << " games of "
                                     << family << ", " << speed << "; the matches say " << ratings[key].rating
                                     << " after " << ratings[key].games;
    std::vector<std::string> stored;
    for (const store::RatingStep& step : disk.steps.at(key)) stored.push_back(step.match);
    EXPECT_EQ(stored, counted[key]) << player << ": each match once, in the order of their ends";
  }
  return rated;
}

// What a seat shows is a rating that its player had, or none where it could not be read.
inline void expect_seats_show_ratings_that_were(const Disk& disk) {
  for (const auto& [id, header] : disk.headers) {
    for (const store::SeatRow& seat : header.seats) {
      if (seat.rating == 0) continue;
      const auto steps = disk.steps.find({seat.player, header.family, header.speed});
      const bool was_theirs =
          steps != disk.steps.end() && std::ranges::any_of(steps->second, [&](const store::RatingStep& step) {
            return std::lround(step.rating) == seat.rating;
          });
      EXPECT_TRUE(was_theirs) << seat.player << " never had the rating " << seat.rating << " shown in " << id;
    }
  }
}

}  // namespace crownstar::live::simulation
