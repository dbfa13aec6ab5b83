// What may have been missed and no event says: whose seats and names they are by now, and what was said.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "site/live/inside.hpp"

namespace crownstar::hall {
namespace {

constexpr Milliseconds compared_again_after{1000};

const protocol::ChatLine* line_numbered(const Table& table, std::int64_t number) {
  for (const auto& room : table.said) {
    const auto found = std::ranges::find(room, number, &protocol::ChatLine::id);
    if (found != room.end()) return &*found;
  }
  return nullptr;
}

std::int64_t last_said(const Table& table) {
  std::int64_t last = 0;
  for (const auto& room : table.said) last = room.empty() ? last : std::max(last, room.back().id);
  return last;
}

// Nearly always at the end.
void put(Table& table, protocol::ChatLine line) {
  auto& said = table.said[static_cast<std::size_t>(line.room)];
  const auto place = std::ranges::upper_bound(said, line.id, {}, &protocol::ChatLine::id);
  said.insert(place, std::move(line));
  if (said.size() > limits::chat_lines) said.erase(said.begin());
}

struct Difference {
  std::vector<protocol::ChatLine> fresh;
  bool is_any_gone = false;
};

// What the store has takes the place of what was known up to number `last`; what has come since it was asked stays.
Difference absorb(Table& table, std::vector<store::ChatRow> rows, std::int64_t last) {
  Difference difference;
  const bool is_all = rows.size() < limits::chat_lines;
  const int first = is_all ? 0 : rows.front().number;
  const auto known = std::exchange(table.said, {});
  for (store::ChatRow& row : rows) {
    protocol::ChatLine line = line_of(std::move(row));
    const auto& room = known[static_cast<std::size_t>(line.room)];
    if (std::ranges::find(room, line) == room.end()) difference.fresh.push_back(line);
    put(table, std::move(line));
  }
  for (const auto& room : known) {
    for (const protocol::ChatLine& line : room) {
      const protocol::ChatLine* const stored = line_numbered(table, line.id);
      if (stored != nullptr && *stored == line) continue;
      if (stored == nullptr && line.id > last) {
        put(table, line);
      } else if (line.id >= first) {
        difference.is_any_gone = true;
      }
    }
  }
  return difference;
}

}  // namespace

// Together with its events, when its turn comes.
void Hall::Inside::doubt(Table& table, Instant at) {
  table.is_doubted = true;
  looking.set(table, table.looking, at);
}

void Hall::Inside::look_beyond_events(Table& table) {
  if (table.is_storing) return look_later(table, compared_again_after);
  table.is_doubted = false;
  look_first(table, [weak = weak_from_this(), id = table.id](bool is_known) {
    const auto inside = weak.lock();
    Table* const table = inside ? inside->find(id) : nullptr;
    if (table == nullptr || !table->match || inside->is_closing) return;
    if (!is_known) return inside->doubt(*table, inside->now() + compared_again_after);
    inside->compare_header(*table);
    inside->read_said(*table);
  });
}

// Somebody who has deleted the account is in the rows of the seats as nobody, whatever the events told.
void Hall::Inside::compare_header(Table& table) {
  const auto then = [weak = weak_from_this(), id = table.id, number = table.match->number()](auto header) {
    const auto inside = weak.lock();
    Table* const table = inside ? inside->find(id) : nullptr;
    if (table == nullptr || !table->match) return;
    const bool is_of_now = header && !table->is_storing && table->match->number() == number;
    if (!is_of_now) return inside->doubt(*table, inside->now() + compared_again_after);
    if (!*header) return;
    const store::MatchHeader& stored = **header;
    if (stored.seats != table->header.seats || stored.details != table->header.details) inside->read_anew(*table);
  };
  ports.store.find_match(table.id, then);
}

// ---- What was said ----

// Lines come from several nodes, in any order, and some never do. Where one is missing before this one, or the number
// was another line's which is gone, the store is read, and this one is told with whatever else there is.
void Hall::Inside::take_line(Table& table, protocol::ChatLine line) {
  const protocol::ChatLine* const known = line_numbered(table, line.id);
  if (known != nullptr && *known == line) return;
  if (known == nullptr && line.id <= last_said(table) + 1) return tell_line(table, std::move(line));
  if (table.lines_untold.size() < limits::chat_lines) table.lines_untold.push_back(std::move(line));
  read_said(table);
}

void Hall::Inside::tell_line(Table& table, protocol::ChatLine line) {
  show_line(table, line);
  put(table, std::move(line));
}

void Hall::Inside::read_said(Table& table) {
  table.is_said_owed = table.is_said_read;
  if (std::exchange(table.is_said_read, true)) return;
  const auto then = [weak = weak_from_this(), id = table.id, last = last_said(table)](auto rows) {
    const auto inside = weak.lock();
    if (Table* const table = inside ? inside->find(id) : nullptr) inside->said_was_read(*table, std::move(rows), last);
  };
  ports.store.chat(table.id, "", 0, limits::chat_lines, then);
}

void Hall::Inside::said_was_read(Table& table, store::Outcome<std::vector<store::ChatRow>> rows, std::int64_t last) {
  table.is_said_read = false;
  const bool is_owed = std::exchange(table.is_said_owed, false);
  std::vector<protocol::ChatLine> untold = std::exchange(table.lines_untold, {});
  if (!table.match) return;
  if (!rows) {
    log("match " + table.id + ": its chat was not read: " + rows.error().text);
    for (protocol::ChatLine& line : untold) {
      if (line_numbered(table, line.id) == nullptr) tell_line(table, std::move(line));
    }
    return doubt(table, now() + compared_again_after);
  }
  const Difference difference = absorb(table, *std::move(rows), last);
  if (difference.is_any_gone) {
    for (const Watcher& each : table.watchers) tell_whole(*each.listener, table, each.seat);
  } else {
    for (const protocol::ChatLine& line : difference.fresh) show_line(table, line);
  }
  if (!is_owed) return;
  table.lines_untold = std::move(untold);  // not all were asked for
  read_said(table);
}

// Chat that cannot be read is no reason not to play.
void Hall::Inside::read_chat(Table& table) {
  const auto then = [weak = weak_from_this(), &table, last = last_said(table)](auto rows) {
    const auto inside = weak.lock();
    if (!inside) return;
    if (rows) {
      absorb(table, *std::move(rows), last);
    } else {
      for (auto& room : table.said) room.clear();
    }
    inside->finish_load(table, std::nullopt);
  };
  ports.store.chat(table.id, "", 0, limits::chat_lines, then);
}

}  // namespace crownstar::hall
