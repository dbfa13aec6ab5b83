#include "programs/cli/console/text_file.hpp"

#include <cerrno>
#include <filesystem>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "programs/cli/console/console.hpp"

namespace crownstar::cli {

using base::Checked;

namespace {

// A file that nobody sees before it gets a name, so that nothing is left of it whatever ends the program. Null where
// the file system has none such.
std::FILE* open_without_name(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0) return nullptr;
  std::FILE* const opened = ::fdopen(descriptor, "w");
  if (opened == nullptr) ::close(descriptor);
  return opened;
}

bool name_it(std::FILE* file, const std::string& name) {
  const std::string itself = "/proc/self/fd/" + std::to_string(::fileno(file));
  return ::linkat(AT_FDCWD, itself.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

}  // namespace

TextFile::TextFile(TextFile&& other) noexcept
    : name_(std::move(other.name_)),
      draft_(std::move(other.draft_)),
      has_draft_name_(other.has_draft_name_),
      file_(std::exchange(other.file_, nullptr)),
      room_(std::move(other.room_)),
      failed_(std::move(other.failed_)) {}

TextFile::~TextFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  if (has_draft_name_) unlink(draft_.c_str());
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
  if (is_in_place) {
    std::FILE* const file = std::fopen(name.c_str(), "w");
    if (file == nullptr) return base::refuse(file_reason("write", name));
    return TextFile(name, file);
  }
  const std::string draft = name + ".part" + std::to_string(getpid());
  std::FILE* file = ::access("/proc/self/fd", X_OK) == 0 ? open_without_name(name) : nullptr;
  const bool has_name = file == nullptr;
  if (has_name) file = std::fopen(draft.c_str(), "wx");
  if (file == nullptr) return base::refuse(file_reason("write", name));
  TextFile created(name, file);
  created.draft_ = draft;
  created.has_draft_name_ = has_name;
  created.room_ = DiskRoom::of_file(name, keep);
  return created;
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
  if (!failed_ && !put_in_place()) failed_ = {{}, file_reason("write", name_)};
  if (file_ != nullptr) std::fclose(std::exchange(file_, nullptr));
  if (!failed_) return {};
  if (has_draft_name_) unlink(draft_.c_str());
  return std::unexpected(*failed_);
}

bool TextFile::put_in_place() {
  if (std::fflush(file_) != 0) return false;
  if (!draft_.empty() && !has_draft_name_) has_draft_name_ = name_it(file_, draft_);
  if (!draft_.empty() && !has_draft_name_) return false;
  if (std::fclose(std::exchange(file_, nullptr)) != 0) return false;
  return draft_.empty() || std::rename(draft_.c_str(), name_.c_str()) == 0;
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
