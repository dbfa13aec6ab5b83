#include "programs/cli/pdn/packed_input.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>

#include "base/text/quote.hpp"
#include "programs/cli/console/console.hpp"

namespace crownstar::cli {

using base::Checked;

struct PackedInput::Unpacking {
  Unpacking() : is_ready(inflateInit2(&stream, gzip_window) == Z_OK) {}
  ~Unpacking() { inflateEnd(&stream); }
  Unpacking(const Unpacking&) = delete;
  Unpacking& operator=(const Unpacking&) = delete;

  static constexpr int gzip_window = 15 + 16;  // zlib's way to ask for gzip's header
  z_stream stream{};
  bool is_ready;
  bool is_between = false;  // one packed part has ended, and another may follow
};

namespace {

// The program that a file was packed with, by the bytes with which it begins; empty for text and for gzip.
std::string_view foreign_packing(std::string_view begin) {
  using namespace std::string_view_literals;
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> marks{{{"PK\x03\x04"sv, "zip"},
                                                                                {"BZh"sv, "bzip2"},
                                                                                {"\xFD"
                                                                                 "7zXZ\0"sv,
                                                                                 "xz"},
                                                                                {"\x28\xB5\x2F\xFD"sv, "zstd"},
                                                                                {"7z\xBC\xAF\x27\x1C"sv, "7z"},
                                                                                {"Rar!\x1A\x07"sv, "rar"}}};
  for (const auto& [mark, program] : marks) {
    if (begin.starts_with(mark)) return program;
  }
  return {};
}

}  // namespace

PackedInput::PackedInput(std::string name, InputFile file)
    : name_(std::move(name)), file_(std::move(file)), packed_(1U << 16U) {}
PackedInput::PackedInput(PackedInput&&) noexcept = default;
PackedInput::~PackedInput() = default;

Checked<PackedInput> PackedInput::open(const std::string& name) {
  auto file = open_input(name);
  if (!file) return std::unexpected(file.error());
  return PackedInput(name, std::move(*file));
}

Checked<void> PackedInput::fill() {
  used_ = 0;
  filled_ = std::fread(packed_.data(), 1, packed_.size(), file_.get());
  if (filled_ == 0 && std::ferror(file_.get()) != 0) return base::refuse(file_reason("read", name_));
  return {};
}

Checked<std::size_t> PackedInput::read(std::span<char> piece) {
  if (used_ == filled_) {
    if (const auto filled = fill(); !filled) return std::unexpected(filled.error());
  }
  if (!std::exchange(has_begun_, true)) {
    if (const auto kind = foreign_packing(std::string_view(packed_.data(), filled_)); !kind.empty()) {
      return base::refuse(
          fmt::format("cannot read {}: it is packed with {}, and only gzip is understood; unpack it first",
                      base::quoted(name_), kind));
    }
    const bool is_packed = filled_ >= 2 && packed_[0] == '\x1F' && packed_[1] == '\x8B';
    if (is_packed) unpacking_ = std::make_unique<Unpacking>();
  }
  if (unpacking_) return unpack(piece);
  const std::size_t size = std::min(piece.size(), filled_ - used_);
  std::copy_n(packed_.begin() + static_cast<std::ptrdiff_t>(used_), size, piece.begin());
  used_ += size;
  return size;
}

Checked<std::size_t> PackedInput::unpack(std::span<char> piece) {
  z_stream& stream = unpacking_->stream;
  const auto damaged = [&] { return base::refuse("cannot unpack " + base::quoted(name_) + ": the file is damaged"); };
  if (!unpacking_->is_ready) return damaged();
  stream.next_out = reinterpret_cast<Bytef*>(piece.data());
  stream.avail_out = static_cast<uInt>(piece.size());
  while (stream.avail_out == piece.size()) {
    if (used_ == filled_) {
      if (const auto filled = fill(); !filled) return std::unexpected(filled.error());
    }
    if (filled_ == 0) {
      if (!unpacking_->is_between) return damaged();
      return 0;
    }
    if (std::exchange(unpacking_->is_between, false)) inflateReset(&stream);
    stream.next_in = reinterpret_cast<Bytef*>(packed_.data() + used_);
    stream.avail_in = static_cast<uInt>(filled_ - used_);
    const int status = inflate(&stream, Z_NO_FLUSH);
    used_ = filled_ - stream.avail_in;
    if (status == Z_STREAM_END) {
      unpacking_->is_between = true;
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      return damaged();
    }
  }
  return piece.size() - stream.avail_out;
}

}  // namespace crownstar::cli
