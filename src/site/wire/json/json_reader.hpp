// Reads JSON of a known shape directly into plain members: strictly, in bounded work, with a reason for every refusal.
// It refuses fractions and `null`, which no message has.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/refusal.hpp"

namespace crownstar::wire {

using base::Checked;
using base::Refusal;

// Every read returns whether it succeeded. After a failure nothing more is read, and `refusal` says what was wrong and
// where.
class JsonReader {
 public:
  // What becomes of an object's member that the shape does not have. Where it is skipped, so is one that is null.
  enum class Unknown { refused, skipped };

  explicit JsonReader(std::string_view text, Unknown unknown = Unknown::refused)
      : begin_(text.data()), at_(text.data()), end_(text.data() + text.size()), unknown_(unknown) {}

  bool read_bool(bool& value);
  template <std::integral T>
  bool read_whole(T& value, std::int64_t low, std::int64_t high) {
    std::int64_t number = 0;
    if (!read_number(number, low, high)) return false;
    value = static_cast<T>(number);
    return true;
  }
  // Counts letters, not bytes. Control characters are refused.
  bool read_text(std::string& value, int low, int high);
  bool read_id(std::string& value);
  // Which of the words stands here; -1 after a failure.
  int read_word(std::span<const std::string_view> words);
  bool read_tag(std::string_view tag);
  // Looks ahead into the object that begins here for the member that names its type, and reads nothing.
  int find_tag(std::string_view key, std::span<const std::string_view> tags);

  template <typename T, typename ReadItem>
  bool read_list(std::vector<T>& list, int low, int high, ReadItem read_item) {
    list.clear();
    if (!open('[', "a list")) return false;
    for (bool is_first = true; has_next(']', is_first); is_first = false) {
      const int count = static_cast<int>(list.size());
      if (count == high) return fail_count("at most", high);
      T item{};
      if (!read_item(*this, item)) return inside(count);
      list.push_back(std::move(item));
    }
    if (has_failed_) return false;
    return static_cast<int>(list.size()) >= low || fail_count("at least", low);
  }

  // Nothing but white space may follow.
  bool finish();
  Refusal refusal() const;

  // Puts the member's name in front of a failure's reason, and returns false.
  bool inside(std::string_view member);
  bool inside(int item);
  bool fail(std::string reason);

 private:
  friend class ObjectReader;

  void skip_space();
  bool open(char bracket, std::string_view expected);
  // Whether a member or an item follows; past the closing bracket if none does.
  bool has_next(char closing, bool is_first);
  bool read_number(std::int64_t& number, std::int64_t low, std::int64_t high);
  // What stands between the quotation marks, if it is plain: without an escape.
  bool read_plain(std::string_view& text, std::string_view expected);
  bool read_escape(std::string& value);
  bool read_hex(unsigned& unit);
  bool read_letter(std::string& value);
  bool skip_value(const char*& at) const;
  bool fail_here(std::string_view expected);
  bool fail_count(std::string_view bound, int count);

  const char* begin_;
  const char* at_;
  const char* end_;
  Unknown unknown_;
  bool has_failed_ = false;
  std::string path_;
  std::string reason_;
};

// The members of one object, in any order, each at most once.
class ObjectReader {
 public:
  // Bit i of `required` says that names[i] must be there.
  ObjectReader(JsonReader& from, std::span<const std::string_view> names, std::uint64_t required)
      : from_(from), names_(names), required_(required) {}

  // Which member's value follows; -1 at the end or after a failure.
  int next();
  // After `next` gave -1: whether the object was read to its end and lacks nothing.
  bool is_whole();
  // The value of the member could not be read.
  bool fail() { return from_.inside(names_[static_cast<std::size_t>(current_)]); }

 private:
  int find(std::string_view key) const;
  // Past the value of a member that the object does not have, where such members are skipped.
  bool skip_unknown(std::string_view key);
  // Past a null that stands for a member that is left out.
  bool skip_null();

  JsonReader& from_;
  std::span<const std::string_view> names_;
  std::uint64_t required_;
  std::uint64_t seen_ = 0;
  int current_ = -1;
  bool is_first_ = true;
};

}  // namespace crownstar::wire
