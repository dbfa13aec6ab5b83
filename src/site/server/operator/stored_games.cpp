#include "site/server/operator/stored_games.hpp"

#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "site/live/match/stored_event.hpp"
#include "site/store/open/postgres_store.hpp"
#include "site/store/transfer/site_copy.hpp"

namespace crownstar::server {
namespace {

// The fault of one match; empty where there is none.
std::string fault_of(const store::MatchHeader& header, const std::vector<store::EventRow>& rows) {
  const auto history = live::history_of(rows, header);
  return history ? live::contradiction(*history, header) : history.error().reason;
}

// The pages and indices of a file. A database looks after its own.
store::Outcome<std::vector<std::string>> faults_of(const std::string& location) {
  return store::is_postgres_address(location) ? std::vector<std::string>() : store::check_file(location);
}

}  // namespace

store::Outcome<void> visit_matches(const std::string& location, const store::VisitMatch& visit) {
  if (!store::is_postgres_address(location)) {
    const auto visited = store::for_each_match(location, visit);
    return visited ? store::Outcome<void>() : std::unexpected(visited.error());
  }
  auto source = store::open_site_source(location);
  if (!source) return std::unexpected(source.error());
  return (*source)->visit([&](const store::SiteRow& row) {
    const auto* match = std::get_if<store::WholeMatch>(&row);
    return match == nullptr || visit(match->header, match->events);
  });
}

base::Checked<CheckTotals> check_store(const std::string& location, const CheckListeners& listeners) {
  CheckTotals totals;
  const auto faults = faults_of(location);
  if (!faults) return base::refuse(fmt::format("cannot check the store: {}", faults.error().text));
  for (const std::string& fault : *faults) {
    ++totals.faults;
    listeners.on_fault(fault);
  }
  const auto visited =
      visit_matches(location, [&](const store::MatchHeader& header, const std::vector<store::EventRow>& rows) {
        ++totals.matches;
        totals.events += static_cast<std::int64_t>(rows.size());
        if (const std::string fault = fault_of(header, rows); !fault.empty()) {
          ++totals.faults;
          listeners.on_fault(fmt::format("match {}: {}", header.id, fault));
        }
        listeners.on_match(totals);
        return true;
      });
  if (!visited) {
    return base::refuse(fmt::format("cannot read '{}': {}", store::shown_address(location), visited.error().text));
  }
  return totals;
}

}  // namespace crownstar::server
