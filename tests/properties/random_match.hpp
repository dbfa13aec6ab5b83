// A match that is given random commands, most of them senseless, at random times; the laws of a match are looked at
// after each.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "base/limits.hpp"
#include "rules/record/pdn/reader.hpp"
#include "rules/record/reading/record_reader.hpp"
#include "rules/record/record_writer.hpp"
#include "site/match/match.hpp"
#include "site/match/record/record.hpp"
#include "site/match/seating.hpp"
#include "support/random_positions.hpp"

namespace crownstar::support {

using namespace std::chrono_literals;
using match::ClockKind;
using match::ClockTerms;
using match::Command;
using match::Event;
using match::Instant;
using match::Match;
using match::Milliseconds;
using match::Phase;

// Everything about a match that can be asked for.
struct Snapshot {
  match::Status status;
  std::vector<match::SeatState> seats;
  std::vector<match::PlayedMove> moves;
  std::vector<match::Withdrawal> withdrawals;
  std::string position;
  std::uint64_t key = 0;
  Instant turn_since;
  Instant last_at;

  bool operator==(const Snapshot&) const = default;
};

inline Snapshot snapshot_of(const Match& of, Instant now) {
  Snapshot snapshot{of.status(now),  {},          of.moves(), of.withdrawals(), of.game().position(), of.game().key(),
                    of.turn_since(), of.last_at()};
  for (int seat = 0; seat < of.seats(); ++seat) snapshot.seats.push_back(of.seat(seat));
  return snapshot;
}

inline const match::Player computer{"steady", "Steady", match::PlayerKind::engine, 0, false};

// How people behave in one match: restless ones leave, dawdle and abort, which ends most matches early.
struct Behaviour {
  bool is_restless = false;
  bool is_agreeable = false;  // offers are often accepted
  bool is_deserted = false;   // who goes away stays away
  bool is_patient = false;    // who stays claims nothing until all others have gone for good
};

// One match under random commands.
class RandomMatch {
 public:
  RandomMatch(const match::Terms& terms, unsigned seed)
      : random_(seed),
        behaviour_{one_in(random_, 3), !one_in(random_, 3), one_in(random_, 4), one_in(random_, 2)},
        match_(begun(terms)) {
    behaviour_.is_deserted = behaviour_.is_deserted && !behaviour_.is_restless;
  }

  void go_on(int commands) {
    for (int count = 0; count < commands && !testing::Test::HasFailure(); ++count) {
      pass_time();
      give(any_command());
      if (one_in(random_, 25)) expect_replay();
      if (match_.phase() == Phase::over && one_in(random_, 30)) break;
    }
    expect_replay();
    expect_record();
  }

  Match& match() { return match_; }
  void give(const Command& command) {
    if (++given_ % 4 == 0) expect_actions();
    const Snapshot before = snapshot_of(match_, now_);
    const auto batch = match_.handle(command, now_);
    EXPECT_EQ(snapshot_of(match_, now_), before) << "handle changed the match";
    // Asked twice, answered alike.
    EXPECT_EQ(match_.handle(command, now_), batch);
    if (!batch) {
      EXPECT_FALSE(batch.error().code.empty());
      EXPECT_FALSE(batch.error().reason.empty());
      ++refused_;
      return;
    }
    expect_order(*batch);
    if (one_in(random_, 10)) (void)match_.handle(any_command(), now_);  // looks at something else in between
    const auto applied = match_.apply(*batch);
    ASSERT_TRUE(applied) << applied.error().reason;
    events_.insert(events_.end(), batch->begin(), batch->end());
    note_missed(*batch);
    expect_laws(before);
    expect_presence(command, before);
    told_ = {};
    if (!one_in(random_, 3)) return;
    // The store took its time.
    told_ = {batch->front().number, std::max(now_, match_.last_at()) + Milliseconds{number(40)}};
    match_.told(told_.first, told_.at);
    if (one_in(random_, 2)) now_ = std::max(now_, told_.at);
  }

  int refused() const { return refused_; }
  const std::vector<Event>& events() const { return events_; }

 private:
  Match begun(const match::Terms& terms) {
    const auto created = Match::created(terms, now_);
    EXPECT_TRUE(created);
    events_.push_back(*created);
    return *Match::replay(events_);
  }

