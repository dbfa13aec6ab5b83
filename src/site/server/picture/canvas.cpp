#include "site/server/picture/canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>
#include <vector>

namespace crownstar::server {
namespace {

constexpr int lines_of_a_row = 4;  // at which an outline is cut; between its edges a line is covered exactly
constexpr int whole_pixel = 256;
constexpr int corners_of_a_circle = 64;

// Where the outline cuts the line at that height, from left to right.
void find_cuts(std::span<const Spot> outline, double y, std::vector<double>& cuts) {
  cuts.clear();
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Spot& from = outline[i];
    const Spot& to = outline[(i + 1) % outline.size()];
    if ((from.y <= y) == (to.y <= y)) continue;
    cuts.push_back(from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y));
  }
  std::ranges::sort(cuts);
}

// Adds how much of each pixel lies between the two.
void cover(std::vector<int>& row, double from, double to) {
  constexpr int whole = whole_pixel / lines_of_a_row;
  from = std::max(from, 0.0);
  to = std::min(to, static_cast<double>(row.size()));
  if (from >= to) return;
  const auto first = static_cast<std::size_t>(from);
  const auto last = std::min(static_cast<std::size_t>(to), row.size() - 1);
  // All of the pixels from the first to the last, but for what lies outside at both ends.
  for (std::size_t x = first; x <= last; ++x) row[x] += whole;
  row[first] -= static_cast<int>(whole * (from - static_cast<double>(first)));
  row[last] -= static_cast<int>(whole * (static_cast<double>(last + 1) - to));
}

}  // namespace

Canvas::Canvas(int width, int height, Colour ground)
    : width_(width),
      height_(height),
      pixels_(3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height), '\0') {
  for (std::size_t i = 0; i < pixels_.size(); i += 3) {
    pixels_[i] = static_cast<char>(ground.red);
    pixels_[i + 1] = static_cast<char>(ground.green);
    pixels_[i + 2] = static_cast<char>(ground.blue);
  }
}

Colour Canvas::at(int x, int y) const {
  const auto first = 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x));
  const auto part = [&](std::size_t index) { return static_cast<std::uint8_t>(pixels_[first + index]); };
  return {part(0), part(1), part(2)};
}

void Canvas::blend(int x, int y, Colour colour, int share) {
  const auto first = 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x));
  const std::array<std::uint8_t, 3> parts{colour.red, colour.green, colour.blue};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const int before = static_cast<std::uint8_t>(pixels_[first + i]);
    pixels_[first + i] = static_cast<char>(before + (parts[i] - before) * share / whole_pixel);
  }
}

void Canvas::fill(std::span<const Spot> outline, Colour colour) {
  if (outline.size() < 3) return;
  const auto [top, bottom] = std::ranges::minmax(outline, {}, &Spot::y);
  const int first = std::max(0, static_cast<int>(std::floor(top.y)));
  const int last = std::min(height_ - 1, static_cast<int>(std::ceil(bottom.y)));
  const auto [left, right] = std::ranges::minmax(outline, {}, &Spot::x);
  const int begin = std::clamp(static_cast<int>(std::floor(left.x)), 0, width_);
  const int end = std::clamp(static_cast<int>(std::ceil(right.x)), begin, width_);
  std::vector<int> row(static_cast<std::size_t>(end - begin));
  std::vector<double> cuts;
  for (int y = first; y <= last; ++y) {
    std::ranges::fill(row, 0);
    for (int line = 0; line < lines_of_a_row; ++line) {
      find_cuts(outline, y + (line + 0.5) / lines_of_a_row, cuts);
      for (std::size_t i = 0; i + 1 < cuts.size(); i += 2) cover(row, cuts[i] - begin, cuts[i + 1] - begin);
    }
    for (int x = begin; x < end; ++x) {
      const int share = row[static_cast<std::size_t>(x - begin)];
      if (share > 0) blend(x, y, colour, share);
    }
  }
}

void Canvas::fill_circle(Spot middle, double radius, Colour colour) {
  std::array<Spot, corners_of_a_circle> outline;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / corners_of_a_circle;
    outline[i] = {middle.x + radius * std::cos(angle), middle.y + radius * std::sin(angle)};
  }
  fill(outline, colour);
}

void Canvas::fill_rectangle(Spot corner, double width, double height, Colour colour) {
  const std::array<Spot, 4> outline{corner, Spot{corner.x + width, corner.y}, Spot{corner.x + width, corner.y + height},
                                    Spot{corner.x, corner.y + height}};
  fill(outline, colour);
}

}  // namespace crownstar::server
