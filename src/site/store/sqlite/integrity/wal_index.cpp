#include "site/store/sqlite/integrity/wal_index.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <span>

#include <fcntl.h>
#include <unistd.h>

#include "base/file_descriptor.hpp"

namespace crownstar::store {
namespace {

constexpr std::uint32_t known_form = 3'007'000;
constexpr int tries = 100;

// As SQLite declares them, in this machine's order of bytes.
struct Header {
  std::uint32_t form;
  std::uint32_t unused;
  std::uint32_t changes;
  std::uint8_t is_initialised;
  std::uint8_t has_large_end_sums;
  std::uint16_t page_size;
  std::uint32_t frames;
  std::uint32_t pages;
  std::array<std::uint32_t, 2> sum;
  std::array<std::uint8_t, 8> salt;  // as the log has them
  std::array<std::uint32_t, 2> sum_of_header;
};
static_assert(sizeof(Header) == 48);

constexpr std::size_t words_of_header = sizeof(Header) / sizeof(std::uint32_t);

constexpr std::uint64_t log_head = 32;
constexpr std::uint64_t frame_head = 24;
constexpr std::size_t salt_in_log_head = 16;
constexpr std::size_t salt_in_frame_head = 8;
constexpr std::size_t sum_in_frame_head = 16;

Header read_header(const volatile std::uint32_t* words) {
  std::array<std::uint32_t, words_of_header> copy{};
  for (std::size_t word = 0; word < copy.size(); ++word) copy[word] = words[word];
  Header header{};
  std::memcpy(&header, copy.data(), sizeof(header));
  return header;
}

bool is_same(const Header& one, const Header& other) { return std::memcmp(&one, &other, sizeof(one)) == 0; }

std::uint32_t large_end_first(std::span<const std::uint8_t> bytes) {
  std::uint32_t value = 0;
  for (const std::uint8_t byte : bytes.first(4)) value = (value << 8U) | byte;
  return value;
}

bool read_all(int file, std::span<std::uint8_t> into, std::uint64_t offset) {
  return ::pread(file, into.data(), into.size(), static_cast<off_t>(offset)) == static_cast<ssize_t>(into.size());
}

bool has_salt(std::span<const std::uint8_t> bytes, const std::array<std::uint8_t, 8>& salt) {
  return std::ranges::equal(bytes.first(salt.size()), salt);
}

}  // namespace

std::uint64_t WalIndex::log_size() const { return frames == 0 ? 0 : log_head + frames * (frame_head + page_size); }

std::optional<WalIndex> read_wal_index(const volatile void* memory) {
  const auto* words = static_cast<const volatile std::uint32_t*>(memory);
  for (int count = 0; words != nullptr && count < tries; ++count) {
    // There are two copies, written one after the other: while they differ, a commit is being noted.
    const Header first = read_header(words);
    std::atomic_thread_fence(std::memory_order_acquire);
    if (!is_same(first, read_header(words + words_of_header)) || !is_same(first, read_header(words))) continue;
    if (first.form != known_form || first.is_initialised == 0) return std::nullopt;
    return WalIndex{.frames = first.frames,
                    .page_size = first.page_size == 1 ? 65'536U : std::uint32_t{first.page_size},
                    .sum = first.sum,
                    .salt = first.salt};
  }
  return std::nullopt;
}

bool is_log_of(const WalIndex& index, const std::string& path) {
  if (index.frames == 0) return true;
  // Closing it again loses none of SQLite's locks: they are on the other two files.
  const base::FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<std::uint8_t, log_head> head{};
  std::array<std::uint8_t, frame_head> last{};
  const std::uint64_t at = index.log_size() - frame_head - index.page_size;
  if (!file.is_open() || !read_all(file.number(), head, 0) || !read_all(file.number(), last, at)) return false;
  const std::span sums = std::span(last).subspan(sum_in_frame_head);
  return has_salt(std::span(head).subspan(salt_in_log_head), index.salt) &&
         has_salt(std::span(last).subspan(salt_in_frame_head), index.salt) && large_end_first(sums) == index.sum[0] &&
         large_end_first(sums.subspan(4)) == index.sum[1];
}

}  // namespace crownstar::store
