// How a part of a larger object is kept alive: whoever holds the part holds the whole.
// It does not know what the whole is.
#pragma once

#include <memory>

namespace crownstar::base {

// A part that goes on after others have answered. Parts name each other by reference, so they live and die as one.
template <typename Self>
class Part {
 public:
  // Once, before anything is asked of the part.
  void belong_to(const std::shared_ptr<void>& whole) { self_ = std::shared_ptr<Self>(whole, static_cast<Self*>(this)); }

 protected:
  const std::weak_ptr<Self>& self() const { return self_; }

 private:
  std::weak_ptr<Self> self_;
};

}  // namespace crownstar::base
