#include "site/live/lifecycle/shutdown.hpp"

#include <utility>

namespace crownstar::live {

void Shutdown::close(std::string_view goodbye, std::function<void()> done) {
  context_.is_closing = true;
  lobby_.close();
  cluster_.leave();
  goodbye_ = goodbye;
  done_ = std::move(done);
  for (const auto& [id, live] : registry_) {
    engine_seats_.forget(*live);
    pipeline_.refuse_all_that_wait(*live);
  }
  go_on();
}

void Shutdown::go_on() {
  if (context_.open_writes > 0 || !done_) return;
  lost_time_.look();
  if (std::exchange(losses_stored_, lost_time_.losses()) != lost_time_.losses()) {
    for (const auto& [id, live] : registry_) pipeline_.store_pause(*live);
    if (context_.open_writes > 0) return;
  }
  const auto say_goodbye = [this, done = std::exchange(done_, {})] {
    audience_.say_goodbye(goodbye_);
    done();
  };
  if (!sign_of_life_.has_begun() || !sign_of_life_.is_all_stored()) return say_goodbye();
  sign_of_life_.store(say_goodbye);
}

}  // namespace crownstar::live
