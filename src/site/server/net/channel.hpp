// The byte stream of one connection, with or without TLS, and its queue of outgoing buffers. A buffer can be shared by
// many connections; the queue is written once per turn of the event loop.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>

#include "site/server/http/http_types.hpp"
#include "site/server/net/loop/event_loop_context.hpp"

namespace crownstar::server {

// One coroutine waits until the event is set; setting it before the wait is remembered.
class AsyncEvent {
 public:
  explicit AsyncEvent(const Executor& executor) : executor_(executor) {}

  void set() {
    if (!waiting_) {
      is_set_ = true;
      return;
    }
    Handler handler = std::move(*waiting_);
    waiting_.reset();
    asio::post(executor_, std::move(handler));
  }

  Task<void> wait() {
    if (!std::exchange(is_set_, false)) {
      co_await asio::async_initiate<const asio::use_awaitable_t<Executor>, void()>(
          [this](auto&& handler) { waiting_.emplace(std::forward<decltype(handler)>(handler)); }, use_task);
    }
  }

 private:
  using Handler = typename asio::async_result<asio::use_awaitable_t<Executor>, void()>::handler_type;
  Executor executor_;
  std::optional<Handler> waiting_;
  bool is_set_ = false;
};

// Receives bytes as they arrive.
class BytesReader {
 public:
  virtual ~BytesReader() = default;
  virtual void on_bytes(std::span<char> bytes) = 0;  // it may write to them
  // Nothing more comes; last of all, and never from within a call of the channel. `problem`: errno, 0 at an ordinary
  // end.
  virtual void on_end(int problem) = 0;
};

class Channel : public Flushable, public ReadySocket, public std::enable_shared_from_this<Channel> {
 public:
  Channel(EventLoopContext& loop, TcpSocket socket, asio::ssl::context* tls);
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  ~Channel() override;

  Executor get_executor() { return socket_.get_executor(); }
  bool is_secure() const { return tls_ != nullptr; }
  Task<bool> shake_hands();  // of TLS; true at once where there is none

  template <typename Buffers, typename Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return asio::async_initiate<Token, void(ErrorCode, std::size_t)>(
        [this](auto handler, const Buffers& into) {
          if (tls_) {
            tls_->async_read_some(into, std::move(handler));
          } else {
            socket_.async_read_some(into, std::move(handler));
          }
        },
        token, buffers);
  }

  // From here on the reader is given what comes, and lives until its end. False, and nothing has changed, where TLS
  // reads.
  bool give_to(const std::shared_ptr<BytesReader>& reader);
  void pause_reading(bool is_paused);

  // ---- Out. Pieces keep their order and are written whole, a gathered write for many of them ----
  using Head = std::array<char, 14>;  // of a WebSocket frame, of a chunk
  void push(std::string_view head, Bytes body);
  void push(Bytes body) { push({}, std::move(body)); }
  std::size_t queued_pieces() const { return pieces_.size() - first_; }
  std::size_t queued_bytes() const { return queued_bytes_; }
  bool takes_more() const { return !is_ending_ && !is_dead_; }

  void flush() override;
  Task<bool> drained();  // false: the connection broke

  // No more pieces may follow; the queue is written, and then the peer reads end of file.
  void end_writing();
  // Drops queued pieces that have not begun to be written.
  void drop_queue();
  void abort();

  bool is_dead() const { return is_dead_; }
  // Whether anything could be written since the last call, or nothing had to be.
  bool take_progress() { return std::exchange(has_progressed_, false) || queued_pieces() == 0; }

  // ---- ReadySocket ----
  void on_readable() override;
  void on_writable() override;
  void on_broken() override { abort(); }

 private:
  struct Piece {
    Bytes body;
    Head head{};
    std::uint8_t head_size = 0;
    std::uint32_t counted = 0;  // of the memory that waits everywhere: a text that many share counts a part in each
    std::size_t size() const { return head_size + (body ? body->size() : 0); }
  };

  void forget(std::size_t counted) {
    counted_ -= counted;
    loop_.waiting_changed(-static_cast<std::ptrdiff_t>(counted));
  }
  int descriptor() { return own_descriptor_ >= 0 ? own_descriptor_ : socket_.native_handle(); }
  void close();
  void end_reading(int problem);
  void write_plain();
  void write_secure();
  void took(std::size_t bytes);
  void wait_until_writable();
  void finish_drained();
  void end_tls();

  EventLoopContext& loop_;
  TcpSocket socket_;
  int own_descriptor_ = -1;  // once it is the channel that reads, and no more the library
  BytesReader* reader_ = nullptr;
  SocketInterest interest_;
  std::unique_ptr<asio::ssl::stream<TcpSocket&>> tls_;
  std::vector<Piece> pieces_;
  std::size_t first_ = 0;    // what stands before it has been written
  std::size_t written_ = 0;  // of the first piece
  std::size_t queued_bytes_ = 0;
  std::size_t counted_ = 0;
  std::string secure_;  // what TLS is writing now
  AsyncEvent drained_;
  bool is_waited_for_ = false;
  bool is_flush_due_ = false;
  bool is_writing_ = false;
  bool is_ending_ = false;
  bool is_dead_ = false;
  bool has_said_end_ = false;  // of TLS
  bool has_progressed_ = true;
};

}  // namespace crownstar::server
