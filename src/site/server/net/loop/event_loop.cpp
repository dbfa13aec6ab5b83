#include "site/server/net/loop/event_loop.hpp"

#include <csignal>
#include <tuple>

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/post.hpp>
#include <sys/eventfd.h>
#include <unistd.h>

#include "site/server/net/loop/event_loop_context.hpp"

namespace crownstar::server {

struct EventLoopContext::Repeated {
  using Timer =
      asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, Executor>;
  Timer timer;
  std::chrono::milliseconds period;
  std::function<void()> work;
};

EventLoopContext::EventLoopContext() : wakeup_(io_.get_executor(), ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  wait_for_posts();
}

EventLoopContext::~EventLoopContext() = default;

void EventLoopContext::post(std::function<void()> work) {
  bool was_empty = false;
  {
    const std::lock_guard lock(mutex_);
    was_empty = posted_.empty();
    posted_.push_back(std::move(work));
  }
  if (!was_empty) return;  // the loop has been woken for those before it
  const std::uint64_t one = 1;
  // It fails only where the counter is full, and then the loop wakes already.
  [[maybe_unused]] const auto written = ::write(wakeup_.native_handle(), &one, sizeof one);
}

void EventLoopContext::wait_for_posts() {
  wakeup_.async_wait(asio::posix::descriptor_base::wait_read, [this](const ErrorCode& problem) {
    if (problem) return;
    std::uint64_t count = 0;
    [[maybe_unused]] const auto heard = ::read(wakeup_.native_handle(), &count, sizeof count);
    take_posts();
    wait_for_posts();
  });
}

void EventLoopContext::take_posts() {
  {
    const std::lock_guard lock(mutex_);
    running_.swap(posted_);
  }
  for (const auto& work : running_) work();
  running_.clear();
}

void EventLoopContext::flush_later(std::shared_ptr<Flushable> outlet) {
  to_flush_.push_back(std::move(outlet));
  if (is_flush_due_) return;
  is_flush_due_ = true;
  asio::post(io_, [this] { flush_all(); });
}

void EventLoopContext::flush_all() {
  is_flush_due_ = false;
  flushing_.swap(to_flush_);
  for (const auto& outlet : flushing_) outlet->flush();
  flushing_.clear();
  if (on_too_much_waiting_ && waiting_ > most_waiting_) on_too_much_waiting_();
}

void EventLoopContext::bound_waiting(std::size_t bytes, std::function<void()> on_too_much) {
  most_waiting_ = bytes;
  on_too_much_waiting_ = std::move(on_too_much);
}

void EventLoopContext::repeat(const std::shared_ptr<Repeated>& repeated) {
  repeated->timer.expires_after(repeated->period);
  repeated->timer.async_wait([weak = std::weak_ptr(repeated)](const ErrorCode& problem) {
    const auto alive = weak.lock();
    if (problem || !alive) return;
    alive->work();
    repeat(alive);
  });
}

void EventLoopContext::every(std::chrono::milliseconds period, std::function<void()> work) {
  repeated_.push_back(
      std::make_shared<Repeated>(Repeated{Repeated::Timer(io_.get_executor()), period, std::move(work)}));
  repeat(repeated_.back());
}

void EventLoopContext::on_signals(std::function<void()> first, std::function<void()> second) {
  first_signal_ = std::move(first);
  later_signal_ = std::move(second);
  ErrorCode ignored;
  std::ignore = signals_.add(SIGINT, ignored);
  std::ignore = signals_.add(SIGTERM, ignored);
  wait_for_signal();
}

void EventLoopContext::wait_for_signal() {
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

void EventLoopContext::on_hangup(std::function<void()> work) {
  on_hangup_ = std::move(work);
  ErrorCode ignored;
  std::ignore = hangups_.add(SIGHUP, ignored);
  wait_for_hangup();
}

void EventLoopContext::wait_for_hangup() {
  hangups_.async_wait([this](const ErrorCode& problem, int) {
    if (problem) return;
    on_hangup_();
    wait_for_hangup();
  });
}

EventLoop::EventLoop() : context_(std::make_unique<EventLoopContext>()) {
  // Writing to a socket that is gone, or to a file past its limit, is an error and not a signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  // A terminal that goes away ends nothing; what SIGHUP is good for comes with on_hangup.
  std::signal(SIGHUP, SIG_IGN);
  context_->every(std::chrono::milliseconds(1000 / DeadlineWheel::ticks_a_second),
                  [this] { context_->deadlines().tick(); });
}

EventLoop::~EventLoop() = default;

void EventLoop::post(std::function<void()> work) { context_->post(std::move(work)); }

void EventLoop::run() { context_->io().run(); }

void EventLoop::stop() { context_->io().stop(); }

void EventLoop::every(std::chrono::milliseconds period, std::function<void()> work) {
  context_->every(period, std::move(work));
}

void EventLoop::on_signals(std::function<void()> first, std::function<void()> second) {
  context_->on_signals(std::move(first), std::move(second));
}

void EventLoop::on_hangup(std::function<void()> work) { context_->on_hangup(std::move(work)); }

DeadlineWheel& EventLoop::deadlines() { return context_->deadlines(); }

}  // namespace crownstar::server
