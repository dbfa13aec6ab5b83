#include "engines/tablebase/file/mapped_file.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_descriptor.hpp"

namespace crownstar::tablebase {
namespace {

std::unexpected<base::Refusal> refuse_file(const std::string& what, const std::string& name) {
  const std::error_code code(errno, std::generic_category());
  return base::refuse("cannot " + what + " '" + name + "': " + code.message());
}

}  // namespace

base::Checked<MappedFile> MappedFile::open(const std::string& name) {
  // A pipe would be waited for.
  const base::FileDescriptor file(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat state{};
  if (!file.is_open() || ::fstat(file.number(), &state) != 0) return refuse_file("read", name);
  if (!S_ISREG(state.st_mode)) return base::refuse("cannot read '" + name + "': it is not a file");
  MappedFile mapped;
  if (state.st_size == 0) return mapped;
  const auto size = static_cast<std::size_t>(state.st_size);
  void* const place = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (place == MAP_FAILED) return refuse_file("read", name);
  mapped.bytes_ = static_cast<const std::uint8_t*>(place);
  mapped.size_ = size;
  return mapped;
}

MappedFile::~MappedFile() {
  if (bytes_ != nullptr) ::munmap(const_cast<std::uint8_t*>(bytes_), size_);
}

// It is not waited until the disk has it: what a crash of the machine spoils is found by its hash and made again.
base::Checked<void> write_atomically(const std::string& name, std::span<const std::uint8_t> bytes) {
  const std::string draft = name + ".part";
  base::FileDescriptor file(::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!file.is_open()) return refuse_file("write", draft);
  if (!file.write_all(bytes) || !file.close() || ::rename(draft.c_str(), name.c_str()) != 0) {
    const auto refusal = refuse_file("write", name);
    ::unlink(draft.c_str());
    return refusal;
  }
  return {};
}

base::Checked<void> create_folder(const std::string& name) {
  std::error_code problem;
  std::filesystem::create_directories(name, problem);
  if (problem) return base::refuse("cannot make the folder '" + name + "': " + problem.message());
  return {};
}

bool exists(const std::string& name) {
  std::error_code problem;
  return std::filesystem::exists(name, problem);
}

}  // namespace crownstar::tablebase
