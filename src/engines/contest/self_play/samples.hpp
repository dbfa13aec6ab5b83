// Training positions as a file has them, forty bytes each; 44 where the board has more than 64 squares.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/refusal.hpp"
#include "rules/board/checkered.hpp"
#include "rules/game/game.hpp"

namespace crownstar::contest {

// As the side to move sees it: its own end of the board at the bottom, the squares numbered row by row from there.
struct Sample {
  board::Word128 own_men = 0;
  board::Word128 own_kings = 0;
  board::Word128 their_men = 0;
  board::Word128 their_kings = 0;
  std::int16_t score = 0;  // of a search, in hundredths of a man
  std::int8_t result = 0;  // of the game: 1 won, 0 drawn, -1 lost
  std::uint8_t ply = 0;    // of the game, at most 255
  std::uint32_t game = 0;  // its number in the run

  bool operator==(const Sample&) const = default;
};

inline constexpr std::size_t most_sample_bytes = 44;
inline constexpr std::size_t sample_head_bytes = 64;

// Writes positions of one game in FEN again. White is to move in all of them: where Black was, the board is turned and
// the colours are swapped.
class SampleNames {
 public:
  // Refused where there are no samples of the game.
  static base::Checked<SampleNames> of(std::string_view token);

  // Refused where the bytes are no position of the game.
  base::Checked<std::string> fen_of(const Sample& sample);

 private:
  SampleNames(std::unique_ptr<game::Game> game, std::vector<std::string> labels)
      : game_(std::move(game)), labels_(std::move(labels)) {}

  std::unique_ptr<game::Game> game_;
  std::vector<std::string> labels_;  // of the squares, in the order of a sample's bits
};

// How many bytes a position of this game takes in a file.
std::size_t sample_bytes(std::string_view token);

// Without score and result. None where the game is none of two seats on a board of at most 72 squares.
std::optional<Sample> sample_of(const game::Game& game);

// The first `sample_bytes` of these are kept.
std::array<unsigned char, most_sample_bytes> write_sample(const Sample& sample);
Sample read_sample(std::span<const unsigned char> bytes);

// The run that a file is of, and how much of it is there: what comes behind is of a game that was broken off.
struct SampleRun {
  std::uint64_t seed = 0;
  std::uint64_t terms = 0;  // a number that differs where other terms were played on
  std::uint32_t games = 0;  // whole ones
  std::uint64_t samples = 0;

  bool operator==(const SampleRun&) const = default;
};

// The first bytes of a file: what it is, of which game and of which run.
std::array<unsigned char, sample_head_bytes> write_sample_head(std::string_view token, const SampleRun& run);
base::Checked<std::string> read_sample_head(const std::array<unsigned char, sample_head_bytes>& bytes);
// None in files that were begun when they did not say it.
std::optional<SampleRun> read_sample_run(const std::array<unsigned char, sample_head_bytes>& bytes);

}  // namespace crownstar::contest
