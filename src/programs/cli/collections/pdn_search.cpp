#include "programs/cli/collections/pdn_search.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/json.hpp"
#include "base/letters.hpp"
#include "base/quote.hpp"
#include "base/utf8.hpp"
#include "programs/cli/console/console.hpp"
#include "rules/catalog/game_names.hpp"
#include "site/collections/game_index.hpp"
#include "site/collections/index_search.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;
using namespace collections;

constexpr std::array<std::string_view, 5> forms{"list", "json", "pdn", "count", "moves"};
constexpr std::uint64_t most_found_games = 1'000'000'000;
constexpr std::uint64_t usual_limit = 50;
constexpr std::uint64_t most_number = 100'000;

// `1907`, `1900-1909`, `1900-`, `-1909`.
Checked<NumberRange> read_range(std::string_view option, const std::string& text) {
  if (text.empty()) return NumberRange{};
  const std::size_t sign = text.find('-');
  const std::string first = text.substr(0, sign);
  const std::string last = sign == std::string::npos ? first : text.substr(sign + 1);
  NumberRange range;
  for (const auto& [part, place] : {std::pair(&first, &range.least), {&last, &range.most}}) {
    if (part->empty()) continue;
    const auto number = read_number(option, *part, 0, most_number);
    if (!number) return std::unexpected(number.error());
    *place = static_cast<std::int64_t>(*number);
  }
  const bool is_range = (range.least || range.most) && (!range.least || !range.most || *range.least <= *range.most);
  if (is_range) return range;
  return base::refuse(
      fmt::format("{}: expected a number, or two with - between them, instead of {}", option, base::quoted(text)));
}

Checked<std::string> read_winner(const std::string& text) {
  if (text.empty()) return text;
  if (text == "white") return "White";
  if (text == "black") return "Black";
  if (text == "draw") return text;
  if (text.size() == 1 && text.front() >= '1' && text.front() <= '6') return "Seat" + text;
  return base::refuse("--winner: expected white, black, draw or the number of a star's seat instead of " +
                      base::quoted(text));
}

// `3K`, `2M1K`, `5M`: how many men and kings.
std::optional<MaterialPattern::Force> read_force(std::string_view text) {
  MaterialPattern::Force force;
  bool has_men = false;
  bool has_kings = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    constexpr std::size_t most_digits = 2;
    if (end == 0 || end > most_digits || end == text.size()) return std::nullopt;
    const int number = std::stoi(std::string(text.substr(0, end)));
    const bool is_men = text[end] == 'M' || text[end] == 'm';
    const bool is_kings = text[end] == 'K' || text[end] == 'k';
    if ((!is_men || has_men || has_kings) && (!is_kings || has_kings)) return std::nullopt;
    (is_men ? force.men : force.kings) = number;
    (is_men ? has_men : has_kings) = true;
    text.remove_prefix(end + 1);
  }
  return has_men || has_kings ? std::optional(force) : std::nullopt;
}

// `W3K:B2K`, or one side alone.
Checked<MaterialPattern> read_material(std::string_view text) {
  MaterialPattern pattern;
  const auto refused = base::refuse(
      "--material: expected the men and kings of White and of Black, such as W3K:B2K or B2M1K, instead of " +
      base::quoted(text));
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string_view part = rest.substr(0, end);
    const char side = part.empty() ? ' ' : part.front();
    const bool is_white = side == 'W' || side == 'w';
    if (!is_white && side != 'B' && side != 'b') return refused;
    std::optional<MaterialPattern::Force>& place = is_white ? pattern.white : pattern.black;
    if (place) return refused;
    place = read_force(part.substr(1));
    if (!place) return refused;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (!pattern.white && !pattern.black) return refused;
  return pattern;
}

// A position is one of a game: which one need not be said where the index has only one.
Checked<std::string> game_asked(const std::string& token, SqliteFile& index) {
  if (!token.empty()) {
    const auto game = game::start(token);
    if (!game) return std::unexpected(game.error());
    return (*game)->token();
  }
  const std::vector<std::string> games = games_in(index);
  if (games.size() == 1) return games.front();
  return base::refuse(games.empty() ? "the index has no games"
                                    : fmt::format("--game: the index has {} games; expected one of {}", games.size(),
                                                  fmt::join(games, ", ")));
}

struct Asked {
  IndexQuery query;
  std::optional<std::int64_t> position;  // that is asked for, as it is
  std::optional<SidesOfTwo> sides;       // of that position's game, where two play it
};

