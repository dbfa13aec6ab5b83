#include <algorithm>
#include <utility>

#include "base/limits.hpp"
#include "rules/record/record.hpp"
#include "site/match/match.hpp"
#include "site/match/rules.hpp"

namespace crownstar::match {

namespace {

using Done = std::expected<void, Refused>;

std::unexpected<Refused> unfitting(std::string reason, std::string rule = {}) {
  return refused(refusal_code::bad_event, std::move(reason), std::move(rule));
}

// The seat that brought the event about. Nobody does for themselves what the server says of them.
struct DoerOf {
  int operator()(const Departed&) const { return server_seat; }
  int operator()(const Flagged&) const { return server_seat; }
  int operator()(const Missed&) const { return server_seat; }
  int operator()(const StoodDown&) const { return server_seat; }
  int operator()(const Seated&) const { return server_seat; }
  int operator()(const Unseated&) const { return server_seat; }
  int operator()(const Removed& removed) const { return removed.by; }
  int operator()(const Substituted& substituted) const { return substituted.by; }
  template <typename Kind>
  int operator()(const Kind& kind) const {
    if constexpr (requires { kind.seat; }) return kind.seat;
    return server_seat;
  }
};

int doer_of(const What& what) { return std::visit(DoerOf{}, what); }

}  // namespace

// Each function looks first and changes last, so that a refusal changes nothing.
class Match::Taking {
 public:
  Taking(Match& match, const Event& event) : match_(match), event_(event) {}

  Done take() {
    if (event_.number != match_.number_ + 1) {
      return unfitting("event " + std::to_string(event_.number) + " after event " + std::to_string(match_.number_));
    }
    if (event_.at < match_.last_at_) return unfitting("an event from before the last one");
    if (Done fits = check_order(); !fits) return fits;
    const Instant turn_since = match_.turn_since_ + event_.held;
    if (event_.held.count() < 0 || (event_.held.count() > 0 && turn_since > event_.at)) {
      return unfitting("the turn was told at a time that was still to come");
    }
    // What the event says of the turn holds, not what was known here.
    const Instant told = std::exchange(match_.told_, Instant{});
    const Instant turn_since_before = std::exchange(match_.turn_since_, turn_since);
    const Instant resumed_at_before = match_.resumed_at_;
    if (match_.resumed_ >= 0) match_.resumed_at_ += event_.held;
    if (Done taken = std::visit([this](const auto& what) { return (*this)(what); }, event_.what); !taken) {
      match_.told_ = told;
      match_.turn_since_ = turn_since_before;
      match_.resumed_at_ = resumed_at_before;
      return taken;
    }
    if (const int doer = doer_of(event_.what); doer >= 0) match_.at(doer).last_done_at = event_.at;
    match_.number_ = event_.number;
    match_.last_at_ = event_.at;
    match_.stands_since_.reset();
    // What was looked at for a move that comes in the same batch as its player's return still holds.
    if (!std::holds_alternative<Returned>(event_.what)) match_.ahead_ = {};
    return {};
  }

  Done operator()(const Created&) { return unfitting("a match is created once"); }

  Done operator()(const Seated& seated) {
    if (Done fits = check_phase(Phase::seating); !fits) return fits;
    if (!has_seat(seated.seat) || match_.at(seated.seat).player) return unfitting("the seat is not free");
    match_.at(seated.seat).player = seated.player;
    return {};
  }

  Done operator()(const Unseated& unseated) {
    if (Done fits = check_phase(Phase::seating); !fits) return fits;
    if (!has_seat(unseated.seat) || !match_.at(unseated.seat).player) return unfitting("nobody sits there");
    match_.at(unseated.seat).player.reset();
    return {};
  }

  Done operator()(const Started&) {
    if (match_.owed() != Owed::start) return unfitting("a match starts when the last seat is taken");
    match_.phase_ = Phase::playing;
    give_turn();
    match_.started_at_ = event_.at;
    for (SeatState& seat : match_.seats_) seat.last_done_at = event_.at;
    return {};
  }

