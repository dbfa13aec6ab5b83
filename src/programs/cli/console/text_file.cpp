#include "programs/cli/console/text_file.hpp"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "programs/cli/console/console.hpp"

namespace crownstar::cli {

using base::Checked;

TextFile::TextFile(std::string name, std::string draft, std::FILE* file, std::optional<DiskRoom> room)
    : name_(std::move(name)), draft_(std::move(draft)), file_(file), room_(std::move(room)) {}

TextFile::TextFile(TextFile&& other) noexcept
    : name_(std::move(other.name_)),
      draft_(std::move(other.draft_)),
      file_(std::exchange(other.file_, nullptr)),
      room_(std::move(other.room_)),
      failed_(std::move(other.failed_)) {}

TextFile::~TextFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  if (!draft_.empty()) unlink(draft_.c_str());
}

Checked<TextFile> TextFile::create(const std::string& name, IfThere if_there, KeepFree keep) {
  struct stat found{};
  const bool is_there = stat(name.c_str(), &found) == 0;
  if (is_there && if_there == IfThere::refuse) {
    errno = EEXIST;
    return base::refuse(file_reason("write", name));
  }
  // A target that is no plain file, such as /dev/null or a pipe, is written in place.
  const bool is_in_place = is_there && !S_ISREG(found.st_mode);
  const std::string draft = is_in_place ? "" : name + ".part" + std::to_string(getpid());
  std::FILE* file = std::fopen(is_in_place ? name.c_str() : draft.c_str(), is_in_place ? "w" : "wx");
  if (file == nullptr) return base::refuse(file_reason("write", name));
  return TextFile(name, draft, file, is_in_place ? std::nullopt : std::optional(DiskRoom::of_file(name, keep)));
}

void TextFile::write(std::string_view text) {
  if (has_failed()) return;
  if (room_) {
    if (const auto enough = room_->add(text.size()); !enough) {
      failed_ = {{}, file_reason("write", name_, enough.error().reason)};
      return;
    }
  }
  if (std::fwrite(text.data(), 1, text.size(), file_) < text.size()) failed_ = {{}, file_reason("write", name_)};
}

Checked<void> TextFile::finish() {
  const bool is_closed = std::fclose(std::exchange(file_, nullptr)) == 0;
  if (!failed_ && is_closed && (draft_.empty() || std::rename(draft_.c_str(), name_.c_str()) == 0)) return {};
  const base::Refusal reason = failed_ ? *failed_ : base::Refusal{{}, file_reason("write", name_)};
  if (!draft_.empty()) unlink(draft_.c_str());
  return std::unexpected(reason);
}

Checked<void> write_text_file(const std::string& name, std::string_view text, IfThere if_there, KeepFree keep) {
  auto file = TextFile::create(name, if_there, keep);
  if (!file) return std::unexpected(file.error());
  file->write(text);
  return file->finish();
}

Checked<InputFile> open_input(const std::string& name) {
  if (name == "-") return InputFile(stdin);
  std::FILE* file = std::fopen(name.c_str(), "r");
  if (file == nullptr) return base::refuse(file_reason("read", name));
  return InputFile(file);
}

}  // namespace crownstar::cli
