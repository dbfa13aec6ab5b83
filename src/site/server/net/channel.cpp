#include "site/server/net/channel.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <tuple>

#include <boost/asio/redirect_error.hpp>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/limits.hpp"

namespace crownstar::server {
namespace {

constexpr std::size_t gathered_pieces = 128;  // in one system call
constexpr std::size_t together_bytes = 2048;
constexpr std::size_t secure_record = 16 * 1024;
constexpr std::size_t kept_pieces = 32;  // of the queue's memory, while it is empty

// Little, as most is, is put together first: that costs less than the system takes for a list of pieces.
ssize_t write_parts(int descriptor, std::span<const iovec> parts) {
  std::array<char, together_bytes> together;
  std::size_t size = 0;
  for (const iovec& part : parts) {
    if (part.iov_len > together.size() - size) {
      return ::writev(descriptor, parts.data(), static_cast<int>(parts.size()));
    }
    std::memcpy(together.data() + size, part.iov_base, part.iov_len);
    size += part.iov_len;
  }
  return ::send(descriptor, together.data(), size, MSG_NOSIGNAL);
}

}  // namespace

Channel::Channel(EventLoopContext& loop, TcpSocket socket, asio::ssl::context* tls)
    : loop_(loop), socket_(std::move(socket)), drained_(socket_.get_executor()) {
  ErrorCode ignored;
  std::ignore = socket_.non_blocking(true, ignored);
  std::ignore = socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  // A vanished peer acknowledges nothing; left to itself the system would believe in them for a quarter
  // of an hour, and a stream that nobody answers has no other sign of it.
  constexpr std::chrono::milliseconds wait = limits::acknowledgement_wait;
  const auto milliseconds = static_cast<unsigned>(wait.count());
  ::setsockopt(socket_.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
  if (tls != nullptr) tls_ = std::make_unique<asio::ssl::stream<TcpSocket&>>(socket_, *tls);
}

Channel::~Channel() {
  forget(counted_);
  if (own_descriptor_ >= 0) ::close(own_descriptor_);
}

Task<bool> Channel::shake_hands() {
  if (!tls_) co_return true;
  ErrorCode problem;
  co_await tls_->async_handshake(asio::ssl::stream_base::server, asio::redirect_error(use_task, problem));
  co_return !problem;
}

bool Channel::give_to(const std::shared_ptr<BytesReader>& reader) {
  if (tls_ || is_dead_) return false;
  ErrorCode problem;
  const int descriptor = socket_.release(problem);
  if (problem) return false;
  own_descriptor_ = descriptor;
  reader_ = reader.get();
  if (!loop_.ready_sockets().watch(descriptor, *this, reader)) abort();
  return true;
}

void Channel::pause_reading(bool is_paused) {
  if (own_descriptor_ < 0 || reader_ == nullptr) return;
  interest_.to_read = !is_paused;
  loop_.ready_sockets().set_interest(own_descriptor_, interest_);
}

// One read each time: what it leaves is reported again.
void Channel::on_readable() {
  const std::span<char> room = loop_.ready_sockets().room();
  const ssize_t size = ::recv(own_descriptor_, room.data(), room.size(), 0);
  if (size > 0) return reader_->on_bytes(room.first(static_cast<std::size_t>(size)));
  if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return;
  const int problem = size == 0 ? 0 : errno;
  const auto kept = shared_from_this();
  pause_reading(true);
  end_reading(problem);
}

void Channel::end_reading(int problem) {
  if (BytesReader* reader = std::exchange(reader_, nullptr)) reader->on_end(problem);
}

void Channel::on_writable() {
  interest_.to_write = false;
  loop_.ready_sockets().set_interest(own_descriptor_, interest_);
  is_writing_ = false;
  flush();
}

void Channel::push(std::string_view head, Bytes body) {
  if (!takes_more()) return;
  if (queued_pieces() == 0) has_progressed_ = true;  // the reader's time begins now
  Piece& piece = pieces_.emplace_back();
  std::ranges::copy(head, piece.head.begin());
  piece.head_size = static_cast<std::uint8_t>(head.size());
  piece.body = std::move(body);
  queued_bytes_ += piece.size();
  const auto holders = static_cast<std::size_t>(std::max(1L, piece.body ? piece.body.use_count() : 1L));
  piece.counted = static_cast<std::uint32_t>((piece.body ? piece.body->size() / holders : 0) + sizeof(Piece));
  counted_ += piece.counted;
  loop_.waiting_changed(static_cast<std::ptrdiff_t>(piece.counted));
  if (is_flush_due_ || is_writing_) return;
  is_flush_due_ = true;
  loop_.flush_later(shared_from_this());
}

void Channel::flush() {
  is_flush_due_ = false;
  if (is_writing_ || is_dead_) return;
  if (tls_) {
    write_secure();
  } else {
    write_plain();
  }
}

void Channel::write_plain() {
  while (first_ < pieces_.size()) {
    std::array<iovec, gathered_pieces * 2> parts;
    std::size_t count = 0;
    std::size_t skip = written_;
    const auto add = [&](const char* start, std::size_t size) {
      if (skip >= size) {
        skip -= size;
        return;
      }
      parts[count++] = {const_cast<char*>(start) + skip, size - skip};
      skip = 0;
    };
    const std::size_t last = std::min(pieces_.size(), first_ + gathered_pieces);
    for (std::size_t i = first_; i < last; ++i) {
      const Piece& piece = pieces_[i];
      if (piece.head_size > 0) add(piece.head.data(), piece.head_size);
      if (piece.body && !piece.body->empty()) add(piece.body->data(), piece.body->size());
    }
    const ssize_t written = write_parts(descriptor(), std::span(parts).first(count));
    if (written < 0) {
      if (errno == EINTR) continue;
      if (errno == EAGAIN || errno == EWOULDBLOCK) return wait_until_writable();
      return abort();
    }
    took(static_cast<std::size_t>(written));
  }
  finish_drained();
}

void Channel::wait_until_writable() {
  is_writing_ = true;
  if (own_descriptor_ >= 0) {
    interest_.to_write = true;
    return loop_.ready_sockets().set_interest(own_descriptor_, interest_);
  }
  socket_.async_wait(TcpSocket::wait_write, [self = shared_from_this()](const ErrorCode& problem) {
    self->is_writing_ = false;
    if (problem) return self->abort();
    self->flush();
  });
}

void Channel::write_secure() {
  if (first_ == pieces_.size()) return finish_drained();
  secure_.clear();
  std::size_t skip = written_;
  const auto add = [&](std::string_view part) {
    const std::size_t skipped = std::min(skip, part.size());
    skip -= skipped;
    secure_.append(part.substr(skipped, secure_record - secure_.size()));
  };
  for (std::size_t i = first_; i < pieces_.size() && secure_.size() < secure_record; ++i) {
    add({pieces_[i].head.data(), pieces_[i].head_size});
    if (pieces_[i].body) add(*pieces_[i].body);
  }
  is_writing_ = true;
  tls_->async_write_some(asio::buffer(secure_),
                         [self = shared_from_this()](const ErrorCode& problem, std::size_t written) {
                           self->is_writing_ = false;
                           if (problem || self->is_dead_) return self->abort();
                           self->took(written);
                           self->flush();
                         });
}

void Channel::took(std::size_t bytes) {
  has_progressed_ = true;
  queued_bytes_ -= bytes;
  written_ += bytes;
  while (first_ < pieces_.size() && written_ >= pieces_[first_].size()) {
    written_ -= pieces_[first_].size();
    pieces_[first_].body.reset();
    forget(pieces_[first_].counted);
    ++first_;
  }
  if (first_ == pieces_.size()) {
    pieces_.clear();
    first_ = 0;
    if (pieces_.capacity() > kept_pieces) pieces_.shrink_to_fit();
  } else if (first_ > kept_pieces && first_ * 2 > pieces_.size()) {
    pieces_.erase(pieces_.begin(), pieces_.begin() + static_cast<std::ptrdiff_t>(first_));
    first_ = 0;
  }
}

void Channel::finish_drained() {
  if (std::exchange(is_waited_for_, false)) drained_.set();
  if (!is_ending_) return;
  if (tls_ && !std::exchange(has_said_end_, true)) return end_tls();
  ::shutdown(descriptor(), SHUT_WR);
}

// Without TLS's own end nobody could tell it from a line that was cut.
void Channel::end_tls() {
  is_writing_ = true;
  tls_->async_shutdown([self = shared_from_this()](const ErrorCode&) {
    self->is_writing_ = false;
    if (!self->is_dead_) self->finish_drained();
  });
}

Task<bool> Channel::drained() {
  while (!is_dead_ && queued_pieces() > 0) {
    is_waited_for_ = true;
    co_await drained_.wait();
  }
  co_return !is_dead_;
}

void Channel::end_writing() {
  if (std::exchange(is_ending_, true) || is_dead_ || is_writing_ || is_flush_due_) return;
  is_flush_due_ = true;
  loop_.flush_later(shared_from_this());
}

void Channel::drop_queue() {
  // A piece that has begun must be finished, or the other side could not tell where the next one begins. What TLS holds
  // has begun too.
  std::size_t kept = first_;
  std::size_t begun = written_ + (is_writing_ ? secure_.size() : 0);
  while (kept < pieces_.size() && begun > 0) {
    begun -= std::min(begun, pieces_[kept].size());
    ++kept;
  }
  for (std::size_t i = kept; i < pieces_.size(); ++i) {
    queued_bytes_ -= pieces_[i].size();
    forget(pieces_[i].counted);
  }
  pieces_.resize(kept);
}

void Channel::close() {
  if (own_descriptor_ < 0) {
    ErrorCode ignored;
    std::ignore = socket_.close(ignored);
    return;
  }
  // The reader is told later: it may be in the middle of something.
  asio::post(get_executor(), [owner = loop_.ready_sockets().forget(own_descriptor_), self = shared_from_this()] {
    self->end_reading(ECONNABORTED);
  });
  ::close(std::exchange(own_descriptor_, -1));
}

void Channel::abort() {
  if (std::exchange(is_dead_, true)) return;
  pieces_.clear();
  first_ = 0;
  queued_bytes_ = 0;
  forget(counted_);
  close();
  if (std::exchange(is_waited_for_, false)) drained_.set();
}

}  // namespace crownstar::server
