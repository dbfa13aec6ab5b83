// How a collection in PDN falls into games: tags, moves as they are written, comments, signs and variations.
// It does not know rules: whether a move is legal, and even whether it is a move, is the record's question.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/record/pdn/lexer.hpp"
#include "rules/record/pdn/text.hpp"

namespace crownstar::game {

struct PdnTag {
  std::string_view name;
  std::string_view value;
  TextPlace place;
};

enum class PdnItemKind : std::uint8_t { move, pass, comment, nag, setup, open, close };

struct PdnItem {
  PdnItemKind kind = PdnItemKind::move;
  int number = 0;  // of a nag
  TextPlace place;
  std::string_view text;  // of a move, a comment, a setup
  bool is_round = false;  // a comment between parentheses
};

// One game as it is written. The variations are kept as brackets around their items, so no depth needs a deep
// structure.
struct PdnGame {
  TextPlace place;
  std::vector<PdnTag> tags;
  std::vector<PdnItem> items;
  std::string_view result;  // the word that ended it, empty where only the next game or the end of the text did
  TextPlace result_place;

  const PdnTag* find_tag(std::string_view name) const;  // the first of that name, whatever its capitals
};

enum class PdnStep { needs_more, game, problem, end };

// Feed it a text piece by piece, and after each ask for what it holds until it needs more:
//   reader.feed(piece); while ((step = reader.next()) ...) ...; reader.finish(); while (...) ...
// A game with a problem is dropped whole, the problem is reported once, and reading goes on at the next game.
class PdnReader {
 public:
  explicit PdnReader(const PdnLimits& limits = {});
  PdnReader(const PdnReader&) = delete;
  PdnReader& operator=(const PdnReader&) = delete;

  void feed(std::string_view piece);
  void finish();
  PdnStep next();

  // Both hold until the next call of `next`.
  const PdnGame& game() const { return game_; }
  const PdnProblem& problem() const { return problem_; }

 private:
  enum class Skipping : std::uint8_t { nothing, rest_of_game, everything_but_a_tag };

  PdnStep take(const PdnToken& token);
  PdnStep skip(const PdnToken& token);
  PdnStep complain(TextPlace place, std::string reason, Skipping skipping);
  PdnStep end_of_game();
  void start_game();
  bool is_round_number(const PdnToken& token) const;
  PdnStep take_round_number();
  PdnStep add_bracket_or_setup(const PdnToken& token);
  PdnStep add_tag(const PdnToken& token);
  PdnStep add_word(const PdnToken& token);
  bool joins_waiting_word(const PdnToken& token);
  void settle_waiting_word();
  void add_item(PdnItemKind kind, TextPlace place, std::string_view text, int number = 0);
  void add_star(const PdnToken& token);
  PdnStep add_nag(const PdnToken& token);
  void infer_result();
  bool is_worth_having() const;
  std::string_view keep(std::string_view text);
  std::string_view keep_word(std::string_view text);

  PdnLimits limits_;
  PdnLexer lexer_;
  std::string piece_;              // the piece at hand, where it had to be changed
  bool holds_half_blank_ = false;  // the piece before ended in the first byte of what may be a no-break space
  PdnGame game_;
  PdnProblem problem_;
  std::string text_;  // of the game at hand; it never grows past its first reservation, so views of it hold
  PdnToken held_;     // a token that belongs to what comes after the game just given out
  bool has_held_ = false;
  bool must_restart_ = false;  // the game at hand has been given out
  Skipping skipping_ = Skipping::nothing;

  std::uint64_t start_ = 0;         // of the game at hand in the whole text
  bool has_begun_ = false;          // it has a first token
  bool has_moves_ = false;          // it has left its tags behind
  bool has_number_ = false;         // of a move, and nothing since
  bool has_round_numbers_ = false;  // it has numbers such as `1)`
  bool is_over_ = false;            // its result has been read
  bool ended_with_star_ = false;    // and was a star
  bool has_glued_star_ = false;     // its last item is a star written onto a move: `32-28*`
  std::vector<TextPlace> open_;     // where the variations around the token at hand began

  std::string_view waiting_;  // a word that the next one may complete: `1` of `1- 7`
  TextPlace waiting_place_;
  bool is_joined_ = false;
};

// What ends a game in any of the forms in use, in ASCII: `1/2-1/2` for a half written as one letter. Empty for others.
std::string_view pdn_result(std::string_view word);

}  // namespace crownstar::game
