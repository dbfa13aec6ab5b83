#include <algorithm>
#include <utility>

#include "base/limits.hpp"
#include "rules/record/record.hpp"
#include "site/match/match.hpp"
#include "site/match/permission.hpp"
#include "site/match/rules.hpp"
#include "site/match/seating.hpp"

namespace crownstar::match {

namespace {

using Events = std::expected<std::vector<Event>, Refused>;

}  // namespace

// Gathers the batch that a command leads to. Looks at the match and never changes it.
class Match::Answer {
  using Objection = Permission::Objection;

 public:
  Answer(const Match& match, const Command& command, Instant now)
      : match_(match),
        command_(command),
        seat_(command.seat),
        now_(std::max({now, match.last_at_, match.told_})),
        permission_(match, command, now_) {}

  Events give() {
    return std::visit([this](const auto& what) { return (*this)(what); }, command_.what);
  }

  Events operator()(const Move& move) {
    if (const Objection why = permission_.may(move)) return refuse(why);
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
    const int number_of_move = events_.back().number;
    if (game->outcome().is_over) add(Ended{EndKind::rules, game->outcome()});
    match_.ahead_ = {number_of_move, std::move(read->text), std::move(game)};
    return std::move(events_);
  }

  Events operator()(const Resign& resign) {
    if (const Objection why = permission_.may(resign)) return refuse(why);
    return leaving(Resigned{seat_}, seat_, Leaving::resigned);
  }

  Events operator()(const Abort& abort) {
    if (const Objection why = permission_.may(abort)) return refuse(why);
    if (seat_ != server_seat) return aborting(seat_, match_.game_->seat_name(seat_) + " aborted the game");
    return aborting(server_seat, abort.reason.empty() ? "the game was stopped" : abort.reason);
  }

  Events operator()(const OfferDraw& offer) {
    if (const Objection why = permission_.may(offer)) return refuse(why);
    if (match_.draw_) return accept_draw();
    add(DrawOffered{seat_});
    return std::move(events_);
  }

  Events operator()(const AnswerDraw& answer) {
    if (const Objection why = permission_.may(answer)) return refuse(why);
    if (answer.accepts) return accept_draw();
    add(DrawDeclined{seat_});
    return std::move(events_);
  }

  Events operator()(const ClaimDraw& claim) {
    if (const Objection why = permission_.may(claim)) return refuse(why);
    add(DrawClaimed{seat_});
    add(Ended{EndKind::absence, claimed_draw_outcome(match_.game_->outcome())});
    return std::move(events_);
  }

  Events operator()(const ClaimWin& claim) {
    if (const Objection why = permission_.may(claim)) return refuse(why);
    return removing();
  }

  Events operator()(const TakeOff& command) {
    if (const Objection why = permission_.may(command)) return refuse(why);
    return removing();
  }

  Events operator()(const Substitute& command) {
    if (const Objection why = permission_.may(command)) return refuse(why);
    if (!is_seatable(command.engine) || command.engine.kind != PlayerKind::engine) {
      return refused(refusal_code::no_such_seat, "only a computer can play for somebody");
    }
    const std::uint8_t seats = match_.seats_to_substitute(seat_);
    for (int seat = 0; seat < match_.seats(); ++seat) {
      if ((seats >> seat & 1) != 0) add(Substituted{seat, command.engine, seat_});
    }
    return std::move(events_);
  }

  Events operator()(const Depart& depart) {
    if (const Objection why = permission_.may(depart)) return refuse(why);
    add(Departed{seat_});
    return std::move(events_);
  }

  Events operator()(const Return& back) {
    if (const Objection why = permission_.may(back)) return refuse(why);
    add(Returned{seat_});
    return std::move(events_);
  }

  Events operator()(const StandDown& down) {
    if (const Objection why = permission_.may(down)) return refuse(why);
    add(StoodDown{seat_});
    return std::move(events_);
  }

  Events operator()(const CallOff& command) {
    if (const Objection why = permission_.may(command)) return refuse(why);
    return aborting(server_seat, command.reason.empty() ? "whoever made the game took it back" : command.reason);
  }

  Events operator()(const OfferTakeback& offer) {
    if (const Objection why = permission_.may(offer)) return refuse(why);
    add(TakebackOffered{seat_, match_.moves_before_last_of(seat_)});
    return std::move(events_);
  }

  Events operator()(const AnswerTakeback& answer) {
    if (const Objection why = permission_.may(answer)) return refuse(why);
    if (!answer.accepts) {
      add(TakebackDeclined{seat_});
      return std::move(events_);
    }
    add(TakebackAccepted{seat_});
    if (completes(match_.takeback_, match_.seats_that_must_agree())) add(TakenBack{match_.takeback_->moves_left});
    return std::move(events_);
  }

