// Talk at a match: players and spectators each in a room of their own.
#include <algorithm>
#include <utility>

#include "site/live/inside.hpp"
#include "site/wire/generated/wire_server.hpp"

namespace crownstar::live {

protocol::ChatLine line_of(store::ChatRow row) {
  const bool is_for_players = row.room == protocol::to_text(protocol::Room::players);
  return {row.number,
          is_for_players ? protocol::Room::players : protocol::Room::spectators,
          row.player.empty() ? std::string(nobody_said) : std::move(row.player),
          std::move(row.name),
          std::move(row.text),
          row.at.time_since_epoch().count()};
}

void LiveSite::Inside::say(const Person& person, const Say& say, Done<void> done) {
  if (is_closing) return done(refused("stopping", "the server is stopping; come back in a moment"));
  const std::string name = say.request.empty() ? "" : person.id + " " + say.request;
  if (const auto known = answer_known_line(name)) return done(*known);
  auto line = chat_rules.check(person, say.text, now());
  if (!line) return done(std::unexpected(as_match(line.error())));
  if (!name.empty()) {
    remember_line(name);
    done = [weak = weak_from_this(), name, done = std::move(done)](const std::expected<void, Refused>& said) {
      if (const auto inside = weak.lock()) {
        if (said) {
          if (const auto found = inside->lines_asked.find(name); found != inside->lines_asked.end()) {
            found->second = true;
          }
        } else {
          inside->lines_asked.erase(name);
        }
      }
      done(said);
    };
  }
  const auto room = say.to_players ? protocol::Room::players : protocol::Room::spectators;
  const auto then = [weak = weak_from_this(), person, room, text = *std::move(line),
                     done = std::move(done)](std::expected<LiveMatch*, Refused> live) {
    const auto inside = weak.lock();
    if (!inside) return;
    if (!live) return done(std::unexpected(live.error()));
    const bool is_player = (*live)->seat_of(person.id) >= 0;
    if (is_player != (room == protocol::Room::players)) {
      return done(refused("not_in_room", is_player ? "those who play talk among themselves until the match is left"
                                                   : "only those who play talk there"));
    }
    inside->say_at(**live, person.id, person.name, room, text, done);
  };
  with_match(say.match, then);
}

// Nothing where the line is new.
std::optional<std::expected<void, Refused>> LiveSite::Inside::answer_known_line(const std::string& name) const {
  const auto found = lines_asked.find(name);
  if (found == lines_asked.end()) return std::nullopt;
  if (found->second) return std::expected<void, Refused>{};
  return refused("busy", "it is being said; one moment");
}

void LiveSite::Inside::remember_line(const std::string& name) {
  if (lines_asked_order.size() >= limits::lines_remembered) {
    lines_asked.erase(lines_asked_order.front());
    lines_asked_order.pop_front();
  }
  lines_asked[name] = false;
  lines_asked_order.push_back(name);
}

// A line is stored before anybody reads it, as an event is.
void LiveSite::Inside::say_at(LiveMatch& live, std::string person, std::string name, protocol::Room room,
                              std::string text, Done<void> done) {
  store::ChatRow row{live.id,         0,    std::string(protocol::to_text(room)), std::move(person), std::move(name),
                     std::move(text), now()};
  ++under_way;
  ports.store.append_chat(row, [weak = weak_from_this(), row, done = std::move(done)](auto number) {
    const auto inside = weak.lock();
    if (!inside) return;
    --inside->under_way;
    if (!number) {
      inside->log("match " + row.match + ": a line was not stored: " + number.error().text);
      done(refused("store_unavailable", "it could not be stored; try again in a moment"));
    } else {
      if (LiveMatch* live = inside->find(row.match); live != nullptr && live->match) {
        store::ChatRow line = row;
        line.number = *number;
        inside->take_line(*live, line_of(std::move(line)));
      }
      store::ChatRow line = row;
      line.number = *number;
      inside->tell_nodes_line(line);
      done({});
    }
    if (inside->is_closing) inside->finish_closing();
  });
}

void LiveSite::Inside::show_line(LiveMatch& live, const protocol::ChatLine& line) {
  const bool is_for_players = line.room == protocol::Room::players;
  const ChatLine heard{line.player, line.name, line.text, is_for_players, Instant{Milliseconds{line.at}}};
  Text text;
  for (const Watcher& watcher : live.watchers) {
    if ((watcher.seat >= 0) != is_for_players) continue;
    if (!chat_rules.hears(watcher.listener->who().id, line.player)) continue;
    if (!watcher.listener->wants_text()) {
      watcher.listener->hear({News::Kind::chat, live.id, live.match.get(), {}, &heard});
      continue;
    }
    if (!text) text = text_of(protocol::ServerChat{live.id, line});
    watcher.listener->send(text);
  }
}

}  // namespace crownstar::live
