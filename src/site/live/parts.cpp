// Where the parts of the live site meet.
#include <algorithm>
#include <utility>

#include "site/live/live_parts.hpp"
#include "site/live/match/summary_view.hpp"

namespace crownstar::live {
namespace {

constexpr Milliseconds a_second{1000};

// In memory, by one of the nodes.
bool is_to_be_kept(const LiveMatch& live) {
  return live.header.state == store::MatchState::running && (live.has_clock() || live.has_engine());
}

}  // namespace

void LiveSite::Parts::begin(lobby::MatchToBegin begun, std::vector<std::string> players, Done<std::vector<int>> done) {
  MatchDetails details;
  details.host = begun.host;
  seating.store_match(std::move(begun.id), std::move(details), begun.is_listed, std::move(begun.events),
                      [players = std::move(players), done = std::move(done)](std::expected<LiveMatch*, Refused> made) {
                        if (!made) return done(std::unexpected(made.error()));
                        std::vector<int> seats;
                        for (const std::string& player : players) seats.push_back((*made)->seat_of(player));
                        done(std::move(seats));
                      });
}

std::vector<wire::MatchSummary> LiveSite::Parts::listed() const {
  std::vector<wire::MatchSummary> all;
  for (const MatchSummary& each : lobby_matches({})) all.push_back(summary_view(each));
  return all;
}

std::optional<wire::MatchSummary> LiveSite::Parts::unfinished(const std::string& match) const {
  const LiveMatch* const live = registry.find(match);
  if (live == nullptr || !live->is_unfinished()) return std::nullopt;
  return summary_view(summary(*live));
}

void LiveSite::Parts::watch_lobby(Listener& listener, bool is_on) {
  const Audience::Looking looking_on = audience.watch_lobby(listener, is_on);
  if (looking_on.is_new) listener.send(lobby.whole(looking_on.is_first));
}

void LiveSite::Parts::tell_once_a_second(Instant at) {
  lobby.tick(at);
  audience.tell_presence_owed();
  second_at = at + a_second;
}

// ---- What the audience and the chat tell ----

void LiveSite::Parts::chat_not_read(LiveMatch& live) { replication.doubt(live, now() + a_second); }

void LiveSite::Parts::tell_paired(LiveMatch& live) {
  for (const store::SeatRow& row : live.header.seats) {
    const bool is_person = row.kind != store::PlayerKind::engine && !row.player.empty();
    if (is_person) lobby.is_paired(row.player);  // it may be what they waited for
  }
  audience.tell_paired(live);
}

// ---- What other nodes have stored ----

void LiveSite::Parts::header_came(LiveMatch& live) {
  schedule(live);
  owe_load(live);
  load_clocked();
}

void LiveSite::Parts::owner_changed(LiveMatch& live) {
  if (!live.match) return owe_load(live);
  live.engine.ask_again_now();
  if (!live.is_storing()) engine_seats.ask(live);
  schedule(live);
}

void LiveSite::Parts::tell_seated(const std::string& id, bool is_over) {
  with_match(id, [weak = weak_from_this(), is_over](std::expected<LiveMatch*, Refused> loaded) {
    const auto parts = weak.lock();
    if (!parts || !loaded) return;
    is_over ? parts->audience.tell_finished(**loaded) : parts->tell_paired(**loaded);
  });
}

void LiveSite::Parts::owe_load(const LiveMatch& live) {
  if (live.match || !live.copy.is_mine || !is_to_be_kept(live)) return;
  to_load.push_back(live.id);
}

// ---- What follows from a commit ----

void LiveSite::Parts::applied(LiveMatch& live, const std::vector<match::Event>& events) {
  bool is_seating = false;
  bool is_start = false;
  bool is_end = false;
  for (const match::Event& event : events) {
    is_seating |=
        std::holds_alternative<match::Seated>(event.what) || std::holds_alternative<match::Unseated>(event.what);
    is_start |= std::holds_alternative<match::Started>(event.what);
    is_end |= std::holds_alternative<match::Ended>(event.what);
  }
  if (is_seating) audience.seats_changed(live);
  audience.tell_events(live, events);
  if (is_seating) audience.tell_setup(live);
  if (is_start) tell_paired(live);
  if (is_end) audience.tell_finished(live);
  match_changed(live);
}

void LiveSite::Parts::is_free(LiveMatch& live) {
  engine_seats.answer_offers(live);
  engine_seats.ask(live);
  seating.rematch(live);
}

void LiveSite::Parts::made(LiveMatch& live) {
  cluster.tell_head(live.id);
  if (!live.match->ended() && live.match->phase() == match::Phase::playing) tell_paired(live);
  match_changed(live);
}

}  // namespace crownstar::live