  Events operator()(const OfferRematch& offer) {
    if (const Objection why = permission_.may(offer)) return refuse(why);
    if (match_.rematch_) return accept_rematch();
    add(RematchOffered{seat_});
    return std::move(events_);
  }

  Events operator()(const AnswerRematch& answer) {
    if (const Objection why = permission_.may(answer)) return refuse(why);
    if (answer.accepts) return accept_rematch();
    add(RematchDeclined{seat_});
    return std::move(events_);
  }

  Events operator()(const Sit& sit) {
    if (const Objection why = permission_.may(sit)) return refuse(why);
    if (auto may = may_sit(match_.terms_, sit.player); !may) return std::unexpected(may.error());
    add(Seated{seat_, sit.player});
    const auto taken =
        std::ranges::count_if(match_.seats_, [](const SeatState& state) { return state.player.has_value(); });
    if (taken + 1 == match_.seats()) add(Started{});
    return std::move(events_);
  }

  Events operator()(const Leave& leave) {
    if (const Objection why = permission_.may(leave)) return refuse(why);
    add(Unseated{seat_});
    return std::move(events_);
  }

  Events operator()(const Tick& tick) {
    if (const Objection why = permission_.may(tick)) return refuse(why);
    return time_events();
  }

  Events operator()(const Resume& resume) {
    if (const Objection why = permission_.may(resume)) return refuse(why);
    add(Resumed{std::min(resume.down_since, now_)});
    return std::move(events_);
  }

  Events operator()(const NameRematch& named) {
    if (const Objection why = permission_.may(named)) return refuse(why);
    add(Rematched{named.match});
    return std::move(events_);
  }

 private:
  // Whoever does something is back: that comes first, in the same batch.
  void add(What what) {
    if (events_.empty() && is_return_owed()) push(Returned{seat_});
    push(std::move(what));
  }

  void push(What what) {
    const bool says_held = events_.empty() && match_.phase_ == Phase::playing;
    const Milliseconds held = says_held ? match_.held() : Milliseconds{0};
    events_.push_back({match_.number_ + 1 + static_cast<int>(events_.size()), now_, std::move(what), held});
  }

  bool is_return_owed() const {
    return match_.phase_ == Phase::playing && is_of_seat(command_) && !command_.is_by_computer &&
           match_.seat(seat_).is_away;
  }

  std::unexpected<Refused> refuse(const Objection& why) const {
    return refused(why.code, why.reason_of ? why.reason_of(match_) : std::string(why.reason),
                   why.code == refusal_code::over ? match_.ended_->outcome.rule : std::string());
  }

  Milliseconds credit_for(Milliseconds thought) const {
    const Milliseconds most = std::min(match_.grace_of(seat_), thought);
    return std::clamp(command_.lag, Milliseconds{0}, most);
  }

  // Of the seat to move.
  bool is_out_of_time(Milliseconds charged) const {
    if (!match_.is_clock_running()) return permission_.is_due();
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

  Events leaving(What what, int seat, Leaving way) {
    auto game = match_.game_->clone();
    if (auto left = withdraw(*game, seat, way); !left) return std::unexpected(left.error());
    add(std::move(what));
    return ending_after(*game, way == Leaving::flagged ? EndKind::time : EndKind::resignation);
  }

  // All who have gone, until that ends the game. A computer of their team leaves with them.
  Events removing() {
    auto game = match_.game_->clone();
    for (int seat = 0; seat < match_.seats() && !game->outcome().is_over; ++seat) {
      const bool is_still_there = (match_.playing_seats(game->outcome()) & match_.seats_gone(seat_) & 1U << seat) != 0;
      if (!is_still_there || match_.computer_at(seat) != nullptr) continue;
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
    const bool is_missed = match_.is_clock_running() && match_.seat(mover).clock.may_miss_turn();
    if (is_missed && command_.stand_in && is_seatable(*command_.stand_in)) {
      add(Missed{mover, *command_.stand_in});
      return std::move(events_);
    }
    const bool has_anybody_moved_twice =
        std::ranges::any_of(match_.seats_, [](const SeatState& state) { return state.moves >= 2; });
    if (match_.is_clock_running() || has_anybody_moved_twice) return leaving(Flagged{mover}, mover, Leaving::flagged);
    return aborting(server_seat, match_.game_->seat_name(mover) + " did not make a first move in time");
  }

  const Match& match_;
  const Command& command_;
  int seat_;
  Instant now_;
  Permission permission_;
  std::vector<Event> events_;
};

std::expected<std::vector<Event>, Refused> Match::handle(const Command& command, Instant now) const {
  return Answer(*this, command, now).give();
}

}  // namespace crownstar::match
