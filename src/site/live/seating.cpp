// Who sits where: matches are made, joined, left, filled and played again.
#include "site/match/seating.hpp"

#include <algorithm>
#include <utility>

#include "rules/catalog/catalog.hpp"
#include "site/live/inside.hpp"
#include "site/live/match/stored_event.hpp"
#include "site/people/secrets.hpp"

namespace crownstar::live {
namespace {

constexpr Milliseconds rematch_again_after{1000};

Refused stopping() { return {"stopping", "", "the server is stopping; come back in a moment"}; }
Refused not_stored() {
  return {"store_unavailable", "", "it could not be stored, so it did not happen; try again in a moment"};
}

// The same for the same match, so that a rematch whose making was cut short is found and not made twice.
std::string id_of_rematch(std::string_view id) {
  constexpr std::string_view letters = "23456789abcdefghjkmnpqrstuvwxyz";
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char letter : id) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211ULL;
  std::string next = "m";
  for (int count = 0; count < 12; ++count) {
    hash ^= hash >> 29;
    hash *= 0xBF58476D1CE4E5B9ULL;
    next += letters[(hash >> 40) % letters.size()];
  }
  return next;
}

// Lots: which wish gets which seat (AM-11).
void draw_seats(std::vector<SeatRequest>& wishes, bool is_teamed, std::uint64_t random) {
  const std::vector<int> order = match::drawn_seats(static_cast<int>(wishes.size()), is_teamed, random);
  std::vector<SeatRequest> drawn;
  for (const int index : order) drawn.push_back(wishes[static_cast<std::size_t>(index)]);
  wishes = std::move(drawn);
}

template <typename Kind>
bool has(const std::vector<SeatRequest>& wishes, Kind kind) {
  return std::ranges::any_of(wishes, [&](const SeatRequest& wish) { return wish.kind == kind; });
}

match::Player unrated(const Person& person) {
  return {person.id, person.name,
          person.kind == people::PersonKind::account ? match::PlayerKind::account : match::PlayerKind::guest, 0, false};
}

}  // namespace

// With the rating that the person has in such games; a rating that cannot be read is none.
void LiveSite::Inside::with_player(const Person& person, const match::Terms& terms,
                                   std::function<void(match::Player)> then) {
  match::Player player = unrated(person);
  if (player.kind != match::PlayerKind::account || terms.clocks.empty()) return then(std::move(player));
  people::read_ratings(
      ports.store, {person.id}, people::rating_family(terms.game), people::pace_of(terms.clocks.front()),
      [weak = weak_from_this(), player = std::move(player), then = std::move(then)](auto rows) mutable {
        const auto inside = weak.lock();
        if (!inside) return;
        if (rows && rows->front()) {
          const people::Rating rating = people::rating_now(rows->front(), inside->now());
          player.rating = people::shown(rating);
          player.is_provisional = people::is_provisional(rating);
        }
        then(std::move(player));
      });
}

void LiveSite::Inside::create(const Person& person, NewMatch wish, Done<Sat> done) {
  if (site.is_closing) return done(std::unexpected(stopping()));
  if (auto taken = making_throttle.take(person.id, now(), "matches"); !taken) {
    return done(std::unexpected(as_match(taken.error())));
  }
  auto terms = match::checked(wish.terms);
  if (!terms) return done(std::unexpected(terms.error()));
  wish.terms = *std::move(terms);
  const std::size_t seats = wish.terms.clocks.size();
  if (wish.seats.empty()) {
    wish.seats.resize(seats);
    wish.seats.front().kind = SeatRequest::Kind::me;
  }
  const auto mine = std::ranges::count(wish.seats, SeatRequest::Kind::me, &SeatRequest::kind);
  if (wish.seats.size() != seats || mine > 1) {
    return done(refused("bad_seats", "the game has " + std::to_string(seats) + " seats, and you can have one of them"));
  }
  if (auto refusal = not_ratable(wish.terms)) return done(std::unexpected(*std::move(refusal)));
  if (is_full()) return done(std::unexpected(house_is_full()));
  if (unfinished_of(person.id) >= limits::matches_of_a_player) {
    return done(refused("too_many_matches", "you have as many matches as one can; finish one of them first"));
  }
  if (wish.draw_seats) draw_seats(wish.seats, match::is_teamed(wish.terms), draw());
  const match::Terms asked = wish.terms;
  with_player(person, asked,
              [weak = weak_from_this(), person, wish = std::move(wish),
               done = std::move(done)](const match::Player& maker) mutable {
                const auto inside = weak.lock();
                if (inside) inside->create_with(person, std::move(wish), maker, std::move(done));
              });
}

