// Says once for each kind that the site sends lines which this program cannot read, so that they are not passed over in
// silence: a newer site may send more kinds.
#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace crownstar::cli {

// May be used by several threads.
class UnreadLines {
 public:
  explicit UnreadLines(std::function<void(std::string)> say) : say_(std::move(say)) {}

  // `reason`: what is wrong in the line.
  void note(std::string_view line, std::string_view reason);

 private:
  const std::function<void(std::string)> say_;
  std::mutex mutex_;
  std::set<std::string, std::less<>> told_;
};

}  // namespace crownstar::cli
