// The engines for Python: our own, programs that speak Hub, and searches that run while Python goes on.

#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "engines/hub/hub_searcher.hpp"
#include "engines/pool/equipment.hpp"
#include "engines/search/levels.hpp"
#include "programs/python/module_parts.hpp"
#include "programs/python/played_game.hpp"
#include "programs/python/refusals.hpp"
#include "programs/python/running_search.hpp"
#include "programs/python/tuples.hpp"

namespace crownstar::python {
namespace {

namespace nb = nanobind;
using namespace nb::literals;
using search::SearchLine;
using search::SearchProgress;
using search::SearchResult;

constexpr double longest_seconds = 1e7;
constexpr int deepest_search = 100;

// So that the object in Python closes its engine when it is let go of.
class Engine {
 public:
  explicit Engine(std::unique_ptr<search::Searcher> searcher)
      : state_(std::make_shared<EngineState>(std::move(searcher))) {}
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine() {
    const nb::gil_scoped_release released;
    state_->close();
  }
  EngineState& state() { return *state_; }

 private:
  std::shared_ptr<EngineState> state_;
};

std::chrono::milliseconds milliseconds_of(const char* name, double seconds) {
  if (!std::isfinite(seconds) || seconds < 0 || seconds > longest_seconds) {
    throw nb::value_error((std::string(name) + ": expected seconds, 0 or more").c_str());
  }
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(seconds * 1000)));
}

std::unique_ptr<search::Searcher> own_searcher(int threads, int memory, const std::string& tables,
                                               const std::string& net) {
  engine::Equipment equipment;
  for (const auto& [name, value] : {std::pair<const char*, std::string>{"threads", std::to_string(threads)},
                                    {"memory", std::to_string(memory)},
                                    {"tables", tables},
                                    {"net", net}}) {
    value_or_raise("EngineError", equipment.set(name, value));
  }
  return equipment.make_searcher();
}

hub::ExternalEngine external_engine(std::vector<std::string> command, const std::string& name, std::string folder,
                                    std::map<std::string, std::string> parameters, double time) {
  if (command.empty() || command.front().empty()) throw nb::value_error("command: expected a program");
  hub::ExternalEngine engine;
  engine.id = "engine";
  engine.name = name.empty() ? command.front() : name;
  engine.command = std::move(command);
  engine.folder = std::move(folder);
  engine.parameters = std::move(parameters);
  engine.move_time = milliseconds_of("time", time);
  return engine;
}

std::shared_ptr<RunningSearch> start_search(Engine& engine, const PlayedGame& played, const std::string& level,
                                            std::optional<double> time, std::optional<std::uint64_t> nodes,
                                            std::optional<int> depth, int lines, std::uint64_t seed, bool analysis,
                                            bool ponder) {
  search::SearchRequest request = played.request();
  if (!level.empty()) value_or_raise("EngineError", search::level_named(level));
  if (time) request.limits.time = milliseconds_of("time", *time);
  if (nodes && *nodes == 0) throw nb::value_error("nodes: expected 1 or more");
  if (depth && (*depth < 1 || *depth > deepest_search)) throw nb::value_error("depth: expected a number from 1 to 100");
  if (lines < 1 || lines > search::most_lines) throw nb::value_error("lines: expected a number from 1 to 64");
  if (played.game().outcome().is_over) {
    raise("GameOver", {played.game().outcome().rule, "the game is over: " + played.game().outcome().reason});
  }
  request.limits.nodes = nodes;
  request.limits.depth = depth;
  request.level = level;
  request.lines = lines;
  request.seed = seed;
  request.is_analysis = analysis;
  request.is_pondering = ponder;
  return value_or_raise("EngineError", engine.state().start(request));
}

nb::tuple lines_of(const SearchProgress& progress) {
  nb::list all;
  for (const SearchLine& line : progress.lines) all.append(line);
  return nb::tuple(all);
}

double seconds_of(const SearchProgress& progress) { return std::chrono::duration<double>(progress.time).count(); }

using ProgressState = std::tuple<int, std::uint64_t, std::int64_t, std::vector<SearchLine>>;

nb::object progress_state(const SearchProgress& progress) {
  const std::int64_t milliseconds = progress.time.count();
  return nb::cast(ProgressState{progress.depth, progress.nodes, milliseconds, progress.lines});
}

SearchProgress progress_from(const ProgressState& state) {
  const auto& [depth, nodes, milliseconds, lines] = state;
  return {depth, nodes, search::Milliseconds(milliseconds), lines};
}

