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

namespace crownstar::live {
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

Milliseconds LiveSite::Inside::grace_of(const LiveMatch& live) const {
  // After time was given back, a node that was refused earlier than the others may still know of more.
  const bool is_resumed =
      !is_alone() && !live.recent.empty() && std::holds_alternative<match::Resumed>(live.recent.back().what);
  return (live.is_mine ? Milliseconds{0} : others_come_in) + (is_resumed ? others_come_in : Milliseconds{0});
}

// What was told before the subscription was in force is read once more.
void LiveSite::Inside::follow(LiveMatch& live) {
  if (is_alone() || live.news != 0) return;
  const auto heard = [weak = weak_from_this(), id = live.id](std::string_view, std::string_view text) {
    if (const auto inside = weak.lock()) inside->hear_news(id, text);
  };
  const auto in_force = [](Inside& inside, LiveMatch& live) {
    if (live.news == 0) return;
    inside.ask_who(live);
    inside.note_there(live);
    live.heard = std::numeric_limits<int>::max();
    if (live.match && !live.is_storing() && !inside.is_closing) inside.catch_up(live);
  };
  live.news = ports.bus->subscribe(subject_of(live.id), heard, later(weak_from_this(), live, in_force));
  look_later(live, settings.look_every);
}

void LiveSite::Inside::unfollow(LiveMatch& live) {
  if (live.news == 0) return;
  ports.bus->unsubscribe(std::exchange(live.news, 0));
  live.heard = -1;
  live.elsewhere.clear();
  live.told_there = {};
  looking.set(live, live.looking, std::nullopt);
}

void LiveSite::Inside::look_later(LiveMatch& live, Milliseconds wait) { looking.set(live, live.looking, now() + wait); }

void LiveSite::Inside::tell_nodes(LiveMatch& live, int first) {
  const std::vector<std::string> bodies = std::exchange(live.fresh_bodies, {});
  // Where it cannot be told it is found: others look into the store.
  std::ignore = ports.bus->publish(subject_of(live.id), write_news(live_nodes.me(), first, bodies));
}

void LiveSite::Inside::hear_news(const std::string& id, std::string_view text) {
  if (hear_around(id, text)) return;
  LiveMatch* const live = find(id);
  const auto news = read_news(text);
  if (live == nullptr || !news || news->node == live_nodes.me()) return;
  const int last = news->first + static_cast<int>(news->bodies.size()) - 1;
  live->heard = std::max(live->heard, last);
  if (!is_behind(*live) || live->is_storing() || is_closing) return;  // looked at when it is loaded, or stored
  if (news->first != live->match->number() + 1) return catch_up(*live);
  const auto batch = batch_of(news->first, news->bodies, live->header);
  if (!batch || std::ranges::any_of(batch->events, needs_header)) return catch_up(*live);
  live->storing.emplace(*live);
  ++under_way;
  took_in(*live, take_in(*live, news->bodies, std::nullopt));
}

void LiveSite::Inside::overtaken(LiveMatch& live) {
  live.fresh.clear();
  live.fresh_header.reset();
  live.storing.reset();
  Operation operation = std::exchange(live.current, {});
  // What the house wanted follows from the match, and is wanted again if it still does.
  const bool is_of_itself = operation.is_of_house() && operation.answers.empty();
  if (++operation.overtaken > most_overtaken) {
    refuse(operation, {"busy", "", "too much happens at this table; try again in a moment"});
  } else if (!is_of_itself) {
    live.waiting.insert(live.waiting.begin(), std::move(operation));
  }
  catch_up(live);
}

void LiveSite::Inside::look_first(LiveMatch& live, std::move_only_function<void(bool is_known)> then) {
  live.once_looked.push_back(std::move(then));
  if (!live.is_storing()) return catch_up(live);
  live.heard = std::numeric_limits<int>::max();
}

// The match is held meanwhile, as while something is stored. What is told from now on may be newer than what is read.
void LiveSite::Inside::catch_up(LiveMatch& live) {
  assert(live.match && !live.is_storing());
  live.storing.emplace(live);
  live.heard = live.match->number();
  ++under_way;
  const auto then = [](Inside& inside, LiveMatch& live, store::Outcome<std::vector<store::EventRow>> rows) {
    inside.caught_up(live, std::move(rows));
  };
  ports.store.events(live.id, live.match->number() + 1, limits::rows_a_page, later(weak_from_this(), live, then));
}

void LiveSite::Inside::caught_up(LiveMatch& live, store::Outcome<std::vector<store::EventRow>> rows) {
  if (!rows) {
    log("match " + live.id + ": not read: " + rows.error().text);
    live.heard = live.match->number();
    return could_not_look(live);
  }
  const auto bodies = bodies_of(*rows);
  const int first = live.match->number() + 1;
  if (rows->size() == limits::rows_a_page) live.heard = std::numeric_limits<int>::max();
  if (rows->empty()) return took_in(live, true);
  const auto batch = batch_of(first, bodies, live.header);
  if (batch && std::ranges::none_of(batch->events, needs_header)) {
    return took_in(live, take_in(live, bodies, std::nullopt));
  }
  // Read after the events: it is as new as they are, or newer.
  const auto then = [](Inside& inside, LiveMatch& live, const std::vector<store::EventRow>& rows, auto header) {
    if (!header || !*header) {
      inside.log("match " + live.id + ": its header was not read");
      return inside.could_not_look(live);
    }
    inside.took_in(live, inside.take_in(live, bodies_of(rows), *std::move(header)));
  };
  ports.store.find_match(live.id, later(weak_from_this(), live, then, *std::move(rows)));
}

// Who is to be refused by this copy alone hears that it is not known, and not what may be wrong.
void LiveSite::Inside::could_not_look(LiveMatch& live) {
  look_later(live, read_again_after);
  std::vector<Operation> others;
  for (Operation& each : std::exchange(live.waiting, {})) {
    if (each.is_looked_up) {
      refuse(each, cannot_be_read());
    } else {
      others.push_back(std::move(each));
    }
  }
  live.waiting = std::move(others);
  for (auto& then : std::exchange(live.once_looked, {})) then(false);
  took_in(live, true);
}

// What another node has stored happens here too.
bool LiveSite::Inside::take_in(LiveMatch& live, std::span<const std::string_view> bodies,
                               std::optional<store::MatchHeader> header) {
  auto batch = batch_of(live.match->number() + 1, bodies, header ? *header : live.header);
  if (!batch) {
    log("match " + live.id + ": " + batch.error().reason);
    return false;
  }
  const auto applied = live.match->apply(batch->events);
  if (!applied) {
    log("match " + live.id + ": " + applied.error().reason);
    return false;
  }
  for (RequestMemory::Entry& entry : batch->requests) live.requests.remember(std::move(entry));
  for (const match::Event& event : batch->events) {
    if (std::holds_alternative<match::Moved>(event.what)) live.engine_failures = 0;
  }
  live.is_stored_here = false;
  live.engine_again.reset();
  live.not_before.reset();
  note_told(live, batch->events.front().number);
  settle_standing(live, batch->events);
  if (header && header->id == live.id) {
    live.is_reading_owed |= is_anybody_gone(live.header, *header);
    live.details = read_details(header->details);
    live.fresh_header = std::move(header);
  }
  after_events(live, batch->events);
  return true;
}

void LiveSite::Inside::took_in(LiveMatch& live, bool is_right) {
  --under_way;
  live.fresh.clear();
  if (!is_right) live.is_reading_owed = true;
  release(live);
}

}  // namespace crownstar::live
