// A position of a race of three to six, as one of its seats sees it, as it is kept to learn from, and how it becomes an
// example for training. It does not know how positions are made (games_of_several.hpp) and the network's weights.
#pragma once

#include <array>
#include <cstdint>

#include "rules/board/star.hpp"
#include "train/model.hpp"
#include "train/star_samples.hpp"

namespace crownstar::train {

inline constexpr int most_pieces_of_several = Example::most_features - 1;

struct SeveralSample {
  static constexpr std::array<char, 8> magic{'C', 'S', 'T', 'A', 'R', 'S', 'E', '1'};
  static constexpr std::uint8_t nowhere = 255;
  static constexpr std::int16_t unknown = -1;
  static constexpr int certain = 10'000;  // chances are kept in parts of it

  // Holes of the pieces as the seat sees them, by sets as they follow its own around the board.
  std::array<std::array<std::uint8_t, 15>, 6> holes{};
  std::uint8_t rival = 0;         // the set of the nearest rival, counted from the seat's own
  std::uint8_t before = 0;        // how many seats move before this one
  std::uint8_t rival_before = 0;  // and before the rival
  std::uint8_t phase = 0;
  std::array<std::uint8_t, 2> padding{};  // so that every byte that is written has a value
  std::uint32_t game = 0;
  std::int16_t lead = 0;    // without a network, in hundredths of a turn
  std::int16_t score = 0;   // the chance of the first place that the seat's next search found, or `unknown`
  std::int16_t became = 0;  // what later searches found, a mean that ends at the result
  std::array<std::uint8_t, 2> more_padding{};
};
static_assert(sizeof(SeveralSample) == 108);

// `trust` is the share of the search's score in the target; the rest is what became of the position.
inline Example example_of(const SeveralSample& sample, bool is_mirrored, double scale, double trust) {
  Example example;
  const auto seen_by_rival = [&](int hole) {
    for (int turn = sample.rival; turn % 6 != 0; ++turn) hole = board::star<4>.turned(hole);
    return hole;
  };
  const auto turned_over = [&](int hole) { return is_mirrored ? mirrored(hole) : hole; };
  for (std::size_t set = 0; set < sample.holes.size(); ++set) {
    for (const std::uint8_t hole : sample.holes[set]) {
      if (hole == SeveralSample::nowhere) break;
      example.mine[example.count] = static_cast<std::uint16_t>((set == 0 ? 0 : star_holes) + turned_over(hole));
      example.theirs[example.count] =
          static_cast<std::uint16_t>((set == sample.rival ? 0 : star_holes) + turned_over(seen_by_rival(hole)));
      ++example.count;
    }
  }
  example.mine[example.count] = static_cast<std::uint16_t>(2 * star_holes + sample.before);
  example.theirs[example.count] = static_cast<std::uint16_t>(2 * star_holes + sample.rival_before);
  ++example.count;
  example.base = static_cast<float>(sample.lead / scale);
  example.phase = sample.phase;
  const double share = sample.score == SeveralSample::unknown ? 0 : trust;
  example.target = static_cast<float>((share * sample.score + (1 - share) * sample.became) / SeveralSample::certain);
  return example;
}

}  // namespace crownstar::train
