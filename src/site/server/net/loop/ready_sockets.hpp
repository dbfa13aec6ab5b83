// Waits for many sockets at once (epoll) and reports which of them can be read or written.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include "base/limits.hpp"

namespace crownstar::server {

class ReadySocket {
 public:
  virtual ~ReadySocket() = default;
  virtual void on_readable() = 0;
  virtual void on_writable() = 0;
  // The line is broken, while nobody waits to read from it.
  virtual void on_broken() = 0;
};

struct SocketInterest {
  bool to_read = true;
  bool to_write = false;
};

class ReadySockets {
 public:
  using Executor = boost::asio::io_context::executor_type;

  explicit ReadySockets(const Executor& executor);

  // `owner` lives until the socket is forgotten. False: the system has no room for it; it is to be forgotten then,
  // too.
  bool watch(int descriptor, ReadySocket& socket, std::shared_ptr<void> owner);
  void set_interest(int descriptor, SocketInterest interest);
  // Before the descriptor is closed. Gives the owner back.
  std::shared_ptr<void> forget(int descriptor);

  // What is read goes through here; it holds nothing between two reads.
  std::span<char> room() { return room_; }

 private:
  struct Watched {
    ReadySocket* socket = nullptr;
    std::shared_ptr<void> owner;
    SocketInterest interest;
  };
  void wait();
  void take_all();
  void tell(int descriptor, std::uint32_t events);

  // No more than the largest message: what one read finds behind a message that has to wait is kept for each socket.
  static constexpr std::size_t room_bytes = limits::message_bytes;
  boost::asio::posix::basic_stream_descriptor<Executor> set_;
  std::vector<Watched> watched_;  // by descriptor
  std::array<char, room_bytes> room_;
};

}  // namespace crownstar::server
