#include "rules/record/reading/record_guess.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "base/text/letters.hpp"
#include "rules/record/record_moves.hpp"
#include "rules/record/recorded_position.hpp"

namespace crownstar::game {

namespace {

// Where the moves fit several games the one that more files hold. The others follow as the source has them.
constexpr auto games_of_numbers = std::to_array<std::string_view>(
    {"american", "international", "italian", "pool", "spanish", "portuguese", "canadian", "frisian"});
constexpr auto games_of_letters = std::to_array<std::string_view>({"russian", "brazilian", "turkish", "czech"});
constexpr std::string_view most_usual_game = "american";

constexpr int moves_looked_at = 60;
constexpr int early_end = 16;         // other rules show soon, mistakes come anywhere
constexpr int enough_to_differ = 24;  // half-moves that fit another game by chance no more

// Natural logarithms. A legal move is as likely as each other one, so rules that leave fewer of them explain a game
// better: what obeys the largest capture is rarely played where any will do.
constexpr double of_a_mistake = -7;
constexpr double of_an_unread_move = -2.3;  // about ten others are legal
constexpr double of_a_wrong_sign = -1;
constexpr double of_the_next_rarer = -1;
constexpr double of_the_name = 10;  // more than one mistake, less than two
constexpr double of_a_declared_game = 10;

// As far as the rules of a game allow the main line; variations say little more.
struct Trial {
  int played = 0;
  bool has_position = false;
  bool fits = false;  // the position and every move
  double likelihood = 0;
};

std::vector<std::string_view> main_moves(const PdnGame& game) {
  std::vector<std::string_view> moves;
  int depth = 0;
  for (const PdnItem& item : game.items) {
    if (item.kind == PdnItemKind::open) ++depth;
    if (item.kind == PdnItemKind::close) --depth;
    if (depth == 0 && item.kind == PdnItemKind::move) moves.push_back(item.text);
    if (std::ssize(moves) == moves_looked_at) break;
  }
  return moves;
}

const PdnTag* position_of(const PdnGame& game) {
  const PdnTag* fen = game.find_tag("FEN");
  return fen == nullptr || fen->value.empty() ? nullptr : fen;
}

// False: not a legal one.
bool try_move(Game& game, std::string_view text, Trial& trial) {
  const auto legal = game.legal_moves();
  const auto move = read_written_move(game, text, nullptr);
  if (!legal || !move || !game.play(move->readings.front())) return false;
  trial.likelihood -= std::log(static_cast<double>(std::max<std::size_t>(legal->size(), 1)));
  if (move->is_step_as_capture) trial.likelihood += of_a_wrong_sign;
  return true;
}

Trial try_as(const PdnGame& text, const RecordSource& source, std::string_view token) {
  Trial trial;
  const auto moves = main_moves(text);
  const auto give_up = [&] {
    trial.likelihood += of_a_mistake + of_an_unread_move * static_cast<double>(std::ssize(moves) - trial.played);
    return trial;
  };
  auto started = source.start(token);
  if (!started) return give_up();
  Game& game = **started;
  if (const PdnTag* fen = position_of(text); fen != nullptr && !set_recorded_position(game, fen->value)) {
    return give_up();
  }
  trial.has_position = true;
  for (const std::string_view move : moves) {
    if (!try_move(game, move, trial)) return give_up();
    ++trial.played;
  }
  trial.fits = true;
  return trial;
}

bool has_board(const RecordSource& source, const std::string& token) {
  const auto started = source.start(token);
  return started && (*started)->layout().shape != BoardShape::star;
}

// What a game itself says; empty where it says nothing that is understood.
std::string declared_game(const PdnGame& game, const RecordSource& source) {
  if (const PdnTag* type = game.find_tag("GameType"); type != nullptr && !type->value.empty()) {
    const RecordedGame* known = base::is_digit(type->value.front()) ? source.find_number(game_type_number(type->value))
                                                                    : source.find_id(type->value);
    if (known != nullptr) return known->id;
  }
  const PdnTag* variant = game.find_tag("Variant");
  return variant == nullptr || !source.id_named ? std::string() : source.id_named(variant->value);
}

bool is_of_letters(const std::vector<std::string_view>& moves) {
  return !moves.empty() && base::is_letter(moves.front().front());
}

bool has_colon(const std::vector<std::string_view>& moves) {
  return std::ranges::any_of(moves, [](std::string_view move) { return move.contains(':'); });
}

// How many usual games stand before it, where a text is written so.
int rarity(std::string_view token, bool has_letters, bool has_colons) {
  if (has_colons && token == "russian") return 0;  // the others write captures with x
  const std::span<const std::string_view> of_numbers(games_of_numbers);
  const std::span<const std::string_view> of_letters(games_of_letters);
  int rank = has_colons ? 1 : 0;
  for (const auto usual : {has_letters ? of_letters : of_numbers, has_letters ? of_numbers : of_letters}) {
    const auto found = std::ranges::find(usual, token);
    if (found != usual.end()) return rank + static_cast<int>(found - usual.begin());
    rank += static_cast<int>(usual.size());
  }
  return rank;
}

}  // namespace

void FileGames::look_at(const PdnGame& game, const RecordSource& source) {
  if (has_enough()) return;
  ++looked_at_;
  if (candidates_.empty()) {
    for (const RecordedGame& each : source.games) {
      if (has_board(source, each.id)) candidates_.push_back({each.id});
    }
  }
  if (const std::string declared = declared_game(game, source); !declared.empty()) {
    ++declared_;
    for (Candidate& each : candidates_) each.likelihood += each.token == declared ? of_a_declared_game : 0;
    return;
  }
  const auto moves = main_moves(game);
  if (moves.empty() && position_of(game) == nullptr) return;
  ++with_moves_;
  with_letters_ += is_of_letters(moves) ? 1 : 0;
  with_colons_ += has_colon(moves) ? 1 : 0;
  for (Candidate& each : candidates_) each.likelihood += try_as(game, source, each.token).likelihood;
}

// Empty where nothing is known.
std::string FileGames::of_the_file() const {
  if (with_moves_ + declared_ == 0) return named_;
  const Candidate* best = nullptr;
  double most = -std::numeric_limits<double>::infinity();
  for (const Candidate& each : candidates_) {
    const int rank = rarity(each.token, with_letters_ * 2 > with_moves_, with_colons_ > 0);
    const double likelihood =
        each.likelihood + of_the_next_rarer * rank + (each.token == named_ ? of_the_name + rank : 0);
    if (likelihood <= most) continue;
    most = likelihood;
    best = &each;
  }
  return best == nullptr ? std::string() : best->token;
}

GameGuess FileGames::guess(const PdnGame& game, const RecordSource& source) const {
  if (const PdnTag* tag = game.find_tag("Variant"); tag != nullptr && source.id_named) {
    if (std::string id = source.id_named(tag->value); !id.empty()) return {id, "as its Variant tag says"};
  }
  const std::string usual = of_the_file();
  if (usual.empty()) return {std::string(most_usual_game), "for want of anything else"};
  GameGuess of_file{usual, usual == named_    ? "as the file's name says"
                           : with_moves_ == 0 ? "as other games of the file say"
                                              : "which the moves fit best"};
  const Trial trial = try_as(game, source, usual);
  const bool begins = trial.has_position && (trial.played > 0 || trial.fits);
  const auto moves = main_moves(game);
  const bool may_differ = trial.played < early_end && std::ssize(moves) >= enough_to_differ;
  if (trial.fits || (begins && !may_differ)) return of_file;
  FileGames alone;
  alone.look_at(game, source);
  const std::string other = alone.of_the_file();
  const Trial again = other.empty() ? Trial() : try_as(game, source, other);
  if (!again.fits && (begins || again.played <= trial.played)) return of_file;
  return {other, "which its moves fit best"};
}

bool says_its_game(const PdnGame& game, const RecordSource& source) { return !declared_game(game, source).empty(); }

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
