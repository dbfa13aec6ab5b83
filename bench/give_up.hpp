// How a benchmark ends that cannot go on: it says why.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace crownstar {

[[noreturn]] inline void give_up(const std::string& reason) {
  std::fprintf(stderr, "%s\n", reason.c_str());
  std::exit(1);
}

}  // namespace crownstar
