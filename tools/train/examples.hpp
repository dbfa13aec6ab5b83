// How files of positions become examples for training, and how the unit of the network is chosen from them.
// It does not know the network's weights.
#pragma once

#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "engines/contest/self_play/samples.hpp"
#include "train/model.hpp"

namespace crownstar::train {

inline base::Checked<std::vector<contest::Sample>> read_samples(const std::string& name, const std::string& game) {
  std::FILE* file = std::fopen(name.c_str(), "rb");
  if (file == nullptr) return base::refuse("cannot read " + name);
  std::array<unsigned char, contest::sample_head_bytes> head{};
  const bool has_head = std::fread(head.data(), 1, head.size(), file) == head.size();
  const auto token = contest::read_sample_head(head);
  std::vector<contest::Sample> samples;
  std::array<unsigned char, contest::most_sample_bytes> bytes{};
  const std::span one(bytes.data(), contest::sample_bytes(game));
  while (has_head && std::fread(one.data(), 1, one.size(), file) == one.size()) {
    samples.push_back(contest::read_sample(one));
  }
  std::fclose(file);
  if (!has_head || !token) return base::refuse(name + " is no file of positions");
  if (*token != game) return base::refuse(name + " has positions of " + *token + ", not of " + game);
  return samples;
}

// How many hundredths change the expected result by as much as e changes odds: what explains the results best.
inline int fitted_scale(const std::vector<contest::Sample>& samples) {
  int best = 100;
  double least = 1e300;
  for (int scale = 40; scale <= 600; scale += 10) {
    double loss = 0;
    for (std::size_t nth = 0; nth < samples.size(); nth += 7) {
      const double off = expected(samples[nth].score, scale) - (samples[nth].result + 1) / 2.0;
      loss += off * off;
    }
    if (loss >= least) continue;
    least = loss;
    best = scale;
  }
  return best;
}

// What became of each position, 0 to 1, in files that have the positions of a game one after another: a mean of the
// scores that came later, which counts one after `horizon` positions a third of the next, and of the result at the end.
// The result alone depends on every mistake that was still to come. Where the score leaps by more than `leap`, a move
// by chance was made that says nothing of what was before it.
struct Foresight {
  double horizon = 12;
  double leap = 0.35;
};

inline std::vector<float> what_became(const std::vector<contest::Sample>& samples, int scale, Foresight foresight) {
  std::vector<float> became(samples.size());
  const double keep = foresight.horizon >= 1 ? 1 - 1 / foresight.horizon : 1;
  for (std::size_t nth = samples.size(); nth-- > 0;) {
    const contest::Sample& sample = samples[nth];
    const bool is_last =
        nth + 1 == samples.size() || samples[nth + 1].game != sample.game || samples[nth + 1].ply <= sample.ply;
    if (is_last || keep == 1) {
      became[nth] = static_cast<float>((sample.result + 1) / 2.0);
      continue;
    }
    const contest::Sample& next = samples[nth + 1];
    const auto own = [&](double seen) { return (next.ply - sample.ply) % 2 != 0 ? 1 - seen : seen; };
    const double before = expected(sample.score, scale);
    const double after = own(expected(next.score, scale));
    const bool leaps = std::abs(after - before) > foresight.leap;
    became[nth] = static_cast<float>(leaps ? before : (1 - keep) * after + keep * own(became[nth + 1]));
  }
  return became;
}

// `trust` is the share of the search's score in the target; the rest is what became of the position.
inline Example example_of(const contest::Sample& sample, float became, const Material& material, int scale,
                          double trust) {
  Example example;
  const auto add = [&](board::Word128 pieces, int kind) {
    const int other = kind < 2 ? kind + 2 : kind - 2;
    for (; pieces != 0; pieces &= pieces - 1) {
      const int square = board::lowest_bit(pieces);
      if (example.count == example.mine.size()) return;
      example.mine[example.count] = static_cast<std::uint16_t>(kind * material.squares + square);
      example.theirs[example.count] =
          static_cast<std::uint16_t>(other * material.squares + material.squares - 1 - square);
      ++example.count;
    }
  };
  add(sample.own_men, 0);
  add(sample.own_kings, 1);
  add(sample.their_men, 2);
  add(sample.their_kings, 3);
  const int men = board::count_bits(sample.own_men) - board::count_bits(sample.their_men);
  const int kings = board::count_bits(sample.own_kings) - board::count_bits(sample.their_kings);
  example.base = static_cast<float>(men * material.man + kings * material.king) / static_cast<float>(scale);
  example.phase = static_cast<std::uint8_t>(search::net::phase_of(example.count, material.squares, material.phases));
  example.target = static_cast<float>(trust * expected(sample.score, scale) + (1 - trust) * became);
  return example;
}

}  // namespace crownstar::train
