#include "programs/cli/console/progress.hpp"

#include <cstdio>

#include <unistd.h>

#include "base/text/utf8.hpp"

namespace crownstar::cli {

using base::printable;

namespace {

constexpr double first_after = 2;
constexpr double between_updates = 0.5;

}  // namespace

Progress::Progress()
    : begun_(std::chrono::steady_clock::now()), next_(first_after), is_terminal_(isatty(STDERR_FILENO) == 1) {}

double Progress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
}

void Progress::tell(const std::function<std::string()>& line) {
  const double now = seconds();
  if (now < next_) return;
  next_ = is_terminal_ ? now + between_updates : now * 2;
  const std::string text = (is_terminal_ ? "\r\x1b[K" : "") + printable(line()) + (is_terminal_ ? "" : "\n");
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
  is_shown_ = is_terminal_;
}

void Progress::wipe() {
  if (!is_shown_) return;
  std::fputs("\r\x1b[K", stderr);
  is_shown_ = false;
}

}  // namespace crownstar::cli
