#include "site/live/matches/match_lists.hpp"

#include <algorithm>
#include <utility>

#include "base/limits.hpp"
#include "site/live/match/match_summary.hpp"

namespace crownstar::live {
namespace {

constexpr int most_read_at_once = 20;  // a second
constexpr std::chrono::minutes tried_again_after{1};
constexpr std::chrono::seconds touched_every{30};

// Whether the host must be connected: not in games with days for each move.
bool needs_its_host(const LiveMatch& live) {
  const auto is_slow = [](const match::ClockTerms& clock) { return clock.kind == match::ClockKind::days; };
  return live.header.state == store::MatchState::open && std::ranges::none_of(live.details.clocks, is_slow);
}

}  // namespace

bool MatchLists::is_shown(const LiveMatch& live) const {
  if (!live.header.is_listed || !live.is_unfinished()) return false;
  return !needs_its_host(live) || !is_away_(live.details.host);
}

std::vector<std::string> MatchLists::open_tables_of(std::string_view host) const {
  std::vector<std::string> tables;
  for (const LiveMatch* live : registry_.all_unfinished_of(host)) {
    if (live->header.is_listed && live->details.host == host && needs_its_host(*live)) tables.push_back(live->id);
  }
  return tables;
}

std::vector<LiveMatch*> MatchLists::shown(std::string_view game) const {
  std::vector<LiveMatch*> shown;
  for (const auto& [id, live] : registry_) {
    const bool fits = game.empty() || live->header.game == game;
    if (fits && is_shown(*live)) shown.push_back(live.get());
  }
  const std::size_t most = std::min<std::size_t>(shown.size(), limits::lobby_matches);
  const auto comes_before = [](const LiveMatch* one, const LiveMatch* other) {
    const bool is_open = one->header.state == store::MatchState::open;
    if (is_open != (other->header.state == store::MatchState::open)) return is_open;
    if (one->watchers.spectators() != other->watchers.spectators())
      return one->watchers.spectators() > other->watchers.spectators();
    // What is listed once stays, so that on a large site few have to be read.
    if ((one->match == nullptr) != (other->match == nullptr)) return one->match != nullptr;
    return one->header.created > other->header.created;
  };
  std::ranges::partial_sort(shown, shown.begin() + static_cast<std::ptrdiff_t>(most), comes_before);
  shown.resize(most);
  return shown;
}

std::vector<MatchSummary> MatchLists::lobby_matches(std::string_view game) const {
  std::vector<MatchSummary> list;
  for (const LiveMatch* live : shown(game)) list.push_back(summary_of(*live));
  return list;
}

void MatchLists::find(std::string_view match, Done<MatchSummary> done) const {
  if (const LiveMatch* live = registry_.find(match)) return done(summary_of(*live));
  context_.store.find_match(std::string(match), [done = std::move(done)](auto header) {
    if (!header) return done(std::unexpected(cannot_be_read()));
    if (!*header) return done(refused("no_such_match", "there is no such match"));
    done(summary_of(**header));
  });
}

void MatchLists::matches_of(std::string_view person, std::string_view from, int most, Done<MatchPage> done) const {
  const int limit = std::clamp(most, 1, limits::listed_matches);
  const auto then = [weak = self(), done = std::move(done)](auto page) {
    const auto self = weak.lock();
    if (!self) return;
    if (!page && page.error().kind == store::FailureKind::malformed) {
      return done(refused("malformed", "no list goes on from there"));
    }
    if (!page) return done(refused("store_unavailable", "the list cannot be read just now"));
    MatchPage list;
    list.next = std::move(page->next);
    for (const store::MatchHeader& header : page->matches) {
      const LiveMatch* live = self->registry_.find(header.id);
      list.matches.push_back(live ? summary_of(*live) : summary_of(header));
    }
    done(std::move(list));
  };
  context_.store.matches_of_player(std::string(person), {std::string(from), limit}, then);
}

std::vector<wire::MatchSummary> MatchLists::listed() const {
  std::vector<wire::MatchSummary> all;
  for (const MatchSummary& each : lobby_matches({})) all.push_back(summary_view(each));
  return all;
}

// The header of a game that runs says how it began: not where it stands, whose turn it is, and what the clocks show.
void MatchLists::read_listed() {
  const Instant now = context_.now();
  int read = 0;
  for (LiveMatch* const live : shown({})) {
    if (live->header.state != store::MatchState::running || live->loads.is_loading()) continue;
    if (live->match) {  // it stays in memory, and hears what other nodes store
      if (now - live->timing.touched < touched_every) continue;
      live->timing.touched = now;
      schedule_.schedule(*live);
      continue;
    }
    const bool was_just_tried = live->pause.unread > 0 && now - live->pause.unread_at < tried_again_after;
    if (was_just_tried || ++read > most_read_at_once) continue;
    memory_.with_match(live->id, [](const auto&) {});
  }
}

std::optional<wire::MatchSummary> MatchLists::unfinished(const std::string& match) const {
  const LiveMatch* const live = registry_.find(match);
  if (live == nullptr || !is_shown(*live)) return std::nullopt;
  return summary_view(summary_of(*live));
}

}  // namespace crownstar::live
