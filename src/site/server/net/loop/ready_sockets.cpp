#include "site/server/net/loop/ready_sockets.hpp"

#include <utility>

#include <sys/epoll.h>

namespace crownstar::server {
namespace {

constexpr int at_once = 256;

epoll_event event_of(int descriptor, SocketInterest interest) {
  epoll_event event{};
  event.events = (interest.to_read ? EPOLLIN | EPOLLRDHUP : 0U) | (interest.to_write ? EPOLLOUT : 0U);
  event.data.fd = descriptor;
  return event;
}

}  // namespace

ReadySockets::ReadySockets(const Executor& executor) : set_(executor, ::epoll_create1(EPOLL_CLOEXEC)) { wait(); }

bool ReadySockets::watch(int descriptor, ReadySocket& socket, std::shared_ptr<void> owner) {
  const auto slot = static_cast<std::size_t>(descriptor);
  if (slot >= watched_.size()) watched_.resize(slot + slot / 2 + 1);
  watched_[slot] = {&socket, std::move(owner), {}};
  epoll_event event = event_of(descriptor, {});
  return ::epoll_ctl(set_.native_handle(), EPOLL_CTL_ADD, descriptor, &event) == 0;
}

void ReadySockets::set_interest(int descriptor, SocketInterest interest) {
  Watched& watched = watched_[static_cast<std::size_t>(descriptor)];
  if (watched.interest.to_read == interest.to_read && watched.interest.to_write == interest.to_write) return;
  watched.interest = interest;
  epoll_event event = event_of(descriptor, interest);
  ::epoll_ctl(set_.native_handle(), EPOLL_CTL_MOD, descriptor, &event);
}

std::shared_ptr<void> ReadySockets::forget(int descriptor) {
  epoll_event ignored{};
  ::epoll_ctl(set_.native_handle(), EPOLL_CTL_DEL, descriptor, &ignored);
  return std::exchange(watched_[static_cast<std::size_t>(descriptor)], {}).owner;
}

void ReadySockets::wait() {
  set_.async_wait(boost::asio::posix::descriptor_base::wait_read, [this](const boost::system::error_code& problem) {
    if (problem) return;
    take_all();
    wait();  // if there are more than one turn takes, it comes back at once
  });
}

void ReadySockets::take_all() {
  std::array<epoll_event, at_once> events;
  const int count = ::epoll_wait(set_.native_handle(), events.data(), at_once, 0);
  for (int i = 0; i < count; ++i)
    tell(events[static_cast<std::size_t>(i)].data.fd, events[static_cast<std::size_t>(i)].events);
}

// The callee may be gone after each call, and others with it.
void ReadySockets::tell(int descriptor, std::uint32_t events) {
  const auto slot = static_cast<std::size_t>(descriptor);
  const auto is_there = [&] { return watched_[slot].socket != nullptr; };
  constexpr std::uint32_t ends = EPOLLHUP | EPOLLERR;
  if (is_there() && (events & EPOLLOUT) != 0 && watched_[slot].interest.to_write) watched_[slot].socket->on_writable();
  if (!is_there()) return;
  if (watched_[slot].interest.to_read) {
    if ((events & ~static_cast<std::uint32_t>(EPOLLOUT)) != 0) watched_[slot].socket->on_readable();
  } else if ((events & ends) != 0) {
    watched_[slot].socket->on_broken();
  }
}

}  // namespace crownstar::server
