// Packs a row of numbers by the model that fits it best, as a table file or block by block.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engines/tablebase/file/coder.hpp"
#include "engines/tablebase/file/symbol_row.hpp"
#include "engines/tablebase/file/table_file.hpp"
#include "engines/tablebase/parallel_for.hpp"

namespace crownstar::tablebase {

// Those of the offered distances with which the numbers, or a sample of them, pack best, the size of the model
// included. Nothing where it was stopped.
std::optional<Neighbours> choose_neighbours(const SymbolRow& row, std::size_t kinds, std::size_t told_apart,
                                            const std::vector<std::uint16_t>& offered, const ParallelFor& parallel_for);

class Packing {
 public:
  // Counts the row. Nothing where it was stopped.
  static std::optional<Packing> of(const SymbolRow& row, const Neighbours& neighbours, const ParallelFor& parallel_for);

  const Model& model() const { return model_; }
  // The block of the row as it is packed: with a number in every place.
  void fill(std::span<Symbol> block) const { filler_.fill(block); }

 private:
  Packing(Model filler, Model model) : filler_(std::move(filler)), model_(std::move(model)) {}

  Model filler_;
  Model model_;
};

// The file of a row, by the neighbours that the header names. Nothing where it was stopped.
std::optional<std::vector<std::uint8_t>> pack_table(const TableName& name, const TableHeader& header,
                                                    const SymbolRow& row, const ParallelFor& parallel_for);

}  // namespace crownstar::tablebase