void LiveSite::Inside::create_with(const Person& person, NewMatch wish, const match::Player& maker, Done<Sat> done) {
  const Instant at = now();
  auto first = match::Match::created(wish.terms, at);
  if (!first) return done(std::unexpected(first.error()));
  std::vector<match::Event> events{*std::move(first)};
  auto match = match::Match::replay(events);
  if (!match) return done(std::unexpected(match.error()));
  Sat sat{people::make_id('m'), -1, {}};
  for (std::size_t seat = 0; seat < wish.seats.size(); ++seat) {
    const SeatRequest& wanted = wish.seats[seat];
    if (wanted.kind == SeatRequest::Kind::open) continue;
    match::Player player = maker;
    if (wanted.kind == SeatRequest::Kind::engine) {
      auto engine = engine_seats.player(wanted.engine, wish.terms);
      if (!engine) return done(std::unexpected(engine.error()));
      player = *std::move(engine);
    } else {
      sat.seat = static_cast<int>(seat);
    }
    auto seated = match->handle({static_cast<int>(seat), -1, match::Sit{std::move(player)}, {}}, at);
    if (!seated) return done(std::unexpected(seated.error()));
    if (auto applied = match->apply(*seated); !applied) return done(std::unexpected(applied.error()));
    std::ranges::move(*seated, std::back_inserter(events));
  }
  MatchDetails details;
  details.host = person.id;
  if (!wish.is_public && has(wish.seats, SeatRequest::Kind::open)) details.code = people::make_id('c');
  sat.code = details.code;
  store_match(sat.match, std::move(details), wish.is_public, std::move(events),
              [sat, done = std::move(done)](std::expected<LiveMatch*, Refused> made) {
                if (!made) return done(std::unexpected(made.error()));
                done(sat);
              });
}

// A match that is there already under this id is the same one: only a rematch names its id beforehand.
void LiveSite::Inside::store_match(std::string id, MatchDetails details, bool is_listed,
                                   std::vector<match::Event> events, Done<LiveMatch*> done) {
  const auto& terms = std::get<match::Created>(events.front().what).terms;
  details.seats = static_cast<int>(terms.clocks.size());
  details.clocks = terms.clocks;
  store::MatchHeader header = first_header(std::move(id), terms, details, is_listed, events.front().at);
  if (auto changed = header_after(header, events, 0)) header = *std::move(changed);
  std::vector<store::EventRow> rows;
  rows.reserve(events.size());
  for (const match::Event& event : events) rows.push_back(row_of(event, {}, match::house));
  ++site.open_writes;
  const auto then = [weak = weak_from_this(), header, events = std::move(events),
                     done = std::move(done)](auto outcome) {
    const auto inside = weak.lock();
    if (!inside) return;
    --inside->site.open_writes;
    const bool is_there = !outcome && outcome.error().kind == store::FailureKind::taken;
    if (!outcome && !is_there) {
      ++inside->site.counts.appends_failed;
      inside->log("match " + header.id + ": not stored: " + outcome.error().text);
      done(std::unexpected(not_stored()));
    } else if (is_there || inside->find(header.id) != nullptr) {  // or read as soon as it was stored
      inside->with_match(header.id, done);
    } else {
      LiveMatch& live = inside->add(header);
      live.match = std::make_unique<match::Match>(*match::Match::replay(events));
      live.recent.assign(events.begin(), events.end());
      inside->replication.follow(live);
      inside->cluster.tell_head(live.id);
      inside->site.counts.events_stored += events.size();
      if (!live.match->ended() && live.match->phase() == match::Phase::playing) inside->tell_paired(live);
      inside->match_changed(live);
      done(&live);
      inside->engine_seats.ask(live);
      inside->schedule(live);
    }
    inside->site.write_is_done();
  };
  ports.store.create_match(std::move(header), std::move(rows), then);
}

