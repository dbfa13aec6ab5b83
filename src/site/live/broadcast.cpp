// What is told: each text is made once and shared by all who get it.
#include <algorithm>
#include <utility>

#include "site/live/inside.hpp"
#include "site/live/setup_facts.hpp"
#include "site/wire/generated/wire_server.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::hall {
void Hall::Inside::tell_events(Table& table, const std::vector<match::Event>& events) {
  if (table.watchers.empty()) return;
  Text text;  // nobody may want it
  const News news{News::Kind::events, table.id, table.match.get(), events};
  for (const Watcher& watcher : table.watchers) {
    if (!watcher.listener->wants_text()) {
      watcher.listener->hear(news);
      continue;
    }
    // As of the moment at which they count as told: the clocks in it are the ones that will be charged.
    if (!text) text = text_of(protocol::events_message(table.id, events, *table.match, table.told->at));
    watcher.listener->send(text);
  }
}

void Hall::Inside::tell_tail(Listener& listener, Table& table, int after) {
  std::vector<match::Event> tail;
  for (const match::Event& event : table.recent) {
    if (event.number > after) tail.push_back(event);
  }
  auto message = protocol::events_message(table.id, tail, *table.match, now());
  if (tail.empty()) message.first = after + 1;
  listener.send(text_of(message));
}

void Hall::Inside::tell_whole(Listener& listener, Table& table, int seat) {
  if (listener.wants_text()) return listener.send(snapshot_of(table, seat, listener.who().id));
  listener.hear({News::Kind::whole, table.id, table.match.get(), {}, nullptr, seat});
}

Text Hall::Inside::snapshot_of(Table& table, int seat, std::string_view reader) {
  protocol::ServerSnapshot message{protocol::snapshot_view(*table.match, facts_of(table), now())};
  if (seat >= 0) message.snapshot.seat = seat;
  message.snapshot.spectators = table.spectators_everywhere();
  const auto room = seat >= 0 ? protocol::Room::players : protocol::Room::spectators;
  for (const protocol::ChatLine& line : table.said[static_cast<std::size_t>(room)]) {
    if (chat_rules.hears(reader, line.player)) message.snapshot.chat.push_back(line);
  }
  return text_of(message);
}

void Hall::Inside::tell_setup(Table& table) {
  if (table.watchers.empty()) return;
  const Text text = text_of(protocol::ServerSetup{protocol::setup_view(*table.match, facts_of(table))});
  for (const Watcher& watcher : table.watchers) {
    if (watcher.listener->wants_text()) watcher.listener->send(text);
  }
}

Text Hall::Inside::presence_of(const Table& table) const {
  protocol::ServerPresence message{table.id, {}, table.spectators_everywhere()};
  for (int seat = 0; seat < table.details.seats; ++seat) message.seats.push_back(is_present(table, seat));
  return text_of(message);
}

void Hall::Inside::tell_presence(Table& table) {
  note_there(table);
  show_presence(table);
}

void Hall::Inside::show_presence(Table& table) {
  presence_untold.erase(&table);
  if (table.watchers.empty()) return;
  const Text text = presence_of(table);
  for (const Watcher& watcher : table.watchers) {
    if (watcher.listener->wants_text()) {
      watcher.listener->send(text);
      continue;
    }
    for (const store::SeatRow& row : table.header.seats) {
      if (row.seat == watcher.seat) continue;
      watcher.listener->hear(
          {News::Kind::presence, table.id, table.match.get(), {}, nullptr, row.seat, is_present(table, row.seat)});
    }
  }
}

// To everybody who sits there, wherever they are: their match has begun. Who watches it knows already.
void Hall::Inside::tell_paired(Table& table) {
  for (const store::SeatRow& row : table.header.seats) {
    if (row.kind == store::PlayerKind::engine || row.player.empty()) continue;
    heirs.waiting.erase(row.player);  // it may be what they waited for
    const Text text = text_of(protocol::ServerPaired{table.id, row.seat, {}, {}});
    each_of(row.player, [&](Listener& listener) {
      if (!listener.wants_text()) {
        listener.hear({News::Kind::paired, table.id, table.match.get(), {}, nullptr, row.seat});
      } else if (std::ranges::find(table.watchers, &listener, &Watcher::listener) == table.watchers.end()) {
        listener.send(text);
      }
    });
  }
}

void Hall::Inside::tell_finished(Table& table) {
  for (const store::SeatRow& row : table.header.seats) {
    if (row.player.empty()) continue;
    each_of(row.player, [&](Listener& listener) {
      if (!listener.wants_text()) {
        listener.hear({News::Kind::finished, table.id, table.match.get(), {}, nullptr, row.seat});
      }
    });
  }
}

}  // namespace crownstar::hall
