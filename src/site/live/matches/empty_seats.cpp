#include "site/live/matches/empty_seats.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "site/live/match/match_details.hpp"

namespace crownstar::live {
namespace {

std::vector<int> empty_seats_of(const LiveMatch& live) {
  const match::Match& match = *live.match;
  const bool is_seating = match.phase() == match::Phase::seating;
  std::vector<int> seats;
  for (const store::SeatRow& row : live.header.seats) {
    const bool may_leave = is_seating ? match.seat(row.seat).player.has_value() : match.is_playing(row.seat);
    if (row.kind == store::PlayerKind::deleted && may_leave) seats.push_back(row.seat);
  }
  return seats;
}

void empty_seat_of(std::string_view person, store::MatchHeader& header) {
  for (store::SeatRow& row : header.seats) {
    const bool is_theirs = row.player == person && row.kind != store::PlayerKind::engine;
    if (is_theirs) row = {row.seat, store::PlayerKind::deleted, "", "", 0, false};
  }
}

}  // namespace

// A header that is being stored at this moment still names them; it must not bring them back.
void EmptySeats::forget(LiveMatch& live, const std::string& person) {
  const store::MatchHeader before = live.header;
  empty_seat_of(person, live.header);
  registry_.index(live, &before);
  std::optional<store::MatchHeader>& coming = live.commits.commit().header;
  if (coming) empty_seat_of(person, *coming);
  forget_in_details(live, person);
  live.chat.forget_lines_of(person);
}

void EmptySeats::forget_in_details(LiveMatch& live, std::string_view person) {
  if (!live.details.names(person)) return;
  if (live.details.host == person) live.details.host.clear();
  for (std::string& other : live.details.kept_for) {
    if (other == person) other.clear();
  }
  live.header.details = write_details(live.details);
  std::optional<store::MatchHeader>& coming = live.commits.commit().header;
  if (coming) coming->details = live.header.details;
}

// Somebody may have asked for the seat before, and got it only now. The store cannot tell guests who were deleted from
// those who were away for long. Of a match that was over before, it has forgotten them already.
void EmptySeats::forget_the_deleted(LiveMatch& live) {
  if (!live.is_unfinished()) return;
  std::vector<std::string> gone;
  for (const store::SeatRow& row : live.header.seats) {
    if (!row.player.empty() && context_.deleted_here.has(row.player, context_.now())) gone.push_back(row.player);
  }
  for (const std::string& person : gone) forget(live, person);
  live.is_header_to_be_written |= !gone.empty();
}

void EmptySeats::give_up(LiveMatch& live) {
  forget_the_deleted(live);
  if (!live.match || live.is_storing() || context_.is_closing || live.timing.not_before) return;
  const bool is_seating = live.match->phase() == match::Phase::seating;
  for (const int seat : empty_seats_of(live)) {
    match::Command command{seat, -1, match::Resign{}, {}};
    if (is_seating) command.what = match::Leave{live.match->seat(seat).player->id};
    commands_.as_server(live, std::move(command));
  }
  if (live.waits_for_nobody()) commands_.end_without_host(live, [](const auto&) {});
}

}  // namespace crownstar::live
