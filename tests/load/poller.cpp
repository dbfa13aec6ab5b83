#include "load/poller.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <sys/epoll.h>
#include <unistd.h>

namespace crownstar::load {
namespace {

constexpr int most_events = 512;

void check(int result, const char* what) {
  if (result >= 0) return;
  std::perror(what);
  std::abort();
}

}  // namespace

Poller::Poller() : epoll_(::epoll_create1(EPOLL_CLOEXEC)) { check(epoll_, "epoll_create1"); }

Poller::~Poller() { ::close(epoll_); }

void Poller::watch(int descriptor, Ready& who, bool also_writable) {
  epoll_event event{EPOLLIN | (also_writable ? EPOLLOUT : 0U), {.ptr = &who}};
  check(::epoll_ctl(epoll_, EPOLL_CTL_ADD, descriptor, &event), "epoll_ctl");
}

void Poller::change(int descriptor, Ready& who, bool also_writable) {
  epoll_event event{EPOLLIN | (also_writable ? EPOLLOUT : 0U), {.ptr = &who}};
  check(::epoll_ctl(epoll_, EPOLL_CTL_MOD, descriptor, &event), "epoll_ctl");
}

void Poller::forget(int descriptor, Ready& who) {
  check(::epoll_ctl(epoll_, EPOLL_CTL_DEL, descriptor, nullptr), "epoll_ctl");
  std::ranges::replace(ready_now_, &who, nullptr);
}

void Poller::later(milliseconds wait, std::function<void()> work) {
  timers_.push({SteadyClock::now() + wait, ++timer_number_, std::move(work)});
}

void Poller::run_timers() {
  while (!timers_.empty() && timers_.top().at <= SteadyClock::now()) {
    const auto work = timers_.top().work;
    timers_.pop();
    work();
  }
}

void Poller::turn(milliseconds most) {
  run_timers();
  if (!timers_.empty()) {
    const auto wait = std::chrono::ceil<milliseconds>(timers_.top().at - SteadyClock::now());
    most = std::clamp(wait, milliseconds(0), most);
  }
  std::array<epoll_event, most_events> events;
  const int count = ::epoll_wait(epoll_, events.data(), most_events, static_cast<int>(most.count()));
  if (count < 0 && errno != EINTR) check(count, "epoll_wait");
  ready_now_.clear();
  for (int i = 0; i < count; ++i)
    ready_now_.push_back(static_cast<Ready*>(events[static_cast<std::size_t>(i)].data.ptr));
  for (std::size_t i = 0; i < ready_now_.size(); ++i) {
    if (ready_now_[i] != nullptr) ready_now_[i]->on_ready(events[i].events);
  }
  ready_now_.clear();
  run_timers();
}

bool Poller::run_until(const std::function<bool()>& is_reached, milliseconds most) {
  const auto end = SteadyClock::now() + most;
  while (!is_reached()) {
    if (SteadyClock::now() >= end) return false;
    turn(milliseconds(20));
  }
  return true;
}

void Poller::run_for(milliseconds time) {
  const auto end = SteadyClock::now() + time;
  for (auto now = SteadyClock::now(); now < end; now = SteadyClock::now()) {
    turn(std::chrono::ceil<milliseconds>(end - now));
  }
}

}  // namespace crownstar::load
