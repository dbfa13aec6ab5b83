#include "server/stored_games.hpp"

#include <fmt/format.h>

#include "hall/match_details.hpp"
#include "hall/stored_event.hpp"
#include "store/backup.hpp"

namespace crownstar::server {
namespace {

std::string_view word_of(store::MatchState state) {
  if (state == store::MatchState::open) return "open";
  return state == store::MatchState::running ? "running" : "over";
}

// What is wrong with one match; empty where nothing is.
std::string fault_of(const store::MatchHeader& header, const std::vector<store::EventRow>& rows) {
  const auto history = hall::history_of(rows, header);
  if (!history) return history.error().reason;
  store::MatchHeader begun = header;
  begun.state = store::MatchState::open;
  begun.result.clear();
  begun.ending.clear();
  const int moves = static_cast<int>(history->match->moves().size());
  const store::MatchHeader played = hall::header_after(begun, history->events, moves).value_or(begun);
  if (played.state != header.state) {
    return fmt::format("its events leave it {}, the store says {}", word_of(played.state), word_of(header.state));
  }
  if (played.result != header.result || played.ending != header.ending) {
    return fmt::format("its events end in '{}' ({}), the store says '{}' ({})", played.result, played.ending,
                       header.result, header.ending);
  }
  if (header.state == store::MatchState::over && moves != header.moves) {
    return fmt::format("its events make {} moves, the store says {}", moves, header.moves);
  }
  return {};
}

}  // namespace

board::Checked<CheckTotals> check_store(const std::string& path, const CheckListeners& listeners) {
  CheckTotals totals;
  const auto faults = store::check_file(path);
  if (!faults) return board::refuse(fmt::format("cannot check '{}': {}", path, faults.error().text));
  for (const std::string& fault : *faults) {
    ++totals.faults;
    listeners.on_fault(fault);
  }
  const auto visited =
      store::for_each_match(path, [&](const store::MatchHeader& header, const std::vector<store::EventRow>& rows) {
        ++totals.matches;
        totals.events += static_cast<std::int64_t>(rows.size());
        if (const std::string fault = fault_of(header, rows); !fault.empty()) {
          ++totals.faults;
          listeners.on_fault(fmt::format("match {}: {}", header.id, fault));
        }
        listeners.on_match(totals);
        return true;
      });
  if (!visited) return board::refuse(fmt::format("cannot read '{}': {}", path, visited.error().text));
  return totals;
}

}  // namespace crownstar::server