  Done operator()(const Moved& moved) {
    if (Done fits = check_phase(Phase::playing); !fits) return fits;
    if (moved.seat != match_.seat_to_move()) return unfitting("the move of a seat whose turn it is not");
    SeatState& seat = match_.at(moved.seat);
    const bool is_charged = match_.is_clock_running();
    const bool fits_the_time = moved.spent.count() >= 0 && moved.credit.count() >= 0 &&
                               moved.credit <= match_.grace_of(moved.seat) &&
                               (!is_charged || moved.spent < *seat.clock.allowance());
    if (!fits_the_time) return unfitting("the move took longer than there was time");
    if (Done played = play(moved.text); !played) return played;
    if (is_charged) seat.clock.take_move(moved.spent);
    ++seat.moves;
    seat.saved_lag = std::min(seat.saved_lag - moved.credit + limits::lag_saved_by_move, limits::lag_saved);
    seat.may_offer_draw = true;
    seat.may_offer_takeback = true;
    match_.moves_.push_back({event_.number, moved.seat, moved.text, event_.at, moved.spent, moved.credit, is_charged,
                             seat.clock.shows(Milliseconds{0})});
    give_turn();
    match_.takeback_.reset();
    if (match_.draw_ && !match_.draw_->has_agreed(moved.seat)) match_.draw_.reset();
    drop_draw_of_those_out_of_play();
    return {};
  }

  Done operator()(const DrawOffered& offered) {
    if (!match_.is_playing(offered.seat) || match_.draw_) return unfitting("no draw can be offered now");
    match_.draw_ = Offer{offered.seat, bit(offered.seat), 0};
    match_.at(offered.seat).may_offer_draw = false;
    return {};
  }

  Done operator()(const DrawAccepted& accepted) { return accept(match_.draw_, accepted.seat); }
  Done operator()(const DrawDeclined& declined) { return decline(match_.draw_, declined.seat); }

  Done operator()(const TakebackOffered& offered) {
    const bool is_own_turn = offered.moves_left >= 0 && std::cmp_less(offered.moves_left, match_.moves_.size()) &&
                             match_.moves_[static_cast<std::size_t>(offered.moves_left)].seat == offered.seat;
    const bool is_possible = match_.is_playing(offered.seat) && !match_.takeback_ && is_own_turn &&
                             (match_.withdrawals_.empty() || match_.withdrawals_.back().moves <= offered.moves_left);
    if (!is_possible) return unfitting("no takeback can be offered now");
    match_.takeback_ = Offer{offered.seat, bit(offered.seat), offered.moves_left};
    match_.at(offered.seat).may_offer_takeback = false;
    return {};
  }

  Done operator()(const TakebackAccepted& accepted) { return accept(match_.takeback_, accepted.seat); }
  Done operator()(const TakebackDeclined& declined) { return decline(match_.takeback_, declined.seat); }

  Done operator()(const TakenBack& taken) {
    const bool is_agreed = match_.owed() == Owed::takeback && match_.takeback_->moves_left == taken.moves_left;
    if (!is_agreed) return unfitting("nobody agreed to take back");
    auto game = game_after(taken.moves_left);
    if (!game) return std::unexpected(game.error());
    match_.game_ = *std::move(game);
    match_.moves_.resize(static_cast<std::size_t>(taken.moves_left));
    set_clocks_back();
    give_turn();
    match_.taken_back_at_ = event_.number;
    match_.draw_.reset();
    match_.takeback_.reset();
    return {};
  }

  Done operator()(const Resigned& resigned) { return leave(resigned.seat, Leaving::resigned); }

  Done operator()(const Flagged& flagged) {
    if (flagged.seat != match_.seat_to_move()) return unfitting("the flag of a seat whose clock does not run");
    return leave(flagged.seat, Leaving::flagged);
  }

  Done operator()(const Missed& missed) {
    const bool is_running = missed.seat == match_.seat_to_move() && match_.is_clock_running();
    const bool may_miss = is_running && match_.at(missed.seat).clock.may_miss_turn();
    if (!may_miss || missed.player.kind != PlayerKind::engine) return unfitting("no turn has been missed");
    SeatState& seat = match_.at(missed.seat);
    seat.clock.miss_turn();
    ++seat.missed;
    seat.substitute = missed.player;
    give_turn();
    seat.has_missed_turn = true;
    return {};
  }

  Done operator()(const StoodDown& down) {
    if (Done fits = check_phase(Phase::playing); !fits) return fits;
    const bool has_any =
        has_seat(down.seat) && (match_.at(down.seat).is_substituted || match_.at(down.seat).has_missed_turn);
    if (!has_any) return unfitting("no computer plays for this seat");
    match_.at(down.seat).is_substituted = false;
    if (down.seat == match_.seat_to_move()) give_turn();
    return {};
  }

  Done operator()(const Departed& departed) {
    if (!match_.is_playing(departed.seat) || match_.at(departed.seat).is_away) return unfitting("nobody has departed");
    match_.at(departed.seat).is_away = true;
    return {};
  }

  Done operator()(const Returned& returned) {
    if (Done fits = check_phase(Phase::playing); !fits) return fits;
    if (!has_seat(returned.seat) || !match_.at(returned.seat).is_away) return unfitting("nobody was away");
    match_.at(returned.seat).is_away = false;
    match_.at(returned.seat).is_substituted = false;
    return {};
  }

