// The games for Python: their values (moves, pieces, outcomes, layouts) and the game itself.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "programs/python/module_parts.hpp"
#include "programs/python/played_game.hpp"
#include "programs/python/refusals.hpp"
#include "programs/python/tuples.hpp"
#include "programs/python/values.hpp"
#include "programs/python/whole.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/sides.hpp"

namespace crownstar::python {
namespace {

namespace nb = nanobind;
using namespace nb::literals;
using game::Layout;
using game::LayoutPoint;
using game::MoveView;
using game::Outcome;
using game::PieceView;
using game::Point;
using game::Standing;

constexpr int deepest_count = 100;

nb::tuple key_of(const MoveView& move) {
  return nb::make_tuple(move.text, tuple_of(move.path), tuple_of(move.captured));
}

// The legal moves of a position, each made when it is asked for: a star has some eighty, and who plays needs one.
class LegalMoves {
 public:
  // Refused where there are too many to list.
  explicit LegalMoves(std::shared_ptr<const GameNode> node) : node_(std::move(node)) {
    count_ = node_->numbers() != nullptr ? node_->numbers()->count_of_actions()
                                         : static_cast<int>(value_or_raise("TooComplex", node_->moves()).size());
  }

  int count() const { return count_; }
  Choice at(int nth) const {
    if (node_->numbers() != nullptr) return {node_, node_->numbers()->action_at(nth)};
    return {node_, (*node_->moves())[static_cast<std::size_t>(nth)]};
  }
  nb::list list() const {
    nb::list all;
    for (int nth = 0; nth < count_; ++nth) all.append(at(nth));
    return all;
  }

