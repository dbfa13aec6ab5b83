// Builds endgame tables in a folder of its own, verifies them and asks them at random places.
// Prints positions a second, positions a byte, and probes a second beside plain reads of memory.
//
//   build/release/bench/tables_speed [GAME [PIECES [THREADS]]]      american 4 1 if not said
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <time.h>
#include <unistd.h>

#include "base/mixing.hpp"
#include "engines/tablebase/generator/build_request.hpp"
#include "engines/tablebase/open.hpp"
#include "engines/tablebase/slices/position_index.hpp"
#include "rules/draughts/generation.hpp"
#include "rules/draughts/key.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace {

using namespace crownstar;
using tablebase::BuildRequest;
using tablebase::Report;

constexpr int probes = 400'000;
constexpr int cold_probes = 4'000;

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Of all threads of this program: what other programs take does not count.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

struct Times {
  double wall = wall_seconds();
  double processor = processor_seconds();

  void say(const char* what, double count) const {
    const double spent = processor_seconds() - processor;
    const double passed = wall_seconds() - wall;
    std::printf("%-28s %8.2f s, %8.2f s of processor time: %.2f million a second and core\n", what, passed, spent,
                count / 1e6 / spent);
  }
};

template <class Variant>
std::vector<draughts::Position<Variant>> random_places(int pieces, int count) {
  const auto slices = tablebase::slices_of(pieces, true);
  std::vector<draughts::Position<Variant>> places;
  std::uint64_t random = 1;
  while (places.size() < static_cast<std::size_t>(count)) {
    random = base::splitmix64(random);
    const tablebase::PositionIndex<Variant> placement(slices[random % slices.size()]);
    random = base::splitmix64(random);
    const auto place = placement.at(random % placement.size());
    if (!draughts::can_capture<Variant, draughts::Side::white>(place)) places.push_back(place);
  }
  return places;
}

template <class Variant>
void ask(const BuildRequest& order, int pieces) {
  const auto opened = tablebase::open_tables(order.game, order.folder);
  const auto* const tables = tablebase::tables_of<Variant>(opened->tables.get());
  const auto places = random_places<Variant>(pieces, probes);
  std::uint64_t sum = 0;
  const auto run = [&](const char* what, int count, auto&& one) {
    const double begun = processor_seconds();
    for (int i = 0; i < count; ++i) sum += one(static_cast<std::size_t>(i));
    const double spent = processor_seconds() - begun;
    std::printf("%-28s %12.3f million a second\n", what, count / 1e6 / spent);
  };
  const auto probe = [&](std::size_t i) { return static_cast<std::uint64_t>(*tables->value(places[i])); };
  // Nothing has been unpacked yet, though the files may be in the system's memory.
  run("probes, cold", cold_probes, probe);
  for (const auto& place : places) sum += static_cast<std::uint64_t>(*tables->value(place));
  run("probes, warm", probes, probe);
  std::vector<std::uint8_t> plain(std::size_t{8} << 20, 1);
  run("plain reads of 8 MiB", probes, [&](std::size_t i) { return plain[base::splitmix64(i) % plain.size()]; });
  std::printf("(%llu)\n", static_cast<unsigned long long>(sum));
}

int run(const BuildRequest& order) {
  const auto nobody = [](const tablebase::Progress&) { return true; };
  const Times building;
  const auto report = tablebase::build_tables(order, nobody);
  if (!report) {
    std::fprintf(stderr, "%s\n", report.error().reason.c_str());
    return 1;
  }
  building.say("built", static_cast<double>(report->fresh));
  const Times verifying;
  const auto verified = tablebase::verify_tables(order, nobody);
  verifying.say("verified", static_cast<double>(report->positions));
  std::printf("wrong entries                %12llu\n", static_cast<unsigned long long>(verified ? verified->wrong : 1));
  for (int pieces = 2; pieces <= order.pieces; ++pieces) {
    double positions = 0;
    double values = 0;
    double distances = 0;
    for (const auto& slice : report->slices) {
      if (slice.slice.pieces() != pieces) continue;
      positions += static_cast<double>(slice.totals.all());
      values += static_cast<double>(slice.value_bytes);
      distances += static_cast<double>(slice.distance_bytes);
    }
    std::printf("%d pieces: %12.0f arrangements, %10.0f bytes of values, %.1f a byte; %10.0f bytes of distances\n",
                pieces, positions, values, positions / values, distances);
  }
  draughts::AllVariants::for_each([&]<class Variant>() {
    if constexpr (Variant::rules.rows == 8 && Variant::rules.ending == draughts::Ending::no_move_loses) {
      if (Variant::id == order.game) ask<Variant>(order, order.pieces);
    }
  });
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string folder =
      (std::filesystem::temp_directory_path() / ("crownstar-tables-" + std::to_string(getpid()))).string();
  BuildRequest order{"american", folder, 4, 1, std::uint64_t{4} << 30};
  if (count > 1) order.game = arguments[1];
  if (count > 2) order.pieces = std::atoi(arguments[2]);
  if (count > 3) order.threads = std::atoi(arguments[3]);
  const int status = run(order);
  std::filesystem::remove_all(folder);
  return status;
}