void LiveSite::Inside::join(const Person& person, Join wish, Done<Sat> done) {
  if (site.is_closing) return done(std::unexpected(stopping()));
  const std::string id = wish.match;
  with_match(id, [weak = weak_from_this(), person, wish = std::move(wish), done = std::move(done)](auto live) mutable {
    const auto inside = weak.lock();
    if (!inside) return;
    if (!live) return done(std::unexpected(live.error()));
    LiveMatch& found = **live;
    if (const int seat = found.seat_of(person.id); seat >= 0) return done(Sat{found.id, seat, {}});
    if (found.header.state != store::MatchState::open) return done(refused("match_full", "no seat is empty"));
    if (!found.header.is_listed && wish.code != found.details.code && person.id != found.details.host) {
      return done(refused("bad_invitation", "the link is not right, or was used up"));
    }
    if (inside->unfinished_of(person.id) >= limits::matches_of_a_player) {
      return done(refused("too_many_matches", "you have as many matches as one can; finish one of them first"));
    }
    const match::Terms terms = found.match->terms();
    inside->with_player(person, terms,
                        [weak = std::weak_ptr(inside), id = found.id, wish = std::move(wish),
                         done = std::move(done)](const match::Player& player) mutable {
                          const auto inside = weak.lock();
                          if (!inside) return;
                          LiveMatch* live = inside->find(id);
                          if (live == nullptr || !live->match) return done(std::unexpected(not_stored()));
                          inside->sit(*live, player, wish.seat, std::move(done));
                        });
  });
}

// The seats that somebody has asked for a moment ago count as taken: two who come at the same time get two seats.
void LiveSite::Inside::sit(LiveMatch& live, const match::Player& player, std::optional<int> wish, Done<Sat> done) {
  const auto is_asked_for = [&](int seat) {
    const auto is_that = [&](const Operation& other) { return other.is<match::Sit>() && other.command.seat == seat; };
    return live.commits.has(is_that);
  };
  int seat = wish.value_or(-1);
  for (int each = 0; each < live.match->seats() && !wish && seat < 0; ++each) {
    if (!live.match->seat(each).player && !is_asked_for(each)) seat = each;
  }
  if (seat < 0) return done(refused("match_full", "no seat is empty"));
  Operation operation{{seat, -1, match::Sit{player}, {}}, {}, {}};
  operation.answers.emplace_back([id = live.id, seat, done = std::move(done)](const auto& taken) {
    if (!taken) return done(std::unexpected(taken.error()));
    done(Sat{id, seat, {}});
  });
  pipeline.submit(live, std::move(operation));
}

void LiveSite::Inside::leave(const Person& person, std::string_view match, Done<void> done) {
  with_match(match, [weak = weak_from_this(), person, done = std::move(done)](std::expected<LiveMatch*, Refused> live) {
    const auto inside = weak.lock();
    if (!inside) return;
    if (!live) return done(std::unexpected(live.error()));
    const int seat = (*live)->seat_of(person.id);
    if (seat < 0) return done(refused("not_seated", "you have no seat in this match"));
    Operation operation{{seat, -1, match::Leave{}, {}}, {}, {}};
    operation.answers.emplace_back([done](const auto& taken) {
      if (!taken) return done(std::unexpected(taken.error()));
      done({});
    });
    inside->pipeline.submit(**live, std::move(operation));
  });
}

