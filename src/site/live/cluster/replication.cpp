// If another node was first, its events are read and broadcast here, and the command is judged again.
#include "site/live/cluster/replication.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>
#include <variant>

#include "base/limits.hpp"
#include "base/text/take_to.hpp"
#include "site/live/context/continuation.hpp"
#include "site/live/match/stored_event.hpp"
#include "site/wire/json/node_codec.hpp"

namespace crownstar::live {
namespace {

constexpr int most_overtaken = 30;  // of one command; its sender is asked to try again
constexpr Milliseconds others_come_in{2000};
constexpr Milliseconds events_again_after{1000};
constexpr Milliseconds compared_again_after{1000};
constexpr std::size_t looked_at_once = 100;  // in one tick

// Names are in the header alone; the lists and seats follow it, and the node that ends the match rates it by it.
bool needs_header(const match::Event& event) {
  return std::holds_alternative<match::Seated>(event.what) || std::holds_alternative<match::Unseated>(event.what) ||
         std::holds_alternative<match::Started>(event.what) || std::holds_alternative<match::Substituted>(event.what) ||
         std::holds_alternative<match::Missed>(event.what) || std::holds_alternative<match::Ended>(event.what);
}

// Events that were applied before still name a person who has deleted the account since.
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

Milliseconds grace_of(const LiveContext& context, const LiveMatch& live) {
  // After time was given back, a node that was refused earlier than the others may still know of more.
  const bool is_resumed = !context.is_alone && !live.recent.empty() &&
                          std::holds_alternative<match::Resumed>(live.recent.all().back().what);
  return (live.copy.is_mine ? Milliseconds{0} : others_come_in) + (is_resumed ? others_come_in : Milliseconds{0});
}

// Events that were published before the subscription was in force are read from the store.
void Replication::follow(LiveMatch& live) {
  if (context_.is_alone || live.copy.subscription != 0) return;
  const auto heard = [weak = self(), handle = live.handle()](std::string_view, std::string_view text) {
    const auto self = weak.lock();
    const auto live = self ? handle.lock() : nullptr;
    if (live) self->hear(*live, text);
  };
  const auto in_force = [](Replication& self, LiveMatch& live) {
    if (live.copy.subscription == 0) return;
    self.presence_.exchange(live);
    live.copy.heard = std::numeric_limits<int>::max();
    if (live.match && !live.is_storing() && !self.context_.is_closing) self.catch_up(live);
  };
  live.copy.subscription = link_.bus->subscribe(subject_of(live.id), heard, later(self(), live, in_force));
  look_later(live, look_every_);
}

void Replication::unfollow(LiveMatch& live) {
  looking_.set(live, live.copy.looking, std::nullopt);
  if (live.copy.subscription == 0) return;
  presence_.watchers_changed(live);  // who has just left, and of whom the others would not hear any more
  link_.bus->unsubscribe(std::exchange(live.copy.subscription, 0));
  live.copy.heard = -1;
  presence_.forget(live);
}

void Replication::look_later(LiveMatch& live, Milliseconds wait) {
  looking_.set(live, live.copy.looking, context_.now() + wait);
}

void Replication::look_soon(LiveMatch& live) { look_later(live, events_again_after); }

void Replication::publish_stored(LiveMatch& live, int first) {
  const std::vector<std::string> bodies = std::exchange(live.commits.commit().bodies, {});
  if (link_.is_alone()) return;
  // The rows travel behind the head as they are stored, letter by letter: each is JSON, where a line feed within a text
  // is written \n, so one line feed between two of them is enough, and none is quoted a second time.
  std::string rows;
  for (const std::string& body : bodies) rows += (rows.empty() ? "" : "\n") + body;
  const wire::ReplicaMessage head = wire::ReplicaEvents{link_.me(), first};
  link_.publish(subject_of(live.id), wire::encode_with_bytes(head, rows));
}

void Replication::hear(LiveMatch& live, std::string_view text) {
  auto message = wire::take_head<wire::ReplicaMessage>(text);
  if (!message || std::visit([this](const auto& each) { return each.node == link_.me(); }, *message)) return;
  if (const auto* events = std::get_if<wire::ReplicaEvents>(&*message)) return receive_events(live, *events, text);
  // What follows may come while the match is being read.
  if (auto* presence = std::get_if<wire::ReplicaPresence>(&*message)) return presence_.hear(live, std::move(*presence));
  if (const auto* question = std::get_if<wire::ReplicaAskPresence>(&*message)) return presence_.hear(live, *question);
  if (std::holds_alternative<wire::ReplicaReadAgain>(*message)) return memory_.read_anew(live);
  if (!live.match) return chat_.changed_elsewhere(live.id);
  if (const auto* chat = std::get_if<wire::ReplicaChat>(&*message)) presence_.hear(live, *chat);
}

void Replication::receive_events(LiveMatch& live, const wire::ReplicaEvents& head, std::string_view rows) {
  std::vector<std::string_view> bodies;
  while (!rows.empty()) bodies.push_back(base::take_to(rows, '\n'));
  if (bodies.empty()) return;
  const int last = head.first + static_cast<int>(bodies.size()) - 1;
  live.copy.heard = std::max(live.copy.heard, last);
  if (!is_behind(live) || live.is_storing() || context_.is_closing) return;  // compared when it is loaded, or stored
  if (head.first != live.match->number() + 1) return catch_up(live);
  const auto batch = batch_of(head.first, bodies, live.header);
  if (!batch || std::ranges::any_of(batch->events, needs_header)) return catch_up(live);
  live.commits.begin_reading(live);
  ++context_.open_writes;
  took_in(live, take_in(live, bodies, std::nullopt));
}

void Replication::overtaken(LiveMatch& live) {
  Operation operation = live.commits.take_commit().operation;
  live.commits.end();
  // A command of the server follows from the match's state, and is made again if it still applies; so does who is away,
  // or gets up because of that.
  const bool is_presence =
      operation.is<match::Depart>() || operation.is<match::Return>() || operation.is<match::Leave>();
  const bool is_of_itself = (operation.is_of_server() || is_presence) && operation.answers.empty();
  if (++operation.overtaken > most_overtaken) {
    matches_.refuse(operation, {"busy", "", "too much happens at this table; try again in a moment"});
  } else if (!is_of_itself) {
    live.commits.push_first(std::move(operation));
  }
  catch_up(live);
}

void Replication::look_first(LiveMatch& live, std::move_only_function<void(bool is_known)> then) {
  live.copy.once_looked.push_back(std::move(then));
  if (!live.is_storing()) return catch_up(live);
  distrust(live);
}

void Replication::distrust(LiveMatch& live) { live.copy.heard = std::numeric_limits<int>::max(); }

// The match is held meanwhile, as while something is stored. Messages from now on may be newer than what is read.
void Replication::catch_up(LiveMatch& live) {
  assert(live.match && !live.is_storing());
  live.commits.begin_reading(live);
  live.copy.heard = live.match->number();
  ++context_.open_writes;
  const auto then = [](Replication& self, LiveMatch& live, store::Outcome<std::vector<store::EventRow>> rows) {
    self.caught_up(live, std::move(rows));
  };
  context_.store.events(live.id, live.match->number() + 1, limits::rows_a_page, later(self(), live, then));
}

void Replication::caught_up(LiveMatch& live, store::Outcome<std::vector<store::EventRow>> rows) {
  if (!rows) {
    context_.log("match " + live.id + ": not read: " + rows.error().text);
    live.copy.heard = live.match->number();
    return could_not_look(live);
  }
  const auto bodies = bodies_of(*rows);
  const int first = live.match->number() + 1;
  if (rows->size() == limits::rows_a_page) live.copy.heard = std::numeric_limits<int>::max();
  if (rows->empty()) return took_in(live, true);
  const auto batch = batch_of(first, bodies, live.header);
  if (batch && std::ranges::none_of(batch->events, needs_header)) {
    return took_in(live, take_in(live, bodies, std::nullopt));
  }
  // Read after the events: it is as new as they are, or newer.
  const auto then = [](Replication& self, LiveMatch& live, const std::vector<store::EventRow>& rows, auto header) {
    if (!header || !*header) {
      self.context_.log("match " + live.id + ": its header was not read");
      return self.could_not_look(live);
    }
    self.took_in(live, self.take_in(live, bodies_of(rows), *std::move(header)));
  };
  context_.store.find_match(live.id, later(self(), live, then, *std::move(rows)));
}

// A command that only this copy would refuse is answered with "cannot be read", which is not wrong.
void Replication::could_not_look(LiveMatch& live) {
  look_soon(live);
  for (Operation& each : live.commits.take_waiting()) {
    if (each.is_looked_up) {
      matches_.refuse(each, cannot_be_read());
    } else {
      live.commits.push(std::move(each));
    }
  }
  for (auto& then : std::exchange(live.copy.once_looked, {})) then(false);
  took_in(live, true);
}

// Applies what another node has stored.
bool Replication::take_in(LiveMatch& live, std::span<const std::string_view> bodies,
                          std::optional<store::MatchHeader> header) {
  auto batch = batch_of(live.match->number() + 1, bodies, header ? *header : live.header);
  if (!batch) {
    context_.log("match " + live.id + ": " + batch.error().reason);
    return false;
  }
  const auto applied = live.match->apply(batch->events);
  if (!applied) {
    context_.log("match " + live.id + ": " + applied.error().reason);
    return false;
  }
  for (RequestMemory::Entry& entry : batch->requests) live.requests.remember(std::move(entry));
  for (const match::Event& event : batch->events) {
    if (std::holds_alternative<match::Moved>(event.what)) live.engine.forget_failures();
  }
  live.copy.is_stored_here = false;
  live.engine.ask_again_now();
  live.timing.not_before.reset();
  if (header && header->id == live.id) {
    live.is_reading_owed |= is_anybody_gone(live.header, *header);
  } else {
    header.reset();
  }
  matches_.events_came(live, batch->events, std::move(header));
  return true;
}

void Replication::took_in(LiveMatch& live, bool is_right) {
  --context_.open_writes;
  if (!is_right) live.is_reading_owed = true;
  matches_.release(live);
}

// ---- What no event says ----

// Together with its events, when its turn comes.
void Replication::doubt(LiveMatch& live, Instant at) {
  live.copy.is_doubted = true;
  looking_.set(live, live.copy.looking, at);
}

void Replication::look_beyond_events(LiveMatch& live) {
  if (live.is_storing()) return look_later(live, compared_again_after);
  live.copy.is_doubted = false;
  const auto then = [](Replication& self, LiveMatch& live, bool is_known) {
    if (!live.match || self.context_.is_closing) return;
    if (!is_known) return self.doubt(live, self.context_.now() + compared_again_after);
    self.compare_header(live);
    self.chat_.compare(live);
  };
  look_first(live, later(self(), live, then));
}

// In the seat rows a person whose account is deleted is nobody, whatever the events say.
void Replication::compare_header(LiveMatch& live) {
  const auto then = [](Replication& self, LiveMatch& live, int number, auto header) {
    if (!live.match) return;
    const bool is_of_now = header && !live.is_storing() && live.match->number() == number;
    if (!is_of_now) return self.doubt(live, self.context_.now() + compared_again_after);
    if (!*header) return;
    const store::MatchHeader& stored = **header;
    if (stored.seats != live.header.seats || stored.details != live.header.details) self.memory_.read_anew(live);
  };
  context_.store.find_match(live.id, later(self(), live, then, live.match->number()));
}

void Replication::look(Instant at) {
  for (LiveMatch* const live : looking_.due(at, looked_at_once)) {
    if (context_.is_alone) {
      looking_.set(*live, live->copy.looking, std::nullopt);
      if (live->is_storing()) look_soon(*live);
    } else {
      look_later(*live, look_every_);
      presence_.look(*live);
    }
    if (!live->match) {
      // It was to be read again, and could not be: who watches waits for it.
      if (!live->watchers.empty() && !live->loads.is_loading()) memory_.reload(*live);
      continue;
    }
    if (live->copy.is_doubted) {
      look_beyond_events(*live);
    } else if (!live->is_storing()) {
      catch_up(*live);
    }
    if (!context_.is_alone && !live->watchers.empty()) chat_.look_for_more(*live);
  }
}

}  // namespace crownstar::live
