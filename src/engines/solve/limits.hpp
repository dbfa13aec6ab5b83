// What a solver may use: memory, threads and a folder.
#pragma once

#include <cstdint>
#include <string>

namespace crownstar::solve {

struct Limits {
  std::uint64_t memory_bytes = std::uint64_t{2048} << 20U;
  std::string folder{};  // keeps finished work, to continue an interrupted run; empty: none
  int threads = 1;
};

// As `--memory` has it.
inline std::string in_mebibytes(std::uint64_t bytes) {
  return std::to_string((bytes >> 20U) + ((bytes & ((1U << 20U) - 1)) != 0 ? 1 : 0)) + " MiB";
}

}  // namespace crownstar::solve
