#include "site/live/cluster/remote_presence.hpp"

#include <algorithm>
#include <utility>

#include "site/wire/json/codec.hpp"

namespace crownstar::live {
namespace {

constexpr Milliseconds told_again_after{60'000};
constexpr Milliseconds asked_after{90'000};  // one announcement and a half
constexpr Milliseconds answered_within{20'000};
constexpr std::size_t asked_at_once = 100;  // in one tick

}  // namespace

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

void RemotePresence::hear(LiveMatch& live, wire::ReplicaPresence presence) {
  // A node of an earlier version says only how many they are.
  const int named = static_cast<int>(presence.people.size());
  Presence there{static_cast<unsigned>(presence.seats), std::max(0, presence.spectators - named),
                 std::move(presence.people)};
  const bool is_known = link_.nodes.is_known(presence.node);
  live.copy.question.answer_came(presence.node);
  if (live.elsewhere.hear(presence.node, std::move(there), is_known, context_.now())) show(live);
}

// Also by a node where nobody is: who asks may have heard otherwise before.
void RemotePresence::hear(LiveMatch& live, const wire::ReplicaAskPresence& question) {
  static_cast<void>(question);
  tell(live);
}

// Or the match is read just now, and who is there is told with all of it.
void RemotePresence::show(LiveMatch& live) {
  if (live.match) audience_.show_presence(live);
}

void RemotePresence::publish_line(const store::ChatRow& row) {
  const auto room = row.room == wire::to_text(wire::Room::players) ? wire::Room::players : wire::Room::spectators;
  publish(row.match, wire::ReplicaChat{link_.me(), row.number, row.at.time_since_epoch().count(), room, row.player,
                                       row.name, row.text});
}

void RemotePresence::watchers_changed(LiveMatch& live) {
  if (live.elsewhere.told() != live.watchers.presence()) tell(live);
}

void RemotePresence::tell(LiveMatch& live) {
  if (link_.is_alone() || live.copy.subscription == 0) return;
  Presence here = live.watchers.presence();
  publish(live.id,
          wire::ReplicaPresence{link_.me(), static_cast<int>(here.seats), here.spectator_count(), here.spectators});
  live.elsewhere.note_told(std::move(here), context_.now());
}

void RemotePresence::ask(LiveMatch& live) {
  if (live.copy.subscription == 0) return;
  live.copy.question.begin();
  put_question(live);
}

void RemotePresence::put_question(LiveMatch& live) {
  live.elsewhere.note_asked(context_.now());
  publish(live.id, wire::ReplicaAskPresence{link_.me()});
  const auto wait = live.copy.question.wait();
  asking_.set(live, live.copy.asking, wait ? std::optional(context_.now() + *wait) : std::nullopt);
}

// What this node said of itself may have been lost with its question.
void RemotePresence::ask_again(Instant at) {
  for (LiveMatch* const live : asking_.due(at, asked_at_once)) {
    asking_.set(*live, live->copy.asking, std::nullopt);
    const auto is_silent = [&](std::string_view node) { return !live->copy.question.has_answered(node); };
    if (!link_.nodes.is_any_other(is_silent)) continue;
    live->copy.question.repeat();
    if (live->elsewhere.told() != Presence{}) tell(*live);
    put_question(*live);
  }
}

void RemotePresence::forget(LiveMatch& live) {
  live.elsewhere.clear();
  asking_.set(live, live.copy.asking, std::nullopt);
}

void RemotePresence::exchange(LiveMatch& live) {
  tell(live);
  ask(live);
}

void RemotePresence::look(LiveMatch& live) {
  const Instant at = context_.now();
  watchers_changed(live);
  if (live.elsewhere.is_told_before(at - told_again_after)) tell(live);
  if (live.elsewhere.forget_unanswered_since(at - answered_within)) show(live);
  if (live.elsewhere.is_any_silent_since(at - asked_after)) ask(live);
}

void RemotePresence::nodes_changed(LiveMatch& live) {
  if (live.elsewhere.nodes_changed([&](const std::string& node) { return link_.nodes.is_known(node); })) show(live);
}

void RemotePresence::publish_reread(const std::string& id) { publish(id, wire::ReplicaReadAgain{link_.me()}); }

}  // namespace crownstar::live
