// expect: a continuation captures nothing
// What goes on after the store has answered must not refer to a match: it may have left memory.
#include "site/live/context/continuation.hpp"

namespace crownstar::live {

struct Part {};

inline auto looked_up(const std::weak_ptr<Part>& part, LiveMatch& live) {
  return later(part, live, [](Part&, LiveMatch&, int) {});
}
#ifdef OFFENCE
inline auto dangling(const std::weak_ptr<Part>& part, LiveMatch& live) {
  return later(part, live, [&live](Part&, LiveMatch&, int) { live.is_reading_owed = true; });
}
#endif

}  // namespace crownstar::live
