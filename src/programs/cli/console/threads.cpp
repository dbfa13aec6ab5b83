#include "programs/cli/console/threads.hpp"

#include <algorithm>
#include <thread>

#include "programs/cli/console/console.hpp"

namespace crownstar::cli {

base::Checked<int> read_threads(const std::string& text) {
  if (text.empty()) return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, most_threads));
  const auto number = read_number("--threads", text, 1, most_threads);
  if (!number) return std::unexpected(number.error());
  return static_cast<int>(*number);
}

}  // namespace crownstar::cli
