// Tables in memory: a header is enough to know one, and the events are read when somebody needs them.
#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "base/limits.hpp"
#include "site/live/inside.hpp"
#include "site/live/stored_event.hpp"

namespace crownstar::hall {
namespace {

Refused no_such_match() { return {"no_such_match", "", "there is no such match"}; }
Refused unreadable() { return {"store_unavailable", "", "the match cannot be read just now; try again in a moment"}; }

}  // namespace

Table* Hall::Inside::find(std::string_view id) {
  const auto found = tables.find(id);
  return found == tables.end() ? nullptr : found->second.get();
}

Table& Hall::Inside::add(store::MatchHeader header) {
  MatchDetails details = read_details(header.details);
  auto table = std::make_unique<Table>(std::move(header), std::move(details));
  table->touched = now();
  table->quiet_since = table->header.updated;
  table->is_mine = nodes.is_mine(table->id);
  table->surveyed = surveys;
  Table& added = *table;
  tables.insert_or_assign(added.id, std::move(table));
  index(added, nullptr);
  return added;
}

// Who sits at an unfinished table is found by person too.
void Hall::Inside::index(Table& table, const store::MatchHeader* before) {
  if (before != nullptr) {
    for (const store::SeatRow& row : before->seats) {
      const auto found = tables_of.find(row.player);
      if (found == tables_of.end()) continue;
      std::erase(found->second, &table);
      if (found->second.empty()) tables_of.erase(found);
    }
  }
  if (!table.is_unfinished()) return;
  for (const store::SeatRow& row : table.header.seats) {
    if (row.kind != store::PlayerKind::engine && !row.player.empty()) tables_of[row.player].push_back(&table);
  }
}

void Hall::Inside::with_table(std::string_view id, Table::Loaded then) {
  Table* const known = find(id);
  if (known == nullptr && (id.empty() || id.size() > limits::id_letters)) {
    return then(std::unexpected(no_such_match()));
  }
  if (known != nullptr && (known->match || !known->waiting_for_load.empty())) return load(*known, std::move(then));
  if (!make_room()) return then(refused("busy", "the server has too much to do; try again in a moment"));
  if (known != nullptr) return load(*known, std::move(then));
  if (const auto found = being_found.find(id); found != being_found.end()) {
    if (found->second.size() >= limits::readers_of_a_match) {
      return then(refused("busy", "too many ask for this match; try again in a moment"));
    }
    found->second.push_back(std::move(then));
    return;
  }
  if (being_found.size() >= limits::matches_being_found) {
    return then(refused("busy", "the server has too much to do; try again in a moment"));
  }
  being_found[std::string(id)].push_back(std::move(then));
  ports.store.find_match(std::string(id), [weak = weak_from_this(), id = std::string(id)](auto header) {
    const auto inside = weak.lock();
    if (!inside) return;
    auto waiting = std::move(inside->being_found[id]);
    inside->being_found.erase(id);
    Table* table = inside->find(id);  // made in the meantime, by the rematch that it is
    const bool could_be_read = header.has_value();
    if (table == nullptr && could_be_read && *header) table = &inside->add(**std::move(header));
    for (Table::Loaded& each : waiting) {
      if (table != nullptr) {
        inside->load(*table, std::move(each));
      } else {
        each(std::unexpected(could_be_read ? no_such_match() : unreadable()));
      }
    }
  });
}

void Hall::Inside::load(Table& table, Table::Loaded then) {
  table.touched = now();
  if (table.match) return then(&table);
  if (table.waiting_for_load.size() >= limits::readers_of_a_match) {
    return then(refused("busy", "too many ask for this match; try again in a moment"));
  }
  table.waiting_for_load.push_back(std::move(then));
  follow(table);
  if (table.waiting_for_load.size() == 1) read_events(table, {});
}

void Hall::Inside::read_events(Table& table, std::vector<store::EventRow> rows) {
  const int from = static_cast<int>(rows.size());
  const auto then = [weak = weak_from_this(), &table, rows = std::move(rows)](auto more) mutable {
    const auto inside = weak.lock();
    if (!inside) return;
    if (!more) {
      inside->log("match " + table.id + ": not read: " + more.error().text);
      return inside->finish_load(table, unreadable());
    }
    const bool is_all = more->size() < limits::rows_a_page;
    std::ranges::move(*more, std::back_inserter(rows));
    if (!is_all && rows.size() <= limits::events) return inside->read_events(table, std::move(rows));
    if (inside->is_alone()) return inside->replay(table, rows);
    // Another node may have changed the header since; read after the events it is as new as they are, or newer.
    inside->ports.store.find_match(table.id, [weak, &table, rows = std::move(rows)](auto header) {
      const auto inside = weak.lock();
      if (!inside) return;
      if (!header || !*header) return inside->finish_load(table, unreadable());
      const store::MatchHeader before = std::exchange(table.header, **std::move(header));
      table.details = read_details(table.header.details);
      inside->index(table, &before);
      inside->replay(table, rows);
    });
  };
  ports.store.events(table.id, from, limits::rows_a_page, then);
}

void Hall::Inside::replay(Table& table, const std::vector<store::EventRow>& rows) {
  auto history = history_of(rows, table.header);
  if (!history) {
    log("match " + table.id + ": does not replay: " + history.error().reason);
    return finish_load(table, unreadable());
  }
  table.match = std::move(history->match);
  if (table.told) table.match->told(table.told->first, table.told->at);
  table.requests.clear();
  for (RequestMemory::Entry& entry : history->requests) table.requests.remember(std::move(entry));
  const std::size_t kept = std::min<std::size_t>(history->events.size(), limits::events_remembered);
  table.recent.assign(history->events.end() - static_cast<std::ptrdiff_t>(kept), history->events.end());
  table.quiet_since = table.match->last_at();
  read_chat(table);
}

void Hall::Inside::finish_load(Table& table, std::optional<Refused> refusal) {
  if (refusal) table.match.reset();
  if (table.match && !is_alone()) {
    table.is_stored_here = false;
    // Another node has given the time back already.
    if (table.stands_since && table.match->last_at() > *table.stands_since + 3 * settings.alive_every) {
      table.stands_since.reset();
    }
  }
  auto waiting = std::exchange(table.waiting_for_load, {});
  table.touched = now();
  if (table.match && !table.is_storing && !is_closing) {
    // The time that stood still comes before anything that anybody asks.
    if (!table.match->deadline()) table.stands_since.reset();
    if (table.stands_since) {
      table.stands_since = std::max(*table.stands_since, table.match->last_at());
      table.match->stand_still(*table.stands_since);
      house(table, resume_of(table));
    }
  }
  for (Table::Loaded& each : waiting) {
    if (refusal) {
      each(std::unexpected(*refusal));
    } else {
      each(&table);
    }
  }
  if (is_behind(table) && !table.is_storing && !is_closing) return catch_up(table);
  if (table.match && !table.is_storing && !is_closing) {
    answer_for_engines(table);
    ask_engine(table);
    rematch(table);
  }
  schedule(table);
}

// Its number was taken: the store knows better. Who watches sees the whole match again.
void Hall::Inside::reload(Table& table) {
  log("match " + table.id + ": read again, for the store has other events");
  forget_engine(table);
  table.is_reading_owed = false;
  const int known = table.match ? table.match->number() : std::numeric_limits<int>::max();
  table.match.reset();
  schedule(table);
  // By its name: it may have left memory when the answer comes.
  ports.store.find_match(table.id, [weak = weak_from_this(), id = table.id, known](auto header) {
    const auto inside = weak.lock();
    Table* const found = inside ? inside->find(id) : nullptr;
    if (found == nullptr || !header || !*header) return;
    const store::MatchHeader before = std::exchange(found->header, **std::move(header));
    inside->index(*found, &before);
    inside->load(*found, [weak, known](std::expected<Table*, Refused> loaded) {
      const auto inside = weak.lock();
      if (!inside || !loaded) return;
      if ((*loaded)->match->number() > known) inside->note_told(**loaded, known + 1);
      inside->seat_changed(**loaded);
      for (const Watcher& each : (*loaded)->watchers) inside->tell_whole(*each.listener, **loaded, each.seat);
    });
  });
}

void Hall::Inside::read_anew(Table& table) {
  if (table.is_storing) {
    table.is_reading_owed = true;
  } else if (table.match) {
    reload(table);
  } else if (!table.waiting_for_load.empty()) {
    table.waiting_for_load.emplace_back([weak = weak_from_this()](std::expected<Table*, Refused> loaded) {
      if (const auto inside = weak.lock(); inside && loaded) inside->read_anew(**loaded);
    });
  }
}

// Who has been needed by nobody for longest goes first. What is played, watched or thought about stays.
bool Hall::Inside::make_room() {
  while (counts.matches_in_memory >= settings.most_in_memory) {
    Table* const longest = leaving.first();
    if (longest == nullptr) return false;
    if (longest->watchers.empty() && !longest->is_busy() && !longest->thinking) {
      unload(*longest);
    } else {
      leaving.set(*longest, longest->leaving, std::nullopt);  // comes back when it has been dealt with
    }
  }
  return true;
}

// An unfinished match stays known by its header; one that is over is forgotten.
void Hall::Inside::unload(Table& table) {
  assert(table.watchers.empty() && !table.is_busy());
  forget_engine(table);
  unfollow(table);
  if (table.is_unfinished()) {
    if (table.match) {
      table.is_begun = std::ssize(table.match->moves()) >= table.match->seats();
      table.quiet_since = table.match->last_at();
    }
    table.match.reset();
    table.requests.clear();
    table.recent.clear();
    table.recent.shrink_to_fit();
    for (auto& room : table.said) room.clear();
    return schedule(table);
  }
  table.match.reset();
  count(table);
  leaving.set(table, table.leaving, std::nullopt);
  deadlines.set(table, table.place, std::nullopt);
  presence_untold.erase(&table);
  tables.erase(table.id);
}

}  // namespace crownstar::hall