void bind_findings(nb::module_& module) {
  nb::class_<SearchLine>(module, "SearchLine", "A move, what is expected to follow, and its score.")
      .def("__getstate__",
           [](const SearchLine& line) {
             const auto& [hundredths, plies_to_end, expected_place] = line.score;
             return nb::make_tuple(line.moves, hundredths, plies_to_end, expected_place);
           })
      .def("__setstate__",
           [](SearchLine& line,
              const std::tuple<std::vector<std::string>, int, std::optional<int>, std::optional<double>>& state) {
             const auto& [moves, hundredths, plies_to_end, expected_place] = state;
             new (&line) SearchLine{moves, {hundredths, plies_to_end, expected_place}};
           })
      .def_prop_ro("moves", [](const SearchLine& line) { return tuple_of(line.moves); })
      .def_prop_ro("score", [](const SearchLine& line) { return line.score.hundredths; })
      .def_prop_ro("plies_to_end", [](const SearchLine& line) { return line.score.plies_to_end; })
      .def_prop_ro("expected_place", [](const SearchLine& line) { return line.score.expected_place; })
      .def("__repr__", [](const SearchLine& line) {
        std::string moves;
        for (const std::string& move : line.moves) moves += " " + move;
        return "<SearchLine " + std::to_string(line.score.hundredths) + ":" + moves + ">";
      });
  nb::class_<SearchProgress>(module, "SearchProgress", "How far a search has come.")
      .def("__getstate__", [](const SearchProgress& progress) { return progress_state(progress); })
      .def("__setstate__", [](SearchProgress& progress,
                              const ProgressState& state) { new (&progress) SearchProgress(progress_from(state)); })
      .def_ro("depth", &SearchProgress::depth)
      .def_ro("nodes", &SearchProgress::nodes)
      .def_prop_ro("seconds", &seconds_of)
      .def_prop_ro("lines", &lines_of)
      .def("__repr__", [](const SearchProgress& progress) {
        return "<SearchProgress depth " + std::to_string(progress.depth) + ", " + std::to_string(progress.nodes) +
               " nodes>";
      });
  nb::class_<SearchResult>(module, "SearchResult", "The move that a search found, and how it stands.")
      .def("__getstate__",
           [](const SearchResult& result) {
             return nb::make_tuple(result.move, progress_state(result.reached), result.was_stopped);
           })
      .def("__setstate__",
           [](SearchResult& result, const std::tuple<std::string, ProgressState, bool>& state) {
             const auto& [move, reached, was_stopped] = state;
             new (&result) SearchResult{move, progress_from(reached), was_stopped};
           })
      .def_ro("move", &SearchResult::move)
      .def_prop_ro("depth", [](const SearchResult& result) { return result.reached.depth; })
      .def_prop_ro("nodes", [](const SearchResult& result) { return result.reached.nodes; })
      .def_prop_ro("seconds", [](const SearchResult& result) { return seconds_of(result.reached); })
      .def_prop_ro("lines", [](const SearchResult& result) { return lines_of(result.reached); })
      .def_ro("was_stopped", &SearchResult::was_stopped)
      .def("__repr__", [](const SearchResult& result) { return "<SearchResult " + result.move + ">"; });
  nb::class_<search::Level>(module, "Level", "A strength at which the engine plays.")
      .def_prop_ro("id", [](const search::Level& level) { return std::string(level.id); })
      .def_prop_ro("name", [](const search::Level& level) { return std::string(level.name); })
      .def_prop_ro("description", [](const search::Level& level) { return std::string(level.description); })
      .def_prop_ro("on_the_star", [](const search::Level& level) { return std::string(level.on_the_star); })
      .def("__repr__", [](const search::Level& level) { return "<Level " + std::string(level.id) + ">"; });
}

void bind_searches(nb::module_& module) {
  nb::class_<RunningSearch>(module, "SearchCore", nb::is_weak_referenceable(), "A search that runs.")
      .def("stop", &RunningSearch::stop)
      .def("begin_limits", &RunningSearch::begin_limits)
      .def_prop_ro("is_done", &RunningSearch::is_done)
      .def_prop_ro("progress", &RunningSearch::progress)
      .def(
          "wait",
          [](RunningSearch& running, std::uint64_t seen, double seconds) {
            const auto patience = milliseconds_of("seconds", seconds);
            const nb::gil_scoped_release released;
            return running.wait(seen, patience);
          },
          "seen"_a, "seconds"_a)
      .def("finished", [](const RunningSearch& running) -> std::optional<SearchResult> {
        auto result = running.result();
        if (!result) return std::nullopt;
        return value_or_raise("EngineError", *std::move(result));
      });
  nb::class_<Engine>(module, "EngineCore", nb::is_weak_referenceable(), "An engine.")
      .def("start", &start_search, "game"_a, nb::kw_only(), "level"_a = "", "time"_a = nb::none(),
           "nodes"_a = nb::none(), "depth"_a = nb::none(), "lines"_a = 1, "seed"_a = 0, "analysis"_a = false,
           "ponder"_a = false)
      .def("forget", [](Engine& engine) { value_or_raise("EngineError", engine.state().forget()); })
      .def("close",
           [](Engine& engine) {
             const nb::gil_scoped_release released;
             engine.state().close();
           })
      .def_prop_ro("is_closed", [](Engine& engine) { return engine.state().is_closed(); });
  module.def(
      "own_engine",
      [](int threads, int memory, const std::string& tables, const std::string& net) {
        return new Engine(own_searcher(threads, memory, tables, net));
      },
      nb::rv_policy::take_ownership, nb::kw_only(), "threads"_a, "memory"_a, "tables"_a, "net"_a);
  module.def(
      "hub_engine",
      [](std::vector<std::string> command, const std::string& name, std::string folder,
         std::map<std::string, std::string> parameters, double time) {
        return new Engine(hub::make_hub_searcher(
            external_engine(std::move(command), name, std::move(folder), std::move(parameters), time)));
      },
      nb::rv_policy::take_ownership, "command"_a, nb::kw_only(), "name"_a, "folder"_a, "parameters"_a, "time"_a);
}

}  // namespace

void bind_engines(nb::module_& module) {
  bind_findings(module);
  bind_searches(module);
  module.def(
      "levels",
      [] {
        nb::list all;
        for (const search::Level& level : search::levels()) all.append(level);
        return all;
      },
      "The levels, the weakest first.");
  module.def("_close_all_engines", [] {
    const nb::gil_scoped_release released;
    close_all_engines();
  });
}

}  // namespace crownstar::python
