// The players of a game in the terminal, by name, and how computer players choose a move.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engines/search/searcher.hpp"
#include "programs/cli/play/played_game.hpp"

namespace crownstar::cli {

struct Player {
  enum class Kind { human, random, computer };
  Kind kind = Kind::human;
  std::string level{};  // of the computer, as search::levels has it

  bool is_human() const { return kind == Kind::human; }
  std::string name() const;  // `human`, `random mover`, `computer, casual`
};

// `human`, `random` or a level of the computer; `option` is named where it is none of them.
base::Checked<Player> read_player(std::string_view option, const std::string& word);
std::string known_players();  // `human, random, first-steps, ...`

// The player of every seat that no person has. The same seed chooses the same moves.
class Choosers {
 public:
  explicit Choosers(std::uint64_t seed) : seed_(seed), generator_(seed) {}

  std::uint64_t seed() const { return seed_; }
  // The text of a legal move.
  base::Checked<std::string> choose(const Player& player, const PlayedGame& table);

 private:
  base::Checked<std::string> any(const game::Game& game);

  std::uint64_t seed_;
  std::mt19937_64 generator_;
  std::unique_ptr<search::Searcher> searcher_;  // made when it is first needed
};

}  // namespace crownstar::cli
