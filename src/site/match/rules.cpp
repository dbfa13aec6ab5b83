#include "site/match/rules.hpp"

#include <algorithm>
#include <utility>

#include "rules/catalog/catalog.hpp"
#include "rules/record/record.hpp"
#include "rules/record/record_moves.hpp"

namespace crownstar::match {

std::expected<std::unique_ptr<game::Game>, Refused> begun_game(const Terms& terms) {
  auto started = game::start(terms.game);
  if (!started) return refused(refusal_code::bad_terms, started.error().reason, started.error().rule);
  if (terms.position.empty()) return *std::move(started);
  if (auto set = (*started)->set_position(terms.position); !set) {
    return refused(refusal_code::bad_terms, set.error().reason, set.error().rule);
  }
  return *std::move(started);
}

base::Checked<ReadMove> read_move(const game::Game& game, std::string_view text) {
  const bool is_star = game.layout().shape == game::BoardShape::star;
  auto view = is_star ? game::read_recorded_move(game, text) : game.parse(text);
  if (!view) return std::unexpected(view.error());
  std::string written = is_star ? game::recorded_text(game, *view) : view->text;
  return ReadMove{*std::move(view), std::move(written)};
}

std::string_view way_of_leaving(Leaving way) {
  switch (way) {
    case Leaving::resigned:
      return "resigned";
    case Leaving::flagged:
      return "ran out of time";
    case Leaving::gone:
      return "left the game";
  }
  return "";
}

namespace {

game::Outcome shared_outcome(const game::Outcome& running, std::string_view reason) {
  game::Outcome outcome = running;
  const auto is_taken = [&](int place) {
    return std::ranges::find(running.standings, place, &game::Standing::place) != running.standings.end();
  };
  int place = 1;
  while (is_taken(place)) ++place;
  outcome.is_over = true;
  outcome.is_draw = place == 1;
  outcome.reason = reason;
  for (game::Standing& standing : outcome.standings) {
    if (standing.place == 0) standing = {place, {}, outcome.reason};
  }
  return outcome;
}

}  // namespace

game::Outcome agreed_outcome(const game::Outcome& running) { return shared_outcome(running, "a draw was agreed"); }

game::Outcome claimed_draw_outcome(const game::Outcome& running) {
  return shared_outcome(running, "a draw was claimed, since the others had left the game");
}

game::Outcome aborted_outcome(int seats, std::string reason) {
  game::Outcome outcome;
  outcome.is_over = true;
  outcome.reason = std::move(reason);
  outcome.standings.resize(static_cast<std::size_t>(seats));
  return outcome;
}

std::uint8_t seats_leaving(const Terms& terms, int seats, int seat) {
  const unsigned own = 1U << seat;
  const unsigned mate = is_teamed(terms) ? 1U << (seat + seats / 2) % seats : 0U;
  return static_cast<std::uint8_t>(own | mate);
}

}  // namespace crownstar::match
