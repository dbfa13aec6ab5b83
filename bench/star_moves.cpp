// Measures how many full legal move sets a second the star's generator finds at typical middle-game positions.
// Beside it the plain generator of tests/oracle on the same positions, and how many times as many the fast one finds.
// One figure a line, the best of five stretches of time; `--json` prints one object a line instead. `--seconds S` is
// the time for each measurement.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/star_oracle.hpp"
#include "rules/sternhalma/notation.hpp"
#include "rules/sternhalma/race.hpp"

namespace {

using namespace crownstar::sternhalma;

constexpr int positions_wanted = 100;

struct Settings {
  double seconds = 0.5;
  bool is_json = false;
};

struct Figure {
  std::string game;
  double moves_a_position = 0;
  double sets_a_second = 0;
  double plain_sets_a_second = 0;
};

void print(const Settings& settings, const Figure& figure) {
  const char* form = settings.is_json ? "{\"game\": \"%s\", \"moves_per_position\": %.1f, \"sets_per_second\": %.0f, "
                                        "\"plain_sets_per_second\": %.0f, \"ratio\": %.1f}\n"
                                      : "%-42s %6.1f moves a position %10.0f sets/s, plain %7.0f, ratio %.1f\n";
  std::printf(form, figure.game.c_str(), figure.moves_a_position, figure.sets_a_second, figure.plain_sets_a_second,
              figure.sets_a_second / figure.plain_sets_a_second);
  std::fflush(stdout);
}

// How far a hole lies on the way to a set's goal.
template <int Side>
int progress(int set, int slot) {
  return crownstar::board::star<Side>.depth(lattice<Side>.hole_of_slot[slot], point_of_set(opposite_set(set)));
}

// Four moves of five are the one that gains most, the rest any: a middle game that looks played.
template <int Side>
Position<Side> played_position(const Course<Side>& course, std::mt19937& random) {
  for (;;) {
    Position<Side> position = Race<Side>(course.rules).position();
    const unsigned plies = 15 + random() % 26;
    for (unsigned ply = 0; ply < plies && !position.is_over(); ++ply) {
      LegalMoves<Side> moves;
      find_moves(course, position, moves);
      const bool is_greedy = random() % 5 != 0;
      int best_gain = -1000;
      int best_set = 0;
      Move best;
      for (const PieceMoves<Side>& piece : moves) {
        piece.targets.for_each([&](int to) {
          const int way = progress<Side>(piece.set, to) - progress<Side>(piece.set, piece.from);
          const int gain = (is_greedy ? 16 * way : 0) + static_cast<int>(random() % 16);
          if (gain <= best_gain) return;
          best_gain = gain;
          best_set = piece.set;
          best = {piece.from, static_cast<std::uint16_t>(to)};
        });
      }
      position = successor(course, position, best_set, best);
    }
    if (!position.is_over()) return position;
  }
}

// Calls `find_all()` over and over, which finds the moves of all positions once, and gives the best rate of five
// stretches.
template <typename FindAll>
double best_rate(double seconds, FindAll&& find_all) {
  using Clock = std::chrono::steady_clock;
  constexpr int stretches = 5;
  double best = 0;
  for (int stretch = 0; stretch < stretches; ++stretch) {
    std::uint64_t sets = 0;
    double elapsed = 0;
    const auto start = Clock::now();
    while (elapsed < seconds / stretches) {
      find_all();
      sets += positions_wanted;
      elapsed = std::chrono::duration<double>(Clock::now() - start).count();
    }
    best = std::max(best, static_cast<double>(sets) / elapsed);
  }
  return best;
}

// What was found is summed up here, so that no work can be left out.
volatile std::uint64_t found = 0;

template <Hop hop, int Side>
double fast_rate(const Course<Side>& course, const std::vector<Position<Side>>& positions, double seconds) {
  return best_rate(seconds, [&] {
    std::uint64_t sum = 0;
    for (const Position<Side>& position : positions) {
      LegalMoves<Side> moves;
      find_moves<hop>(course, position, moves);
      for (const PieceMoves<Side>& piece : moves) sum += piece.targets.words[0];
    }
    found = sum;
  });
}

template <int Side>
double plain_rate(const std::string& token, const Course<Side>& course, const std::vector<Position<Side>>& positions,
                  double seconds) {
  namespace plain = crownstar::oracle::star;
  const auto options = *plain::read_token(token);
  std::vector<plain::Game> games;
  for (const Position<Side>& position : positions) {
    const std::string text = write_setup(crownstar::board::star<Side>, setup_of(course, position));
    games.push_back(*plain::Game::read(options, text));
  }
  return best_rate(seconds, [&] {
    std::uint64_t sum = 0;
    for (const plain::Game& game : games) sum += game.legal_moves().size();
    found = sum;
  });
}

std::string token(const Rules& rules) {
  std::string text = "sternhalma";
  char before = ':';
  for (const OptionText& option : write_options(rules)) {
    text += before + option.key + "=" + option.value;
    before = ',';
  }
  return text;
}

template <int Side>
void run(const Settings& settings, Rules rules) {
  for (const Hop hop : {Hop::standard, Hop::super, Hop::symmetric, Hop::catapult}) {
    rules.hop = hop;
    const Course<Side> course(*check(rules));
    std::mt19937 random(20240607);
    std::vector<Position<Side>> positions;
    for (int made = 0; made < positions_wanted; ++made) positions.push_back(played_position(course, random));
    std::uint64_t moves = 0;
    for (const Position<Side>& position : positions) {
      moves += static_cast<std::uint64_t>(count_moves(course, position));
    }
    Figure figure;
    figure.game = token(course.rules);
    figure.moves_a_position = static_cast<double>(moves) / positions_wanted;
    figure.sets_a_second =
        with_hop(hop, [&]<Hop constant>() { return fast_rate<constant>(course, positions, settings.seconds); });
    figure.plain_sets_a_second = plain_rate(figure.game, course, positions, settings.seconds);
    print(settings, figure);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  for (int index = 1; index < argc; ++index) {
    const std::string_view argument = argv[index];
    if (argument == "--json") settings.is_json = true;
    if (argument == "--seconds" && index + 1 < argc) settings.seconds = std::strtod(argv[++index], nullptr);
  }
  run<4>(settings, {.pieces = 10});
  run<4>(settings, {.pieces = 15});
  run<4>(settings, {.players = 6});
  run<5>(settings, {.board = 181});
  run<6>(settings, {.board = 253});
  const int bytes[] = {sizeof(Position<4>), sizeof(Position<5>), sizeof(Position<6>)};
  std::printf(settings.is_json ? "{\"bytes_per_position\": {\"121\": %d, \"181\": %d, \"253\": %d}}\n"
                               : "bytes a position: %d on 121 holes, %d on 181, %d on 253\n",
              bytes[0], bytes[1], bytes[2]);
  return 0;
}
