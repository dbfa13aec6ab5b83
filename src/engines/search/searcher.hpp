// The interface of every engine. A caller runs it on a thread of its own.
#pragma once

#include <functional>
#include <memory>

#include "engines/search/request.hpp"
#include "engines/search/stop_signal.hpp"

namespace crownstar::search {

using OnProgress = std::function<void(const SearchProgress&)>;

// One engine, used by one caller at a time. It may keep what it found for the next search, and never prints.
class Searcher {
 public:
  virtual ~Searcher() = default;

  // Refused where the request cannot be understood, the game is over, or the engine does not play it. Stopped, even
  // before it began, it still answers with a legal move. `progress` may be empty, and is called on the caller's thread.
  virtual Checked<SearchResult> search(const SearchRequest& request, const StopSignal& stop,
                                       const OnProgress& progress) = 0;

  // Drops what earlier searches found.
  virtual void forget() {}
};

}  // namespace crownstar::search
