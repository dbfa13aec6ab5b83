#include "site/server/api/seek_forms.hpp"

#include "site/wire/match_wire.hpp"

namespace crownstar::server {
namespace {

protocol::PlayerKind kind_of(store::PlayerKind kind) {
  if (kind == store::PlayerKind::account) return protocol::PlayerKind::account;
  return kind == store::PlayerKind::engine ? protocol::PlayerKind::engine : protocol::PlayerKind::guest;
}

protocol::Phase phase_of(store::MatchState state) {
  if (state == store::MatchState::open) return protocol::Phase::waiting;
  return state == store::MatchState::running ? protocol::Phase::running : protocol::Phase::over;
}

}  // namespace

protocol::Player player_of(const people::Person& person) {
  protocol::Player player;
  player.id = person.id;
  player.name = person.name;
  player.kind =
      person.kind == people::PersonKind::account ? protocol::PlayerKind::account : protocol::PlayerKind::guest;
  return player;
}

live::SeekRequest seek_request_of(const protocol::SeekTerms& terms) {
  live::SeekRequest request;
  request.terms.game = terms.game;
  request.terms.clocks = {protocol::from_wire(terms.clock)};
  request.terms.is_rated = terms.rated;
  request.ratings = {terms.rating_least, terms.rating_most};
  request.seat = terms.seat.value_or(-1);
  request.is_by_link = terms.by_link;
  request.is_quick = terms.quick;
  for (const protocol::EngineSeat& each : terms.engines)
    request.engines.push_back({each.engine, each.seat.value_or(-1)});
  return request;
}

protocol::MatchSummary summary_view(const live::MatchSummary& summary, std::string_view reader) {
  const store::MatchHeader& header = summary.header;
  protocol::MatchSummary view;
  view.match = header.id;
  view.game = header.game;
  view.phase = phase_of(header.state);
  view.clocks.assign(static_cast<std::size_t>(summary.seats), protocol::to_wire(summary.clock));
  view.seats.resize(static_cast<std::size_t>(summary.seats));
  for (const store::SeatRow& seat : header.seats) {
    if (seat.seat < 0 || seat.seat >= summary.seats) continue;
    if (!reader.empty() && seat.player == reader && !view.seat) view.seat = seat.seat;
    protocol::Player player;
    player.id = seat.player.empty() ? "deleted" : seat.player;
    player.name = seat.name.empty() ? "Deleted account" : seat.name;
    player.kind = kind_of(seat.kind);
    if (seat.rating > 0) player.rating = seat.rating;
    player.provisional = seat.is_provisional;
    view.seats[static_cast<std::size_t>(seat.seat)].player = std::move(player);
  }
  view.rated = header.is_rated;
  view.visibility = header.is_listed ? protocol::Visibility::lobby : protocol::Visibility::link;
  view.ply = summary.moves;
  view.spectators = summary.spectators;
  view.my_turn = view.seat && summary.seat_to_move == *view.seat;
  view.result = header.result;
  view.created_at = protocol::to_wire(header.created);
  view.updated_at = protocol::to_wire(header.updated);
  return view;
}

}  // namespace crownstar::server
