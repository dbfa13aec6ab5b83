// Files of many months that are written side by side, without more of them open than a process may have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/refusal.hpp"
#include "programs/cli/console/text_file.hpp"

namespace crownstar::cli {

// Each is written beside its place; `finish` puts all of them there. What has not been finished is removed.
class MonthFiles {
 public:
  MonthFiles(std::string folder, KeepFree keep) : folder_(std::move(folder)), room_(folder_, keep) {}
  MonthFiles(const MonthFiles&) = delete;
  MonthFiles& operator=(const MonthFiles&) = delete;
  ~MonthFiles();

  // `head` comes first where the file is new.
  base::Checked<void> write(const std::string& name, std::string_view head, std::string_view text);
  base::Checked<void> finish();

 private:
  struct Draft {
    InputFile file;  // empty while it is closed
    std::uint64_t used = 0;
  };

  std::string draft_of(const std::string& name) const;
  base::Checked<void> open(const std::string& name, Draft& draft, bool is_new);
  base::Checked<void> close_the_oldest();

  std::string folder_;
  DiskRoom room_;
  std::map<std::string, Draft> drafts_;
  std::size_t open_ = 0;
  std::uint64_t clock_ = 0;
};

}  // namespace crownstar::cli
