// The budget of a search: its nodes, its time, and whether it was stopped.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "engines/search/searcher.hpp"

namespace crownstar::search {

class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  // The smaller of the request's and the level's number of nodes holds; 0 for no limit of the level's. While pondering
  // only the stop signal ends the search; it also says when the limits begin to count.
  Budget(const SearchLimits& limits, std::uint64_t level_nodes, const StopSignal& stop, bool is_pondering = false)
      : stop_(stop), limits_(limits), level_nodes_(level_nodes), is_pondering_(is_pondering) {
    if (!is_pondering_) begin_limits();
    is_spent_ = was_stopped_ = stop_.is_stopped();
  }

  void count_node() {
    if (++nodes_ >= most_nodes_) is_spent_ = true;
    if (nodes_ % nodes_between_checks == 0) check();
  }

  // Checks the clock and the stop signal. Called every so many nodes, which is a fraction of a millisecond: so many are
  // searched even where no time is left, for a move that was not looked at may give everything away.
  void check() {
    was_stopped_ = was_stopped_ || stop_.is_stopped();
    if (is_pondering_ && stop_.have_limits_begun()) {
      is_pondering_ = false;
      limits_from_ = Clock::now();
      begin_limits();
    }
    const bool is_late = !is_pondering_ && limits_.time && Clock::now() - limits_from_ >= *limits_.time;
    is_spent_ = is_spent_ || was_stopped_ || is_late;
  }

  bool is_spent() const { return is_spent_; }
  bool was_stopped() const { return was_stopped_; }
  std::uint64_t nodes() const { return nodes_; }
  Milliseconds elapsed() const { return std::chrono::duration_cast<Milliseconds>(Clock::now() - begun_); }

 private:
  static constexpr std::uint64_t nodes_between_checks = 256;

  void begin_limits() {
    if (level_nodes_ != 0) most_nodes_ = nodes_ + level_nodes_;
    if (limits_.nodes)
      most_nodes_ = std::min(most_nodes_, nodes_ + std::min(*limits_.nodes, ~std::uint64_t{0} - nodes_));
  }

  const StopSignal& stop_;
  SearchLimits limits_;
  const std::uint64_t level_nodes_;
  bool is_pondering_;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point limits_from_ = begun_;
  std::uint64_t nodes_ = 0;
  std::uint64_t most_nodes_ = ~std::uint64_t{0};
  bool is_spent_ = false;
  bool was_stopped_ = false;
};

}  // namespace crownstar::search
