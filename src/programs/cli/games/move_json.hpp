// How a move is told as members of a JSON object: its text, its way, what it captures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text/json.hpp"
#include "rules/game/game.hpp"

namespace crownstar::cli {

inline std::vector<std::string> labels_of(const game::Game& game, const std::vector<game::Point>& points) {
  std::vector<std::string> labels;
  for (const game::Point point : points)
    labels.push_back(game.layout().points.at(static_cast<std::size_t>(point)).label);
  return labels;
}

inline void write_move(base::JsonWriter& json, std::string_view text, const std::vector<std::string>& path,
                       const std::vector<std::string>& captured, bool crowns) {
  const auto write = [&json](std::string_view name, const std::vector<std::string>& labels) {
    json.key(name);
    json.begin_array();
    for (const std::string& label : labels) json.value(label);
    json.end_array();
  };
  json.member("move", text);
  write("path", path);
  write("captured", captured);
  json.member("crowns", crowns);
}

}  // namespace crownstar::cli
