// Knows how a table of many entries gets its memory: in large pages where the system has them, since a search jumps
// about in it and would wait for the small ones to be looked up; and not before it is used, so that nobody waits for
// what is not. Refuses to know what the entries are, but that they begin as zeros.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace crownstar::search {

template <class Entry>
class LargeTable {
  static_assert(std::is_trivially_destructible_v<Entry>);

 public:
  LargeTable() = default;
  // Empty where there is not so much memory.
  explicit LargeTable(std::size_t size) : entries_(allocated(size), Release{size}) {
    if (entries_ == nullptr) entries_.get_deleter().size = 0;
  }

  std::size_t size() const { return entries_.get_deleter().size; }
  Entry* begin() { return entries_.get(); }
  Entry& operator[](std::size_t number) { return entries_[number]; }
  const Entry& operator[](std::size_t number) const { return entries_[number]; }

  // The greatest power of two of entries that fits into so many bytes, and `least` at least, itself such a power.
  static std::size_t fitting(std::size_t bytes, std::size_t least) {
    return std::bit_floor(std::max(bytes / sizeof(Entry), least));
  }
  // So many, or half and half again as many where that is too much.
  static LargeTable as_large_as_can_be(std::size_t size) {
    LargeTable table(size);
    for (; table.size() == 0 && size > 1; table = LargeTable(size)) size /= 2;
    return table;
  }

  // To zeros, while nobody else uses it.
  void clear() {
    if (!give_back(begin(), size() * sizeof(Entry))) std::uninitialized_value_construct_n(begin(), size());
  }

 private:
  static Entry* small(std::size_t size) {
    void* const room =
        ::operator new(std::max<std::size_t>(size, 1) * sizeof(Entry), std::align_val_t{alignof(Entry)}, std::nothrow);
    auto* const entries = static_cast<Entry*>(room);
    if (entries != nullptr) std::uninitialized_value_construct_n(entries, size);
    return entries;
  }
  static void release_small(Entry* entries) { ::operator delete(entries, std::align_val_t{alignof(Entry)}); }

#if defined(__linux__)
  static constexpr std::size_t large_page = std::size_t{2} << 20U;
  // To write zeros into what has been used is quicker than to get pages anew, but not where most was never used.
  static constexpr std::size_t least_to_give_back = std::size_t{128} << 20U;

  static constexpr bool is_mapped(std::size_t bytes) { return bytes >= large_page; }
  static std::size_t whole_pages(std::size_t bytes) { return (bytes + large_page - 1) / large_page * large_page; }

  // The system's pages come as zeros, and when they are touched.
  static Entry* allocated(std::size_t size) {
    const std::size_t wanted = size * sizeof(Entry);
    if (!is_mapped(wanted)) return small(size);
    const std::size_t bytes = whole_pages(wanted);
    void* const room = mmap(nullptr, bytes + large_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return nullptr;
    // Large pages begin at their own multiples: what lies before and behind goes back.
    auto* const from = static_cast<std::byte*>(room);
    void* aligned = room;
    std::size_t space = bytes + large_page;
    std::align(large_page, bytes, aligned, space);
    auto* const begin = static_cast<std::byte*>(aligned);
    if (begin != from) munmap(from, static_cast<std::size_t>(begin - from));
    if (space > bytes) munmap(begin + bytes, space - bytes);
    madvise(begin, bytes, MADV_HUGEPAGE);  // where it is refused, small ones will do
    return reinterpret_cast<Entry*>(begin);
  }
  static void release(Entry* entries, std::size_t size) {
    const std::size_t bytes = size * sizeof(Entry);
    is_mapped(bytes) ? void(munmap(entries, whole_pages(bytes))) : release_small(entries);
  }
  static bool give_back(Entry* entries, std::size_t bytes) {
    return bytes >= least_to_give_back && madvise(entries, whole_pages(bytes), MADV_DONTNEED) == 0;
  }
#else
  static Entry* allocated(std::size_t size) { return small(size); }
  static void release(Entry* entries, std::size_t) { release_small(entries); }
  static bool give_back(Entry*, std::size_t) { return false; }
#endif

  struct Release {
    std::size_t size = 0;
    void operator()(Entry* entries) const { release(entries, size); }
  };

  std::unique_ptr<Entry[], Release> entries_;
};

}  // namespace crownstar::search
