// Recorded games for Python: reading PDN piece by piece, what a record holds, and writing it.

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "programs/python/module_parts.hpp"
#include "programs/python/played_game.hpp"
#include "programs/python/refusals.hpp"
#include "programs/python/tuples.hpp"
#include "programs/python/whole.hpp"
#include "rules/record/pdn/kept_game.hpp"
#include "rules/record/pdn/reader.hpp"
#include "rules/record/pdn/text_encoding.hpp"
#include "rules/record/reading/record_guess.hpp"
#include "rules/record/reading/record_reader.hpp"
#include "rules/record/record_json.hpp"
#include "rules/record/record_source.hpp"
#include "rules/record/record_writer.hpp"

namespace crownstar::python {
namespace {

namespace nb = nanobind;
using namespace nb::literals;
using base::Checked;
using game::GameRecord;
using game::ReadRecord;
using game::RecordNode;

const game::RecordSource& source() {
  static const game::RecordSource games = game::catalog_source();
  return games;
}

// A node as it was when it was asked for.
struct NodeView {
  int index = 0;
  RecordNode node;
};

const RecordNode& node_of(const GameRecord& record, int index) {
  if (index < 0 || static_cast<std::size_t>(index) >= record.nodes.size()) {
    throw nb::index_error(("the record has no node " + std::to_string(index)).c_str());
  }
  return record.node(index);
}

// Does what the node says; a record may go on where the rules would have called a draw.
Checked<void> take_node(PlayedGame& played, const RecordNode& node) {
  if (!node.setup.empty()) return played.set_position(node.setup);
  if (node.leaves >= 0) return played.withdraw(node.leaves, node.leaving);
  if (node.move.empty()) return {};
  if (played.game().outcome().is_over && played.game().outcome().is_draw) {
    const auto again = played.game().clone();
    if (game::go_on_past_draw(*again)) {
      if (auto set = played.set_position(again->position()); !set) return set;
    }
  }
  const auto move = played.find(node.move);
  if (!move) return std::unexpected(move.error());
  return played.play(*move);
}

Checked<PlayedGame> game_at(const GameRecord& record, int index) {
  auto played = PlayedGame::begin(record.token);
  if (!played) return played;
  if (!record.start.empty()) {
    if (auto set = played->set_position(record.start); !set) return std::unexpected(set.error());
  }
  std::vector<int> way;
  for (int at = index; at > 0; at = record.node(at).parent) way.push_back(at);
  for (auto at = way.rbegin(); at != way.rend(); ++at) {
    if (auto taken = take_node(*played, record.node(*at)); !taken) return std::unexpected(taken.error());
  }
  return played;
}

ReadRecord record_of(const PlayedGame& played) {
  auto again = value_or_raise("UnknownGame", PlayedGame::begin(played.game().token()));
  if (!played.start().empty()) value_or_raise("PositionError", again.set_position(played.start()));
  ReadRecord made{game::begin_record(again.game(), source()), {}, {}};
  made.record.start = played.start();
  int node = 0;
  for (const search::Turn& turn : played.turns()) {
    if (turn.withdrawn_seat >= 0) {
      node = game::add_leaving(made.record, node, turn.withdrawn_seat, "withdrew");
      value_or_raise("RecordError", again.withdraw(turn.withdrawn_seat, "withdrew"));
    } else {
      const auto move = value_or_raise("IllegalMove", again.find(turn.move));
      node = game::add_move(made.record, node, again.game(), move.view());
      value_or_raise("IllegalMove", again.play(move));
    }
  }
  made.record.result = game::result_of(played.game().outcome());
  game::complete_tags(made.record);
  return made;
}

// What a record knows by itself is not written twice.
bool is_of_the_record(std::string name) {
  for (char& letter : name) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  constexpr std::array<std::string_view, 5> own{"result", "resultformat", "gametype", "fen", "setup"};
  return std::ranges::find(own, name) != own.end() || name.starts_with("option");
}

void set_tag(ReadRecord& read, const std::string& name, const std::string& value) {
  const bool is_word = std::ranges::all_of(name, [](unsigned char letter) { return std::isalnum(letter) != 0; });
  if (name.empty() || !is_word) throw nb::value_error("a tag's name has letters and digits");
  if (is_of_the_record(name)) throw nb::value_error((name + ": the record has that by itself").c_str());
  for (game::RecordTag& tag : read.record.tags) {
    if (tag.name == name) {
      tag.value = value;
      return;
    }
  }
  read.record.tags.push_back({name, value});
  game::complete_tags(read.record);
}

int add_move(ReadRecord& read, Whole<int> index, std::string_view text) {
  const int parent = index.value;
  node_of(read.record, parent);
  const auto played = value_or_raise("RecordError", game_at(read.record, parent));
  const auto move = value_or_raise(played.game().outcome().is_over ? "GameOver" : "IllegalMove", played.find(text));
  return game::add_move(read.record, parent, played.game(), move.view());
}

// A collection that comes in pieces of any size.
class CollectionReader {
 public:
  CollectionReader(std::string fallback, const std::string& file)
      : fallback_(std::move(fallback)),
        file_(game::game_in_name(file, source())),
        is_sure_(fallback_ != game::guessed_game) {
    if (fallback_ != game::guessed_game) value_or_raise("UnknownGame", PlayedGame::begin(fallback_));
  }

