// Converts PDN texts to records in JSON, and the page's edited records to PDN.
#pragma once

#include <string>
#include <string_view>

namespace crownstar::wasm {

// Every game of the text up to `most`, each an answer of its own: a record, or what is wrong and where.
std::string read_records(std::string_view text, std::string_view fallback_token, int most);

// A draft is lines, each a word, a space and what it says: `token`, `start`, `places 1 2`, `tag NAME VALUE`, `comment`,
// `move`, `setup`, `before` (a remark before the next move), `nag`, `(` and `)` around what could have been played
// instead of the move before. A line feed within a remark or a tag is written `\n`, a backslash `\\`.
std::string write_record(std::string_view draft);

}  // namespace crownstar::wasm
