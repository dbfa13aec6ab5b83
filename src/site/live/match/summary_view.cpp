#include "site/live/match/summary_view.hpp"

#include "site/live/match/stored_event.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::live {
namespace {

protocol::Phase phase_of(store::MatchState state) {
  switch (state) {
    case store::MatchState::open:
      return protocol::Phase::waiting;
    case store::MatchState::running:
      return protocol::Phase::running;
    case store::MatchState::over:
      break;
  }
  return protocol::Phase::over;
}

}  // namespace

protocol::MatchSummary summary_view(const MatchSummary& summary) {
  const store::MatchHeader& header = summary.header;
  protocol::MatchSummary view;
  view.match = header.id;
  view.game = header.game;
  view.phase = phase_of(header.state);
  for (const match::ClockTerms& clock : summary.clocks) view.clocks.push_back(protocol::to_wire(clock));
  view.seats.resize(static_cast<std::size_t>(summary.seats));
  for (const store::SeatRow& row : header.seats) {
    const bool is_deleted = row.kind == store::PlayerKind::deleted;
    const match::Player player = is_deleted ? protocol::stand_in(row.seat) : player_of(row);
    if (row.seat < summary.seats) view.seats[static_cast<std::size_t>(row.seat)].player = protocol::to_wire(player);
  }
  view.rated = header.is_rated;
  view.visibility = header.is_listed ? protocol::Visibility::lobby : protocol::Visibility::link;
  view.ply = summary.moves;
  view.position = summary.position;
  view.spectators = summary.spectators;
  view.result = header.result;
  view.created_at = protocol::to_wire(header.created);
  view.updated_at = protocol::to_wire(header.updated);
  return view;
}

}  // namespace crownstar::live
