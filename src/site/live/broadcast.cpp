// What is told: each text is made once and shared by all who get it.
#include <algorithm>
#include <utility>

#include "site/live/inside.hpp"
#include "site/live/setup_view.hpp"
#include "site/wire/generated/wire_server.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::live {
void LiveSite::Inside::tell_events(LiveMatch& live, const std::vector<match::Event>& events) {
  if (live.watchers.empty()) return;
  Text text;  // nobody may want it
  const News news{News::Kind::events, live.id, live.match.get(), events};
  for (const Watcher& watcher : live.watchers) {
    if (!watcher.listener->wants_text()) {
      watcher.listener->hear(news);
      continue;
    }
    // As of the moment at which they count as told: the clocks in it are the ones that will be charged.
    if (!text) text = text_of(protocol::events_message(live.id, events, *live.match, live.told->at));
    watcher.listener->send(text);
  }
}

void LiveSite::Inside::tell_tail(Listener& listener, LiveMatch& live, int after) {
  std::vector<match::Event> tail;
  for (const match::Event& event : live.recent) {
    if (event.number > after) tail.push_back(event);
  }
  auto message = protocol::events_message(live.id, tail, *live.match, now());
  if (tail.empty()) message.first = after + 1;
  listener.send(text_of(message));
}

void LiveSite::Inside::tell_whole(Listener& listener, LiveMatch& live, int seat) {
  if (listener.wants_text()) return listener.send(snapshot_of(live, seat, listener.who().id));
  listener.hear({News::Kind::whole, live.id, live.match.get(), {}, nullptr, seat});
}

Text LiveSite::Inside::snapshot_of(LiveMatch& live, int seat, std::string_view reader) {
  protocol::ServerSnapshot message{protocol::snapshot_view(*live.match, facts_of(live), now())};
  if (seat >= 0) message.snapshot.seat = seat;
  message.snapshot.spectators = live.spectators_everywhere();
  const auto room = seat >= 0 ? protocol::Room::players : protocol::Room::spectators;
  for (const protocol::ChatLine& line : live.said[static_cast<std::size_t>(room)]) {
    if (chat_rules.hears(reader, line.player)) message.snapshot.chat.push_back(line);
  }
  return text_of(message);
}

void LiveSite::Inside::tell_setup(LiveMatch& live) {
  if (live.watchers.empty()) return;
  const Text text = text_of(protocol::ServerSetup{protocol::setup_view(*live.match, facts_of(live))});
  for (const Watcher& watcher : live.watchers) {
    if (watcher.listener->wants_text()) watcher.listener->send(text);
  }
}

Text LiveSite::Inside::presence_of(const LiveMatch& live) const {
  protocol::ServerPresence message{live.id, {}, live.spectators_everywhere()};
  for (int seat = 0; seat < live.details.seats; ++seat) message.seats.push_back(is_present(live, seat));
  return text_of(message);
}

void LiveSite::Inside::tell_presence(LiveMatch& live) {
  note_there(live);
  show_presence(live);
}

void LiveSite::Inside::show_presence(LiveMatch& live) {
  presence_untold.erase(&live);
  if (live.watchers.empty()) return;
  const Text text = presence_of(live);
  for (const Watcher& watcher : live.watchers) {
    if (watcher.listener->wants_text()) {
      watcher.listener->send(text);
      continue;
    }
    for (const store::SeatRow& row : live.header.seats) {
      if (row.seat == watcher.seat) continue;
      watcher.listener->hear(
          {News::Kind::presence, live.id, live.match.get(), {}, nullptr, row.seat, is_present(live, row.seat)});
    }
  }
}

// To everybody who sits there, wherever they are: their match has begun. Who watches it knows already.
void LiveSite::Inside::tell_paired(LiveMatch& live) {
  for (const store::SeatRow& row : live.header.seats) {
    if (row.kind == store::PlayerKind::engine || row.player.empty()) continue;
    lobby.is_paired(row.player);  // it may be what they waited for
    const Text text = text_of(protocol::ServerPaired{live.id, row.seat, {}, {}});
    each_of(row.player, [&](Listener& listener) {
      if (!listener.wants_text()) {
        listener.hear({News::Kind::paired, live.id, live.match.get(), {}, nullptr, row.seat});
      } else if (std::ranges::find(live.watchers, &listener, &Watcher::listener) == live.watchers.end()) {
        listener.send(text);
      }
    });
  }
}

void LiveSite::Inside::tell_finished(LiveMatch& live) {
  for (const store::SeatRow& row : live.header.seats) {
    if (row.player.empty()) continue;
    each_of(row.player, [&](Listener& listener) {
      if (!listener.wants_text()) {
        listener.hear({News::Kind::finished, live.id, live.match.get(), {}, nullptr, row.seat});
      }
    });
  }
}

}  // namespace crownstar::live
