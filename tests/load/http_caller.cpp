#include "load/http_caller.hpp"

#include <array>
#include <atomic>
#include <charconv>
#include <cstdint>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace crownstar::load {
namespace {

constexpr int most_tries = 2;  // the connection kept from before may have ended

std::string_view header(std::string_view head, std::string_view name) {
  const std::size_t at = head.find(name);
  if (at == std::string_view::npos) return {};
  const std::string_view value = head.substr(at + name.size());
  return value.substr(0, value.find("\r\n"));
}

}  // namespace

HttpCaller::~HttpCaller() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool HttpCaller::open() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  ::setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (!address_.empty()) {
    sockaddr_in from{};
    from.sin_family = AF_INET;
    ::inet_pton(AF_INET, address_.c_str(), &from.sin_addr);
    ::bind(descriptor_, reinterpret_cast<const sockaddr*>(&from), sizeof from);
  }
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(port_));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(descriptor_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0) return true;
  ::close(descriptor_);
  descriptor_ = -1;
  return false;
}

bool HttpCaller::fill(std::string& bytes) const {
  std::array<char, 16 * 1024> buffer;
  const ssize_t got = ::recv(descriptor_, buffer.data(), buffer.size(), 0);
  if (got <= 0) return false;
  bytes.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

Answer HttpCaller::ask(std::string_view method, std::string_view path, std::string_view body, std::string_view cookie) {
  std::string request(method);
  request.append(" ").append(path).append(" HTTP/1.1\r\nHost: 127.0.0.1:").append(std::to_string(port_));
  if (!cookie.empty()) request.append("\r\nCookie: ").append(cookie);
  if (!body.empty()) request.append("\r\nContent-Type: application/json");
  request.append("\r\nContent-Length: ").append(std::to_string(body.size())).append("\r\n\r\n").append(body);
  for (int attempt = 0; attempt < most_tries; ++attempt) {
    if ((attempt > 0 || descriptor_ < 0) && !open()) return {};
    if (::send(descriptor_, request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size())) {
      continue;
    }
    std::string bytes;
    std::size_t end_of_head = std::string::npos;
    while ((end_of_head = bytes.find("\r\n\r\n")) == std::string::npos && fill(bytes)) {
    }
    if (end_of_head == std::string::npos) continue;
    const std::string head = bytes.substr(0, end_of_head + 2);
    Answer answer;
    std::from_chars(head.data() + 9, head.data() + 12, answer.status);
    std::size_t length = 0;
    const std::string_view size = header(head, "Content-Length: ");
    std::from_chars(size.data(), size.data() + size.size(), length);
    while (bytes.size() < end_of_head + 4 + length && fill(bytes)) {
    }
    answer.body = bytes.substr(end_of_head + 4, length);
    const std::string_view set = header(head, "Set-Cookie: ");
    answer.cookie = set.substr(0, set.find(';'));
    return answer;
  }
  return {};
}

std::string member(std::string_view json, std::string_view name) {
  const std::string key = "\"" + std::string(name) + "\":";
  const std::size_t at = json.find(key);
  if (at == std::string_view::npos) return {};
  std::string_view value = json.substr(at + key.size());
  if (!value.starts_with('"')) return std::string(value.substr(0, value.find_first_of(",}]")));
  value.remove_prefix(1);
  return std::string(value.substr(0, value.find('"')));
}

void in_parallel(int threads, int count, int port, const std::function<void(HttpCaller& caller, int number)>& work) {
  std::atomic<int> next = 0;
  std::vector<std::jthread> all;
  for (int i = 0; i < threads; ++i) {
    all.emplace_back([&] {
      HttpCaller caller(port);
      for (int number = next++; number < count; number = next++) work(caller, number);
    });
  }
}

}  // namespace crownstar::load
