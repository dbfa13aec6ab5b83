// Lets the engine search the first position and five middle ones to a depth, with one thread and with two:
// prints times, nodes a second and the ratio; and beside it what engines that are named reach in the same time.
//
//   build/release/bench/search_speed [GAME [DEPTH [ROUNDS [SECONDS [ENGINE...]]]]]      american 19 3 1 if not said;
//   GAME is any token
//
// ENGINE as `crownstar match` has it: hub:/path/to/program. Times are of the processor, so that other work on the
// machine does not count; with two threads it is half of what both took, which is the time if both run all along.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "engines/contest/players/engine_spec.hpp"
#include "engines/search/builtin/builtin_searcher.hpp"
#include "give_up.hpp"

namespace crownstar {
namespace {

struct Order {
  std::string game = "american";
  int depth = 19;
  int rounds = 3;
  double seconds = 1;
  std::vector<std::string> engines;
};

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

search::SearchResult answer_of(search::Searcher& searcher, const search::SearchRequest& request) {
  auto result = searcher.search(request, {}, {});
  if (!result) give_up(result.error().reason);
  return *std::move(result);
}

// The first position, and what a quick game of the engine against itself comes to.
std::vector<search::SearchRequest> positions_of(const std::string& game) {
  search::SearchRequest request;
  request.token = game;
  std::vector<search::SearchRequest> positions{request};
  const auto searcher = search::make_searcher();
  for (const int plies : {8, 12, 16, 20, 24}) {
    while (static_cast<int>(request.turns.size()) < plies) {
      request.limits.nodes = 2000;
      request.turns.push_back(search::Turn::played(answer_of(*searcher, request).move));
    }
    request.limits = {};
    positions.push_back(request);
  }
  return positions;
}

struct Took {
  double seconds = 0;  // of each thread's processor time
  double nodes = 0;
};

Took took(int threads, const Order& order, search::SearchRequest request) {
  search::SearcherSettings settings;
  settings.threads = threads;
  settings.memory_bytes = std::size_t{128} << 20U;
  const auto searcher = search::make_searcher(settings);
  request.limits.depth = 1;
  answer_of(*searcher, request);  // takes its memory
  request.limits.depth = order.depth;
  Took all;
  for (int round = 0; round < order.rounds; ++round) {
    searcher->forget();
    const double before = processor_seconds();
    const auto result = answer_of(*searcher, request);
    all.seconds += (processor_seconds() - before) / threads / order.rounds;
    all.nodes += static_cast<double>(result.reached.nodes) / order.rounds;
  }
  return all;
}

void tell(const std::string& position, const Took& one, const Took& two) {
  std::printf("%-14s %10.3f %12.0f %10.3f %12.0f %6.2f\n", position.c_str(), one.seconds, one.nodes / one.seconds,
              two.seconds, two.nodes / two.seconds, two.seconds / one.seconds);
}

void compare_threads(const Order& order, const std::vector<search::SearchRequest>& positions) {
  std::printf("%s to %d plies, %d rounds\n", order.game.c_str(), order.depth, order.rounds);
  std::printf("%-14s %10s %12s %10s %12s %6s\n", "position", "one, s", "nodes/s", "two, s", "nodes/s", "ratio");
  Took one_all;
  Took two_all;
  for (const auto& position : positions) {
    const Took one = took(1, order, position);
    const Took two = took(2, order, position);
    tell(std::to_string(position.turns.size()) + " half-moves", one, two);
    one_all.seconds += one.seconds;
    one_all.nodes += one.nodes;
    two_all.seconds += two.seconds;
    two_all.nodes += two.nodes;
  }
  tell("all", one_all, two_all);
}

// What an engine says of itself. Its clock is its own, so this is for a machine at rest, or for a clock of its
// processor time.
void ask_engines(const Order& order, const std::vector<search::SearchRequest>& positions) {
  if (order.engines.empty()) return;
  std::printf("\n%.2f s a position%*s nodes/s   mean depth\n", order.seconds, 24, "");
  auto names = order.engines;
  names.insert(names.begin(), "full");
  for (const std::string& name : names) {
    const auto spec = contest::read_engine_spec(name);
    if (!spec) give_up(spec.error().reason);
    const auto searcher = contest::make_searcher(*spec);
    double nodes = 0;
    double depth = 0;
    for (search::SearchRequest position : positions) {
      searcher->forget();
      position.limits.time = std::chrono::milliseconds(static_cast<int>(order.seconds * 1000));
      const auto result = answer_of(*searcher, position);
      nodes += static_cast<double>(result.reached.nodes);
      depth += result.reached.depth;
    }
    const auto count = static_cast<double>(positions.size());
    std::printf("%-36s %12.0f %12.1f\n", name.c_str(), nodes / count / order.seconds, depth / count);
  }
}

int answer(int count, char** arguments) {
  Order order;
  if (count > 1) order.game = arguments[1];
  if (count > 2) order.depth = std::atoi(arguments[2]);
  if (count > 3) order.rounds = std::atoi(arguments[3]);
  if (count > 4) order.seconds = std::atof(arguments[4]);
  for (int nth = 5; nth < count; ++nth) order.engines.emplace_back(arguments[nth]);
  if (order.depth < 1 || order.rounds < 1 || order.seconds <= 0) {
    std::fprintf(stderr, "expected [GAME [DEPTH [ROUNDS [SECONDS [ENGINE...]]]]]\n");
    return 2;
  }
  const auto positions = positions_of(order.game);
  compare_threads(order, positions);
  ask_engines(order, positions);
  return 0;
}

}  // namespace
}  // namespace crownstar

int main(int count, char** arguments) { return crownstar::answer(count, arguments); }
