// What the squares of a variant are called and in which order they are counted.
// It does not know what stands on them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/draughts/position.hpp"

namespace crownstar::draughts {

// The names of one variant's squares, by their bit. A value, so that reading and writing need no template.
class SquareNames {
 public:
  // The squares in the order in which the variant counts them, as bits.
  const std::vector<int>& in_order() const { return in_order_; }
  const std::string& name(int bit) const { return names_[static_cast<std::size_t>(bit)]; }
  std::optional<int> find(std::string_view name) const;  // leading zeros and capital letters are understood
  int place_in_order(int bit) const { return places_[static_cast<std::size_t>(bit)]; }
  Notation notation() const { return notation_; }
  std::string expected() const;  // `a square from 1 to 32`

  template <class Variant>
  static const SquareNames& of() {
    static const SquareNames names = make<Variant>();
    return names;
  }

 private:
  template <class Variant>
  static SquareNames make() {
    using Board = BoardOf<Variant>;
    constexpr const Rules& rules = Variant::rules;
    SquareNames names;
    names.notation_ = rules.notation;
    names.names_.resize(static_cast<std::size_t>(Board::bits));
    names.places_.resize(static_cast<std::size_t>(Board::bits), -1);
    for (int i = 0; i < rules.rows; ++i) {
      for (int j = 0; j < rules.columns; ++j) {
        const int row = rules.numbered_from == NumberedFrom::top_left ? rules.rows - 1 - i : i;
        const int column = rules.numbered_from == NumberedFrom::bottom_right ? rules.columns - 1 - j : j;
        if (Board::is_playing({row, column})) names.append(Board::bit({row, column}), row, column);
      }
    }
    return names;
  }

  void append(int bit, int row, int column);

  Notation notation_ = Notation::numbers;
  std::vector<int> in_order_;
  std::vector<std::string> names_;
  std::vector<int> places_;
};

}  // namespace crownstar::draughts
