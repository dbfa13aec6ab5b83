// The service through which the site asks for moves: the engines there are, a search, and its cancellation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engines/pool/pool.hpp"

namespace crownstar::engine {

// What a player can choose as an opponent; `id` goes into SearchRequest::level.
struct EngineChoice {
  std::string id;
  std::string name;
  std::string description;
  bool is_external = false;

  bool operator==(const EngineChoice&) const = default;
};

class EngineService {
 public:
  virtual ~EngineService() = default;

  // Weakest first, external ones at the end.
  virtual std::vector<EngineChoice> choices(std::string_view token) const = 0;

  // As Pool::ask; refused also where no engine of that level plays the game.
  virtual Checked<JobNumber> ask(SearchRequest request, Priority priority, OnResult done, OnProgress progress) = 0;
  Checked<JobNumber> ask(SearchRequest request, Priority priority, OnResult done) {
    return ask(std::move(request), priority, std::move(done), {});
  }
  virtual void cancel(JobNumber job) = 0;

  virtual PoolLoad load() const = 0;
};

}  // namespace crownstar::engine
