#include "engines/tablebase/file/packing.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <memory>
#include <mutex>

namespace crownstar::tablebase {
namespace {

// Fills places that are never looked up with the number before them.
void fill_with_before(std::span<Symbol> block) {
  Symbol before = 0;
  for (Symbol& each : block) {
    if (each == any_symbol) each = before;
    before = each;
  }
}

// How many bits the sample takes, as if it were all of so many numbers, and the model with it.
class Cost {
 public:
  Cost(std::size_t kinds, double scale) : kinds_(kinds), scale_(scale) {}

  double bits(const std::vector<std::uint32_t>& counts) const {
    constexpr double bits_a_context = 8;
    constexpr double bits_a_share = 14;
    constexpr double bits_where_certain = 4;
    double numbers = 0;
    double model = 0;
    for (std::size_t first = 0; first < counts.size(); first += kinds_) {
      double all = 0;
      double most = 0;
      for (std::size_t i = first; i < first + kinds_; ++i) {
        all += counts[i];
        most = std::max(most, static_cast<double>(counts[i]));
      }
      if (all > 0)
        model += most < all ? bits_a_context + bits_a_share * static_cast<double>(kinds_ - 1) : bits_where_certain;
      for (std::size_t i = first; i < first + kinds_; ++i) {
        if (counts[i] != 0) numbers += counts[i] * std::log2(all / counts[i]);
      }
    }
    return numbers * scale_ + model;
  }

 private:
  std::size_t kinds_;
  double scale_;
};

// Some blocks of a row, evenly spread: filled, one after the other, and which of their places are known.
struct Sample {
  std::vector<Symbol> filled;
  std::vector<std::size_t> known;
};

Sample sample_of(const SymbolRow& row) {
  constexpr std::uint64_t most_blocks = 24;
  const std::uint64_t blocks = (row.size + block_symbols - 1) / block_symbols;
  const std::uint64_t step = std::max<std::uint64_t>(1, blocks / most_blocks);
  Sample sample;
  for (std::uint64_t block = step / 2; block < blocks; block += step) {
    const std::uint64_t begin = block * block_symbols;
    const std::size_t at = sample.filled.size();
    sample.filled.resize(at + std::min<std::uint64_t>(block_symbols, row.size - begin));
    const std::span<Symbol> symbols = std::span(sample.filled).subspan(at);
    row.read(begin, symbols);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      if (symbols[i] != any_symbol) sample.known.push_back(at + i);
    }
    fill_with_before(symbols);
  }
  return sample;
}

// The sums of what several threads count. Each takes one while it counts and gives it back.
class Counters {
 public:
  explicit Counters(std::size_t size) : size_(size) {}

  std::unique_ptr<std::vector<std::uint64_t>> take() {
    const std::scoped_lock lock(mutex_);
    if (free_.empty()) return std::make_unique<std::vector<std::uint64_t>>(size_);
    auto taken = std::move(free_.back());
    free_.pop_back();
    return taken;
  }
  void give_back(std::unique_ptr<std::vector<std::uint64_t>> counts) {
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(counts));
  }
  std::vector<std::uint64_t> sums() const {
    std::vector<std::uint64_t> sums(size_);
    for (const auto& counts : free_) {
      for (std::size_t i = 0; i < size_; ++i) sums[i] += (*counts)[i];
    }
    return sums;
  }

 private:
  std::size_t size_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<std::vector<std::uint64_t>>> free_;
};

// How often each number follows in each context, after `fill` has put numbers into the places that are never looked up;
// of all places, or of those that are known.
template <class Fill>
std::optional<std::vector<std::uint64_t>> count(const SymbolRow& row, const Model& model, bool all,
                                                const ParallelFor& parallel_for, const Fill& fill) {
  Counters counters(model.counters());
  const bool is_whole =
      for_each_block(row.size, parallel_for, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
        std::vector<Symbol> original(end - begin);
        row.read(begin, original);
        std::vector<Symbol> filled = original;
        fill(std::span(filled));
        auto counts = counters.take();
        model.count(filled, all ? filled : original, *counts);
        counters.give_back(std::move(counts));
      });
  if (!is_whole) return std::nullopt;
  return counters.sums();
}

}  // namespace

