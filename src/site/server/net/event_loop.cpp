#include "site/server/net/event_loop.hpp"

#include <csignal>
#include <tuple>

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/post.hpp>
#include <sys/eventfd.h>
#include <unistd.h>

#include "site/server/net/event_loop_context.hpp"

namespace crownstar::server {

struct HubContext::Repeated {
  using Timer =
      asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, Executor>;
  Timer timer;
  std::chrono::milliseconds period;
  std::function<void()> work;
};

HubContext::HubContext() : bell_(io_.get_executor(), ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) { wait_for_mail(); }

HubContext::~HubContext() = default;

void HubContext::post(std::function<void()> work) {
  bool was_empty = false;
  {
    const std::lock_guard lock(mutex_);
    was_empty = mail_.empty();
    mail_.push_back(std::move(work));
  }
  if (!was_empty) return;  // the bell has been rung for those before it
  const std::uint64_t one = 1;
  // It fails only where the counter is full, and then the bell rings already.
  [[maybe_unused]] const auto rung = ::write(bell_.native_handle(), &one, sizeof one);
}

void HubContext::wait_for_mail() {
  bell_.async_wait(asio::posix::descriptor_base::wait_read, [this](const ErrorCode& problem) {
    if (problem) return;
    std::uint64_t count = 0;
    [[maybe_unused]] const auto heard = ::read(bell_.native_handle(), &count, sizeof count);
    take_mail();
    wait_for_mail();
  });
}

void HubContext::take_mail() {
  {
    const std::lock_guard lock(mutex_);
    opened_.swap(mail_);
  }
  for (const auto& work : opened_) work();
  opened_.clear();
}

void HubContext::flush_later(std::shared_ptr<Flushed> outlet) {
  to_flush_.push_back(std::move(outlet));
  if (is_flush_due_) return;
  is_flush_due_ = true;
  asio::post(io_, [this] { flush_all(); });
}

void HubContext::flush_all() {
  is_flush_due_ = false;
  flushing_.swap(to_flush_);
  for (const auto& outlet : flushing_) outlet->flush();
  flushing_.clear();
  if (on_too_much_waiting_ && waiting_ > most_waiting_) on_too_much_waiting_();
}

void HubContext::bound_waiting(std::size_t bytes, std::function<void()> on_too_much) {
  most_waiting_ = bytes;
  on_too_much_waiting_ = std::move(on_too_much);
}

void HubContext::repeat(const std::shared_ptr<Repeated>& repeated) {
  repeated->timer.expires_after(repeated->period);
  repeated->timer.async_wait([weak = std::weak_ptr(repeated)](const ErrorCode& problem) {
    const auto alive = weak.lock();
    if (problem || !alive) return;
    alive->work();
    repeat(alive);
  });
}

void HubContext::every(std::chrono::milliseconds period, std::function<void()> work) {
  repeated_.push_back(
      std::make_shared<Repeated>(Repeated{Repeated::Timer(io_.get_executor()), period, std::move(work)}));
  repeat(repeated_.back());
}

void HubContext::on_signals(std::function<void()> first, std::function<void()> second) {
  first_signal_ = std::move(first);
  later_signal_ = std::move(second);
  ErrorCode ignored;
  std::ignore = signals_.add(SIGINT, ignored);
  std::ignore = signals_.add(SIGTERM, ignored);
  wait_for_signal();
}

void HubContext::wait_for_signal() {
  signals_.async_wait([this](const ErrorCode& problem, int) {
    if (problem) return;
    if (const auto first = std::exchange(first_signal_, nullptr)) {
      first();
    } else {
      later_signal_();
    }
    wait_for_signal();
  });
}

Hub::Hub() : context_(std::make_unique<HubContext>()) {
  // Whoever writes to a socket that is gone, or to a file past its limit, gets an error, not a signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  context_->every(std::chrono::milliseconds(1000 / DeadlineWheel::ticks_a_second),
                  [this] { context_->deadlines().tick(); });
}

Hub::~Hub() = default;

void Hub::post(std::function<void()> work) { context_->post(std::move(work)); }

void Hub::run() { context_->io().run(); }

void Hub::stop() { context_->io().stop(); }

void Hub::every(std::chrono::milliseconds period, std::function<void()> work) {
  context_->every(period, std::move(work));
}

void Hub::on_signals(std::function<void()> first, std::function<void()> second) {
  context_->on_signals(std::move(first), std::move(second));
}

DeadlineWheel& Hub::deadlines() { return context_->deadlines(); }

}  // namespace crownstar::server
