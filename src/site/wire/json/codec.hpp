// Decodes JSON text to a checked value, and encodes a value to text. Each type's `read` and `write` are generated.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "site/wire/json/json_reader.hpp"
#include "site/wire/json/json_writer.hpp"

namespace crownstar::wire {

// The whole text is one value. The reason says what was wrong and where: `do.text: a text may have 400 letters`.
template <typename T>
Checked<T> decode(std::string_view text) {
  JsonReader from(text);
  T value{};
  if (read(from, value) && from.finish()) return value;
  return std::unexpected(from.refusal());
}

// The same, but members that this version does not know are skipped: for what programs of other versions and of other
// sites write.
template <typename T>
Checked<T> decode_known(std::string_view text) {
  JsonReader from(text, JsonReader::Unknown::skipped);
  T value{};
  if (read(from, value) && from.finish()) return value;
  return std::unexpected(from.refusal());
}

// Writes into a buffer that is kept, so that the result takes one allocation of the right size.
template <typename T>
std::string encode(const T& value) {
  constexpr std::size_t kept = 64 * 1024;
  static thread_local std::string growing;
  growing.clear();
  write(growing, value);
  std::string text(growing);
  if (growing.capacity() > kept) growing = {};
  return text;
}

}  // namespace crownstar::wire
