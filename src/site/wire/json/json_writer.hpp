// Appends parts of JSON to a text. The generated writers put them together.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace crownstar::wire {

void append_whole(std::string& out, std::int64_t number);

inline void append_bool(std::string& out, bool is_true) { out += is_true ? "true" : "false"; }

// `key` is `"name":`; a comma stands before it unless the object has just begun.
inline void append_key(std::string& out, std::string_view key) {
  if (out.back() != '{') out += ',';
  out += key;
}

template <typename List, typename AppendItem>
void append_list(std::string& out, const List& list, AppendItem append_item) {
  char before = '[';
  for (const auto& item : list) {
    out += before;
    append_item(out, item);
    before = ',';
  }
  if (before == '[') out += before;
  out += ']';
}

}  // namespace crownstar::wire
