#include "site/server/api/lobby_json.hpp"

#include "site/wire/match_wire.hpp"

namespace crownstar::server {
namespace {

wire::PlayerKind kind_of(store::PlayerKind kind) {
  if (kind == store::PlayerKind::account) return wire::PlayerKind::account;
  return kind == store::PlayerKind::engine ? wire::PlayerKind::engine : wire::PlayerKind::guest;
}

wire::Phase phase_of(store::MatchState state) {
  if (state == store::MatchState::open) return wire::Phase::waiting;
  return state == store::MatchState::running ? wire::Phase::running : wire::Phase::over;
}

}  // namespace

wire::Player player_of(const people::Person& person) {
  wire::Player player;
  player.id = person.id;
  player.name = person.name;
  player.kind = person.kind == people::PersonKind::account ? wire::PlayerKind::account : wire::PlayerKind::guest;
  return player;
}

live::SeekRequest seek_request_of(const wire::SeekTerms& terms) {
  live::SeekRequest request;
  request.terms.game = terms.game;
  request.terms.clocks = {wire::from_wire(terms.clock)};
  request.terms.is_rated = terms.rated;
  request.ratings = {terms.rating_least, terms.rating_most};
  request.seat = terms.seat.value_or(-1);
  request.is_by_link = terms.by_link;
  request.is_quick = terms.quick;
  for (const wire::EngineSeat& each : terms.engines) request.engines.push_back({each.engine, each.seat.value_or(-1)});
  return request;
}

wire::MatchSummary summary_view(const live::MatchSummary& summary, std::string_view reader) {
  const store::MatchHeader& header = summary.header;
  wire::MatchSummary view;
  view.match = header.id;
  view.game = header.game;
  view.phase = phase_of(header.state);
  view.clocks.assign(static_cast<std::size_t>(summary.seats), wire::to_wire(summary.clock));
  view.seats.resize(static_cast<std::size_t>(summary.seats));
  for (const store::SeatRow& seat : header.seats) {
    if (seat.seat < 0 || seat.seat >= summary.seats) continue;
    if (!reader.empty() && seat.player == reader && !view.seat) view.seat = seat.seat;
    wire::Player player;
    player.id = seat.player.empty() ? "deleted" : seat.player;
    player.name = seat.name.empty() ? "Deleted account" : seat.name;
    player.kind = kind_of(seat.kind);
    if (seat.rating > 0) player.rating = seat.rating;
    player.provisional = seat.is_provisional;
    view.seats[static_cast<std::size_t>(seat.seat)].player = std::move(player);
  }
  view.rated = header.is_rated;
  view.visibility = header.is_listed ? wire::Visibility::lobby : wire::Visibility::link;
  view.ply = summary.moves;
  view.position = summary.position;
  if (summary.seat_to_move >= 0) view.turn = summary.seat_to_move;
  if (summary.time) view.time = wire::to_wire(*summary.time);
  view.spectators = summary.spectators;
  view.my_turn = view.seat && summary.seat_to_move == *view.seat;
  view.result = header.result;
  view.created_at = wire::to_wire(header.created);
  view.updated_at = wire::to_wire(header.updated);
  return view;
}

wire::Token token_of(const people::TokenView& view) {
  wire::Token token;
  token.id = view.token;
  token.name = view.name;
  token.scope = view.scope == people::Scope::play ? wire::TokenScope::play : wire::TokenScope::read;
  token.created_at = wire::to_wire(view.made);
  if (view.used) token.used_at = wire::to_wire(*view.used);
  return token;
}

}  // namespace crownstar::server
