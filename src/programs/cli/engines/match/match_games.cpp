#include "programs/cli/engines/match/match_games.hpp"

#include <algorithm>
#include <ctime>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "rules/catalog/catalog.hpp"
#include "rules/game/sides.hpp"
#include "rules/record/record_writer.hpp"

namespace crownstar::cli {
namespace {

void set_tag(game::GameRecord& record, std::string_view name, std::string value) {
  const auto tag = std::ranges::find(record.tags, name, &game::RecordTag::name);
  if (tag != record.tags.end()) {
    tag->value = std::move(value);
  } else {
    record.tags.push_back({std::string(name), std::move(value)});
  }
}

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
  set_tag(record, "Event", "crownstar match");
  set_tag(record, "Date", date);
  set_tag(record, "Round", fmt::format("{}.{}", round.round + 1, side_of_a + 1));
  set_tag(record, "Termination", std::string(termination_of(played)));
  for (int seat = 0; seat < static_cast<int>(played.places.size()); ++seat) {
    const std::size_t engine = sides.of_seat(seat) == side_of_a ? pairing.a : pairing.b;
    const bool is_numbered = record.result_form == game::ResultForm::places;
    const std::string tag = is_numbered                           ? fmt::format("Seat{}", seat + 1)
                            : (*game)->seat_name(seat) == "White" ? "White"
                                                                  : "Black";
    set_tag(record, tag, engine_name(terms.engines[engine]));
  }
  const std::vector<int> line = record.main_line();
  if (termination_of(played) != "normal") {
    record.node(line.empty() ? 0 : line.back()).comments.push_back(played.reason);
  }
  return game::write_record(record) + "\n";
}

std::string date_of_today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  return fmt::format("{:04}.{:02}.{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

}  // namespace crownstar::cli