  void feed(std::string_view piece) {
    check_hungry();
    piece_ = piece;  // the reader keeps a view of it
    is_hungry_ = false;
    reader_->feed(piece_);
  }
  void finish() {
    check_hungry();
    is_hungry_ = false;
    is_finished_ = true;
    reader_->finish();
  }
  bool is_at_end() const { return is_at_end_; }

  // None where the next piece is needed, or nothing is left.
  nb::object next() {
    while (true) {
      if (is_sure_ && !waiting_.empty()) return take_waiting();
      const game::PdnStep step = has_ended_ ? game::PdnStep::end : reader_->next();
      if (step == game::PdnStep::needs_more) {
        is_hungry_ = !is_finished_;
        return nb::none();
      }
      if (step == game::PdnStep::problem) {
        waiting_.push_back({nullptr, reader_->problem()});
      } else if (step == game::PdnStep::game) {
        waiting_.push_back({std::make_unique<game::KeptGame>(reader_->game()), {}});
        if (fallback_ == game::guessed_game) file_.look_at(reader_->game(), source());
      }
      has_ended_ = step == game::PdnStep::end;
      if (has_ended_ && waiting_.empty()) {
        is_at_end_ = true;
        return nb::none();
      }
      is_sure_ = is_sure_ || has_ended_ || file_.has_enough();
      if (is_first_sure()) return take_waiting();
    }
  }

 private:
  void check_hungry() const {
    if (is_finished_) throw nb::value_error("the collection has ended; nothing can be fed to it");
    if (!is_hungry_) throw nb::value_error("ask for the games of the last piece first, until there is none");
  }

  struct Waiting {
    std::unique_ptr<game::KeptGame> game;  // null: a problem
    game::PdnProblem problem;
  };

  // What says what it is need not wait for others.
  bool is_first_sure() const {
    return !waiting_.front().game || game::says_its_game(waiting_.front().game->game(), source());
  }

  nb::object take_waiting() {
    const Waiting first = std::move(waiting_.front());
    waiting_.pop_front();
    if (!first.game) raise_problem(first.problem);
    auto read = game::read_record(first.game->game(), source(), fallback_, &file_);
    if (!read) raise_problem(read.error());
    if (!read->guess.empty()) read->notes.insert(read->notes.begin(), read->guess);
    return nb::cast(*std::move(read));
  }

