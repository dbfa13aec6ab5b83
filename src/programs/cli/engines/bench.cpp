#include "programs/cli/engines/bench.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/json.hpp"
#include "engines/search/builtin/signature.hpp"
#include "programs/cli/console/console.hpp"

namespace crownstar::cli {
namespace {

std::uint64_t nodes_a_second(std::uint64_t nodes, search::Milliseconds time) {
  return nodes * 1000 / static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 1));
}

void say_json(const search::Signature& signature) {
  text::JsonWriter json;
  json.begin_object();
  json.member("bench", signature.nodes);
  json.member("milliseconds", static_cast<std::uint64_t>(signature.time.count()));
  json.member("nodes_a_second", nodes_a_second(signature.nodes, signature.time));
  json.end_object();
  say(json.take() + "\n");
}

}  // namespace

int run_bench(const BenchRequest& request) {
  const auto signature = search::measure_signature();
  if (!signature) return complain(signature.error());
  if (request.is_json) {
    say_json(*signature);
    return success;
  }
  for (const search::SignaturePart& part : signature->parts) {
    say(fmt::format("{:<14} {:>10} nodes {:>10} nodes/s\n", part.game, part.nodes,
                    nodes_a_second(part.nodes, part.time)));
  }
  say(fmt::format("Bench: {}\n", signature->nodes));
  say(fmt::format("{} nodes/s\n", nodes_a_second(signature->nodes, signature->time)));
  return success;
}

}  // namespace crownstar::cli