  // What a seat is told that it may do is what would not be refused to it.
  void expect_actions() {
    using match::Action;
    for (int seat = 0; seat < match_.seats(); ++seat) {
      const match::Actions actions = match_.actions(seat, now_);
      const auto has = [&actions](Action action) { return std::ranges::find(actions, action) != actions.end(); };
      const auto is_taken = [&](auto what) {
        return match_.handle({seat, match_.number(), what, {}}, now_).has_value();
      };
      const bool is_turn = match_.phase() == Phase::playing && match_.seat_to_move() == seat;
      EXPECT_EQ(has(Action::move), is_turn && is_taken(match::Move{match_.game().legal_moves()->front().text}));
      EXPECT_EQ(has(Action::resign), is_taken(match::Resign{}));
      EXPECT_EQ(has(Action::abort), is_taken(match::Abort{}));
      EXPECT_EQ(has(Action::offer_draw) || has(Action::accept_draw), is_taken(match::OfferDraw{}));
      EXPECT_EQ(has(Action::accept_draw), is_taken(match::AnswerDraw{true}));
      EXPECT_EQ(has(Action::decline_draw), is_taken(match::AnswerDraw{false}));
      EXPECT_EQ(has(Action::offer_takeback), is_taken(match::OfferTakeback{}));
      EXPECT_EQ(has(Action::accept_takeback), is_taken(match::AnswerTakeback{true}));
      EXPECT_EQ(has(Action::decline_takeback), is_taken(match::AnswerTakeback{false}));
      EXPECT_EQ(has(Action::offer_rematch) || has(Action::accept_rematch), is_taken(match::OfferRematch{}));
      EXPECT_EQ(has(Action::accept_rematch), is_taken(match::AnswerRematch{true}));
      EXPECT_EQ(has(Action::decline_rematch), is_taken(match::AnswerRematch{false}));
      EXPECT_EQ(has(Action::claim_win), is_taken(match::ClaimWin{}));
      EXPECT_EQ(has(Action::claim_draw), is_taken(match::ClaimDraw{}));
      EXPECT_EQ(has(Action::take_off), is_taken(match::TakeOff{}));
      EXPECT_EQ(has(Action::substitute), is_taken(match::Substitute{computer}));
    }
  }

  int number(int below) { return any_below(random_, below); }
  int any_seat() { return one_in(random_, 10) ? number(9) - 2 : number(match_.seats()); }

  void pass_time() {
    if (one_in(random_, 3)) return;
    if (one_in(random_, 20)) now_ -= Milliseconds{number(5000)};
    if (one_in(random_, behaviour_.is_restless ? 60 : 2000)) now_ += std::chrono::hours{number(100)};
    if (match_.deadline() && one_in(random_, behaviour_.is_restless ? 40 : 400)) {
      now_ = *match_.deadline() - Milliseconds{number(3) - 1};
    }
    now_ += Milliseconds{number(one_in(random_, 50) ? 8000 : 500)};
  }

  // Which moves made up for a missed turn: the next one after it, where nothing took that turn away.
  void note_missed(const std::vector<Event>& batch) {
    for (const Event& event : batch) {
      if (const auto* missed = std::get_if<match::Missed>(&event.what)) missed_by_ = missed->seat;
      if (std::holds_alternative<match::TakenBack>(event.what) || std::holds_alternative<match::StoodDown>(event.what))
        missed_by_ = -1;
      const auto* moved = std::get_if<match::Moved>(&event.what);
      if (moved != nullptr && moved->seat == missed_by_) made_up_.insert(event.number);
      if (moved != nullptr) missed_by_ = -1;
    }
  }

  Command any_command() {
    Command command = any_asked();
    if (!one_in(random_, 20)) command.stand_in = computer;  // without one a turn that is missed is the last
    return command;
  }

