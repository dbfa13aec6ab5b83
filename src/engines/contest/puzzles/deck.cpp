#include "engines/contest/puzzles/deck.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text/byte_order_mark.hpp"
#include "base/text/csv.hpp"
#include "base/text/parse_number.hpp"
#include "base/text/quote.hpp"

namespace crownstar::contest {
namespace {

constexpr std::string_view head = "id,game,position,moves,effort,gives,takes\n";
constexpr std::size_t columns = 7;

// Takes a field and what ends it off the front; no field where a quotation mark stands in a wrong place.
std::optional<std::string> take_field(std::string_view& line) {
  std::string field;
  if (!line.starts_with('"')) {
    const std::size_t end = std::min(line.find(','), line.size());
    field = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    if (field.contains('"')) return std::nullopt;
    return field;
  }
  line.remove_prefix(1);
  while (!line.empty()) {
    const char letter = line.front();
    line.remove_prefix(1);
    if (letter != '"') {
      field += letter;
    } else if (line.starts_with('"')) {
      field += '"';
      line.remove_prefix(1);
    } else if (line.empty() || line.starts_with(',')) {
      line.remove_prefix(line.empty() ? 0 : 1);
      return field;
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

std::vector<std::string> moves_in(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

std::optional<Puzzle> read_puzzle(std::string_view line) {
  std::vector<std::string> fields;
  while (!line.empty() && fields.size() <= columns) {
    auto field = take_field(line);
    if (!field) return std::nullopt;
    fields.push_back(*std::move(field));
  }
  if (fields.size() != columns) return std::nullopt;
  const auto effort = base::parse_number<std::uint64_t>(fields[4]);
  const auto gives = base::parse_number<int>(fields[5]);
  const auto takes = base::parse_number<int>(fields[6]);
  if (!effort || !gives || !takes) return std::nullopt;
  Puzzle puzzle{fields[1], fields[2], moves_in(fields[3]), *effort, *gives, *takes};
  if (puzzle.moves.empty() || id_of(puzzle) != fields[0]) return std::nullopt;
  return puzzle;
}

}  // namespace

std::string_view deck_head() { return head; }

std::string write_puzzle(const Puzzle& puzzle) {
  std::string moves;
  for (const std::string& move : puzzle.moves) moves += (moves.empty() ? "" : " ") + move;
  return id_of(puzzle) + ',' + base::csv_cell(puzzle.game) + ',' + base::csv_cell(puzzle.position) + ',' +
         base::csv_cell(moves) + ',' + std::to_string(puzzle.effort) + ',' + std::to_string(puzzle.gives) + ',' +
         std::to_string(puzzle.takes) + '\n';
}

Checked<std::vector<Puzzle>> read_deck(std::string_view text) {
  std::vector<Puzzle> puzzles;
  text = base::without_byte_order_mark(text);
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (number == 1 && line != head.substr(0, head.size() - 1)) {
      return base::refuse("line 1: expected " + std::string(head.substr(0, head.size() - 1)) + " instead of " +
                          base::quoted(line));
    }
    if (number == 1 || line.empty()) continue;
    auto puzzle = read_puzzle(line);
    if (!puzzle) return base::refuse("line " + std::to_string(number) + " is no puzzle: " + base::quoted(line));
    puzzles.push_back(*std::move(puzzle));
  }
  return puzzles;
}

}  // namespace crownstar::contest
