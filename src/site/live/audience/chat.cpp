#include "site/live/audience/chat.hpp"

#include <utility>

#include "base/limits.hpp"
#include "site/live/context/continuation.hpp"
#include "site/wire/generated/wire_server.hpp"

namespace crownstar::live {

void Chat::say(const Person& person, const Say& say, Done<void> done) {
  if (context_.is_closing) return done(std::unexpected(stopping()));
  const std::string name = say.request.empty() ? "" : person.id + " " + say.request;
  if (const auto known = answer_known_line(name)) return done(*known);
  auto line = rules_.check(person, say.text, context_.now(), say.match + (say.to_players ? " players" : ""));
  if (!line) return done(std::unexpected(as_match(line.error())));
  if (!name.empty()) {
    remember_line(name);
    done = [weak = self(), name, done = std::move(done)](const std::expected<void, Refused>& said) {
      if (const auto self = weak.lock()) {
        if (said) {
          if (const auto found = self->asked_.find(name); found != self->asked_.end()) {
            found->second = true;
          }
        } else {
          self->asked_.erase(name);
        }
      }
      done(said);
    };
  }
  const auto room = say.to_players ? wire::Room::players : wire::Room::spectators;
  const auto then = [weak = self(), person, room, may_leave = say.may_leave_the_table, text = *std::move(line),
                     done = std::move(done)](std::expected<LiveMatch*, Refused> live) {
    const auto self = weak.lock();
    if (!self) return;
    if (!live) return done(std::unexpected(live.error()));
    const bool is_player = (*live)->seat_of(person.id) >= 0;
    const bool is_own_room = is_player == (room == wire::Room::players);
    if (!is_own_room && !(is_player && may_leave)) {
      return done(refused("not_in_room", is_player ? "those who play talk among themselves until the match is left"
                                                   : "only those who play talk there"));
    }
    self->say_at(**live, person.id, person.name, room, text, done);
  };
  matches_.with_match(say.match, then);
}

// Nothing where the line is new.
std::optional<std::expected<void, Refused>> Chat::answer_known_line(const std::string& name) const {
  const auto found = asked_.find(name);
  if (found == asked_.end()) return std::nullopt;
  if (found->second) return std::expected<void, Refused>{};
  return refused("busy", "it is being said; one moment");
}

void Chat::remember_line(const std::string& name) {
  if (asked_order_.size() >= limits::lines_remembered) {
    asked_.erase(asked_order_.front());
    asked_order_.pop_front();
  }
  asked_[name] = false;
  asked_order_.push_back(name);
}

// A line is stored before anybody reads it, as an event is.
void Chat::say_at(LiveMatch& live, std::string person, std::string name, wire::Room room, std::string text,
                  Done<void> done) {
  store::ChatRow row{
      live.id,       0, std::string(wire::to_text(room)), std::move(person), std::move(name), std::move(text),
      context_.now()};
  ++context_.open_writes;
  context_.store.append_chat(row, [weak = self(), row, done = std::move(done)](auto number) {
    const auto self = weak.lock();
    if (!self) return;
    --self->context_.open_writes;
    if (!number) {
      self->context_.log("match " + row.match + ": a line was not stored: " + number.error().text);
      done(refused("store_unavailable", "it could not be stored; try again in a moment"));
    } else {
      store::ChatRow line = row;
      line.number = *number;
      LiveMatch* const live = self->matches_.find(row.match);
      if (live != nullptr && live->match) self->take(*live, line_of(line));
      self->observer_.line_stored(line);
      done({});
    }
    self->context_.write_is_done();
  });
}

// ---- Lines that others may have said ----

// Lines come from several nodes, in any order, and some get lost. If one is missing before this one, or its number
// belonged to a deleted line, the store is read, and this line is sent with all others found there. It is read
// too where the person may be deleted.
void Chat::take(LiveMatch& live, wire::ChatLine line) {
  const wire::ChatLine* const known = live.chat.numbered(line.id);
  if (known != nullptr && *known == line) return;
  const bool is_next = known == nullptr && line.id <= live.chat.last() + 1;
  if (is_next && !context_.changed_people.has(line.player, context_.now())) return tell(live, std::move(line));
  live.chat.hold_back(std::move(line));
  compare(live);
}

void Chat::tell(LiveMatch& live, wire::ChatLine line) {
  audience_.send_line(live, line);
  live.chat.put(std::move(line));
}

void Chat::compare(LiveMatch& live) {
  if (!live.chat.begin_reading()) return;
  const auto then = [](Chat& chat, LiveMatch& live, std::int64_t last, auto rows) {
    chat.was_read(live, std::move(rows), last);
  };
  context_.store.chat(live.id, "", 0, limits::chat_lines, later(self(), live, then, live.chat.last()));
}

void Chat::was_read(LiveMatch& live, store::Outcome<std::vector<store::ChatRow>> rows, std::int64_t last) {
  ChatLog::Read read = live.chat.end_reading();
  if (!live.match) return;
  if (!rows) {
    context_.log("match " + live.id + ": its chat was not read: " + rows.error().text);
    for (wire::ChatLine& line : read.untold) {
      if (live.chat.numbered(line.id) == nullptr) tell(live, std::move(line));
    }
    return observer_.chat_not_read(live);
  }
  const ChatLog::Difference difference = live.chat.absorb(*std::move(rows), last);
  if (difference.is_any_gone) {
    audience_.send_whole(live);
  } else {
    for (const wire::ChatLine& line : difference.fresh) audience_.send_line(live, line);
  }
  if (!read.is_owed) return;
  live.chat.hold_back(std::move(read.untold));  // not all were asked for
  compare(live);
}

void Chat::changed_elsewhere(const std::string& match) {
  LiveMatch* const live = matches_.find(match);
  if (live == nullptr) return;
  if (live->match) return compare(*live);
  if (!live->loads.is_loading()) return;
  live->loads.add(*live, [weak = self()](std::expected<LiveMatch*, Refused> loaded) {
    if (const auto self = weak.lock(); self && loaded) self->compare(**loaded);
  });
}

void Chat::load(LiveMatch& live, std::function<void()> done) {
  const auto then = [](Chat& chat, LiveMatch& live, std::int64_t last, const std::function<void()>& done, auto rows) {
    if (rows) {
      const ChatLog::Difference difference = live.chat.absorb(*std::move(rows), last);
      // Whoever came between the events and the chat has a match in which nobody has said anything.
      if (live.match && !difference.fresh.empty()) chat.audience_.send_whole(live);
    } else {
      live.chat.clear();
    }
    done();
  };
  context_.store.chat(live.id, "", 0, limits::chat_lines, later(self(), live, then, live.chat.last(), std::move(done)));
}

}  // namespace crownstar::live
