#include "site/live/match/match_summary.hpp"

#include <utility>

#include "site/live/match/stored_event.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::live {
namespace {

wire::Phase phase_of(store::MatchState state) {
  switch (state) {
    case store::MatchState::open:
      return wire::Phase::waiting;
    case store::MatchState::running:
      return wire::Phase::running;
    case store::MatchState::over:
      break;
  }
  return wire::Phase::over;
}

}  // namespace

MatchSummary summary_of(const store::MatchHeader& header) {
  MatchSummary summary;
  summary.header = header;
  MatchDetails details = read_details(header.details);
  summary.clocks = std::move(details.clocks);
  if (!summary.clocks.empty()) summary.clock = summary.clocks.front();
  summary.host = std::move(details.host);
  summary.previous = std::move(details.previous);
  summary.seats = details.seats;
  summary.moves = header.moves;
  return summary;
}

MatchSummary summary_of(const LiveMatch& live) {
  MatchSummary summary = summary_of(live.header);
  summary.spectators = live.spectators_everywhere();
  if (!live.match) return summary;
  summary.header.updated = live.match->last_at();
  summary.moves = static_cast<int>(live.match->moves().size());
  summary.seat_to_move = live.match->seat_to_move();
  summary.position = live.match->game().position();
  // As of the turn's beginning: one text of the list is sent to all who come before it changes.
  if (live.has_clock() && live.match->phase() == match::Phase::playing) summary.time = live.match->clocks_at_turn();
  return summary;
}

wire::MatchSummary summary_view(const MatchSummary& summary) {
  const store::MatchHeader& header = summary.header;
  wire::MatchSummary view;
  view.match = header.id;
  view.game = header.game;
  view.phase = phase_of(header.state);
  for (const match::ClockTerms& clock : summary.clocks) view.clocks.push_back(wire::to_wire(clock));
  view.seats.resize(static_cast<std::size_t>(summary.seats));
  for (const store::SeatRow& row : header.seats) {
    const bool is_deleted = row.kind == store::PlayerKind::deleted;
    const match::Player player = is_deleted ? wire::stand_in(row.seat) : player_of(row);
    if (row.seat < summary.seats) view.seats[static_cast<std::size_t>(row.seat)].player = wire::to_wire(player);
  }
  view.rated = header.is_rated;
  view.visibility = header.is_listed ? wire::Visibility::lobby : wire::Visibility::link;
  view.ply = summary.moves;
  view.position = summary.position;
  if (summary.seat_to_move >= 0) view.turn = summary.seat_to_move;
  if (summary.time) view.time = wire::to_wire(*summary.time);
  view.spectators = summary.spectators;
  view.result = header.result;
  view.created_at = wire::to_wire(header.created);
  view.updated_at = wire::to_wire(header.updated);
  return view;
}

}  // namespace crownstar::live
