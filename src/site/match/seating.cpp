#include "site/match/seating.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "site/match/match.hpp"

namespace crownstar::match {

std::vector<int> drawn_seats(int seats, bool is_teamed, std::uint64_t random) {
  std::vector<int> order(static_cast<std::size_t>(std::max(seats, 0)));
  std::iota(order.begin(), order.end(), 0);
  const auto draw = [&](std::size_t choices) {
    const auto drawn = static_cast<std::ptrdiff_t>(random % choices);
    random /= choices;
    return drawn;
  };
  if (!is_teamed) {
    for (std::size_t left = order.size(); left > 1; --left) {
      std::swap(order[left - 1], order[static_cast<std::size_t>(draw(left))]);
    }
    return order;
  }
  // The teams change places, and in each the mates may.
  const std::size_t teams = order.size() / 2;
  for (std::size_t left = teams; left > 1; --left) {
    const auto other = static_cast<std::size_t>(draw(left));
    std::swap(order[left - 1], order[other]);
    std::swap(order[left - 1 + teams], order[other + teams]);
  }
  for (std::size_t team = 0; team < teams; ++team) {
    if (draw(2) == 1) std::swap(order[team], order[team + teams]);
  }
  return order;
}

Seating rematch_of(const Terms& terms, std::span<const Player> players) {
  Seating next{terms, {players.begin(), players.end()}};
  if (!next.players.empty()) std::ranges::rotate(next.players, next.players.begin() + 1);
  if (!next.terms.clocks.empty()) std::ranges::rotate(next.terms.clocks, next.terms.clocks.begin() + 1);
  return next;
}

std::expected<std::vector<Event>, Refused> opening(const Terms& terms, std::span<const Player> players, Instant now) {
  auto first = Match::created(terms, now);
  if (!first) return std::unexpected(first.error());
  std::vector<Event> events{*std::move(first)};
  auto match = Match::replay(events);
  if (!match) return std::unexpected(match.error());
  if (std::cmp_not_equal(players.size(), match->seats())) {
    return refused(refusal_code::no_such_seat, std::to_string(players.size()) + " players for " +
                                                   std::to_string(match->seats()) + " seats; expected one a seat");
  }
  for (int seat = 0; seat < match->seats(); ++seat) {
    auto seated = match->handle({seat, -1, Sit{players[static_cast<std::size_t>(seat)]}, {}}, now);
    if (!seated) return std::unexpected(seated.error());
    if (auto applied = match->apply(*seated); !applied) return std::unexpected(applied.error());
    std::ranges::move(*seated, std::back_inserter(events));
  }
  return events;
}

std::expected<void, Refused> may_sit(const Terms& terms, const Player& player) {
  if (!terms.is_rated || player.kind == PlayerKind::account) return {};
  if (player.kind == PlayerKind::engine) {
    return refused(refusal_code::not_ratable, "games with the computer are not rated");
  }
  return refused(refusal_code::accounts_only, "only accounts have ratings; make one, or play unrated");
}

}  // namespace crownstar::match
