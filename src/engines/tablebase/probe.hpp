// Probing endgame tables: who wins a position, and in how many half-moves where distances are stored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/refusal.hpp"
#include "rules/draughts/position.hpp"

namespace crownstar::tablebase {

// For the side to move, with perfect play of both sides. Repetition and the draw counters of the rules are ignored, so
// a win may be longer than they allow.
enum class Value : std::uint8_t { draw, win, loss };

// `win`, as it is written everywhere.
constexpr std::string_view name_of(Value value) {
  if (value == Value::draw) return "draw";
  return value == Value::win ? "win" : "loss";
}

// The same for the other side.
constexpr Value seen_by_other(Value value) {
  if (value == Value::draw) return value;
  return value == Value::win ? Value::loss : Value::win;
}

struct Answer {
  int pieces = 0;
  std::optional<Value> value;   // none where there are too many pieces, or a table that it needs is missing
  std::optional<int> distance;  // half-moves to the end of the game; none for a draw, and where it is not kept
};

// The tables of one game. Any number of threads may ask at the same time.
class Tables {
 public:
  Tables() = default;
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;
  virtual ~Tables() = default;

  virtual std::string_view game() const = 0;
  // What they are in words, where another program made them: `Chinook's databases of 2 to 4 pieces`. Empty for ours.
  virtual std::string foreign_name() const { return {}; }
  // No position with more pieces has a value; 0 where there are no tables. With so many or fewer one has none where a
  // table that it needs is missing.
  virtual int most_pieces() const = 0;
  // The same for distances.
  virtual int most_pieces_with_distance() const = 0;
  // Of a position written as FEN.
  virtual base::Checked<Answer> ask(std::string_view position) const = 0;
};

template <class Variant>
class TablesOf : public Tables {
 public:
  std::string_view game() const final { return Variant::id; }

  // None where the position has too many pieces or a table is missing. A pending capture is played out, so a quiet
  // position is answered sooner.
  virtual std::optional<Value> value(const draughts::Position<Variant>& position) const = 0;
  // The same, but none as well where the answer would have to be unpacked first, which takes as long as searching some
  // hundred positions.
  virtual std::optional<Value> value_at_hand(const draughts::Position<Variant>& position) const = 0;
  // Half-moves to the end of the game, if the winner hurries and the loser delays; none for draws too.
  virtual std::optional<int> distance(const draughts::Position<Variant>& position) const = 0;
};

// Null where there are no tables, or those of another game.
template <class Variant>
const TablesOf<Variant>* tables_of(const Tables* tables) {
  const bool is_its_own = tables != nullptr && tables->game() == Variant::id;
  return is_its_own ? static_cast<const TablesOf<Variant>*>(tables) : nullptr;
}

}  // namespace crownstar::tablebase
