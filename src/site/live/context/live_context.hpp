// Shared by every part of the live site: the store, the time, the log, and whether the site is closing.
// It does not know the parts.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "base/limits.hpp"
#include "site/live/context/changed_people.hpp"
#include "site/live/ports/live_requests.hpp"
#include "site/people/throttle.hpp"
#include "site/store/store.hpp"

namespace crownstar::live {

struct LiveContext {
  store::Store& store;
  std::function<Instant()> clock;
  std::function<void(std::string)> report;
  bool is_alone = true;  // there are no other nodes
  bool is_closing = false;
  int open_writes = 0;             // that the store has not answered
  std::function<void()> on_quiet;  // while closing: a write has been answered
  Figures counts;
  ChangedPeople changed_people{};  // in the store, and may be deleted: what names them is looked for there
  ChangedPeople deleted_here{};    // by this site, or about to be

  Instant now() const { return clock(); }
  void log(std::string line) const {
    if (report) report(std::move(line));
  }
  void write_is_done() const {
    if (is_closing) on_quiet();
  }
};

// What a copy that may be old cannot answer: the client waits and asks again.
inline Refused cannot_be_read() {
  return {"store_unavailable", "", "the match cannot be read just now; try again in a moment"};
}

inline Refused not_stored() {
  return {"store_unavailable", "", "it could not be stored, so it did not happen; try again in a moment"};
}

inline Refused stopping() { return {"stopping", "", "the server is stopping; come back in a moment"}; }

inline std::unexpected<Refused> refused(std::string_view code, std::string reason) {
  return match::refused(code, std::move(reason));
}

inline Refused as_match(people::Refused refusal) { return {std::move(refusal.code), "", std::move(refusal.reason)}; }

}  // namespace crownstar::live
