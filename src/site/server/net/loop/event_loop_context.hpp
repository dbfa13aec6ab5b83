// The Asio side of the event loop: a context without locks and the socket types that belong to it. Include it only
// where bytes are read or written: it is slow to compile.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "site/server/net/loop/deadline.hpp"
#include "site/server/net/loop/ready_sockets.hpp"

namespace crownstar::server {

namespace asio = boost::asio;
using ErrorCode = boost::system::error_code;

// One concrete executor everywhere: nothing is dispatched through a table at run time.
using Executor = asio::io_context::executor_type;
using TcpSocket = asio::basic_stream_socket<asio::ip::tcp, Executor>;
using TcpAcceptor = asio::basic_socket_acceptor<asio::ip::tcp, Executor>;
template <typename T>
using Task = asio::awaitable<T, Executor>;
inline constexpr asio::use_awaitable_t<Executor> use_task{};

// Writes something at the end of the event loop's turn.
class Flushable {
 public:
  virtual ~Flushable() = default;
  virtual void flush() = 0;
};

class EventLoopContext {
 public:
  EventLoopContext();
  ~EventLoopContext();

  asio::io_context& io() { return io_; }
  DeadlineWheel& deadlines() { return deadlines_; }
  ReadySockets& ready_sockets() { return ready_sockets_; }

  void post(std::function<void()> work);  // from any thread
  void flush_later(std::shared_ptr<Flushable> outlet);
  // Bytes queued for slow readers on all connections. When they exceed the bound after everything possible has been
  // written, the callback runs.
  void waiting_changed(std::ptrdiff_t bytes) { waiting_ += static_cast<std::size_t>(bytes); }
  std::size_t waiting_bytes() const { return waiting_; }
  void bound_waiting(std::size_t bytes, std::function<void()> on_too_much);

  void every(std::chrono::milliseconds period, std::function<void()> work);
  void on_signals(std::function<void()> first, std::function<void()> second);
  void on_hangup(std::function<void()> work);

 private:
  struct Repeated;
  void wait_for_posts();
  void take_posts();
  void wait_for_signal();
  void wait_for_hangup();
  void flush_all();
  static void repeat(const std::shared_ptr<Repeated>& repeated);

  // Without locks: other threads reach it through `post` alone.
  asio::io_context io_{BOOST_ASIO_CONCURRENCY_HINT_UNSAFE};
  asio::executor_work_guard<Executor> guard_{io_.get_executor()};
  DeadlineWheel deadlines_;
  asio::basic_signal_set<Executor> signals_{io_.get_executor()};
  asio::basic_signal_set<Executor> hangups_{io_.get_executor()};
  std::function<void()> on_hangup_;
  std::function<void()> first_signal_;
  std::function<void()> later_signal_;
  std::vector<std::shared_ptr<Repeated>> repeated_;

  std::vector<std::shared_ptr<Flushable>> to_flush_;
  std::vector<std::shared_ptr<Flushable>> flushing_;
  bool is_flush_due_ = false;
  std::size_t waiting_ = 0;
  std::size_t most_waiting_ = 0;
  std::function<void()> on_too_much_waiting_;

  std::mutex mutex_;
  std::vector<std::function<void()>> posted_;  // guarded by the mutex
  std::vector<std::function<void()>> running_;
  asio::posix::basic_stream_descriptor<Executor> wakeup_;
  ReadySockets ready_sockets_{io_.get_executor()};  // last: what it keeps alive uses all the others to its end
};

}  // namespace crownstar::server