  Command any_asked() {
    Command command;
    command.seat = any_seat();
    command.after = one_in(random_, 10) ? match_.number() - number(6) : match_.number();
    command.lag = Milliseconds{one_in(random_, 10) ? number(100000) - 50000 : number(400)};
    if (match_.phase() == Phase::seating) return command_while_seating(command);
    // Whoever has gone is soon back by a random command: who stays must be quick.
    if (behaviour_.is_deserted && one_in(random_, 6)) {
      if (const auto claim = claim_of_who_stays()) return *claim;
    }
    if (is_gone_for_good(command.seat)) command.seat = 0;
    if (match_.phase() == Phase::playing && !is_gone_for_good(match_.seat_to_move()) && one_in(random_, 3))
      return command_to_move(command);
    if (one_in(random_, behaviour_.is_deserted ? std::max(2, 14 - 2 * match_.seats()) : 40))
      return command_about_absence(command);
    const bool agrees = one_in(random_, 8) || (behaviour_.is_agreeable && !one_in(random_, 10));
    // An offer among many comes to something only if most of what is said is an answer.
    const match::Status status = match_.status(now_);
    const auto& offer = status.takeback ? status.takeback : status.draw;
    if (offer && one_in(random_, 2)) {
      for (int tries = 0; tries < 4 && offer->has_agreed(command.seat & 7); ++tries) command.seat = any_seat();
      command.what = match::AnswerTakeback{agrees};
      if (!status.takeback) command.what = match::AnswerDraw{agrees};
      return command;
    }
    switch (number(behaviour_.is_restless ? 13 : 11)) {
      case 0:
        if (one_in(random_, 3)) command.what = match::OfferDraw{};
        break;
      case 1:
        command.what = match::AnswerDraw{agrees};
        break;
      case 2:
        command.what = match::ClaimDraw{};
        break;
      case 3:
      case 4:
        command.what = match::OfferTakeback{};
        break;
      case 5:
        command.what = match::AnswerTakeback{agrees};
        break;
      case 6:
        command.what = match::OfferRematch{};
        break;
      case 7:
        command.what = match::AnswerRematch{agrees};
        break;
      case 8:
        command.what = match::Tick{};
        break;
      case 9:
        command.what = match::Resume{now_ - Milliseconds{number(10000) - 1000}};
        break;
      case 10:
        command.what = match::NameRematch{one_in(random_, 4) ? "" : "next"};
        break;
      case 11:
        if (one_in(random_, 2)) command.what = match::Resign{};
        break;
      default:
        if (one_in(random_, 3)) command.what = match::Abort{"enough"};
    }
    return command;
  }

  // Before everybody has moved there is nothing to claim.
  bool is_gone_for_good(int seat) const {
    const bool is_at_table = seat >= 0 && seat < match_.seats() && std::ssize(match_.moves()) >= match_.seats();
    return behaviour_.is_deserted && behaviour_.is_patient && is_at_table && match_.seat(seat).is_away;
  }

  std::optional<Command> claim_of_who_stays() {
    for (int seat = 0; seat < match_.seats(); ++seat) {
      const match::Actions actions = match_.actions(seat, now_);
      const auto may = [&](match::Action action) { return std::ranges::find(actions, action) != actions.end(); };
      Command command;
      command.seat = seat;
      command.after = match_.number();
      if (may(match::Action::take_off) && !behaviour_.is_patient) command.what = match::TakeOff{};
      if (may(match::Action::substitute) && !behaviour_.is_patient && one_in(random_, 2))
        command.what = match::Substitute{computer};
      if (may(match::Action::claim_draw)) command.what = match::ClaimDraw{};
      if (may(match::Action::claim_win) && one_in(random_, 2)) command.what = match::ClaimWin{};
      if (!std::holds_alternative<match::Move>(command.what)) return command;
    }
    return std::nullopt;
  }

  // Who goes away comes back, mostly. Where all do but the first seat, that one has something to claim.
  Command command_about_absence(Command command) {
    const auto is_there = [&](int seat) { return match_.is_playing(seat) && !match_.seat(seat).is_away; };
    if (behaviour_.is_deserted && !one_in(random_, 4)) {
      command.seat = 1;
      while (command.seat < match_.seats() - 1 && !is_there(command.seat)) ++command.seat;
    } else if (behaviour_.is_deserted) {
      command.seat = 0;
    }
    if (command.seat != 0 && !one_in(random_, behaviour_.is_deserted ? 6 : 2)) {
      command.what = match::Depart{};
    } else if (!behaviour_.is_deserted && !one_in(random_, 6)) {
      for (command.seat = 0; command.seat < match_.seats() - 1 && !match_.seat(command.seat).is_away;) ++command.seat;
      command.what = match::Return{};
    } else if (!behaviour_.is_patient && one_in(random_, 6)) {
      command.what = match::TakeOff{};
    } else if (!behaviour_.is_patient && one_in(random_, 4)) {
      command.what = match::Substitute{computer};
    } else if (one_in(random_, 3)) {
      command.what = match::ClaimWin{};
    } else {
      command.what = match::ClaimDraw{};
    }
    return command;
  }

  Command command_while_seating(Command command) {
    if (one_in(random_, 4)) {
      const auto& there =
          command.seat < 0 || command.seat >= match_.seats() ? std::nullopt : match_.seat(command.seat).player;
      command.what = match::Leave{there ? there->id : std::string()};
      return command;
    }
    const std::string name(1, static_cast<char>('a' + number(8)));
    // A computer never goes away, and nobody is left alone with one.
    const bool is_engine = one_in(random_, 3) && !(behaviour_.is_deserted && behaviour_.is_patient);
    command.what = match::Sit{{name, name, is_engine ? match::PlayerKind::engine : match::PlayerKind::guest}};
    return command;
  }

