#include "programs/cli/collections/pdn_search.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/text/json.hpp"
#include "base/text/quote.hpp"
#include "base/text/utf8.hpp"
#include "programs/cli/console/console.hpp"
#include "site/collections/game_index.hpp"
#include "site/collections/search_terms.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;
using collections::Explored;
using collections::FoundGame;
using collections::FoundMove;
using collections::IndexQuery;
using collections::IndexSearch;
using collections::SearchTerms;
using collections::SidesOfTwo;
using collections::SqliteFile;

constexpr std::array<std::string_view, 5> forms{"list", "json", "pdn", "count", "moves"};
constexpr std::uint64_t most_found_games = 1'000'000'000;
constexpr std::uint64_t usual_limit = 50;

struct Asked {
  IndexQuery query;
  std::int64_t position = 0;        // whose moves are wanted
  std::optional<SidesOfTwo> sides;  // of that position's game, where two play it
};

// White stands first, whoever moves first.
std::optional<SidesOfTwo> sides_of(const Explored& position) {
  if (position.sides.empty()) return std::nullopt;
  return position.sides.back() == "White" ? SidesOfTwo{position.sides.back(), position.sides.front()}
                                          : SidesOfTwo{position.sides.front(), position.sides.back()};
}

SearchTerms terms_of(const PdnSearchRequest& request) {
  SearchTerms terms;
  terms.game = request.position.token;
  terms.players = request.players;
  terms.white = request.white;
  terms.black = request.black;
  terms.event = request.event;
  terms.years = request.years;
  terms.plies = request.plies;
  terms.winner = request.winner;
  terms.opening = request.opening;
  terms.position = request.position.position;
  terms.has_position = request.position.has_position;
  terms.moves = request.position.moves;
  terms.material = request.material;
  terms.wants_position = request.form == "moves";
  terms.is_turned = request.is_turned;
  terms.wants_duplicates = request.wants_duplicates;
  return terms;
}

Checked<Asked> read_query(const PdnSearchRequest& request, SqliteFile& index) {
  if (request.form == "moves" && request.is_turned) return base::refuse("--turned: does not go with --to moves");
  auto read = collections::read_terms(terms_of(request), {"--"}, [&] { return collections::games_in(index); });
  if (!read) return std::unexpected(read.error());
  for (const std::string& note : read->notes) complain("note: " + note);
  Asked asked{std::move(read->query), {}, {}};
  if (!read->position) return asked;
  asked.position = read->position->hash;
  asked.sides = sides_of(*read->position);
  return asked;
}

std::string json_of(const FoundGame& found) {
  base::JsonWriter json;
  json.begin_object();
  json.member("number", found.number);
  json.member("game", found.game);
  json.member("event", found.event);
  json.member("site", found.site);
  json.member("date", found.date);
  json.member("round", found.round);
  json.key("players");
  json.begin_array();
  for (const std::string& player : found.players) json.value(player);
  json.end_array();
  json.member("result", found.result);
  json.member("plies", found.plies);
  json.key("duplicate_of");
  found.duplicate_of ? json.value(*found.duplicate_of) : json.null();
  json.member("file", found.file);
  json.member("line", found.line);
  json.end_object();
  return json.take() + "\n";
}

std::string line_of(const FoundGame& found) {
  std::string players;
  for (const std::string& player : found.players) {
    players += (players.empty() ? "" : " - ") + (player.empty() ? "?" : player);
  }
  std::string line =
      fmt::format("{:>7}  {}  {}  {}  {} half-moves", found.number, found.date, players, found.result, found.plies);
  if (!found.event.empty()) line += "  " + found.event;
  if (found.duplicate_of) line += fmt::format("  (repeats {})", *found.duplicate_of);
  return base::printable(line) + "\n";
}

void say_moves(const std::vector<FoundMove>& moves, const std::optional<SidesOfTwo>& sides) {
  if (!sides) {
    say(fmt::format("{:<12} {:>9}\n", "move", "games"));
    for (const FoundMove& each : moves) say(fmt::format("{:<12} {:>9}\n", each.move, each.games));
    return;
  }
  say(fmt::format("{:<12} {:>9} {:>9} {:>9} {:>9}\n", "move", "games", sides->first, "draws", sides->second));
  for (const FoundMove& each : moves) {
    say(fmt::format("{:<12} {:>9} {:>9} {:>9} {:>9}\n", each.move, each.games, each.first_wins, each.draws,
                    each.second_wins));
  }
}

void say_games(const PdnSearchRequest& request, IndexSearch& search, std::uint64_t most) {
  bool is_first = true;
  std::uint64_t said = 0;
  search.each({.most = static_cast<std::int64_t>(most), .with_records = request.form == "pdn"},
              [&](const FoundGame& found) {
                ++said;
                if (request.form == "pdn") say((std::exchange(is_first, false) ? "" : "\n") + found.pdn);
                if (request.form == "json") say(json_of(found));
                if (request.form == "list") say(line_of(found));
              });
  if (request.form != "list") return;
  const auto all = static_cast<std::uint64_t>(search.count());
  say(counted(all, "game"));
  say(all > said ? fmt::format(", {} shown (--limit)\n", said) : "\n");
}

}  // namespace

int run_pdn_search(const PdnSearchRequest& request) {
  if (std::ranges::find(forms, request.form) == forms.end()) {
    return complain_of_usage(
        fmt::format("--to: expected one of {} instead of {}", fmt::join(forms, ", "), base::quoted(request.form)));
  }
  const bool has_limit = request.form == "list" || request.form == "json" || request.form == "pdn";
  if (!has_limit && !request.limit.empty()) return complain_of_usage("--limit: does not go with --to " + request.form);
  std::uint64_t most = request.form == "list" ? usual_limit : most_found_games;
  if (!request.limit.empty()) {
    const auto limit = read_number("--limit", request.limit, 1, most_found_games);
    if (!limit) return complain_of_usage(limit.error());
    most = *limit;
  }
  auto index = collections::open_index(request.database);
  if (!index) return complain(index.error());
  const auto asked = read_query(request, *index);
  if (!asked) return complain_of_usage(asked.error());
  IndexSearch search(*index, asked->query);
  if (request.form == "moves") {
    const SidesOfTwo sides = asked->sides.value_or(SidesOfTwo{});
    auto moves = search.counted_moves(asked->position, sides);
    say_moves(moves ? *moves : search.moves_in(asked->position, sides), asked->sides);
  } else if (request.form == "count") {
    say(fmt::format("{}\n", search.count()));
  } else {
    say_games(request, search, most);
  }
  if (const auto good = index->check(); !good) return complain(good.error());
  return success;
}

}  // namespace crownstar::cli
