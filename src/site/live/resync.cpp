// What may have been missed and no event says: whose seats and names they are by now, and what was said.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "site/live/inside.hpp"

namespace crownstar::live {
namespace {

constexpr Milliseconds compared_again_after{1000};

const protocol::ChatLine* line_numbered(const LiveMatch& live, std::int64_t number) {
  for (const auto& room : live.said) {
    const auto found = std::ranges::find(room, number, &protocol::ChatLine::id);
    if (found != room.end()) return &*found;
  }
  return nullptr;
}

std::int64_t last_said(const LiveMatch& live) {
  std::int64_t last = 0;
  for (const auto& room : live.said) last = room.empty() ? last : std::max(last, room.back().id);
  return last;
}

// Nearly always at the end.
void put(LiveMatch& live, protocol::ChatLine line) {
  auto& said = live.said[static_cast<std::size_t>(line.room)];
  const auto place = std::ranges::upper_bound(said, line.id, {}, &protocol::ChatLine::id);
  said.insert(place, std::move(line));
  if (said.size() > limits::chat_lines) said.erase(said.begin());
}

struct Difference {
  std::vector<protocol::ChatLine> fresh;
  bool is_any_gone = false;
};

// What the store has takes the place of what was known up to number `last`; what has come since it was asked stays.
Difference absorb(LiveMatch& live, std::vector<store::ChatRow> rows, std::int64_t last) {
  Difference difference;
  const bool is_all = rows.size() < limits::chat_lines;
  const int first = is_all ? 0 : rows.front().number;
  const auto known = std::exchange(live.said, {});
  for (store::ChatRow& row : rows) {
    protocol::ChatLine line = line_of(std::move(row));
    const auto& room = known[static_cast<std::size_t>(line.room)];
    if (std::ranges::find(room, line) == room.end()) difference.fresh.push_back(line);
    put(live, std::move(line));
  }
  for (const auto& room : known) {
    for (const protocol::ChatLine& line : room) {
      const protocol::ChatLine* const stored = line_numbered(live, line.id);
      if (stored != nullptr && *stored == line) continue;
      if (stored == nullptr && line.id > last) {
        put(live, line);
      } else if (line.id >= first) {
        difference.is_any_gone = true;
      }
    }
  }
  return difference;
}

}  // namespace

// Together with its events, when its turn comes.
void LiveSite::Inside::doubt(LiveMatch& live, Instant at) {
  live.is_doubted = true;
  looking.set(live, live.looking, at);
}

void LiveSite::Inside::look_beyond_events(LiveMatch& live) {
  if (live.is_storing()) return look_later(live, compared_again_after);
  live.is_doubted = false;
  const auto then = [](Inside& inside, LiveMatch& live, bool is_known) {
    if (!live.match || inside.is_closing) return;
    if (!is_known) return inside.doubt(live, inside.now() + compared_again_after);
    inside.compare_header(live);
    inside.read_said(live);
  };
  look_first(live, later(weak_from_this(), live, then));
}

// Somebody who has deleted the account is in the rows of the seats as nobody, whatever the events told.
void LiveSite::Inside::compare_header(LiveMatch& live) {
  const auto then = [](Inside& inside, LiveMatch& live, int number, auto header) {
    if (!live.match) return;
    const bool is_of_now = header && !live.is_storing() && live.match->number() == number;
    if (!is_of_now) return inside.doubt(live, inside.now() + compared_again_after);
    if (!*header) return;
    const store::MatchHeader& stored = **header;
    if (stored.seats != live.header.seats || stored.details != live.header.details) inside.read_anew(live);
  };
  ports.store.find_match(live.id, later(weak_from_this(), live, then, live.match->number()));
}

// ---- What was said ----

// Lines come from several nodes, in any order, and some never do. Where one is missing before this one, or the number
// was another line's which is gone, the store is read, and this one is told with whatever else there is.
void LiveSite::Inside::take_line(LiveMatch& live, protocol::ChatLine line) {
  const protocol::ChatLine* const known = line_numbered(live, line.id);
  if (known != nullptr && *known == line) return;
  if (known == nullptr && line.id <= last_said(live) + 1) return tell_line(live, std::move(line));
  if (live.lines_untold.size() < limits::chat_lines) live.lines_untold.push_back(std::move(line));
  read_said(live);
}

void LiveSite::Inside::tell_line(LiveMatch& live, protocol::ChatLine line) {
  show_line(live, line);
  put(live, std::move(line));
}

void LiveSite::Inside::read_said(LiveMatch& live) {
  live.is_said_owed = live.is_said_read;
  if (std::exchange(live.is_said_read, true)) return;
  const auto then = [](Inside& inside, LiveMatch& live, std::int64_t last, auto rows) {
    inside.said_was_read(live, std::move(rows), last);
  };
  ports.store.chat(live.id, "", 0, limits::chat_lines, later(weak_from_this(), live, then, last_said(live)));
}

void LiveSite::Inside::said_was_read(LiveMatch& live, store::Outcome<std::vector<store::ChatRow>> rows,
                                     std::int64_t last) {
  live.is_said_read = false;
  const bool is_owed = std::exchange(live.is_said_owed, false);
  std::vector<protocol::ChatLine> untold = std::exchange(live.lines_untold, {});
  if (!live.match) return;
  if (!rows) {
    log("match " + live.id + ": its chat was not read: " + rows.error().text);
    for (protocol::ChatLine& line : untold) {
      if (line_numbered(live, line.id) == nullptr) tell_line(live, std::move(line));
    }
    return doubt(live, now() + compared_again_after);
  }
  const Difference difference = absorb(live, *std::move(rows), last);
  if (difference.is_any_gone) {
    for (const Watcher& each : live.watchers) tell_whole(*each.listener, live, each.seat);
  } else {
    for (const protocol::ChatLine& line : difference.fresh) show_line(live, line);
  }
  if (!is_owed) return;
  live.lines_untold = std::move(untold);  // not all were asked for
  read_said(live);
}

// Chat that cannot be read is no reason not to play.
void LiveSite::Inside::read_chat(LiveMatch& live) {
  const auto then = [](Inside& inside, LiveMatch& live, std::int64_t last, auto rows) {
    if (rows) {
      absorb(live, *std::move(rows), last);
    } else {
      for (auto& room : live.said) room.clear();
    }
    inside.finish_load(live, std::nullopt);
  };
  ports.store.chat(live.id, "", 0, limits::chat_lines, later(weak_from_this(), live, then, last_said(live)));
}

}  // namespace crownstar::live
