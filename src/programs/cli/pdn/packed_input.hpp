// Reads a file, or standard input, that may be packed with gzip, piece by piece.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/refusal.hpp"
#include "programs/cli/console/text_file.hpp"

namespace crownstar::cli {

class PackedInput {
 public:
  // `-` is standard input.
  static base::Checked<PackedInput> open(const std::string& name);
  PackedInput(PackedInput&&) noexcept;
  PackedInput& operator=(PackedInput&&) = delete;
  ~PackedInput();

  // How many bytes it now holds; 0 at the end. Refused where the file cannot be read, or is damaged.
  base::Checked<std::size_t> read(std::span<char> piece);

 private:
  struct Unpacking;
  PackedInput(std::string name, InputFile file);
  base::Checked<void> fill();
  base::Checked<std::size_t> unpack(std::span<char> piece);

  std::string name_;
  InputFile file_;
  std::vector<char> packed_;  // read and not yet used: from `used_` to `filled_`
  std::size_t used_ = 0;
  std::size_t filled_ = 0;
  bool has_begun_ = false;
  std::unique_ptr<Unpacking> unpacking_;  // none for a plain file
};

}  // namespace crownstar::cli
