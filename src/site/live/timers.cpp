// What is due: clocks, engines that failed, matches nobody came to, tables that leave memory.
#include <algorithm>

#include <fmt/format.h>

#include "site/live/inside.hpp"

namespace crownstar::hall {
namespace {

constexpr std::size_t most_at_once = 500;  // tables looked at in one tick; the rest a moment later
constexpr Milliseconds looked_at_again{50};
constexpr std::chrono::minutes read_again_after{1};

// Nobody sees its flag fall while it cannot be read.
bool is_clock_unread(const Table& table) {
  return !table.match && table.header.state == store::MatchState::running && table.has_clock();
}

}  // namespace

bool Hall::Inside::is_leaving_due(const Table& table, Instant now) const {
  return table.watchers.empty() && !table.is_busy() && !table.thinking &&
         now >= table.touched + (table.is_unfinished() ? settings.keep_idle : settings.keep_finished);
}

// Where no clock says who is late nobody is to blame: the match ends without a result, so that what was left standing
// does not stand for ever.
std::optional<Instant> Hall::Inside::closing_at(const Table& table) const {
  if (table.header.state != store::MatchState::running || table.has_clock()) return std::nullopt;
  const bool is_begun = table.match ? std::ssize(table.match->moves()) >= table.match->seats() : table.is_begun;
  const Instant quiet_since = table.match ? table.match->last_at() : table.quiet_since;
  return std::max(quiet_since + (is_begun ? settings.close_quiet : settings.close_unbegun),
                  opened_at + limits::quiet_match_grace) +
         grace_of(table);
}

void Hall::Inside::close_quiet(Table& table, Instant at) {
  if (table.match) {
    const auto days = std::chrono::floor<std::chrono::days>(settings.close_quiet).count();
    const bool is_begun = std::ssize(table.match->moves()) >= table.match->seats();
    return house(table,
                 {match::house,
                  -1,
                  match::Abort{is_begun ? fmt::format("nobody has played for {} days: closed without a result", days)
                                        : "nobody began to play"},
                  {}});
  }
  // What its header knows of is old; the events may know better.
  if (being_closed >= limits::matches_loading) return;
  ++being_closed;
  load(table, [weak = weak_from_this(), id = table.id, at](std::expected<Table*, Refused> loaded) {
    const auto inside = weak.lock();
    if (!inside) return;
    --inside->being_closed;
    if (!loaded) {  // tried again another day
      if (Table* const unread = inside->find(id)) unread->quiet_since = at;
      return;
    }
    const std::optional<Instant> due = inside->closing_at(**loaded);
    if (due && *due <= at) inside->close_quiet(**loaded, at);
    (*loaded)->touched = at - std::max(inside->settings.keep_idle, inside->settings.keep_finished);
  });
}

// A table whose clock runs stays in memory: its deadline needs the events. So does one whose engine thinks.
std::optional<Instant> Hall::Inside::due_at(const Table& table) const {
  std::optional<Instant> due;
  const auto consider = [&](Instant at) { due = due ? std::min(*due, at) : at; };
  if (table.is_storing || !table.waiting_for_load.empty()) return due;
  const Instant again = table.not_before.value_or(Instant{});
  if (table.header.state == store::MatchState::open) {
    consider(std::max(table.header.created + limits::waiting_match_life + grace_of(table), again));
  }
  if (table.engine_again) consider(std::max(*table.engine_again, again));
  if (table.not_before && (table.thinking || table.stands_since || table.match)) consider(*table.not_before);
  if (const auto closing = closing_at(table)) consider(std::max(*closing, again));
  if (is_clock_unread(table) && table.is_mine) consider(table.touched + read_again_after);
  if (!table.match) {
    if (!table.is_unfinished()) consider(table.touched + settings.keep_finished);
    return due;
  }
  const std::optional<Instant> deadline = table.match->deadline();
  if (deadline && !table.stands_since) consider(std::max(*deadline + grace_of(table), again));
  const bool may_leave = (!deadline || !table.is_mine) && table.watchers.empty() && !table.thinking;
  if (may_leave) consider(table.touched + (table.is_unfinished() ? settings.keep_idle : settings.keep_finished));
  return due;
}

void Hall::Inside::schedule(Table& table) {
  const bool is_timed = table.match && table.match->deadline();
  timed += static_cast<int>(is_timed) - static_cast<int>(table.is_timed);
  table.is_timed = is_timed;
  count(table);
  const bool is_needed =
      !table.match || (is_timed && table.is_mine) || !table.watchers.empty() || table.thinking || table.is_busy();
  leaving.set(table, table.leaving, is_needed || is_closing ? std::nullopt : std::optional(table.touched));
  deadlines.set(table, table.place, is_closing ? std::nullopt : due_at(table));
}

// What it adds to the figures, which nobody has to count together then.
void Hall::Inside::count(Table& table) {
  const Table::Counted now_is{table.match != nullptr, table.header.state == store::MatchState::running,
                              table.header.state == store::MatchState::open, table.spectators};
  counts.matches_in_memory += static_cast<std::size_t>(now_is.is_in_memory);
  counts.matches_in_memory -= static_cast<std::size_t>(table.counted.is_in_memory);
  counts.matches_running += static_cast<std::size_t>(now_is.is_running);
  counts.matches_running -= static_cast<std::size_t>(table.counted.is_running);
  counts.matches_waiting += static_cast<std::size_t>(now_is.is_waiting);
  counts.matches_waiting -= static_cast<std::size_t>(table.counted.is_waiting);
  counts.spectators += static_cast<std::size_t>(now_is.spectators);
  counts.spectators -= static_cast<std::size_t>(table.counted.spectators);
  table.counted = now_is;
}

void Hall::Inside::on_due(Table& table, Instant at) {
  if (table.is_storing || !table.waiting_for_load.empty()) return schedule(table);
  if (table.not_before && *table.not_before <= at) table.not_before.reset();
  if (!table.match) {
    const bool is_to_be_read = is_clock_unread(table) && table.is_mine && table.touched + read_again_after <= at;
    if (table.header.state == store::MatchState::open || is_to_be_read) {
      load(table, [](const auto&) {});  // and is looked at again when it is there
    } else if (const auto closing = closing_at(table); closing && *closing <= at) {
      close_quiet(table, at);
    } else if (is_leaving_due(table, at)) {
      return unload(table);
    }
    return schedule(table);
  }
  if (table.stands_since) {
    if (!table.not_before) house(table, resume_of(table));
  } else if (table.match->deadline() && *table.match->deadline() + grace_of(table) <= at) {
    house(table, {match::house, -1, match::Tick{}, {}});
  } else if (table.header.state == store::MatchState::open &&
             table.header.created + limits::waiting_match_life + grace_of(table) <= at) {
    house(table, {match::house, -1, match::Abort{"nobody came to play"}, {}});
  } else if (const auto closing = closing_at(table); closing && *closing <= at) {
    close_quiet(table, at);
  } else if (table.match->phase() == match::Phase::playing) {
    if (table.engine_again && *table.engine_again <= at) table.engine_again.reset();
    ask_engine(table);
    answer_for_engines(table);
  } else {
    rematch(table);
  }
  if ((!table.match->deadline() || !table.is_mine) && is_leaving_due(table, at)) return unload(table);
  schedule(table);
}

void Hall::Inside::tick() {
  if (is_closing) return;
  const Instant at = now();
  for (Table* table : deadlines.due(at, most_at_once)) {
    on_due(*table, at);
  }
  // Whatever could not be dealt with now is not looked at all the time.
  for (Table* table : deadlines.due(at, most_at_once)) deadlines.set(*table, table->place, at + looked_at_again);
  if (alive_at && *alive_at <= at && !is_marking) {
    if (timed > 0) mark_alive([] {});
    alive_at = at + settings.alive_every;
  }
  if (beat_at) nodes_tick(at);
  load_clocked();
  if (lobby_at && *lobby_at <= at) lobby_tick(at);
}

std::optional<Instant> Hall::Inside::next_deadline() const {
  std::optional<Instant> next = deadlines.next();
  for (const auto& other : {alive_at, lobby_at, beat_at}) {
    if (other && (!next || *other < *next)) next = other;
  }
  return next;
}

}  // namespace crownstar::hall
