#include "engines/solve/checkpoint_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engines/tablebase/file/mapped_file.hpp"

namespace crownstar::solve {
namespace {

constexpr std::string_view magic = "CROWNSLV";
constexpr std::uint32_t version = 1;
constexpr std::uint32_t longest_label = 4096;
constexpr std::size_t fixed_bytes = 24;
constexpr std::size_t word_bytes = tablebase::Hash::word_bytes;
constexpr std::string_view not_ours = "is not a file that this version of crownstar solve made";
constexpr std::string_view wrong_length = "its length is not what it says";

static_assert(std::endian::native == std::endian::little, "numbers are kept with their lowest byte first");

struct FixedHead {
  std::array<char, magic.size()> letters{};
  std::uint32_t made_by = version;
  std::uint32_t label_bytes = 0;
  std::uint64_t kept_bytes = 0;
};
static_assert(sizeof(FixedHead) == fixed_bytes);

constexpr std::size_t in_words(std::size_t bytes) { return (bytes + word_bytes - 1) / word_bytes * word_bytes; }

std::string system_text() { return std::error_code(errno, std::generic_category()).message(); }

std::unexpected<CheckpointFault> fault(Fault kind, std::string_view reason) {
  return std::unexpected(CheckpointFault{kind, std::string(reason)});
}

std::vector<std::uint8_t> head_of(const std::string& label, std::uint64_t kept_bytes) {
  FixedHead fixed;
  std::ranges::copy(magic, fixed.letters.begin());
  fixed.label_bytes = static_cast<std::uint32_t>(label.size());
  fixed.kept_bytes = kept_bytes;
  std::vector<std::uint8_t> head(fixed_bytes + in_words(label.size()));
  std::memcpy(head.data(), &fixed, fixed_bytes);
  std::ranges::copy(label, head.begin() + fixed_bytes);
  return head;
}

}  // namespace

std::expected<CheckpointReader, CheckpointFault> CheckpointReader::open(const std::string& path,
                                                                        const std::string& label) {
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));  // a pipe is not waited for
  if (!file.is_open() && errno == ENOENT) return fault(Fault::absent, {});
  struct stat state{};
  if (!file.is_open() || ::fstat(file.number(), &state) != 0) return fault(Fault::unreadable, system_text());
  if (!S_ISREG(state.st_mode)) return fault(Fault::foreign, not_ours);
  const auto size = static_cast<std::uint64_t>(state.st_size);
  CheckpointReader reader(std::move(file), tablebase::Hash(size - std::min<std::uint64_t>(size, word_bytes)));
  if (auto read = reader.read_head(label, size); !read) return std::unexpected(read.error());
  return reader;
}

std::expected<void, CheckpointFault> CheckpointReader::read_head(const std::string& label, std::uint64_t size) {
  std::array<std::uint8_t, fixed_bytes> bytes{};
  left_ = size;
  if (size < bytes.size()) return fault(Fault::foreign, not_ours);
  if (auto read_fixed = read(bytes); !read_fixed) return read_fixed;
  FixedHead fixed;
  std::memcpy(&fixed, bytes.data(), fixed_bytes);
  if (std::string_view(fixed.letters.data(), fixed.letters.size()) != magic) return fault(Fault::foreign, not_ours);
  if (fixed.made_by != version) {
    return fault(Fault::foreign, "is of version " + std::to_string(fixed.made_by) + ", not " + std::to_string(version));
  }
  const std::uint64_t behind = left_ - std::min<std::uint64_t>(left_, word_bytes);
  const std::size_t label_bytes = in_words(fixed.label_bytes);
  if (fixed.label_bytes > longest_label || label_bytes > behind || fixed.kept_bytes != behind - label_bytes) {
    return fault(Fault::damaged, wrong_length);
  }
  bytes_ = fixed.kept_bytes;
  std::vector<std::uint8_t> letters(label_bytes);
  if (auto read_label = read(letters); !read_label) return read_label;
  const std::string found(letters.begin(), letters.begin() + fixed.label_bytes);
  if (found == label) return {};
  // Only a whole file can be trusted about what it is.
  if (auto skipped = skip_rest(); !skipped) return skipped;
  return fault(Fault::foreign, "is of '" + found + "', not of '" + label + "'");
}

