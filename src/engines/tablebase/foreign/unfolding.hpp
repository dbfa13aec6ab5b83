// The value of a position that a database leaves out, from those that it has: all that can follow is laid out until
// only positions that are there are left.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/mixing.hpp"
#include "engines/tablebase/mover_view.hpp"
#include "engines/tablebase/probe.hpp"
#include "rules/draughts/generation.hpp"

namespace crownstar::tablebase {

// What a database says of a position.
struct DatabaseAnswer {
  bool is_left_out = false;    // follows from the moves
  std::optional<Value> value;  // otherwise; none where the database does not reach so far
};

// A capture leads to fewer pieces, but a threat may be answered by a threat, and so on in a circle. So positions are
// nodes of a graph, laid out breadth first until the first is decided. One with a lost successor is won; one whose
// successors are all won is lost. Where nothing more can be laid out, neither side can leave the circle with profit:
// what is not decided then is drawn.
template <class Variant, class Ask>
class Unfolding {
  using Position = draughts::Position<Variant>;
  using Side = draughts::Side;

 public:
  static constexpr std::size_t most_nodes = std::size_t{1} << 13;

  // `ask(position)` gives a DatabaseAnswer for a position seen by its mover.
  explicit Unfolding(const Ask& ask) : ask_(ask) {}

  // Of a position seen by its mover; none where the database does not reach so far, or too much would be laid out.
  std::optional<Value> value(const Position& position) {
    add(position);
    for (std::size_t next = 0; next < nodes_.size() && !nodes_.front().value; ++next) {
      if (nodes_.size() > most_nodes) return std::nullopt;
      if (!nodes_[next].value && !nodes_[next].is_missing) lay_out(next);
    }
    if (nodes_.front().value) return nodes_.front().value;
    return has_missing_ ? std::nullopt : std::optional(Value::draw);
  }

 private:
  struct Node {
    Position position;
    std::optional<Value> value;
    bool is_missing = false;  // the database does not reach so far
    bool is_laid_out = false;
    bool has_draw = false;
    std::uint32_t undecided = 0;  // successors
    std::vector<std::uint32_t> before;
  };

  struct Hash {
    std::size_t operator()(const Position& position) const {
      const auto mixed = base::mix_bits(static_cast<std::uint64_t>(position.pieces[0]));
      const auto more = base::mix_bits(mixed ^ static_cast<std::uint64_t>(position.pieces[1]));
      return base::mix_bits(more ^ static_cast<std::uint64_t>(position.kings));
    }
  };

  std::uint32_t add(const Position& position) {
    const auto [entry, is_new] = numbers_.try_emplace(position, static_cast<std::uint32_t>(nodes_.size()));
    if (!is_new) return entry->second;
    Node node{position, {}, false, false, false, 0, {}};
    const DatabaseAnswer answer = ask_(position);
    if (!answer.is_left_out) {
      node.value = answer.value;
      node.is_missing = !answer.value;
      has_missing_ = has_missing_ || node.is_missing;
    }
    nodes_.push_back(std::move(node));
    return entry->second;
  }

  void lay_out(std::size_t number) {
    draughts::MoveList<Variant> list;
    draughts::generate(nodes_[number].position, list);
    for (const auto& move : list) {
      const std::uint32_t next = add(turned(draughts::after<Variant, Side::white>(nodes_[number].position, move)));
      if (nodes_[next].value) {
        count(nodes_[number], *nodes_[next].value);
      } else {
        nodes_[next].before.push_back(static_cast<std::uint32_t>(number));
        ++nodes_[number].undecided;
      }
      if (nodes_[number].value) break;
    }
    nodes_[number].is_laid_out = true;
    decide_from(number);
  }

  static void count(Node& node, Value of_successor) {
    if (of_successor == Value::loss) node.value = Value::win;
    if (of_successor == Value::draw) node.has_draw = true;
  }

  static void decide(Node& node) {
    if (node.value || !node.is_laid_out || node.undecided > 0) return;
    node.value = node.has_draw ? Value::draw : Value::loss;
  }

  // Tells those before a node what it is worth, and those before them.
  void decide_from(std::size_t number) {
    decide(nodes_[number]);
    std::vector<std::size_t> decided;
    if (nodes_[number].value) decided.push_back(number);
    while (!decided.empty()) {
      const std::size_t last = decided.back();
      decided.pop_back();
      for (const std::uint32_t before : std::exchange(nodes_[last].before, {})) {
        Node& node = nodes_[before];
        if (node.value) continue;
        --node.undecided;
        count(node, *nodes_[last].value);
        decide(node);
        if (node.value) decided.push_back(before);
      }
    }
  }

  const Ask& ask_;
  std::vector<Node> nodes_;
  std::unordered_map<Position, std::uint32_t, Hash> numbers_;
  bool has_missing_ = false;
};

}  // namespace crownstar::tablebase
