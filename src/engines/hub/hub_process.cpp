#include "engines/hub/hub_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/limits.hpp"
#include "base/text/quote.hpp"
#include "engines/hub/hub_text.hpp"

namespace crownstar::hub {
namespace {

using Clock = std::chrono::steady_clock;

// How often to look whether it still lives, on a system without process descriptors.
constexpr std::chrono::milliseconds between_looks{100};

std::unexpected<base::Refusal> cannot_start(const std::string& program, int error) {
  return base::refuse("cannot start " + base::quoted(program) + ": " + std::strerror(error));
}

// What the child is to find at its standard input, output and error, and where it is to stand.
class Actions {
 public:
  Actions(int socket, const std::string& folder) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, socket, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, socket, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", 1 /* for writing */, 0);
    // Players' connections too: one that an engine holds as well would not end when the server closes it.
    posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
    posix_spawnattr_init(&attributes_);
    // A group of its own, so that what it starts ends with it; and the signals as a fresh program has them.
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Actions() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;

  int spawn(const std::vector<std::string>& command, pid_t& process) const {
    std::vector<char*> arguments;
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    return posix_spawnp(&process, arguments.front(), &actions_, &attributes_, arguments.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

Checked<HubProcess> HubProcess::start(const std::vector<std::string>& command, const std::string& folder) {
  if (command.empty()) return base::refuse("an engine needs the command that starts it");
  std::array<int, 2> ends{};
  // A pair of sockets, not pipes: writing to a program that has gone is then an error and not a signal.
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return cannot_start(command.front(), errno);
  pid_t process = -1;
  const int error = Actions(ends[1], folder).spawn(command, process);
  close(ends[1]);
  if (error != 0) {
    close(ends[0]);
    return cannot_start(command.front(), error);
  }
  return HubProcess(ends[0], process);
}

HubProcess::HubProcess(int socket, int process)
    : socket_(socket), process_(process), process_end_(static_cast<int>(syscall(SYS_pidfd_open, process, 0))) {}

HubProcess::HubProcess(HubProcess&& other) noexcept { *this = std::move(other); }

HubProcess& HubProcess::operator=(HubProcess&& other) noexcept {
  if (this == &other) return *this;
  end();
  socket_ = std::exchange(other.socket_, -1);
  process_ = std::exchange(other.process_, -1);
  process_end_ = std::exchange(other.process_end_, -1);
  heard_ = std::exchange(other.heard_, {});
  is_closed_ = other.is_closed_;
  return *this;
}

void HubProcess::end() {
  if (socket_ >= 0) close(std::exchange(socket_, -1));
  if (process_end_ >= 0) close(std::exchange(process_end_, -1));
  if (process_ < 0) return;
  kill(-process_, SIGKILL);
  waitpid(std::exchange(process_, -1), nullptr, 0);
}

bool HubProcess::say(std::string_view line) {
  std::string text(line);
  text += '\n';
  std::string_view rest = text;
  while (!rest.empty()) {
    // An engine that does not read is as good as gone: its socket holds far more than a position.
    const ssize_t sent = send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) {
      is_closed_ = true;
      return false;
    }
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool HubProcess::is_gone() const {
  if (process_ < 0) return true;
  // It is not reaped yet, so that its number stays reserved until its whole group has been ended.
  siginfo_t found{};
  const int failed = waitid(P_PID, static_cast<id_t>(process_), &found, WEXITED | WNOHANG | WNOWAIT);
  return failed != 0 || found.si_pid == process_;
}

std::optional<std::string> HubProcess::take_line() {
  const std::size_t end = heard_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = heard_.substr(0, end);
  heard_.erase(0, end + 1);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

std::optional<std::string> HubProcess::hear(std::chrono::milliseconds patience, int stop) {
  const auto until = Clock::now() + patience;
  while (true) {
    if (auto line = take_line()) return line;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    if (is_closed_ || left.count() < 0) return std::nullopt;
    // Checked first: whatever the program wrote before its end can still be read after that.
    const bool is_over = is_gone();
    const auto sleep = process_end_ >= 0 ? left : std::min(left, between_looks);
    const auto wait = is_over ? std::chrono::milliseconds{0} : sleep;
    // What is negative is not waited for.
    std::array<pollfd, 3> waiting{{{socket_, POLLIN, 0}, {stop, POLLIN, 0}, {process_end_, POLLIN, 0}}};
    const int ready = poll(waiting.data(), waiting.size(), static_cast<int>(wait.count()));
    if (ready < 0 && errno != EINTR) is_closed_ = true;
    if (ready < 0) continue;
    if (waiting[0].revents == 0) {
      if (waiting[1].revents != 0 || is_over || left.count() == 0) return std::nullopt;
      continue;
    }
    std::array<char, 4096> piece{};
    const ssize_t got = recv(socket_, piece.data(), piece.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0 || heard_.size() > limits::hub_line_bytes) {
      is_closed_ = true;
      continue;
    }
    heard_.append(piece.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace crownstar::hub
