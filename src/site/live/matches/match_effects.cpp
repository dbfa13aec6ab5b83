#include "site/live/matches/match_effects.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace crownstar::live {
namespace {

constexpr int most_tries = 60;  // a minute

}  // namespace

void MatchEffects::applied(LiveMatch& live, const std::vector<match::Event>& events) {
  bool is_seating = false;
  bool is_start = false;
  bool is_end = false;
  bool is_unrated = false;
  for (const match::Event& event : events) {
    is_seating |=
        std::holds_alternative<match::Seated>(event.what) || std::holds_alternative<match::Unseated>(event.what);
    is_start |= std::holds_alternative<match::Started>(event.what);
    is_end |= std::holds_alternative<match::Ended>(event.what);
    is_unrated |=
        std::holds_alternative<match::Substituted>(event.what) || std::holds_alternative<match::Missed>(event.what);
  }
  if (is_seating) audience_.seats_changed(live);
  audience_.send_events(live, events);
  if (is_seating || is_unrated) audience_.send_setup(live);
  if (is_start) notify_paired(live);
  if (is_end) audience_.send_finished(live);
  list_anew(live);
}

void MatchEffects::follow_up(LiveMatch& live) {
  if (live.copy.is_mine) empty_seats_.give_up(live);
  engine_seats_.answer_offers(live);
  engine_seats_.ask(live);
  seating_.rematch(live);
}

void MatchEffects::made(LiveMatch& live) {
  cluster_.publish_header(live.id);
  if (!live.match->ended() && live.match->phase() == match::Phase::playing) notify_paired(live);
  if (live.header.is_listed && live.header.state == store::MatchState::open) lobby_.table_is_open(live.details.host);
  list_anew(live);
  // Whoever was deleted while it was being stored has no seat in the store.
  const bool is_anybody_changed = std::ranges::any_of(live.header.seats, [this](const store::SeatRow& row) {
    return row.kind != store::PlayerKind::engine && context_.changed_people.has(row.player, context_.now());
  });
  if (is_anybody_changed) memory_.read_anew(live);
}

void MatchEffects::tell(Untold untold) {
  const std::string id = untold.match;
  memory_.with_match(id, [weak = self(), untold = std::move(untold)](std::expected<LiveMatch*, Refused> loaded) {
    const auto self = weak.lock();
    if (!self) return;
    if (loaded) return untold.is_over ? self->audience_.send_finished(**loaded) : self->notify_paired(**loaded);
    // The store may be away for a moment, and nobody else tells them.
    if (untold.tries < most_tries) self->untold_.push_back({untold.match, untold.is_over, untold.tries + 1});
  });
}

void MatchEffects::tell_again() {
  for (Untold& each : std::exchange(untold_, {})) tell(std::move(each));
}

void MatchEffects::notify_paired(LiveMatch& live) {
  for (const store::SeatRow& row : live.header.seats) {
    const bool is_person = row.kind != store::PlayerKind::engine && !row.player.empty();
    if (is_person) lobby_.is_paired(row.player);  // it may be what they waited for
  }
  audience_.send_paired(live);
}

void MatchEffects::list_anew(const LiveMatch& live) {
  if (live.header.is_listed) lobby_.match_changed(live.id);
}

}  // namespace crownstar::live
