#include "site/live/matches/seating.hpp"

#include <algorithm>
#include <utility>

#include "base/limits.hpp"
#include "base/mixing.hpp"
#include "site/live/context/continuation.hpp"
#include "site/live/match/stored_event.hpp"
#include "site/match/seating.hpp"
#include "site/people/ratings/ratings.hpp"
#include "site/people/secrets.hpp"

namespace crownstar::live {
namespace {

constexpr Milliseconds rematch_again_after{1000};

// The same for the same match, so that a rematch whose making was cut short is found and not made twice. Its letters
// and its mixing are its own: another build must find the same id.
std::string id_of_rematch(std::string_view id) {
  constexpr std::string_view letters = "23456789abcdefghjkmnpqrstuvwxyz";
  base::Fnv1a sum;
  sum.add(id);
  std::uint64_t hash = sum.sum();
  std::string next = "m";
  for (int count = 0; count < 12; ++count) {
    hash ^= hash >> 29;
    hash *= 0xBF58476D1CE4E5B9ULL;
    next += letters[(hash >> 40) % letters.size()];
  }
  return next;
}

// Lots: which request gets which seat (AM-11).
void draw_seats(std::vector<SeatRequest>& requests, bool is_teamed, std::uint64_t random) {
  const std::vector<int> order = match::drawn_seats(static_cast<int>(requests.size()), is_teamed, random);
  std::vector<SeatRequest> drawn;
  for (const int index : order) drawn.push_back(requests[static_cast<std::size_t>(index)]);
  requests = std::move(drawn);
}

template <typename Kind>
bool has(const std::vector<SeatRequest>& requests, Kind kind) {
  return std::ranges::any_of(requests, [&](const SeatRequest& request) { return request.kind == kind; });
}

match::Player unrated(const Person& person) {
  return {person.id, person.name,
          person.kind == people::PersonKind::account ? match::PlayerKind::account : match::PlayerKind::guest, 0, false};
}

Refused too_many_matches() {
  return {"too_many_matches", "", "you have as many matches as one can; finish one of them first"};
}

// Those who sit down in the events, without engines.
std::vector<std::string> persons_in(const std::vector<match::Event>& events) {
  std::vector<std::string> persons;
  for (const match::Event& event : events) {
    const auto* seated = std::get_if<match::Seated>(&event.what);
    if (seated != nullptr && seated->player.kind != match::PlayerKind::engine) persons.push_back(seated->player.id);
  }
  return persons;
}

// The players are checked when they sit down.
std::optional<Refused> not_ratable(const match::Terms& terms) {
  if (!terms.is_rated) return std::nullopt;
  auto checked = people::check_rated(terms);
  return checked ? std::nullopt : std::optional(as_match(std::move(checked.error())));
}

}  // namespace

std::optional<Refused> Seating::no_more_matches(std::string_view person) {
  if (matches_.is_full()) {
    return Refused{"busy", "", "the server has as many matches as it can; try again in a moment"};
  }
  if (is_at_match_limit(person)) return too_many_matches();
  return std::nullopt;
}

bool Seating::is_at_match_limit(std::string_view person) const {
  const auto reserved = reserved_.find(person);
  const int on_their_way = reserved == reserved_.end() ? 0 : reserved->second;
  return registry_.unfinished_of(person) + on_their_way >= limits::matches_of_a_player;
}

template <typename T>
Done<T> Seating::reserve(std::vector<std::string> persons, Done<T> done) {
  for (const std::string& person : persons) ++reserved_[person];
  return [weak = self(), persons = std::move(persons), done = std::move(done)](std::expected<T, Refused> outcome) {
    const auto self = weak.lock();
    if (!self) return;
    for (const std::string& person : persons) {
      const auto reserved = self->reserved_.find(person);
      if (--reserved->second == 0) self->reserved_.erase(reserved);
    }
    done(std::move(outcome));
  };
}

void Seating::with_player(const Person& person, const match::Terms& terms, std::function<void(match::Player)> then) {
  match::Player player = unrated(person);
  if (player.kind != match::PlayerKind::account || terms.clocks.empty()) return then(std::move(player));
  people::read_ratings(context_.store, {person.id}, people::rating_family(terms.game),
                       people::pace_of(terms.clocks.front()),
                       [weak = self(), player = std::move(player), then = std::move(then)](auto rows) mutable {
                         const auto self = weak.lock();
                         if (!self) return;
                         if (rows && rows->front()) {
                           const people::Rating rating = people::rating_now(rows->front(), self->context_.now());
                           player.rating = people::shown(rating);
                           player.is_provisional = people::is_provisional(rating);
                         }
                         then(std::move(player));
                       });
}

void Seating::begin(lobby::MatchToBegin begun, std::vector<std::string> persons, Done<std::vector<int>> done) {
  MatchDetails details;
  details.host = begun.host;
  Done<LiveMatch*> then = [persons = std::move(persons), done = std::move(done)](auto made) {
    if (!made) return done(std::unexpected(made.error()));
    std::vector<int> seats;
    for (const std::string& person : persons) seats.push_back((*made)->seat_of(person));
    done(std::move(seats));
  };
  then = reserve(persons_in(begun.events), std::move(then));
  new_matches_.store(std::move(begun.id), std::move(details), begun.is_listed, std::move(begun.events),
                     std::move(then));
}

void Seating::create(const Person& person, NewMatch request, Done<Sat> done) {
  if (context_.is_closing) return done(std::unexpected(stopping()));
  if (auto taken = throttle_.take(person.id, context_.now(), "matches"); !taken) {
    return done(std::unexpected(as_match(taken.error())));
  }
  auto terms = match::checked(request.terms);
  if (!terms) return done(std::unexpected(terms.error()));
  request.terms = *std::move(terms);
  const std::size_t seats = request.terms.clocks.size();
  if (request.seats.empty()) {
    request.seats.resize(seats);
    request.seats.front().kind = SeatRequest::Kind::me;
  }
  const auto mine = std::ranges::count(request.seats, SeatRequest::Kind::me, &SeatRequest::kind);
  if (request.seats.size() != seats || mine > 1) {
    return done(refused("bad_seats", "the game has " + std::to_string(seats) + " seats, and you can have one of them"));
  }
  if (!request.kept_for.empty() && request.kept_for.size() != seats) {
    return done(refused("bad_seats", "the game has " + std::to_string(seats) + " seats: name somebody for each"));
  }
  if (auto refusal = not_ratable(request.terms)) return done(std::unexpected(*std::move(refusal)));
  if (auto refusal = no_more_matches(person.id)) return done(std::unexpected(*std::move(refusal)));
  done = reserve({person.id}, std::move(done));
  if (request.draw_seats) draw_seats(request.seats, match::is_teamed(request.terms), random_());
  const match::Terms asked = request.terms;
  with_player(person, asked,
              [weak = self(), person, request = std::move(request),
               done = std::move(done)](const match::Player& maker) mutable {
                const auto self = weak.lock();
                if (self) self->create_with(person, std::move(request), maker, std::move(done));
              });
}

void Seating::create_with(const Person& person, NewMatch request, const match::Player& maker, Done<Sat> done) {
  const Instant at = context_.now();
  auto first = match::Match::created(request.terms, at);
  if (!first) return done(std::unexpected(first.error()));
  std::vector<match::Event> events{*std::move(first)};
  auto match = match::Match::replay(events);
  if (!match) return done(std::unexpected(match.error()));
  Sat sat{people::make_id('m', random_()), -1, {}};
  for (std::size_t seat = 0; seat < request.seats.size(); ++seat) {
    const SeatRequest& wanted = request.seats[seat];
    if (wanted.kind == SeatRequest::Kind::open) continue;
    match::Player player = maker;
    if (wanted.kind == SeatRequest::Kind::engine) {
      auto engine = engines_.player(wanted.engine, request.terms);
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
  details.kept_for = std::move(request.kept_for);
  if (!request.is_public && has(request.seats, SeatRequest::Kind::open)) details.code = people::make_id('c', random_());
  sat.code = details.code;
  new_matches_.store(sat.match, std::move(details), request.is_public, std::move(events),
                     [sat, done = std::move(done)](std::expected<LiveMatch*, Refused> made) {
                       if (!made) return done(std::unexpected(made.error()));
                       done(sat);
                     });
}

void Seating::join(const Person& person, Join request, Done<Sat> done) {
  if (context_.is_closing) return done(std::unexpected(stopping()));
  const std::string id = request.match;
  matches_.with_match(
      id, [weak = self(), person, request = std::move(request), done = std::move(done)](auto live) mutable {
        const auto self = weak.lock();
        if (!self) return;
        if (!live) return done(std::unexpected(live.error()));
        LiveMatch& found = **live;
        if (const int seat = found.seat_of(person.id); seat >= 0) return done(Sat{found.id, seat, {}});
        if (found.header.state != store::MatchState::open) return done(refused("match_full", "no seat is empty"));
        if (!found.header.is_listed && request.code != found.details.code && person.id != found.details.host) {
          return done(refused("bad_invitation", "the link is not right, or was used up"));
        }
        if (!found.details.kept_for.empty()) {
          const auto place = std::ranges::find(found.details.kept_for, person.id);
          if (place == found.details.kept_for.end()) {
            return done(refused("not_invited", "the seats are kept for others"));
          }
          request.seat = static_cast<int>(place - found.details.kept_for.begin());
        }
        if (self->is_at_match_limit(person.id)) return done(std::unexpected(too_many_matches()));
        done = self->reserve({person.id}, std::move(done));
        const match::Terms terms = found.match->terms();
        self->with_player(person, terms,
                          [weak, id = found.id, request = std::move(request),
                           done = std::move(done)](const match::Player& player) mutable {
                            const auto self = weak.lock();
                            if (!self) return;
                            LiveMatch* live = self->registry_.find(id);
                            if (live == nullptr || !live->match) return done(std::unexpected(not_stored()));
                            self->sit(*live, player, request.seat, std::move(done));
                          });
      });
}

// Seats that were just requested count as taken, so that two people who come at the same time get two seats.
void Seating::sit(LiveMatch& live, const match::Player& player, std::optional<int> wanted, Done<Sat> done) {
  const auto is_asked_for = [&](int seat) {
    const auto is_that = [&](const Operation& other) { return other.is<match::Sit>() && other.command.seat == seat; };
    return live.commits.has(is_that);
  };
  int seat = wanted.value_or(-1);
  for (int each = 0; each < live.match->seats() && !wanted && seat < 0; ++each) {
    if (!live.match->seat(each).player && !is_asked_for(each)) seat = each;
  }
  if (seat < 0) return done(refused("match_full", "no seat is empty"));
  Operation operation{{seat, -1, match::Sit{player}, {}}, {}, {}};
  operation.answers.emplace_back([id = live.id, seat, done = std::move(done)](const auto& taken) {
    if (!taken) return done(std::unexpected(taken.error()));
    done(Sat{id, seat, {}});
  });
  commands_.submit(live, std::move(operation));
}

// The host gets up, and the table passes to whoever sat down first (header_after). Where nobody waits at it, it waits
// for its host, hidden from the lobby.
void Seating::host_is_away(const std::string& match, const std::string& host, Milliseconds away_for) {
  LiveMatch* const live = registry_.find(match);
  const bool is_table = live != nullptr && live->header.state == store::MatchState::open &&
                        live->details.host == host && live->details.kept_for.empty();
  if (!is_table || context_.is_closing) return;
  const int seat = live->seat_of(host);
  const auto is_guest = [&](const store::SeatRow& row) {
    return row.kind != store::PlayerKind::engine && !row.player.empty() && row.player != host;
  };
  if (seat < 0 || std::ranges::none_of(live->header.seats, is_guest)) return;
  // Other nodes are asked who is connected when it is read; they have answered by the next time.
  if (!live->match) return live->loads.is_loading() ? void() : matches_.with_match(match, [](const auto&) {});
  if (live->is_connected(seat) || away_for < lobby::host_gone_wait + grace_of(context_, *live)) return;
  const auto is_waiting = [&](const store::SeatRow& row) { return is_guest(row) && live->is_connected(row.seat); };
  if (std::ranges::none_of(live->header.seats, is_waiting)) return;
  const auto is_leaving = [&](const Operation& other) {
    return other.is<match::Leave>() && other.command.seat == seat;
  };
  if (!live->commits.has(is_leaving)) commands_.submit(*live, {{seat, -1, match::Leave{host}, {}}, {}, {}});
}

void Seating::leave(const Person& person, std::string_view match, Done<void> done) {
  matches_.with_match(match, [weak = self(), person, done = std::move(done)](std::expected<LiveMatch*, Refused> live) {
    const auto self = weak.lock();
    if (!self) return;
    if (!live) return done(std::unexpected(live.error()));
    const int seat = (*live)->seat_of(person.id);
    if (seat < 0) return done(refused("not_seated", "you have no seat in this match"));
    const auto answer = [done](const std::expected<Taken, Refused>& taken) {
      if (taken) return done({});
      const bool had_left = taken.error().code == match::refusal_code::seat_taken;
      done(had_left ? refused("not_seated", "you have no seat in this match") : std::unexpected(taken.error()));
    };
    // One command: a table whose host had got up, and which did not end, would wait for nobody.
    const bool is_hosts_table = (*live)->details.host == person.id && (*live)->header.state == store::MatchState::open;
    if (is_hosts_table) return self->commands_.end_without_host(**live, answer);
    Operation operation{{seat, -1, match::Leave{person.id}, {}}, {}, {}};
    operation.answers.emplace_back(answer);
    self->commands_.submit(**live, std::move(operation));
  });
}

void Seating::fill(const Person& person, std::string_view match, std::string_view engine, Done<void> done) {
  matches_.with_match(match, [weak = self(), person, engine = std::string(engine),
                              done = std::move(done)](std::expected<LiveMatch*, Refused> live) {
    const auto self = weak.lock();
    if (!self) return;
    if (!live) return done(std::unexpected(live.error()));
    LiveMatch& found = **live;
    if (found.details.host != person.id) return done(refused("not_host", "only who made the match may fill its seats"));
    if (found.header.state != store::MatchState::open) return done(refused("match_full", "no seat is empty"));
    const auto player = self->engines_.player(engine, found.match->terms());
    if (!player) return done(std::unexpected(player.error()));
    std::vector<int> open;
    for (int seat = 0; seat < found.match->seats(); ++seat) {
      if (!found.match->seat(seat).player) open.push_back(seat);
    }
    // The last one answers for all; one that somebody has taken in the meantime is no harm.
    for (const int seat : open) {
      self->sit(found, *player, seat, [done, is_last = seat == open.back()](const auto& sat) {
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

void Seating::rematch(LiveMatch& live) {
  if (!live.match || live.rematch.under_way.has_value() || live.is_storing() || context_.is_closing) return;
  if (live.rematch.is_impossible || !live.match->is_rematch_agreed() ||
      !live.match->status(context_.now()).next.empty())
    return;
  if (live.timing.not_before && *live.timing.not_before > context_.now()) return;
  live.rematch.under_way.emplace(live);
  std::vector<std::string> accounts;
  std::vector<match::Player> players;
  for (const store::SeatRow& row : live.header.seats) {
    players.push_back(player_of(row));
    accounts.push_back(row.kind == store::PlayerKind::account ? row.player : "");
  }
  const people::Pace pace = people::pace_of(live.match->terms().clocks.front());
  // Their ratings as they are by now.
  const auto then = [](Seating& seating, LiveMatch& live, std::vector<match::Player> players, auto rows) {
    for (std::size_t seat = 0; rows && seat < players.size(); ++seat) {
      if (!(*rows)[seat]) continue;
      const people::Rating rating = people::rating_now((*rows)[seat], seating.context_.now());
      players[seat].rating = people::shown(rating);
      players[seat].is_provisional = people::is_provisional(rating);
    }
    seating.begin_rematch(live, std::move(players));
  };
  people::read_ratings(context_.store, accounts, live.header.family, pace,
                       later(self(), live, then, std::move(players)));
}

void Seating::begin_rematch(LiveMatch& live, std::vector<match::Player> players) {
  const auto next = match::rematch_of(live.match->terms(), players);
  auto events = match::opening(next.terms, next.players, context_.now());
  if (!events) {
    context_.log("match " + live.id + ": no rematch: " + events.error().reason);
    live.rematch.under_way.reset();
    live.rematch.is_impossible = true;
    return schedule_.schedule(live);
  }
  MatchDetails details;
  details.host = live.details.host;
  details.previous = live.id;
  const auto then = [](Seating& seating, LiveMatch& live, std::expected<LiveMatch*, Refused> made) {
    live.rematch.under_way.reset();
    if (made) return seating.commands_.as_server(live, {match::server_seat, -1, match::NameRematch{(*made)->id}, {}});
    live.timing.not_before = seating.context_.now() + rematch_again_after;
    seating.schedule_.schedule(live);
  };
  // Not refused, for it takes the place of one that is over, but counted.
  Done<LiveMatch*> stored = reserve<LiveMatch*>(persons_in(*events), later(self(), live, then));
  new_matches_.store(id_of_rematch(live.id), std::move(details), live.header.is_listed, *std::move(events),
                     std::move(stored));
}

}  // namespace crownstar::live
