// Converts a match to a game record: moves, departures, clocks, result and tags. The record writer makes text of it.
#pragma once

#include <string>

#include "rules/record/record.hpp"
#include "site/match/match.hpp"

namespace crownstar::match {

// What the match cannot know of itself. Empty: the tag stays open.
struct RecordTags {
  std::string event;
  std::string site;  // where it can be seen, or was played
  std::string round;
};

// Of a match that runs or is over; what was taken back is not in it.
game::GameRecord record_of(const Match& match, const RecordTags& tags = {});

// The value of the tag TimeControl: `300+2`, `300d5`, `600:3x30`, `1/259200`, `1/30x3`, `-`.
std::string time_control(const ClockTerms& clock);

}  // namespace crownstar::match
