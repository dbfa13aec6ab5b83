#include <algorithm>
#include <utility>

#include "base/limits.hpp"
#include "rules/record/record.hpp"
#include "site/match/match.hpp"
#include "site/match/rules.hpp"
#include "site/match/seating.hpp"

namespace crownstar::match {

namespace {

using Events = std::expected<std::vector<Event>, Refused>;

bool is_text_within(const std::string& text, std::size_t longest) { return !text.empty() && text.size() <= longest; }

}  // namespace

// Gathers the batch that a command leads to. Looks at the match and never changes it.
class Match::Answer {
  // Why a command may not be given now; false where nothing is against it. Its text is made only where somebody reads
  // it: after each move every seat gets the list of what it may do, and most commands are refused then.
  struct Objection {
    std::string_view code{};
    std::string_view reason{};
    std::string (*reason_of)(const Match& match) = nullptr;  // where the reason names somebody

    explicit operator bool() const { return !code.empty(); }
  };

 public:
  Answer(const Match& match, const Command& command, Instant now)
      : match_(match),
        command_(command),
        seat_(command.seat),
        now_(std::max({now, match.last_at_, match.told_})),
        is_due_(match.deadline() && now_ >= *match.deadline()) {}

  Events give() {
    return std::visit([this](const auto& what) { return (*this)(what); }, command_.what);
  }

  // What may be done is asked of the same functions as what is done.
  std::vector<Action> actions() const {
    std::vector<Action> found;
    found.reserve(6);  // of a game that runs
    const auto add_if = [&found](Objection why, Action action) {
      if (!why) found.push_back(action);
      return !why;
    };
    add_if(may(Move{}), Action::move);
    add_if(may(Resign{}), Action::resign);
    add_if(may(Abort{}), Action::abort);
    if (!add_if(may(AnswerDraw{true}), Action::accept_draw)) add_if(may(OfferDraw{}), Action::offer_draw);
    add_if(may(AnswerDraw{false}), Action::decline_draw);
    add_if(may(OfferTakeback{}), Action::offer_takeback);
    add_if(may(AnswerTakeback{true}), Action::accept_takeback);
    add_if(may(AnswerTakeback{false}), Action::decline_takeback);
    if (!add_if(may(AnswerRematch{true}), Action::accept_rematch)) add_if(may(OfferRematch{}), Action::offer_rematch);
    add_if(may(AnswerRematch{false}), Action::decline_rematch);
    if (match_.seats_gone() == 0) return found;
    add_if(may(ClaimWin{}), Action::claim_win);
    add_if(may(ClaimDraw{}), Action::claim_draw);
    add_if(may(TakeOff{}), Action::take_off);
    return found;
  }

  Events operator()(const Move& move) {
    if (const Objection why = may(move)) return refuse(why);
    const Milliseconds thought = match_.thought(now_);
    const Milliseconds credit = match_.is_clock_running() ? credit_for(thought) : Milliseconds{0};
    if (is_out_of_time(thought - credit)) return time_events();
    auto read = read_move(*match_.game_, move.text);
    if (!read) return refused(refusal_code::illegal_move, read.error().reason, read.error().rule);
    auto game = match_.game_->clone();
    if (auto played = game->play(read->view); !played) {
      return refused(refusal_code::illegal_move, played.error().reason, played.error().rule);
    }
    add(Moved{seat_, read->text, thought - credit, credit});
    if (game->outcome().is_over) add(Ended{EndKind::rules, game->outcome()});
    match_.ahead_ = {match_.number_ + 1, std::move(read->text), std::move(game)};
    return std::move(events_);
  }

  Events operator()(const Resign& resign) {
    if (const Objection why = may(resign)) return refuse(why);
    return leaving(Resigned{seat_}, seat_, Leaving::resigned);
  }

  Events operator()(const Abort& abort) {
    if (const Objection why = may(abort)) return refuse(why);
    if (seat_ != house) return aborting(seat_, match_.game_->seat_name(seat_) + " aborted the game");
    return aborting(house, abort.reason.empty() ? "the game was stopped" : abort.reason);
  }

  Events operator()(const OfferDraw& offer) {
    if (const Objection why = may(offer)) return refuse(why);
    if (match_.draw_) return accept_draw();
    add(DrawOffered{seat_});
    return std::move(events_);
  }

