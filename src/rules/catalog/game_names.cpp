#include "rules/catalog/game_names.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include "base/text/letters.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::game {

namespace {

// As `plain` writes them. A name that means another game in another country, such as dama, is not here.
constexpr auto aliases = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"american", "english"},
    {"american", "british"},
    {"american", "angloamerican"},
    {"american", "checkers"},
    {"american", "straight"},
    {"american", "acf"},
    {"international", "standard"},  // lidraughts
    {"international", "normal"},    // Scan
    {"international", "polish"},
    {"international", "fmjd"},
    {"antidraughts", "suicide"},
    {"antidraughts", "losing"},  // Scan
    {"antidraughts", "giveaway"},
    {"breakthrough", "bt"},  // Scan
    {"frisian", "friesian"},
    {"frisian", "fries"},
    {"russian", "shashki"},
    {"brazilian", "brazil"},
    {"canadian", "canada"},
    {"pool", "americanpool"},
    {"thai", "makhos"},
    {"thai", "makhot"},
    {"turkish", "turk"},
    {"turkish", "turkishdama"},
    {"italian", "damaitaliana"},
    {"spantsiretti", "spancirety"},
    {"spantsiretti", "spancireti"},
    {"flying-king", "flyingkings"},
    {"sternhalma", "chinesecheckers"},
    {"sternhalma", "chinese"},
    {"sternhalma", "star"},
});

// Longer names are none, and not worth comparing.
constexpr std::size_t longest_name = 40;

// Small letters and digits alone, without the word for the kind of game: `Russian draughts` to `russian`.
std::string plain(std::string_view name) {
  std::string letters;
  for (const char letter : name.substr(0, longest_name)) {
    if (base::is_letter(letter) || base::is_digit(letter)) letters += base::lowered(letter);
  }
  return letters;
}

std::string without_kind(const std::string& letters) {
  for (const std::string_view kind : {"draughts", "checkers"}) {
    if (letters.size() > kind.size() && letters.ends_with(kind)) {
      return letters.substr(0, letters.size() - kind.size());
    }
  }
  return letters;
}

// Everything that the games are called, each with the id.
std::vector<std::pair<std::string, std::string>> all_names() {
  std::vector<std::pair<std::string, std::string>> names;
  for (const CatalogEntry& entry : catalog()) {
    names.emplace_back(entry.id, plain(entry.id));
    names.emplace_back(entry.id, plain(entry.name));
  }
  for (const auto& [id, alias] : aliases) names.emplace_back(id, alias);
  return names;
}

// How many letters must be put in, taken out or changed (Levenshtein).
std::size_t distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> row(right.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < right.size(); ++j) {
      const std::size_t changed = diagonal + (left[i] == right[j] ? 0 : 1);
      diagonal = std::exchange(row[j + 1], std::min({row[j] + 1, row[j + 1] + 1, changed}));
    }
  }
  return row.back();
}

}  // namespace

std::string id_named(std::string_view name) {
  // Another sign, such as a comma at the end, is a slip and no part of a name.
  const auto belongs = [](char sign) {
    return base::is_letter(sign) || base::is_digit(sign) || std::string_view(" -_'.!").contains(sign);
  };
  if (name.size() > longest_name || !std::ranges::all_of(name, belongs)) return {};
  static const std::vector<std::pair<std::string, std::string>> names = all_names();
  const std::string letters = plain(name);
  for (const std::string& wanted : {letters, without_kind(letters)}) {
    const auto found = std::ranges::find(names, wanted, &std::pair<std::string, std::string>::second);
    if (found != names.end()) return found->first;
  }
  return {};
}

std::string with_known_id(std::string_view token) {
  const std::size_t colon = std::min(token.find(':'), token.size());
  const std::string id = id_named(token.substr(0, colon));
  return (id.empty() ? std::string(token.substr(0, colon)) : id) + std::string(token.substr(colon));
}

std::string nearest_id(std::string_view name) {
  const std::string letters = without_kind(plain(name));
  std::string nearest;
  // A third of the letters may be wrong; with more the guess would be no help.
  std::size_t least = letters.size() / 3 + 1;
  for (const auto& [id, other] : all_names()) {
    const std::size_t wrong = distance(letters, without_kind(other));
    if (wrong < least) {
      least = wrong;
      nearest = id;
    }
  }
  return nearest;
}

}  // namespace crownstar::game