std::expected<void, CheckpointFault> CheckpointReader::read(std::span<std::uint8_t> into) {
  for (std::span<std::uint8_t> missing = into; !missing.empty();) {
    const ssize_t got = ::read(file_.number(), missing.data(), missing.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fault(Fault::unreadable, system_text());
    if (got == 0) return fault(Fault::damaged, "it is cut short");
    missing = missing.subspan(static_cast<std::size_t>(got));
  }
  hash_.add(into);
  left_ -= into.size();
  return {};
}

std::expected<void, CheckpointFault> CheckpointReader::skip_rest() {
  std::vector<std::uint8_t> some(std::size_t{1} << 16U);
  while (left_ > word_bytes) {
    const auto wanted = std::span(some).first(std::min<std::uint64_t>(some.size(), left_ - word_bytes));
    if (auto skipped = read(wanted); !skipped) return skipped;
  }
  return finish();
}

std::expected<void, CheckpointFault> CheckpointReader::finish() {
  const std::uint64_t expected = hash_.sum();
  std::array<std::uint8_t, word_bytes> last{};
  if (left_ != last.size()) return fault(Fault::damaged, wrong_length);
  if (auto read_last = read(last); !read_last) return read_last;
  if (tablebase::word_at(last) != expected) return fault(Fault::damaged, "its checksum is wrong");
  return {};
}

Checked<CheckpointFolder> CheckpointFolder::open(const std::string& name) {
  if (name.empty()) return CheckpointFolder({}, FileDescriptor(-1));
  const std::string shown = "'" + name + "'";
  if (auto made = tablebase::create_folder(name); !made) return std::unexpected(made.error());
  FileDescriptor folder(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open()) return base::refuse("cannot read the folder " + shown + ": " + system_text());
  // Without a warning on disks that have no locks: there two runs can mix up their files, which the checksums then
  // reveal.
  if (::flock(folder.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    return base::refuse("another run keeps its work in the folder " + shown + "; wait for it, or name another folder");
  }
  return CheckpointFolder(name, std::move(folder));
}

Checked<bool> CheckpointFolder::find(const std::string& file, const std::string& label,
                                     const MakeRoom& make_room) const {
  if (!is_there()) return false;
  auto reader = CheckpointReader::open(path(file), label);
  if (!reader) return answer(file, reader.error());
  const auto room = make_room(reader->bytes());
  if (!room) return base::refuse("'" + path(file) + "' is not read: " + room.error().reason);
  for (const std::span<std::uint8_t> part : *room) {
    if (const auto read = reader->read(part); !read) return answer(file, read.error());
  }
  if (const auto ended = reader->finish(); !ended) return answer(file, ended.error());
  return true;
}

Checked<bool> CheckpointFolder::answer(const std::string& file, const CheckpointFault& fault) const {
  const std::string shown = "'" + path(file) + "'";
  switch (fault.kind) {
    case Fault::absent:
      return false;
    case Fault::damaged:
      return base::refuse(shown + " is damaged (" + fault.reason + "): remove it, and what it held is worked out anew");
    case Fault::foreign:
      return base::refuse(shown + " " + fault.reason + ": move it away, or name another folder");
    case Fault::unreadable:
      break;
  }
  return base::refuse("cannot read " + shown + ": " + fault.reason);
}

Checked<void> CheckpointFolder::keep(const std::string& file, const std::string& label,
                                     std::span<const Bytes> parts) const {
  if (!is_there()) return {};
  std::uint64_t kept_bytes = 0;
  for (const Bytes part : parts) kept_bytes += part.size();
  const std::vector<std::uint8_t> head = head_of(label, kept_bytes);
  tablebase::Hash hash(head.size() + kept_bytes);
  hash.add(head);
  for (const Bytes part : parts) hash.add(part);
  std::array<std::uint8_t, word_bytes> last{};
  const std::uint64_t sum = hash.sum();
  std::memcpy(last.data(), &sum, sizeof sum);

  const std::string whole = path(file);
  const std::string draft = whole + ".part";
  FileDescriptor drafted(::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  bool is_kept = drafted.is_open() && drafted.write_all(head);
  for (const Bytes part : parts) is_kept = is_kept && drafted.write_all(part);
  is_kept = is_kept && drafted.write_all(last) && ::fsync(drafted.number()) == 0 && drafted.close();
  // First the name must lead to the whole file; then the folder itself must reach the disk.
  is_kept = is_kept && ::rename(draft.c_str(), whole.c_str()) == 0 && ::fsync(folder_.number()) == 0;
  if (is_kept) return {};
  auto refusal = base::refuse("cannot write '" + whole + "': " + system_text());
  ::unlink(draft.c_str());
  return refusal;
}

}  // namespace crownstar::solve
