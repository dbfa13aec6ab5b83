// Which games are rated, in which category, and what a finished game does to its players' ratings. The resulting rows
// are stored with the event that ends the match.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "site/match/player.hpp"
#include "site/match/terms/terms.hpp"
#include "site/people/answer.hpp"
#include "site/people/ratings/glicko.hpp"
#include "site/store/rows.hpp"

namespace crownstar::store {
class Store;
}

namespace crownstar::people {

// By the time that a side has for 40 moves: main time and steps; periods of byoyomi count too. Under 3, 8 and 25
// minutes; days, and no clock at all, are correspondence.
enum class Pace { bullet, blitz, rapid, classical, correspondence };

Pace pace_of(const match::ClockTerms& clock);
std::string_view name_of(Pace pace);  // `blitz`, as the wire and the store have it

// Ratings are kept by game: `american` of `american:opening=three-move`. Options make no rating of their own.
std::string rating_family(std::string_view game_token);

// Whether a game on these terms can be rated; the match decides who may play it. Refused as `not_ratable`.
Answer<void> check_rated(const match::Terms& terms);

struct RatedSeat {
  std::string player;  // an account's id
  int place = 0;       // 1 is the best; equal places are draws
  int team = -1;       // equal and not negative: teammates, who are not compared
};

// One game as one rating period: each seat has won, drawn or lost against every other that is not of its team.
// `before` has a row a seat, none for the first game under this key. Rows are in the order of the seats.
std::vector<store::RatingRow> rows_after(std::string_view family, Pace pace, std::span<const RatedSeat> seats,
                                         std::span<const std::optional<store::RatingRow>> before, Instant now);

Rating rating_of(const std::optional<store::RatingRow>& row);
// As it is now: the deviation has grown since the last game. This is what is shown and paired by.
Rating rating_now(const std::optional<store::RatingRow>& row, Instant now);
int shown(const Rating& rating);  // rounded

// The rows of several players under one key, in their order.
void read_ratings(store::Store& store, std::vector<std::string> players, std::string family, Pace pace,
                  Done<std::vector<std::optional<store::RatingRow>>> done);

}  // namespace crownstar::people
