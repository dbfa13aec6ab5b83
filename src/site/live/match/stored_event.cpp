#include "site/live/match/stored_event.hpp"

#include <utility>

#include <fmt/format.h>

#include "site/live/match/match_details.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::live {
namespace {

match::PlayerKind kind_of(store::PlayerKind kind) {
  switch (kind) {
    case store::PlayerKind::account:
      return match::PlayerKind::account;
    case store::PlayerKind::engine:
      return match::PlayerKind::engine;
    case store::PlayerKind::guest:
    case store::PlayerKind::deleted:
      break;
  }
  return match::PlayerKind::guest;
}

std::vector<match::Player> players_of(const store::MatchHeader& header) {
  std::vector<match::Player> players;
  for (const store::SeatRow& row : header.seats) {
    const auto seat = static_cast<std::size_t>(row.seat);
    if (players.size() <= seat) players.resize(seat + 1);
    if (row.kind != store::PlayerKind::deleted) players[seat] = player_of(row);
  }
  return players;
}

// Each event of a command has the request's name, so that a repeated request is answered with all of them.
void note_request(std::vector<RequestMemory::Entry>& requests, wire::Origin& origin, int number) {
  if (origin.request.empty()) return;
  if (!requests.empty()) {
    RequestMemory::Entry& before = requests.back();
    if (before.last + 1 == number && before.seat == origin.seat && before.request == origin.request) {
      before.last = number;
      return;
    }
  }
  requests.push_back({std::move(origin.request), origin.seat, number, number});
}

std::string_view word_of(store::MatchState state) {
  if (state == store::MatchState::open) return "open";
  return state == store::MatchState::running ? "running" : "over";
}

}  // namespace

store::EventRow row_of(const match::Event& event, std::string request, int seat) {
  return {std::string(match::name_of(event.what)), wire::stored_body(event, {std::move(request), seat})};
}

match::Player player_of(const store::SeatRow& row) {
  return {row.player, row.name, kind_of(row.kind), row.rating, row.is_provisional};
}

std::expected<Batch, match::Refused> batch_of(int first, std::span<const std::string_view> bodies,
                                              const store::MatchHeader& header) {
  const std::vector<match::Player> players = players_of(header);
  Batch batch;
  batch.events.reserve(bodies.size());
  for (const std::string_view body : bodies) {
    const int number = first + static_cast<int>(batch.events.size());
    auto recalled = wire::stored_event(number, body, players);
    if (!recalled) {
      return match::refused("internal", "event " + std::to_string(number) + ": " + recalled.error().reason);
    }
    note_request(batch.requests, recalled->origin, number);
    batch.events.push_back(std::move(recalled->event));
  }
  return batch;
}

std::expected<History, match::Refused> history_of(std::span<const store::EventRow> rows,
                                                  const store::MatchHeader& header) {
  std::vector<std::string_view> bodies;
  bodies.reserve(rows.size());
  for (const store::EventRow& row : rows) bodies.emplace_back(row.body);
  auto batch = batch_of(0, bodies, header);
  if (!batch) return std::unexpected(batch.error());
  History history;
  history.events = std::move(batch->events);
  history.requests = std::move(batch->requests);
  auto match = match::Match::replay(history.events);
  if (!match) return std::unexpected(match.error());
  history.match = std::make_unique<match::Match>(*std::move(match));
  return history;
}

std::string contradiction(const History& history, const store::MatchHeader& header) {
  store::MatchHeader begun = header;
  begun.state = store::MatchState::open;
  begun.result.clear();
  begun.ending.clear();
  const int moves = static_cast<int>(history.match->moves().size());
  const store::MatchHeader played = header_after(begun, history.events, moves).value_or(begun);
  if (played.state != header.state) {
    return fmt::format("its events leave it {}, the store says {}", word_of(played.state), word_of(header.state));
  }
  if (played.result != header.result || played.ending != header.ending) {
    return fmt::format("its events end in '{}' ({}), the store says '{}' ({})", played.result, played.ending,
                       header.result, header.ending);
  }
  if (header.state == store::MatchState::over && moves != header.moves) {
    return fmt::format("its events make {} moves, the store says {}", moves, header.moves);
  }
  return {};
}

}  // namespace crownstar::live
