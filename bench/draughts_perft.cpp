// Measures how many positions a second the draughts kernel counts, beside the plain generator of tests/oracle in the
// same run.
//   draughts_perft GAME DEPTH bulk|nobulk [THREADS]
// `bulk` counts the moves of the last ply, `nobulk` makes every position after them in memory. With THREADS the same
// count is also shared among so many threads. One figure a line; of each, the best of several rounds in which all take
// turns.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "oracle/draughts_oracle.hpp"
#include "oracle/draughts_rules.hpp"
#include "rules/draughts/perft/perft.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace {

using namespace crownstar::draughts;

// The games whose speed others publish, and one of each further kind: men that become kings within a capture, eight
// directions, every square.
using Measured = VariantList<American, International, Russian, Frisian, Turkish>;

constexpr int rounds = 7;

struct Settings {
  std::string_view game;
  int depth = 0;
  bool makes_leaves = false;
  int threads = 1;
};

struct Timed {
  std::uint64_t nodes = 0;
  double seconds = 1e9;  // the best round

  double millions_a_second() const { return static_cast<double>(nodes) / seconds / 1e6; }
};

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class Clock, class Work>
void time(Timed& timed, Clock&& now, Work&& work) {
  const double start = now();
  timed.nodes = work();
  timed.seconds = std::min(timed.seconds, now() - start);
}

template <class Variant>
std::uint64_t count(const Position<Variant>& position, int depth, bool makes_leaves) {
  return makes_leaves ? perft<Variant, Leaves::made>(position, depth).value_or(0)
                      : perft<Variant>(position, depth).value_or(0);
}

// A whole game cut into parts: the positions after so many plies that there are plenty, as often as there are ways to
// them.
template <class Variant>
struct Parts {
  std::vector<Position<Variant>> positions{start_position<Variant>()};
  int plies = 0;

  Parts(std::size_t wanted, int most_plies) {
    while (positions.size() < wanted && plies < most_plies) {
      std::vector<Position<Variant>> next;
      for (const Position<Variant>& position : positions) {
        MoveList<Variant> moves;
        generate(position, moves);
        for (const Move<Variant>& move : moves) next.push_back(after(position, move));
      }
      positions = std::move(next);
      ++plies;
    }
  }
};

// Each thread takes the next part that nobody has taken, so none is idle while another has many left.
template <class Variant>
std::uint64_t count_shared(const Settings& settings) {
  const Parts<Variant> parts(static_cast<std::size_t>(32 * settings.threads), settings.depth - 1);
  std::atomic<std::size_t> taken = 0;
  std::atomic<std::uint64_t> nodes = 0;
  const auto work = [&] {
    std::uint64_t found = 0;
    for (std::size_t part = taken++; part < parts.positions.size(); part = taken++) {
      found += count(parts.positions[part], settings.depth - parts.plies, settings.makes_leaves);
    }
    nodes += found;
  };
  std::vector<std::thread> threads;
  for (int number = 1; number < settings.threads; ++number) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return nodes;
}

void print(const Settings& settings, const char* program, int depth, const Timed& timed) {
  std::printf("%s %.*s %s depth %d nodes %llu seconds %.4f Mnps %.2f\n", program,
              static_cast<int>(settings.game.size()), settings.game.data(), settings.makes_leaves ? "nobulk" : "bulk",
              depth, static_cast<unsigned long long>(timed.nodes), timed.seconds, timed.millions_a_second());
}

template <class Variant>
bool measure_one_thread(const Settings& settings) {
  const crownstar::oracle::Rules& plain_rules = *crownstar::oracle::find_rules(Variant::id);
  const auto plain_start = crownstar::oracle::start(plain_rules);
  const int plain_depth = std::min(settings.depth, 5);
  Timed ours, plain;
  for (int round = 0; round < rounds; ++round) {
    time(ours, processor_seconds,
         [&] { return count(start_position<Variant>(), settings.depth, settings.makes_leaves); });
    time(plain, processor_seconds, [&] {
      return crownstar::oracle::perft(plain_rules, plain_start, plain_depth, crownstar::oracle::Convention::moves);
    });
  }
  print(settings, "crownstar", settings.depth, ours);
  print(settings, "plain", plain_depth, plain);
  std::printf("ratio to the plain generator %.0f\n", ours.millions_a_second() / plain.millions_a_second());
  std::printf("bytes a position %zu\n", sizeof(Position<Variant>));
  return plain.nodes == count(start_position<Variant>(), plain_depth, settings.makes_leaves);
}

// By the clock on the wall; and by processor time, which tells what idle processors would give where others keep them
// busy.
template <class Variant>
bool measure_threads(const Settings& settings) {
  const auto alone = [&] { return count(start_position<Variant>(), settings.depth, settings.makes_leaves); };
  const auto shared = [&] { return count_shared<Variant>(settings); };
  Timed alone_wall, shared_wall, alone_work, shared_work;
  for (int round = 0; round < rounds; ++round) {
    time(alone_wall, wall_seconds, alone);
    time(shared_wall, wall_seconds, shared);
    time(alone_work, processor_seconds, alone);
    time(shared_work, processor_seconds, shared);
  }
  print(settings, "one-thread", settings.depth, alone_wall);
  print(settings, "threads", settings.depth, shared_wall);
  std::printf("ratio of %d threads to one %.2f, by processor time %.2f\n", settings.threads,
              alone_wall.seconds / shared_wall.seconds, settings.threads * alone_work.seconds / shared_work.seconds);
  return alone_wall.nodes == shared_wall.nodes;
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  if (argc >= 4) {
    settings.game = argv[1];
    settings.depth = std::atoi(argv[2]);
    settings.makes_leaves = std::string_view(argv[3]) == "nobulk";
  }
  if (argc >= 5) settings.threads = std::atoi(argv[4]);
  bool is_known = false;
  bool is_right = true;
  if (settings.depth > 0) {
    Measured::for_each([&]<class Variant>() {
      if (Variant::id != settings.game) return;
      is_known = true;
      is_right = measure_one_thread<Variant>(settings);
      if (settings.threads > 1) is_right = measure_threads<Variant>(settings) && is_right;
    });
  }
  if (!is_known) {
    std::fprintf(stderr,
                 "usage: draughts_perft american|international|russian|frisian|turkish DEPTH bulk|nobulk [THREADS]\n");
    return 2;
  }
  if (!is_right) std::fprintf(stderr, "the counts differ\n");
  return is_right ? 0 : 1;
}
