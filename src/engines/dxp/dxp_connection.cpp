#include "engines/dxp/dxp_connection.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/limits.hpp"
#include "engines/dxp/dxp_text.hpp"

namespace crownstar::dxp {
namespace {

using base::Checked;

// Tries each address of a name until `use` says that it fits; the last error otherwise.
Checked<int> socket_at(const std::string& host, const std::string& port, bool is_listening,
                       const std::function<bool(int socket, const addrinfo& address)>& use) {
  addrinfo wanted{};
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = is_listening ? AI_PASSIVE : 0;
  addrinfo* list = nullptr;
  const std::string place = host + ":" + port;
  if (const int error = getaddrinfo(host.c_str(), port.c_str(), &wanted, &list); error != 0) {
    return base::refuse("DamExchange at " + place + ": " + gai_strerror(error));
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(list, &freeaddrinfo);
  int problem = 0;
  for (const addrinfo* each = list; each != nullptr; each = each->ai_next) {
    const int made = socket(each->ai_family, each->ai_socktype | SOCK_CLOEXEC, each->ai_protocol);
    if (made >= 0 && use(made, *each)) return made;
    problem = errno;
    if (made >= 0) close(made);
  }
  return base::refuse("DamExchange at " + place + ": " + std::strerror(problem));
}

}  // namespace

Checked<DxpConnection> DxpConnection::connect(const std::string& host, const std::string& port) {
  const auto made = socket_at(host, port, false, [](int socket, const addrinfo& address) {
    return ::connect(socket, address.ai_addr, address.ai_addrlen) == 0;
  });
  if (!made) return std::unexpected(made.error());
  return DxpConnection(*made);
}

Checked<DxpConnection> DxpConnection::wait(const std::string& host, const std::string& port) {
  const auto listening = socket_at(host, port, true, [](int socket, const addrinfo& address) {
    const int is_on = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &is_on, sizeof(is_on));
    return bind(socket, address.ai_addr, address.ai_addrlen) == 0 && listen(socket, 1) == 0;
  });
  if (!listening) return std::unexpected(listening.error());
  int accepted = -1;
  do {
    accepted = accept4(*listening, nullptr, nullptr, SOCK_CLOEXEC);
  } while (accepted < 0 && errno == EINTR);
  const int problem = errno;
  close(*listening);
  if (accepted < 0) return base::refuse("DamExchange: " + std::string(std::strerror(problem)));
  return DxpConnection(accepted);
}

DxpConnection::DxpConnection(DxpConnection&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), arrived_(std::move(other.arrived_)) {}

DxpConnection& DxpConnection::operator=(DxpConnection&& other) noexcept {
  std::swap(socket_, other.socket_);
  std::swap(arrived_, other.arrived_);
  return *this;
}

DxpConnection::~DxpConnection() {
  if (socket_ >= 0) close(socket_);
}

std::optional<std::string> DxpConnection::receive() {
  while (true) {
    if (const std::size_t end = arrived_.find('\0'); end != std::string::npos) {
      std::string message = arrived_.substr(0, end);
      arrived_.erase(0, end + 1);
      return message;
    }
    if (arrived_.size() > limits::dxp_message_bytes) return std::nullopt;
    std::array<char, limits::dxp_message_bytes> bytes;
    const ssize_t count = recv(socket_, bytes.data(), bytes.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    arrived_.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

bool DxpConnection::send(std::string_view message) {
  std::string bytes(message);
  bytes += '\0';
  std::string_view left = bytes;
  while (!left.empty()) {
    const ssize_t count = ::send(socket_, left.data(), left.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    left.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace crownstar::dxp