  Events operator()(const AnswerDraw& answer) {
    if (const Objection why = may(answer)) return refuse(why);
    if (answer.accepts) return accept_draw();
    add(DrawDeclined{seat_});
    return std::move(events_);
  }

  Events operator()(const ClaimDraw& claim) {
    if (const Objection why = may(claim)) return refuse(why);
    add(DrawClaimed{seat_});
    add(Ended{EndKind::absence, claimed_draw_outcome(match_.game_->outcome())});
    return std::move(events_);
  }

  Events operator()(const ClaimWin& claim) {
    if (const Objection why = may(claim)) return refuse(why);
    return removing();
  }

  Events operator()(const TakeOff& wish) {
    if (const Objection why = may(wish)) return refuse(why);
    return removing();
  }

  Events operator()(const Depart&) {
    if (const Objection why = check_playing()) return refuse(why);
    if (is_engine(seat_) || match_.seat(seat_).is_away) return refused(refusal_code::already_done, "the seat is away");
    add(Departed{seat_});
    return std::move(events_);
  }

  Events operator()(const Return&) {
    if (const Objection why = check_at_table()) return refuse(why);
    if (!match_.seat(seat_).is_away) return refused(refusal_code::already_done, "the seat is there");
    add(Returned{seat_});
    return std::move(events_);
  }

  Events operator()(const OfferTakeback& offer) {
    if (const Objection why = may(offer)) return refuse(why);
    add(TakebackOffered{seat_, moves_before_last_own()});
    return std::move(events_);
  }

  Events operator()(const AnswerTakeback& answer) {
    if (const Objection why = may(answer)) return refuse(why);
    if (!answer.accepts) {
      add(TakebackDeclined{seat_});
      return std::move(events_);
    }
    add(TakebackAccepted{seat_});
    if (completes(match_.takeback_, match_.seats_that_must_agree())) add(TakenBack{match_.takeback_->moves_left});
    return std::move(events_);
  }

  Events operator()(const OfferRematch& offer) {
    if (const Objection why = may(offer)) return refuse(why);
    if (match_.rematch_) return accept_rematch();
    add(RematchOffered{seat_});
    return std::move(events_);
  }

  Events operator()(const AnswerRematch& answer) {
    if (const Objection why = may(answer)) return refuse(why);
    if (answer.accepts) return accept_rematch();
    add(RematchDeclined{seat_});
    return std::move(events_);
  }

  Events operator()(const Sit& sit) {
    if (const Objection why = check_seating()) return refuse(why);
    const Player& player = sit.player;
    if (match_.seat(seat_).player) return refused(refusal_code::seat_taken, "somebody sits there");
    if (!is_text_within(player.id, limits::player_bytes) || !is_text_within(player.name, limits::player_bytes)) {
      return refused(refusal_code::no_such_seat, "a player needs an id and a name, neither too long");
    }
    if (player.kind != PlayerKind::engine && match_.seat_of(player.id)) {
      return refused(refusal_code::already_seated, player.name + " sits at this table");
    }
    if (auto may = may_sit(match_.terms_, player); !may) return std::unexpected(may.error());
    add(Seated{seat_, player});
    const auto taken =
        std::ranges::count_if(match_.seats_, [](const SeatState& state) { return state.player.has_value(); });
    if (taken + 1 == match_.seats()) add(Started{});
    return std::move(events_);
  }

  Events operator()(const Leave&) {
    if (const Objection why = check_seating()) return refuse(why);
    if (!match_.seat(seat_).player) return refused(refusal_code::seat_taken, "nobody sits there");
    add(Unseated{seat_});
    return std::move(events_);
  }

  Events operator()(const Tick&) {
    if (!is_due_) return refused(refusal_code::not_due, "no time has run out");
    return time_events();
  }

  Events operator()(const Resume& resume) {
    if (match_.phase_ == Phase::over) return refuse(over());
    if (match_.phase_ == Phase::seating) return refuse(not_started());
    add(Resumed{std::min(resume.down_since, now_)});
    return std::move(events_);
  }

  Events operator()(const NameRematch& named) {
    if (match_.phase_ != Phase::over) return refused(refusal_code::not_over, "the game is not over");
    if (!match_.next_.empty()) return refused(refusal_code::already_done, "the next game has begun");
    if (!match_.is_rematch_agreed()) return refuse(no_offer());
    if (!is_text_within(named.match, limits::player_bytes)) return refused(refusal_code::no_offer, "no id of a match");
    add(Rematched{named.match});
    return std::move(events_);
  }

