// Broadcasts to the audience.
#include <algorithm>
#include <utility>

#include "site/live/audience/audience.hpp"
#include "site/live/match/setup_view.hpp"
#include "site/wire/generated/wire_server.hpp"
#include "site/wire/json/codec.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::live {
namespace {

template <typename Message>
Text text_of(const Message& message) {
  return std::make_shared<const std::string>(wire::encode(message));
}

}  // namespace

void Audience::send_events(LiveMatch& live, const std::vector<match::Event>& events) {
  if (live.watchers.empty()) return;
  Text text;  // nobody may want it
  const MatchNotice notice{MatchNotice::Kind::events, live.id, live.match.get(), events};
  for (const Watcher& watcher : live.watchers) {
    if (!watcher.listener->wants_text()) {
      watcher.listener->hear(notice);
      continue;
    }
    // As of the moment at which they count as told: the clocks in it are the ones that will be charged.
    if (!text) text = text_of(wire::events_message(live.id, events, *live.match, live.pause.told->at));
    watcher.listener->send(text);
  }
  // Whatever somebody does who has no connection puts off the moment at which they count as gone.
  for (int seat = 0; seat < live.details.seats; ++seat) {
    if (schedule_.departs_at(live, seat)) presence_owed_.insert(live);
  }
}

void Audience::send_tail(Listener& listener, LiveMatch& live, int after) {
  std::vector<match::Event> tail;
  for (const match::Event& event : live.recent.all()) {
    if (event.number > after) tail.push_back(event);
  }
  auto message = wire::events_message(live.id, tail, *live.match, context_.now());
  if (tail.empty()) message.first = after + 1;
  listener.send(text_of(message));
}

void Audience::send_whole(Listener& listener, LiveMatch& live, int seat) {
  if (listener.wants_text()) return listener.send(snapshot_of(live, seat, listener.who().id));
  listener.hear({MatchNotice::Kind::whole, live.id, live.match.get(), {}, nullptr, seat});
}

Text Audience::snapshot_of(LiveMatch& live, int seat, std::string_view reader) {
  wire::ServerSnapshot message{wire::snapshot_view(*live.match, facts_of(live), context_.now())};
  if (seat >= 0) message.snapshot.seat = seat;
  message.snapshot.spectators = live.spectators_everywhere();
  message.snapshot.chat = lines_for(live, seat, reader);
  return text_of(message);
}

std::vector<wire::ChatLine> Audience::lines_for(const LiveMatch& live, int seat, std::string_view reader) const {
  std::vector<wire::ChatLine> lines;
  const auto room = seat >= 0 ? wire::Room::players : wire::Room::spectators;
  for (const wire::ChatLine& line : live.chat.in(room)) {
    if (chat_rules_.hears(reader, line.player)) lines.push_back(line);
  }
  return lines;
}

void Audience::send_setup(LiveMatch& live) {
  if (live.watchers.empty()) return;
  const Text text = text_of(wire::ServerSetup{wire::setup_view(*live.match, facts_of(live))});
  for (const Watcher& watcher : live.watchers) {
    if (watcher.listener->wants_text()) watcher.listener->send(text);
  }
}

Text Audience::presence_of(const LiveMatch& live) const {
  wire::ServerPresence message{live.id, {}, live.spectators_everywhere(), {}, 0};
  bool is_anybody_gone = false;
  for (int seat = 0; seat < live.details.seats; ++seat) {
    message.seats.push_back(is_present(live, seat));
    const std::optional<Instant> at = schedule_.departs_at(live, seat);
    message.claims_at.push_back(at ? wire::to_wire(*at) : 0);
    is_anybody_gone = is_anybody_gone || at;
  }
  if (is_anybody_gone) {
    message.now = wire::to_wire(context_.now());
  } else {
    message.claims_at.clear();
  }
  return text_of(message);
}

void Audience::send_presence(LiveMatch& live) {
  presence_owed_.erase(live);
  watchers_.watchers_changed(live);
  show_presence(live);
}

// What is owed to the other nodes stays owed.
void Audience::show_presence(LiveMatch& live) {
  schedule_.schedule(live);  // somebody may have gone for long
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
          {MatchNotice::Kind::presence, live.id, live.match.get(), {}, nullptr, row.seat, is_present(live, row.seat)});
    }
  }
}

// To everybody who sits there, wherever they are: their match has begun. Who watches it knows already.
void Audience::send_paired(LiveMatch& live) {
  for (const store::SeatRow& row : live.header.seats) {
    if (row.kind == store::PlayerKind::engine || row.player.empty()) continue;
    const Text text = text_of(wire::ServerPaired{live.id, row.seat, {}, {}});
    each_of(row.player, [&](Listener& listener) {
      if (!listener.wants_text()) {
        listener.hear({MatchNotice::Kind::paired, live.id, live.match.get(), {}, nullptr, row.seat});
      } else if (!live.watchers.has(&listener)) {
        listener.send(text);
      }
    });
  }
}

void Audience::send_finished(LiveMatch& live) {
  for (const store::SeatRow& row : live.header.seats) {
    if (row.player.empty()) continue;
    each_of(row.player, [&](Listener& listener) {
      if (!listener.wants_text()) {
        listener.hear({MatchNotice::Kind::finished, live.id, live.match.get(), {}, nullptr, row.seat});
      }
    });
  }
}

void Audience::send_challenge(const std::string& person, const lobby::ChallengeNotice& notice) {
  each_of(person, [&](Listener& listener) { listener.receive_challenge(notice); });
}

void Audience::send_whole(LiveMatch& live) {
  for (const Watcher& each : live.watchers) send_whole(*each.listener, live, each.seat);
}

void Audience::send_pause(LiveMatch& live) {
  Text text;
  for (const Watcher& watcher : live.watchers) {
    if (!watcher.listener->wants_text()) continue;
    if (!text) {
      auto message = wire::events_message(live.id, {}, *live.match, context_.now());
      message.first = live.match->number() + 1;
      text = text_of(message);
    }
    watcher.listener->send(text);
  }
}

void Audience::send_presence_owed() {
  for (const auto& live : presence_owed_.take()) send_presence(*live);
}

ChatLine heard_line(const wire::ChatLine& line) {
  return {line.player, line.name, line.text, line.room == wire::Room::players, Instant{Milliseconds{line.at}}};
}

void Audience::send_line(LiveMatch& live, const wire::ChatLine& line) {
  const bool is_for_players = line.room == wire::Room::players;
  const ChatLine heard = heard_line(line);
  Text text;
  for (const Watcher& watcher : live.watchers) {
    if ((watcher.seat >= 0) != is_for_players) continue;
    if (!chat_rules_.hears(watcher.listener->who().id, line.player)) continue;
    if (!watcher.listener->wants_text()) {
      watcher.listener->hear({MatchNotice::Kind::chat, live.id, live.match.get(), {}, &heard});
      continue;
    }
    if (!text) text = text_of(wire::ServerChat{live.id, line});
    watcher.listener->send(text);
  }
}

}  // namespace crownstar::live
