#include "site/lobby/seeks/gathering.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text/letters.hpp"
#include "site/match/seating.hpp"

namespace crownstar::lobby {

std::string pool_of(const match::Terms& terms, int seats) {
  std::string pool =
      terms.game + "|" + terms.position + "|" + std::to_string(seats) + (terms.is_rated ? "|rated" : "|");
  for (const match::ClockTerms& clock : terms.clocks) {
    pool += "|";
    for (const std::int64_t number : {std::int64_t{static_cast<int>(clock.kind)}, std::int64_t{clock.main.count()},
                                      std::int64_t{clock.step.count()}, std::int64_t{clock.periods}}) {
      pool += std::to_string(number) + ",";
    }
  }
  return pool;
}

bool is_slow(const match::Terms& terms) {
  return std::ranges::all_of(terms.clocks, [](const match::ClockTerms& clock) {
    return clock.kind == match::ClockKind::days || clock.kind == match::ClockKind::none;
  });
}

bool Gathering::has(std::string_view person) const {
  return std::ranges::any_of(
      sitters, [&](const Sitter& sitter) { return is_person(sitter.player) && sitter.player.id == person; });
}

std::expected<void, Refused> Gathering::may_sit(const Player& player, int seat) const {
  if (has(player.id)) {
    return host().id == player.id ? match::refused("own_seek", "this is your own; wait for somebody else")
                                  : match::refused("already_seated", "you have a seat here already");
  }
  if (is_full()) return match::refused("match_full", "every seat is taken");
  if (seat < -1 || seat >= offer.seats) return match::refused("no_such_seat", "the game has no such seat");
  const bool is_taken =
      seat >= 0 && std::ranges::any_of(sitters, [&](const Sitter& sitter) { return sitter.seat == seat; });
  if (is_taken) return match::refused("seat_taken", "somebody has this seat; choose another");
  return match::may_sit(offer.terms, player);
}

void Gathering::get_up(std::string_view person) {
  std::erase_if(sitters, [&](const Sitter& sitter) { return is_person(sitter.player) && sitter.player.id == person; });
}

SeekView Gathering::view() const { return {id, host(), offer.terms, offer.seats, offer.ratings, sitters, made}; }

std::expected<void, Refused> check_offer(const Offer& offer, const Player& host) {
  if (offer.seats < limits::seats_least || offer.seats > limits::seats) {
    return match::refused("bad_seats", "a game has 2 to 6 seats");
  }
  if (static_cast<int>(offer.engines.size()) >= offer.seats) {
    return match::refused("bad_seats", "more engines than there are seats beside your own");
  }
  if (offer.ratings.least > offer.ratings.most) {
    return match::refused("bad_terms", "the least rating is above the highest");
  }
  std::set<int> taken;
  const auto check_seat = [&](int seat) -> std::expected<void, Refused> {
    if (seat < -1 || seat >= offer.seats) return match::refused("no_such_seat", "the game has no such seat");
    if (seat >= 0 && !taken.insert(seat).second) return match::refused("seat_taken", "two players want one seat");
    return {};
  };
  if (auto checked = check_seat(offer.seat); !checked) return checked;
  if (!is_person(host)) return match::refused("forbidden", "an engine seeks no game");
  if (auto checked = match::may_sit(offer.terms, host); !checked) return checked;
  for (const EngineOffer& engine : offer.engines) {
    if (is_person(engine.engine)) return match::refused("no_such_engine", "only an engine can be named for a seat");
    if (auto checked = check_seat(engine.seat); !checked) return checked;
    if (auto checked = match::may_sit(offer.terms, engine.engine); !checked) return checked;
  }
  return {};
}

std::vector<Player> seated(const std::vector<Sitter>& sitters, const Draw& draw) {
  std::vector<Player> seats(sitters.size());
  std::vector<std::size_t> open;
  for (std::size_t seat = 0; seat < sitters.size(); ++seat) {
    const auto sitter = std::ranges::find(sitters, static_cast<int>(seat), &Sitter::seat);
    if (sitter == sitters.end()) {
      open.push_back(seat);
    } else {
      seats[seat] = sitter->player;
    }
  }
  for (const Sitter& sitter : sitters) {
    if (sitter.seat >= 0) continue;
    const std::size_t lot = draw() % open.size();
    seats[open[lot]] = sitter.player;
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(lot));
  }
  return seats;
}

std::string letters_of(std::uint64_t word, int letters) {
  std::string text;
  for (int i = 0; i < letters; ++i, word >>= 5U) text += base::id_alphabet[word & 31U];
  return text;
}

}  // namespace crownstar::lobby
