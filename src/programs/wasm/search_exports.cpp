// The function with which a worker searches as the command line does: with limits, a level, several lines and
// progress. Only in the module of the npm package.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text/quote.hpp"
#include "base/text/whole_number.hpp"
#include "engines/search/builtin/builtin_searcher.hpp"
#include "programs/wasm/asking.hpp"
#include "programs/wasm/page_tables.hpp"

namespace crownstar::wasm {

// What is found so far lies where answers do.
[[clang::import_module("page"), clang::import_name("progress")]] void page_progress(std::uint32_t bytes);

namespace {

using base::Checked;
using base::JsonWriter;

constexpr std::size_t searcher_memory_bytes = std::size_t{16} << 20U;
constexpr std::uint64_t most_milliseconds = 86'400'000;
constexpr std::uint64_t most_depth = 99;
constexpr std::uint64_t most_exact = std::uint64_t{1} << 53U;  // above it a page's numbers are not whole

// One, so that it remembers from move to move.
search::Searcher& searcher() {
  static const auto only = search::make_searcher({
      .memory_bytes = searcher_memory_bytes,
      .find_tables = [](std::string_view game) { return page_tables().find(game); },
  });
  return *only;
}

Checked<void> take_line(search::SearchRequest& request, std::string_view line) {
  std::string_view text = line;
  const std::string_view name = take_part(text, ' ');
  if (name == "level") {
    request.level = text;
    return {};
  }
  const bool may_be_nothing = name == "time" || name == "seed";
  const std::uint64_t most = name == "time"    ? most_milliseconds
                             : name == "depth" ? most_depth
                             : name == "lines" ? std::uint64_t{search::most_lines}
                                               : most_exact;
  const auto number = base::whole_number<std::uint64_t>(name, text, may_be_nothing ? 0 : 1, most);
  if (!number) return std::unexpected(number.error());
  if (name == "time") {
    request.limits.time = search::Milliseconds(*number);
  } else if (name == "nodes") {
    request.limits.nodes = *number;
  } else if (name == "depth") {
    request.limits.depth = static_cast<int>(*number);
  } else if (name == "lines") {
    request.lines = static_cast<int>(*number);
  } else if (name == "seed") {
    request.seed = *number;
  } else {
    return base::refuse("a search has no " + base::quoted(name));
  }
  return {};
}

// The members of an object that is open.
void write_reached(JsonWriter& json, const search::SearchProgress& reached) {
  json.member("depth", reached.depth);
  json.member("nodes", reached.nodes);
  json.member("time", reached.time.count());
  write_lines(json, reached.lines);
}

void report(const search::SearchProgress& reached) {
  JsonWriter json;
  json.begin_object();
  write_reached(json, reached);
  json.end_object();
  page_progress(give(json.take()));
}

void write_found(JsonWriter& json, const search::SearchResult& found) {
  json.begin_object();
  json.member("move", found.move);
  if (!found.reached.lines.empty()) write_score(json, found.reached.lines.front().score);
  write_reached(json, found.reached);
  json.key("refusedTable");
  if (const auto refusal = page_tables().take_refusal()) {
    json.value(refusal->reason);
  } else {
    json.null();
  }
  json.end_object();
}

std::string search_answer(const OpenGame& open_game) {
  search::SearchRequest request = open_game.request();
  page_tables().take_refusal();
  std::string_view lines = question();
  while (!lines.empty()) {
    if (const auto taken = take_line(request, take_part(lines, '\n')); !taken) return refusal_answer(taken.error());
  }
  return answer_to(searcher().search(request, search::StopSignal{}, report), write_found);
}

}  // namespace

// The question: `level keen`, `time 500`, `depth 8`, `nodes 10000`, `lines 3`, `seed 7`, each on a line and any left
// out.
[[clang::export_name("search")]] std::uint32_t exported_search(int number) {
  return ask(number, [](OpenGame& open_game) { return search_answer(open_game); });
}

}  // namespace crownstar::wasm
