#include "load/web_socket.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace crownstar::load {
namespace {

constexpr unsigned text_frame = 1;
constexpr unsigned close_frame = 8;
constexpr unsigned ping_frame = 9;
constexpr unsigned pong_frame = 10;

// A mask that hides nothing would do for a server; this one makes it unmask.
constexpr std::array<unsigned char, 4> mask{0x37, 0xfa, 0x21, 0x3d};

std::string frame(unsigned kind, std::string_view payload) {
  std::string bytes;
  bytes.reserve(payload.size() + 14);
  bytes.push_back(static_cast<char>(0x80U | kind));
  if (payload.size() < 126) {
    bytes.push_back(static_cast<char>(0x80U | payload.size()));
  } else {
    bytes.push_back(static_cast<char>(0x80U | 126U));
    bytes.push_back(static_cast<char>(payload.size() >> 8U & 0xffU));
    bytes.push_back(static_cast<char>(payload.size() & 0xffU));
  }
  for (const unsigned char byte : mask) bytes.push_back(static_cast<char>(byte));
  const std::size_t start = bytes.size();
  bytes.append(payload);
  for (std::size_t i = 0; i < payload.size(); ++i) {
    bytes[start + i] = static_cast<char>(static_cast<unsigned char>(payload[i]) ^ mask[i % 4]);
  }
  return bytes;
}

sockaddr_in loopback(const std::string& address, int port) {
  sockaddr_in where{};
  where.sin_family = AF_INET;
  where.sin_port = htons(static_cast<std::uint16_t>(port));
  ::inet_pton(AF_INET, address.empty() ? "127.0.0.1" : address.c_str(), &where.sin_addr);
  return where;
}

}  // namespace

bool WebSocket::connect(const Target& target) {
  close();
  descriptor_ = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor_ < 0) return false;
  const int on = 1;
  ::setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (!target.source.empty()) {
    ::setsockopt(descriptor_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    const sockaddr_in from = loopback(target.source, 0);
    if (::bind(descriptor_, reinterpret_cast<const sockaddr*>(&from), sizeof from) != 0) return close(), false;
  }
  const sockaddr_in to = loopback("", target.port);
  const int result = ::connect(descriptor_, reinterpret_cast<const sockaddr*>(&to), sizeof to);
  if (result != 0 && errno != EINPROGRESS) return close(), false;
  state_ = State::connecting;
  unsent_ = "GET " + target.path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(target.port) +
            "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
            (target.cookie.empty() ? "" : "Cookie: " + target.cookie + "\r\n") + "\r\n";
  wants_writable_ = true;
  poller_.watch(descriptor_, *this, true);
  return true;
}

std::string WebSocket::frame_of(std::string_view text) { return frame(text_frame, text); }

void WebSocket::send(std::string_view text) {
  if (state_ == State::open) write(frame(text_frame, text));
}

void WebSocket::write(std::string_view bytes) {
  if (state_ == State::gone) return;
  if (unsent_.empty()) {
    const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent == static_cast<ssize_t>(bytes.size())) return;
    if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
    // What cannot be sent is found out by reading.
  }
  unsent_ += bytes;
  if (!std::exchange(wants_writable_, true)) poller_.change(descriptor_, *this, true);
}

void WebSocket::flush() {
  const ssize_t sent = ::send(descriptor_, unsent_.data(), unsent_.size(), MSG_NOSIGNAL);
  if (sent > 0) unsent_.erase(0, static_cast<std::size_t>(sent));
  if (!unsent_.empty()) return;
  unsent_.shrink_to_fit();
  if (std::exchange(wants_writable_, false)) poller_.change(descriptor_, *this, false);
}

void WebSocket::close() {
  if (descriptor_ >= 0) {
    poller_.forget(descriptor_, *this);
    ::close(descriptor_);
  }
  descriptor_ = -1;
  state_ = State::gone;
  wants_writable_ = false;
  ++life_;
  unread_.clear();
  unsent_.clear();
}

void WebSocket::end() {
  close();
  if (ears_.on_gone) ears_.on_gone();
}

void WebSocket::on_ready(std::uint32_t what) {
  if ((what & (EPOLLERR | EPOLLHUP)) != 0 && (what & EPOLLIN) == 0) return end();
  if ((what & EPOLLOUT) != 0) flush();
  if ((what & EPOLLIN) == 0) return;
  static thread_local std::array<char, 256 * 1024> buffer;
  const ssize_t got = ::recv(descriptor_, buffer.data(), buffer.size(), 0);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) return end();
  take({buffer.data(), static_cast<std::size_t>(got)});
}

void WebSocket::take(std::string_view bytes) {
  const std::uint32_t life = life_;
  std::string together;
  if (!unread_.empty()) {
    together = std::exchange(unread_, {});
    together += bytes;
    bytes = together;
  }
  if (state_ == State::connecting) bytes.remove_prefix(take_handshake(bytes));
  if (life != life_) return;
  if (state_ == State::open) bytes.remove_prefix(take_frames(bytes));
  if (life == life_ && !bytes.empty()) unread_ = bytes;
}

std::size_t WebSocket::take_handshake(std::string_view bytes) {
  const std::size_t end_of_head = bytes.find("\r\n\r\n");
  if (end_of_head == std::string_view::npos) return 0;
  if (!bytes.starts_with("HTTP/1.1 101")) return end(), 0;
  state_ = State::open;
  if (ears_.on_open) ears_.on_open();
  return end_of_head + 4;
}

std::size_t WebSocket::take_frames(std::string_view bytes) {
  const std::uint32_t life = life_;
  std::size_t taken = 0;
  while (life == life_ && bytes.size() - taken >= 2) {
    const std::string_view rest = bytes.substr(taken);
    const unsigned kind = static_cast<unsigned char>(rest[0]) & 0x0fU;
    std::size_t size = static_cast<unsigned char>(rest[1]) & 0x7fU;
    std::size_t head = 2;
    if (size >= 126) {
      const std::size_t width = size == 126 ? 2 : 8;
      if (rest.size() < head + width) break;
      size = 0;
      for (std::size_t i = 0; i < width; ++i) size = size << 8U | static_cast<unsigned char>(rest[head + i]);
      head += width;
    }
    if (rest.size() < head + size) break;
    taken += head + size;
    const std::string_view payload = rest.substr(head, size);
    if (kind == text_frame) {
      ears_.on_text(payload);
    } else if (kind == ping_frame) {
      write(frame(pong_frame, payload));
    } else if (kind == close_frame) {
      end();
    }
  }
  return taken;
}

}  // namespace crownstar::load
