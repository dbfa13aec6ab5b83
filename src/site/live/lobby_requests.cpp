// The lobby: seeks become matches, and whoever looks at the list is told what changes.
#include <algorithm>
#include <utility>

#include "site/live/inside.hpp"
#include "site/live/lobby_view.hpp"
#include "site/match/seating.hpp"
#include "site/people/secrets.hpp"
#include "site/wire/generated/wire_server.hpp"

namespace crownstar::live {
namespace {

constexpr Milliseconds lobby_pause{1000};

Refused stopping() { return {"stopping", "", "the server is stopping; come back in a moment"}; }

}  // namespace

std::optional<Refused> LiveSite::Inside::may_seek(const Person& person) {
  if (is_closing) return stopping();
  if (auto taken = seeking_throttle.take(person.id, now(), "seeks"); !taken) return as_match(taken.error());
  if (is_full()) return house_is_full();
  if (unfinished_of(person.id) >= limits::matches_of_a_player) {
    return Refused{"too_many_matches", "", "you have as many matches as one can; finish one of them first"};
  }
  return std::nullopt;
}

void LiveSite::Inside::seek(const Person& person, const SeekRequest& wish, Done<Sought> done) {
  if (put_off([this, person, wish, done] { seek(person, wish, done); })) return;
  if (wish.is_quick && persons.contains(person.id)) {
    done = [weak = weak_from_this(), id = person.id, wish, done = std::move(done)](const auto& sought) {
      if (const auto inside = weak.lock(); inside && sought) inside->note_waiting(id, wish, *sought);
      done(sought);
    };
  }
  if (!is_keeper()) {
    LobbyWish asking;
    asking.person = person;
    asking.wish = wish;
    return ask_keeper(std::move(asking), std::move(done));
  }
  if (auto refusal = may_seek(person)) return done(std::unexpected(*std::move(refusal)));
  auto terms = match::checked(wish.terms);
  if (!terms) return done(std::unexpected(terms.error()));
  if (auto refusal = not_ratable(*terms)) return done(std::unexpected(*std::move(refusal)));
  const int seats = static_cast<int>(terms->clocks.size());
  lobby::Wish asked{*terms, seats, wish.ratings, wish.seat, wish.is_by_link, {}};
  for (const SeekRequest::EngineSeat& wanted : wish.engines) {
    if (ports.engines == nullptr) return done(refused("no_such_engine", "no computer plays here"));
    auto engine = ports.engines->player(wanted.engine, *terms);
    if (!engine) return done(std::unexpected(engine.error()));
    asked.engines.push_back({*std::move(engine), wanted.seat});
  }
  const auto placing = [this, asked, is_quick = wish.is_quick, id = wish.id](const match::Player& player) {
    const lobby::Draw lots = [this] { return draw(); };
    if (is_quick) return seeks.quick({asked.terms, asked.seats, id}, player, now(), lots);
    return seeks.seek(asked, player, now(), lots);
  };
  place(person, *terms, !wish.is_by_link, placing, std::move(done));
}

void LiveSite::Inside::take_seek(const Person& person, std::string_view seek, int seat, Done<Sought> done) {
  if (put_off([this, person, seek = std::string(seek), seat, done] { take_seek(person, seek, seat, done); })) return;
  if (!is_keeper()) {
    LobbyWish asking{LobbyWish::Kind::take, {}, person, false, std::string(seek), seat, {}, {}};
    return ask_keeper(std::move(asking), std::move(done));
  }
  if (auto refusal = may_seek(person)) return done(std::unexpected(*std::move(refusal)));
  const auto view = seeks.find(seek);
  if (!view) return done(refused("no_such_seek", "the seek is gone"));
  place(
      person, view->terms, true,
      [this, seek = view->id, seat](const match::Player& player) {
        return seeks.take(seek, player, seat, now(), [this] { return draw(); });
      },
      std::move(done));
}

void LiveSite::Inside::accept(const Person& person, std::string_view code, int seat, Done<Sought> done) {
  if (put_off([this, person, code = std::string(code), seat, done] { accept(person, code, seat, done); })) return;
  if (!is_keeper()) {
    LobbyWish asking{LobbyWish::Kind::accept, {}, person, false, std::string(code), seat, {}, {}};
    return ask_keeper(std::move(asking), std::move(done));
  }
  if (auto refusal = may_seek(person)) return done(std::unexpected(*std::move(refusal)));
  const auto view = seeks.invitation(code);
  if (!view) return done(refused("bad_invitation", "the link is not right, or was used up"));
  place(
      person, view->terms, false,
      [this, code = std::string(code), seat](const match::Player& player) {
        return seeks.accept(code, player, seat, now(), [this] { return draw(); });
      },
      std::move(done));
}

void LiveSite::Inside::fill_seek(const Person& person, std::string_view seek, std::string_view engine,
                                 Done<Sought> done) {
  if (put_off([this, person, seek = std::string(seek), engine = std::string(engine), done] {
        fill_seek(person, seek, engine, done);
      })) {
    return;
  }
  if (!is_keeper()) {
    LobbyWish asking{LobbyWish::Kind::fill, {}, person, false, std::string(seek), -1, std::string(engine), {}};
    return ask_keeper(std::move(asking), std::move(done));
  }
  if (is_closing) return done(std::unexpected(stopping()));
  auto view = seeks.find(seek);
  const bool is_listed = view.has_value();
  if (!view) {  // not listed, it is found by whoever sits in it
    const std::vector<lobby::SeekView> own = seeks.seeks_of(person.id);
    const auto found = std::ranges::find(own, seek, &lobby::SeekView::id);
    if (found == own.end()) return done(refused("no_such_seek", "the seek is gone"));
    view = *found;
  }
  if (ports.engines == nullptr) return done(refused("no_such_engine", "no computer plays here"));
  const auto player = ports.engines->player(engine, view->terms);
  if (!player) return done(std::unexpected(player.error()));
  placed(person.id, is_listed, seeks.fill(seek, person.id, *player, now(), [this] { return draw(); }), std::move(done));
}

// The lobby pairs by rating, so that is read first.
void LiveSite::Inside::place(const Person& person, const match::Terms& terms, bool is_listed, Placing placing,
                             Done<Sought> done) {
  with_player(person, terms,
              [weak = weak_from_this(), is_listed, placing = std::move(placing),
               done = std::move(done)](const match::Player& player) mutable {
                const auto inside = weak.lock();
                if (!inside) return;
                auto outcome = placing(player);
                // Whoever has no connection yet, or no longer, is waited for as long as for one that broke off.
                const bool is_there =
                    inside->persons.contains(player.id) || inside->seekers_elsewhere.contains(player.id);
                if (!is_there) inside->seeks.gone(player.id, inside->now());
                inside->placed(player.id, is_listed, std::move(outcome), std::move(done));
              });
}

void LiveSite::Inside::placed(std::string person, bool is_listed, std::expected<lobby::Placed, Refused> outcome,
                              Done<Sought> done) {
  lobby_at = lobby_at.value_or(now());
  tell_seeks();
  if (!outcome) return done(std::unexpected(outcome.error()));
  if (outcome->pairing)
    return begin_paired(*std::move(outcome->pairing), is_listed, std::move(person), std::move(done));
  done(Sought{std::move(outcome->seek), std::move(outcome->code), std::nullopt});
}

// Everybody has a seat. The match is named after its seek, so the key of matches lets a seek be paired once, whoever
// else thinks that it keeps the lobby. If it cannot be stored the seek is gone all the same, and who asked last is
// told.
void LiveSite::Inside::begin_paired(lobby::Pairing pairing, bool is_listed, std::string person, Done<Sought> done) {
  auto events = match::opening(pairing.terms, pairing.seats, now());
  if (!events) return done(std::unexpected(events.error()));
  MatchDetails details;
  details.host = pairing.host;
  store_match(match_of_seek(pairing.seek), std::move(details), is_listed, *std::move(events),
              [weak = weak_from_this(), seek = pairing.seek, seats = pairing.seats, person = std::move(person),
               done = std::move(done)](std::expected<LiveMatch*, Refused> made) {
                if (const auto inside = weak.lock()) {
                  for (const match::Player& player : seats) {
                    const bool is_left = !made || (*made)->seat_of(player.id) < 0;
                    if (is_left && player.kind != match::PlayerKind::engine) inside->tell_wait_lost(player.id);
                  }
                }
                if (!made) return done(std::unexpected(made.error()));
                const int seat = (*made)->seat_of(person);
                if (seat < 0 && !person.empty()) return done(refused("no_such_seek", "the seek is gone"));
                done(Sought{seek, "", Sat{(*made)->id, seat, ""}});
              });
}

// ---- Who looks at it ----

void LiveSite::Inside::watch_lobby(Listener& listener, bool is_on) {
  const auto attendant = attendants.find(&listener);
  if (attendant == attendants.end()) return;
  if (!is_on) {
    lobby_listeners.erase(&listener);
    return;
  }
  if (!listener.wants_text()) return;
  if (lobby_listeners.insert(&listener).second && lobby_listeners.size() == 1) lobby_text.reset();
  lobby_at = lobby_at.value_or(now());
  listener.send(whole_lobby());
}

// Made once for all who come before it changes.
Text LiveSite::Inside::whole_lobby() {
  if (lobby_text) return lobby_text;
  protocol::ServerLobby message;
  for (const lobby::SeekView& view : seeks.listed()) message.seeks.push_back(seek_view(view));
  for (const auto& [id, seek] : seeks_shown) message.seeks.push_back(seek);
  for (const MatchSummary& summary : lobby_matches({})) message.matches.push_back(summary_view(summary));
  message.online = static_cast<int>(persons.size()) + nodes.online_elsewhere();
  lobby_text = text_of(message);
  return lobby_text;
}

void LiveSite::Inside::tell_seeks() {
  tell_heirs_changes();
  const std::vector<lobby::Change> changes = seeks.take_changes();
  if (changes.empty()) return;
  lobby_text.reset();
  if (lobby_listeners.empty() && is_alone()) return;
  protocol::ServerLobbyChange message;
  for (const lobby::Change& change : changes) {
    std::erase_if(message.seeks, [&](const protocol::Seek& seek) { return seek.id == change.seek; });
    std::erase(message.seeks_gone, change.seek);
    if (change.view) {
      message.seeks.push_back(seek_view(*change.view));
    } else {
      message.seeks_gone.push_back(change.seek);
    }
  }
  const Text text = text_of(message);
  tell_nodes_seeks(text);
  for (Listener* listener : lobby_listeners) listener->send(text);
}

// Matches change with every move: what has is told once a second.
void LiveSite::Inside::tell_lobby_changes() {
  const int online = static_cast<int>(persons.size()) + nodes.online_elsewhere();
  if (lobby_dirty.empty() && online == online_told) return;
  lobby_text.reset();
  if (lobby_listeners.empty()) return lobby_dirty.clear();  // who comes gets the whole
  protocol::ServerLobbyChange message;
  for (int count = 0; count < limits::lobby_matches && !lobby_dirty.empty(); ++count) {
    const std::string id = *lobby_dirty.begin();
    lobby_dirty.erase(lobby_dirty.begin());
    if (const LiveMatch* live = find(id); live != nullptr && live->is_unfinished()) {
      message.matches.push_back(summary_view(summary(*live)));
    } else {
      message.matches_gone.push_back(id);
    }
  }
  if (online != online_told) message.online = online;
  online_told = online;
  const Text text = text_of(message);
  for (Listener* listener : lobby_listeners) listener->send(text);
}

void LiveSite::Inside::lobby_tick(Instant at) {
  for (lobby::Pairing& pairing : seeks.tick(at, [this] { return draw(); })) {
    begin_paired(std::move(pairing), true, {}, [weak = weak_from_this()](const auto& begun) {
      const auto inside = weak.lock();
      if (inside && !begun) inside->log("a pairing did not begin: " + begun.error().reason);
    });
  }
  tell_seeks();
  tell_lobby_changes();
  std::vector<LiveMatch*> untold(presence_untold.begin(), presence_untold.end());
  for (LiveMatch* live : untold) tell_presence(*live);
  lobby_at = at + lobby_pause;
}

}  // namespace crownstar::live
