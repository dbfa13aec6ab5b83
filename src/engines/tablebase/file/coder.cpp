#include "engines/tablebase/file/coder.hpp"

#include <algorithm>
#include <cassert>

namespace crownstar::tablebase {
namespace {

// Asymmetric numeral systems after Duda, 2009: the state holds what has been packed, and gives off bytes when it is
// full.
constexpr std::uint32_t lowest_state = std::uint32_t{1} << 23;

void write_number(std::vector<std::uint8_t>& bytes, std::uint32_t number) {
  while (number >= 128) {
    bytes.push_back(static_cast<std::uint8_t>(number | 128));
    number >>= 7;
  }
  bytes.push_back(static_cast<std::uint8_t>(number));
}

std::optional<std::uint32_t> read_number(std::span<const std::uint8_t>& bytes) {
  std::uint32_t number = 0;
  for (int shift = 0; shift < 21; shift += 7) {
    if (bytes.empty()) return std::nullopt;
    const std::uint8_t byte = bytes.front();
    bytes = bytes.subspan(1);
    number |= static_cast<std::uint32_t>(byte & 127) << shift;
    if (byte < 128) return number;
  }
  return std::nullopt;
}

}  // namespace

std::size_t Neighbours::contexts() const {
  std::size_t contexts = 1;
  for (std::size_t i = 0; i < distances.size(); ++i) contexts *= told_apart;
  return contexts;
}

Model::Model(const Neighbours& neighbours)
    : neighbours_(neighbours),
      shares_(neighbours.contexts() * neighbours.symbols),
      starts_(shares_.size()),
      likeliest_(neighbours.contexts()) {}

std::size_t Model::context_of(const Symbol* block, std::size_t at) const {
  const std::size_t greatest = neighbours_.told_apart - 1;
  std::size_t context = 0;
  for (const std::size_t distance : neighbours_.distances) {
    const std::size_t before = at < distance ? 0 : block[at - distance];
    context = context * (greatest + 1) + std::min(before, greatest);
  }
  return context;
}

void Model::fill(std::span<Symbol> block) const {
  for (std::size_t at = 0; at < block.size(); ++at) {
    if (block[at] == any_symbol) block[at] = likeliest(context_of(block.data(), at));
  }
}

void Model::count(std::span<const Symbol> block, std::span<const Symbol> original,
                  std::span<std::uint64_t> counts) const {
  for (std::size_t at = 0; at < block.size(); ++at) {
    if (original[at] != any_symbol) ++counts[context_of(block.data(), at) * neighbours_.symbols + block[at]];
  }
}

void Model::adapt(std::span<const std::uint64_t> counts) {
  const std::size_t symbols = neighbours_.symbols;
  for (std::size_t context = 0; context < likeliest_.size(); ++context) {
    const std::size_t first = context * symbols;
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < symbols; ++i) all += counts[first + i];
    std::uint64_t given = 0;
    std::size_t most = 0;
    for (std::size_t i = 0; i < symbols; ++i) {
      const std::uint64_t count = counts[first + i];
      const std::uint64_t share = count == 0 ? 0 : std::max<std::uint64_t>(1, count * (whole - symbols) / all);
      shares_[first + i] = static_cast<std::uint16_t>(share);
      given += share;
      if (count > counts[first + most]) most = i;
    }
    if (all != 0) shares_[first + most] = static_cast<std::uint16_t>(shares_[first + most] + whole - given);
  }
  sum_up();
}

void Model::sum_up() {
  const std::size_t symbols = neighbours_.symbols;
  for (std::size_t context = 0; context < likeliest_.size(); ++context) {
    std::uint32_t sum = 0;
    std::size_t most = 0;
    for (std::size_t i = 0; i < symbols; ++i) {
      starts_[context * symbols + i] = static_cast<std::uint16_t>(sum);
      sum += shares_[context * symbols + i];
      if (shares_[context * symbols + i] > shares_[context * symbols + most]) most = i;
    }
    likeliest_[context] = static_cast<Symbol>(most);
  }
}

