// What can be read: lists, single matches, exports, figures.
#include <algorithm>
#include <utility>

#include "site/live/live_parts.hpp"
#include "site/live/match/exports.hpp"

namespace crownstar::live {

namespace {

bool is_theirs(const store::SeatRow& row, std::string_view person) {
  return row.player == person && row.kind != store::PlayerKind::engine;
}

bool has_seat(const store::MatchHeader& header, std::string_view person) {
  return std::ranges::any_of(header.seats, [&](const store::SeatRow& row) { return is_theirs(row, person); });
}

// The seat that somebody had who is deleted now; -1 where there was none.
int empty_seat_of(std::string_view person, store::MatchHeader& header) {
  int seat = -1;
  for (store::SeatRow& row : header.seats) {
    if (!is_theirs(row, person)) continue;
    seat = row.seat;
    row = {seat, store::PlayerKind::deleted, "", "", 0, false};
  }
  return seat;
}

}  // namespace

MatchSummary LiveSite::Parts::summary(const store::MatchHeader& header) {
  MatchSummary summary;
  summary.header = header;
  MatchDetails details = read_details(header.details);
  summary.clocks = std::move(details.clocks);
  if (!summary.clocks.empty()) summary.clock = summary.clocks.front();
  summary.host = std::move(details.host);
  summary.previous = std::move(details.previous);
  summary.seats = details.seats;
  summary.moves = header.moves;
  return summary;
}

MatchSummary LiveSite::Parts::summary(const LiveMatch& live) const {
  MatchSummary summary = Parts::summary(live.header);
  summary.spectators = live.spectators_everywhere();
  if (!live.match) return summary;
  summary.header.updated = live.match->last_at();
  summary.moves = static_cast<int>(live.match->moves().size());
  summary.seat_to_move = live.match->seat_to_move();
  summary.position = live.match->game().position();
  return summary;
}

std::vector<MatchSummary> LiveSite::Parts::lobby_matches(std::string_view game) const {
  std::vector<const LiveMatch*> shown;
  for (const auto& [id, live] : registry) {
    const bool fits = game.empty() || live->header.game == game;
    if (fits && live->header.is_listed && live->is_unfinished()) shown.push_back(live.get());
  }
  const std::size_t most = std::min<std::size_t>(shown.size(), limits::lobby_matches);
  const auto comes_before = [](const LiveMatch* one, const LiveMatch* other) {
    const bool is_open = one->header.state == store::MatchState::open;
    if (is_open != (other->header.state == store::MatchState::open)) return is_open;
    if (one->watchers.spectators() != other->watchers.spectators())
      return one->watchers.spectators() > other->watchers.spectators();
    return one->header.created > other->header.created;
  };
  std::ranges::partial_sort(shown, shown.begin() + static_cast<std::ptrdiff_t>(most), comes_before);
  std::vector<MatchSummary> list;
  list.reserve(most);
  for (std::size_t index = 0; index < most; ++index) list.push_back(summary(*shown[index]));
  return list;
}

void LiveSite::Parts::matches_of(std::string_view person, std::string_view from, int most, Done<MatchPage> done) {
  const int limit = std::clamp(most, 1, limits::listed_matches);
  ports.store.matches_of_player(std::string(person), {std::string(from), limit},
                                [weak = weak_from_this(), done = std::move(done)](auto page) {
                                  const auto parts = weak.lock();
                                  if (!parts) return;
                                  if (!page && page.error().kind == store::FailureKind::malformed) {
                                    return done(refused("malformed", "no list goes on from there"));
                                  }
                                  if (!page)
                                    return done(refused("store_unavailable", "the list cannot be read just now"));
                                  MatchPage list;
                                  list.next = std::move(page->next);
                                  for (const store::MatchHeader& header : page->matches) {
                                    const LiveMatch* live = parts->find(header.id);
                                    list.matches.push_back(live ? parts->summary(*live) : summary(header));
                                  }
                                  done(std::move(list));
                                });
}

void LiveSite::Parts::export_match(std::string_view match, ExportForm form, Done<Exported> done) {
  with_match(match, [form, at = now(), done = std::move(done)](std::expected<LiveMatch*, Refused> live) {
    if (!live) return done(std::unexpected(live.error()));
    done(exported(**live, form, at));
  });
}

// A new name is a new match's; the old ones keep the name under which they were played.
void LiveSite::Parts::person_changed(const Person& person, people::Change change) {
  std::vector<LiveMatch*> theirs;
  for (const auto& [id, live] : registry) {
    const bool is_sitting_down = live->commits.commit().header && has_seat(*live->commits.commit().header, person.id);
    const bool is_host = live->details.host == person.id;
    if (live->seat_of(person.id) >= 0 || is_sitting_down || is_host) theirs.push_back(live.get());
  }
  if (change == people::Change::leaves) {
    std::vector<std::string>& left = left_behind[person.id];
    for (LiveMatch* live : theirs) {
      left.push_back(live->id);
      forget_person(*live, person.id);
    }
    return lobby.unseek(person, {}, [](const auto&) {});
  }
  // Only now does the store no longer know the name and the words, or know for certain that they stay.
  const auto left = left_behind.extract(person.id);
  if (left.empty()) return;
  for (const std::string& id : left.mapped()) {
    presence.tell_anew(id);
    cluster.tell_head(id);
    if (LiveMatch* const live = find(id); live != nullptr) read_anew(*live);
  }
  if (change == people::Change::stays) return;
  for (LiveMatch* live : theirs) read_anew(*live);  // read by somebody while the store was deleting
}

// Who is leaving gives up.
void LiveSite::Parts::forget_person(LiveMatch& live, const std::string& person) {
  const store::MatchHeader before = live.header;
  const int seat = empty_seat_of(person, live.header);
  registry.index(live, &before);
  // What is being stored at this moment knew them still; it must not bring them back.
  std::optional<store::MatchHeader>& coming = live.commits.commit().header;
  const int coming_seat = coming ? empty_seat_of(person, *coming) : -1;
  if (live.details.host == person) {
    live.details.host.clear();
    live.header.details = write_details(live.details);
    if (coming) coming->details = live.header.details;
  }
  live.chat.forget_lines_of(person);
  if (!live.is_unfinished() && !live.is_storing()) return;
  load(live, [weak = weak_from_this(), seat = std::max(seat, coming_seat)](auto loaded) {
    const auto parts = weak.lock();
    if (!parts || !loaded) return;
    if (seat < 0) {
      // Where nobody can be let in any more, nobody need wait.
      const bool is_open = (*loaded)->header.state == store::MatchState::open;
      if (is_open) parts->pipeline.house(**loaded, {match::house, -1, match::Abort{"who made it has left"}, {}});
      return;
    }
    // Gets up or resigns: whichever it is when what is being stored has been.
    parts->pipeline.house(**loaded, {seat, -1, match::Leave{}, {}});
    parts->pipeline.house(**loaded, {seat, -1, match::Resign{}, {}});
  });
}

}  // namespace crownstar::live
