// One match on several nodes: each that has it open holds a copy, and the store's key says whose event came first.
// Who was too slow reads what it lacks, tells its own listeners, and judges the command again.
#include <algorithm>
#include <cassert>
#include <limits>
#include <tuple>
#include <utility>

#include "base/limits.hpp"
#include "site/live/event_codec.hpp"
#include "site/live/inside.hpp"
#include "site/live/stored_event.hpp"

namespace crownstar::hall {
namespace {

constexpr int most_overtaken = 30;  // of one command; whoever waits is told to try again
constexpr Milliseconds others_come_in{2000};
constexpr Milliseconds read_again_after{1000};

// Names are in the header alone, and the lists and seats follow it.
bool needs_header(const match::Event& event) {
  return std::holds_alternative<match::Seated>(event.what) || std::holds_alternative<match::Unseated>(event.what) ||
         std::holds_alternative<match::Started>(event.what) || std::holds_alternative<match::Ended>(event.what);
}

// Events that were applied before still name who has deleted the account since.
bool is_anybody_gone(const store::MatchHeader& before, const store::MatchHeader& after) {
  return std::ranges::any_of(after.seats, [&](const store::SeatRow& row) {
    return row.kind == store::PlayerKind::deleted && std::ranges::find(before.seats, row) == before.seats.end();
  });
}

std::vector<std::string_view> bodies_of(const std::vector<store::EventRow>& rows) {
  std::vector<std::string_view> bodies;
  bodies.reserve(rows.size());
  for (const store::EventRow& row : rows) bodies.emplace_back(row.body);
  return bodies;
}

}  // namespace

Milliseconds Hall::Inside::grace_of(const Table& table) const {
  // After time was given back, a node that was refused earlier than the others may still know of more.
  const bool is_resumed =
      !is_alone() && !table.recent.empty() && std::holds_alternative<match::Resumed>(table.recent.back().what);
  return (table.is_mine ? Milliseconds{0} : others_come_in) + (is_resumed ? others_come_in : Milliseconds{0});
}

// What was told before the subscription was in force is read once more.
void Hall::Inside::follow(Table& table) {
  if (is_alone() || table.news != 0) return;
  const auto heard = [weak = weak_from_this(), id = table.id](std::string_view, std::string_view text) {
    if (const auto inside = weak.lock()) inside->hear_news(id, text);
  };
  const auto in_force = [weak = weak_from_this(), id = table.id] {
    const auto inside = weak.lock();
    Table* const table = inside ? inside->find(id) : nullptr;
    if (table == nullptr || table->news == 0) return;
    inside->ask_who(*table);
    inside->note_there(*table);
    table->heard = std::numeric_limits<int>::max();
    if (table->match && !table->is_storing && !inside->is_closing) inside->catch_up(*table);
  };
  table.news = ports.bus->subscribe(subject_of(table.id), heard, in_force);
  look_later(table, settings.look_every);
}

void Hall::Inside::unfollow(Table& table) {
  if (table.news == 0) return;
  ports.bus->unsubscribe(std::exchange(table.news, 0));
  table.heard = -1;
  table.elsewhere.clear();
  table.told_there = {};
  looking.set(table, table.looking, std::nullopt);
}

void Hall::Inside::look_later(Table& table, Milliseconds wait) { looking.set(table, table.looking, now() + wait); }

void Hall::Inside::tell_nodes(Table& table, int first) {
  const std::vector<std::string> bodies = std::exchange(table.fresh_bodies, {});
  // Where it cannot be told it is found: others look into the store.
  std::ignore = ports.bus->publish(subject_of(table.id), write_news(nodes.me(), first, bodies));
}

void Hall::Inside::hear_news(const std::string& id, std::string_view text) {
  if (hear_around(id, text)) return;
  Table* const table = find(id);
  const auto news = read_news(text);
  if (table == nullptr || !news || news->node == nodes.me()) return;
  const int last = news->first + static_cast<int>(news->bodies.size()) - 1;
  table->heard = std::max(table->heard, last);
  if (!is_behind(*table) || table->is_storing || is_closing) return;  // looked at when it is loaded, or stored
  if (news->first != table->match->number() + 1) return catch_up(*table);
  const auto batch = batch_of(news->first, news->bodies, table->header);
  if (!batch || std::ranges::any_of(batch->events, needs_header)) return catch_up(*table);
  table->is_storing = true;
  ++under_way;
  took_in(*table, take_in(*table, news->bodies, std::nullopt));
}

void Hall::Inside::overtaken(Table& table) {
  table.fresh.clear();
  table.fresh_header.reset();
  table.is_storing = false;
  Operation operation = std::exchange(table.current, {});
  // What the house wanted follows from the match, and is wanted again if it still does.
  const bool is_of_itself = operation.is_of_house() && operation.answers.empty();
  if (++operation.overtaken > most_overtaken) {
    refuse(operation, {"busy", "", "too much happens at this table; try again in a moment"});
  } else if (!is_of_itself) {
    table.waiting.insert(table.waiting.begin(), std::move(operation));
  }
  catch_up(table);
}

void Hall::Inside::look_first(Table& table, std::move_only_function<void(bool is_known)> then) {
  table.once_looked.push_back(std::move(then));
  if (!table.is_storing) return catch_up(table);
  table.heard = std::numeric_limits<int>::max();
}

// The table is held meanwhile, as while something is stored. What is told from now on may be newer than what is read.
void Hall::Inside::catch_up(Table& table) {
  assert(table.match && !table.is_storing);
  table.is_storing = true;
  table.heard = table.match->number();
  ++under_way;
  ports.store.events(table.id, table.match->number() + 1, limits::rows_a_page,
                     [weak = weak_from_this(), &table](store::Outcome<std::vector<store::EventRow>> rows) {
                       if (const auto inside = weak.lock()) inside->caught_up(table, std::move(rows));
                     });
}

void Hall::Inside::caught_up(Table& table, store::Outcome<std::vector<store::EventRow>> rows) {
  if (!rows) {
    log("match " + table.id + ": not read: " + rows.error().text);
    table.heard = table.match->number();
    return could_not_look(table);
  }
  const auto bodies = bodies_of(*rows);
  const int first = table.match->number() + 1;
  if (rows->size() == limits::rows_a_page) table.heard = std::numeric_limits<int>::max();
  if (rows->empty()) return took_in(table, true);
  const auto batch = batch_of(first, bodies, table.header);
  if (batch && std::ranges::none_of(batch->events, needs_header)) {
    return took_in(table, take_in(table, bodies, std::nullopt));
  }
  // Read after the events: it is as new as they are, or newer.
  ports.store.find_match(table.id, [weak = weak_from_this(), &table, rows = *std::move(rows)](auto header) {
    const auto inside = weak.lock();
    if (!inside) return;
    if (!header || !*header) {
      inside->log("match " + table.id + ": its header was not read");
      return inside->could_not_look(table);
    }
    inside->took_in(table, inside->take_in(table, bodies_of(rows), *std::move(header)));
  });
}

// Who is to be refused by this copy alone hears that it is not known, and not what may be wrong.
void Hall::Inside::could_not_look(Table& table) {
  look_later(table, read_again_after);
  std::vector<Operation> others;
  for (Operation& each : std::exchange(table.waiting, {})) {
    if (each.is_looked_up) {
      refuse(each, cannot_be_read());
    } else {
      others.push_back(std::move(each));
    }
  }
  table.waiting = std::move(others);
  for (auto& then : std::exchange(table.once_looked, {})) then(false);
  took_in(table, true);
}

// What another node has stored happens here too.
bool Hall::Inside::take_in(Table& table, std::span<const std::string_view> bodies,
                           std::optional<store::MatchHeader> header) {
  auto batch = batch_of(table.match->number() + 1, bodies, header ? *header : table.header);
  if (!batch) {
    log("match " + table.id + ": " + batch.error().reason);
    return false;
  }
  const auto applied = table.match->apply(batch->events);
  if (!applied) {
    log("match " + table.id + ": " + applied.error().reason);
    return false;
  }
  for (RequestMemory::Entry& entry : batch->requests) table.requests.remember(std::move(entry));
  for (const match::Event& event : batch->events) {
    if (std::holds_alternative<match::Moved>(event.what)) table.engine_failures = 0;
  }
  table.is_stored_here = false;
  table.engine_again.reset();
  table.not_before.reset();
  note_told(table, batch->events.front().number);
  settle_standing(table, batch->events);
  if (header && header->id == table.id) {
    table.is_reading_owed |= is_anybody_gone(table.header, *header);
    table.details = read_details(header->details);
    table.fresh_header = std::move(header);
  }
  after_events(table, batch->events);
  return true;
}

void Hall::Inside::took_in(Table& table, bool is_right) {
  --under_way;
  table.fresh.clear();
  if (!is_right) table.is_reading_owed = true;
  release(table);
}

}  // namespace crownstar::hall
