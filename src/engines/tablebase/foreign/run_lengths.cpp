#include "engines/tablebase/foreign/run_lengths.hpp"

#include <algorithm>
#include <string>

namespace crownstar::tablebase {

ByteMeaning digits_of(int byte, std::uint32_t count, const std::array<Value, 3>& by_digit) {
  ByteMeaning meaning{count, false, {}};
  for (std::uint32_t i = 0; i < count; ++i) {
    meaning.values[i] = by_digit[static_cast<std::size_t>(byte % 3)];
    byte /= 3;
  }
  return meaning;
}

ByteMeaning run_of(Value value, std::uint32_t count) {
  ByteMeaning meaning{count, true, {}};
  meaning.values[0] = value;
  return meaning;
}

base::Checked<RunLengths> RunLengths::read(std::span<const std::uint8_t> bytes, const ByteCode& code,
                                           std::uint64_t values, std::span<const Mark> marks) {
  RunLengths packed;
  packed.bytes_ = bytes;
  packed.code_ = &code;
  packed.size_ = values;
  std::uint64_t number = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    if (at % stride == 0) packed.starts_.push_back(number);
    if (!marks.empty() && marks.front().at == at) {
      if (marks.front().number != number) return base::refuse("its values are not where its index says");
      marks = marks.subspan(1);
    }
    if (number >= values) return base::refuse("it holds more values than there are positions");
    const std::uint32_t count = code[bytes[at]].count;
    if (count == 0) return base::refuse("it holds a byte that has no meaning");
    number += count;
  }
  if (number < values) return base::refuse("it is cut short");
  if (!marks.empty()) return base::refuse("its index leads beyond its values");
  packed.size_with_surplus_ = number;
  return packed;
}

std::size_t RunLengths::unpack(std::uint64_t first, std::span<Symbol> values) const {
  if (first >= size_) return 0;
  const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(values.size(), size_ - first));
  const auto after = std::ranges::upper_bound(starts_, first);
  const auto entry = static_cast<std::size_t>(after - starts_.begin()) - 1;
  std::uint64_t number = starts_[entry];
  std::size_t filled = 0;
  for (std::size_t at = entry * stride; filled < wanted; ++at) {
    const ByteMeaning& meaning = (*code_)[bytes_[at]];
    std::uint64_t from = first + filled - number;  // the place of the next value wanted within this byte
    for (; from < meaning.count && filled < wanted; ++from) {
      values[filled++] = static_cast<Symbol>(meaning.values[meaning.is_run ? 0 : static_cast<std::size_t>(from)]);
    }
    number += meaning.count;
  }
  return wanted;
}

}  // namespace crownstar::tablebase
