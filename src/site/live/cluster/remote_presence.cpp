#include "site/live/cluster/remote_presence.hpp"

#include <utility>

#include "site/wire/json/codec.hpp"

namespace crownstar::live {

void RemotePresence::publish(const std::string& match, const wire::ReplicaMessage& message) {
  if (!link_.is_alone()) link_.publish(subject_of(match), wire::encode(message));
}

void RemotePresence::hear(LiveMatch& live, const wire::ReplicaChat& chat) {
  store::ChatRow row;
  row.match = live.id;
  row.number = chat.number;
  row.at = Instant{Milliseconds{chat.at}};
  row.room = wire::to_text(chat.room);
  row.player = chat.person;
  row.name = chat.name;
  row.text = chat.text;
  chat_.take(live, line_of(std::move(row)));
}

void RemotePresence::hear(LiveMatch& live, const wire::ReplicaPresence& presence) {
  const Presence there{static_cast<unsigned>(presence.seats), presence.spectators};
  live.elsewhere.hear(presence.node, there, link_.nodes.is_known(presence.node));
  if (live.match) audience_.show_presence(live);  // or it is read just now, and who is there is told with all of it
}

void RemotePresence::hear(LiveMatch& live, const wire::ReplicaAskPresence& question) {
  static_cast<void>(question);
  live.elsewhere.note_told(live.watchers.presence());  // what changed while nobody else was known has not been told
  if (live.elsewhere.told() != Presence{}) tell(live);
}

void RemotePresence::publish_line(const store::ChatRow& row) {
  const auto room = row.room == wire::to_text(wire::Room::players) ? wire::Room::players : wire::Room::spectators;
  publish(row.match, wire::ReplicaChat{link_.me(), row.number, row.at.time_since_epoch().count(), room, row.player,
                                       row.name, row.text});
}

void RemotePresence::watchers_changed(LiveMatch& live) {
  if (link_.is_alone() || live.copy.subscription == 0) return;
  if (live.elsewhere.note_told(live.watchers.presence())) tell(live);
}

void RemotePresence::tell(const LiveMatch& live) {
  const Presence& there = live.elsewhere.told();
  publish(live.id, wire::ReplicaPresence{link_.me(), static_cast<int>(there.seats), there.spectators});
}

void RemotePresence::ask(const LiveMatch& live) { publish(live.id, wire::ReplicaAskPresence{link_.me()}); }

void RemotePresence::publish_reread(const std::string& id) { publish(id, wire::ReplicaReadAgain{link_.me()}); }

void RemotePresence::forget_gone_nodes(LiveMatch& live) {
  const auto is_known = [&](const std::string& node) { return link_.nodes.is_known(node); };
  if (live.elsewhere.forget_gone(is_known)) audience_.show_presence(live);
}

}  // namespace crownstar::live