// Contexts in a row that are certain of the same number, or in which nothing was counted, are written as that number
// and their count; any other context as its shares, all but the last.
void Model::write(std::vector<std::uint8_t>& bytes) const {
  const std::size_t symbols = neighbours_.symbols;
  const std::size_t contexts = likeliest_.size();
  for (std::size_t context = 0; context < contexts;) {
    if (!is_certain(context) && is_met(context)) {
      write_number(bytes, 0);
      for (std::size_t i = 0; i + 1 < symbols; ++i) write_number(bytes, shares_[context * symbols + i]);
      ++context;
      continue;
    }
    const std::size_t first = context;
    std::size_t number = symbols;  // none yet
    for (; context < contexts; ++context) {
      if (!is_met(context)) continue;
      if (!is_certain(context) || (number != symbols && likeliest(context) != number)) break;
      number = likeliest(context);
    }
    write_number(bytes, static_cast<std::uint32_t>(number == symbols ? 1 : number + 1));
    write_number(bytes, static_cast<std::uint32_t>(context - first));
  }
}

std::optional<Model> Model::read(std::span<const std::uint8_t>& bytes, const Neighbours& neighbours) {
  if (neighbours.symbols == 0 || neighbours.symbols > most_symbols || neighbours.told_apart == 0 ||
      neighbours.told_apart > neighbours.symbols || neighbours.distances.size() > most_neighbours ||
      neighbours.contexts() > most_contexts) {
    return std::nullopt;
  }
  Model model(neighbours);
  const std::size_t symbols = neighbours.symbols;
  const std::size_t contexts = model.likeliest_.size();
  for (std::size_t context = 0; context < contexts;) {
    const auto number = read_number(bytes);
    if (!number || *number > symbols) return std::nullopt;
    if (*number > 0) {
      const auto count = read_number(bytes);
      if (!count || *count == 0 || *count > contexts - context) return std::nullopt;
      for (const std::size_t end = context + *count; context < end; ++context) {
        model.shares_[context * symbols + *number - 1] = static_cast<std::uint16_t>(whole);
      }
      continue;
    }
    std::uint32_t left = whole;
    for (std::size_t i = 0; i + 1 < symbols; ++i) {
      const auto share = read_number(bytes);
      if (!share || *share > left) return std::nullopt;
      model.shares_[context * symbols + i] = static_cast<std::uint16_t>(*share);
      left -= *share;
    }
    model.shares_[context * symbols + symbols - 1] = static_cast<std::uint16_t>(left);
    ++context;
  }
  model.sum_up();
  return model;
}

// From the last number to the first, so that unpacking goes the other way.
std::vector<std::uint8_t> Model::pack(std::span<const Symbol> block) const {
  std::vector<std::uint8_t> bytes;
  std::uint32_t state = lowest_state;
  for (std::size_t at = block.size(); at > 0; --at) {
    const std::size_t context = context_of(block.data(), at - 1);
    const std::size_t place = context * neighbours_.symbols + block[at - 1];
    const std::uint32_t share = shares_[place];
    assert(share != 0);
    const std::uint64_t limit = (std::uint64_t{lowest_state} >> precision << 8) * share;
    while (state >= limit) {
      bytes.push_back(static_cast<std::uint8_t>(state));
      state >>= 8;
    }
    state = (state / share << precision) + state % share + starts_[place];
  }
  for (int i = 0; i < 4; ++i) {
    bytes.push_back(static_cast<std::uint8_t>(state));
    state >>= 8;
  }
  std::ranges::reverse(bytes);
  return bytes;
}

void Model::unpack(std::span<const std::uint8_t> bytes, std::span<Symbol> block) const {
  constexpr std::uint32_t mask = (std::uint32_t{1} << precision) - 1;
  const std::size_t symbols = neighbours_.symbols;
  std::size_t read = 0;
  std::uint32_t state = 0;
  const auto next = [&] { return read < bytes.size() ? bytes[read++] : std::uint8_t{0}; };
  for (int i = 0; i < 4; ++i) state = state << 8 | next();
  for (std::size_t at = 0; at < block.size(); ++at) {
    const std::size_t first = context_of(block.data(), at) * symbols;
    const std::uint32_t slot = state & mask;
    std::size_t symbol = symbols - 1;
    while (symbol > 0 && starts_[first + symbol] > slot) --symbol;
    block[at] = static_cast<Symbol>(symbol);
    state = shares_[first + symbol] * (state >> precision) + slot - starts_[first + symbol];
    while (state < lowest_state && read < bytes.size()) state = state << 8 | next();
  }
}

}  // namespace crownstar::tablebase
