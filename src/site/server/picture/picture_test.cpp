#include <array>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <zlib.h>

#include "rules/catalog/catalog.hpp"
#include "site/server/picture/png.hpp"
#include "site/server/picture/position_picture.hpp"

namespace crownstar::server {
namespace {

constexpr Colour white{255, 255, 255};
constexpr Colour black{0, 0, 0};

TEST(Canvas, AnOutlineIsFilledWithSmoothEdges) {
  Canvas canvas(20, 10, white);
  canvas.fill_rectangle({2, 3}, 4.5, 2, black);
  EXPECT_EQ(canvas.at(2, 3), black);
  EXPECT_EQ(canvas.at(5, 4), black);
  EXPECT_EQ(canvas.at(1, 3), white);
  EXPECT_EQ(canvas.at(2, 2), white);
  EXPECT_EQ(canvas.at(2, 5), white);
  EXPECT_EQ(canvas.at(7, 3), white);
  EXPECT_NEAR(canvas.at(6, 3).red, 128, 2) << "half of it is covered";
}

TEST(Canvas, WhatLiesOutsideIsLeftOut) {
  Canvas canvas(8, 8, white);
  canvas.fill_circle({0, 0}, 4, black);
  canvas.fill_circle({8, 8}, 4, black);
  canvas.fill_circle({100, -100}, 30, black);
  EXPECT_EQ(canvas.at(0, 0), black);
  EXPECT_EQ(canvas.at(7, 7), black);
  EXPECT_EQ(canvas.at(7, 0), white);
  const std::array<Spot, 2> line{Spot{0, 0}, Spot{8, 8}};
  canvas.fill(line, black);  // which has no inside
  EXPECT_EQ(canvas.at(4, 3), white);
}

TEST(Canvas, WhatAnOutlineCrossesTwiceIsOutside) {
  Canvas canvas(30, 30, white);
  const std::array<Spot, 5> pentagram{Spot{15, 1}, Spot{23.5, 27}, Spot{1.5, 11}, Spot{28.5, 11}, Spot{6.5, 27}};
  canvas.fill(pentagram, black);
  EXPECT_EQ(canvas.at(15, 6), black);
  EXPECT_EQ(canvas.at(15, 15), white);
}

std::uint32_t number_at(std::string_view file, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<unsigned char>(file[at + i]);
  return number;
}

// Reads a file of ours back by the standard's own words (PNG, third edition): nothing of the writer is used.
std::string pixels_of(std::string_view file, int width, int height) {
  EXPECT_EQ(file.substr(0, 8), "\x89PNG\r\n\x1a\n");
  std::string packed;
  std::string names;
  for (std::size_t at = 8; at < file.size();) {
    const std::size_t length = number_at(file, at);
    const std::string_view named = file.substr(at + 4, 4 + length);
    const auto sum = crc32(0, reinterpret_cast<const Bytef*>(named.data()), static_cast<uInt>(named.size()));
    EXPECT_EQ(number_at(file, at + 8 + length), sum) << named.substr(0, 4);
    names += named.substr(0, 4);
    if (named.starts_with("IDAT")) packed += named.substr(4);
    if (named.starts_with("IHDR")) {
      EXPECT_EQ(number_at(named, 4), static_cast<std::uint32_t>(width));
      EXPECT_EQ(number_at(named, 8), static_cast<std::uint32_t>(height));
    }
    at += 12 + length;
  }
  EXPECT_EQ(names, "IHDRIDATIEND");
  const std::size_t row = 1 + 3 * static_cast<std::size_t>(width);
  std::string rows(row * static_cast<std::size_t>(height), '\0');
  auto length = static_cast<uLongf>(rows.size());
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(rows.data()), &length, reinterpret_cast<const Bytef*>(packed.data()),
                       static_cast<uLong>(packed.size())),
            Z_OK);
  EXPECT_EQ(length, rows.size());
  std::string pixels;
  for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
    EXPECT_EQ(rows[y * row], 2) << "the filter: up";
    for (std::size_t x = 1; x < row; ++x) {
      const char above = y == 0 ? '\0' : pixels[pixels.size() - (row - 1)];
      pixels += static_cast<char>(rows[y * row + x] + above);
    }
  }
  return pixels;
}

TEST(Png, IsReadBackAsItWas) {
  Canvas canvas(37, 11, {1, 2, 250});
  canvas.fill_circle({20, 5}, 4.3, {200, 30, 7});
  canvas.fill_rectangle({0, 9}, 37, 2, black);
  EXPECT_EQ(pixels_of(png_of(canvas), 37, 11), canvas.pixels());
}

Canvas picture_at(std::string_view token, std::string_view position = {}) {
  const auto game = *game::start(token);
  if (!position.empty()) EXPECT_TRUE(game->set_position(position));
  return position_picture(*game);
}

TEST(PositionPicture, ShowsEachPieceWhereItStands) {
  constexpr Colour light{0xf4, 0xe9, 0xd0};
  constexpr Colour red{0xa4, 0x27, 0x1d};
  const Canvas canvas = picture_at("american", "B:W32:B1");
  ASSERT_EQ(canvas.width(), preview_width);
  ASSERT_EQ(canvas.height(), preview_height);
  // The board of 8 squares and its frame fill the height but a margin; 1 is in the row above, 32 in the one below.
  const double step = (preview_height - 44) / 8.48;
  const auto square = [&](int column, int row) {
    return canvas.at(static_cast<int>(600 + (column - 3.5) * step), static_cast<int>(315 + (row - 3.5) * step));
  };
  EXPECT_EQ(square(1, 0), red);
  EXPECT_EQ(square(6, 7), light);
  EXPECT_EQ(square(3, 0), (Colour{0x8b, 0x57, 0x33}));
  EXPECT_EQ(square(0, 0), (Colour{0xe6, 0xc7, 0x95}));
}

TEST(PositionPicture, OfEveryGameFitsTheSameSize) {
  for (const auto& entry : game::catalog()) {
    const Canvas canvas = picture_at(entry.id);
    EXPECT_EQ(canvas.pixels().size(), 3U * preview_width * preview_height) << entry.id;
    EXPECT_EQ(canvas.at(0, 0), canvas.at(preview_width - 1, preview_height - 1)) << entry.id << ": free at its edges";
  }
  const Canvas star = picture_at("sternhalma:players=6,board=253");
  EXPECT_NE(star.at(600, 30), star.at(0, 0)) << "its highest tip";
  EXPECT_NE(picture_at("sternhalma").pixels(), picture_at("sternhalma:pieces=10").pixels());
}

}  // namespace
}  // namespace crownstar::server
