// What the C and C++ libraries call to end the program: here it traps, and the page gets an exception. The libraries'
// own versions print first, which would link all of printf, and a page has no standard error.

#include <cassert>
#include <cstdlib>
#include <string>

#include <time.h>

[[noreturn]] void std::__libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }

// In milliseconds since the page began.
[[clang::import_module("page"), clang::import_name("now")]] double page_now();

extern "C" {
int clock_gettime(clockid_t, timespec* time) {
  const double milliseconds = page_now();
  const auto seconds = static_cast<long long>(milliseconds / 1000);
  time->tv_sec = seconds;
  time->tv_nsec = static_cast<long>((milliseconds - static_cast<double>(seconds) * 1000) * 1e6);
  return 0;
}
[[noreturn]] void abort_message(const char*, ...);
void abort_message(const char*, ...) { __builtin_trap(); }
void __assert_fail(const char*, const char*, int, const char*) { __builtin_trap(); }
void abort() { __builtin_trap(); }
}
