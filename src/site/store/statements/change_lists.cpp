#include "site/store/statements/change_lists.hpp"

#include <algorithm>
#include <limits>
#include <ranges>
#include <vector>

#include "base/text/parse_number.hpp"
#include "base/text/take_to.hpp"

namespace crownstar::store {
namespace {

constexpr std::size_t changes_kept = 2'000;

}  // namespace

std::int64_t number_of(std::string_view change) {
  return base::parse_number<std::int64_t>(change.substr(0, change.find(' '))).value_or(0);
}

Listed listed(std::string_view kept, std::int64_t logged) {
  std::vector<std::string_view> lines;
  while (!kept.empty()) lines.push_back(base::take_to(kept, '\n'));
  Listed list;
  list.last = lines.empty() ? 0 : number_of(lines.back());
  const auto is_new = [&](std::string_view line) { return number_of(line) > logged; };
  list.not_logged = static_cast<std::size_t>(std::ranges::count_if(lines, is_new));
  const std::size_t stay = std::min(lines.size(), std::max(changes_kept - 1, list.not_logged));
  for (const std::string_view line : lines | std::views::drop(lines.size() - stay)) list.text.append(line).append("\n");
  return list;
}

// All are read with the store.
Listed with_none_to_log(std::string_view kept) { return listed(kept, std::numeric_limits<std::int64_t>::max()); }

}  // namespace crownstar::store
