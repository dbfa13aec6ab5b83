#include "site/server/operator/public_games.hpp"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "site/live/match/stored_event.hpp"
#include "site/match/match.hpp"
#include "site/match/record/record.hpp"
#include "site/server/operator/stored_games.hpp"
#include "site/store/open/postgres_store.hpp"

namespace crownstar::server {
namespace {

std::string_view word_of(store::PlayerKind kind) {
  switch (kind) {
    case store::PlayerKind::guest:
      return "guest";
    case store::PlayerKind::account:
      return "account";
    case store::PlayerKind::engine:
      return "engine";
    case store::PlayerKind::deleted:
      break;
  }
  return "deleted";
}

// A guest's name is for the table: it was not given to be published.
PublicSeat seat_of(const store::SeatRow& row) {
  const bool has_name = row.kind == store::PlayerKind::account || row.kind == store::PlayerKind::engine;
  return {std::string(word_of(row.kind)), has_name ? row.name : "", row.rating, row.is_provisional};
}

bool is_public(const store::MatchHeader& header) {
  return header.state == store::MatchState::over && header.is_rated && header.is_listed && header.ended &&
         !header.result.empty();
}

game::GameRecord record_for(const match::Match& match, const PublicGame& game) {
  game::GameRecord record = match::record_of(match, {"Rated game", "Crownstar", ""});
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
    if (!game.seats[seat].name.empty()) continue;
    record.set_tag(game::tag_of_seat(record, match.game(), static_cast<int>(seat)), "?");
  }
  record.set_tag("GameId", game.id);
  return record;
}

std::expected<PublicGame, std::string> game_of(const store::MatchHeader& header,
                                               const std::vector<store::EventRow>& rows) {
  const auto history = live::history_of(rows, header);
  if (!history) return std::unexpected(history.error().reason);
  const match::Match& match = *history->match;
  if (!match.ended()) return std::unexpected("its events leave it unfinished");
  PublicGame game{.id = header.id,
                  .game = header.game,
                  .speed = header.speed,
                  .time_control = match::time_control(match.terms().clocks.front()),
                  .started = match.started_at(),
                  .ended = *header.ended,
                  .seats = std::vector<PublicSeat>(static_cast<std::size_t>(match.seats())),
                  .result = header.result,
                  .ending = header.ending,
                  .rule = match.ended()->outcome.rule,
                  .reason = match.ended()->outcome.reason,
                  .moves = {},
                  .record = {}};
  for (const store::SeatRow& row : header.seats) {
    if (row.seat >= 0 && row.seat < match.seats()) game.seats[static_cast<std::size_t>(row.seat)] = seat_of(row);
  }
  for (const match::PlayedMove& move : match.moves()) {
    PublicMove made{move.spent.count(), std::nullopt};
    const bool has_clock = match.seat(move.seat).clock.terms().kind != match::ClockKind::none;
    if (has_clock) made.clock_ms = move.clock.left.count();
    game.moves.push_back(made);
  }
  game.record = record_for(match, game);
  return game;
}

}  // namespace

base::Checked<void> for_each_public_game(const std::string& location, const std::function<bool(PublicGame)>& visit,
                                         const std::function<void(const std::string& line)>& on_fault) {
  const auto visited =
      visit_matches(location, [&](const store::MatchHeader& header, const std::vector<store::EventRow>& rows) {
        if (!is_public(header)) return true;
        auto game = game_of(header, rows);
        if (game) return visit(*std::move(game));
        on_fault(fmt::format("match {}: {}", header.id, game.error()));
        return true;
      });
  if (visited) return {};
  return base::refuse(fmt::format("cannot read '{}': {}", store::shown_address(location), visited.error().text));
}

}  // namespace crownstar::server
