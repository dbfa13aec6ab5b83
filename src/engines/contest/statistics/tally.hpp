// Counts the results of games in pairs: the score, Elo with its error, and the sequential test.
#pragma once

#include <array>
#include <cstdint>

namespace crownstar::contest {

enum class GameResult : std::uint8_t { loss, draw, win };  // of the first player; its value is half points

struct Elo {
  double value = 0;  // by how much the first is better
  double error = 0;  // 95 of 100 times the truth is no farther off
};

// The two games of a pair begin alike with the sides changed, so their results depend on each other: the error is that
// of pairs (confidence.hpp).
class Tally {
 public:
  void add_pair(GameResult first, GameResult second);

  int games() const { return wins_ + draws_ + losses_; }
  int wins() const { return wins_; }
  int draws() const { return draws_; }
  int losses() const { return losses_; }
  // By half points of the first player, 0 to 4.
  const std::array<int, 5>& pairs() const { return pairs_; }

  double score() const;        // 0 to 1; a half before the first game
  double score_error() const;  // 95 of 100 times the truth is no farther off
  Elo elo() const;
  // Of all points, with a little of every outcome added: a few equal results are no certainty.
  double points_variance() const;

 private:
  void count(GameResult result);

  std::array<int, 5> pairs_{};
  int wins_ = 0;
  int draws_ = 0;
  int losses_ = 0;
};

// Wald's sequential test: is the difference nearer to elo0 or to elo1? Wrong one time in twenty, either way.
struct SequentialTest {
  double elo0 = 0;
  double elo1 = 5;
};

enum class Verdict : std::uint8_t { open, elo0, elo1 };

inline constexpr double decided_at = 2.9444389791664403;  // log(0.95 / 0.05)

double log_likelihood_ratio(const Tally& tally, const SequentialTest& test);
Verdict verdict_of(const Tally& tally, const SequentialTest& test);

// How likely it is that the first is better, from 0 to 1.
double superiority(const Tally& tally);

double score_of_elo(double elo);
double elo_of_score(double score);

}  // namespace crownstar::contest
