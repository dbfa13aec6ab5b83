// Matches to read: one, a list for the lobby, or those of one person.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/part.hpp"
#include "site/live/match/registry.hpp"
#include "site/live/match/site.hpp"
#include "site/lobby/ports.hpp"

namespace crownstar::live {

class MatchLists : public base::Part<MatchLists>, public lobby::LobbyMatches {
 public:
  MatchLists(Site& site, const MatchRegistry& registry) : site_(site), registry_(registry) {}

  // Public ones, those that wait for players and those to watch, the most watched first; bounded. An empty game: any.
  std::vector<MatchSummary> lobby_matches(std::string_view game) const;
  void find(std::string_view match, Done<MatchSummary> done) const;
  void matches_of(std::string_view person, std::string_view from, int most, Done<MatchPage> done) const;

  // ---- For the lobby ----
  bool is_known(std::string_view match) const override { return registry_.find(match) != nullptr; }
  std::vector<wire::MatchSummary> listed() const override;
  std::optional<wire::MatchSummary> unfinished(const std::string& match) const override;

 private:
  Site& site_;
  const MatchRegistry& registry_;
};

}  // namespace crownstar::live
