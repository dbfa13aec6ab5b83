#include "programs/cli/console/line_reader.hpp"

#include <array>
#include <cerrno>

#include <poll.h>
#include <unistd.h>

namespace crownstar::cli {
namespace {

volatile std::sig_atomic_t was_interrupted = 0;

void note_interrupt(int) { was_interrupted = 1; }

}  // namespace

// SIGINT is let in only while `ppoll` waits, so that none can fall between a look at the flag and the waiting.
LineReader::LineReader(std::size_t longest_line) : longest_line_(longest_line) {
  was_interrupted = 0;
  sigset_t interrupt;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  sigprocmask(SIG_BLOCK, &interrupt, &mask_before_);
  struct sigaction action{};
  action.sa_handler = note_interrupt;
  sigaction(SIGINT, &action, &action_before_);
}

// First the mask: a SIGINT that waits is for our action still.
LineReader::~LineReader() {
  sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
  sigaction(SIGINT, &action_before_, nullptr);
}

bool LineReader::is_interrupted() {
  sigset_t pending;
  sigemptyset(&pending);
  sigpending(&pending);
  return was_interrupted != 0 || sigismember(&pending, SIGINT) == 1;
}

LineKind LineReader::read(std::string& line) {
  while (true) {
    if (is_interrupted()) return LineKind::interrupted;
    if (take_line(line)) {
      const bool was_too_long = is_too_long_ || line.size() > longest_line_;
      is_too_long_ = false;
      return was_too_long ? LineKind::too_long : LineKind::line;
    }
    if (has_ended_) return LineKind::end;
    if (fill() == LineKind::interrupted) return LineKind::interrupted;
  }
}

// The last line needs no line end.
bool LineReader::take_line(std::string& line) {
  const std::size_t end = waiting_.find('\n');
  if (end == std::string::npos && (!has_ended_ || (waiting_.empty() && !is_too_long_))) return false;
  line = waiting_.substr(0, end);
  waiting_.erase(0, end == std::string::npos ? end : end + 1);
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

LineKind LineReader::fill() {
  sigset_t letting_in = mask_before_;
  sigdelset(&letting_in, SIGINT);
  pollfd input{STDIN_FILENO, POLLIN, 0};
  if (ppoll(&input, 1, nullptr, &letting_in) < 0) return is_interrupted() ? LineKind::interrupted : LineKind::line;
  std::array<char, 4096> buffer{};
  const ssize_t size = ::read(STDIN_FILENO, buffer.data(), buffer.size());
  if (size <= 0) {
    has_ended_ = size == 0 || errno != EINTR;
    return LineKind::line;
  }
  waiting_.append(buffer.data(), static_cast<std::size_t>(size));
  if (waiting_.size() > longest_line_ && waiting_.find('\n') == std::string::npos) {
    is_too_long_ = true;
    waiting_.clear();
  }
  return LineKind::line;
}

}  // namespace crownstar::cli
