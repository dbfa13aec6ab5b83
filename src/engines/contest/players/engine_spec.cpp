#include "engines/contest/players/engine_spec.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "base/text/quote.hpp"
#include "base/text/whole_number.hpp"
#include "engines/hub/hub_searcher.hpp"
#include "engines/pool/equipment.hpp"
#include "engines/pool/move_time.hpp"
#include "engines/pool/net_file.hpp"
#include "engines/pool/tables_choice.hpp"
#include "engines/search/builtin/builtin_searcher.hpp"
#include "engines/search/levels.hpp"

namespace crownstar::contest {
namespace {

// For a program that was given nodes or a depth: no clock is to cut it short.
constexpr std::chrono::minutes patience{10};
constexpr int deepest = 100;
constexpr int most_threads = 256;

constexpr std::array<std::string_view, 11> known_parts{"name",   "level", "time",   "nodes",  "depth", "threads",
                                                       "memory", "net",   "tables", "player", "hub"};

Checked<void> set_level(EngineSpec& spec, std::string_view id) {
  const std::string key(id.substr(0, id.find(':')));
  if (std::ranges::find(known_parts, key) != known_parts.end()) {  // `nodes:40`, `time`
    return base::refuse(key + ": expected a value behind it, as in " + key + (key == "hub" ? ":PROGRAM" : "=VALUE"));
  }
  const auto level = search::level_named(id);
  if (!level) return std::unexpected(level.error());
  spec.level = id;
  return {};
}

struct Part {
  std::string_view key;
  std::string_view value;
};

// A word alone is a level.
Part part_in(std::string_view text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string_view::npos) return {"level", text};
  return {text.substr(0, sign), text.substr(sign + 1)};
}

bool is_limit(std::string_view key) { return key == "time" || key == "nodes" || key == "depth"; }

Checked<void> set_limit(search::SearchLimits& limits, Part part) {
  const auto [key, value] = part;
  if (key == "time") {
    const auto time = engine::move_time(key, value);
    if (!time) return std::unexpected(time.error());
    limits.time = *time;
  } else if (key == "nodes") {
    const auto nodes = base::whole_number<std::uint64_t>(key, value, 1, 1'000'000'000'000ULL);
    if (!nodes) return std::unexpected(nodes.error());
    limits.nodes = *nodes;
  } else {
    const auto depth = base::whole_number<int>(key, value, 1, deepest);
    if (!depth) return std::unexpected(depth.error());
    limits.depth = *depth;
  }
  return {};
}

Checked<void> set_part(EngineSpec& spec, Part part, const tablebase::Library::OnRefused& on_refused) {
  const auto [key, value] = part;
  if (key == "level") return set_level(spec, value);
  if (is_limit(key)) return set_limit(spec.limits, part);
  if (key == "name") {
    if (value.empty()) return base::refuse("name: expected a name");
    spec.name = value;
  } else if (key == "threads") {
    const auto threads = base::whole_number<int>(key, value, 1, most_threads);
    if (!threads) return std::unexpected(threads.error());
    spec.threads = *threads;
  } else if (key == "net") {
    auto found = engine::choose_network(std::string(value));
    if (!found) return std::unexpected(found.error());
    spec.find_network = std::move(found->find);
    spec.network_game = std::move(found->game);
  } else if (key == "tables") {
    if (value.empty()) return base::refuse("tables: expected a folder or none");
    auto found = engine::choose_tables(std::string(value), on_refused);
    if (!found) return std::unexpected(found.error());
    spec.find_tables = *std::move(found);
  } else if (key == "memory") {
    const auto bytes = engine::choose_memory(std::string(value));
    if (!bytes) return std::unexpected(bytes.error());
    spec.memory_bytes = *bytes;
  } else if (key == "player") {
    const auto player = simple_player_named(value);
    if (!player) return std::unexpected(player.error());
    spec.simple_player = *player;
  } else if (key.starts_with("set.") && key.size() > 4) {
    spec.parameters.emplace(key.substr(4), value);
  } else {
    return base::refuse(
        "an engine has no " + base::quoted(key) +
        "; expected a level, name, time, nodes, depth, threads, memory, net, tables, player, set.NAME or "
        "hub:PROGRAM");
  }
  return {};
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (true) {
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) return words;
    text = text.substr(begin);
    const std::size_t end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
    text = text.substr(end);
  }
}

}  // namespace

Checked<EngineSpec> read_engine_spec(std::string_view text, const tablebase::Library::OnRefused& on_refused) {
  EngineSpec spec;
  spec.text = text;
  std::string_view rest = text;
  std::set<std::string_view> given;
  for (bool is_more = !rest.empty(); is_more;) {
    if (rest.starts_with("hub:")) {
      spec.command = words_of(rest.substr(4));
      if (spec.command.empty()) return base::refuse("hub: expected a program behind it");
      break;
    }
    const std::string_view text_of_part = rest.substr(0, rest.find(','));
    if (text_of_part.empty())
      return base::refuse("expected a part such as keen or time=0.2 before and behind each comma");
    const Part part = part_in(text_of_part);
    if (const auto set = set_part(spec, part, on_refused); !set) return std::unexpected(set.error());
    if (!given.insert(part.key).second) {
      return base::refuse("an engine is given " + base::quoted(part.key) + " twice");
    }
    is_more = text_of_part.size() < rest.size();
    if (is_more) rest = rest.substr(text_of_part.size() + 1);
  }
  if (spec.simple_player && (given.size() > (spec.name.empty() ? 1U : 2U) || !spec.command.empty())) {
    return base::refuse("a simple player stands alone: player=NAME and nothing else but a name");
  }
  if (!spec.command.empty() && !spec.level.empty()) {
    return base::refuse("a level is ours; another program takes set.NAME=VALUE");
  }
  if (!spec.command.empty()) return spec;
  for (const auto& [name, value] : spec.parameters) {
    const auto number = search::read_tunable_parameter(name, value);
    if (!number) return std::unexpected(number.error());
    spec.margins.emplace(name, *number);
  }
  return spec;
}

Checked<search::SearchLimits> read_limits(const WrittenLimits& written, double usual_seconds) {
  search::SearchLimits limits;
  for (const auto& [key, value] :
       {std::pair("time", &written.time), {"nodes", &written.nodes}, {"depth", &written.depth}}) {
    if (value->empty()) continue;
    if (const auto set = set_limit(limits, {key, *value}); !set) return std::unexpected(set.error());
  }
  if (limits == search::SearchLimits{}) limits.time = search::Milliseconds(std::llround(usual_seconds * 1000));
  return limits;
}

search::SearchLimits limits_of(const EngineSpec& spec, const search::SearchLimits& usual) {
  return spec.limits == search::SearchLimits{} ? usual : spec.limits;
}

std::unique_ptr<search::Searcher> make_searcher(const EngineSpec& spec) {
  if (spec.simple_player) return make_simple_player(*spec.simple_player);
  if (spec.command.empty()) {
    search::SearcherSettings settings;
    settings.threads = spec.threads;
    settings.margins = spec.margins;
    settings.find_network = spec.find_network;
    settings.find_tables = spec.find_tables;
    if (spec.memory_bytes != 0) settings.memory_bytes = spec.memory_bytes;
    return search::make_searcher(settings);
  }
  hub::ExternalEngine external;
  external.id = external.name = spec.command.front();
  external.command = spec.command;
  external.parameters = spec.parameters;
  external.move_time = patience;
  return hub::make_hub_searcher(external);
}

}  // namespace crownstar::contest
