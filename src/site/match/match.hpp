// One game between seats: players, turns, clocks, offers and the result. It is pure: commands and times go in,
// numbered events or a refusal come out.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "rules/game/game.hpp"
#include "site/match/command.hpp"
#include "site/match/event.hpp"
#include "site/match/terms/clock.hpp"
#include "site/match/terms/refused.hpp"

namespace crownstar::match {

enum class Phase : std::uint8_t { seating, playing, over };

std::string_view name_of(Phase phase);  // `playing`

struct PlayedMove {
  int event = 0;  // its number
  int seat = 0;
  std::string text;
  Instant at;
  Milliseconds spent{0};
  Milliseconds credit{0};
  bool is_charged = false;  // false: a seat's first move, a missed turn, or no clock
  ClockReading clock;       // the mover's, with the move made

  bool operator==(const PlayedMove&) const = default;
};

enum class Leaving : std::uint8_t { resigned, flagged, gone };

// A seat that left while the game went on, or ended it.
struct Withdrawal {
  int moves = 0;  // made before it
  int seat = 0;
  Leaving way = Leaving::resigned;

  bool operator==(const Withdrawal&) const = default;
};

// An offer that stands until all others have accepted it or one has declined.
struct Offer {
  int seat = 0;             // who made it
  std::uint8_t agreed = 0;  // the seats that have agreed, as a mask; the offering one among them
  int moves_left = 0;       // of a takeback

  bool has_agreed(int which) const { return (agreed >> which & 1) != 0; }
  bool operator==(const Offer&) const = default;
};

// What the clocks show at one moment. From then on only that of `running` goes on.
struct ClocksAt {
  Instant at{};
  std::vector<ClockReading> clocks;
  int running = -1;                // as in Progress
  std::optional<Instant> flag_at;  // when its time is up

  bool operator==(const ClocksAt&) const = default;
};

// What changes with every batch and is small.
struct Progress {
  int number = 0;  // of the last event
  Phase phase = Phase::seating;
  int moves = 0;                     // how many are made
  int seat_to_move = -1;             // -1 unless playing
  int running = -1;                  // the seat whose clock runs: the one to move, unless its move is not timed
  std::vector<ClockReading> clocks;  // their values at the requested time
  std::optional<Instant> deadline;   // see Match::deadline
  std::optional<Offer> draw;
  std::optional<Offer> takeback;
  std::optional<Offer> rematch;
  std::optional<EndKind> ending;  // how it ended
  std::string next;               // the match that follows, when rematched

  bool operator==(const Progress&) const = default;
};

// Everything that changes: what goes out with every batch.
struct Status : Progress {
  game::Outcome outcome;  // in a running game: the places given so far

  bool operator==(const Status&) const = default;
};

// How a seat stands with the time and with what it may offer.
struct SeatState {
  std::optional<Player> player;
  Clock clock;
  int moves = 0;  // made by this seat, and not taken back
  Milliseconds saved_lag = limits::lag_saved;
  bool may_offer_draw = true;        // again after its next move
  bool may_offer_takeback = true;    // again after its next move
  bool has_left = false;             // resigned, flagged or removed, or a team mate did
  bool is_away = false;              // departed, and not back
  bool is_substituted = false;       // the computer plays while its player is away
  bool has_missed_turn = false;      // that is still to be made: the computer makes this one move
  int missed = 0;                    // turns, in all of the game; moves that are taken back give none back
  std::optional<Player> substitute;  // that computer, or the last one
  Instant last_done_at{};            // when it last did anything, moves that were taken back among it; began, at first
  int rematch_offers = 0;

  bool operator==(const SeatState&) const = default;
};

// Invariants, at the end of each batch:
//   - its state follows from its events: replaying them gives an equal match;
//   - number() is the number of the last event applied, and those are dense from 0;
//   - while playing, exactly one seat is to move, it has no place yet, and only its clock may run; otherwise none runs;
//   - no clock shows less than nothing;
//   - the game on the board is never over while playing; once over, nothing but the rematch changes;
//   - the game consists of its start, the moves, each of them legal, and the seats that left.
//
// A turn's time runs from when its event was sent to the players, if `told` was called, else from the event's own time.
// A seat's first move is not timed, but it must come within a limit (limits.hpp); otherwise the match is aborted, or,
// if another seat has moved twice already, the late seat loses on time. Running out of time loses whatever the opponent
// has left: in draughts a single man can still win, and players expect it.
//
// A player whose connection has been away for long, as the server says, loses nothing by that: the others may claim the
// win or a draw once nobody else plays, take that seat out of the game, or let the computer play for them. A team
// counts as away when all its people are: a computer is never away, and does not stay for somebody who is. Whoever does
// anything is back by that.
//
// With a clock of turns (ClockKind::turn) the computer makes the move of a turn that ran out, and the seat keeps its
// player; with the last turn that may be missed the flag falls. A turn is missed by the clock alone, so time that is
// nobody's counts here as little as with any other clock.
//
// A takeback resets all clocks to their values after the remaining moves. An agreed draw is shared by the seats that
// still play. Draws that must be claimed on other sites are automatic here: a claim is refused with that explanation.
class Match {
 public:
  // The first event of a match on these terms.
  static std::expected<Event, Refused> created(const Terms& terms, Instant now);
  // A match from its events, Created first.
  static std::expected<Match, Refused> replay(std::span<const Event> events);

