#include "engines/solve/rhombus_numbering.hpp"

#include <algorithm>

namespace crownstar::solve {
namespace {

constexpr std::uint32_t mirrored_flag = 1;
constexpr std::uint32_t symmetric_flag = 2;
constexpr std::uint32_t flag_bits = 2;

// Places of pieces that are their own mirror image: pairs of holes beside the middle line, and holes on it.
std::uint64_t symmetric_ones(const auto& ways, int holes, int on_the_line, int pieces) {
  std::uint64_t sum = 0;
  const int pairs = (holes - on_the_line) / 2;
  for (int paired = 0; 2 * paired <= pieces; ++paired) {
    sum += ways.of(pairs, paired) * ways.of(on_the_line, pieces - 2 * paired);
  }
  return sum;
}

int on_the_middle_line(const Field& field) {
  int sum = 0;
  for (int hole = 0; hole < field.holes; ++hole) {
    sum += field.mirrored[static_cast<std::size_t>(hole)] == hole ? 1 : 0;
  }
  return sum;
}

}  // namespace

RhombusNumbering::Choices::Choices() {
  for (std::size_t from = 0; from <= most_cells; ++from) {
    ways_[from][0] = 1;
    for (std::size_t some = 1; some <= most_army; ++some) {
      ways_[from][some] = from == 0 ? 0 : ways_[from - 1][some - 1] + ways_[from - 1][some];
    }
  }
}

const RhombusNumbering::Choices& RhombusNumbering::choices() {
  static const Choices all;
  return all;
}

std::optional<NumberingSize> RhombusNumbering::size_of(const Field& field, int pieces) {
  constexpr std::uint64_t most_rows = std::uint64_t{1} << (32U - flag_bits);
  const std::uint64_t own = choices().of(field.holes, pieces);
  const std::uint64_t others = choices().of(field.holes - pieces, pieces);
  const std::uint64_t rows = (own + symmetric_ones(choices(), field.holes, on_the_middle_line(field), pieces)) / 2;
  std::uint64_t placements = 0;
  if (rows > most_rows || __builtin_mul_overflow(own, others, &placements)) return std::nullopt;
  return NumberingSize{placements, rows * others, own * sizeof(std::uint32_t) + rows * sizeof(Cells)};
}

RhombusNumbering::RhombusNumbering(const Field& field, int pieces)
    : field_(field), pieces_(pieces), choices_(choices()), row_length_(choices_.of(field.holes - pieces, pieces)) {
  const std::uint64_t all = choices_.of(field.holes, pieces);
  rows_.resize(all);
  owns_.reserve(size_of(field, pieces)->numbers / row_length_);
  for (std::uint64_t rank = 0; rank < all; ++rank) {
    const Cells own = cells_of(rank, 0);
    const std::uint64_t image = rank_of(mirrored(own), 0);
    if (image < rank) {
      rows_[rank] = rows_[image] | mirrored_flag;
      continue;
    }
    rows_[rank] = static_cast<std::uint32_t>(owns_.size()) << flag_bits | (image == rank ? symmetric_flag : 0);
    owns_.push_back(own);
  }
}

RhombusNumbering::Row RhombusNumbering::row_of(Cells own) const {
  const std::uint32_t entry = rows_[rank_of(own, 0)];
  const std::uint64_t row = entry >> flag_bits;
  return {owns_[row], row * row_length_, (entry & mirrored_flag) != 0, (entry & symmetric_flag) != 0};
}

Armies RhombusNumbering::armies_of(std::uint64_t number) const {
  const Cells own = owns_[number / row_length_];
  return {own, cells_of(number % row_length_, own)};
}

std::uint64_t RhombusNumbering::weight_of(std::uint64_t number) const {
  const Row row = row_at(number / row_length_);
  if (!row.is_symmetric) return 2;
  const Cells other = cells_of(number % row_length_, row.own);
  const Cells image = mirrored(other);
  if (image == other) return 1;
  return rank_of(image, row.own) < number % row_length_ ? 0 : 2;
}

Cells RhombusNumbering::cells_of(std::uint64_t rank, Cells taken) const {
  Cells cells = 0;
  int missing = pieces_;
  int place = field_.holes - std::popcount(taken);
  for (int hole = field_.holes - 1; missing > 0; --hole) {
    if ((taken & cell(hole)) != 0) continue;
    --place;
    if (choices_.of(place, missing) > rank) continue;
    rank -= choices_.of(place, missing);
    cells |= cell(hole);
    --missing;
  }
  return cells;
}

}  // namespace crownstar::solve
