// Seats of matches: matches are made, joined, left, filled and played again.
// It does not know how commands become events, and who watches.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/part.hpp"
#include "site/live/cluster/replication.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/live/context/registry.hpp"
#include "site/live/engines/engine_seats.hpp"
#include "site/lobby/ports.hpp"
#include "site/people/throttle.hpp"

namespace crownstar::live {

class SeatingObserver {
 public:
  virtual ~SeatingObserver() = default;
  // One that has been stored and is in memory: to be told.
  virtual void made(LiveMatch& live) = 0;
};

class Seating : public base::Part<Seating>, public lobby::LobbySeating {
 public:
  Seating(LiveContext& context, MatchMemory& matches, Schedule& schedule, SeatingObserver& observer,
          MatchRegistry& registry, EngineSeats& engines, Replication& replication, Commands& commands,
          std::function<std::uint64_t()> random)
      : context_(context),
        matches_(matches),
        schedule_(schedule),
        observer_(observer),
        registry_(registry),
        engines_(engines),
        replication_(replication),
        commands_(commands),
        random_(std::move(random)),
        throttle_(people::throttle_terms(limits::matches_made_of_a_player)) {}

  void create(const Person& person, NewMatch request, Done<Sat> done);
  void join(const Person& person, Join request, Done<Sat> done);
  void leave(const Person& person, std::string_view match, Done<void> done);
  void fill(const Person& person, std::string_view match, std::string_view engine, Done<void> done);
  // Once all have agreed to it.
  void rematch(LiveMatch& live);

  void look_again();  // once a second: for matches that the store may have, and could not say
  // Matches that are being stored are owed it. The sign of life, which would say that their first turn had run, waits.
  void time_lost() {
    ++losses_;
    context_.counts.clocks_standing += being_stored_ - being_stored_since_loss_;
    being_stored_since_loss_ = being_stored_;
  }

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
  // A match that is there already under this id is the same one: only a rematch, and a seek's match, name theirs
  // beforehand.
  void store_match(std::string id, MatchDetails details, bool is_listed, std::vector<match::Event> events,
                   Done<LiveMatch*> done);
  // A match that the store has, or may have.
  struct InDoubt {
    std::string id;
    bool is_ours = false;  // made by this request, so that others are still to be told
    int losses = 0;        // of time, before it was sent to the store
    Done<LiveMatch*> done;
  };
  // Counts a match that is being stored until `done` is answered.
  Done<LiveMatch*> count_while_stored(Done<LiveMatch*> done);
  void begin_first_turn(LiveMatch& live, int losses);
  void look_for_stored(InDoubt match);
  void take_up(InDoubt match);
  void doubt(const InDoubt& match);
  void create_with(const Person& person, NewMatch request, const match::Player& maker, Done<Sat> done);
  void sit(LiveMatch& live, const match::Player& player, std::optional<int> wanted, Done<Sat> done);
  void begin_rematch(LiveMatch& live, std::vector<match::Player> players);

  LiveContext& context_;
  MatchMemory& matches_;
  Schedule& schedule_;
  SeatingObserver& observer_;
  MatchRegistry& registry_;
  EngineSeats& engines_;
  Replication& replication_;
  Commands& commands_;
  std::function<std::uint64_t()> random_;  // of ids and of lots
  people::Throttle throttle_;
  std::vector<InDoubt> in_doubt_;
  std::map<std::string, int, std::less<>> reserved_;  // matches on their way to the store, by person
  int losses_ = 0;                                    // of time
  std::size_t being_stored_ = 0;
  std::size_t being_stored_since_loss_ = 0;  // of those, since before the last loss of time
};

}  // namespace crownstar::live
