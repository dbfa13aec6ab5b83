// The functions that the page calls to read and write records. Only in the module with every game.

#include "programs/wasm/page_memory.hpp"
#include "programs/wasm/records.hpp"

namespace crownstar::wasm::exported {

// The question: the token of games without a GameType, on a line of its own, and the text.
[[clang::export_name("read_records")]] std::uint32_t read_records(int most) {
  std::string_view text = question();
  const std::string_view fallback = take_part(text, '\n');
  return give(wasm::read_records(text, fallback, most));
}

[[clang::export_name("write_record")]] std::uint32_t write_record() { return give(wasm::write_record(question())); }

}  // namespace crownstar::wasm::exported
