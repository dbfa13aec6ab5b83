#include "site/live/audience/chat.hpp"

#include <algorithm>
#include <utility>

#include "base/limits.hpp"
#include "site/live/context/continuation.hpp"
#include "site/wire/generated/wire_server.hpp"

namespace crownstar::live {
namespace {

constexpr std::size_t compared_at_once = 100;  // in one tick

Refused line_not_stored() { return {"store_unavailable", "", "it could not be stored; try again in a moment"}; }

}  // namespace

void Chat::say(const Person& person, const Say& say, Done<void> done) {
  if (context_.is_closing) return done(std::unexpected(stopping()));
  const std::string name = say.request.empty() ? "" : person.id + " " + say.request;
  if (asked_.contains(name)) return answer_again(name, done);
  const std::string place = say.match + (say.to_players ? " players" : "");
  auto line = rules_.check(person, say.text, context_.now(), place);
  if (!line) return done(std::unexpected(as_match(line.error())));
  if (!name.empty()) remember_line(name);
  const auto refuse = [weak = self(), name, person, place, text = *line, done](const Refused& why) {
    if (const auto self = weak.lock()) {
      self->asked_.erase(name);
      self->rules_.was_not_said(person, text, place);
    }
    done(std::unexpected(why));
  };
  const auto room = say.to_players ? wire::Room::players : wire::Room::spectators;
  const auto then = [weak = self(), person, name, room, may_leave = say.may_leave_the_table, text = *std::move(line),
                     refuse, done = std::move(done)](std::expected<LiveMatch*, Refused> live) {
    const auto self = weak.lock();
    if (!self) return;
    if (!live) return refuse(live.error());
    const bool is_player = (*live)->seat_of(person.id) >= 0;
    const bool is_own_room = is_player == (room == wire::Room::players);
    if (!is_own_room && !(is_player && may_leave)) {
      return refuse({"not_in_room", "",
                     is_player ? "those who play talk among themselves until the match is left"
                               : "only those who play talk there"});
    }
    self->store_line(self->row_of(**live, person.id, person.name, room, text),
                     [weak, name, refuse, done](const store::ChatRow& row, const store::Outcome<int>& number) {
                       const bool is_refused = !number && number.error().kind != store::FailureKind::broken;
                       if (is_refused) return refuse(line_not_stored());
                       if (const auto self = weak.lock()) self->answer_outcome(name, row, number.has_value(), done);
                     });
  };
  matches_.with_match(say.match, then);
}

void Chat::remember_line(const std::string& name) {
  if (asked_order_.size() >= limits::lines_remembered) {
    asked_.erase(asked_order_.front());
    asked_order_.pop_front();
  }
  asked_[name] = {};
  asked_order_.push_back(name);
}

// Where the answer was lost, it is in doubt until the same request comes again.
void Chat::answer_outcome(const std::string& name, const store::ChatRow& row, bool is_stored, const Done<void>& done) {
  if (const auto found = asked_.find(name); found != asked_.end()) {
    found->second.is_said = is_stored;
    if (!is_stored) found->second.in_doubt = row;
  }
  if (is_stored) return done({});
  done(std::unexpected(line_not_stored()));
}

void Chat::answer_again(const std::string& name, const Done<void>& done) {
  AskedLine& asked = asked_.at(name);
  if (asked.is_said) return done({});
  if (!asked.in_doubt) return done(refused("busy", "it is being said; one moment"));
  const store::ChatRow row = *std::exchange(asked.in_doubt, std::nullopt);
  context_.store.chat(row.match, row.room, 0, limits::chat_lines, [weak = self(), name, row, done](auto rows) {
    const auto self = weak.lock();
    if (!self) return;
    if (!rows) return self->answer_outcome(name, row, false, done);
    const auto is_that = [&](const store::ChatRow& each) { return each.player == row.player && each.at == row.at; };
    if (std::ranges::any_of(*rows, is_that)) return self->answer_outcome(name, row, true, done);
    self->store_line(row, [weak, name, done](const store::ChatRow& again, const store::Outcome<int>& number) {
      if (const auto self = weak.lock()) self->answer_outcome(name, again, number.has_value(), done);
    });
  });
}

void Chat::say_at(const LiveMatch& live, std::string name, wire::Room room, std::string text) {
  store_line(row_of(live, {}, std::move(name), room, std::move(text)), [](const auto&, const auto&) {});
}

store::ChatRow Chat::row_of(const LiveMatch& live, std::string person, std::string name, wire::Room room,
                            std::string text) const {
  return {live.id,       0, std::string(wire::to_text(room)), std::move(person), std::move(name), std::move(text),
          context_.now()};
}

// A line is stored before anybody reads it, as an event is.
void Chat::store_line(const store::ChatRow& row, LineStored done) {
  ++context_.open_writes;
  context_.store.append_chat(row, [weak = self(), row, done = std::move(done)](const store::Outcome<int>& number) {
    const auto self = weak.lock();
    if (!self) return;
    --self->context_.open_writes;
    LiveMatch* const live = self->matches_.find(row.match);
    store::ChatRow line = row;
    if (number) {
      line.number = *number;
      if (live != nullptr && live->match) {
        self->take(*live, line_of(line));
      } else {
        self->changed_elsewhere(row.match);
      }
      self->observer_.line_stored(line);
    } else {
      self->context_.log("match " + row.match + ": a line was not stored: " + number.error().text);
      const bool may_be_stored = number.error().kind == store::FailureKind::broken;
      if (live != nullptr && may_be_stored) self->in_doubt_.insert(*live);
    }
    done(line, number);
    self->context_.write_is_done();
  });
}

void Chat::read(const std::string& person, std::string_view match, Done<std::vector<ChatLine>> done) {
  matches_.with_match(match, [weak = self(), person, done = std::move(done)](std::expected<LiveMatch*, Refused> live) {
    const auto self = weak.lock();
    if (!self) return;
    if (!live) return done(std::unexpected(live.error()));
    const auto room = (*live)->seat_of(person) >= 0 ? wire::Room::players : wire::Room::spectators;
    self->context_.store.chat(
        (*live)->id, std::string(wire::to_text(room)), 0, limits::chat_lines,
        [weak, person, done](store::Outcome<std::vector<store::ChatRow>> rows) {
          const auto self = weak.lock();
          if (!self) return;
          if (!rows) return done(refused("store_unavailable", "it could not be read; try again in a moment"));
          std::vector<ChatLine> heard;
          for (store::ChatRow& row : *rows) {
            const wire::ChatLine line = line_of(std::move(row));
            if (self->rules_.hears(person, line.player)) heard.push_back(heard_line(line));
          }
          done(std::move(heard));
        });
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

void Chat::look_for_more(LiveMatch& live) {
  const auto then = [](Chat& chat, LiveMatch& live, auto rows) {
    if (rows && !rows->empty() && live.match && rows->back().number > live.chat.last()) chat.compare(live);
  };
  context_.store.chat(live.id, "", static_cast<int>(live.chat.last()), 1, later(self(), live, then));
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
    if (live.chat.note_unread()) context_.log("match " + live.id + ": its chat was not read: " + rows.error().text);
    for (wire::ChatLine& line : read.untold) {
      if (live.chat.numbered(line.id) == nullptr) tell(live, std::move(line));
    }
    in_doubt_.insert(live);
    return;
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
      live.chat.absorb(*std::move(rows), last);
    } else {
      live.chat.clear();
      chat.in_doubt_.insert(live);
    }
    done();
  };
  context_.store.chat(live.id, "", 0, limits::chat_lines, later(self(), live, then, live.chat.last(), std::move(done)));
}

// A match that is not there any more is read with its chat.
void Chat::tick() {
  std::size_t count = 0;
  for (const auto& live : in_doubt_.take()) {
    if (++count <= compared_at_once) {
      changed_elsewhere(live->id);
    } else {
      in_doubt_.insert(*live);
    }
  }
}

}  // namespace crownstar::live
