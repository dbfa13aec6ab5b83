// Knows how the game of a record is found that does not say which it is: its Variant tag, and which game's rules allow
// the moves of the whole file. Does not know how a record is kept.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/record/pdn/reader.hpp"
#include "rules/record/record_source.hpp"

namespace crownstar::game {

struct GameGuess {
  std::string token;
  std::string reason;  // `as its Variant tag says`
};

// What is played in a file, by as many of its first games as are looked at. One game says little: many games begin
// alike, and a mistake in one would make it another game. It takes little memory, however long the file is.
class FileGames {
 public:
  static constexpr int most_looked_at = 64;

  // `named` is what the file's name says, empty for nothing. It counts where several games would do.
  explicit FileGames(std::string named = {}) : named_(std::move(named)) {}

  // Nothing more is learned once there are enough.
  void look_at(const PdnGame& game, const RecordSource& source);
  bool has_enough() const { return looked_at_ >= most_looked_at; }

  // The Variant tag wins. Without it the game is the file's. It is another one only where the file's own does not allow
  // the position or the first move, or breaks off early where the other one allows all of a longer game: a mistake in
  // a game stays a mistake.
  GameGuess guess(const PdnGame& game, const RecordSource& source) const;

 private:
  struct Candidate {
    std::string token;
    double likelihood = 0;  // the logarithm of it
  };

  std::string of_the_file() const;

  std::string named_;
  std::vector<Candidate> candidates_;
  int looked_at_ = 0;
  int with_moves_ = 0;  // of those that do not say what they are
  int with_letters_ = 0;
  int with_colons_ = 0;
  int declared_ = 0;
};

// Whether a game names itself by its GameType or Variant, in a way that is understood.
bool says_its_game(const PdnGame& game, const RecordSource& source);

// What the name of a file says: `Russian_2007.pdn` is russian. Empty if that is no game.
std::string game_in_name(std::string_view file, const RecordSource& source);

}  // namespace crownstar::game
