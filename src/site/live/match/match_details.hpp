// Details in a match's header that are needed before its events are read: the host, the invitation,
// clocks. It does not know anything that the events or the header's own members say, names above all.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "site/match/event.hpp"
#include "site/store/rows.hpp"

namespace crownstar::live {

struct MatchDetails {
  std::string host;      // who made it, or goes on with it: they may give empty seats to the computer
  std::string code;      // opens an empty seat of a match by link
  std::string previous;  // the match that it is the rematch of
  // Who alone may sit down, the person of each seat; empty: whoever comes. Forgotten when the match begins or ends.
  std::vector<std::string> kept_for;
  int seats = 2;
  std::vector<match::ClockTerms> clocks;

  bool names(std::string_view person) const {
    return host == person || std::ranges::find(kept_for, person) != kept_for.end();
  }
  bool operator==(const MatchDetails&) const = default;
};

// A line each, `host=p4k7m2xw9q3t`; unknown ones are passed over.
std::string write_details(const MatchDetails& details);
MatchDetails read_details(std::string_view text);

// The header of a match that is about to be stored for the first time.
store::MatchHeader first_header(std::string id, const match::Terms& terms, const MatchDetails& details, bool is_listed,
                                match::Instant now);
// The header once these events have been applied to it; nothing if none of them changes it. A table whose host gets up
// passes to the person who sat down first, as `earlier` events say. Nobody else may sit at one that is kept for
// somebody: that does not pass.
std::optional<store::MatchHeader> header_after(const store::MatchHeader& before,
                                               const std::vector<match::Event>& events, int moves,
                                               std::span<const match::Event> earlier = {});

}  // namespace crownstar::live
