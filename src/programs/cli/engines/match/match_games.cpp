#include "programs/cli/engines/match/match_games.hpp"

#include <string_view>

#include <fmt/format.h>

#include "rules/catalog/catalog.hpp"
#include "rules/game/sides.hpp"
#include "rules/record/record_writer.hpp"

namespace crownstar::cli {
namespace {

// The words of PGN, which PDN takes over.
std::string_view termination_of(const contest::PlayedGame& played) {
  if (played.failed_seat >= 0) return "rules infraction";
  return played.was_agreed || played.was_adjudicated || played.was_too_long ? "adjudication" : "normal";
}

}  // namespace

std::string engine_name(const contest::EngineSpec& spec) {
  if (!spec.name.empty()) return spec.name;
  return spec.text.empty() ? "the strongest" : spec.text;
}

// PDN's White and Black are the seats that it calls so, whatever begins; a star's seats have numbers.
std::string written_game(const contest::PlayedGame& played, const contest::ArenaTerms& terms,
                         const contest::FinishedRound& round, int side_of_a, const std::string& date) {
  game::GameRecord record = played.record;
  const auto game = game::start(terms.game.token);
  const game::Sides sides = game::sides_of(**game);
  const contest::Pairing& pairing = terms.pairings[round.pairing];
  record.set_tag("Event", "crownstar match");
  record.set_tag("Date", date);
  record.set_tag("Round", fmt::format("{}.{}", round.round + 1, side_of_a + 1));
  record.set_tag("Termination", std::string(termination_of(played)));
  for (int seat = 0; seat < static_cast<int>(played.places.size()); ++seat) {
    const std::size_t engine = sides.of_seat(seat) == side_of_a ? pairing.a : pairing.b;
    record.set_tag(game::tag_of_seat(record, **game, seat), engine_name(terms.engines[engine]));
  }
  const std::vector<int> line = record.main_line();
  if (termination_of(played) != "normal") {
    record.node(line.empty() ? 0 : line.back()).comments.push_back(played.reason);
  }
  return game::write_record(record) + "\n";
}

}  // namespace crownstar::cli