  Done operator()(const Removed& removed) {
    const bool is_gone = has_seat(removed.seat) && (match_.seats_gone(removed.by) & bit(removed.seat)) != 0;
    if (!is_gone) return unfitting("the seat is not away");
    return leave(removed.seat, Leaving::gone);
  }

  Done operator()(const Substituted& substituted) {
    const bool is_gone =
        has_seat(substituted.seat) && (match_.seats_to_substitute(substituted.by) & bit(substituted.seat)) != 0;
    const bool is_computer = substituted.player.kind == PlayerKind::engine;
    if (!is_gone || !is_computer || !has_seat(substituted.by)) return unfitting("nobody plays for this seat");
    match_.at(substituted.seat).substitute = substituted.player;
    match_.at(substituted.seat).is_substituted = true;
    return {};
  }

  Done operator()(const DrawClaimed& claimed) {
    if (!match_.is_playing(claimed.seat) || !match_.is_left_alone(claimed.seat))
      return unfitting("there is no draw to claim");
    match_.is_draw_claimed_ = true;
    return {};
  }

  Done operator()(const Aborted& aborted) {
    if (match_.phase_ == Phase::over || aborted.seat < server_seat || aborted.seat >= match_.seats()) {
      return unfitting("there is nothing to abort");
    }
    match_.is_aborted_ = true;
    return {};
  }

  Done operator()(const Resumed& resumed) {
    if (Done fits = check_phase(Phase::playing); !fits) return fits;
    if (resumed.down_since > event_.at) return unfitting("down since a time that was still to come");
    match_.turn_since_ += event_.at - std::max(resumed.down_since, match_.turn_since_);
    match_.resumed_ = event_.number;
    match_.resumed_at_ = event_.at;
    return {};
  }

  Done operator()(const Ended& ended) {
    if (match_.owed() != Owed::end) return unfitting("the game goes on");
    const game::Outcome& by_rules = match_.game_->outcome();
    bool fits = ended.outcome.is_over;
    if (match_.is_aborted_) {
      fits = fits && ended.kind == EndKind::abort;
    } else if (match_.is_draw_claimed_) {
      fits = ended.kind == EndKind::absence && ended.outcome == claimed_draw_outcome(by_rules);
    } else if (by_rules.is_over) {
      fits = ended.kind != EndKind::abort && ended.kind != EndKind::agreement && ended.outcome == by_rules;
    } else {
      fits = ended.kind == EndKind::agreement && ended.outcome == agreed_outcome(by_rules);
    }
    if (!fits) return unfitting("the end is not the one that the game has come to: " + ended.outcome.reason);
    if (match_.is_clock_running()) stop_clock(match_.seat_to_move());
    match_.ended_ = ended;
    match_.phase_ = Phase::over;
    match_.draw_.reset();
    match_.takeback_.reset();
    return {};
  }

  Done operator()(const RematchOffered& offered) {
    if (Done fits = check_phase(Phase::over); !fits) return fits;
    if (!has_seat(offered.seat) || match_.rematch_) return unfitting("no rematch can be offered now");
    match_.rematch_ = Offer{offered.seat, bit(offered.seat), 0};
    ++match_.at(offered.seat).rematch_offers;
    return {};
  }

  Done operator()(const RematchAccepted& accepted) { return accept(match_.rematch_, accepted.seat); }
  Done operator()(const RematchDeclined& declined) { return decline(match_.rematch_, declined.seat); }

  Done operator()(const Rematched& rematched) {
    if (!match_.is_rematch_agreed()) return unfitting("nobody agreed to a rematch");
    match_.next_ = rematched.match;
    return {};
  }

 private:
  static std::uint8_t bit(int seat) { return static_cast<std::uint8_t>(1U << seat); }
  bool has_seat(int seat) const { return seat >= 0 && seat < match_.seats(); }

  Done check_phase(Phase phase) const {
    if (match_.phase_ == phase) return {};
    return unfitting(std::string(name_of(event_.what)) + " while " + std::string(name_of(match_.phase_)));
  }

  // What the batch before still owes comes first, and nothing comes after the last word.
  Done check_order() const {
    if (!match_.next_.empty()) return unfitting("an event after the rematch");
    const auto is_owed = [&] {
      switch (match_.owed()) {
        case Owed::start:
          return std::holds_alternative<Started>(event_.what);
        case Owed::takeback:
          return std::holds_alternative<TakenBack>(event_.what);
        case Owed::end:
          return std::holds_alternative<Ended>(event_.what);
        case Owed::nothing:
          return true;
      }
      return true;
    };
    if (is_owed()) return {};
    return unfitting(std::string(name_of(event_.what)) + " in the middle of a batch");
  }

