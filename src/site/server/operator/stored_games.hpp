// Checks the store: replays every stored match and compares the result with the stored one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/refusal.hpp"
#include "site/store/backup/backup.hpp"

namespace crownstar::server {

struct CheckTotals {
  std::int64_t matches = 0;
  std::int64_t events = 0;
  std::int64_t faults = 0;  // of the file and of matches
};

struct CheckListeners {
  std::function<void(const std::string& line)> on_fault;
  std::function<void(const CheckTotals& so_far)> on_match;
};

// Every match with its events, in the order of their creation, also while the store is served; false from `visit`
// stops.
store::Outcome<void> visit_matches(const std::string& location, const store::VisitMatch& visit);

// First the file itself where it is one, then match after match. Refused where the store cannot be read.
base::Checked<CheckTotals> check_store(const std::string& location, const CheckListeners& listeners);

}  // namespace crownstar::server
