// The nodes of one site: who is there, which of them looks after what nobody watches, and what each has missed.
#include <algorithm>
#include <tuple>
#include <utility>

#include "base/limits.hpp"
#include "site/live/event_codec.hpp"
#include "site/live/inside.hpp"

namespace crownstar::hall {
namespace {

constexpr std::string_view nodes_subject = "crownstar.nodes";
constexpr std::string_view heads_subject = "crownstar.heads";
constexpr std::string_view mutes_subject = "crownstar.mutes";
constexpr std::size_t looked_at_once = 100;  // in one tick
constexpr Milliseconds survey_soon{2000};

}  // namespace

void Hall::Inside::join_nodes() {
  if (is_alone()) return;
  beat_at = opened_at;
  settled_at = opened_at + settings.settle_after;
  nodes.begin(opened_at);
  survey_at = opened_at + settings.survey_every;
  ports.bus->subscribe(nodes_subject, [weak = weak_from_this()](std::string_view, std::string_view text) {
    if (const auto inside = weak.lock()) inside->hear_node(text);
  });
  ports.bus->subscribe(heads_subject, [weak = weak_from_this()](std::string_view, std::string_view text) {
    const auto inside = weak.lock();
    if (inside && take_word(text) != inside->nodes.me()) inside->refresh_head(std::string(text));
  });
  ports.bus->subscribe(mutes_subject, [weak = weak_from_this()](std::string_view, std::string_view text) {
    const auto inside = weak.lock();
    if (inside && take_word(text) != inside->nodes.me()) inside->chat_rules.read_again(std::string(text));
  });
  join_lobby();
}

// Their other devices may be anywhere.
void Hall::Inside::tell_mutes(const std::string& person) {
  if (!is_alone()) std::ignore = ports.bus->publish(mutes_subject, nodes.me() + " " + person);
}

void Hall::Inside::link_changed(bus::Link link) {
  if (is_alone() || link == bus::Link::lost || !beat_at) return;
  beat_at = now();
  whole_at = now();
  if (link != bus::Link::back) return;
  look_at_all();
  chat_rules.read_all_again();
  for (const auto& [id, table] : tables) {
    if (table->match) tell_there(*table);
  }
}

void Hall::Inside::leave_nodes() {
  if (is_alone()) return;
  beat_at.reset();
  std::ignore = ports.bus->publish(nodes_subject, "bye " + nodes.me());
}

void Hall::Inside::beat(Instant at) {
  beat_at = at + settings.beat_every;
  std::ignore = ports.bus->publish(nodes_subject, "here " + nodes.me() + " " + std::to_string(persons.size()) + " " +
                                                      std::to_string(nodes.since().time_since_epoch().count()));
}

void Hall::Inside::hear_node(std::string_view text) {
  const std::string_view verb = take_word(text);
  const std::string_view name = take_word(text);
  if (name.empty() || name.size() > limits::id_letters || name == nodes.me() || is_closing) return;
  if (verb == "bye") {
    if (!nodes.gone(name)) return;
    look_at_all();
    return nodes_changed();
  }
  const int online = static_cast<int>(std::clamp(take_number(text).value_or(0), 0LL, 10'000'000LL));
  const Instant since{Milliseconds{take_number(text).value_or(0)}};
  if (!nodes.heard(name, now(), online, since)) return;
  beat(now());                                               // it wants to know who is here
  if (since + settings.silent_after < now()) look_at_all();  // it was there before, and was not heard
  nodes_changed();
}

// Somebody else looks after many a match now.
void Hall::Inside::nodes_changed() {
  for (auto& [id, table] : tables) {
    table->is_mine = nodes.is_mine(id);
    forget_gone_nodes(*table);
    if (!table->match) {
      owe_load(*table);
      continue;
    }
    table->engine_again.reset();
    if (!table->is_storing) ask_engine(*table);
    schedule(*table);
  }
  load_clocked();
  lobby_nodes_changed();
}

void Hall::Inside::nodes_tick(Instant at) {
  if (*beat_at <= at) {
    beat(at);
    if (nodes.forget_silent(at - settings.silent_after)) {
      look_at_all();  // what it has stored last it may not have told
      nodes_changed();
    }
    if (settled_at && *settled_at <= at) {
      settled_at.reset();
      do_what_was_put_off();
    }
  }
  for (Table* const table : looking.due(at, looked_at_once)) {
    look_later(*table, settings.look_every);
    if (!table->match) continue;
    if (table->is_doubted) {
      look_beyond_events(*table);
    } else if (!table->is_storing) {
      catch_up(*table);
    }
  }
  tell_nodes_whole(at);
  if (survey_at <= at && !is_surveying) {
    is_surveying = true;
    ++surveys;
    survey("");
  }
}

// What was told lately may not have come.
void Hall::Inside::look_at_all() {
  const Instant at = now();
  for (const auto& [id, table] : tables) {
    if (table->match) doubt(*table, at);
  }
  survey_at = std::min(survey_at, at);
}

// Their name, or whose seat it is, is another one in the store.
void Hall::Inside::person_changed_elsewhere(const std::string& person) {
  std::vector<std::string> theirs;
  for (const auto& [id, table] : tables) {
    if (table->seat_of(person) >= 0 || table->details.host == person) theirs.push_back(id);
  }
  for (const std::string& id : theirs) {
    Table& table = *find(id);
    table.match || !table.waiting_for_load.empty() ? read_anew(table) : refresh_head(id);
  }
}

// ---- Matches by their headers ----

bool Hall::Inside::is_to_be_kept(const Table& table) const {
  return table.header.state == store::MatchState::running &&
         (table.has_clock() || std::ranges::any_of(table.header.seats, [](const store::SeatRow& row) {
            return row.kind == store::PlayerKind::engine;
          }));
}

void Hall::Inside::owe_load(const Table& table) {
  if (table.match || !table.is_mine || !is_to_be_kept(table)) return;
  to_load.push_back(table.id);
}

void Hall::Inside::tell_head(const std::string& id) {
  if (is_alone()) return;
  std::ignore = ports.bus->publish(heads_subject, nodes.me() + " " + id);
}

// A match that is in memory is followed by itself.
void Hall::Inside::refresh_head(const std::string& id) {
  if (id.empty() || id.size() > limits::id_letters || is_closing) return;
  if (Table* const known = find(id); known != nullptr && (known->match || !known->waiting_for_load.empty())) return;
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

void Hall::Inside::take_head(store::MatchHeader header) {
  if (is_closing) return;
  Table* table = find(header.id);
  if (table != nullptr && (table->match || !table->waiting_for_load.empty())) return;
  const bool was_running = table != nullptr && table->header.state != store::MatchState::open;
  const bool is_over = header.state == store::MatchState::over;
  const bool concerns = std::ranges::any_of(
      header.seats, [&](const store::SeatRow& row) { return !row.player.empty() && persons.contains(row.player); });
  if (table == nullptr) {
    if (is_over) return;
    table = &add(std::move(header));
  } else {
    table->details = read_details(header.details);
    const store::MatchHeader before = std::exchange(table->header, std::move(header));
    index(*table, &before);
  }
  match_changed(*table);
  const bool has_begun = table->header.state == store::MatchState::running && !was_running;
  // Another keeper may have paired them.
  if (has_begun && table->has_clock()) {
    for (const store::SeatRow& row : table->header.seats) seeks.stop_waiting(row.player);
  }
  if (concerns && (is_over || has_begun)) {
    return with_table(table->id, [weak = weak_from_this(), is_over](std::expected<Table*, Refused> loaded) {
      const auto inside = weak.lock();
      if (!inside || !loaded) return;
      is_over ? inside->tell_finished(**loaded) : inside->tell_paired(**loaded);
    });
  }
  if (is_over) return unload(*table);
  schedule(*table);
  owe_load(*table);
  load_clocked();
}

// All unfinished matches, in pages: those that nobody has told of, and those of which nobody told that they are over.
void Hall::Inside::survey(std::string after) {
  ports.store.unfinished_matches({std::move(after), limits::rows_a_page}, [weak = weak_from_this()](auto page) {
    const auto inside = weak.lock();
    if (!inside || inside->is_closing) return;
    if (!page) {
      inside->log("the unfinished matches were not read: " + page.error().text);
      inside->is_surveying = false;
      inside->survey_at = inside->now() + survey_soon;
      return;
    }
    for (store::MatchHeader& header : page->matches) {
      Table* const known = inside->find(header.id);
      if (known != nullptr) known->surveyed = inside->surveys;
      if (known == nullptr || known->header != header) inside->take_head(std::move(header));
    }
    if (!page->next.empty()) return inside->survey(std::move(page->next));
    inside->end_survey();
  });
}

void Hall::Inside::end_survey() {
  is_surveying = false;
  survey_at = now() + settings.survey_every;
  std::vector<std::string> missed;
  for (const auto& [id, table] : tables) {
    if (table->is_unfinished() && !table->match && table->surveyed != surveys) missed.push_back(id);
  }
  for (const std::string& id : missed) refresh_head(id);
}

}  // namespace crownstar::hall