  std::string fallback_;
  game::FileGames file_;
  std::deque<Waiting> waiting_;  // until enough of the file is known, or all
  bool is_sure_;                 // enough is
  bool has_ended_ = false;
  std::string piece_;
  std::unique_ptr<game::PdnReader> reader_ = std::make_unique<game::PdnReader>();
  bool is_hungry_ = true;  // the last piece is used up
  bool is_finished_ = false;
  bool is_at_end_ = false;
};

void bind_nodes(nb::module_& module) {
  nb::class_<NodeView>(module, "RecordNode", "One move of a record, and what is said of it.")
      .def_ro("index", &NodeView::index)
      .def_prop_ro("parent", [](const NodeView& view) { return view.node.parent; })
      .def_prop_ro("children",
                   [](const NodeView& view) {
                     nb::list all;
                     for (const int child : view.node.children) all.append(child);
                     return nb::tuple(all);
                   })
      .def_prop_ro("move", [](const NodeView& view) { return view.node.move; })
      .def_prop_ro("setup", [](const NodeView& view) { return view.node.setup; })
      .def_prop_ro("leaves", [](const NodeView& view) { return view.node.leaves; })
      .def_prop_ro("leaving", [](const NodeView& view) { return view.node.leaving; })
      .def_prop_ro("seat", [](const NodeView& view) { return view.node.seat; })
      .def_prop_ro("number", [](const NodeView& view) { return view.node.number; })
      .def_prop_ro("comments_before", [](const NodeView& view) { return tuple_of(view.node.comments_before); })
      .def_prop_ro("comments", [](const NodeView& view) { return tuple_of(view.node.comments); })
      .def_prop_ro("nags",
                   [](const NodeView& view) {
                     nb::list all;
                     for (const int nag : view.node.nags) all.append(nag);
                     return nb::tuple(all);
                   })
      .def_prop_ro("clocks",
                   [](const NodeView& view) {
                     std::vector<std::string> all;
                     for (const game::ClockReading& clock : view.node.clocks) all.push_back(game::to_text(clock));
                     return tuple_of(all);
                   })
      .def("__repr__", [](const NodeView& view) {
        return "<RecordNode " + std::to_string(view.index) + (view.node.move.empty() ? "" : ": " + view.node.move) +
               ">";
      });
}

void bind_record(nb::module_& module) {
  nb::class_<ReadRecord>(module, "RecordCore", "A recorded game.")
      .def(
          "__init__", [](ReadRecord* self, const PlayedGame& played) { new (self) ReadRecord(record_of(played)); },
          "game"_a)
      .def(
          "__init__", [](ReadRecord* self, const ReadRecord& other) { new (self) ReadRecord(other); }, "other"_a)
      .def_prop_ro("token", [](const ReadRecord& read) { return read.record.token; })
      .def_prop_ro("game_type", [](const ReadRecord& read) { return read.record.game_type; })
      .def_prop_ro("start_position",
                   [](const ReadRecord& read) -> nb::object {
                     return read.record.start.empty() ? nb::none() : nb::cast(read.record.start);
                   })
      .def_prop_ro("tags",
                   [](const ReadRecord& read) {
                     nb::dict tags;
                     for (const game::RecordTag& tag : read.record.tags) {
                       const nb::str name(tag.name.c_str(), tag.name.size());
                       if (!tags.contains(name)) tags[name] = tag.value;
                     }
                     return tags;
                   })
      .def("set_tag", &set_tag, "name"_a, "value"_a)
      .def_prop_ro("notes", [](const ReadRecord& read) { return tuple_of(read.notes); })
      .def_prop_ro(
          "result",
          [](const ReadRecord& read) { return game::write_result(read.record.result, read.record.result_form); })
      .def_prop_ro("places",
                   [](const ReadRecord& read) {
                     nb::list all;
                     for (const int place : read.record.result.places) all.append(place);
                     return nb::tuple(all);
                   })
      .def(
          "set_result",
          [](ReadRecord& read, std::string_view text) {
            read.record.result = game::read_result(text, read.record.seats, read.record.result_form);
          },
          "result"_a)
      .def("__len__", [](const ReadRecord& read) { return read.record.nodes.size(); })
      .def(
          "node",
          [](const ReadRecord& read, Whole<int> index) {
            return NodeView{index.value, node_of(read.record, index.value)};
          },
          "index"_a)
      .def_prop_ro("line",
                   [](const ReadRecord& read) {
                     nb::list all;
                     for (const int index : read.record.main_line())
                       all.append(NodeView{index, read.record.node(index)});
                     return nb::tuple(all);
                   })
      .def("add_move", &add_move, "parent"_a, "move"_a)
      .def(
          "set_comments",
          [](ReadRecord& read, Whole<int> index, const std::vector<std::string>& comments) {
            node_of(read.record, index.value);
            read.record.node(index.value).comments.clear();
            for (const std::string& each : comments) {
              read.record.node(index.value).comments.push_back(game::tidy_comment(each));
            }
          },
          "node"_a, "comments"_a)
      .def(
          "set_nags",
          [](ReadRecord& read, Whole<int> index, const std::vector<Whole<int>>& nags) {
            node_of(read.record, index.value);
            std::vector<int> checked;
            for (const auto [nag] : nags) {
              if (nag < 0 || nag > 255) throw nb::value_error("nags: expected numbers from 0 to 255");
              checked.push_back(nag);
            }
            read.record.node(index.value).nags = std::move(checked);
          },
          "node"_a, "nags"_a)
      .def("to_pdn", [](const ReadRecord& read) { return game::write_record(read.record); })
      .def("to_json", [](const ReadRecord& read) { return base::record_json(read.record); });
}

}  // namespace

void bind_records(nb::module_& module) {
  bind_nodes(module);
  bind_record(module);
  nb::class_<CollectionReader>(module, "CollectionReader", "Finds the games of a text that comes in pieces.")
      .def(nb::init<std::string, std::string>(), "game"_a, "file"_a = "")
      .def(
          "feed", [](CollectionReader& reader, nb::bytes piece) { reader.feed({piece.c_str(), piece.size()}); },
          "piece"_a)
      .def("finish", &CollectionReader::finish)
      .def("next", &CollectionReader::next)
      .def_prop_ro("is_at_end", &CollectionReader::is_at_end);
  module.def(
      "_guess_encoding",
      [](nb::bytes beginning) {
        return std::string(game::name_of(game::guess_encoding({beginning.c_str(), beginning.size()})));
      },
      "beginning"_a);
  module.def(
      "_take_node",
      [](PlayedGame& played, const NodeView& view) { value_or_raise("RecordError", take_node(played, view.node)); },
      "game"_a, "node"_a);
}

}  // namespace crownstar::python
