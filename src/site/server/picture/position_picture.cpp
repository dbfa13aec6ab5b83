#include "site/server/picture/position_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

namespace crownstar::server {
namespace {

// As the page's usual boards and pieces.
constexpr Colour ground{0xf3, 0xec, 0xdf};
constexpr Colour frame{0x4b, 0x2c, 0x18};
constexpr Colour inlay{0xd9, 0xb0, 0x6a};
constexpr Colour played_square{0x8b, 0x57, 0x33};
constexpr Colour other_square{0xe6, 0xc7, 0x95};
constexpr Colour square_line{0x6b, 0x44, 0x26};
constexpr Colour star_body{0xe4, 0xc5, 0x91};
constexpr Colour star_line{0xb8, 0x93, 0x62};
constexpr Colour hole{0x5b, 0x3a, 0x20};
constexpr Colour brand{0x9d, 0x2b, 0x22};
constexpr Colour brand_crown{0xff, 0xf6, 0xe6};

struct Shades {
  Colour top;
  Colour edge;
  Colour mark;  // grooves, and the crown of a king
};

constexpr Shades light_piece{{0xf4, 0xe9, 0xd0}, {0xa9, 0x8c, 0x5c}, {0x8d, 0x62, 0x12}};
constexpr Shades red_piece{{0xa4, 0x27, 0x1d}, {0x5e, 0x0f, 0x0b}, {0xf3, 0xc6, 0x5b}};
constexpr Shades black_piece{{0x37, 0x30, 0x2b}, {0x12, 0x0e, 0x0b}, {0xf3, 0xc6, 0x5b}};

constexpr int most_sets = 6;
constexpr std::array<Colour, most_sets + 1> set_colours{{hole,
                                                         {0xe0, 0x4a, 0x2b},
                                                         {0xf6, 0xc5, 0x2c},
                                                         {0x0a, 0x5a, 0x43},
                                                         {0x2c, 0x27, 0x66},
                                                         {0xf6, 0xf1, 0xe4},
                                                         {0x5a, 0xa9, 0xe6}}};

constexpr double margin = 22;          // above and below the board
constexpr double square_frame = 0.24;  // in steps, as all that follows
constexpr double star_rim = 1.7;       // beyond the outermost hole
constexpr double man_radius = 0.38;
constexpr double stone_radius = 0.42;
constexpr double hole_radius = 0.17;

Colour mix(Colour one, Colour other, double share) {
  const auto part = [share](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(std::lround(from + (to - from) * share));
  };
  return {part(one.red, other.red), part(one.green, other.green), part(one.blue, other.blue)};
}

// Two triangles: every second corner is a tip, the first one points up.
std::array<Spot, 12> star_outline(Spot middle, double radius) {
  std::array<Spot, 12> outline;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const double angle = std::numbers::pi * (static_cast<double>(i) / 6 - 0.5);
    const double distance = i % 2 == 0 ? radius : radius / std::numbers::sqrt3;
    outline[i] = {middle.x + distance * std::cos(angle), middle.y + distance * std::sin(angle)};
  }
  return outline;
}

// On a square of 2 around its middle.
constexpr std::array<Spot, 7> crown_outline{
    {{-0.85, 0.5}, {-1, -0.45}, {-0.475, -0.075}, {0, -0.7}, {0.475, -0.075}, {1, -0.45}, {0.85, 0.5}}};

void draw_crown(Canvas& canvas, Spot middle, double size, Colour colour) {
  std::array<Spot, crown_outline.size()> outline;
  std::ranges::transform(crown_outline, outline.begin(),
                         [&](Spot spot) { return Spot{middle.x + size * spot.x, middle.y + size * spot.y}; });
  canvas.fill(outline, colour);
}

void draw_line(Canvas& canvas, Spot from, Spot to, double width, Colour colour) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  const Spot aside{(to.y - from.y) / length * width / 2, (from.x - to.x) / length * width / 2};
  const std::array<Spot, 4> outline{Spot{from.x + aside.x, from.y + aside.y}, Spot{to.x + aside.x, to.y + aside.y},
                                    Spot{to.x - aside.x, to.y - aside.y}, Spot{from.x - aside.x, from.y - aside.y}};
  canvas.fill(outline, colour);
}

// The middle of a board's points.
Spot middle_of(const game::Layout& layout) {
  const auto by_x = std::ranges::minmax(layout.points, {}, &game::LayoutPoint::x);
  const auto by_y = std::ranges::minmax(layout.points, {}, &game::LayoutPoint::y);
  return {(by_x.min.x + by_x.max.x) / 2, (by_y.min.y + by_y.max.y) / 2};
}

// From the middle to the edge above, in steps.
double reach_of(const game::Layout& layout) {
  const double highest = std::ranges::max_element(layout.points, {}, &game::LayoutPoint::y)->y;
  return highest - middle_of(layout).y + (layout.shape == game::BoardShape::star ? star_rim : 0.5 + square_frame);
}

class Drawing {
 public:
  Drawing(Canvas& canvas, const game::Game& game)
      : canvas_(canvas),
        game_(game),
        layout_(game.layout()),
        middle_(middle_of(layout_)),
        reach_(reach_of(layout_)),
        step_((preview_height - 2 * margin) / (2 * reach_)) {}

  void draw() {
    if (is_star()) {
      draw_star();
    } else {
      draw_squares();
    }
    for (const game::PieceView& piece : game_.pieces()) {
      draw_piece(spot_of(piece.point), step_, piece.set, piece.is_king);
    }
    draw_sides();
  }

 private:
  bool is_star() const { return layout_.shape == game::BoardShape::star; }

