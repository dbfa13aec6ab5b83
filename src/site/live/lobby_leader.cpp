// The lobby of several nodes: the eldest keeps it, the others ask it and show what it tells. What becomes of it when
// the keeper is gone: lobby_heirs.cpp.
#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

#include "site/live/event_codec.hpp"
#include "site/live/inside.hpp"
#include "site/live/lobby_codec.hpp"
#include "site/live/lobby_view.hpp"
#include "site/wire/generated/wire_server.hpp"

namespace crownstar::live {
namespace {

constexpr std::string_view lobby_subject = "crownstar.lobby";
constexpr std::string_view seekers_subject = "crownstar.seekers";
constexpr Milliseconds answer_within{8000};
constexpr Milliseconds whole_every{5000};
constexpr std::string_view portion_mark = "+portion ";
constexpr std::string_view no_end = "-";   // of a portion that begins with the first, or ends with the last
constexpr std::size_t portion_seeks = 90;  // seeks, well within a message of the bus

std::string keeper_subject(std::string_view node) { return "crownstar.keeper." + std::string(node); }

Refused lobby_is_away() { return {"busy", "", "the lobby does not answer just now; try again in a moment"}; }

}  // namespace

bool LiveSite::Inside::is_keeper() const { return is_alone() || nodes.eldest() == nodes.me(); }

void LiveSite::Inside::join_lobby() {
  was_keeper = is_keeper();
  join_heirs();
  ports.bus->serve(keeper_subject(nodes.me()), "keeper",
                   [weak = weak_from_this()](std::string_view, std::string_view text, const bus::Respond& respond) {
                     if (const auto inside = weak.lock()) inside->answer_wish(text, respond);
                   });
  ports.bus->subscribe(lobby_subject, [weak = weak_from_this()](std::string_view, std::string_view text) {
    const auto inside = weak.lock();
    if (inside && !inside->is_keeper() && take_word(text) == inside->nodes.eldest()) inside->show_seeks(text);
  });
  ports.bus->subscribe(seekers_subject, [weak = weak_from_this()](std::string_view, std::string_view text) {
    const auto inside = weak.lock();
    const std::string node(take_word(text));
    const bool is_here = take_word(text) == "here";
    if (!inside || !inside->is_keeper() || node == inside->nodes.me()) return;
    const std::string person(text);
    const auto known = inside->seekers_elsewhere.find(person);
    if (is_here) {
      if (known != inside->seekers_elsewhere.end() || inside->seeks.seeks_something(person)) {
        inside->seekers_elsewhere[person] = node;
      }
      inside->seeks.back(person);
    } else if (known != inside->seekers_elsewhere.end() && known->second == node) {
      inside->seekers_elsewhere.erase(known);
      if (!inside->persons.contains(person)) inside->seeks.gone(person, inside->now());
    }
  });
}

// Whose connection was at a node that is gone is waited for as long as for one that broke off.
void LiveSite::Inside::lobby_nodes_changed() {
  for (auto seeker = seekers_elsewhere.begin(); seeker != seekers_elsewhere.end();) {
    if (nodes.is_known(seeker->second)) {
      ++seeker;
      continue;
    }
    if (!persons.contains(seeker->first)) {
      seeks.gone(seeker->first, now());
      seeks.stop_waiting(seeker->first);  // their node asks whoever keeps the lobby, and that may not be this one
    }
    seeker = seekers_elsewhere.erase(seeker);
  }
  whole_at = now();  // for who came
  const bool is_now = is_keeper();
  if (is_now != std::exchange(was_keeper, is_now)) {
    if (is_now) {
      take_over_lobby();
    } else {
      seeks.clear();  // an elder was there all the time, and keeps them
      tell_seeks();
      seekers_elsewhere.clear();
    }
  }
  if (heirs.is_new_keeper(nodes.eldest())) keeper_changed();
  if (is_now && nodes.size() > 1) tell_heirs_all();
}

void LiveSite::Inside::seeker_moved(const std::string& person, bool is_here) {
  if (is_alone() || is_keeper()) return;
  std::ignore = ports.bus->publish(seekers_subject, nodes.me() + (is_here ? " here " : " gone ") + person);
}

// ---- Asking ----

void LiveSite::Inside::ask_keeper(LobbyWish wish, Done<Sought> done) {
  wish.node = nodes.me();
  wish.is_present = persons.contains(wish.person.id);
  if (is_closing) return done(refused("stopping", "the server is stopping; come back in a moment"));
  const auto then = [done = std::move(done)](const std::expected<std::string, bus::AskFailure>& answer) {
    if (!answer) return done(std::unexpected(lobby_is_away()));
    done(read_sought(*answer));
  };
  ports.bus->ask(keeper_subject(nodes.eldest()), write_wish(wish), answer_within, then);
}

void LiveSite::Inside::answer_wish(std::string_view text, const bus::Respond& respond) {
  auto wish = read_wish(text);
  if (!wish || !is_keeper()) return respond(write_sought(std::unexpected(lobby_is_away())));
  const Done<Sought> done = [respond](const std::expected<Sought, Refused>& sought) { respond(write_sought(sought)); };
  const Person& person = wish->person;
  if (wish->is_present && nodes.is_known(wish->node) && seekers_elsewhere.size() < limits::matches_in_memory) {
    seekers_elsewhere[person.id] = wish->node;
  }
  switch (wish->kind) {
    case LobbyWish::Kind::seek:
      return seek(person, wish->wish, done);
    case LobbyWish::Kind::take:
      return take_seek(person, wish->named, wish->seat, done);
    case LobbyWish::Kind::accept:
      return accept(person, wish->named, wish->seat, done);
    case LobbyWish::Kind::fill:
      return fill_seek(person, wish->named, wish->engine, done);
    case LobbyWish::Kind::leave:
      break;
  }
  return unseek(person, wish->named, done);
}

void LiveSite::Inside::unseek(const Person& person, const std::string& seek, const Done<Sought>& done) {
  if (put_off([this, person, seek, done] { unseek(person, seek, done); })) return;
  if (const auto waiting = heirs.waiting.find(person.id); waiting != heirs.waiting.end()) {
    if (seek.empty() || seek == waiting->second.seek) heirs.waiting.erase(waiting);
  }
  if (!is_keeper()) {
    LobbyWish wish;
    wish.kind = LobbyWish::Kind::leave;
    wish.person = person;
    wish.named = seek;
    return ask_keeper(std::move(wish), done);
  }
  std::expected<void, Refused> left;
  if (seek.empty()) {
    seeks.leave_all(person.id);
  } else {
    left = seeks.leave(seek, person.id);
  }
  tell_seeks();
  if (!left) return done(std::unexpected(left.error()));
  done(Sought{});
}

// ---- Showing ----

void LiveSite::Inside::tell_nodes_seeks(const Text& change) {
  if (is_alone() || !is_keeper()) return;
  // One that is too long, as when a keeper takes over all there is, is told with the whole.
  if (!ports.bus->publish(lobby_subject, nodes.me() + " " + *change)) whole_at = now();
}

// All seeks, now and then: for who came, and for who missed a change.
void LiveSite::Inside::tell_nodes_whole(Instant at) {
  if (is_alone() || at < whole_at) return;
  whole_at = at + whole_every;
  ask_for_waiting();
  compare_waiting();
  if (!is_keeper()) return tell_seekers_here();
  if (nodes.size() == 1) return;
  tell_heirs_portion();
  protocol::ServerLobby whole;
  for (const lobby::SeekView& view : seeks.listed()) whole.seeks.push_back(seek_view(view));
  const std::string text = nodes.me() + " " + protocol::encode(whole);
  if (text.size() > limits::bus_message_bytes) return tell_nodes_portions(std::move(whole.seeks));
  std::ignore = ports.bus->publish(lobby_subject, text);
}

// What is too much for one message. Each says what it lies between, so that what is gone is seen to be.
void LiveSite::Inside::tell_nodes_portions(std::vector<protocol::Seek> all) {
  std::ranges::sort(all, {}, &protocol::Seek::id);
  std::string after(no_end);
  for (std::size_t first = 0; first < all.size(); first += portion_seeks) {
    const std::size_t end = std::min(first + portion_seeks, all.size());
    const std::string last = end == all.size() ? std::string(no_end) : all[end - 1].id;
    protocol::ServerLobby portion;
    portion.seeks.assign(std::make_move_iterator(all.begin() + static_cast<std::ptrdiff_t>(first)),
                         std::make_move_iterator(all.begin() + static_cast<std::ptrdiff_t>(end)));
    std::ignore = ports.bus->publish(lobby_subject, nodes.me() + " " + std::string(portion_mark) + after + " " + last +
                                                        " " + protocol::encode(portion));
    after = last;
  }
}

void LiveSite::Inside::show_seeks(std::string_view text) {
  std::string_view after;
  std::string_view last;
  if (text.starts_with(portion_mark)) {
    text.remove_prefix(portion_mark.size());
    after = take_word(text);
    last = take_word(text);
    if (after == no_end) after = {};
    if (last == no_end) last = {};
    if (!last.empty() && last <= after) return;
  }
  const auto message = protocol::decode<protocol::ServerMessage>(text);
  if (!message) return;
  if (const auto* whole = std::get_if<protocol::ServerLobby>(&*message)) return show_whole(whole->seeks, after, last);
  const auto* change = std::get_if<protocol::ServerLobbyChange>(&*message);
  if (change == nullptr) return;
  for (const std::string& gone : change->seeks_gone) seeks_shown.erase(gone);
  for (const protocol::Seek& seek : change->seeks) {
    if (std::cmp_less(seeks_shown.size(), limits::lobby_seeks)) seeks_shown[seek.id] = seek;
  }
  show(*change);
}

// All that there are behind `after`, and up to `last` where that is not empty.
void LiveSite::Inside::show_whole(const std::vector<protocol::Seek>& all, std::string_view after,
                                  std::string_view last) {
  protocol::ServerLobbyChange change;
  std::set<std::string_view> there;
  for (const protocol::Seek& seek : all) there.insert(seek.id);
  for (auto seek = seeks_shown.upper_bound(after);
       seek != seeks_shown.end() && (last.empty() || std::string_view(seek->first) <= last);) {
    if (there.contains(seek->first)) {
      ++seek;
      continue;
    }
    change.seeks_gone.push_back(seek->first);
    seek = seeks_shown.erase(seek);
  }
  for (const protocol::Seek& seek : all) {
    const auto known = seeks_shown.find(seek.id);
    if (known != seeks_shown.end() && known->second == seek) continue;
    if (known == seeks_shown.end() && std::cmp_greater_equal(seeks_shown.size(), limits::lobby_seeks)) continue;
    seeks_shown.insert_or_assign(seek.id, seek);
    change.seeks.push_back(seek);
  }
  if (!change.seeks.empty() || !change.seeks_gone.empty()) show(change);
}

void LiveSite::Inside::show(const protocol::ServerLobbyChange& change) {
  lobby_text.reset();
  if (lobby_listeners.empty()) return;
  const Text text = text_of(change);
  for (Listener* listener : lobby_listeners) listener->send(text);
}

}  // namespace crownstar::live