 private:
  void add(What what) {
    const bool says_held = events_.empty() && match_.phase_ == Phase::playing;
    const Milliseconds held = says_held ? match_.held() : Milliseconds{0};
    events_.push_back({match_.number_ + 1 + static_cast<int>(events_.size()), now_, std::move(what), held});
  }

  std::unexpected<Refused> refuse(const Objection& why) const {
    return refused(why.code, why.reason_of ? why.reason_of(match_) : std::string(why.reason),
                   why.code == refusal_code::over ? match_.ended_->outcome.rule : std::string());
  }

  Objection may(const Move& move) const {
    if (const Objection why = check_playing()) return why;
    if (const Objection why = check_not_stale()) return why;
    if (seat_ != match_.seat_to_move()) {
      return {refusal_code::not_your_turn, {}, [](const Match& match) {
                return "it is the turn of " + match.game_->seat_name(match.seat_to_move());
              }};
    }
    if (move.text.size() > limits::move_bytes) return {refusal_code::illegal_move, "the move's text is too long"};
    return {};
  }

  Objection may(const Resign&) const {
    if (const Objection why = check_playing()) return why;
    return check_in_time();
  }

  Objection may(const Abort& abort) const {
    if (match_.phase_ == Phase::over) return over();
    if (abort.reason.size() > limits::abort_reason_bytes) return {refusal_code::too_late, "the reason is too long"};
    if (seat_ == house) return {};
    if (const Objection why = check_playing()) return why;
    if (const Objection why = check_in_time()) return why;
    if (is_first_round()) return {};
    return {refusal_code::too_late, "the game is under way; it can be resigned, and not aborted any more"};
  }

