// How a part of a larger object is kept alive: whoever holds the part holds the whole.
// It does not know what the whole is.
#pragma once

#include <memory>

namespace crownstar::base {

// A part that continues after asynchronous answers. Parts refer to each other by reference, so they share one lifetime.
template <typename Self>
class Part {
 public:
  // Called once, before the part is used.
  void belong_to(const std::shared_ptr<void>& whole) { self_ = std::shared_ptr<Self>(whole, static_cast<Self*>(this)); }

 protected:
  const std::weak_ptr<Self>& self() const { return self_; }

 private:
  std::weak_ptr<Self> self_;
};

}  // namespace crownstar::base
