// The interfaces between the lobby and the site around it: people, seats, matches, those who look at the list, and the
// other nodes.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "site/bus/bus.hpp"
#include "site/bus/nodes/live_nodes.hpp"
#include "site/lobby/seeks/seek_requests.hpp"
#include "site/match/event.hpp"
#include "site/people/person.hpp"
#include "site/wire/generated/wire_lobby.hpp"

namespace crownstar::lobby {

using people::Person;
// Encoded once, shared by every listener that gets it.
using Text = std::shared_ptr<const std::string>;

class LobbyPeople {
 public:
  virtual ~LobbyPeople() = default;

  // Null if they are not connected to this node.
  virtual const Person* online(std::string_view person) const = 0;
  virtual std::vector<std::string> everybody_online() const = 0;
  virtual std::size_t online_count() const = 0;
};

class LobbyEngines {
 public:
  virtual ~LobbyEngines() = default;

  // The player that sits down for an engine of this name.
  virtual std::expected<match::Player, Refused> player(std::string_view engine, const match::Terms& terms) const = 0;
};

// So long the host of an open table may have no connection before it passes to a guest who sits there.
inline constexpr Milliseconds host_gone_wait{60'000};

// A match that everybody has a seat in.
struct MatchToBegin {
  std::string id;
  std::string host;  // a person's id; empty after quick pairing
  bool is_listed = true;
  std::vector<match::Event> events;
};

class LobbySeating {
 public:
  virtual ~LobbySeating() = default;

  // With the rating that the person has in such games; a rating that cannot be read is none.
  virtual void with_player(const Person& person, const match::Terms& terms,
                           std::function<void(match::Player)> then) = 0;
  // Why they may not begin another match just now.
  virtual std::optional<Refused> no_more_matches(std::string_view person) = 0;
  // They have as many matches as one can, those that are just being stored among them.
  virtual bool is_at_match_limit(std::string_view person) const = 0;
  // The limit of matches is for the caller to check. The seat of each of `persons`, -1 for none: under this id another
  // match may have been stored before.
  virtual void begin(MatchToBegin match, std::vector<std::string> persons, Done<std::vector<int>> done) = 0;
  // The host of this open table has had no connection for so long. Said again and again, until the table is another
  // one's or its host is back.
  virtual void host_is_away(const std::string& match, const std::string& host, Milliseconds away_for) = 0;
};

class LobbyMatches {
 public:
  virtual ~LobbyMatches() = default;

  virtual bool is_known(std::string_view match) const = 0;
  virtual std::vector<wire::MatchSummary> listed() const = 0;
  // Somebody looks at them: how they stand is to be known, here too where they are played at another node.
  virtual void read_listed() = 0;
  // Public ones that have not begun, except games with days for each move, whose host need not be connected.
  virtual std::vector<std::string> open_tables_of(std::string_view host) const = 0;
  // Nothing where it is over, or its host is away.
  virtual std::optional<wire::MatchSummary> unfinished(const std::string& match) const = 0;
};

class LobbyViewers {
 public:
  virtual ~LobbyViewers() = default;

  virtual bool is_lobby_watched() const = 0;
  virtual void show_lobby(const Text& text) = 0;
  // Who follows one of these hears that it is gone, whether or not anybody looks.
  virtual void seeks_gone(const std::vector<std::string>& seeks) = 0;
  virtual std::vector<std::string> followed_seeks() const = 0;
};

class LobbyCluster {
 public:
  virtual ~LobbyCluster() = default;

  virtual bus::Bus* bus() const = 0;  // none: this node is alone
  virtual const bus::LiveNodes& nodes() const = 0;
  virtual bool is_settled() const = 0;  // all nodes must have been heard
  // All unfinished matches are compared with the store, not later than then.
  virtual void survey_by(Instant at) = 0;
  virtual bool is_surveying() const = 0;
};

// Events of the site for the lobby: somebody's first connection opens, and their last one closes.
class Arrivals {
 public:
  virtual ~Arrivals() = default;

  virtual void arrived(const std::string& person) = 0;
  virtual void left(const std::string& person) = 0;
};

struct LobbyPorts {
  LobbyPeople& people;
  LobbyEngines& engines;
  LobbySeating& seating;
  LobbyMatches& matches;
  LobbyViewers& viewers;
  LobbyCluster& cluster;
  std::function<Instant()> now;
  Draw draw;
  std::function<void(std::string)> log;
};

inline bool is_alone(const LobbyPorts& ports) { return ports.cluster.bus() == nullptr; }

}  // namespace crownstar::lobby
