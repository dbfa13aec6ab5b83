#include "site/live/match/chat_log.hpp"

#include <algorithm>

#include "base/limits.hpp"

namespace crownstar::live {

wire::ChatLine line_of(store::ChatRow row) {
  const bool is_for_players = row.room == wire::to_text(wire::Room::players);
  const bool is_removed = row.text.empty();
  return {row.number,
          is_for_players ? wire::Room::players : wire::Room::spectators,
          row.player.empty() ? std::string(nobody_said) : std::move(row.player),
          std::move(row.name),
          is_removed ? std::string(removed_text) : std::move(row.text),
          row.at.time_since_epoch().count(),
          is_removed};
}

namespace {

// By room: from which number on the store has given all its lines.
std::array<std::int64_t, 2> first_of_rooms(const std::vector<store::ChatRow>& rows) {
  std::array<std::int64_t, 2> first{};
  for (const wire::Room room : {wire::Room::players, wire::Room::spectators}) {
    const auto is_there = [name = wire::to_text(room)](const store::ChatRow& row) { return row.room == name; };
    if (std::ranges::count_if(rows, is_there) < limits::chat_lines) continue;
    first[static_cast<std::size_t>(room)] = std::ranges::find_if(rows, is_there)->number;
  }
  return first;
}

}  // namespace

const wire::ChatLine* ChatLog::numbered(std::int64_t number) const {
  for (const Lines& room : rooms_) {
    const auto found = std::ranges::find(room, number, &wire::ChatLine::id);
    if (found != room.end()) return &*found;
  }
  return nullptr;
}

std::int64_t ChatLog::last() const {
  std::int64_t last = 0;
  for (const Lines& room : rooms_) last = room.empty() ? last : std::max(last, room.back().id);
  return last;
}

void ChatLog::put(wire::ChatLine line) {
  Lines& room = rooms_[static_cast<std::size_t>(line.room)];
  const auto place = std::ranges::upper_bound(room, line.id, {}, &wire::ChatLine::id);
  room.insert(place, std::move(line));
  if (room.size() > limits::chat_lines) room.erase(room.begin());
}

bool ChatLog::has_said(std::string_view person) const {
  return std::ranges::any_of(rooms_, [&](const Lines& room) {
    return std::ranges::find(room, person, &wire::ChatLine::player) != room.end();
  });
}

void ChatLog::forget_lines_of(std::string_view person) {
  for (Lines& room : rooms_) std::erase_if(room, [&](const auto& line) { return line.player == person; });
}

void ChatLog::clear() {
  for (Lines& room : rooms_) room.clear();
}

ChatLog::Difference ChatLog::absorb(std::vector<store::ChatRow> rows, std::int64_t last) {
  Difference difference;
  is_unread_ = false;
  const std::array<std::int64_t, 2> first = first_of_rooms(rows);
  const auto known = std::exchange(rooms_, {});
  for (store::ChatRow& row : rows) {
    wire::ChatLine line = line_of(std::move(row));
    const Lines& room = known[static_cast<std::size_t>(line.room)];
    if (std::ranges::find(room, line) == room.end()) difference.fresh.push_back(line);
    put(std::move(line));
  }
  for (const Lines& room : known) {
    for (const wire::ChatLine& line : room) {
      const wire::ChatLine* const stored = numbered(line.id);
      if (stored != nullptr && *stored == line) continue;
      if (stored == nullptr && line.id > last) {
        put(line);
      } else if (line.id >= first[static_cast<std::size_t>(line.room)]) {
        difference.is_any_gone = true;
      }
    }
  }
  return difference;
}

void ChatLog::hold_back(wire::ChatLine line) {
  if (untold_.size() < limits::chat_lines) untold_.push_back(std::move(line));
}

}  // namespace crownstar::live
