#include "programs/cli/parquet/thrift_writer.hpp"

#include <utility>

namespace crownstar::cli {

void ThriftWriter::number32(int field, std::int32_t value) {
  begin_field(field, Kind::number32);
  zigzag(value);
}

void ThriftWriter::number64(int field, std::int64_t value) {
  begin_field(field, Kind::number64);
  zigzag(value);
}

void ThriftWriter::text(int field, std::string_view value) {
  begin_field(field, Kind::text);
  element(value);
}

void ThriftWriter::begin_struct(int field) {
  begin_field(field, Kind::structure);
  begin_element();
}

void ThriftWriter::end_struct() {
  byte(0);
  last_ = outer_.back();
  outer_.pop_back();
}

void ThriftWriter::begin_numbers32(int field, std::size_t size) { begin_list(field, size, Kind::number32); }
void ThriftWriter::begin_texts(int field, std::size_t size) { begin_list(field, size, Kind::text); }
void ThriftWriter::begin_structs(int field, std::size_t size) { begin_list(field, size, Kind::structure); }

void ThriftWriter::element(std::int32_t value) { zigzag(value); }

void ThriftWriter::element(std::string_view value) {
  varint(value.size());
  text_ += value;
}

void ThriftWriter::begin_element() { outer_.push_back(std::exchange(last_, 0)); }

std::string ThriftWriter::finish() {
  byte(0);
  return std::move(text_);
}

void ThriftWriter::begin_field(int field, Kind kind) {
  constexpr int longest_step = 15;
  const int step = field - last_;
  last_ = field;
  if (step > 0 && step <= longest_step) return byte(static_cast<unsigned>(step) << 4U | static_cast<unsigned>(kind));
  byte(static_cast<unsigned>(kind));
  zigzag(field);
}

void ThriftWriter::begin_list(int field, std::size_t size, Kind kind) {
  constexpr std::size_t shortest_long = 15;
  begin_field(field, Kind::list);
  if (size < shortest_long) return byte(static_cast<unsigned>(size) << 4U | static_cast<unsigned>(kind));
  byte(0xF0U | static_cast<unsigned>(kind));
  varint(size);
}

void ThriftWriter::varint(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7U) byte(static_cast<unsigned>(value & 0x7F) | 0x80U);
  byte(static_cast<unsigned>(value));
}

void ThriftWriter::zigzag(std::int64_t value) {
  varint(static_cast<std::uint64_t>(value) << 1U ^ static_cast<std::uint64_t>(value >> 63));
}

}  // namespace crownstar::cli
