#include "rules/record/reading/record_guess.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "base/letters.hpp"
#include "rules/record/record_moves.hpp"
#include "rules/record/recorded_position.hpp"

namespace crownstar::game {

namespace {

// Where the moves fit several games the one that more files hold. The others follow as the source has them.
constexpr auto games_of_numbers = std::to_array<std::string_view>(
    {"american", "international", "italian", "pool", "spanish", "portuguese", "canadian", "frisian"});
constexpr auto games_of_letters = std::to_array<std::string_view>({"russian", "brazilian", "turkish", "czech"});
constexpr std::size_t enough_moves = 60;

bool has_sign(const PdnGame& game, char sign) {
  return std::ranges::any_of(game.items, [sign](const PdnItem& item) {
    return item.kind == PdnItemKind::move && item.text.find(sign) != std::string_view::npos;
  });
}

std::vector<std::string> candidates(const PdnGame& game, const RecordSource& source, std::string_view hint) {
  std::vector<std::string> tokens;
  const auto add = [&](std::string_view token) {
    if (source.find_id(token) == nullptr || std::ranges::find(tokens, token) != tokens.end()) return;
    tokens.emplace_back(token);
  };
  if (!hint.empty()) add(hint);
  if (has_sign(game, ':')) add("russian");  // the others write captures with x
  const auto first = std::ranges::find(game.items, PdnItemKind::move, &PdnItem::kind);
  const bool has_letters = first != game.items.end() && base::is_letter(first->text.front());
  const std::span<const std::string_view> of_numbers(games_of_numbers);
  const std::span<const std::string_view> of_letters(games_of_letters);
  for (const std::string_view id : has_letters ? of_letters : of_numbers) add(id);
  for (const std::string_view id : has_letters ? of_numbers : of_letters) add(id);
  for (const RecordedGame& each : source.games) add(each.id);
  return tokens;
}

struct Trial {
  std::size_t played = 0;
  bool fits = false;  // the position and every move
};

// As far as the rules of this game allow the main line; variations say little more.
Trial try_as(const PdnGame& text, const RecordSource& source, std::string_view token) {
  Trial trial;
  auto started = source.start(token);
  if (!started || (*started)->layout().shape == BoardShape::star) return trial;
  Game& game = **started;
  if (const PdnTag* fen = text.find_tag("FEN"); fen != nullptr && !fen->value.empty()) {
    if (!set_recorded_position(game, fen->value)) return trial;
  }
  ++trial.played;
  int depth = 0;
  for (const PdnItem& item : text.items) {
    if (item.kind == PdnItemKind::open) ++depth;
    if (item.kind == PdnItemKind::close) --depth;
    if (depth > 0 || item.kind != PdnItemKind::move) continue;
    if (trial.played >= enough_moves) break;
    const auto move = read_written_move(game, item.text, nullptr);
    if (!move || !game.play(move->readings.front())) return trial;
    ++trial.played;
  }
  trial.fits = true;
  return trial;
}

}  // namespace

GameGuess guess_game(const PdnGame& game, const RecordSource& source, std::string_view hint) {
  if (const PdnTag* tag = game.find_tag("Variant"); tag != nullptr && source.id_named) {
    if (std::string id = source.id_named(tag->value); !id.empty()) return {id, "as its Variant tag says"};
  }
  GameGuess best{std::string(hint), "as the file says"};
  std::size_t most = 0;
  for (const std::string& token : candidates(game, source, hint)) {
    const Trial trial = try_as(game, source, token);
    if (trial.played > most) {
      most = trial.played;
      best = {token, token == hint ? "as the file says" : "which its moves fit best"};
    }
    if (trial.fits) break;
  }
  return best.token.empty() ? GameGuess{"american", "for want of anything else"} : best;
}

std::string game_in_name(std::string_view file, const RecordSource& source) {
  if (!source.id_named) return {};
  const std::size_t slash = file.rfind('/');
  if (slash != std::string_view::npos) file.remove_prefix(slash + 1);
  std::string word;
  for (std::size_t index = 0; index <= file.size(); ++index) {
    if (index < file.size() && base::is_letter(file[index])) {
      word += file[index];
      continue;
    }
    if (word.size() > 3) {  // bt and the like stand in names for anything
      if (std::string id = source.id_named(word); !id.empty() && id != "sternhalma") return id;
    }
    word.clear();
  }
  return {};
}

}  // namespace crownstar::game
