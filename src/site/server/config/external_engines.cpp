#include "site/server/config/external_engines.hpp"

namespace crownstar::server {

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  bool is_in_word = false;
  char quote = '\0';
  for (const char letter : text) {
    if (quote == '\0' && letter == ' ') {
      is_in_word = false;
      continue;
    }
    if (!is_in_word) words.emplace_back();
    is_in_word = true;
    if (letter == quote) {
      quote = '\0';
    } else if (quote == '\0' && (letter == '"' || letter == '\'')) {
      quote = letter;
    } else {
      words.back() += letter;
    }
  }
  return words;
}

hub::ExternalEngine external_engine(const ExternalEngine& setting) {
  hub::ExternalEngine engine;
  engine.name = setting.name;
  for (const char letter : setting.name) {
    const bool is_upper = letter >= 'A' && letter <= 'Z';
    const bool is_kept = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
    engine.id += is_upper ? static_cast<char>(letter + 32) : is_kept ? letter : '-';
  }
  engine.description = "another program";
  engine.command = split_words(setting.command);
  engine.games = split_words(setting.games);
  return engine;
}

}  // namespace crownstar::server
