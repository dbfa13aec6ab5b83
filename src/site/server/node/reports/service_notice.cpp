#include "site/server/node/reports/service_notice.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/file_descriptor.hpp"

namespace crownstar::server {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Of a program that another started the variable is for that one.
bool is_for_this_process(const std::string& process) { return process.empty() || process == std::to_string(getpid()); }

}  // namespace

ServiceNotice::ServiceNotice() : socket_(variable("NOTIFY_SOCKET")) {
  const std::string limit = variable("WATCHDOG_USEC");
  long long microseconds = 0;
  std::from_chars(limit.data(), limit.data() + limit.size(), microseconds);
  // Twice in the time after which systemd takes it for dead.
  if (microseconds > 0 && !socket_.empty() && is_for_this_process(variable("WATCHDOG_PID"))) {
    beat_ = std::chrono::milliseconds(std::max(microseconds / 2'000, 1LL));
  }
}

void ServiceNotice::tell(std::string_view text) const {
  sockaddr_un address{};
  if (socket_.empty() || socket_.size() >= sizeof address.sun_path) return;
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, socket_.data(), socket_.size());
  if (address.sun_path[0] == '@') address.sun_path[0] = '\0';  // of the abstract namespace
  const base::FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_.size());
  [[maybe_unused]] const auto sent = ::sendto(socket.number(), text.data(), text.size(), MSG_NOSIGNAL,
                                              reinterpret_cast<const sockaddr*>(&address), size);
}

}  // namespace crownstar::server
