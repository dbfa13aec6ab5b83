// What was said in one match: the last lines of its two rooms, by the numbers that the store gave them.
// It does not know who may say what, and who hears it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "site/store/rows.hpp"
#include "site/wire/generated/wire_table.hpp"

namespace crownstar::live {

// The sender of a line that no person has written: the store knows persons only.
inline constexpr std::string_view nobody_said = "house";
// For programs; the page says it in the reader's language.
inline constexpr std::string_view removed_text = "[removed]";
wire::ChatLine line_of(store::ChatRow row);

class ChatLog {
 public:
  using Lines = std::vector<wire::ChatLine>;

  const Lines& in(wire::Room room) const { return rooms_[static_cast<std::size_t>(room)]; }
  const wire::ChatLine* numbered(std::int64_t number) const;
  std::int64_t last() const;  // 0: nothing has been said
  // In its place, which is nearly always the end. The oldest are forgotten.
  void put(wire::ChatLine line);
  bool has_said(std::string_view person) const;
  void forget_lines_of(std::string_view person);
  void clear();

  struct Difference {
    Lines fresh;
    bool is_any_gone = false;
  };
  // What the store has takes the place of what was known up to number `last`; what has come since it was asked stays.
  Difference absorb(std::vector<store::ChatRow> rows, std::int64_t last);

  // ---- Comparing with the store: one reading at a time ----
  // False where one is under way; then another is owed.
  bool begin_reading() {
    is_owed_ = is_read_;
    return !std::exchange(is_read_, true);
  }
  struct Read {
    bool is_owed = false;
    Lines untold;
  };
  Read end_reading() {
    is_read_ = false;
    return {std::exchange(is_owed_, false), std::exchange(untold_, {})};
  }
  // True the first time, until it was read again.
  bool note_unread() { return !std::exchange(is_unread_, true); }
  // Waits until the store has been read.
  void hold_back(wire::ChatLine line);
  void hold_back(Lines lines) { untold_ = std::move(lines); }

 private:
  std::array<Lines, 2> rooms_;  // by Room
  bool is_read_ = false;        // at this moment
  bool is_owed_ = false;        // once more after that
  bool is_unread_ = false;      // the last time it could not be
  Lines untold_;                // until that has been read
};

}  // namespace crownstar::live
