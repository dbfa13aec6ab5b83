#include "site/server/api/bot/forms.hpp"

#include <algorithm>

#include "rules/catalog/catalog.hpp"
#include "rules/game/token.hpp"
#include "site/people/ratings/ratings.hpp"

namespace crownstar::server {
namespace {

using wire::BotColour;

// The seat that the game calls White; the other one of draughts is black, whatever it is painted. A star has neither,
// and its first two seats stand in their places.
int white_seat(const match::Match& match) {
  for (int seat = 0; seat < match.seats(); ++seat) {
    if (match.game().seat_name(seat) == "White") return seat;
  }
  return 0;
}

int black_seat(const match::Match& match) { return white_seat(match) == 0 ? 1 : 0; }

bool has_colours(const match::Match& match) { return match.game().seat_name(white_seat(match)) == "White"; }

std::optional<BotColour> colour_of(const match::Match& match, int seat) {
  if (!has_colours(match)) return std::nullopt;
  return seat == white_seat(match) ? BotColour::white : BotColour::black;
}

wire::BotSeat seat_view(const match::Match& match, int seat) {
  wire::BotSeat view;
  const auto& player = match.seat(seat).player;
  if (!player) return view;
  view.id = player->id;
  view.name = player->name;
  if (player->rating > 0) view.rating = player->rating;
  view.provisional = player->is_provisional;
  return view;
}

wire::BotVariant variant_of(const match::Match& match) {
  const std::string& token = match.terms().game;
  wire::BotVariant variant{token, token};
  const std::string_view id = game::id_of(token);
  const auto catalog = game::catalog();
  const auto found = std::ranges::find(catalog, id, &game::CatalogEntry::id);
  if (found != catalog.end()) variant.name = found->name;
  return variant;
}

std::int64_t left_of(const match::Match& match, int seat, match::Instant now) {
  const match::ClockTerms& terms = match.terms().clocks[static_cast<std::size_t>(seat)];
  return terms.kind == match::ClockKind::none ? 0 : match.clock(seat, now).left.count();
}

std::int64_t step_of(const match::Match& match, int seat) {
  return match.terms().clocks[static_cast<std::size_t>(seat)].step.count();
}

wire::BotStatus status_of(const match::Match& match) {
  using enum wire::BotStatus;
  if (match.phase() == match::Phase::seating) return created;
  if (match.phase() == match::Phase::playing || !match.ended()) return started;
  switch (match.ended()->kind) {
    case match::EndKind::abort:
      return aborted;
    case match::EndKind::resignation:
      return resign;
    case match::EndKind::time:
      return outoftime;
    case match::EndKind::absence:
      return match.ended()->outcome.is_draw ? draw : timeout;
    case match::EndKind::agreement:
      return draw;
    case match::EndKind::rules:
      return match.ended()->outcome.is_draw ? draw : mate;
  }
  return started;
}

std::optional<int> winner_of(const match::Match& match) {
  if (!match.ended() || match.ended()->outcome.is_draw || match.ended()->kind == match::EndKind::abort)
    return std::nullopt;
  const auto& standings = match.ended()->outcome.standings;
  const auto best = std::ranges::find(standings, 1, &game::Standing::place);
  return best == standings.end() ? std::nullopt : std::optional(static_cast<int>(best - standings.begin()));
}

}  // namespace

wire::BotGameState bot_state(const match::Match& match, match::Instant now) {
  wire::BotGameState state;
  for (const match::PlayedMove& move : match.moves()) state.moves += (state.moves.empty() ? "" : " ") + move.text;
  const int white = white_seat(match);
  const int black = black_seat(match);
  state.wtime = left_of(match, white, now);
  state.btime = left_of(match, black, now);
  state.winc = step_of(match, white);
  state.binc = step_of(match, black);
  if (match.seats() > 2) {
    for (int seat = 0; seat < match.seats(); ++seat) state.times.push_back(left_of(match, seat, now));
  }
  state.status = status_of(match);
  state.winner_seat = winner_of(match);
  if (state.winner_seat) state.winner = colour_of(match, *state.winner_seat);
  if (match.seat_to_move() >= 0) state.turn = match.seat_to_move();
  const match::Status status = match.status(now);
  const auto offers = [](const std::optional<match::Offer>& offer, int seat) { return offer && offer->seat == seat; };
  state.wdraw = offers(status.draw, white);
  state.bdraw = offers(status.draw, black);
  state.wtakeback = offers(status.takeback, white);
  state.btakeback = offers(status.takeback, black);
  return state;
}

wire::BotGameFull bot_full(std::string_view id, const match::Match& match, match::Instant created, match::Instant now) {
  wire::BotGameFull full;
  full.id = id;
  full.variant = variant_of(match);
  const match::ClockTerms& clock = match.terms().clocks.front();
  if (clock.kind != match::ClockKind::none) full.clock = wire::BotClock{clock.main.count(), clock.step.count()};
  // Both rooms count paces in the same order.
  full.speed = static_cast<wire::Pace>(people::pace_of(clock));
  full.rated = match.is_rated();
  full.created_at = created.time_since_epoch().count();
  full.white = seat_view(match, white_seat(match));
  full.black = seat_view(match, black_seat(match));
  for (int seat = 0; seat < match.seats(); ++seat) full.seats.push_back(seat_view(match, seat));
  full.initial_fen = match.terms().position.empty() ? "startpos" : match.terms().position;
  full.state = bot_state(match, now);
  return full;
}

wire::BotGameInfo bot_info(std::string_view id, const match::Match& match, int seat, match::Instant) {
  wire::BotGameInfo info;
  info.game_id = id;
  info.full_id = id;
  info.color = colour_of(match, seat);
  info.seat = seat;
  info.fen = match.game().position();
  info.is_my_turn = match.seat_to_move() == seat;
  for (int each = 0; each < match.seats(); ++each) {
    if (each != seat) info.opponents.push_back(seat_view(match, each));
  }
  info.rated = match.is_rated();
  info.variant = variant_of(match);
  info.source = "lobby";
  return info;
}

std::optional<bool> bot_answer(std::string_view word) {
  if (word == "yes" || word == "true" || word == "1") return true;
  if (word == "no" || word == "false" || word == "0") return false;
  return std::nullopt;
}

}  // namespace crownstar::server
