#include "site/server/api/bot/bot_json.hpp"

#include <algorithm>
#include <array>
#include <limits>

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

struct LargeSitesName {
  std::string_view game;
  std::string_view key;
  std::string_view name;
};

// Those that lidraughts has. Its clients choose the rules by these names.
constexpr auto large_sites_names = std::to_array<LargeSitesName>({
    {"international", "standard", "Standard"},
    {"frisian", "frisian", "Frisian"},
    {"frysk", "frysk", "Frysk!"},
    {"antidraughts", "antidraughts", "Antidraughts"},
    {"breakthrough", "breakthrough", "Breakthrough"},
    {"russian", "russian", "Russian"},
    {"brazilian", "brazilian", "Brazilian"},
});

std::int64_t left_of(const match::Match& match, int seat, match::Instant now) {
  const match::ClockTerms& terms = match.terms().clocks[static_cast<std::size_t>(seat)];
  // What the large sites send without a clock: a program that computes with it has time enough.
  if (terms.kind == match::ClockKind::none) return std::numeric_limits<std::int32_t>::max();
  return match.clock(seat, now).left.count();
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

std::string initial_position(const match::Terms& terms) {
  if (terms.position.empty()) return "startpos";
  const auto game = game::start(terms.game);
  if (!game || !(*game)->set_position(terms.position)) return terms.position;
  return numbered_position(**game);
}

// Both rooms count paces in the same order.
wire::Pace pace_of(const match::Match& match) {
  return static_cast<wire::Pace>(people::pace_of(match.terms().clocks.front()));
}

}  // namespace

wire::BotVariant bot_variant(const match::Terms& terms) {
  wire::BotVariant variant{terms.game, terms.game, terms.game};
  const std::string_view id = game::id_of(terms.game);
  if (const auto known = std::ranges::find(large_sites_names, terms.game, &LargeSitesName::game);
      known != large_sites_names.end()) {
    variant.key = known->key;
    variant.name = known->name;
    if (id == "international" && !terms.position.empty()) {
      variant.key = "fromPosition";
      variant.name = "From Position";
    }
    return variant;
  }
  const auto catalog = game::catalog();
  const auto found = std::ranges::find(catalog, id, &game::CatalogEntry::id);
  if (found != catalog.end()) variant.name = found->name;
  return variant;
}

std::string game_of_variant(std::string_view key) {
  if (key.empty() || key == "fromPosition") return "international";
  const auto known = std::ranges::find(large_sites_names, key, &LargeSitesName::key);
  return std::string(known == large_sites_names.end() ? key : known->game);
}

std::string pace_name(wire::Pace pace) {
  std::string name(wire::to_text(pace));
  name.front() = static_cast<char>(name.front() - 'a' + 'A');
  return name;
}

wire::BotGameState bot_state(const match::Match& match, MovesText& moves, match::Instant now) {
  wire::BotGameState state;
  state.moves = moves.of(match);
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

wire::BotGameFull bot_full(std::string_view id, const match::Match& match, MovesText& moves, match::Instant created,
                           match::Instant now) {
  wire::BotGameFull full;
  full.id = id;
  full.variant = bot_variant(match.terms());
  const match::ClockTerms& clock = match.terms().clocks.front();
  if (clock.kind != match::ClockKind::none) full.clock = wire::BotClock{clock.main.count(), clock.step.count()};
  full.speed = pace_of(match);
  full.perf.name = pace_name(full.speed);
  full.rated = match.is_rated();
  full.created_at = created.time_since_epoch().count();
  full.white = seat_view(match, white_seat(match));
  full.black = seat_view(match, black_seat(match));
  for (int seat = 0; seat < match.seats(); ++seat) full.seats.push_back(seat_view(match, seat));
  full.initial_fen = initial_position(match.terms());
  full.state = bot_state(match, moves, now);
  return full;
}

wire::BotGameInfo bot_info(std::string_view id, const match::Match& match, int seat, match::Instant now) {
  wire::BotGameInfo info;
  info.id = id;
  info.game_id = id;
  info.full_id = id;
  info.color = colour_of(match, seat);
  info.seat = seat;
  info.fen = match.game().position();
  MovesText moves;
  moves.of(match);
  info.last_move = moves.last();
  info.has_moved = std::ranges::find(match.moves(), seat, &match::PlayedMove::seat) != match.moves().end();
  info.is_my_turn = match.seat_to_move() == seat;
  for (int each = 0; each < match.seats(); ++each) {
    if (each != seat) info.opponents.push_back(seat_view(match, each));
  }
  if (!info.opponents.empty()) {
    const wire::BotSeat& first = info.opponents.front();
    info.opponent = wire::BotOpponent{first.id, first.name, first.rating};
  }
  info.rated = match.is_rated();
  info.variant = bot_variant(match.terms());
  info.speed = pace_of(match);
  info.perf = info.speed;
  if (match.terms().clocks[static_cast<std::size_t>(seat)].kind != match::ClockKind::none) {
    info.seconds_left = left_of(match, seat, now) / 1000;
  }
  info.source = "lobby";
  info.compat = {true, true};
  return info;
}

std::optional<wire::BotTitle> bot_title(const people::Person& person) {
  return person.is_bot ? std::optional(wire::BotTitle::BOT) : std::nullopt;
}

wire::BotAccount bot_account(const people::Person& person, const std::vector<wire::Rating>& ratings) {
  wire::BotAccount account;
  account.id = person.id;
  account.username = person.name;
  account.title = bot_title(person);
  account.created_at = person.made.time_since_epoch().count();
  const auto place_of = [&](wire::Pace pace) -> std::optional<wire::BotPerfRating>& {
    switch (pace) {
      case wire::Pace::bullet:
        return account.perfs.bullet;
      case wire::Pace::blitz:
        return account.perfs.blitz;
      case wire::Pace::rapid:
        return account.perfs.rapid;
      case wire::Pace::classical:
        return account.perfs.classical;
      case wire::Pace::correspondence:
        break;
    }
    return account.perfs.correspondence;
  };
  for (const wire::Rating& each : ratings) {
    auto& place = place_of(each.pace);
    if (place && place->games >= each.games) continue;
    place = wire::BotPerfRating{each.games, each.rating, each.deviation, each.provisional};
  }
  return account;
}

std::optional<bool> bot_answer(std::string_view word) {
  if (word == "yes" || word == "true" || word == "1") return true;
  if (word == "no" || word == "false" || word == "0") return false;
  return std::nullopt;
}

}  // namespace crownstar::server
