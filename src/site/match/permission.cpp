#include "site/match/permission.hpp"

#include <algorithm>

#include "base/limits.hpp"

namespace crownstar::match {

namespace {

bool is_text_within(const std::string& text, std::size_t longest) { return !text.empty() && text.size() <= longest; }

}  // namespace

bool is_seatable(const Player& player) {
  return is_text_within(player.id, limits::player_bytes) && is_text_within(player.name, limits::player_bytes);
}

// What may be done is asked of the same functions as what is done; but nothing is asked that is refused where there is
// no offer, or before the end, which is nearly always so.
Actions Match::Permission::actions() const {
  Actions found;
  const auto add_if = [&found](const Objection& why, Action action) {
    if (!why) found.add(action);
    return !why;
  };
  add_if(may(Move{}), Action::move);
  add_if(may(Resign{}), Action::resign);
  add_if(may(Abort{}), Action::abort);
  const bool may_accept_draw = match_.draw_ && add_if(may(AnswerDraw{true}), Action::accept_draw);
  if (!may_accept_draw) add_if(may(OfferDraw{}), Action::offer_draw);
  if (match_.draw_) add_if(may(AnswerDraw{false}), Action::decline_draw);
  add_if(may(OfferTakeback{}), Action::offer_takeback);
  if (match_.takeback_) {
    add_if(may(AnswerTakeback{true}), Action::accept_takeback);
    add_if(may(AnswerTakeback{false}), Action::decline_takeback);
  }
  if (match_.phase_ == Phase::over) {
    const bool may_accept_rematch = match_.rematch_ && add_if(may(AnswerRematch{true}), Action::accept_rematch);
    if (!may_accept_rematch) add_if(may(OfferRematch{}), Action::offer_rematch);
    if (match_.rematch_) add_if(may(AnswerRematch{false}), Action::decline_rematch);
  }
  if (match_.seats_gone(seat_) != 0) {
    add_if(may(ClaimWin{}), Action::claim_win);
    add_if(may(ClaimDraw{}), Action::claim_draw);
    add_if(may(TakeOff{}), Action::take_off);
  }
  if (match_.seats_to_substitute(seat_) != 0) add_if(may(Substitute{}), Action::substitute);
  return found;
}

auto Match::Permission::may(const Move& move) const -> Objection {
  if (const Objection why = check_playing()) return why;
  if (const Objection why = check_not_stale()) return why;
  if (seat_ != match_.seat_to_move()) {
    return {refusal_code::not_your_turn, {}, [](const Match& match) {
              return "it is the turn of " + match.game_->seat_name(match.seat_to_move());
            }};
  }
  if (match_.seat(seat_).has_missed_turn && !command_.is_by_computer)
    return {refusal_code::time_is_up, "this turn was missed: the computer moves"};
  if (move.text.size() > limits::move_bytes) return {refusal_code::illegal_move, "the move's text is too long"};
  return {};
}

auto Match::Permission::may(const Resign&) const -> Objection {
  if (const Objection why = check_playing()) return why;
  return check_in_time();
}

auto Match::Permission::may(const Abort& abort) const -> Objection {
  if (match_.phase_ == Phase::over) return over();
  if (abort.reason.size() > limits::abort_reason_bytes) return {refusal_code::too_late, "the reason is too long"};
  if (seat_ == server_seat) return {};
  if (const Objection why = check_playing()) return why;
  if (const Objection why = check_in_time()) return why;
  if (is_first_round()) return {};
  return {refusal_code::too_late, "the game is under way; it can be resigned, and not aborted any more"};
}

auto Match::Permission::may(const OfferDraw&) const -> Objection {
  if (const Objection why = check_at_the_board()) return why;
  if (match_.draw_ && match_.draw_->seat != seat_) return check_unanswered(match_.draw_);
  if (is_first_round()) {
    return {refusal_code::too_early, "a draw can be offered when everybody has made a move"};
  }
  if (match_.draw_ || !match_.seat(seat_).may_offer_draw) {
    return {refusal_code::already_done, "a draw was offered; offer again after your next move"};
  }
  return {};
}

auto Match::Permission::may(const AnswerDraw& answer) const -> Objection {
  if (answer.accepts) {
    if (const Objection why = check_at_the_board()) return why;
    return check_unanswered(match_.draw_);
  }
  if (const Objection why = check_playing()) return why;
  if (const Objection why = check_in_time()) return why;
  if (match_.draw_ && match_.draw_->seat == seat_) return {};
  return check_unanswered(match_.draw_);
}

// Nobody has to have come back for it: who claims something is there.
auto Match::Permission::check_absence(std::uint8_t gone) const -> Objection {
  if (const Objection why = check_playing()) return why;
  if (const Objection why = check_in_time()) return why;
  if (gone == 0) return {refusal_code::no_claim, "nobody has been away for long"};
  if (is_first_round()) return {refusal_code::too_early, "the game has hardly begun; abort it instead"};
  return {};
}

auto Match::Permission::may(const ClaimDraw&) const -> Objection {
  if (const Objection why = check_playing()) return why;
  if (!match_.is_left_alone(seat_)) {
    return {refusal_code::no_claim,
            "in this game draws need no claim: repetition and the move counts end it by themselves; offer a draw"};
  }
  return check_absence(match_.seats_gone(seat_));
}

auto Match::Permission::may(const ClaimWin&) const -> Objection {
  if (const Objection why = check_absence(match_.seats_gone(seat_))) return why;
  if (match_.is_left_alone(seat_)) return {};
  return {refusal_code::no_claim, "others play on; those who have gone can be taken off the board"};
}

auto Match::Permission::may(const TakeOff&) const -> Objection {
  if (const Objection why = check_absence(match_.seats_gone(seat_))) return why;
  if (!match_.is_left_alone(seat_)) return {};
  return {refusal_code::no_claim, "nobody else plays on: claim the win, or a draw"};
}

// One of a team may be replaced while the other is there, who could not go on without them.
auto Match::Permission::may(const Substitute&) const -> Objection {
  if (match_.seats() == 2)
    return {refusal_code::no_claim, "in a game of two nobody is replaced; claim the win or a draw"};
  return check_absence(match_.seats_to_substitute(seat_));
}

auto Match::Permission::may(const OfferTakeback&) const -> Objection {
  if (const Objection why = check_at_the_board()) return why;
  if (match_.takeback_ && match_.takeback_->seat != seat_) {
    return {refusal_code::already_done, "another takeback is on the table; answer that first"};
  }
  if (match_.takeback_ || !match_.seat(seat_).may_offer_takeback) {
    return {refusal_code::already_done, "a takeback was offered; offer again after your next move"};
  }
  const int left = match_.moves_before_last_of(seat_);
  if (left < 0) return {refusal_code::no_takeback, "you have made no move that could be taken back"};
  if (!match_.withdrawals_.empty() && match_.withdrawals_.back().moves > left) {
    return {refusal_code::no_takeback, "somebody has left the game since your last move"};
  }
  return {};
}

auto Match::Permission::may(const AnswerTakeback& answer) const -> Objection {
  if (const Objection why = check_at_table()) return why;
  if (const Objection why = check_in_time()) return why;
  if (!answer.accepts && match_.takeback_ && match_.takeback_->seat == seat_) return {};
  if (const Objection why = check_unanswered(match_.takeback_)) return why;
  return answer.accepts ? check_not_stale() : Objection{};
}

auto Match::Permission::may(const OfferRematch&) const -> Objection {
  if (const Objection why = check_after_the_game()) return why;
  if (match_.rematch_) return check_unanswered(match_.rematch_);
  if (match_.seat(seat_).rematch_offers < limits::rematch_offers) return {};
  return {refusal_code::already_done, "you have offered a rematch often enough"};
}

auto Match::Permission::may(const AnswerRematch& answer) const -> Objection {
  if (const Objection why = check_after_the_game()) return why;
  if (answer.accepts) return check_unanswered(match_.rematch_);
  if (!match_.rematch_) return no_offer();
  if (match_.is_rematch_agreed()) return already_answered();
  return {};
}

auto Match::Permission::may(const Sit& sit) const -> Objection {
  if (const Objection why = check_seating()) return why;
  const Player& player = sit.player;
  if (match_.seat(seat_).player) return {refusal_code::seat_taken, "somebody sits there"};
  if (!is_seatable(player)) {
    return {refusal_code::no_such_seat, "a player needs an id and a name, neither too long"};
  }
  if (player.kind != PlayerKind::engine && match_.seat_of(player.id)) {
    return {refusal_code::already_seated, "this player sits at this table"};
  }
  return {};
}

auto Match::Permission::may(const Leave& leave) const -> Objection {
  if (const Objection why = check_seating()) return why;
  const auto& there = match_.seat(seat_).player;
  if (!there) return {refusal_code::seat_taken, "nobody sits there"};
  if (there->id != leave.player) return {refusal_code::seat_taken, "somebody else sits there"};
  return {};
}

auto Match::Permission::may(const Tick&) const -> Objection {
  if (!is_due_) return {refusal_code::not_due, "no time has run out"};
  return {};
}

auto Match::Permission::may(const Depart&) const -> Objection {
  if (const Objection why = check_playing()) return why;
  if (match_.computer_at(seat_) != nullptr || match_.seat(seat_).is_away)
    return {refusal_code::already_done, "the seat is away"};
  return {};
}

auto Match::Permission::may(const Return&) const -> Objection {
  if (const Objection why = check_at_table()) return why;
  if (!match_.seat(seat_).is_away) return {refusal_code::already_done, "the seat is there"};
  return {};
}

auto Match::Permission::may(const StandDown&) const -> Objection {
  if (const Objection why = check_playing()) return why;
  if (match_.seat(seat_).is_substituted || match_.seat(seat_).has_missed_turn) return {};
  return {refusal_code::already_done, "no computer plays for this player"};
}

auto Match::Permission::may(const Resume&) const -> Objection {
  if (match_.phase_ == Phase::over) return over();
  if (match_.phase_ == Phase::seating) return not_started();
  return {};
}

auto Match::Permission::may(const NameRematch& named) const -> Objection {
  if (match_.phase_ != Phase::over) return {refusal_code::not_over, "the game is not over"};
  if (!match_.next_.empty()) return {refusal_code::already_done, "the next game has begun"};
  if (!match_.is_rematch_agreed()) return no_offer();
  if (!is_text_within(named.match, limits::player_bytes)) return {refusal_code::no_offer, "no id of a match"};
  return {};
}

auto Match::Permission::may(const CallOff&) const -> Objection {
  if (match_.phase_ == Phase::over) return over();
  if (match_.phase_ != Phase::seating) return already_started();
  return {};
}

auto Match::Permission::not_started() -> Objection {
  return {refusal_code::not_started, "the game has not begun: a seat is still empty"};
}
auto Match::Permission::already_started() -> Objection { return {refusal_code::already_started, "the game has begun"}; }
auto Match::Permission::over() -> Objection {
  return {
      refusal_code::over, {}, [](const Match& match) { return "the game is over: " + match.ended_->outcome.reason; }};
}
auto Match::Permission::no_offer() -> Objection { return {refusal_code::no_offer, "there is no offer to answer"}; }
auto Match::Permission::already_answered() -> Objection { return {refusal_code::already_done, "you have agreed"}; }

bool Match::Permission::is_first_round() const {
  return std::ssize(match_.moves_) < match_.seats() && match_.withdrawals_.empty();
}

auto Match::Permission::check_seat() const -> Objection {
  if (has_seat()) return {};
  return {refusal_code::no_such_seat, {}, [](const Match& match) {
            return "this is for a seat of the table; expected 1 to " + std::to_string(match.seats());
          }};
}

auto Match::Permission::check_seating() const -> Objection {
  if (const Objection why = check_seat()) return why;
  if (match_.phase_ == Phase::over) return over();
  if (match_.phase_ != Phase::seating) return already_started();
  return {};
}

// Seated in a running game, though perhaps with a place already.
auto Match::Permission::check_at_table() const -> Objection {
  if (const Objection why = check_seat()) return why;
  if (match_.phase_ == Phase::over) return over();
  if (match_.phase_ == Phase::seating) return not_started();
  if (match_.seat(seat_).has_left) return {refusal_code::out_of_play, "you have left this game"};
  const bool is_computers = match_.computer_at(seat_) != nullptr || match_.seat(seat_).has_missed_turn;
  if (command_.is_by_computer && !is_computers) {
    return {refusal_code::no_such_seat, "its player is back, and plays"};
  }
  return {};
}

auto Match::Permission::objection_to_playing() const -> Objection {
  if (const Objection why = check_at_table()) return why;
  if (!match_.is_playing(seat_)) return {refusal_code::out_of_play, "you have your place; the others play on"};
  return {};
}

auto Match::Permission::check_in_time() const -> Objection {
  if (!is_due_) return {};
  return {refusal_code::time_is_up, {}, [](const Match& match) {
            return "the time of " + match.game_->seat_name(match.seat_to_move()) + " is up";
          }};
}

auto Match::Permission::objection_to_staleness() const -> Objection {
  const auto& moves = match_.moves_;
  const auto last =
      std::find_if(moves.rbegin(), moves.rend(), [&](const PlayedMove& move) { return move.seat != seat_; });
  const int changed = std::max(last == moves.rend() ? -1 : last->event, match_.taken_back_at_);
  if (command_.after >= changed) return {};
  return {refusal_code::stale, "the board has changed since; look again and decide"};
}

auto Match::Permission::check_at_the_board() const -> Objection {
  if (const Objection why = check_playing()) return why;
  if (const Objection why = check_in_time()) return why;
  return check_not_stale();
}

auto Match::Permission::check_unanswered(const std::optional<Offer>& offer) const -> Objection {
  if (!offer) return no_offer();
  if (offer->has_agreed(seat_)) return already_answered();
  return {};
}

auto Match::Permission::check_after_the_game() const -> Objection {
  if (const Objection why = check_seat()) return why;
  if (match_.phase_ != Phase::over) return {refusal_code::not_over, "a rematch comes after the game"};
  if (!match_.next_.empty()) return {refusal_code::already_done, "the next game has begun"};
  const bool is_full =
      std::ranges::all_of(match_.seats_, [](const SeatState& state) { return state.player.has_value(); });
  if (!is_full) return not_started();
  return {};
}

Actions Match::actions(int seat, Instant now) const {
  const Command asked{seat, number_, {}, {}};
  return Permission(*this, asked, std::max({now, last_at_, told_})).actions();
}

}  // namespace crownstar::match
