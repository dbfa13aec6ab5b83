// Open game offers and matchmaking: open seeks, gatherings of up to six, invitations by link and quick pairing.
// It does not know sockets, matches that have begun, what time it is and what is random: both are arguments.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "site/match/player.hpp"
#include "site/match/terms/refused.hpp"
#include "site/match/terms/terms.hpp"

namespace crownstar::lobby {

using match::Instant;
using match::Milliseconds;
using match::Player;
using match::Refused;

// One random word a call. Codes of invitations and the drawing of lots come from it, so it must not be guessable.
using Draw = std::function<std::uint64_t()>;

// Somebody without a rating (0) counts as 1500.
struct RatingRange {
  int least = 0;
  int most = 9999;

  bool operator==(const RatingRange&) const = default;
};

struct EngineOffer {
  Player engine;
  int seat = -1;  // -1: by lot
};

struct Offer {
  match::Terms terms;  // as match::checked gave them
  int seats = 2;       // of the game: 2 to 6
  RatingRange ratings;
  int seat = -1;                     // the host's own; -1: by lot. In a team game it says with whom one plays
  bool is_by_link = false;           // not listed: only who has the code finds it
  std::vector<EngineOffer> engines;  // seats that the computer has from the beginning
};

struct QuickOffer {
  match::Terms terms;
  int seats = 2;
  std::string id = {};  // that the wait had with another leader
};

// Everybody has a seat: a match is to be made of it. It is returned exactly once, and the seek is gone.
struct Pairing {
  std::string seek;
  std::string host;  // a person's id; empty after quick pairing
  match::Terms terms;
  std::vector<Player> seats;  // one a seat, in the order of turns
};

struct Placed {
  std::string seek;
  std::string code;  // of an invitation, for its host alone
  std::optional<Pairing> pairing;
};

struct Sitter {
  Player player;
  int seat = -1;  // -1: lots will be drawn
};

// A seek as anybody may see it.
struct SeekView {
  std::string id;
  Player host;
  match::Terms terms;
  int seats = 2;
  RatingRange ratings;
  std::vector<Sitter> sitters;  // the host first; engines too
  Instant made{};
  bool is_quick = false;  // the host waits for any opponent
};

// All of a seek: the next leader of the lobby goes on with it. Those who wait for anybody are not in it.
struct SeekCopy {
  std::string id;
  std::string code;
  Offer offer;
  std::vector<Sitter> sitters;
  Instant made{};
};

// To be applied to the list in order. `added` with an id that is known takes its place.
struct Change {
  enum class Kind { added, removed };
  Kind kind = Kind::added;
  std::string seek;
  std::optional<SeekView> view;  // with `added`
};

struct Bounds {
  int seeks_of_a_person = limits::seeks_of_a_player;  // in which one sits, quick pairing included
  int seeks = limits::lobby_seeks;                    // listed ones
  int invitations = limits::invitations;
  int waiting_quickly = limits::quick_waiting;
  int quick_listed = limits::lobby_quick;                  // of them, whom everybody sees
  Milliseconds gone_wait = limits::seek_gone_wait;         // a seek or a seat of somebody whose connection is gone
  Milliseconds seek_life = limits::seek_life;              // of somebody who is there
  Milliseconds invitation_life = limits::invitation_life;  // is the host there or not; seeks of days a move too
  int first_window = limits::quick_window;                 // of ratings, when quick pairing begins
  int window_growth = limits::quick_window_growth;         // a second
  Milliseconds window_falls = limits::quick_window_falls;  // after it anybody will do
};

class OpenSeeks {
 public:
  explicit OpenSeeks(Bounds bounds = {});
  ~OpenSeeks();
  OpenSeeks(const OpenSeeks&) = delete;
  OpenSeeks& operator=(const OpenSeeks&) = delete;

  // A new seek. If engines fill all the other seats it is paired at once.
  std::expected<Placed, Refused> seek(Offer offer, const Player& host, Instant now, const Draw& draw);
  // Takes the first listed seek that fits, else waits for others who want the same. One a person: a new one replaces
  // it.
  std::expected<Placed, Refused> quick(const QuickOffer& offer, const Player& player, Instant now, const Draw& draw);
  // Sits down in a listed seek, or plays somebody who waits for any opponent, however far their ratings are apart.
  std::expected<Placed, Refused> take(std::string_view seek, const Player& player, int seat, Instant now,
                                      const Draw& draw);
  // Sits down by the code of an invitation.
  std::expected<Placed, Refused> accept(std::string_view code, const Player& player, int seat, Instant now,
                                        const Draw& draw);
  // The host names an engine for all the seats that are empty.
  std::expected<Placed, Refused> fill(std::string_view seek, std::string_view host, const Player& engine, Instant now,
                                      const Draw& draw);
  // The host ends the seek; anybody else gets up.
  std::expected<void, Refused> leave(std::string_view seek, std::string_view person);
  void leave_all(std::string_view person);
  // Every seek and every wait ends.
  void clear();

  // A person's last connection is gone, or one is there (again).
  void gone(std::string_view person, Instant now);
  void back(std::string_view person);

  // What time brings: wider windows, and the end of what waited too long. Once a second is often enough.
  std::vector<Pairing> tick(Instant now, const Draw& draw);
  // For so long nobody could come, wait or be away.
  void time_lost(Milliseconds time, Instant now);

  std::vector<SeekView> listed() const;  // oldest first; those who wait for any opponent too
  std::size_t listed_size() const;
  std::vector<SeekView> seeks_of(std::string_view person) const;
  std::optional<SeekView> invitation(std::string_view code) const;
  std::optional<SeekView> find(std::string_view seek) const;
  std::vector<Change> take_changes();  // of the listed ones, since the last call

  // ---- For the next leader of the lobby ----
  std::vector<std::string> take_touched();  // the seeks that came, changed or went since the last call
  std::optional<SeekCopy> kept(std::string_view seek) const;
  std::vector<SeekCopy> kept_after(std::string_view seek, std::size_t most) const;  // by their ids
  // A seek of another leader. Who sits in it counts as gone until they are back.
  void adopt(SeekCopy kept, Instant now);
  void stop_waiting(std::string_view person);  // for any opponent
  bool seeks_something(std::string_view person) const;
  std::vector<std::string> seekers() const;  // everybody who sits in a seek or waits for any opponent

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace crownstar::lobby