  Command command_to_move(Command command) {
    if (!one_in(random_, 8)) command.seat = match_.seat_to_move();
    const bool is_computers = command.seat == match_.seat_to_move() && match_.computer_to_move() != nullptr;
    command.is_by_computer = is_computers && !one_in(random_, 4);
    const bool is_of_player = is_computers && match_.seat(command.seat).player->kind != match::PlayerKind::engine;
    if (is_of_player && one_in(random_, 3)) {
      command.what = match::StandDown{};
      return command;
    }
    if (one_in(random_, 12)) {
      static const std::vector<std::string> senseless{"",      "0-0", "a5-b5", "11-15",   "22x15",
                                                      "c5-e7", "--",  "\n",    "e5-e5-e5"};
      command.what = match::Move{any_of(random_, senseless)};
      return command;
    }
    const auto moves = match_.game().legal_moves();
    command.what = match::Move{moves->empty() ? "" : any_of(random_, *moves).text};
    return command;
  }

  void expect_order(const std::vector<Event>& batch) {
    ASSERT_FALSE(batch.empty());
    int number = match_.number();
    Instant last = match_.last_at();
    for (const Event& event : batch) {
      EXPECT_EQ(event.number, ++number);
      EXPECT_GE(event.at, last);
      last = event.at;
      EXPECT_TRUE(!std::holds_alternative<match::Ended>(event.what) || &event == &batch.back());
    }
  }

  void expect_laws(const Snapshot& before) {
    const match::Status status = match_.status(now_);
    EXPECT_EQ(match_.number(), static_cast<int>(events_.size()) - 1);
    EXPECT_EQ(match_.phase() == Phase::over, match_.ended().has_value());
    EXPECT_TRUE(match_.phase() == Phase::over || !match_.game().outcome().is_over);
    EXPECT_GE(status.phase, before.status.phase);
    for (int seat = 0; seat < match_.seats(); ++seat) expect_seat(seat);
    if (match_.phase() == Phase::playing) {
      EXPECT_TRUE(match_.is_playing(status.seat_to_move));
      EXPECT_FALSE(match_.seat(status.seat_to_move).has_left);
      EXPECT_TRUE(status.running == -1 || status.running == status.seat_to_move);
      EXPECT_TRUE(!status.draw || match_.is_playing(status.draw->seat));
      EXPECT_LE(match_.turn_since(), match_.last_at());
    } else {
      EXPECT_EQ(status.seat_to_move, -1);
      EXPECT_EQ(status.running, -1);
      EXPECT_FALSE(status.deadline);
      EXPECT_FALSE(status.draw);
      EXPECT_FALSE(status.takeback);
    }
    if (before.status.phase == Phase::over) {
      EXPECT_EQ(status.outcome, before.status.outcome);
      EXPECT_EQ(status.clocks, before.status.clocks);
      EXPECT_EQ(match_.moves(), before.moves);
      EXPECT_EQ(match_.game().position(), before.position);
    }
    if (match_.ended() && match_.ended()->kind != match::EndKind::abort) {
      for (const game::Standing& standing : match_.ended()->outcome.standings) EXPECT_GE(standing.place, 1);
    }
  }

  // Who does something is there, whatever the server said before; nobody is away by what others do.
  void expect_presence(const Command& command, const Snapshot& before) {
    const bool is_departing = std::holds_alternative<match::Depart>(command.what);
    for (int seat = 0; seat < match_.seats(); ++seat) {
      const match::SeatState& state = match_.seat(seat);
      const match::SeatState& was = before.seats[static_cast<std::size_t>(seat)];
      if (command.is_by_computer) continue;
      const bool is_doer = seat == command.seat && (is_departing || match::is_of_seat(command));
      if (match_.phase() == Phase::playing && is_doer) EXPECT_EQ(state.is_away, is_departing);
      if (seat != command.seat) EXPECT_EQ(state.is_away, was.is_away);
      if (before.status.phase == Phase::playing) EXPECT_GE(state.last_done_at, was.last_done_at);
    }
  }

