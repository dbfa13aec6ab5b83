// Every event of a match. Events are numbered, stored and sent to clients.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "rules/game/game.hpp"
#include "site/match/player.hpp"
#include "site/match/terms/terms.hpp"

namespace crownstar::match {

// A match is its events and nothing else. Their order:
//
//   Created  (Seated | Unseated)*  Started  (play)*  Ended  (rematch)*
//
//   - numbers are dense: Created is 0, each next event one more. Times never go back.
//   - Created is the first and the only one; Started follows the Seated that fills the last seat, in the same batch.
//   - Aborted may come from the first moment on, and Ended follows it in the same batch, also before Started.
//   - play: Moved, the offers and their answers, TakenBack, Resigned, Flagged, Missed, Departed, Returned, Removed,
//     Substituted, StoodDown, Resumed.
//   - Ended comes once. It follows, in the same batch, the event that ends the game: Moved, Resigned, Flagged, Removed,
//     DrawClaimed, Aborted or the last DrawAccepted; a seat's leaving also where it was the last to be asked about a
//     draw.
//   - TakenBack follows the last TakebackAccepted in the same batch.
//   - rematch: offers and answers, at the end Rematched, after which nothing comes.
//   - What one command leads to is one batch: it is stored in one append and applied whole.
//
// Offers lapse without an event of their own, since that follows from other events:
//   - a move ends every takeback offer, and the draw offer unless the mover has made or accepted it: moving without an
//     answer is declining;
//   - TakenBack ends the draw offer; Resigned, Flagged and Removed end any takeback offer;
//   - a draw offer ends when the seat that made it stops playing;
//   - Ended ends the draw and the takeback offer.

struct Created {
  Terms terms;  // checked
  bool operator==(const Created&) const = default;
};

struct Seated {
  int seat = 0;
  Player player;
  bool operator==(const Seated&) const = default;
};

struct Unseated {
  int seat = 0;
  bool operator==(const Unseated&) const = default;
};

struct Started {
  bool operator==(const Started&) const = default;
};

struct Moved {
  int seat = 0;
  std::string text;     // canonical; a star's with every landing, as it was made
  Milliseconds spent;   // since the turn was told, without the credit; a first move is told and not charged
  Milliseconds credit;  // for lag
  bool operator==(const Moved&) const = default;
};

struct DrawOffered {
  int seat = 0;
  bool operator==(const DrawOffered&) const = default;
};
struct DrawAccepted {
  int seat = 0;
  bool operator==(const DrawAccepted&) const = default;
};
// By the seat that offered: withdrawn.
struct DrawDeclined {
  int seat = 0;
  bool operator==(const DrawDeclined&) const = default;
};

// `moves_left`: how many moves stay when all agree; the offering seat is to move then.
struct TakebackOffered {
  int seat = 0;
  int moves_left = 0;
  bool operator==(const TakebackOffered&) const = default;
};
struct TakebackAccepted {
  int seat = 0;
  bool operator==(const TakebackAccepted&) const = default;
};
struct TakebackDeclined {
  int seat = 0;
  bool operator==(const TakebackDeclined&) const = default;
};
struct TakenBack {
  int moves_left = 0;
  bool operator==(const TakenBack&) const = default;
};

// The turn of the seat is passed; a star may take its pieces off the board (CC-22). A team mate leaves with it.
struct Resigned {
  int seat = 0;
  bool operator==(const Resigned&) const = default;
};
struct Flagged {
  int seat = 0;
  bool operator==(const Flagged&) const = default;
};

// The turn of the seat ran out, where some may: the computer makes the move that it owes, and the seat stays its
// player's. The game is not rated any more.
struct Missed {
  int seat = 0;
  Player player;  // the computer
  bool operator==(const Missed&) const = default;
};

struct Aborted {
  int seat = -1;  // -1: no seat; the first move did not come, or the server stopped the game
  std::string reason;
  bool operator==(const Aborted&) const = default;
};

// The server was down, or its store failed, from then until this event's time: nobody is charged for that time.
struct Resumed {
  Instant down_since;
  bool operator==(const Resumed&) const = default;
};

// The seat's player has had no connection for as long as one is waited for; then that they are back. Nothing follows
// from it by itself: the others may claim something. What a departed seat does begins with its Returned.
struct Departed {
  int seat = 0;
  bool operator==(const Departed&) const = default;
};
struct Returned {
  int seat = 0;
  bool operator==(const Returned&) const = default;
};
// A departed seat leaves, as if it had resigned, because another one wanted it so.
struct Removed {
  int seat = 0;
  int by = 0;
  bool operator==(const Removed&) const = default;
};
// The computer plays for a departed seat, because another one wanted it so, until the seat's player is back. The game
// is not rated any more.
struct Substituted {
  int seat = 0;
  Player player;  // the computer
  int by = 0;
  bool operator==(const Substituted&) const = default;
};
// The computer that played for the seat's player cannot go on: the seat is as it was before. A turn begins anew, since
// the time was not its player's.
struct StoodDown {
  int seat = 0;
  bool operator==(const StoodDown&) const = default;
};
// By the seat, while all others who play have departed.
struct DrawClaimed {
  int seat = 0;
  bool operator==(const DrawClaimed&) const = default;
};

// `absence`: a seat departed, and another one claimed the end.
enum class EndKind : std::uint8_t { rules, agreement, resignation, time, abort, absence };

std::string_view name_of(EndKind kind);  // `rules`

struct Ended {
  EndKind kind = EndKind::rules;
  game::Outcome outcome;  // is_over. A place for every seat; after an abort no places at all
  bool operator==(const Ended&) const = default;
};

struct RematchOffered {
  int seat = 0;
  bool operator==(const RematchOffered&) const = default;
};
struct RematchAccepted {
  int seat = 0;
  bool operator==(const RematchAccepted&) const = default;
};
struct RematchDeclined {
  int seat = 0;
  bool operator==(const RematchDeclined&) const = default;
};
struct Rematched {
  std::string match;  // the id of the next one
  bool operator==(const Rematched&) const = default;
};

using What = std::variant<Created, Seated, Unseated, Started, Moved, DrawOffered, DrawAccepted, DrawDeclined,
                          TakebackOffered, TakebackAccepted, TakebackDeclined, TakenBack, Resigned, Flagged, Aborted,
                          Resumed, Ended, RematchOffered, RematchAccepted, RematchDeclined, Rematched, Departed,
                          Returned, Removed, DrawClaimed, Substituted, Missed, StoodDown>;

// `held`: the time between a turn's start, or a Resumed, and when the players heard of it, because it was stored first.
// Nobody is charged for it. It is recorded in the next event; a move's `spent` already excludes it.
struct Event {
  int number = 0;
  Instant at;
  What what;
  Milliseconds held{0};

  bool operator==(const Event&) const = default;
};

// The name of the event in the store and on the wire: `moved`, `draw_offered`.
std::string_view name_of(const What& what);

}  // namespace crownstar::match
