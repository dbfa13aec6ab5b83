// Knows how a table of many entries gets its memory: in large pages where the system has them, since a search jumps
// about in it and would wait for the small ones to be looked up. Refuses to know what the entries are.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace crownstar::search {

template <class Entry>
class LargeTable {
 public:
  LargeTable() = default;
  explicit LargeTable(std::size_t size) : entries_(allocated(size * sizeof(Entry)), Release{size}) {
    std::uninitialized_value_construct_n(entries_.get(), size);
  }

  std::size_t size() const { return entries_.get_deleter().size; }
  Entry* begin() { return entries_.get(); }
  Entry* end() { return begin() + size(); }
  Entry& operator[](std::size_t number) { return entries_[number]; }
  const Entry& operator[](std::size_t number) const { return entries_[number]; }

 private:
#if defined(__linux__)
  static constexpr std::size_t large_page = std::size_t{2} << 20U;

  static std::align_val_t alignment(std::size_t bytes) {
    return std::align_val_t{bytes >= large_page ? large_page : alignof(Entry)};
  }
  static Entry* allocated(std::size_t bytes) {
    void* room = ::operator new(bytes, alignment(bytes));
    if (bytes >= large_page) madvise(room, bytes, MADV_HUGEPAGE);  // where it is refused, small ones will do
    return static_cast<Entry*>(room);
  }
#else
  static std::align_val_t alignment(std::size_t) { return std::align_val_t{alignof(Entry)}; }
  static Entry* allocated(std::size_t bytes) { return static_cast<Entry*>(::operator new(bytes, alignment(bytes))); }
#endif

  struct Release {
    std::size_t size = 0;
    void operator()(Entry* entries) const {
      std::destroy_n(entries, size);
      ::operator delete(entries, alignment(size * sizeof(Entry)));
    }
  };

  std::unique_ptr<Entry[], Release> entries_;
};

}  // namespace crownstar::search
