// An array for transposition tables: in huge pages where the system has them, all zeros, and taken only when touched.
//
// A search reads such a table at random, so with small pages it would mostly wait for the address translation.
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
class HugePageArray {
  static_assert(std::is_trivially_destructible_v<Entry>);

 public:
  HugePageArray() = default;
  // Empty where the system has not so much memory.
  explicit HugePageArray(std::size_t size) : entries_(allocated(size), Release{size}) {
    if (entries_ == nullptr) entries_.get_deleter().size = 0;
  }

  std::size_t size() const { return entries_.get_deleter().size; }
  Entry* begin() { return entries_.get(); }
  Entry& operator[](std::size_t number) { return entries_[number]; }
  const Entry& operator[](std::size_t number) const { return entries_[number]; }

  // The largest power of two of entries that fits into so many bytes, but no less than `least`, itself a power of two.
  static std::size_t fitting(std::size_t bytes, std::size_t least) {
    return std::bit_floor(std::max(bytes / sizeof(Entry), least));
  }
  // So many entries, or half of them, or a quarter, and so on, as many as the system has memory for.
  static HugePageArray as_large_as_can_be(std::size_t size) {
    HugePageArray table(size);
    for (; table.size() == 0 && size > 1; table = HugePageArray(size)) size /= 2;
    return table;
  }

  // Back to zeros. No other thread may use it meanwhile.
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
  static constexpr std::size_t huge_page = std::size_t{2} << 20U;
  // Writing zeros into used pages is quicker than getting new ones, but not in a large array that is mostly untouched.
  static constexpr std::size_t least_to_give_back = std::size_t{128} << 20U;

  static constexpr bool is_mapped(std::size_t bytes) { return bytes >= huge_page; }
  static std::size_t whole_pages(std::size_t bytes) { return (bytes + huge_page - 1) / huge_page * huge_page; }

  // The system gives pages of zeros when they are touched.
  static Entry* allocated(std::size_t size) {
    const std::size_t wanted = size * sizeof(Entry);
    if (!is_mapped(wanted)) return small(size);
    const std::size_t bytes = whole_pages(wanted);
    void* const room = mmap(nullptr, bytes + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return nullptr;
    // Huge pages begin at multiples of their size: what lies before and behind goes back.
    auto* const from = static_cast<std::byte*>(room);
    void* aligned = room;
    std::size_t space = bytes + huge_page;
    std::align(huge_page, bytes, aligned, space);
    auto* const begin = static_cast<std::byte*>(aligned);
    if (begin != from) munmap(from, static_cast<std::size_t>(begin - from));
    if (space > bytes) munmap(begin + bytes, space - bytes);
    madvise(begin, bytes, MADV_HUGEPAGE);  // where that is refused, small pages will do
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
