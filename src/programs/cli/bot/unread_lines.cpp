#include "programs/cli/bot/unread_lines.hpp"

#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "base/limits.hpp"
#include "base/text/quote.hpp"
#include "site/wire/json/json_reader.hpp"

namespace crownstar::cli {
namespace {

constexpr std::size_t most_kinds = 50;  // what a site can make this program remember and say

std::string kind_of(std::string_view line) {
  constexpr std::array<std::string_view, 1> names{"type"};
  wire::JsonReader from(line, wire::JsonReader::Unknown::skipped);
  wire::ObjectReader object(from, names, 1);
  std::string kind;
  while (object.next() == 0) {
    if (!from.read_text(kind, 1, limits::id_letters)) return "";
  }
  return object.is_whole() ? kind : "";
}

}  // namespace

void UnreadLines::note(std::string_view line, std::string_view reason) {
  const std::string kind = kind_of(line);
  const std::lock_guard lock(mutex_);
  if (told_.size() >= most_kinds || !told_.insert(kind).second) return;
  const std::string which = kind.empty() ? "without a type" : "of the type " + base::quoted(kind);
  say_(fmt::format("a line {} from the site is not understood, and passed over: {}", which, reason));
}

}  // namespace crownstar::cli