  void expect_seat(int seat) {
    const match::SeatState& state = match_.seat(seat);
    EXPECT_TRUE(!state.is_substituted || (state.is_away && state.substitute)) << "only for who has gone";
    const bool is_in_turn = match_.phase() != Phase::playing || match_.seat_to_move() == seat;
    EXPECT_TRUE(!state.has_missed_turn || (is_in_turn && state.substitute)) << "only the turn that was missed";
    EXPECT_EQ(state.missed, missed_turns(seat));
    EXPECT_GE(match_.clock(seat, now_).left, 0ms);
    EXPECT_GE(match_.clock(seat, now_).periods, 0);
    EXPECT_GE(state.saved_lag, 0ms);
    EXPECT_LE(state.saved_lag, limits::lag_saved);
    EXPECT_LE(state.rematch_offers, limits::rematch_offers);
    EXPECT_EQ(state.moves, std::ranges::count(match_.moves(), seat, &match::PlayedMove::seat));
    if (match_.phase() == Phase::playing && !state.has_left) expect_clock_from_moves(seat);
  }

  // The clock of a seat from nothing but the moves that stay, in other words than the match's.
  void expect_clock_from_moves(int seat) {
    const ClockTerms& terms = match_.terms().clocks[static_cast<std::size_t>(seat)];
    Milliseconds spent{0};
    int charged = -1;  // the first move is not
    for (const match::PlayedMove& move : match_.moves()) {
      if (move.seat != seat || ++charged == 0) continue;
      EXPECT_EQ(move.is_charged, terms.kind != ClockKind::none && !made_up_.contains(move.event));
      spent += terms.kind == ClockKind::delay ? std::max(move.spent - terms.step, 0ms) : move.spent;
    }
    const auto allowance = match_.seat(seat).clock.allowance();
    EXPECT_EQ(allowance.has_value(), terms.kind != ClockKind::none);
    if (!allowance) return;
    EXPECT_GT(*allowance, 0ms);
    if (terms.kind == ClockKind::fischer) {
      const Milliseconds first = terms.main > 0ms ? terms.main : terms.step;
      EXPECT_EQ(*allowance, first - spent + terms.step * std::max(charged, 0));
    }
    if (terms.kind == ClockKind::delay) EXPECT_EQ(*allowance, terms.main - spent + terms.step);
    if (terms.kind == ClockKind::days) EXPECT_EQ(*allowance, terms.step);
    if (terms.kind == ClockKind::turn) {
      EXPECT_EQ(*allowance, terms.step);
      EXPECT_EQ(match_.clock(seat, now_).periods, terms.periods - match_.seat(seat).missed);
      EXPECT_LT(match_.seat(seat).missed, terms.periods) << "with the last one it is out";
    }
    if (terms.kind == ClockKind::byoyomi) {
      EXPECT_LE(*allowance, terms.main + terms.step * terms.periods);
      EXPECT_GE(*allowance, terms.main + terms.step * terms.periods - spent);
    }
  }

  // Counted from the events alone.
  int missed_turns(int seat) const {
    return static_cast<int>(std::ranges::count_if(events_, [&](const Event& event) {
      const auto* missed = std::get_if<match::Missed>(&event.what);
      return missed != nullptr && missed->seat == seat;
    }));
  }

  void expect_replay() {
    auto again = Match::replay(events_);
    ASSERT_TRUE(again) << again.error().reason;
    if (told_.first >= 0) again->told(told_.first, told_.at);
    EXPECT_EQ(snapshot_of(*again, now_), snapshot_of(match_, now_));
    EXPECT_EQ(again->deadline(), match_.deadline());
  }

  // What is exported is read again, move for move, and its result is the one that the rules come to.
  void expect_record() {
    static const game::RecordSource source = game::catalog_source();
    const game::GameRecord record = match::record_of(match_);
    const std::string text = game::write_record(record);
    game::PdnReader reader;
    reader.feed(text);
    reader.finish();
    ASSERT_EQ(reader.next(), game::PdnStep::game) << text;
    const auto read = game::read_record(reader.game(), source);
    ASSERT_TRUE(read) << to_text(read.error()) << "\n" << text;
    EXPECT_EQ(game::write_record(read->record), text);
    EXPECT_TRUE(read->notes.empty()) << read->notes.front() << "\n" << text;
    const auto moves = std::ranges::count_if(read->record.nodes, [](const auto& node) { return !node.move.empty(); });
    EXPECT_EQ(moves, std::ssize(match_.moves()));
  }

  Random random_;
  Behaviour behaviour_;
  Instant now_{std::chrono::days{20000}};
  std::vector<Event> events_;
  Match match_;
  int missed_by_ = -1;     // whose turn is being made up for
  std::set<int> made_up_;  // the numbers of those moves
  int refused_ = 0;
  int given_ = 0;
  struct Told {
    int first = -1;
    Instant at;
  };
  Told told_;  // of the last batch
};

}  // namespace crownstar::support
