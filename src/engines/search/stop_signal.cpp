#include "engines/search/stop_signal.hpp"

#ifndef __wasi__
#include <array>
#include <cerrno>
#include <tuple>

#include <fcntl.h>
#include <unistd.h>
#endif

namespace crownstar::search {

#ifdef __wasi__  // has no pipes and no other programs; a call here would become an import that the page must answer

StopSignal::State::~State() = default;

int StopSignal::State::descriptor() { return reading_end; }

void StopSignal::wake(int /*writing_end*/) {}

#else

StopSignal::State::~State() {
  if (reading_end < 0) return;
  close(reading_end);
  close(writing_end.load());
}

int StopSignal::State::descriptor() {
  if (reading_end >= 0) return reading_end;
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return -1;
  // Engines that are started meanwhile must not inherit them, and `stop` must never wait.
  for (const int end : ends) {
    fcntl(end, F_SETFD, FD_CLOEXEC);
    fcntl(end, F_SETFL, O_NONBLOCK);
  }
  reading_end = ends[0];
  writing_end.store(ends[1]);
  // `stop` may have looked for the descriptor before it was there. The orders of both are such that one sees the other.
  if (stop.load()) wake(ends[1]);
  return reading_end;
}

// In a signal handler too: what was interrupted keeps its errno.
void StopSignal::wake(int writing_end) {
  const int error = errno;
  std::ignore = write(writing_end, "x", 1);
  errno = error;
}

#endif

}  // namespace crownstar::search