  Done play(const std::string& text) {
    Ahead& ahead = match_.ahead_;
    if (ahead.game && ahead.number == event_.number && ahead.text == text) {
      match_.game_ = std::move(ahead.game);
      return {};
    }
    return play_on(*match_.game_, text);
  }

  static Done play_on(game::Game& game, const std::string& text) {
    const auto move = read_move(game, text);
    if (!move) return unfitting(text + ": " + move.error().reason, move.error().rule);
    if (auto played = game.play(move->view); !played) return unfitting(played.error().reason, played.error().rule);
    return {};
  }

  // The place of the seat that offered may have been given by a move.
  void drop_draw_of_those_out_of_play() {
    if (match_.draw_ && !match_.is_playing(match_.draw_->seat)) match_.draw_.reset();
  }

  Done accept(std::optional<Offer>& offer, int seat) {
    if (!has_seat(seat) || !offer || offer->has_agreed(seat)) return unfitting("there is nothing to accept");
    offer->agreed |= bit(seat);
    return {};
  }

  Done decline(std::optional<Offer>& offer, int seat) {
    if (!has_seat(seat) || !offer) return unfitting("there is nothing to decline");
    offer.reset();
    return {};
  }

  void give_turn() {
    match_.turn_since_ = event_.at;
    match_.turn_given_ = event_.number;
    match_.resumed_ = -1;
    match_.resumed_at_ = {};
    for (SeatState& seat : match_.seats_) seat.has_missed_turn = false;
  }

  void stop_clock(int seat) { match_.at(seat).clock.take_time(match_.thought(event_.at)); }

  Done leave(int seat, Leaving way) {
    if (!match_.is_playing(seat)) return unfitting("the seat is not playing");
    const int mover = match_.seat_to_move();
    const bool was_running = match_.is_clock_running();
    if (auto withdrawn = match_.game_->withdraw(seat, game::leaving_reason(*match_.game_, seat, way_of_leaving(way)));
        !withdrawn) {
      return unfitting(withdrawn.error().reason, withdrawn.error().rule);
    }
    const std::uint8_t leaving = seats_leaving(match_.terms_, match_.seats(), seat);
    for (int index = 0; index < match_.seats(); ++index) {
      if ((leaving >> index & 1) != 0) match_.at(index).has_left = true;
    }
    match_.withdrawals_.push_back({static_cast<int>(match_.moves_.size()), seat, way});
    if (match_.seat_to_move() != mover) {
      Clock& clock = match_.at(mover).clock;
      if (was_running && way == Leaving::flagged) clock.take_time(*clock.allowance());
      if (was_running && way != Leaving::flagged) stop_clock(mover);
      give_turn();
    }
    match_.takeback_.reset();
    drop_draw_of_those_out_of_play();
    return {};
  }

  std::expected<std::unique_ptr<game::Game>, Refused> game_after(int moves_left) const {
    auto game = begun_game(match_.terms_);
    if (!game) return game;
    auto next_leaving = match_.withdrawals_.begin();
    for (int count = 0; count <= moves_left; ++count) {
      for (; next_leaving != match_.withdrawals_.end() && next_leaving->moves == count; ++next_leaving) {
        const std::string reason = game::leaving_reason(**game, next_leaving->seat, way_of_leaving(next_leaving->way));
        if (auto left = (*game)->withdraw(next_leaving->seat, reason); !left) return unfitting(left.error().reason);
      }
      if (count == moves_left) break;
      const Done played = play_on(**game, match_.moves_[static_cast<std::size_t>(count)].text);
      if (!played) return std::unexpected(played.error());
    }
    return game;
  }

  // Those who left keep the clock that they left with.
  void set_clocks_back() {
    for (int index = 0; index < match_.seats(); ++index) {
      SeatState& seat = match_.at(index);
      seat.moves = 0;
      if (seat.has_left) continue;
      seat.clock = Clock(seat.clock.terms());
      for (int count = 0; count < seat.missed; ++count) seat.clock.miss_turn();
    }
    for (const PlayedMove& move : match_.moves_) {
      SeatState& seat = match_.at(move.seat);
      ++seat.moves;
      if (move.is_charged && !seat.has_left) seat.clock.take_move(move.spent);
    }
  }

  Match& match_;
  const Event& event_;
};

std::expected<void, Refused> Match::apply(const Event& event) { return Taking(*this, event).take(); }

}  // namespace crownstar::match
