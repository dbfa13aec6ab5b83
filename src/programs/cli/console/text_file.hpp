// Writes a file so that it is either complete or unchanged and leaves room on the disk, and reads files in pieces.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/refusal.hpp"
#include "programs/cli/console/disk_room.hpp"

namespace crownstar::cli {

enum class IfThere { replace, refuse };

// Written beside its place and put there at the end; what has not been finished is removed.
class TextFile {
 public:
  static base::Checked<TextFile> create(const std::string& name, IfThere if_there, KeepFree keep);
  TextFile(TextFile&& other) noexcept;
  TextFile& operator=(TextFile&&) = delete;
  ~TextFile();

  // After a failure nothing more is written: `finish` says why, and whoever makes the text may stop.
  void write(std::string_view text);
  bool has_failed() const { return failed_.has_value(); }
  base::Checked<void> finish();

 private:
  TextFile(std::string name, std::FILE* file) : name_(std::move(name)), file_(file) {}
  bool put_in_place();

  std::string name_;
  std::string draft_;            // beside it; empty where it is written in place
  bool has_draft_name_ = false;  // the draft can be seen, and is removed where it is not finished
  std::FILE* file_;
  std::optional<DiskRoom> room_;  // none where it is written in place
  std::optional<base::Refusal> failed_;
};

base::Checked<void> write_text_file(const std::string& name, std::string_view text, IfThere if_there,
                                    KeepFree keep = {});

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using InputFile = std::unique_ptr<std::FILE, CloseFile>;

// `-` is standard input.
base::Checked<InputFile> open_input(const std::string& name);

}  // namespace crownstar::cli
