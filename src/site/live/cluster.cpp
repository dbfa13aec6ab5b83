// The nodes of one site: who is there, which of them looks after what nobody watches, and what each has missed.
#include <algorithm>
#include <tuple>
#include <utility>

#include "base/limits.hpp"
#include "site/bus/nodes/words.hpp"
#include "site/live/inside.hpp"

namespace crownstar::live {
namespace {

constexpr std::string_view nodes_subject = "crownstar.nodes";
constexpr std::string_view heads_subject = "crownstar.heads";
constexpr std::string_view mutes_subject = "crownstar.mutes";
constexpr std::size_t looked_at_once = 100;  // in one tick
constexpr Milliseconds survey_soon{2000};

using bus::take_number;
using bus::take_word;

}  // namespace

void LiveSite::Inside::join_nodes() {
  if (is_alone()) return;
  beat_at = opened_at;
  settled_at = opened_at + settings.settle_after;
  live_nodes.begin(opened_at);
  survey_at = opened_at + settings.survey_every;
  ports.bus->subscribe(nodes_subject, [weak = weak_from_this()](std::string_view, std::string_view text) {
    if (const auto inside = weak.lock()) inside->hear_node(text);
  });
  ports.bus->subscribe(heads_subject, [weak = weak_from_this()](std::string_view, std::string_view text) {
    const auto inside = weak.lock();
    if (inside && take_word(text) != inside->live_nodes.me()) inside->refresh_head(std::string(text));
  });
  ports.bus->subscribe(mutes_subject, [weak = weak_from_this()](std::string_view, std::string_view text) {
    const auto inside = weak.lock();
    if (inside && take_word(text) != inside->live_nodes.me()) inside->chat_rules.read_again(std::string(text));
  });
  lobby.join_nodes();
}

// Their other devices may be anywhere.
void LiveSite::Inside::tell_mutes(const std::string& person) {
  if (!is_alone()) std::ignore = ports.bus->publish(mutes_subject, live_nodes.me() + " " + person);
}

void LiveSite::Inside::link_changed(bus::Link link) {
  if (is_alone() || link == bus::Link::lost || !beat_at) return;
  beat_at = now();
  lobby.link_is_back();
  if (link != bus::Link::back) return;
  look_at_all();
  chat_rules.read_all_again();
  for (const auto& [id, live] : matches) {
    if (live->match) tell_there(*live);
  }
}

void LiveSite::Inside::leave_nodes() {
  if (is_alone()) return;
  beat_at.reset();
  std::ignore = ports.bus->publish(nodes_subject, "bye " + live_nodes.me());
}

void LiveSite::Inside::beat(Instant at) {
  beat_at = at + settings.beat_every;
  std::ignore =
      ports.bus->publish(nodes_subject, "here " + live_nodes.me() + " " + std::to_string(persons.size()) + " " +
                                            std::to_string(live_nodes.since().time_since_epoch().count()));
}

void LiveSite::Inside::hear_node(std::string_view text) {
  const std::string_view verb = take_word(text);
  const std::string_view name = take_word(text);
  if (name.empty() || name.size() > limits::id_letters || name == live_nodes.me() || is_closing) return;
  if (verb == "bye") {
    if (!live_nodes.gone(name)) return;
    look_at_all();
    return nodes_changed();
  }
  const int online = static_cast<int>(std::clamp(take_number(text).value_or(0), 0LL, 10'000'000LL));
  const Instant since{Milliseconds{take_number(text).value_or(0)}};
  if (!live_nodes.heard(name, now(), online, since)) return;
  beat(now());                                               // it wants to know who is here
  if (since + settings.silent_after < now()) look_at_all();  // it was there before, and was not heard
  nodes_changed();
}

// Somebody else looks after many a match now.
void LiveSite::Inside::nodes_changed() {
  for (auto& [id, live] : matches) {
    live->is_mine = live_nodes.is_mine(id);
    forget_gone_nodes(*live);
    if (!live->match) {
      owe_load(*live);
      continue;
    }
    live->engine_again.reset();
    if (!live->is_storing()) ask_engine(*live);
    schedule(*live);
  }
  load_clocked();
  lobby.nodes_changed();
}

void LiveSite::Inside::nodes_tick(Instant at) {
  if (*beat_at <= at) {
    beat(at);
    if (live_nodes.forget_silent(at - settings.silent_after)) {
      look_at_all();  // what it has stored last it may not have told
      nodes_changed();
    }
    if (settled_at && *settled_at <= at) {
      settled_at.reset();
      lobby.settled();
    }
  }
  for (LiveMatch* const live : looking.due(at, looked_at_once)) {
    look_later(*live, settings.look_every);
    if (!live->match) continue;
    if (live->is_doubted) {
      look_beyond_events(*live);
    } else if (!live->is_storing()) {
      catch_up(*live);
    }
  }
  lobby.look(at);
  if (survey_at <= at && !is_survey_under_way) {
    is_survey_under_way = true;
    ++surveys;
    survey("");
  }
}

// What was told lately may not have come.
void LiveSite::Inside::look_at_all() {
  const Instant at = now();
  for (const auto& [id, live] : matches) {
    if (live->match) doubt(*live, at);
  }
  survey_at = std::min(survey_at, at);
}

// Their name, or whose seat it is, is another one in the store.
void LiveSite::Inside::person_changed_elsewhere(const std::string& person) {
  std::vector<std::string> theirs;
  for (const auto& [id, live] : matches) {
    if (live->seat_of(person) >= 0 || live->details.host == person) theirs.push_back(id);
  }
  for (const std::string& id : theirs) {
    LiveMatch& live = *find(id);
    live.match || !live.waiting_for_load.empty() ? read_anew(live) : refresh_head(id);
  }
}

// ---- Matches by their headers ----

bool LiveSite::Inside::is_to_be_kept(const LiveMatch& live) const {
  return live.header.state == store::MatchState::running &&
         (live.has_clock() || std::ranges::any_of(live.header.seats, [](const store::SeatRow& row) {
            return row.kind == store::PlayerKind::engine;
          }));
}

void LiveSite::Inside::owe_load(const LiveMatch& live) {
  if (live.match || !live.is_mine || !is_to_be_kept(live)) return;
  to_load.push_back(live.id);
}

void LiveSite::Inside::tell_head(const std::string& id) {
  if (is_alone()) return;
  std::ignore = ports.bus->publish(heads_subject, live_nodes.me() + " " + id);
}

// A match that is in memory is followed by itself.
void LiveSite::Inside::refresh_head(const std::string& id) {
  if (id.empty() || id.size() > limits::id_letters || is_closing) return;
  if (LiveMatch* const known = find(id); known != nullptr && (known->match || !known->waiting_for_load.empty())) return;
  if (heads_asked.size() >= limits::heads_asked) {
    survey_at = std::min(survey_at, now() + survey_soon);
    return;
  }
  const auto [asked, is_new] = heads_asked.try_emplace(id, false);
  if (!is_new) {
    asked->second = true;
    return;
  }
  ports.store.find_match(id, [weak = weak_from_this(), id](auto header) {
    const auto inside = weak.lock();
    if (!inside) return;
    const auto node = inside->heads_asked.extract(id);
    const bool is_asked_again = !node.empty() && node.mapped();
    if (!header) inside->survey_at = std::min(inside->survey_at, inside->now() + survey_soon);
    if (header && *header) inside->take_head(**std::move(header));
    if (is_asked_again) inside->refresh_head(id);
  });
}

void LiveSite::Inside::take_head(store::MatchHeader header) {
  if (is_closing) return;
  LiveMatch* live = find(header.id);
  if (live != nullptr && (live->match || !live->waiting_for_load.empty())) return;
  const bool was_running = live != nullptr && live->header.state != store::MatchState::open;
  const bool is_over = header.state == store::MatchState::over;
  const bool concerns = std::ranges::any_of(
      header.seats, [&](const store::SeatRow& row) { return !row.player.empty() && persons.contains(row.player); });
  if (live == nullptr) {
    if (is_over) return;
    live = &add(std::move(header));
  } else {
    live->details = read_details(header.details);
    const store::MatchHeader before = std::exchange(live->header, std::move(header));
    index(*live, &before);
  }
  match_changed(*live);
  const bool has_begun = live->header.state == store::MatchState::running && !was_running;
  // Another leader may have paired them.
  if (has_begun && live->has_clock()) {
    for (const store::SeatRow& row : live->header.seats) lobby.stop_waiting(row.player);
  }
  if (concerns && (is_over || has_begun)) {
    return with_match(live->id, [weak = weak_from_this(), is_over](std::expected<LiveMatch*, Refused> loaded) {
      const auto inside = weak.lock();
      if (!inside || !loaded) return;
      is_over ? inside->tell_finished(**loaded) : inside->tell_paired(**loaded);
    });
  }
  if (is_over) return unload(*live);
  schedule(*live);
  owe_load(*live);
  load_clocked();
}

// All unfinished matches, in pages: those that nobody has told of, and those of which nobody told that they are over.
void LiveSite::Inside::survey(std::string after) {
  ports.store.unfinished_matches({std::move(after), limits::rows_a_page}, [weak = weak_from_this()](auto page) {
    const auto inside = weak.lock();
    if (!inside || inside->is_closing) return;
    if (!page) {
      inside->log("the unfinished matches were not read: " + page.error().text);
      inside->is_survey_under_way = false;
      inside->survey_at = inside->now() + survey_soon;
      return;
    }
    for (store::MatchHeader& header : page->matches) {
      LiveMatch* const known = inside->find(header.id);
      if (known != nullptr) known->surveyed = inside->surveys;
      if (known == nullptr || known->header != header) inside->take_head(std::move(header));
    }
    if (!page->next.empty()) return inside->survey(std::move(page->next));
    inside->end_survey();
  });
}

void LiveSite::Inside::end_survey() {
  is_survey_under_way = false;
  survey_at = now() + settings.survey_every;
  std::vector<std::string> missed;
  for (const auto& [id, live] : matches) {
    if (live->is_unfinished() && !live->match && live->surveyed != surveys) missed.push_back(id);
  }
  for (const std::string& id : missed) refresh_head(id);
}

}  // namespace crownstar::live
