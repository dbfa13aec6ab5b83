// Messages between the nodes of one site that carry bytes behind their head, such as rows of the store. All others are
// decoded by `decode_known` of codec.hpp, because the nodes may be of different versions (docs/decisions/0030).
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "site/wire/json/codec.hpp"

namespace crownstar::wire {

// A message with bytes that are sent as they are: its head as JSON on one line, and the bytes after it.
template <typename Head>
std::string encode_with_bytes(const Head& head, std::string_view bytes) {
  std::string text = encode(head);
  text.reserve(text.size() + 1 + bytes.size());
  text += '\n';
  text += bytes;
  return text;
}

// The head, and in `bytes` what follows it. Nothing where it is no such message.
template <typename Head>
std::optional<Head> take_head(std::string_view& bytes) {
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  auto head = decode_known<Head>(bytes.substr(0, end));
  if (!head) return std::nullopt;
  bytes.remove_prefix(std::min(end + 1, bytes.size()));
  return *std::move(head);
}

}  // namespace crownstar::wire
