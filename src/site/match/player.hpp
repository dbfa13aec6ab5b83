// A player as a match needs them: id, displayed name and rating.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace crownstar::match {

enum class PlayerKind : std::uint8_t { guest, account, engine };

std::string_view name_of(PlayerKind kind);  // `guest`

struct Player {
  std::string id;
  std::string name;
  PlayerKind kind = PlayerKind::guest;
  int rating = 0;  // when sitting down; 0: none
  bool is_provisional = false;

  bool operator==(const Player&) const = default;
};

}  // namespace crownstar::match
