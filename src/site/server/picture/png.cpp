#include "site/server/picture/png.hpp"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <zlib.h>

namespace crownstar::server {
namespace {

void write_number(std::string& file, std::uint32_t number) {
  for (const int shift : {24, 16, 8, 0}) file += static_cast<char>(number >> shift & 0xff);
}

const Bytef* bytes_of_text(std::string_view text) { return reinterpret_cast<const Bytef*>(text.data()); }

// PNG (third edition), 5.3: its length, its name, its contents, and a sum over the last two.
void write_chunk(std::string& file, std::string_view name, std::string_view contents) {
  write_number(file, static_cast<std::uint32_t>(contents.size()));
  const std::size_t from = file.size();
  file += name;
  file += contents;
  const std::string_view summed = std::string_view(file).substr(from);
  write_number(file, static_cast<std::uint32_t>(crc32(0, bytes_of_text(summed), static_cast<uInt>(summed.size()))));
}

// Each row with the filter "up" (9.2): what differs from the row above. Where rows are alike that is nothing at all.
std::string filtered(const Canvas& picture) {
  const auto length = 3 * static_cast<std::size_t>(picture.width());
  const std::string_view pixels = picture.pixels();
  const std::string nothing(length, '\0');
  constexpr char up = 2;
  std::string rows((length + 1) * static_cast<std::size_t>(picture.height()), up);
  std::size_t to = 0;
  for (std::size_t from = 0; from < pixels.size(); from += length) {
    const std::string_view above = from == 0 ? std::string_view(nothing) : pixels.substr(from - length, length);
    ++to;  // past the name of the filter
    for (std::size_t i = 0; i < length; ++i) rows[to + i] = static_cast<char>(pixels[from + i] - above[i]);
    to += length;
  }
  return rows;
}

std::string deflated(std::string_view text) {
  z_stream stream{};
  constexpr int window_bits = 15;
  constexpr int memory = 9;
  // Only runs of the same byte are looked for: most rows are one.
  int state = deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, window_bits, memory, Z_RLE);
  assert(state == Z_OK && "there was memory for it");
  std::string packed(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  stream.next_in = const_cast<Bytef*>(bytes_of_text(text));  // which it does not change
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  state = deflate(&stream, Z_FINISH);
  assert(state == Z_STREAM_END && "there was room for it");
  static_cast<void>(state);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace

std::string png_of(const Canvas& picture) {
  constexpr char bits_a_part = 8;
  constexpr char red_green_blue = 2;
  std::string header;
  write_number(header, static_cast<std::uint32_t>(picture.width()));
  write_number(header, static_cast<std::uint32_t>(picture.height()));
  header += bits_a_part;
  header += red_green_blue;
  header.append(3, '\0');  // packed, filtered and ordered in the one way that there is, or the usual one
  std::string file = "\x89PNG\r\n\x1a\n";
  write_chunk(file, "IHDR", header);
  write_chunk(file, "IDAT", deflated(filtered(picture)));
  write_chunk(file, "IEND", {});
  return file;
}

}  // namespace crownstar::server
