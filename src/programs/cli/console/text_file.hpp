// Writes a file so that it is either complete or unchanged, and reads files in pieces.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "base/refusal.hpp"

namespace crownstar::cli {

enum class IfThere { replace, refuse };

// Written beside its place and put there at the end; what has not been finished is removed.
class TextFile {
 public:
  static base::Checked<TextFile> create(const std::string& name, IfThere if_there);
  TextFile(TextFile&& other) noexcept;
  TextFile& operator=(TextFile&&) = delete;
  ~TextFile();

  void write(std::string_view text);
  base::Checked<void> finish();

 private:
  TextFile(std::string name, std::string draft, std::FILE* file);

  std::string name_;
  std::string draft_;
  std::FILE* file_;
};

base::Checked<void> write_text_file(const std::string& name, std::string_view text, IfThere if_there);

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using InputFile = std::unique_ptr<std::FILE, CloseFile>;

// `-` is standard input.
base::Checked<InputFile> open_input(const std::string& name);

}  // namespace crownstar::cli
