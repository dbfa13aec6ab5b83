// The last moment at which the clocks ran, stored every second while one runs, so that the time of a crash is charged
// to nobody. While time before that moment is owed and not stored yet, an older one stays stored: a server that went
// down now would owe the time from there.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>

#include "base/part.hpp"
#include "site/live/context/live_context.hpp"

namespace crownstar::live {

class SignOfLife : public base::Part<SignOfLife> {
 public:
  SignOfLife(LiveContext& context, Milliseconds every) : context_(context), every_(every) {}

  // The last one that was stored, by this server's run before; the beginning of time where there is none.
  void read(std::function<void(std::expected<Instant, std::string>)> done);
  // Before this is called what is stored must say when the server went down.
  void begin(Instant at) { next_ = at; }
  bool has_begun() const { return next_.has_value(); }
  void tick(Instant at, bool is_a_clock_running);
  // The time of all clocks is stored up to now, so a sign of life may say so. Of several nodes each says that it runs:
  // one that starts counts on that.
  bool is_all_stored() const { return !context_.is_alone || context_.counts.clocks_standing == 0; }
  void store(std::function<void()> done);
  const std::optional<Instant>& next() const { return next_; }
  Milliseconds every() const { return every_; }

 private:
  LiveContext& context_;
  Milliseconds every_;
  std::optional<Instant> next_;
  bool is_storing_ = false;
  int held_back_ = 0;  // how often, one after the other
};

}  // namespace crownstar::live
