#include "site/live/matches/empty_seats.hpp"

#include <utility>
#include <vector>

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

}  // namespace

void EmptySeats::give_up(LiveMatch& live) {
  if (!live.match || live.is_storing() || context_.is_closing || live.timing.not_before) return;
  const bool is_seating = live.match->phase() == match::Phase::seating;
  for (const int seat : empty_seats_of(live)) {
    match::Command command{seat, -1, match::Resign{}, {}};
    if (is_seating) command.what = match::Leave{};
    commands_.as_server(live, std::move(command));
  }
  if (live.waits_for_nobody()) commands_.end_without_host(live, [](const auto&) {});
}

}  // namespace crownstar::live
