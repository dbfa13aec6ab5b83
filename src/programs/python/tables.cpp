// Endgame tables for Python: opened from a folder, asked about positions and moves, and built.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "engines/pool/tables_choice.hpp"
#include "engines/tablebase/generator/build_request.hpp"
#include "engines/tablebase/open.hpp"
#include "programs/python/module_parts.hpp"
#include "programs/python/played_game.hpp"
#include "programs/python/refusals.hpp"
#include "programs/python/whole.hpp"

namespace crownstar::python {
namespace {

namespace nb = nanobind;
using namespace nb::literals;
using tablebase::Answer;
using tablebase::Value;

constexpr int most_table_threads = 256;
constexpr std::int64_t most_table_memory = 1 << 20;  // in mebibytes

class Tables {
 public:
  Tables(const std::string& game, const std::string& folder) {
    const auto played = value_or_raise("UnknownGame", PlayedGame::begin(game));
    auto opened = tablebase::open_tables(played.game().token(), engine::tables_folder(folder));
    if (!opened) raise("TablesError", opened.error());
    tables_ = std::move(opened->tables);
    for (const base::Refusal& refusal : opened->refused) refused_.push_back(base::to_text(refusal));
  }

  std::string game() const { return std::string(tables_->game()); }
  int most_pieces() const { return tables_->most_pieces(); }
  int most_pieces_with_distance() const { return tables_->most_pieces_with_distance(); }
  const std::vector<std::string>& refused() const { return refused_; }

  Answer ask(const PlayedGame& played) const {
    check(played);
    return value_or_raise("TablesError", tables_->ask(played.game().position()));
  }

  // What each legal move leads to, for the side that makes it, with the distance from before the move.
  nb::list moves(const PlayedGame& played) const {
    check(played);
    nb::list all;
    for (const game::MoveView& move : value_or_raise("TooComplex", played.current()->moves())) {
      const auto next = played.game().clone();
      value_or_raise("IllegalMove", next->play(move));
      Answer reply = value_or_raise("TablesError", tables_->ask(next->position()));
      if (reply.value) reply.value = tablebase::seen_by_other(*reply.value);
      if (reply.distance) ++*reply.distance;
      all.append(nb::make_tuple(Choice(played.current(), move), reply));
    }
    return all;
  }

 private:
  void check(const PlayedGame& played) const {
    if (played.game().token() == game()) return;
    raise("TablesError", "these are tables of " + game() + ", and the game is " + played.game().token());
  }

  std::unique_ptr<tablebase::Tables> tables_;
  std::vector<std::string> refused_;
};

std::uint64_t build(const std::string& game, Whole<int> most, const std::string& folder, Whole<int> workers,
                    Whole<std::int64_t> mebibytes) {
  const int pieces = most.value;
  const int threads = workers.value;
  const std::int64_t memory = mebibytes.value;
  const auto played = value_or_raise("UnknownGame", PlayedGame::begin(game));
  if (pieces < 1 || pieces > tablebase::most_pieces) {
    throw nb::value_error(("pieces: expected 1 to " + std::to_string(tablebase::most_pieces)).c_str());
  }
  if (threads < 1 || threads > most_table_threads) throw nb::value_error("threads: expected 1 to 256");
  if (memory < 1 || memory > most_table_memory) throw nb::value_error("memory: expected mebibytes, 1 to 1048576");
  const tablebase::BuildRequest request{played.game().token(), engine::tables_folder(folder), pieces, threads,
                                        static_cast<std::uint64_t>(memory) << 20U};
  bool was_interrupted = false;
  const nb::gil_scoped_release released;
  // Ctrl-C is heard between the steps of the work.
  const auto on_progress = [&](const tablebase::Progress&) {
    const nb::gil_scoped_acquire acquired;
    was_interrupted = PyErr_CheckSignals() != 0;
    return !was_interrupted;
  };
  const auto report = tablebase::build_tables(request, on_progress);
  const nb::gil_scoped_acquire acquired;
  if (was_interrupted) throw nb::python_error();
  if (!report) raise("TablesError", report.error());
  return report->positions;
}

}  // namespace

void bind_tables(nb::module_& module) {
  nb::class_<Answer>(module, "TableValue", "What tables know of a position, for the side to move.")
      .def_ro("pieces", &Answer::pieces)
      .def_prop_ro("value",
                   [](const Answer& answer) -> std::optional<std::string> {
                     return answer.value ? std::optional(std::string(name_of(*answer.value))) : std::nullopt;
                   })
      .def_ro("distance", &Answer::distance)
      .def("__repr__", [](const Answer& answer) {
        return "<TableValue " + std::string(answer.value ? name_of(*answer.value) : "not known") +
               (answer.distance ? " in " + std::to_string(*answer.distance) : "") + ">";
      });
  nb::class_<Tables>(module, "Tables", "The endgame tables of one game.")
      .def(nb::init<const std::string&, const std::string&>(), "game"_a, "folder"_a = "")
      .def_prop_ro("game", &Tables::game)
      .def_prop_ro("most_pieces", &Tables::most_pieces)
      .def_prop_ro("most_pieces_with_distance", &Tables::most_pieces_with_distance)
      .def_prop_ro("refused",
                   [](const Tables& tables) {
                     nb::list all;
                     for (const std::string& each : tables.refused()) all.append(each);
                     return nb::tuple(all);
                   })
      .def("probe", &Tables::ask, "game"_a)
      .def("moves", &Tables::moves, "game"_a);
  module.def("build_tables", &build, "game"_a, "pieces"_a, nb::kw_only(), "folder"_a = "", "threads"_a = 1,
             "memory"_a = 2048);
}

}  // namespace crownstar::python
