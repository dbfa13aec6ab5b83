// How work on a match continues after the store, the bus or an engine has answered.
// It does not know what the work is, and how matches leave memory.
//
// Nothing that waits for an answer may keep a reference to a match: it would dangle where the match has left memory. A
// continuation therefore captures nothing. It gets what it needs as arguments: its part, the match if that is still in
// memory, the values that were kept for it, and the answer.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "site/live/match/live_match.hpp"

namespace crownstar::live {

template <typename Value>
inline constexpr bool may_be_kept = !std::is_same_v<std::remove_cvref_t<std::remove_pointer_t<Value>>, LiveMatch> &&
                                    !std::is_same_v<Value, std::reference_wrapper<LiveMatch>>;

// `work` is called with (Part&, LiveMatch&, kept..., answer...), once and only while both are there.
template <typename Part, typename Work, typename... Kept>
auto later(std::weak_ptr<Part> part, LiveMatch& live, Work, Kept... kept) {
  static_assert(std::is_empty_v<Work>, "a continuation captures nothing: what it needs is kept for it");
  static_assert((may_be_kept<Kept> && ...), "a match is not kept by reference: it may have left memory");
  return [part = std::move(part), handle = live.handle(),
          ... kept = std::move(kept)]<typename... Answer>(Answer&&... answer) mutable {
    const auto self = part.lock();
    const auto match = self ? handle.lock() : nullptr;
    if (match) Work{}(*self, *match, std::move(kept)..., std::forward<Answer>(answer)...);
  };
}

}  // namespace crownstar::live
