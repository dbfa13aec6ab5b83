// From start to stop: what ran is taken up again, and nothing that was acknowledged is left behind.
#include <algorithm>
#include <charconv>
#include <utility>

#include "base/limits.hpp"
#include "site/live/live_parts.hpp"

namespace crownstar::live {
namespace {

// Until when the clocks ran: written every second while one runs, so that a crash is charged to nobody.
constexpr const char* alive_key = "live.alive";

}  // namespace

void LiveSite::Parts::open(std::function<void(std::expected<Opened, std::string>)> done) {
  opened_at = now();
  cluster.join(opened_at);
  chat_rules.open([weak = weak_from_this(), done = std::move(done)](auto opened) {
    const auto parts = weak.lock();
    if (!parts) return;
    if (!opened) return done(std::unexpected("the silenced could not be read: " + opened.error().reason));
    parts->ports.store.read_setting(alive_key, [weak = std::weak_ptr(parts), done](auto text) {
      const auto parts = weak.lock();
      if (!parts) return;
      if (!text) return done(std::unexpected(text.error().text));
      long long alive = 0;
      if (*text) std::from_chars((*text)->data(), (*text)->data() + (*text)->size(), alive);
      parts->down_since = Instant{Milliseconds{alive}};
      if (parts->ports.go_on_from) parts->ports.go_on_from(parts->down_since);
      parts->opened_at = parts->now();
      parts->read_page("", {}, done);
    });
  });
}

void LiveSite::Parts::read_page(std::string after, Opened so_far,
                                std::function<void(std::expected<Opened, std::string>)> done) {
  ports.store.unfinished_matches({std::move(after), limits::rows_a_page}, [weak = weak_from_this(), so_far,
                                                                           done = std::move(done)](auto page) mutable {
    const auto parts = weak.lock();
    if (!parts) return;
    if (!page) return done(std::unexpected(page.error().text));
    for (store::MatchHeader& header : page->matches) {
      const bool is_running = header.state == store::MatchState::running;
      if (parts->find(header.id) != nullptr) continue;  // heard of already
      LiveMatch& live = parts->add(std::move(header));
      ++(is_running ? so_far.running : so_far.waiting);
      const bool has_clock = live.has_clock();
      const bool has_engine =
          std::ranges::any_of(live.header.seats, [](const auto& row) { return row.kind == store::PlayerKind::engine; });
      // Where a sign of life is new, other nodes have let no time go by.
      const bool is_served =
          !parts->is_alone() && parts->down_since + 3 * parts->settings.alive_every > parts->opened_at;
      if (is_running && has_clock && !is_served) live.pause.since = parts->down_since;
      // A clock that runs needs its deadline, and an engine whose turn it is must be asked.
      if (is_running && (has_clock || has_engine)) parts->to_load.push_back(live.id);
      parts->schedule(live);
    }
    if (!page->next.empty()) return parts->read_page(std::move(page->next), so_far, std::move(done));
    parts->second_at = parts->now();
    parts->load_clocked();
    done(so_far);
  });
}

// A few at a time, behind whatever people ask for.
void LiveSite::Parts::load_clocked() {
  if (!cluster.may_look_after_matches()) return;
  while (!to_load.empty() && loading < limits::matches_loading && !site.is_closing) {
    LiveMatch* const found = find(to_load.back());
    to_load.pop_back();
    if (found == nullptr || found->match || !found->copy.is_mine) continue;
    LiveMatch& live = *found;
    ++loading;
    load(live, [weak = weak_from_this()](std::expected<LiveMatch*, Refused> loaded) {
      const auto parts = weak.lock();
      if (!parts) return;
      --parts->loading;
      if (!loaded) parts->log("a match that was running could not be taken up: " + loaded.error().reason);
      parts->load_clocked();
    });
  }
  // Before that, the mark must say when the server went down: what is not taken up yet still counts from there.
  if (to_load.empty() && loading == 0 && !is_alive_marked) {
    is_alive_marked = true;
    alive_at = now();
  }
}

void LiveSite::Parts::mark_alive(std::function<void()> done) {
  is_marking = true;
  ports.store.write_setting(alive_key, std::to_string(now().time_since_epoch().count()),
                            [weak = weak_from_this(), done = std::move(done)](auto outcome) {
                              const auto parts = weak.lock();
                              if (!parts) return;
                              parts->is_marking = false;
                              if (!outcome) parts->log("the sign of life was not stored: " + outcome.error().text);
                              done();
                            });
}

void LiveSite::Parts::close(std::string_view given_goodbye, std::function<void()> done) {
  site.is_closing = true;
  lobby.close();
  cluster.leave();
  goodbye = given_goodbye;
  closed = std::move(done);
  for (auto& [id, live] : registry) {
    engine_seats.forget(*live);
    pipeline.refuse_all_that_wait(*live);
  }
  finish_closing();
}

void LiveSite::Parts::finish_closing() {
  if (site.open_writes > 0 || !closed) return;
  const auto say_goodbye = [this, done = std::exchange(closed, {})] {
    audience.say_goodbye(goodbye);
    done();
  };
  if (!is_alive_marked) return say_goodbye();
  mark_alive(say_goodbye);
}

}  // namespace crownstar::live
