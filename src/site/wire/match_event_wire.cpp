#include "site/wire/match_event_wire.hpp"

#include "base/limits.hpp"
#include "site/match/command.hpp"
#include "site/wire/match_wire.hpp"
#include "site/wire/refusal_wire.hpp"

namespace crownstar::wire {

namespace {

// One for each kind, so that a kind without one does not compile.
struct ToWire {
  std::int64_t at;
  const match::PlayedMove* made;

  MatchEvent operator()(const match::Created& event) const { return MatchCreated{at, to_wire(event.terms)}; }
  MatchEvent operator()(const match::Seated& event) const { return MatchSeated{at, event.seat, to_wire(event.player)}; }
  MatchEvent operator()(const match::Unseated& event) const { return MatchUnseated{at, event.seat}; }
  MatchEvent operator()(const match::Started&) const { return MatchStarted{at}; }
  MatchEvent operator()(const match::Moved& event) const {
    MatchMoved moved{at, event.seat, event.text, event.spent.count(), {}, 0};
    if (made != nullptr) {
      moved.left_ms = made->clock.left.count();
      moved.periods = made->clock.periods;
    }
    return moved;
  }
  MatchEvent operator()(const match::DrawOffered& event) const { return MatchDrawOffered{at, event.seat}; }
  MatchEvent operator()(const match::DrawAccepted& event) const { return MatchDrawAccepted{at, event.seat}; }
  MatchEvent operator()(const match::DrawDeclined& event) const { return MatchDrawDeclined{at, event.seat}; }
  MatchEvent operator()(const match::TakebackOffered& event) const {
    return MatchTakebackOffered{at, event.seat, event.moves_left};
  }
  MatchEvent operator()(const match::TakebackAccepted& event) const { return MatchTakebackAccepted{at, event.seat}; }
  MatchEvent operator()(const match::TakebackDeclined& event) const { return MatchTakebackDeclined{at, event.seat}; }
  MatchEvent operator()(const match::TakenBack& event) const { return MatchTakenBack{at, event.moves_left}; }
  MatchEvent operator()(const match::Resigned& event) const { return MatchResigned{at, event.seat}; }
  MatchEvent operator()(const match::Flagged& event) const { return MatchFlagged{at, event.seat}; }
  MatchEvent operator()(const match::Aborted& event) const {
    MatchAborted aborted{at, {}, shown_reason(event.reason)};
    if (event.seat >= 0) aborted.seat = event.seat;
    return aborted;
  }
  MatchEvent operator()(const match::Resumed& event) const { return MatchResumed{at, to_wire(event.down_since)}; }
  MatchEvent operator()(const match::Ended& event) const {
    return MatchEnded{at, outcome_view(event.kind, event.outcome)};
  }
  MatchEvent operator()(const match::RematchOffered& event) const { return MatchRematchOffered{at, event.seat}; }
  MatchEvent operator()(const match::RematchAccepted& event) const { return MatchRematchAccepted{at, event.seat}; }
  MatchEvent operator()(const match::RematchDeclined& event) const { return MatchRematchDeclined{at, event.seat}; }
  MatchEvent operator()(const match::Rematched& event) const { return MatchRematched{at, event.match}; }
  MatchEvent operator()(const match::Departed& event) const { return MatchDeparted{at, event.seat}; }
  MatchEvent operator()(const match::Returned& event) const { return MatchReturned{at, event.seat}; }
  MatchEvent operator()(const match::Removed& event) const { return MatchRemoved{at, event.seat, event.by}; }
  MatchEvent operator()(const match::Substituted& event) const {
    return MatchSubstituted{at, event.seat, to_wire(event.player), event.by};
  }
  MatchEvent operator()(const match::Missed& event) const { return MatchMissed{at, event.seat, to_wire(event.player)}; }
  MatchEvent operator()(const match::StoodDown& event) const { return MatchStoodDown{at, event.seat}; }
  MatchEvent operator()(const match::DrawClaimed& event) const { return MatchDrawClaimed{at, event.seat}; }
};

game::Outcome outcome_of(const Outcome& view) {
  game::Outcome outcome{.is_over = true,
                        .is_draw = view.drawn,
                        .rule = shown_rule(view.rule),
                        .reason = shown_reason(view.reason),
                        .standings = {}};
  for (const Standing& standing : view.standings) {
    outcome.standings.push_back({standing.place, shown_rule(standing.rule), shown_reason(standing.reason)});
  }
  return outcome;
}

struct FromWire {
  match::What operator()(const MatchCreated& event) const { return match::Created{from_wire(event.terms)}; }
  match::What operator()(const MatchSeated& event) const { return match::Seated{event.seat, from_wire(event.player)}; }
  match::What operator()(const MatchUnseated& event) const { return match::Unseated{event.seat}; }
  match::What operator()(const MatchStarted&) const { return match::Started{}; }
  match::What operator()(const MatchMoved& event) const {
    return match::Moved{event.seat, event.text, match::Milliseconds(event.spent_ms), match::Milliseconds(0)};
  }
  match::What operator()(const MatchDrawOffered& event) const { return match::DrawOffered{event.seat}; }
  match::What operator()(const MatchDrawAccepted& event) const { return match::DrawAccepted{event.seat}; }
  match::What operator()(const MatchDrawDeclined& event) const { return match::DrawDeclined{event.seat}; }
  match::What operator()(const MatchTakebackOffered& event) const {
    return match::TakebackOffered{event.seat, event.moves_left};
  }
  match::What operator()(const MatchTakebackAccepted& event) const { return match::TakebackAccepted{event.seat}; }
  match::What operator()(const MatchTakebackDeclined& event) const { return match::TakebackDeclined{event.seat}; }
  match::What operator()(const MatchTakenBack& event) const { return match::TakenBack{event.moves_left}; }
  match::What operator()(const MatchResigned& event) const { return match::Resigned{event.seat}; }
  match::What operator()(const MatchFlagged& event) const { return match::Flagged{event.seat}; }
  match::What operator()(const MatchAborted& event) const {
    return match::Aborted{event.seat.value_or(match::server_seat), shown_reason(event.reason)};
  }
  match::What operator()(const MatchResumed& event) const { return match::Resumed{instant_of(event.down_since_at)}; }
  match::What operator()(const MatchEnded& event) const {
    return match::Ended{static_cast<match::EndKind>(event.outcome.ending), outcome_of(event.outcome)};
  }
  match::What operator()(const MatchRematchOffered& event) const { return match::RematchOffered{event.seat}; }
  match::What operator()(const MatchRematchAccepted& event) const { return match::RematchAccepted{event.seat}; }
  match::What operator()(const MatchRematchDeclined& event) const { return match::RematchDeclined{event.seat}; }
  match::What operator()(const MatchRematched& event) const { return match::Rematched{event.match}; }
  match::What operator()(const MatchDeparted& event) const { return match::Departed{event.seat}; }
  match::What operator()(const MatchReturned& event) const { return match::Returned{event.seat}; }
  match::What operator()(const MatchRemoved& event) const { return match::Removed{event.seat, event.by}; }
  match::What operator()(const MatchSubstituted& event) const {
    return match::Substituted{event.seat, from_wire(event.player), event.by};
  }
  match::What operator()(const MatchMissed& event) const { return match::Missed{event.seat, from_wire(event.player)}; }
  match::What operator()(const MatchStoodDown& event) const { return match::StoodDown{event.seat}; }
  match::What operator()(const MatchDrawClaimed& event) const { return match::DrawClaimed{event.seat}; }
};

}  // namespace

MatchEvent event_view(const match::Event& event, const match::PlayedMove* made) {
  return std::visit(ToWire{to_wire(event.at), made}, event.what);
}

match::Event event_of(int number, const MatchEvent& event) {
  const std::int64_t at = std::visit([](const auto& one) { return one.at; }, event);
  return {number, instant_of(at), std::visit(FromWire{}, event)};
}

}  // namespace crownstar::wire
