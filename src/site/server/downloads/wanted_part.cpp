#include "site/server/downloads/wanted_part.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

#include "base/text/letters.hpp"
#include "site/server/http/http_date.hpp"
#include "site/server/http/request_text.hpp"

namespace crownstar::server {
namespace {

// A mark that was made weak is no proof that two files are the same byte for byte.
enum class Comparison { strong, weak };

bool names_version(std::string_view list, std::string_view etag, Comparison comparison) {
  constexpr std::string_view weak_mark = "W/";
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    std::string_view each = without_blanks(list.substr(0, comma));
    if (each == "*") return true;
    if (comparison == Comparison::weak && each.starts_with(weak_mark)) each.remove_prefix(weak_mark.size());
    if (each == etag) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

// A number too large to hold is past the end of any file.
std::optional<std::uint64_t> read_place(std::string_view text) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  if (text.empty() || !std::ranges::all_of(text, base::is_digit)) return std::nullopt;
  std::uint64_t place = 0;
  for (const char letter : text) {
    const auto digit = static_cast<std::uint64_t>(letter - '0');
    if (place > (most - digit) / 10) return most;
    place = place * 10 + digit;
  }
  return place;
}

// `bytes=0-99`, `bytes=100-` or `bytes=-100`, the last hundred. Nothing for several ranges, other units and nonsense.
std::optional<WantedPart> read_range(std::string_view text, std::uint64_t bytes) {
  constexpr std::string_view unit = "bytes=";
  if (text.size() < unit.size() || !is_same_name(text.substr(0, unit.size()), unit)) return std::nullopt;
  text = without_blanks(text.substr(unit.size()));
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const std::string_view before = text.substr(0, dash);
  const std::string_view behind = text.substr(dash + 1);
  const auto first = read_place(before);
  const auto last = read_place(behind);
  if ((!first && !before.empty()) || (!last && !behind.empty()) || (!first && !last)) return std::nullopt;
  if (first && last && *last < *first) return std::nullopt;
  WantedPart part{206, 0, 0};
  if (first) {
    part.first = *first;
    if (part.first < bytes) part.length = std::min(last.value_or(bytes - 1), bytes - 1) - part.first + 1;
  } else {
    part.length = std::min(*last, bytes);
    part.first = bytes - part.length;
  }
  if (part.length == 0) return WantedPart{416, 0, 0};
  return part;
}

// Whether the rest may follow what the client has already.
bool is_still_same(std::string_view condition, const FileVersion& version) {
  if (condition.empty()) return true;
  if (condition.starts_with('"')) return condition == version.etag;
  const auto date = read_http_date(condition);
  return date && *date == version.changed;
}

// In the order that the standard gives (13.2.2). 200: no condition stands in the way.
int check_conditions(const Request& request, const FileVersion& version) {
  if (const std::string wanted = request.header_list("If-Match"); !wanted.empty()) {
    if (!names_version(wanted, version.etag, Comparison::strong)) return 412;
  } else if (const auto since = read_http_date(request.header("If-Unmodified-Since"))) {
    if (version.changed > *since) return 412;
  }
  if (const std::string known = request.header_list("If-None-Match"); !known.empty()) {
    return names_version(known, version.etag, Comparison::weak) ? 304 : 200;
  }
  const auto since = read_http_date(request.header("If-Modified-Since"));
  return since && version.changed <= *since ? 304 : 200;
}

}  // namespace

WantedPart wanted_part(const Request& request, const FileVersion& version) {
  if (const int status = check_conditions(request, version); status != 200) return {status, 0, 0};
  const WantedPart all{200, 0, version.bytes};
  const std::string range = request.header_list("Range");
  if (range.empty() || request.method != Method::get) return all;
  if (!is_still_same(request.header("If-Range"), version)) return all;
  return read_range(range, version.bytes).value_or(all);
}

}  // namespace crownstar::server
