#include "programs/cli/play/messages.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "rules/catalog/catalog.hpp"
#include "rules/game/token.hpp"

namespace crownstar::cli {
namespace {

using game::Game;
using game::MoveView;
using game::PieceView;
using game::Point;

constexpr std::size_t screen_width = 80;

// Words in columns of the same width, as many as the screen has room for.
std::string in_columns(const std::vector<std::string>& words) {
  std::size_t width = 0;
  for (const std::string& word : words) width = std::max(width, word.size() + 2);
  const std::size_t columns = std::max<std::size_t>(1, screen_width / std::max<std::size_t>(1, width));
  std::string text;
  for (std::size_t index = 0; index < words.size(); ++index) {
    const bool ends_line = index % columns == columns - 1 || index + 1 == words.size();
    text += ends_line ? words[index] + "\n" : fmt::format("{:<{}}", words[index], width);
  }
  return text;
}

std::string capital(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') text.front() = static_cast<char>(text.front() - 32);
  return text;
}

}  // namespace

std::string trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

std::string beginning_text(const Game& game) {
  const std::string token = game.token();
  const auto entry = std::ranges::find(game::catalog(), game::id_of(token), &game::CatalogEntry::id);
  return fmt::format("{} ({})\n", entry == game::catalog().end() ? token : entry->name, token);
}

std::string pieces_of_seat(const BoardPicture& picture, int seat, const BoardLook& look) {
  const auto shown = [&](int set, bool is_king) { return draw_piece(picture, PieceView{0, seat, set, is_king}, look); };
  if (picture.layout.shape == game::BoardShape::squares) {
    return fmt::format("; men {}, kings {}", shown(seat + 1, false), shown(seat + 1, true));
  }
  std::set<int> sets;
  for (const PieceView& piece : picture.pieces) {
    if (piece.seat == seat) sets.insert(piece.set);
  }
  std::string text = "; pieces";
  for (const int set : sets) text += " " + shown(set, false);
  return text;
}

std::vector<Point> points_that_must_capture(const Game& game) {
  std::set<Point> points;
  if (const auto moves = game.legal_moves()) {
    for (const MoveView& move : *moves) {
      if (!move.captured.empty()) points.insert(move.from());
    }
  }
  return {points.begin(), points.end()};
}

std::string must_capture_text(const Game& game) {
  const std::vector<Point> points = points_that_must_capture(game);
  if (points.empty()) return "";
  std::string text =
      points.size() == 1 ? "The piece in brackets must capture:" : "One of the pieces in brackets must capture:";
  for (const Point point : points) text += " " + game.layout().points[static_cast<std::size_t>(point)].label;
  return text + "\n";
}

std::string moves_text(const std::vector<MoveView>& moves) {
  if (moves.empty()) return "There is no legal move.\n";
  std::vector<std::string> words;
  for (const MoveView& move : moves) words.push_back(move.text);
  return in_columns(words);
}

std::string captured_text(const BoardPicture& picture, const std::vector<std::vector<PieceView>>& captured,
                          const BoardLook& look) {
  std::string text;
  for (std::size_t seat = 0; seat < captured.size(); ++seat) {
    if (captured[seat].empty()) continue;
    text += picture.seat_names[seat] + " has captured";
    for (const PieceView& piece : captured[seat]) text += " " + draw_piece(picture, piece, look);
    text += "\n";
  }
  return text;
}

std::string place_line(const Game& game, int seat) {
  const game::Standing& standing = game.outcome().standings[static_cast<std::size_t>(seat)];
  return fmt::format("{}. {} ({})\n", standing.place, game.seat_name(seat),
                     base::to_text({standing.rule, standing.reason}));
}

std::string end_text(const Game& game) {
  const game::Outcome& outcome = game.outcome();
  const std::string reason = base::to_text({outcome.rule, capital(outcome.reason)});
  if (outcome.is_draw && game.seats() == 2) return fmt::format("The game is drawn. {}.\n", reason);
  const auto winner = std::ranges::find(outcome.standings, 1, &game::Standing::place);
  if (game.seats() == 2 && winner != outcome.standings.end()) {
    const int seat = static_cast<int>(winner - outcome.standings.begin());
    return fmt::format("{} wins. {}.\n", game.seat_name(seat), reason);
  }
  std::string text = fmt::format("The game is over. {}.\n", reason);
  for (int place = 1; place <= game.seats(); ++place) {
    for (int seat = 0; seat < game.seats(); ++seat) {
      if (outcome.standings[static_cast<std::size_t>(seat)].place == place) text += place_line(game, seat);
    }
  }
  return text;
}

}  // namespace crownstar::cli
