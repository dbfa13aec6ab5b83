// What the C and C++ libraries call when the program is at an end: here it traps, and the page hears of it as an
// exception. Their own versions print first, which brings in all of printf, and a page has no standard error.

#include <cassert>
#include <cstdlib>
#include <string>

[[noreturn]] void std::__libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }

extern "C" {
[[noreturn]] void abort_message(const char*, ...);
void abort_message(const char*, ...) { __builtin_trap(); }
void __assert_fail(const char*, const char*, int, const char*) { __builtin_trap(); }
void abort() { __builtin_trap(); }
}
