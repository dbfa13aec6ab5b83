#include "site/live/lifecycle/sign_of_life.hpp"

#include <charconv>
#include <utility>

namespace crownstar::live {
namespace {

// A minute at most: one match that cannot be stored must not hold back the sign for all others.
constexpr Milliseconds held_back_for{100};
constexpr int most_held_back = 600;
constexpr const char* setting = "hall.alive";  // stored, so it keeps the name that it had first

}  // namespace

void SignOfLife::read(std::function<void(std::expected<Instant, std::string>)> done) {
  context_.store.read_setting(setting, [done = std::move(done)](auto text) {
    if (!text) return done(std::unexpected(text.error().text));
    long long alive = 0;
    if (*text) std::from_chars((*text)->data(), (*text)->data() + (*text)->size(), alive);
    done(Instant{Milliseconds{alive}});
  });
}

void SignOfLife::tick(Instant at, bool is_a_clock_running) {
  if (!next_ || *next_ > at || is_storing_) return;
  if (!is_all_stored() && held_back_ < most_held_back) {
    ++held_back_;
    next_ = at + held_back_for;
    return;
  }
  if (is_all_stored()) held_back_ = 0;
  if (is_a_clock_running) store([] {});
  next_ = at + every_;
}

void SignOfLife::store(std::function<void()> done) {
  is_storing_ = true;
  context_.store.write_setting(setting, std::to_string(context_.now().time_since_epoch().count()),
                               [weak = self(), done = std::move(done)](auto outcome) {
                                 const auto self = weak.lock();
                                 if (!self) return;
                                 self->is_storing_ = false;
                                 if (!outcome)
                                   self->context_.log("the sign of life was not stored: " + outcome.error().text);
                                 done();
                               });
}

}  // namespace crownstar::live