  // Returns the batch of events that follows from a command at this time, or a refusal. It changes no visible state. A
  // time before the last event, or before that was sent, counts as that time. Although it is const, do not call it from
  // two threads at once: it caches the game after the move for `apply`. After the match's deadline commands are refused
  // as `time_is_up`; the caller then sends a Tick and, if it still makes sense, the command again. A move that comes
  // too late results in the flag event itself.
  std::expected<std::vector<Event>, Refused> handle(const Command& command, Instant now) const;
  // What the seat may do at this time, for somebody who has seen every event: the commands that `handle` would not
  // refuse, judged by the same code.
  Actions actions(int seat, Instant now) const;

  // Applies the next event. An event that does not follow is refused as `bad_event` and changes nothing; only a damaged
  // store can contain one, `handle` never returns one.
  std::expected<void, Refused> apply(const Event& event);
  std::expected<void, Refused> apply(std::span<const Event> events);

  // The events from `first` on were sent to the players at this time, so a turn that one of them started, or a clock
  // that one of them let run on, begins only now. No event records this; it is kept until the next event, which
  // includes it.
  void told(int first, Instant at);
  // When the turn, or that it goes on, was told; long ago: not known. What `held` is by it, until an event says so.
  Instant told_at() const { return told_; }
  Milliseconds held() const { return std::max(told_ - std::max(turn_since_, resumed_at_), Milliseconds{0}); }
  // The store has been failing since then: until the next event no clock is shown running.
  void stand_still(Instant since) { stands_since_ = since; }

  // When a Tick is due if nothing happens before: with the grace that the credit for lag may ask for.
  std::optional<Instant> deadline() const;

  const Terms& terms() const { return terms_; }
  int number() const { return number_; }
  Phase phase() const { return phase_; }
  Instant last_at() const { return last_at_; }
  Instant started_at() const { return started_at_; }  // when created, before the start
  int seats() const { return static_cast<int>(seats_.size()); }
  const SeatState& seat(int index) const { return seats_[static_cast<std::size_t>(index)]; }
  std::optional<int> seat_of(std::string_view player_id) const;  // the first one, where an engine has several
  const game::Game& game() const { return *game_; }
  const std::vector<PlayedMove>& moves() const { return moves_; }
  const std::vector<Withdrawal>& withdrawals() const { return withdrawals_; }
  int seat_to_move() const;  // -1 unless playing
  // When the turn would have begun had its clock run ever since.
  Instant turn_since() const { return turn_since_ + held(); }
  bool is_clock_running() const;  // of the seat to move
  ClockReading clock(int index, Instant now) const;
  ClocksAt clocks_at_turn() const;   // when the turn began; only while playing
  bool is_playing(int index) const;  // without a place, in a game that goes on
  // The computer that plays there now: whose seat it is, or for somebody who is away. Nothing where a person plays.
  const Player* computer_at(int index) const;
  // The computer that makes the move of the seat to move: who plays there, or whoever makes up for a missed turn.
  const Player* computer_to_move() const;
  bool is_rated() const;  // as agreed, unless the computer has played for somebody
  const std::optional<Ended>& ended() const { return ended_; }
  bool is_rematch_agreed() const;  // by every person; engines always agree
  Progress progress(Instant now) const;
  // In a running game: the places given so far.
  const game::Outcome& outcome() const { return ended_ ? ended_->outcome : game_->outcome(); }
  Status status(Instant now) const { return {progress(now), outcome()}; }

 private:
  // The game after a move that handle has looked at, kept for the event that may come of it.
  struct Ahead {
    int number = -1;
    std::string text;
    std::unique_ptr<game::Game> game;
  };
  class Answer;      // handle, a function a command
  class Permission;  // what may be done now
  class Taking;      // apply, a function an event
  // What the last event of a batch leaves owing, if a batch were cut off there.
  enum class Owed : std::uint8_t { nothing, start, takeback, end };

  explicit Match(Terms terms, std::unique_ptr<game::Game> game);

  SeatState& at(int index) { return seats_[static_cast<std::size_t>(index)]; }
  Milliseconds thought(Instant now) const { return std::max(now - turn_since(), Milliseconds{0}); }
  std::optional<Milliseconds> first_move_wait_of(int index) const;
  Milliseconds grace_of(int index) const;
  std::uint8_t playing_seats(const game::Outcome& outcome) const;  // as a mask
  std::uint8_t seats_that_must_agree() const;                      // to a takeback, or a rematch
  std::uint8_t seats_to_substitute(int seat) const;  // other ones, whose player is away and for whom nobody plays
  // Of the other seats: those that play, with all people of their team away, and at least one of them.
  std::uint8_t seats_gone(int seat) const;
  bool is_left_alone(int seat) const;        // by all who play, but its team
  int moves_before_last_of(int seat) const;  // how many came before its last one; -1 where it has made none
  Owed owed() const;

  Terms terms_;
  int number_ = -1;
  Instant last_at_{};
  Instant started_at_{};
  Phase phase_ = Phase::seating;
  std::vector<SeatState> seats_;
  std::unique_ptr<game::Game> game_;
  std::vector<PlayedMove> moves_;
  std::vector<Withdrawal> withdrawals_;
  Instant turn_since_{};  // by the events
  int turn_given_ = -1;   // the number of the event that gave the turn
  int resumed_ = -1;      // the number of the last Resumed of this turn, and its time
  Instant resumed_at_{};
  Instant told_{};  // when the turn was told, or that it goes on; long ago: not known
  std::optional<Instant> stands_since_;
  int taken_back_at_ = -1;  // the number of the last TakenBack
  bool is_aborted_ = false;
  bool is_draw_claimed_ = false;
  std::optional<Offer> draw_;
  std::optional<Offer> takeback_;
  std::optional<Offer> rematch_;
  std::optional<Ended> ended_;
  std::string next_;
  mutable Ahead ahead_;
};

}  // namespace crownstar::match
