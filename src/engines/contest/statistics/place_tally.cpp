#include "engines/contest/statistics/place_tally.hpp"

#include <algorithm>

#include "engines/contest/statistics/confidence.hpp"

namespace crownstar::contest {

void PlaceTally::add_group(const std::vector<Finish>& finishes) {
  int firsts = 0;
  for (const Finish& finish : finishes) {
    ++games_;
    if (finish.is_undecided) {
      ++undecided_;
    } else if (finish.is_shared) {
      ++shared_;
    } else {
      ++places_[static_cast<std::size_t>(std::clamp(finish.place, 1, sides_)) - 1];
      firsts += finish.place == 1 ? 1 : 0;
    }
  }
  ++groups_;
  squares_ += static_cast<double>(firsts) * firsts;
}

Share PlaceTally::first() const {
  if (games_ == 0) return {};
  const double firsts = places_.front();
  const double size = games_ / groups_;
  // Whole numbers until the division, so that no spread is none.
  const double off = (squares_ * groups_ - firsts * firsts) / groups_;
  const double share = firsts / games_;
  return {share, confidence_margin({groups_, share, off / (size * size)})};
}

double PlaceTally::first_among_equals() const {
  return games_ == 0 ? 1.0 / sides_ : static_cast<double>(games_ - undecided_) / games_ / sides_;
}

}  // namespace crownstar::contest
