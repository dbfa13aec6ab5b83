#include "load/served.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace crownstar::load {
namespace {

std::string first_line(int descriptor) {
  std::string line;
  char letter = 0;
  while (::read(descriptor, &letter, 1) == 1 && letter != '\n') line += letter;
  return line;
}

int port_in(const std::string& line) {
  int port = 0;
  const std::size_t colon = line.find(':', line.find("://") == std::string::npos ? 0 : line.find("://") + 3);
  if (colon != std::string::npos) std::from_chars(line.data() + colon + 1, line.data() + line.size(), port);
  return port;
}

}  // namespace

Served::~Served() { kill(); }

bool Served::start() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  std::vector<char*> arguments;
  for (std::string& word : command_) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  process_ = ::fork();
  if (process_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // it does not outlive the test
    ::dup2(ends[1], STDOUT_FILENO);
    if (std::getenv("CROWNSTAR_LOAD_LOG") == nullptr) {
      const int nowhere = ::open("/dev/null", O_WRONLY);
      ::dup2(nowhere, STDERR_FILENO);
    }
    ::execv(arguments.front(), arguments.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  port_ = process_ > 0 ? port_in(first_line(ends[0])) : 0;
  ::close(ends[0]);
  if (port_ == 0 && process_ > 0) kill();
  return port_ != 0;
}

int Served::wait() {
  int status = 0;
  ::waitpid(std::exchange(process_, -1), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void Served::kill() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  wait();
}

int Served::stop() {
  if (process_ <= 0) return -1;
  ::kill(process_, SIGTERM);
  return wait();
}

std::size_t Served::resident_bytes() const {
  std::ifstream file("/proc/" + std::to_string(process_) + "/statm");
  std::size_t size = 0;
  std::size_t resident = 0;
  file >> size >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

double Served::processor_seconds() const {
  std::ifstream file("/proc/" + std::to_string(process_) + "/stat");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  // The fields after the program's name, which may have spaces in it; 14 and 15 are the times.
  const char* at = std::strrchr(text.c_str(), ')');
  if (at == nullptr) return 0;
  for (int field = 2; field < 14; ++field) at = std::strchr(at + 1, ' ');
  char* end = nullptr;
  const double user = std::strtod(at, &end);
  const double system = std::strtod(end, nullptr);
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

std::size_t raise_open_files() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  rlimit raised = limit;
  raised.rlim_cur = raised.rlim_max = std::max<rlim_t>(limit.rlim_max, 65536);
  if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) return raised.rlim_cur;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

std::vector<std::string> serve_command(const std::string& program, const std::string& store,
                                       const std::vector<std::string>& more) {
  std::vector<std::string> command{program,       "serve", "--port",        "0",     "--store",       store,
                                   "--log-level", "error", "--connections", "60000", "--unthrottled", "127.0.0.0/8"};
  command.insert(command.end(), more.begin(), more.end());
  return command;
}

}  // namespace crownstar::load