std::optional<Neighbours> choose_neighbours(const SymbolRow& row, std::size_t kinds, std::size_t told_apart,
                                            const std::vector<std::uint16_t>& offered,
                                            const ParallelFor& parallel_for) {
  Neighbours chosen{kinds, told_apart, {}};
  const Sample sample = sample_of(row);
  if (sample.known.empty()) return chosen;
  std::atomic<std::uint64_t> known = 0;
  const bool is_whole =
      for_each_block(row.size, parallel_for, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
        std::vector<Symbol> symbols(end - begin);
        row.read(begin, symbols);
        known +=
            static_cast<std::uint64_t>(std::ranges::count_if(symbols, [](Symbol each) { return each != any_symbol; }));
      });
  if (!is_whole) return std::nullopt;
  const Cost cost(kinds, static_cast<double>(known.load()) / static_cast<double>(sample.known.size()));
  std::vector<std::size_t> contexts(sample.known.size());
  const auto with = [&](std::size_t i, std::size_t distance) {
    const std::size_t in_block = sample.known[i] % block_symbols;
    const std::size_t before = in_block < distance ? 0 : sample.filled[sample.known[i] - distance];
    return contexts[i] * told_apart + std::min(before, told_apart - 1);
  };
  std::vector<std::uint32_t> counts(kinds);
  for (const std::size_t at : sample.known) ++counts[sample.filled[at]];
  double best = cost.bits(counts);
  while (chosen.distances.size() < most_neighbours && chosen.contexts() * told_apart <= most_contexts) {
    std::uint16_t best_distance = 0;
    counts.resize(chosen.contexts() * told_apart * kinds);
    for (const std::uint16_t distance : offered) {
      std::ranges::fill(counts, 0);
      for (std::size_t i = 0; i < sample.known.size(); ++i) {
        ++counts[with(i, distance) * kinds + sample.filled[sample.known[i]]];
      }
      const double bits = cost.bits(counts);
      if (bits >= best) continue;
      best = bits;
      best_distance = distance;
    }
    if (best_distance == 0) break;
    for (std::size_t i = 0; i < sample.known.size(); ++i) contexts[i] = with(i, best_distance);
    chosen.distances.push_back(best_distance);
  }
  return chosen;
}

// What stands in a place for any number decides the contexts of those after it, so filling and counting go in turns.
// The last count is of all places as they will be packed.
std::optional<Packing> Packing::of(const SymbolRow& row, const Neighbours& neighbours,
                                   const ParallelFor& parallel_for) {
  Model model(neighbours);
  auto counts = count(row, model, false, parallel_for, fill_with_before);
  if (!counts) return std::nullopt;
  model.adapt(*counts);
  Model filler;
  for (const bool is_last : {false, true}) {
    filler = model;
    counts = count(row, model, is_last, parallel_for, [&](std::span<Symbol> block) { filler.fill(block); });
    if (!counts) return std::nullopt;
    model.adapt(*counts);
  }
  return Packing(std::move(filler), std::move(model));
}

std::optional<std::vector<std::uint8_t>> pack_table(const TableName& name, const TableHeader& header,
                                                    const SymbolRow& row, const ParallelFor& parallel_for) {
  const auto packing = Packing::of(row, header.neighbours, parallel_for);
  if (!packing) return std::nullopt;
  std::vector<std::vector<std::uint8_t>> blocks((row.size + block_symbols - 1) / block_symbols);
  const bool is_whole =
      for_each_block(row.size, parallel_for, [&](std::uint64_t block, std::uint64_t begin, std::uint64_t end) {
        std::vector<Symbol> symbols(end - begin);
        row.read(begin, symbols);
        packing->fill(symbols);
        blocks[block] = packing->model().pack(symbols);
      });
  if (!is_whole) return std::nullopt;
  return table_bytes(name, header, packing->model(), blocks);
}

}  // namespace crownstar::tablebase
