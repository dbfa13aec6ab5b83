// A player's ratings as everybody sees them: what they are now, and how they came to be.
#pragma once

#include <string>
#include <vector>

#include "site/people/ratings/ratings.hpp"
#include "site/wire/generated/wire_people.hpp"

namespace crownstar::server {

void show_ratings(store::Store& store, const std::string& person, people::Instant now,
                  people::Done<std::vector<wire::Rating>> done);
// Of the newest games; none where no such game was rated.
void show_rating_history(store::Store& store, const std::string& person, const std::string& family, wire::Pace pace,
                         people::Done<wire::RatingHistory> done);

}  // namespace crownstar::server