void LiveSite::Inside::fill(const Person& person, std::string_view match, std::string_view engine, Done<void> done) {
  with_match(match, [weak = weak_from_this(), person, engine = std::string(engine),
                     done = std::move(done)](std::expected<LiveMatch*, Refused> live) {
    const auto inside = weak.lock();
    if (!inside) return;
    if (!live) return done(std::unexpected(live.error()));
    LiveMatch& found = **live;
    if (found.details.host != person.id) return done(refused("not_host", "only who made the match may fill its seats"));
    if (found.header.state != store::MatchState::open) return done(refused("match_full", "no seat is empty"));
    const auto player = inside->engine_seats.player(engine, found.match->terms());
    if (!player) return done(std::unexpected(player.error()));
    std::vector<int> open;
    for (int seat = 0; seat < found.match->seats(); ++seat) {
      if (!found.match->seat(seat).player) open.push_back(seat);
    }
    // The last one answers for all; one that somebody has taken in the meantime is no harm.
    for (const int seat : open) {
      inside->sit(found, *player, seat, [done, is_last = seat == open.back()](const auto& sat) {
        if (!is_last) return;
        const std::string_view code = sat ? std::string_view() : std::string_view(sat.error().code);
        const bool is_taken = code == match::refusal_code::seat_taken || code == match::refusal_code::already_started;
        if (!sat && !is_taken) return done(std::unexpected(sat.error()));
        done({});
      });
    }
  });
}

// ---- Again ----

void LiveSite::Inside::rematch(LiveMatch& live) {
  if (!live.match || live.rematch.under_way.has_value() || live.is_storing() || site.is_closing) return;
  if (live.rematch.is_impossible || !live.match->is_rematch_agreed() || !live.match->status(now()).next.empty()) return;
  if (live.timing.not_before && *live.timing.not_before > now()) return;
  live.rematch.under_way.emplace(live);
  std::vector<std::string> accounts;
  std::vector<match::Player> players;
  for (const store::SeatRow& row : live.header.seats) {
    players.push_back(player_of(row));
    accounts.push_back(row.kind == store::PlayerKind::account ? row.player : "");
  }
  const people::Pace pace = people::pace_of(live.match->terms().clocks.front());
  // Their ratings as they are by now.
  const auto then = [](Inside& inside, LiveMatch& live, std::vector<match::Player> players, auto rows) {
    for (std::size_t seat = 0; rows && seat < players.size(); ++seat) {
      if (!(*rows)[seat]) continue;
      const people::Rating rating = people::rating_now((*rows)[seat], inside.now());
      players[seat].rating = people::shown(rating);
      players[seat].is_provisional = people::is_provisional(rating);
    }
    inside.begin_rematch(live, std::move(players));
  };
  people::read_ratings(ports.store, accounts, live.header.family, pace,
                       later(weak_from_this(), live, then, std::move(players)));
}

void LiveSite::Inside::begin_rematch(LiveMatch& live, std::vector<match::Player> players) {
  const auto next = match::rematch_of(live.match->terms(), players);
  auto events = match::opening(next.terms, next.players, now());
  if (!events) {
    log("match " + live.id + ": no rematch: " + events.error().reason);
    live.rematch.under_way.reset();
    live.rematch.is_impossible = true;
    return schedule(live);
  }
  MatchDetails details;
  details.host = live.details.host;
  details.previous = live.id;
  const auto then = [](Inside& inside, LiveMatch& live, std::expected<LiveMatch*, Refused> made) {
    live.rematch.under_way.reset();
    if (made) return inside.pipeline.house(live, {match::house, -1, match::NameRematch{(*made)->id}, {}});
    live.timing.not_before = inside.now() + rematch_again_after;
    inside.schedule(live);
  };
  store_match(id_of_rematch(live.id), std::move(details), live.header.is_listed, *std::move(events),
              later(weak_from_this(), live, then));
}

}  // namespace crownstar::live
