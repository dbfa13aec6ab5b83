// expect: a match is not kept by reference
// Nor may it be kept among the values of a continuation.
#include "site/live/context/continuation.hpp"

namespace crownstar::live {

struct Part {};

inline auto of_a_number(const std::weak_ptr<Part>& part, LiveMatch& live) {
  return later(part, live, [](Part&, LiveMatch&, int, int) {}, 1);
}
#ifdef OFFENCE
inline auto dangling(const std::weak_ptr<Part>& part, LiveMatch& live) {
  return later(part, live, [](Part&, LiveMatch&, LiveMatch*, int) {}, &live);
}
#endif

}  // namespace crownstar::live
