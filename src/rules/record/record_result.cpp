#include "rules/record/record_result.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace crownstar::game {

namespace {

struct KnownResult {
  std::array<int, 2> places;
  std::string_view one_point;
  std::string_view two_points;
};

constexpr std::array<KnownResult, 4> known_results{
    {{{1, 2}, "1-0", "2-0"}, {{2, 1}, "0-1", "0-2"}, {{1, 1}, "1/2-1/2", "1-1"}, {{2, 2}, "0-0", "0-0"}}};

// One digit a seat is enough: a star has six.
std::optional<std::vector<int>> read_places(std::string_view text, int seats) {
  std::vector<int> places;
  for (std::size_t index = 0; index < text.size(); ++index) {
    const char letter = text[index];
    if (index % 2 == 1 ? letter != '-' : letter < '0' || letter > '0' + seats) return std::nullopt;
    if (index % 2 == 0) places.push_back(letter - '0');
  }
  if (std::cmp_not_equal(places.size(), seats) || text.ends_with('-')) return std::nullopt;
  return places;
}

bool is_all_zero(const std::vector<int>& places) { return std::ranges::count(places, 0) == std::ssize(places); }

}  // namespace

RecordResult read_result(std::string_view text, int seats, ResultForm form) {
  if (text.empty() || text == "*" || text == "?") return {};
  if (form == ResultForm::places) {
    std::optional<std::vector<int>> places = read_places(text, seats);
    if (places && is_all_zero(*places)) return {};
    if (places) return {std::move(*places), {}};
    return {{}, std::string(text)};
  }
  for (const KnownResult& result : known_results) {
    // Both ways of counting are understood in every game; files mix them.
    if (text == result.one_point || text == result.two_points)
      return {{result.places.begin(), result.places.end()}, {}};
  }
  return {{}, std::string(text)};
}

std::string write_result(const RecordResult& result, ResultForm form) {
  if (!result.other.empty()) return result.other;
  if (result.places.empty()) return "*";
  if (form == ResultForm::places) {
    std::string text;
    for (const int place : result.places) text += (text.empty() ? "" : "-") + std::to_string(place);
    return text;
  }
  for (const KnownResult& row : known_results) {
    if (std::ranges::equal(row.places, result.places)) {
      return std::string(form == ResultForm::two_points ? row.two_points : row.one_point);
    }
  }
  return "*";
}

RecordResult result_of(const Outcome& outcome) {
  RecordResult result;
  if (!outcome.is_over) return result;
  for (const Standing& standing : outcome.standings) result.places.push_back(standing.place);
  return result;
}

}  // namespace crownstar::game
