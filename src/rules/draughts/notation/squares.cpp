#include "rules/draughts/notation/squares.hpp"

#include <cctype>
#include <utility>

#include "base/text/parse_number.hpp"

namespace crownstar::draughts {

void SquareNames::append(int bit, int row, int column) {
  const auto slot = static_cast<std::size_t>(bit);
  places_[slot] = static_cast<int>(in_order_.size());
  in_order_.push_back(bit);
  names_[slot] = notation_ == Notation::letters
                     ? std::string(1, static_cast<char>('a' + column)) + std::to_string(row + 1)
                     : std::to_string(in_order_.size());
}

std::optional<int> SquareNames::find(std::string_view name) const {
  if (notation_ == Notation::numbers) {
    while (!name.empty() && name.front() == '0') name.remove_prefix(1);
    const int number = base::parse_number<int>(name).value_or(0);
    if (number < 1 || std::cmp_greater(number, in_order_.size())) return std::nullopt;
    return in_order_[static_cast<std::size_t>(number) - 1];
  }
  std::string plain;
  for (const char letter : name) {
    const bool is_leading_zero =
        letter == '0' && (plain.empty() || std::isalpha(static_cast<unsigned char>(plain.back())) != 0);
    if (!is_leading_zero) plain += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  for (const int bit : in_order_) {
    if (this->name(bit) == plain) return bit;
  }
  return std::nullopt;
}

std::string SquareNames::expected() const {
  if (notation_ == Notation::numbers) return "a square from 1 to " + std::to_string(in_order_.size());
  return "a square from " + name(in_order_.front()) + " to " + name(in_order_.back());
}

}  // namespace crownstar::draughts
