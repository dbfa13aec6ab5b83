// Seats of matches: matches are made, joined, left, filled and played again.
// It does not know how a match is stored, how commands become events, and who watches.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/part.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/live/context/registry.hpp"
#include "site/live/engines/engine_seats.hpp"
#include "site/live/matches/new_matches.hpp"
#include "site/lobby/ports.hpp"
#include "site/people/throttle.hpp"

namespace crownstar::live {

class Seating : public base::Part<Seating>, public lobby::LobbySeating {
 public:
  Seating(LiveContext& context, MatchMemory& matches, Schedule& schedule, NewMatches& new_matches,
          MatchRegistry& registry, EngineSeats& engines, Commands& commands, std::function<std::uint64_t()> random)
      : context_(context),
        matches_(matches),
        schedule_(schedule),
        new_matches_(new_matches),
        registry_(registry),
        engines_(engines),
        commands_(commands),
        random_(std::move(random)),
        throttle_(people::throttle_terms(limits::matches_made_of_a_player)) {}

  void create(const Person& person, NewMatch request, Done<Sat> done);
  void join(const Person& person, Join request, Done<Sat> done);
  void leave(const Person& person, std::string_view match, Done<void> done);
  void fill(const Person& person, std::string_view match, std::string_view engine, Done<void> done);
  // Once all have agreed to it.
  void rematch(LiveMatch& live);

  // ---- For the lobby ----
  void with_player(const Person& person, const match::Terms& terms, std::function<void(match::Player)> then) override;
  std::optional<Refused> no_more_matches(std::string_view person) override;
  bool is_at_match_limit(std::string_view person) const override;
  void begin(lobby::MatchToBegin begun, std::vector<std::string> persons, Done<std::vector<int>> done) override;
  void host_is_away(const std::string& match, const std::string& host, Milliseconds away_for) override;

 private:
  // Counts a match for each of them until `done` is answered: by then the registry counts it, or there is none. So
  // requests that come at once do not pass the limit together.
  template <typename T>
  Done<T> reserve(std::vector<std::string> persons, Done<T> done);
  void create_with(const Person& person, NewMatch request, const match::Player& maker, Done<Sat> done);
  void sit(LiveMatch& live, const match::Player& player, std::optional<int> wanted, Done<Sat> done);
  void begin_rematch(LiveMatch& live, std::vector<match::Player> players);

  LiveContext& context_;
  MatchMemory& matches_;
  Schedule& schedule_;
  NewMatches& new_matches_;
  MatchRegistry& registry_;
  EngineSeats& engines_;
  Commands& commands_;
  std::function<std::uint64_t()> random_;  // of ids and of lots
  people::Throttle throttle_;
  std::map<std::string, int, std::less<>> reserved_;  // matches on their way to the store, by person
};

}  // namespace crownstar::live
