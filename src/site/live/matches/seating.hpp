// Knows who sits where: matches are made, joined, left, filled and played again.
// Refuses to know how commands become events, and who is told.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/part.hpp"
#include "site/live/cluster/replication.hpp"
#include "site/live/engines/engine_seats.hpp"
#include "site/live/match/registry.hpp"
#include "site/live/match/site.hpp"
#include "site/live/matches/commit_pipeline.hpp"
#include "site/people/throttle.hpp"

namespace crownstar::live {

// What seating asks of those that own the matches.
class SeatingSite {
 public:
  virtual ~SeatingSite() = default;

  // No match can be made just now.
  virtual bool is_full() = 0;
  virtual LiveMatch& add(store::MatchHeader header) = 0;
  // One that has been stored and is in memory: to be told.
  virtual void made(LiveMatch& live) = 0;
};

class Seating : public base::Part<Seating> {
 public:
  Seating(Site& site, SeatingSite& around, Matches& matches, MatchRegistry& registry, EngineSeats& engines,
          Replication& replication, CommitPipeline& pipeline, std::function<std::uint64_t()> draw)
      : site_(site),
        around_(around),
        matches_(matches),
        registry_(registry),
        engines_(engines),
        replication_(replication),
        pipeline_(pipeline),
        draw_(std::move(draw)),
        throttle_(throttle_terms(limits::matches_made_of_a_player)) {}

  void create(const Person& person, NewMatch request, Done<Sat> done);
  void join(const Person& person, Join request, Done<Sat> done);
  void leave(const Person& person, std::string_view match, Done<void> done);
  void fill(const Person& person, std::string_view match, std::string_view engine, Done<void> done);
  // Once all have agreed to it.
  void rematch(LiveMatch& live);

  // A match that is there already under this id is the same one: only a rematch, and a seek's match, name theirs
  // beforehand.
  void store_match(std::string id, MatchDetails details, bool is_listed, std::vector<match::Event> events,
                   Done<LiveMatch*> done);
  // With the rating that the person has in such games; a rating that cannot be read is none.
  void with_player(const Person& person, const match::Terms& terms, std::function<void(match::Player)> then);
  // Why this person may not have another match.
  std::optional<Refused> no_more_matches(std::string_view person);

 private:
  void create_with(const Person& person, NewMatch request, const match::Player& maker, Done<Sat> done);
  void sit(LiveMatch& live, const match::Player& player, std::optional<int> wanted, Done<Sat> done);
  void begin_rematch(LiveMatch& live, std::vector<match::Player> players);

  Site& site_;
  SeatingSite& around_;
  Matches& matches_;
  MatchRegistry& registry_;
  EngineSeats& engines_;
  Replication& replication_;
  CommitPipeline& pipeline_;
  std::function<std::uint64_t()> draw_;
  people::Throttle throttle_;
};

}  // namespace crownstar::live
