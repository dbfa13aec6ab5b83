// A picture of coloured pixels into which outlines are filled, with smooth edges.
// It does not know what is drawn, and how a picture is written into a file.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace crownstar::server {

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  bool operator==(const Colour&) const = default;
};

// In pixels; x to the right and y downwards.
struct Spot {
  double x = 0;
  double y = 0;
};

class Canvas {
 public:
  Canvas(int width, int height, Colour ground);

  int width() const { return width_; }
  int height() const { return height_; }
  Colour at(int x, int y) const;
  // Row by row, three bytes a pixel.
  const std::string& pixels() const { return pixels_; }

  // The inside of a closed outline; where it crosses itself, what is inside an odd number of times.
  void fill(std::span<const Spot> outline, Colour colour);
  void fill_circle(Spot middle, double radius, Colour colour);
  void fill_rectangle(Spot corner, double width, double height, Colour colour);

 private:
  void blend(int x, int y, Colour colour, int share);  // of 256

  int width_;
  int height_;
  std::string pixels_;
};

}  // namespace crownstar::server