  Spot at(double x, double y) const {
    return {preview_width / 2.0 + (x - middle_.x) * step_, preview_height / 2.0 - (y - middle_.y) * step_};
  }
  Spot spot_of(game::Point point) const {
    const game::LayoutPoint& place = layout_.points[static_cast<std::size_t>(point)];
    return at(place.x, place.y);
  }

  // A frame of that width around all squares.
  void draw_field(double around, Colour colour) {
    const double width = layout_.columns + 2 * around;
    const double height = layout_.rows + 2 * around;
    canvas_.fill_rectangle(at(middle_.x - width / 2, middle_.y + height / 2), width * step_, height * step_, colour);
  }

  void draw_squares() {
    draw_field(square_frame, frame);
    draw_field(square_frame / 4, inlay);
    const bool is_each_played = std::ranges::all_of(layout_.points, &game::LayoutPoint::is_playable);
    for (const game::LayoutPoint& point : layout_.points) {
      const Colour colour = is_each_played || !point.is_playable ? other_square : played_square;
      canvas_.fill_rectangle(at(point.x - 0.5, point.y + 0.5), step_, step_, colour);
    }
    if (!is_each_played) return;
    for (int column = 1; column < layout_.columns; ++column) {
      const double x = middle_.x - layout_.columns / 2.0 + column;
      draw_line(canvas_, at(x, middle_.y + layout_.rows / 2.0), at(x, middle_.y - layout_.rows / 2.0), 2, square_line);
    }
    for (int row = 1; row < layout_.rows; ++row) {
      const double y = middle_.y - layout_.rows / 2.0 + row;
      draw_line(canvas_, at(middle_.x - layout_.columns / 2.0, y), at(middle_.x + layout_.columns / 2.0, y), 2,
                square_line);
    }
  }

  void draw_star() {
    const Spot centre = at(middle_.x, middle_.y);
    canvas_.fill(star_outline(centre, reach_ * step_), frame);
    canvas_.fill(star_outline(centre, (reach_ - 0.5) * step_), star_body);
    for (const auto& [from, to] : layout_.lines) draw_line(canvas_, spot_of(from), spot_of(to), 1.5, star_line);
    for (const game::LayoutPoint& point : layout_.points) {
      const int set = std::clamp(point.goal_of, 0, most_sets);
      const Colour colour = set == 0 ? hole : mix(hole, set_colours[static_cast<std::size_t>(set)], 0.6);
      canvas_.fill_circle(at(point.x, point.y), hole_radius * step_, colour);
    }
  }

  // What the pieces of a draughts seat are like: the light ones are called White in every game.
  const Shades& shades_of(int seat) const {
    const std::string name = game_.seat_name(seat);
    return name == "White" ? light_piece : name == "Red" ? red_piece : black_piece;
  }

  void draw_piece(Spot spot, double size, int set, bool is_king) {
    if (is_star()) return draw_stone(spot, size, set);
    const Shades& shades = shades_of(set - 1);
    const double radius = man_radius * size;
    const double thick = 0.07 * size;
    for (int disc = 0; disc < (is_king ? 2 : 1); ++disc) {
      const Spot middle{spot.x, spot.y - 2 * disc * thick};
      canvas_.fill_circle({middle.x, middle.y + thick}, radius, shades.edge);
      canvas_.fill_circle(middle, radius, shades.top);
      canvas_.fill_circle(middle, 0.76 * radius, mix(shades.top, shades.edge, 0.5));
      canvas_.fill_circle(middle, 0.7 * radius, shades.top);
    }
    if (is_king) draw_crown(canvas_, {spot.x, spot.y - 2 * thick}, 0.5 * radius, shades.mark);
  }

  void draw_stone(Spot spot, double size, int set) {
    const Colour colour = set_colours[static_cast<std::size_t>(std::clamp(set, 1, most_sets))];
    const double radius = stone_radius * size;
    canvas_.fill_circle({spot.x, spot.y + 0.05 * size}, radius, mix(colour, frame, 0.6));
    canvas_.fill_circle(spot, radius, colour);
    canvas_.fill_circle({spot.x - 0.3 * radius, spot.y - 0.35 * radius}, 0.28 * radius,
                        mix(colour, {255, 255, 255}, 0.5));
  }

  // Beside the board: whose page it is, and the colours that play.
  void draw_sides() {
    constexpr Spot sign{150, preview_height / 2.0};
    constexpr double sign_radius = 92;
    canvas_.fill(star_outline(sign, sign_radius), brand);
    draw_crown(canvas_, {sign.x, sign.y - 4}, 38, brand_crown);
    constexpr double right = preview_width - 150;
    constexpr double apart = 88;
    constexpr double size = 84;
    for (int seat = 0; seat < game_.seats(); ++seat) {
      const double y = preview_height / 2.0 + (seat - (game_.seats() - 1) / 2.0) * apart;
      if (const auto set = first_set_of(seat)) draw_piece({right, y}, size, *set, false);
    }
  }

  std::optional<int> first_set_of(int seat) const {
    std::optional<int> first;
    for (const game::PieceView& piece : game_.pieces()) {
      if (piece.seat == seat && (!first || piece.set < *first)) first = piece.set;
    }
    return first;
  }

  Canvas& canvas_;
  const game::Game& game_;
  const game::Layout& layout_;
  Spot middle_;   // of the points
  double reach_;  // from there to the edge above, in steps
  double step_;   // in pixels
};

}  // namespace

Canvas position_picture(const game::Game& game) {
  Canvas canvas(preview_width, preview_height, ground);
  Drawing(canvas, game).draw();
  return canvas;
}

}  // namespace crownstar::server