// The positions along the opening, the one before its first move too.
Checked<std::vector<std::int64_t>> read_opening(const std::string& token, const std::string& moves) {
  std::vector<std::int64_t> positions;
  const auto begun =
      begin_with_moves({.token = token, .position = {}, .has_position = false, .moves = moves, .file = {}});
  if (!begun) return std::unexpected(begun.error());
  const auto game = *game::start(token);
  positions.push_back(position_hash(*game));
  for (const std::string& text : begun->moves) {
    const auto move = game->parse(text);
    if (!move) return std::unexpected(move.error());
    if (const auto played = game->play(*move); !played) return std::unexpected(played.error());
    positions.push_back(position_hash(*game));
  }
  return positions;
}

// Draughts has White and Black, and a star its seats; where more than two play there are no two sides.
std::optional<SidesOfTwo> sides_of(const game::Game& game) {
  if (game.seats() != 2) return std::nullopt;
  const bool has_colours = game.seat_name(0) == "White" || game.seat_name(1) == "White";
  return has_colours ? SidesOfTwo{"White", "Black"} : SidesOfTwo{"Seat1", "Seat2"};
}

Checked<void> read_position(const PdnSearchRequest& request, SqliteFile& index, Asked& asked) {
  const bool has_position = request.position.has_position || !request.position.moves.empty();
  const bool wants_moves = request.form == "moves";
  if (request.is_turned && !has_position && !wants_moves && request.material.empty()) {
    return base::refuse("--turned: goes with a position, moves or --material");
  }
  if (!has_position && !wants_moves && request.opening.empty()) {
    if (request.position.token.empty()) return {};
    const auto token = game_asked(request.position.token, index);
    if (!token) return std::unexpected(token.error());
    asked.query.game = *token;
    return {};
  }
  if (wants_moves && request.is_turned) return base::refuse("--turned: does not go with --to moves");
  const auto token = game_asked(request.position.token, index);
  if (!token) return std::unexpected(token.error());
  asked.query.game = *token;
  if (!request.opening.empty()) {
    auto opening = read_opening(*token, request.opening);
    if (!opening) return std::unexpected(opening.error());
    asked.query.opening = *std::move(opening);
  }
  if (!has_position && !wants_moves) return {};
  PositionRequest where = request.position;
  where.token = *token;
  const auto begun = begin_with_moves(where);
  if (!begun) return std::unexpected(begun.error());
  asked.position = position_hash(*begun->game);
  asked.query.positions = {*asked.position};
  asked.sides = sides_of(*begun->game);
  if (!request.is_turned) return {};
  if (begun->game->seats() != 2) return base::refuse("--turned: expected a game of two");
  asked.query.positions.push_back(position_hash(*begun->game, Colours::turned));
  return {};
}

Checked<Asked> read_query(const PdnSearchRequest& request, SqliteFile& index) {
  Asked asked;
  IndexQuery& query = asked.query;
  query.players = request.players;
  query.white = request.white;
  query.black = request.black;
  query.event = request.event;
  query.wants_duplicates = request.wants_duplicates;
  const auto winner = read_winner(request.winner);
  if (!winner) return std::unexpected(winner.error());
  query.winner = *winner;
  const auto years = read_range("--year", request.years);
  if (!years) return std::unexpected(years.error());
  query.years = *years;
  const auto plies = read_range("--plies", request.plies);
  if (!plies) return std::unexpected(plies.error());
  query.plies = *plies;
  if (!request.material.empty()) {
    const auto material = read_material(request.material);
    if (!material) return std::unexpected(material.error());
    query.materials.push_back(*material);
    if (request.is_turned) query.materials.push_back(material->turned());
  }
  if (const auto read = read_position(request, index, asked); !read) return std::unexpected(read.error());
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
  search.each(static_cast<std::int64_t>(most), request.form == "pdn", [&](const FoundGame& found) {
    ++said;
    if (request.form == "pdn") say((std::exchange(is_first, false) ? "" : "\n") + found.pdn);
    if (request.form == "json") say(json_of(found));
    if (request.form == "list") say(line_of(found));
  });
  if (request.form != "list") return;
  const std::int64_t all = search.count();
  say(fmt::format("{} {}", all, all == 1 ? "game" : "games"));
  say(static_cast<std::uint64_t>(all) > said ? fmt::format(", {} shown (--limit)\n", said) : "\n");
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
  auto index = open_index(request.database);
  if (!index) return complain(index.error());
  const auto asked = read_query(request, *index);
  if (!asked) return complain_of_usage(asked.error());
  IndexSearch search(*index, asked->query);
  if (request.form == "moves") {
    say_moves(search.moves_in(*asked->position, asked->sides.value_or(SidesOfTwo{})), asked->sides);
  } else if (request.form == "count") {
    say(fmt::format("{}\n", search.count()));
  } else {
    say_games(request, search, most);
  }
  if (const auto good = index->check(); !good) return complain(good.error());
  return success;
}

}  // namespace crownstar::cli
