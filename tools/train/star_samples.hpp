// A position of a race of two as it is kept to learn from, and how it becomes an example for training.
// It does not know how positions are made (games_of_two.hpp) and the network's weights.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "base/refusal.hpp"
#include "rules/board/star.hpp"
#include "train/model.hpp"

namespace crownstar::train {

// The head of a file of positions.
struct StarSampleHead {
  std::array<char, 8> magic{};
  std::array<char, 56> net{};  // what the network is called that is to learn from them
};

template <class Sample>
base::Checked<std::vector<Sample>> read_star_samples(const std::string& name, const std::string& net) {
  std::FILE* file = std::fopen(name.c_str(), "rb");
  if (file == nullptr) return base::refuse("cannot read " + name);
  StarSampleHead head{};
  const bool has_head = std::fread(&head, sizeof head, 1, file) == 1 && head.magic == Sample::magic;
  std::vector<Sample> samples;
  Sample sample;
  while (has_head && std::fread(&sample, sizeof sample, 1, file) == 1) samples.push_back(sample);
  std::fclose(file);
  if (!has_head) return base::refuse(name + " is no file of positions");
  if (net != head.net.data()) return base::refuse(name + " has positions for " + head.net.data() + ", not for " + net);
  return samples;
}

struct StarSample {
  static constexpr std::array<char, 8> magic{'C', 'S', 'T', 'A', 'R', 'P', 'O', '1'};
  static constexpr std::uint8_t nowhere = 255;
  static constexpr std::int16_t unknown = std::numeric_limits<std::int16_t>::min();

  std::array<std::uint8_t, 15> own{};    // holes of the seat to move, as it sees them
  std::array<std::uint8_t, 15> their{};  // and the other's, as the seat to move sees them
  std::uint16_t phase = 0;
  std::uint32_t game = 0;
  std::int16_t base = 0;    // what a look at one turn says without a network, in hundredths of a turn
  std::int16_t score = 0;   // what the search said; `unknown` where it counted its own way
  std::int16_t margin = 0;  // by how many hundredths of a turn the game was won in the end, or lost
  std::uint16_t pieces = 0;
};
static_assert(sizeof(StarSample) == 44);

inline constexpr int star_holes = board::star<4>.holes();

// The board has a left and a right, and the game has none.
inline int mirrored(int hole) {
  const board::StarPlace place = board::star<4>.place(hole);
  return board::star<4>.hole_at({place.row, place.row + 10 - place.column});
}

// `trust` is the share of the search's score in the target; the rest is how the game went.
inline Example example_of(const StarSample& sample, bool is_mirrored, double scale, double trust) {
  Example example;
  const auto add = [&](int hole, bool is_own) {
    const int seen = is_mirrored ? mirrored(hole) : hole;
    const int turned = star_holes - 1 - seen;
    example.mine[example.count] = static_cast<std::uint16_t>((is_own ? 0 : star_holes) + seen);
    example.theirs[example.count] = static_cast<std::uint16_t>((is_own ? star_holes : 0) + turned);
    ++example.count;
  };
  for (std::size_t nth = 0; nth < sample.pieces; ++nth) add(sample.own[nth], true);
  for (std::size_t nth = 0; nth < sample.pieces; ++nth) add(sample.their[nth], false);
  example.base = static_cast<float>(sample.base / scale);
  example.phase = static_cast<std::uint8_t>(sample.phase);
  const double share = sample.score == StarSample::unknown ? 0 : trust;
  example.target =
      static_cast<float>(share * expected(sample.score, scale) + (1 - share) * expected(sample.margin, scale));
  return example;
}

}  // namespace crownstar::train
