// Writes the compact protocol of Apache Thrift, in which a Parquet file describes itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crownstar::cli {

// Fields of a struct come in the order of their numbers. The caller opens and closes structs in pairs.
class ThriftWriter {
 public:
  void number32(int field, std::int32_t value);
  void number64(int field, std::int64_t value);
  void text(int field, std::string_view value);
  void begin_struct(int field);
  void end_struct();

  // A list's elements follow, each by one of the calls below.
  void begin_numbers32(int field, std::size_t size);
  void begin_texts(int field, std::size_t size);
  void begin_structs(int field, std::size_t size);
  void element(std::int32_t value);
  void element(std::string_view value);
  void begin_element();  // a struct, which `end_struct` ends

  // What was written, with the end of the struct that surrounds all.
  std::string finish();

 private:
  enum class Kind : std::uint8_t { number32 = 5, number64 = 6, text = 8, list = 9, structure = 12 };

  void begin_field(int field, Kind kind);
  void begin_list(int field, std::size_t size, Kind kind);
  void varint(std::uint64_t value);
  void zigzag(std::int64_t value);
  void byte(unsigned value) { text_ += static_cast<char>(static_cast<unsigned char>(value)); }

  std::string text_;
  int last_ = 0;            // field of the innermost struct
  std::vector<int> outer_;  // those of the structs around it
};

}  // namespace crownstar::cli
