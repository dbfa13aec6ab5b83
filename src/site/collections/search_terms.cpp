#include "site/collections/search_terms.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/limits.hpp"
#include "base/text/parse_number.hpp"
#include "base/text/quote.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/record/record_moves.hpp"
#include "rules/record/recorded_position.hpp"
#include "site/collections/position_hash.hpp"

namespace crownstar::collections {
namespace {

using base::Checked;
using base::refuse;
using game::Game;

constexpr std::int64_t most_number = 100'000;

// `1907`, `1900-1909`, `1900-`, `-1909`.
Checked<NumberRange> read_range(TermNames names, std::string_view name, const std::string& text) {
  if (text.empty()) return NumberRange{};
  const auto refused = refuse(fmt::format("{}{}: expected a number up to {}, or two with - between them, instead of {}",
                                          names.sign, name, most_number, base::quoted(text)));
  const std::size_t sign = text.find('-');
  const std::string first = text.substr(0, sign);
  const std::string last = sign == std::string::npos ? first : text.substr(sign + 1);
  NumberRange range;
  for (const auto& [part, place] : {std::pair(&first, &range.least), {&last, &range.most}}) {
    if (part->empty()) continue;
    const auto number = base::parse_number<std::int64_t>(*part);
    if (!number || *number < 0 || *number > most_number) return refused;
    *place = number;
  }
  const bool is_range = (range.least || range.most) && (!range.least || !range.most || *range.least <= *range.most);
  if (!is_range) return refused;
  return range;
}

Checked<std::string> read_winner(TermNames names, const std::string& text) {
  if (text.empty()) return text;
  if (text == "white") return "White";
  if (text == "black") return "Black";
  if (text == "draw") return text;
  if (text.size() == 1 && text.front() >= '1' && text.front() <= '6') return "Seat" + text;
  return refuse(fmt::format("{}winner: expected white, black, draw or the number of a star's seat instead of {}",
                            names.sign, base::quoted(text)));
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
Checked<MaterialPattern> read_material(TermNames names, std::string_view text) {
  MaterialPattern pattern;
  const auto refused = refuse(
      fmt::format("{}material: expected the men and kings of White and of Black, such as W3K:B2K or B2M1K, instead of "
                  "{}",
                  names.sign, base::quoted(text)));
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

// Plays the moves and calls for the position after each of them. `name` is what they are called.
Checked<void> play_moves(Game& game, std::string_view moves, const std::string& name,
                         const std::function<void(const Game&)>& after) {
  std::size_t played = 0;
  for (const std::string_view text : game::words_of_moves(moves)) {
    if (++played > limits::searched_plies) {
      return refuse(fmt::format("{}: expected {} half-moves at most", name, limits::searched_plies));
    }
    const auto move = game::read_recorded_move(game, text);
    if (!move) return refuse(move.error().rule, fmt::format("{}: {}: {}", name, text, move.error().reason));
    if (const auto done = game.play(*move); !done) return std::unexpected(done.error());
    after(game);
  }
  return {};
}

// Draughts has White and Black, and a star its seats; where more than two play there are no two sides.
std::vector<std::string> sides_of(const Game& game) {
  if (game.seats() != 2) return {};
  if (game.seat_name(0) == "White") return {"White", "Black"};
  if (game.seat_name(1) == "White") return {"Black", "White"};
  return {"Seat1", "Seat2"};
}

Explored explored(const Game& game) { return {game.position(), position_hash(game), sides_of(game)}; }

Checked<void> read_opening(const std::string& token, TermNames names, const std::string& moves, IndexQuery& query) {
  const auto game = game::start(token);
  if (!game) return std::unexpected(game.error());
  const auto add = [&](const Game& now) { query.opening.push_back(position_hash(now)); };
  add(**game);
  return play_moves(**game, moves, fmt::format("{}opening", names.sign), add);
}

Checked<void> read_position(const SearchTerms& terms, TermNames names, const std::string& token, ReadTerms& read) {
  const auto game = game::start(token);
  if (!game) return std::unexpected(game.error());
  if (terms.has_position) {
    auto notes = game::set_written_position(**game, terms.position);
    if (!notes) {
      return refuse(notes.error().rule, fmt::format("{}position: {}", names.sign, notes.error().reason));
    }
    read.notes = *std::move(notes);
  }
  const auto played = play_moves(**game, terms.moves, fmt::format("{}moves", names.sign), [](const Game&) {});
  if (!played) return played;
  read.position = explored(**game);
  read.query.positions = {read.position->hash};
  if (!terms.is_turned) return {};
  if ((*game)->seats() != 2) return refuse(fmt::format("{}turned: expected a game of two", names.sign));
  read.query.positions.push_back(position_hash(**game, Colours::turned));
  return {};
}

// What needs to know which game is meant.
Checked<void> read_what_came_up(const SearchTerms& terms, TermNames names, const GamesOfIndex& games, ReadTerms& read) {
  const bool has_position = terms.has_position || !terms.moves.empty() || terms.wants_position;
  if (terms.is_turned && !has_position && terms.material.empty()) {
    return refuse(
        fmt::format("{0}turned: goes with {0}position, {0}moves or {0}material; give one of them", names.sign));
  }
  if (terms.game.empty() && !has_position && terms.opening.empty()) return {};
  const auto token = game_asked(terms.game, names, games);
  if (!token) return std::unexpected(token.error());
  read.query.game = *token;
  if (!terms.opening.empty()) {
    if (const auto opening = read_opening(*token, names, terms.opening, read.query); !opening) return opening;
  }
  return has_position ? read_position(terms, names, *token, read) : Checked<void>();
}

}  // namespace

Checked<std::string> game_asked(const std::string& token, TermNames names, const GamesOfIndex& games) {
  if (!token.empty()) {
    const auto game = game::start(token);
    if (!game) return refuse(game.error().rule, fmt::format("{}game: {}", names.sign, game.error().reason));
    return (*game)->token();
  }
  const std::vector<std::string> known = games();
  if (known.size() == 1) return known.front();
  return refuse(known.empty() ? "the index has no games"
                              : fmt::format("{}game: the index has {} games; expected one of {}", names.sign,
                                            known.size(), fmt::join(known, ", ")));
}

Checked<Explored> explored_position(const std::string& token, const std::string& text, std::string_view name) {
  const auto game = game::start(token);
  if (!game) return std::unexpected(game.error());
  if (!text.empty()) {
    const auto set = game::set_written_position(**game, text);
    if (!set) return refuse(set.error().rule, fmt::format("{}: {}", name, set.error().reason));
  }
  return explored(**game);
}

Checked<ReadTerms> read_terms(const SearchTerms& terms, TermNames names, const GamesOfIndex& games) {
  ReadTerms read;
  IndexQuery& query = read.query;
  query.players = terms.players;
  query.white = terms.white;
  query.black = terms.black;
  query.event = terms.event;
  query.wants_duplicates = terms.wants_duplicates;
  const auto winner = read_winner(names, terms.winner);
  if (!winner) return std::unexpected(winner.error());
  query.winner = *winner;
  const auto years = read_range(names, "year", terms.years);
  if (!years) return std::unexpected(years.error());
  query.years = *years;
  const auto plies = read_range(names, "plies", terms.plies);
  if (!plies) return std::unexpected(plies.error());
  query.plies = *plies;
  if (!terms.material.empty()) {
    const auto material = read_material(names, terms.material);
    if (!material) return std::unexpected(material.error());
    query.materials.push_back(*material);
    if (terms.is_turned) query.materials.push_back(material->turned());
  }
  if (const auto came = read_what_came_up(terms, names, games, read); !came) return std::unexpected(came.error());
  return read;
}

}  // namespace crownstar::collections
