// Knows one game between seats: who sits where, whose turn it is, the clocks, what is offered, and how it ended.
// Refuses to know sockets, stores, JSON and the real time: commands and times come in, numbered events or a refusal go
// out.
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
#include "site/match/clock.hpp"
#include "site/match/command.hpp"
#include "site/match/event.hpp"
#include "site/match/refused.hpp"

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
  bool is_charged = false;  // false: a seat's first move, or no clock
  ClockReading clock;       // the mover's, with the move made

  bool operator==(const PlayedMove&) const = default;
};

// A seat that left while the game went on, or ended it.
struct Withdrawal {
  int moves = 0;  // made before it
  int seat = 0;
  bool is_flag = false;  // otherwise resigned

  bool operator==(const Withdrawal&) const = default;
};

// Something that lies on the table until all others have said yes or one has said no.
struct Offer {
  int seat = 0;             // who made it
  std::uint8_t agreed = 0;  // the seats that have agreed, as a mask; the offering one among them
  int moves_left = 0;       // of a takeback

  bool has_agreed(int which) const { return (agreed >> which & 1) != 0; }
  bool operator==(const Offer&) const = default;
};

// Everything about a match that changes and is small: what goes out with every batch.
struct Status {
  int number = 0;  // of the last event
  Phase phase = Phase::seating;
  int moves = 0;                     // how many are made
  int seat_to_move = -1;             // -1 unless playing
  int running = -1;                  // the seat whose clock runs: the one to move, unless its move is not timed
  std::vector<ClockReading> clocks;  // what they show at the moment asked for
  std::optional<Instant> deadline;   // see Match::deadline
  std::optional<Offer> draw;
  std::optional<Offer> takeback;
  std::optional<Offer> rematch;
  game::Outcome outcome;          // in a running game: the places given so far
  std::optional<EndKind> ending;  // how it ended
  std::string next;               // the match that follows, when rematched

  bool operator==(const Status&) const = default;
};

// How a seat stands with the time and with what it may offer.
struct SeatState {
  std::optional<Player> player;
  Clock clock;
  int moves = 0;  // made by this seat, and not taken back
  Milliseconds saved_lag = limits::lag_saved;
  bool may_offer_draw = true;      // again after its next move
  bool may_offer_takeback = true;  // again after its next move
  bool has_left = false;           // resigned or flagged, or a team mate did
  int rematch_offers = 0;

  bool operator==(const SeatState&) const = default;
};

// Invariants, at the end of each batch:
//   - it is what its events make it: replaying them gives an equal match;
//   - number() is the number of the last event applied, and those are dense from 0;
//   - while playing, exactly one seat is to move, it has no place yet, and only its clock may run; otherwise none runs;
//   - no clock shows less than nothing;
//   - the game on the board is never over while playing; once over, nothing but the rematch changes;
//   - the game is the start and the moves, each of them legal, and those who left.
//
// The time of a turn runs from when the event that gave it was told, where `told` says so, else from the event's own
// time. A seat's first move is not timed, but waited for only so long (limits.hpp); after that the match is aborted,
// or, where a seat has moved twice already, the seat has flagged. A flag loses whatever the opponent has left: in
// draughts a single man can still win, and players expect it so.
//
// Taking back puts the clocks of all seats to what they were after the moves that stay. An agreed draw is shared by
// those who still play. A draw that may be claimed in other places is given by itself here: a claim is refused and says
// so.
class Match {
 public:
  // The first event of a match on these terms.
  static std::expected<Event, Refused> created(const Terms& terms, Instant now);
  // A match from its events, Created first.
  static std::expected<Match, Refused> replay(std::span<const Event> events);

  // What follows from a command at this time: one batch of events, in order, or why not. Changes nothing that can be
  // seen. A time before the last event's, or before that was told, counts as that one. Not to be called from two
  // threads at once, though it is const: the game that it played ahead is kept for apply. A command for a match whose
  // deadline has come is refused as `time_is_up`; whoever asks sends a Tick and, if it still makes sense, the command
  // again. A move that comes too late is answered with the flag itself.
  std::expected<std::vector<Event>, Refused> handle(const Command& command, Instant now) const;
  // What the seat may do at this time, for somebody who has seen every event: the commands that `handle` would not
  // refuse, judged by the same code.
  std::vector<Action> actions(int seat, Instant now) const;

  // Takes the next event. One that does not follow is refused as `bad_event` and changes nothing; it can come from a
  // damaged store only, never from `handle`.
  std::expected<void, Refused> apply(const Event& event);
  std::expected<void, Refused> apply(std::span<const Event> events);

  // What no event can say, since it comes after the last one and before the next. The events from `first` on have been
  // told at this time: a turn that one of them gave begins only now. Kept until the next event, which takes it up.
  void told(int first, Instant at);
  // Nothing can be stored since then: until the next event nobody's clock is shown running.
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
  Instant turn_since() const { return std::max(turn_since_, told_); }
  bool is_clock_running() const;  // of the seat to move
  ClockReading clock(int index, Instant now) const;
  bool is_playing(int index) const;  // without a place, in a game that goes on
  const std::optional<Ended>& ended() const { return ended_; }
  bool is_rematch_agreed() const;  // by every person; engines always agree
  Status status(Instant now) const;

 private:
  // The game after a move that handle has looked at, kept for the event that may come of it.
  struct Ahead {
    int number = -1;
    std::string text;
    std::unique_ptr<game::Game> game;
  };
  class Answer;  // handle, a function a command
  class Taking;  // apply, a function an event
  // What the last event of a batch leaves owing, if a batch were cut off there.
  enum class Owed : std::uint8_t { nothing, start, takeback, end };

  explicit Match(Terms terms, std::unique_ptr<game::Game> game);

  SeatState& at(int index) { return seats_[static_cast<std::size_t>(index)]; }
  Milliseconds thought(Instant now) const { return std::max(now - turn_since(), Milliseconds{0}); }
  Milliseconds held() const { return turn_since() - turn_since_; }
  std::optional<Milliseconds> first_move_wait_of(int index) const;
  Milliseconds grace_of(int index) const;
  std::uint8_t playing_seats(const game::Outcome& outcome) const;  // as a mask
  std::uint8_t seats_that_must_agree() const;                      // to a takeback, or a rematch
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
  Instant told_{};        // when that was told; long ago: not known
  std::optional<Instant> stands_since_;
  int taken_back_at_ = -1;  // the number of the last TakenBack
  bool is_aborted_ = false;
  std::optional<Offer> draw_;
  std::optional<Offer> takeback_;
  std::optional<Offer> rematch_;
  std::optional<Ended> ended_;
  std::string next_;
  mutable Ahead ahead_;
};

}  // namespace crownstar::match
