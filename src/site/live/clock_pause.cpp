// The time that is nobody's: while an event is being stored, while the store refuses, while the server is down.
#include "site/live/inside.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::hall {

// Who is to move learns of it only now. On several nodes each goes by when it has told its own listeners.
void Hall::Inside::note_told(Table& table, int first) {
  table.told = {first, now()};
  table.match->told(first, table.told->at);
}

// From the first thing that the store refused at this table until it stores again no clock runs, and none is shown to.
void Hall::Inside::stand_still(Table& table, Instant since) {
  if (table.stands_since || !table.match || !table.match->deadline()) return;
  table.stands_since = since;
  table.match->stand_still(since);
  Text text;
  for (const Watcher& watcher : table.watchers) {
    if (!watcher.listener->wants_text()) continue;
    if (!text) {
      auto message = protocol::events_message(table.id, {}, *table.match, now());
      message.first = table.match->number() + 1;
      text = text_of(message);
    }
    watcher.listener->send(text);
  }
}

match::Command Hall::Inside::resume_of(const Table& table) {
  return {match::house, -1, match::Resume{*table.stands_since}, {}};
}

// Another node may have given the time back. What it did not know of, since this one was refused earlier, is still owed
// to the same turn: as much earlier than now.
void Hall::Inside::settle_standing(Table& table, std::span<const match::Event> events) {
  if (!table.stands_since) return;
  Instant since = *table.stands_since;
  bool is_owed = true;
  for (const match::Event& event : events) {
    const auto* resumed = std::get_if<match::Resumed>(&event.what);
    if (resumed == nullptr) continue;
    is_owed = is_owed && resumed->down_since > since;
    since += event.at - resumed->down_since;
  }
  if (!is_owed || table.match->turn_since() > since || !table.match->deadline()) return table.stands_since.reset();
  table.stands_since = since;
  table.match->stand_still(since);
  table.not_before = now();
}

}  // namespace crownstar::hall
