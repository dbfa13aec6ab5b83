#include "site/match/match.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/limits.hpp"
#include "site/match/rules.hpp"

namespace crownstar::match {

Match::Match(Terms terms, std::unique_ptr<game::Game> game) : terms_(std::move(terms)), game_(std::move(game)) {
  for (const ClockTerms& clock : terms_.clocks) {
    seats_.emplace_back();
    seats_.back().clock = Clock(clock);
  }
}

std::expected<Event, Refused> Match::created(const Terms& terms, Instant now) {
  auto fitting = checked(terms);
  if (!fitting) return std::unexpected(fitting.error());
  return Event{0, now, Created{*std::move(fitting)}};
}

std::expected<Match, Refused> Match::replay(std::span<const Event> events) {
  const Created* first = events.empty() ? nullptr : std::get_if<Created>(&events.front().what);
  if (first == nullptr || events.front().number != 0) {
    return refused(refusal_code::bad_event, "a match begins with the event that creates it, as number 0");
  }
  // Not checked like new terms: an old match stays playable when the limits for new ones change.
  auto game = begun_game(first->terms);
  if (!game) return std::unexpected(game.error());
  if (std::cmp_not_equal(first->terms.clocks.size(), (*game)->seats())) {
    return refused(refusal_code::bad_event, "the terms need one clock a seat");
  }
  Match match(first->terms, *std::move(game));
  match.number_ = 0;
  match.last_at_ = events.front().at;
  match.started_at_ = events.front().at;
  if (auto applied = match.apply(events.subspan(1)); !applied) return std::unexpected(applied.error());
  return match;
}

std::expected<void, Refused> Match::apply(std::span<const Event> events) {
  for (const Event& event : events) {
    if (auto applied = apply(event); !applied) return applied;
  }
  return {};
}

void Match::told(int first, Instant at) {
  if (phase_ == Phase::playing && std::max(turn_given_, resumed_) >= first) told_ = at;
}

std::optional<int> Match::seat_of(std::string_view player_id) const {
  for (int index = 0; index < seats(); ++index) {
    if (seat(index).player && seat(index).player->id == player_id) return index;
  }
  return std::nullopt;
}

int Match::seat_to_move() const {
  return phase_ == Phase::playing && !game_->outcome().is_over ? game_->seat_to_move() : -1;
}

bool Match::is_playing(int index) const {
  return phase_ == Phase::playing && index >= 0 && index < seats() &&
         (playing_seats(game_->outcome()) >> index & 1) != 0;
}

std::uint8_t Match::playing_seats(const game::Outcome& outcome) const {
  unsigned mask = 0;
  for (std::size_t index = 0; index < outcome.standings.size(); ++index) {
    if (outcome.standings[index].place == 0) mask |= 1U << index;
  }
  return static_cast<std::uint8_t>(mask);
}

// A takeback may undo somebody's coming home, so those who are home have a say too; those who left have none. About a
// rematch people are asked.
std::uint8_t Match::seats_that_must_agree() const {
  unsigned mask = 0;
  for (int index = 0; index < seats(); ++index) {
    const SeatState& state = seat(index);
    const bool is_asked =
        phase_ == Phase::over ? state.player && state.player->kind != PlayerKind::engine : !state.has_left;
    if (is_asked) mask |= 1U << index;
  }
  return static_cast<std::uint8_t>(mask);
}

const Player* Match::computer_at(int index) const {
  if (index < 0 || index >= seats()) return nullptr;
  const SeatState& state = seat(index);
  if (state.is_substituted) return &*state.substitute;
  return state.player && state.player->kind == PlayerKind::engine ? &*state.player : nullptr;
}

const Player* Match::computer_to_move() const {
  const int mover = seat_to_move();
  if (const Player* const there = computer_at(mover)) return there;
  return mover >= 0 && seat(mover).has_missed_turn ? &*seat(mover).substitute : nullptr;
}

bool Match::is_rated() const {
  return terms_.is_rated &&
         std::ranges::none_of(seats_, [](const SeatState& state) { return state.substitute.has_value(); });
}

std::uint8_t Match::seats_to_substitute(int seat) const {
  unsigned mask = 0;
  for (int index = 0; seats() > 2 && index < seats(); ++index) {
    const bool is_left = is_playing(index) && seats_[static_cast<std::size_t>(index)].is_away;
    if (index != seat && is_left && computer_at(index) == nullptr) mask |= 1U << index;
  }
  return static_cast<std::uint8_t>(mask);
}

std::uint8_t Match::seats_gone(int seat) const {
  if (phase_ != Phase::playing || seat < 0 || seat >= seats()) return 0;
  // It is asked for each seat after every move, and hardly ever is somebody away.
  if (std::ranges::none_of(seats_, &SeatState::is_away)) return 0;
  unsigned mask = 0;
  for (int index = 0; index < seats(); ++index) {
    const std::uint8_t whole = seats_leaving(terms_, seats(), index);
    bool is_anybody_away = false;
    bool is_anybody_there = false;
    for (int each = 0; each < seats(); ++each) {
      if ((whole >> each & 1) == 0 || !is_playing(each) || computer_at(each) != nullptr) continue;
      (seats_[static_cast<std::size_t>(each)].is_away ? is_anybody_away : is_anybody_there) = true;
    }
    if (is_playing(index) && is_anybody_away && !is_anybody_there) mask |= 1U << index;
  }
  return static_cast<std::uint8_t>(mask & ~unsigned{seats_leaving(terms_, seats(), seat)});
}

bool Match::is_left_alone(int seat) const {
  const unsigned own = seats_leaving(terms_, seats(), seat);
  const unsigned others = playing_seats(game_->outcome()) & ~own;
  return others != 0 && (others & ~unsigned{seats_gone(seat)}) == 0;
}

int Match::moves_before_last_of(int seat) const {
  const auto last =
      std::find_if(moves_.rbegin(), moves_.rend(), [&](const PlayedMove& move) { return move.seat == seat; });
  return static_cast<int>(moves_.rend() - last) - 1;
}

bool Match::is_clock_running() const {
  const int mover = seat_to_move();
  return mover >= 0 && seat(mover).moves > 0 && !seat(mover).has_missed_turn &&
         seat(mover).clock.allowance().has_value();
}

std::optional<Milliseconds> Match::first_move_wait_of(int index) const {
  const ClockTerms& clock = seat(index).clock.terms();
  if (seat(index).moves > 0 || clock.kind == ClockKind::none) return std::nullopt;
  return clock.kind == ClockKind::days ? clock.step : limits::first_move_wait;
}

Milliseconds Match::grace_of(int index) const { return std::min(limits::lag_credit, seat(index).saved_lag); }

std::optional<Instant> Match::deadline() const {
  const int mover = seat_to_move();
  if (mover < 0) return std::nullopt;
  if (const auto wait = first_move_wait_of(mover)) return turn_since() + *wait;
  if (!is_clock_running()) return std::nullopt;
  return turn_since() + *seat(mover).clock.allowance() + grace_of(mover);
}

ClockReading Match::clock(int index, Instant now) const {
  const bool is_running = index == seat_to_move() && is_clock_running();
  const Instant until = std::min(now, stands_since_.value_or(now));
  return seat(index).clock.shows(is_running ? thought(until) : Milliseconds{0});
}

ClocksAt Match::clocks_at_turn() const {
  ClocksAt view;
  view.at = turn_since();
  Progress then = progress(view.at);
  view.clocks = std::move(then.clocks);
  view.running = then.running;
  if (view.running >= 0) view.flag_at = then.deadline;
  return view;
}

bool Match::is_rematch_agreed() const {
  const std::uint8_t asked = seats_that_must_agree();
  return phase_ == Phase::over && rematch_ && (rematch_->agreed & asked) == asked;
}

Match::Owed Match::owed() const {
  if (phase_ == Phase::over) return Owed::nothing;
  if (is_aborted_) return Owed::end;
  if (phase_ == Phase::seating) {
    const bool is_full = std::ranges::all_of(seats_, [](const SeatState& state) { return state.player.has_value(); });
    return is_full ? Owed::start : Owed::nothing;
  }
  if (is_draw_claimed_ || game_->outcome().is_over) return Owed::end;
  const std::uint8_t playing = playing_seats(game_->outcome());
  if (draw_ && (draw_->agreed & playing) == playing) return Owed::end;
  const std::uint8_t asked = seats_that_must_agree();
  return takeback_ && (takeback_->agreed & asked) == asked ? Owed::takeback : Owed::nothing;
}

Progress Match::progress(Instant now) const {
  Progress progress;
  progress.number = number_;
  progress.phase = phase_;
  progress.moves = static_cast<int>(moves_.size());
  progress.seat_to_move = seat_to_move();
  progress.running = is_clock_running() && !stands_since_ ? progress.seat_to_move : -1;
  progress.clocks.reserve(seats_.size());
  for (int index = 0; index < seats(); ++index) progress.clocks.push_back(clock(index, now));
  if (!stands_since_) progress.deadline = deadline();
  progress.draw = draw_;
  progress.takeback = takeback_;
  progress.rematch = rematch_;
  if (ended_) progress.ending = ended_->kind;
  progress.next = next_;
  return progress;
}

}  // namespace crownstar::match
