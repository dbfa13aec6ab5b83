#include "programs/cli/engines/bench.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/text/json.hpp"
#include "engines/search/builtin/bench.hpp"
#include "programs/cli/console/console.hpp"

namespace crownstar::cli {
namespace {

std::uint64_t nodes_a_second(std::uint64_t nodes, search::Milliseconds time) {
  return nodes * 1000 / static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 1));
}

void say_json(const search::BenchResult& bench) {
  base::JsonWriter json;
  json.begin_object();
  json.member("bench", bench.nodes);
  json.member("milliseconds", static_cast<std::uint64_t>(bench.time.count()));
  json.member("nodes_a_second", nodes_a_second(bench.nodes, bench.time));
  json.end_object();
  say(json.take() + "\n");
}

}  // namespace

int run_bench(const BenchRequest& request) {
  const auto bench = search::run_bench();
  if (!bench) return complain(bench.error());
  if (request.is_json) {
    say_json(*bench);
    return success;
  }
  if (request.has_nodes_only) {
    say(search::nodes_text(*bench));
    return success;
  }
  for (const search::BenchGame& each : bench->games) {
    say(fmt::format("{:<14} {:>10} nodes {:>10} nodes/s\n", each.game, each.nodes,
                    nodes_a_second(each.nodes, each.time)));
  }
  say(fmt::format("Bench: {}\n", bench->nodes));
  say(fmt::format("{} nodes/s\n", nodes_a_second(bench->nodes, bench->time)));
  return success;
}

}  // namespace crownstar::cli