 private:
  std::shared_ptr<const GameNode> node_;
  int count_ = 0;
};

nb::tuple move_state(const Choice& move) {
  const MoveView& view = move.view();
  return nb::make_tuple(view.text, view.path, view.captured, view.crowns);
}

// A move without its place: as one of another game it is told by what it does.
void restore_move(Choice& move, const std::tuple<std::string, std::vector<Point>, std::vector<Point>, bool>& state) {
  const auto& [text, path, captured, crowns] = state;
  if (path.size() < 2) throw nb::value_error("the state is none of a move: it has no path");
  new (&move) Choice(nullptr, MoveView{text, path, captured, crowns});
}

void bind_moves(nb::module_& module) {
  nb::class_<Choice>(module, "Move", "A legal move: one whole turn.")
      .def_prop_ro("text", [](const Choice& move) { return move.view().text; })
      .def_prop_ro("path", [](const Choice& move) { return tuple_of(move.view().path); })
      .def_prop_ro("captured", [](const Choice& move) { return tuple_of(move.view().captured); })
      .def_prop_ro("crowns", [](const Choice& move) { return move.view().crowns; })
      .def_prop_ro("from_point", [](const Choice& move) { return move.meaning().from; })
      .def_prop_ro("to_point", [](const Choice& move) { return move.meaning().to; })
      .def("__str__", [](const Choice& move) { return move.view().text; })
      .def("__repr__", [](const Choice& move) { return "<Move " + move.view().text + ">"; })
      .def("__eq__", [](const Choice& move, const Choice& other) { return move == other; })
      .def(
          "__eq__", [](const Choice&, nb::handle) { return nb::borrow(Py_NotImplemented); }, "other"_a.none())
      .def("__hash__", [](const Choice& move) { return nb::hash(key_of(move.view())); })
      .def("__getstate__", &move_state)
      .def("__setstate__", &restore_move);
}

nb::list list_of_any(nb::handle other) {
  return nb::isinstance<LegalMoves>(other) ? nb::cast<const LegalMoves&>(other).list() : nb::list(nb::borrow(other));
}

void bind_legal_moves(nb::module_& module) {
  nb::class_<LegalMoves>(module, "LegalMoves", "The legal moves of a position, like a list of them.")
      .def("__len__", &LegalMoves::count)
      .def("__getitem__",
           [](const LegalMoves& moves, Whole<Py_ssize_t> index) {
             const Py_ssize_t nth = index.value < 0 ? index.value + moves.count() : index.value;
             if (nth < 0 || nth >= moves.count()) throw nb::index_error("there is no such move");
             return moves.at(static_cast<int>(nth));
           })
      .def("__getitem__",
           [](const LegalMoves& moves, nb::slice part) { return moves.list().attr("__getitem__")(part); })
      .def("__iter__", [](const LegalMoves& moves) { return nb::iter(moves.list()); })
      .def("__reversed__", [](const LegalMoves& moves) { return moves.list().attr("__reversed__")(); })
      .def(
          "__contains__",
          [](const LegalMoves& moves, nb::handle move) {
            return nb::cast<bool>(moves.list().attr("__contains__")(move));
          },
          "move"_a.none())
      .def("index", [](const LegalMoves& moves, nb::args words) { return moves.list().attr("index")(*words); })
      .def(
          "count", [](const LegalMoves& moves, nb::handle move) { return moves.list().attr("count")(move); },
          "move"_a.none())
      .def(
          "__eq__",
          [](const LegalMoves& moves, nb::handle other) -> nb::object {
            if (!nb::isinstance<LegalMoves>(other) && !nb::isinstance<nb::list>(other)) {
              return nb::borrow(Py_NotImplemented);
            }
            return nb::bool_(moves.list().equal(list_of_any(other)));
          },
          "other"_a.none())
      .def("__copy__", [](nb::handle moves) { return nb::borrow(moves); })  // nothing changes it
      .def(
          "__deepcopy__", [](nb::handle moves, nb::handle) { return nb::borrow(moves); }, "memo"_a.none())
      // Without the game it is the list that it is like.
      .def("__reduce__",
           [](const LegalMoves& moves) {
             return nb::make_tuple(nb::borrow(reinterpret_cast<PyObject*>(&PyList_Type)), nb::make_tuple(moves.list()));
           })
      .def("__repr__", [](const LegalMoves& moves) { return nb::repr(moves.list()); });
}

void bind_pieces(nb::module_& module) {
  nb::class_<PieceView> pieces(module, "Piece", "A piece and where it stands.");
  pieces.def_ro("point", &PieceView::point)
      .def_ro("seat", &PieceView::seat)
      .def_ro("set", &PieceView::set)
      .def_ro("is_king", &PieceView::is_king)
      .def("__repr__", [](const PieceView& piece) {
        return "<Piece of seat " + std::to_string(piece.seat) + (piece.is_king ? ", a king," : "") + " on point " +
               std::to_string(piece.point) + ">";
      });
  bind_value(pieces, &PieceView::point, &PieceView::seat, &PieceView::set, &PieceView::is_king);
}

void bind_outcomes(nb::module_& module) {
  nb::class_<Standing> standings(module, "Standing", "How a seat stands; place 0 while it plays on.");
  standings.def_ro("place", &Standing::place)
      .def_ro("rule", &Standing::rule)
      .def_ro("reason", &Standing::reason)
      .def("__repr__",
           [](const Standing& standing) { return "<Standing, place " + std::to_string(standing.place) + ">"; });
  bind_value(standings, &Standing::place, &Standing::rule, &Standing::reason);
  nb::class_<Outcome> outcomes(module, "Outcome", "Whether a game is over, and how it ended.");
  outcomes.def_ro("is_over", &Outcome::is_over)
      .def_ro("is_draw", &Outcome::is_draw)
      .def_ro("rule", &Outcome::rule)
      .def_ro("reason", &Outcome::reason)
      .def_prop_ro("standings", [](const Outcome& outcome) { return tuple_of(outcome.standings); })
      .def_prop_ro("places",
                   [](const Outcome& outcome) {
                     std::vector<int> places;
                     for (const Standing& standing : outcome.standings) places.push_back(standing.place);
                     return tuple_of(places);
                   })
      .def("__repr__", [](const Outcome& outcome) {
        return outcome.is_over ? "<Outcome: " + base::to_text({outcome.rule, outcome.reason}) + ">"
                               : std::string("<Outcome: not over>");
      });
  bind_value(outcomes, &Outcome::is_over, &Outcome::is_draw, &Outcome::rule, &Outcome::reason, &Outcome::standings);
  nb::class_<game::DrawCount> counts(module, "DrawCount",
                                     "How far a count has run that ends the game when it is full.");
  counts.def_ro("rule", &game::DrawCount::rule)
      .def_ro("topic", &game::DrawCount::topic)
      .def_ro("made", &game::DrawCount::made)
      .def_ro("limit", &game::DrawCount::limit)
      .def("__repr__", [](const game::DrawCount& count) {
        return "<DrawCount " + count.rule + ": " + std::to_string(count.made) + " of " + std::to_string(count.limit) +
               ">";
      });
  bind_value(counts, &game::DrawCount::rule, &game::DrawCount::topic, &game::DrawCount::made, &game::DrawCount::limit);
}

void bind_layouts(nb::module_& module) {
  nb::class_<LayoutPoint>(module, "LayoutPoint", "Where a point of the board lies, and what it is for.")
      .def_ro("x", &LayoutPoint::x)
      .def_ro("y", &LayoutPoint::y)
      .def_ro("label", &LayoutPoint::label)
      .def_ro("is_playable", &LayoutPoint::is_playable)
      .def_ro("start_of", &LayoutPoint::start_of)
      .def_ro("goal_of", &LayoutPoint::goal_of)
      .def("__repr__", [](const LayoutPoint& point) { return "<LayoutPoint " + point.label + ">"; });
  nb::class_<Layout>(module, "Layout", "How a board is drawn.")
      .def_prop_ro("shape",
                   [](const Layout& layout) { return layout.shape == game::BoardShape::star ? "star" : "squares"; })
      .def_ro("columns", &Layout::columns)
      .def_ro("rows", &Layout::rows)
      .def_prop_ro("points", [](const Layout& layout) { return tuple_of(layout.points); })
      .def_prop_ro("lines", [](const Layout& layout) { return tuple_of(layout.lines); })
      .def_ro("turn_steps", &Layout::turn_steps);
}

void bind_catalog(nb::module_& module) {
  nb::class_<game::GameOption>(module, "GameOption", "What may follow a game's id in a token.")
      .def_ro("key", &game::GameOption::key)
      .def_ro("default", &game::GameOption::fallback)
      .def_prop_ro("values", [](const game::GameOption& option) { return tuple_of(option.values); })
      .def_ro("form", &game::GameOption::form)
      .def_ro("explanation", &game::GameOption::explanation)
      .def_ro("rule", &game::GameOption::rule);
  nb::class_<game::CatalogEntry>(module, "GameInfo", "One of the games that can be played.")
      .def_ro("id", &game::CatalogEntry::id)
      .def_ro("name", &game::CatalogEntry::name)
      .def_ro("summary", &game::CatalogEntry::summary)
      .def_prop_ro(
          "family",
          [](const game::CatalogEntry& entry) { return entry.family == game::Family::star ? "star" : "draughts"; })
      .def_ro("board", &game::CatalogEntry::board)
      .def_ro("seats", &game::CatalogEntry::seats)
      .def_ro("game_type", &game::CatalogEntry::game_type)
      .def_prop_ro("options", [](const game::CatalogEntry& entry) { return tuple_of(entry.options); })
      .def("__repr__", [](const game::CatalogEntry& entry) { return "<GameInfo " + entry.id + ">"; });
  module.def("games", [] { return nb::list(tuple_of(game::catalog())); }, "Every game, the featured ones first.");
}

// A wrong number is refused by name; nothing that a program passes reaches an index unchecked.
Point checked_point(const game::Game& game, Point point) {
  if (point < 0 || static_cast<std::size_t>(point) >= game.layout().points.size()) {
    throw nb::index_error(("there is no point " + std::to_string(point)).c_str());
  }
  return point;
}

Point point_named(const game::Game& game, std::string_view label) {
  const auto& points = game.layout().points;
  for (std::size_t index = 0; index < points.size(); ++index) {
    if (points[index].is_playable && points[index].label == label) return static_cast<Point>(index);
  }
  throw nb::key_error(("there is no point " + std::string(label)).c_str());
}

const char* error_of(const PlayedGame& played) { return played.is_over() ? "GameOver" : "IllegalMove"; }

Choice move_of(const PlayedGame& played, std::string_view text) {
  auto found = played.find(text);
  if (!found) raise(error_of(played), found.error());
  return *std::move(found);
}

Choice play_move(PlayedGame& played, const Choice& move) {
  const auto done = played.play(move);
  if (!done) raise(error_of(played), done.error());
  return move;
}

PlayedGame begin_game(std::string_view token, const std::optional<std::string>& position, nb::object moves) {
  PlayedGame played = value_or_raise("UnknownGame", PlayedGame::begin(token));
  if (position) value_or_raise("PositionError", played.set_position(*position));
  if (moves.is_none()) return played;
  if (nb::isinstance<nb::str>(moves)) moves = moves.attr("split")();
  for (const nb::handle each : moves) {
    play_move(played, move_of(played, nb::cast<std::string>(nb::str(each))));
  }
  return played;
}

nb::list turns_of(const PlayedGame& played) {
  nb::list list;
  for (const search::Turn& turn : played.turns()) {
    if (turn.withdrawn_seat >= 0) {
      list.append(turn.withdrawn_seat);
    } else {
      list.append(turn.move);
    }
  }
  return list;
}

nb::object object_of(const search::Turn& turn) {
  return turn.withdrawn_seat >= 0 ? nb::cast(turn.withdrawn_seat) : nb::cast(turn.move);
}

game::Counting counting_named(std::string_view name) {
  if (name == "moves") return game::Counting::moves;
  if (name == "paths") return game::Counting::paths;
  throw nb::value_error("count: expected moves or paths");
}

int checked_depth(Whole<int> depth) {
  if (depth.value < 0 || depth.value > deepest_count) throw nb::value_error("depth: expected a number from 0 to 100");
  return depth.value;
}

std::uint64_t perft(const PlayedGame& played, Whole<int> plies, std::string_view count) {
  const int depth = checked_depth(plies);
  const game::Counting counting = counting_named(count);
  const auto root = played.game().perft();
  base::Checked<std::uint64_t> nodes;
  {
    const nb::gil_scoped_release released;
    nodes = root->count(depth, counting);
  }
  return value_or_raise("CrownstarError", nodes);
}

nb::dict divide(const PlayedGame& played, Whole<int> plies, std::string_view count) {
  const int depth = checked_depth(plies);
  const game::Counting counting = counting_named(count);
  auto branches = value_or_raise("CrownstarError", played.game().perft()->branches(counting));
  nb::dict counts;
  for (const game::PerftNode::Branch& branch : branches) {
    base::Checked<std::uint64_t> nodes;
    {
      const nb::gil_scoped_release released;
      nodes = branch.node->count(std::max(depth - 1, 0), counting);
    }
    counts[branch.move.c_str()] = value_or_raise("CrownstarError", nodes);
  }
  return counts;
}

void bind_game(nb::module_& module) {
  nb::class_<PlayedGame>(module, "GameCore", nb::is_weak_referenceable(), "A game being played.")
      .def(
          "__init__", [](PlayedGame* self, const PlayedGame& other) { new (self) PlayedGame(other); }, "other"_a)
      .def(
          "__init__",
          [](PlayedGame* self, std::string_view token, const std::optional<std::string>& position, nb::object moves) {
            new (self) PlayedGame(begin_game(token, position, std::move(moves)));
          },
          "token"_a, "position"_a = nb::none(), "moves"_a = nb::none())
      .def_prop_ro("token", [](const PlayedGame& played) { return played.any_game().token(); })
      .def_prop_ro("seats", [](const PlayedGame& played) { return played.any_game().seats(); })
      .def_prop_ro("seat_names",
                   [](const PlayedGame& played) {
                     std::vector<std::string> names;
                     for (int seat = 0; seat < played.any_game().seats(); ++seat)
                       names.push_back(played.any_game().seat_name(seat));
                     return tuple_of(names);
                   })
      .def_prop_ro("sides",
                   [](const PlayedGame& played) {
                     const game::Sides sides = game::sides_of(played.any_game());
                     std::vector<int> list;
                     for (int seat = 0; seat < played.any_game().seats(); ++seat) list.push_back(sides.of_seat(seat));
                     return tuple_of(list);
                   })
      .def_prop_ro("seat_to_move", [](const PlayedGame& played) { return played.seat_to_move(); })
      .def_prop_ro("position", [](const PlayedGame& played) { return played.position(); })
      .def_prop_ro("start_position",
                   [](const PlayedGame& played) -> nb::object {
                     return played.start().empty() ? nb::none() : nb::cast(played.start());
                   })
      .def_prop_ro("key", [](const PlayedGame& played) { return played.game().key(); })
      .def_prop_ro("turns", &turns_of)
      .def_prop_ro("outcome", [](const PlayedGame& played) { return Outcome(played.game().outcome()); })
      .def_prop_ro("is_over", [](const PlayedGame& played) { return played.is_over(); })
      .def_prop_ro("layout", [](const PlayedGame& played) { return Layout(played.any_game().layout()); })
      .def("pieces", [](const PlayedGame& played) { return played.game().pieces(); })
      .def("draw_counts", [](const PlayedGame& played) { return played.game().draw_counts(); })
      .def("legal_moves", [](const PlayedGame& played) { return LegalMoves(played.current()); })
      .def(
          "parse", [](const PlayedGame& played, std::string_view text) { return move_of(played, text); }, "text"_a)
      .def(
          "paths",
          [](const PlayedGame& played, const Choice& move) {
            nb::list ways;
            const MoveView* const own = played.current()->named(move.meaning());
            if (own == nullptr) raise(error_of(played), "the move is not legal here: " + move.view().text);
            for (const auto& path : value_or_raise(error_of(played), played.game().paths(*own))) {
              ways.append(tuple_of(path));
            }
            return ways;
          },
          "move"_a)
      .def(
          "paths",
          [](const PlayedGame& played, std::string_view text) {
            nb::list ways;
            for (const auto& path :
                 value_or_raise(error_of(played), played.game().paths(move_of(played, text).view()))) {
              ways.append(tuple_of(path));
            }
            return ways;
          },
          "move"_a)
      .def("play", &play_move, "move"_a)
      .def(
          "play", [](PlayedGame& played, std::string_view text) { return play_move(played, move_of(played, text)); },
          "move"_a)
      .def("undo", [](PlayedGame& played) { return object_of(value_or_raise("CrownstarError", played.undo())); })
      .def(
          "withdraw",
          [](PlayedGame& played, Whole<int> seat, const std::string& reason) {
            value_or_raise("CrownstarError", played.withdraw(seat.value, reason));
          },
          "seat"_a, "reason"_a = "withdrew")
      .def(
          "set_position",
          [](PlayedGame& played, std::string_view text) { value_or_raise("PositionError", played.set_position(text)); },
          "position"_a)
      .def(
          "label",
          [](const PlayedGame& played, Whole<Point> point) {
            const Point checked = checked_point(played.any_game(), point.value);
            return played.any_game().layout().points[static_cast<std::size_t>(checked)].label;
          },
          "point"_a)
      .def(
          "point",
          [](const PlayedGame& played, std::string_view label) { return point_named(played.any_game(), label); },
          "label"_a)
      .def("perft", &perft, "depth"_a, "count"_a = "moves")
      .def("divide", &divide, "depth"_a, "count"_a = "moves");
}

}  // namespace

void bind_games(nb::module_& module) {
  bind_moves(module);
  bind_legal_moves(module);
  bind_pieces(module);
  bind_outcomes(module);
  bind_layouts(module);
  bind_catalog(module);
  bind_game(module);
}

}  // namespace crownstar::python