  Objection may(const OfferDraw&) const {
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

  Objection may(const AnswerDraw& answer) const {
    if (answer.accepts) {
      if (const Objection why = check_at_the_board()) return why;
      return check_unanswered(match_.draw_);
    }
    if (const Objection why = check_playing()) return why;
    if (const Objection why = check_in_time()) return why;
    if (match_.draw_ && match_.draw_->seat == seat_) return {};
    return check_unanswered(match_.draw_);
  }

  // Who says that nobody else is there must be there.
  Objection check_absence() const {
    if (const Objection why = check_playing()) return why;
    if (const Objection why = check_in_time()) return why;
    if (match_.seats_gone() == 0 || match_.seat(seat_).is_away) {
      return {refusal_code::no_claim, "nobody has been away for long"};
    }
    if (is_first_round()) return {refusal_code::too_early, "the game has hardly begun; abort it instead"};
    return {};
  }

  Objection may(const ClaimDraw&) const {
    if (const Objection why = check_playing()) return why;
    if (!match_.is_left_alone(seat_)) {
      return {refusal_code::no_claim,
              "in this game draws need no claim: repetition and the move counts end it by themselves; offer a draw"};
    }
    return check_absence();
  }

  Objection may(const ClaimWin&) const {
    if (const Objection why = check_absence()) return why;
    if (match_.is_left_alone(seat_)) return {};
    return {refusal_code::no_claim, "others play on; those who have gone can be taken off the board"};
  }

  Objection may(const TakeOff&) const {
    if (const Objection why = check_absence()) return why;
    if (!match_.is_left_alone(seat_)) return {};
    return {refusal_code::no_claim, "nobody else plays on: claim the win, or a draw"};
  }

  Objection may(const OfferTakeback&) const {
    if (const Objection why = check_at_the_board()) return why;
    if (match_.takeback_ && match_.takeback_->seat != seat_) {
      return {refusal_code::already_done, "another takeback is on the table; answer that first"};
    }
    if (match_.takeback_ || !match_.seat(seat_).may_offer_takeback) {
      return {refusal_code::already_done, "a takeback was offered; offer again after your next move"};
    }
    const int left = moves_before_last_own();
    if (left < 0) return {refusal_code::no_takeback, "you have made no move that could be taken back"};
    if (!match_.withdrawals_.empty() && match_.withdrawals_.back().moves > left) {
      return {refusal_code::no_takeback, "somebody has left the game since your last move"};
    }
    return {};
  }

  Objection may(const AnswerTakeback& answer) const {
    if (const Objection why = check_at_table()) return why;
    if (const Objection why = check_in_time()) return why;
    if (!answer.accepts && match_.takeback_ && match_.takeback_->seat == seat_) return {};
    if (const Objection why = check_unanswered(match_.takeback_)) return why;
    return answer.accepts ? check_not_stale() : Objection{};
  }

  Objection may(const OfferRematch&) const {
    if (const Objection why = check_after_the_game()) return why;
    if (match_.rematch_) return check_unanswered(match_.rematch_);
    if (match_.seat(seat_).rematch_offers < limits::rematch_offers) return {};
    return {refusal_code::already_done, "you have offered a rematch often enough"};
  }

  Objection may(const AnswerRematch& answer) const {
    if (const Objection why = check_after_the_game()) return why;
    if (answer.accepts) return check_unanswered(match_.rematch_);
    if (!match_.rematch_) return no_offer();
    if (match_.is_rematch_agreed()) return already_answered();
    return {};
  }

  // How many moves came before the seat's last one; -1 where it has made none.
  int moves_before_last_own() const {
    const auto& moves = match_.moves_;
    const auto last =
        std::find_if(moves.rbegin(), moves.rend(), [&](const PlayedMove& move) { return move.seat == seat_; });
    return static_cast<int>(moves.rend() - last) - 1;
  }

  static Objection not_started() {
    return {refusal_code::not_started, "the game has not begun: a seat is still empty"};
  }
  static Objection over() {
    return {
        refusal_code::over, {}, [](const Match& match) { return "the game is over: " + match.ended_->outcome.reason; }};
  }
  static Objection no_offer() { return {refusal_code::no_offer, "there is no offer to answer"}; }
  static Objection already_answered() { return {refusal_code::already_done, "you have agreed"}; }

  bool has_seat() const { return seat_ >= 0 && seat_ < match_.seats(); }
  bool is_first_round() const { return std::ssize(match_.moves_) < match_.seats() && match_.withdrawals_.empty(); }

  Objection check_seat() const {
    if (has_seat()) return {};
    return {refusal_code::no_such_seat, {}, [](const Match& match) {
              return "this is for a seat of the table; expected 1 to " + std::to_string(match.seats());
            }};
  }

  Objection check_seating() const {
    if (const Objection why = check_seat()) return why;
    if (match_.phase_ == Phase::over) return over();
    if (match_.phase_ != Phase::seating) return {refusal_code::already_started, "the game has begun"};
    return {};
  }

  // Seated in a running game, though perhaps with a place already.
  Objection check_at_table() const {
    if (const Objection why = check_seat()) return why;
    if (match_.phase_ == Phase::over) return over();
    if (match_.phase_ == Phase::seating) return not_started();
    if (match_.seat(seat_).has_left) return {refusal_code::out_of_play, "you have left this game"};
    return {};
  }

  Objection check_playing() const {
    if (const Objection why = check_at_table()) return why;
    if (!match_.is_playing(seat_)) return {refusal_code::out_of_play, "you have your place; the others play on"};
    return {};
  }

  Objection check_in_time() const {
    if (!is_due_) return {};
    return {refusal_code::time_is_up, {}, [](const Match& match) {
              return "the time of " + match.game_->seat_name(match.seat_to_move()) + " is up";
            }};
  }

  Objection check_not_stale() const {
    const auto& moves = match_.moves_;
    const auto last =
        std::find_if(moves.rbegin(), moves.rend(), [&](const PlayedMove& move) { return move.seat != seat_; });
    const int changed = std::max(last == moves.rend() ? -1 : last->event, match_.taken_back_at_);
    if (command_.after >= changed) return {};
    return {refusal_code::stale, "the board has changed since; look again and decide"};
  }

  Objection check_at_the_board() const {
    if (const Objection why = check_playing()) return why;
    if (const Objection why = check_in_time()) return why;
    return check_not_stale();
  }

  Objection check_unanswered(const std::optional<Offer>& offer) const {
    if (!offer) return no_offer();
    if (offer->has_agreed(seat_)) return already_answered();
    return {};
  }

  Objection check_after_the_game() const {
    if (const Objection why = check_seat()) return why;
    if (match_.phase_ != Phase::over) return {refusal_code::not_over, "a rematch comes after the game"};
    if (!match_.next_.empty()) return {refusal_code::already_done, "the next game has begun"};
    const bool is_full =
        std::ranges::all_of(match_.seats_, [](const SeatState& state) { return state.player.has_value(); });
    if (!is_full) return not_started();
    return {};
  }

  Milliseconds credit_for(Milliseconds thought) const {
    const Milliseconds most = std::min(match_.grace_of(seat_), thought);
    return std::clamp(command_.lag, Milliseconds{0}, most);
  }

  // Of the seat to move.
  bool is_out_of_time(Milliseconds charged) const {
    if (!match_.is_clock_running()) return is_due_;
    return charged >= *match_.seat(match_.seat_to_move()).clock.allowance();
  }

  // Whether nobody is left to be asked when this seat agrees.
  bool completes(const std::optional<Offer>& offer, std::uint8_t asked) const {
    return ((offer->agreed | 1U << seat_) & asked) == asked;
  }

  Events accept_draw() {
    add(DrawAccepted{seat_});
    const game::Outcome& outcome = match_.game_->outcome();
    if (completes(match_.draw_, match_.playing_seats(outcome))) add(Ended{EndKind::agreement, agreed_outcome(outcome)});
    return std::move(events_);
  }

  Events accept_rematch() {
    add(RematchAccepted{seat_});
    return std::move(events_);
  }

  Events aborting(int seat, std::string reason) {
    add(Aborted{seat, reason});
    add(Ended{EndKind::abort, aborted_outcome(match_.seats(), std::move(reason))});
    return std::move(events_);
  }

  bool is_engine(int seat) const {
    return match_.seat(seat).player && match_.seat(seat).player->kind == PlayerKind::engine;
  }

  Events leaving(What what, int seat, Leaving way) {
    auto game = match_.game_->clone();
    if (auto left = withdraw(*game, seat, way); !left) return std::unexpected(left.error());
    add(std::move(what));
    return ending_after(*game, way == Leaving::flagged ? EndKind::time : EndKind::resignation);
  }

  // All who have gone, until that ends the game.
  Events removing() {
    auto game = match_.game_->clone();
    for (int seat = 0; seat < match_.seats() && !game->outcome().is_over; ++seat) {
      const bool is_still_there = (match_.playing_seats(game->outcome()) & match_.seats_gone() & 1U << seat) != 0;
      if (!is_still_there) continue;
      if (auto left = withdraw(*game, seat, Leaving::gone); !left) return std::unexpected(left.error());
      add(Removed{seat, seat_});
    }
    return ending_after(*game, EndKind::absence);
  }

  static std::expected<void, Refused> withdraw(game::Game& game, int seat, Leaving way) {
    auto left = game.withdraw(seat, game::leaving_reason(game, seat, way_of_leaving(way)));
    if (!left) return refused(refusal_code::out_of_play, left.error().reason, left.error().rule);
    return {};
  }

  // Somebody has left: the game may be over by that, or by the answer that was still missing.
  Events ending_after(const game::Game& game, EndKind kind) {
    const game::Outcome& outcome = game.outcome();
    const std::uint8_t playing = match_.playing_seats(outcome);
    if (outcome.is_over) {
      add(Ended{kind, outcome});
    } else if (match_.draw_ && (playing >> match_.draw_->seat & 1) != 0 &&
               (match_.draw_->agreed & playing) == playing) {
      // The one who left was the last to be asked.
      add(Ended{EndKind::agreement, agreed_outcome(outcome)});
    }
    return std::move(events_);
  }

  // What the seat to move has brought about by letting its time run out.
  Events time_events() {
    const int mover = match_.seat_to_move();
    const bool has_anybody_moved_twice =
        std::ranges::any_of(match_.seats_, [](const SeatState& state) { return state.moves >= 2; });
    if (match_.is_clock_running() || has_anybody_moved_twice) return leaving(Flagged{mover}, mover, Leaving::flagged);
    return aborting(house, match_.game_->seat_name(mover) + " did not make a first move in time");
  }

  const Match& match_;
  const Command& command_;
  int seat_;
  Instant now_;
  bool is_due_;  // the time of the seat to move is up
  std::vector<Event> events_;
};

std::expected<std::vector<Event>, Refused> Match::handle(const Command& command, Instant now) const {
  return Answer(*this, command, now).give();
}

std::vector<Action> Match::actions(int seat, Instant now) const {
  const Command asked{seat, number_, {}, {}};
  return Answer(*this, asked, now).actions();
}

}  // namespace crownstar::match
