// Matches to read: one, a list for the lobby, or those of one person.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/part.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/live/context/registry.hpp"
#include "site/lobby/ports.hpp"

namespace crownstar::live {

class MatchLists : public base::Part<MatchLists>, public lobby::LobbyMatches {
 public:
  using IsAway = std::function<bool(std::string_view person)>;

  MatchLists(LiveContext& context, const MatchRegistry& registry, MatchMemory& memory, Schedule& schedule,
             IsAway is_away)
      : context_(context), registry_(registry), memory_(memory), schedule_(schedule), is_away_(std::move(is_away)) {}

  // Public ones, those that wait for players and those to watch, the most watched first; bounded. An empty game: any.
  std::vector<MatchSummary> lobby_matches(std::string_view game) const;
  void find(std::string_view match, Done<MatchSummary> done) const;
  void matches_of(std::string_view person, std::string_view from, int most, Done<MatchPage> done) const;

  // ---- For the lobby ----
  bool is_known(std::string_view match) const override { return registry_.find(match) != nullptr; }
  std::vector<wire::MatchSummary> listed() const override;
  void read_listed() override;
  std::vector<std::string> open_tables_of(std::string_view host) const override;
  std::optional<wire::MatchSummary> unfinished(const std::string& match) const override;

 private:
  // In the lobby, and in the list of games.
  bool is_shown(const LiveMatch& live) const;
  std::vector<LiveMatch*> shown(std::string_view game) const;

  LiveContext& context_;
  const MatchRegistry& registry_;
  MatchMemory& memory_;
  Schedule& schedule_;
  IsAway is_away_;
};

}  // namespace crownstar::live
