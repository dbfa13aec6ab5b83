#include "programs/cli/parquet/parquet_table.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

#include <zlib.h>

#include "programs/cli/parquet/thrift_writer.hpp"

namespace crownstar::cli {
namespace {

constexpr std::string_view file_mark = "PAR1";

// Numbers of the format's own lists: types, repetitions, meanings, encodings.
constexpr std::int32_t type_boolean = 0;
constexpr std::int32_t type_int32 = 1;
constexpr std::int32_t type_int64 = 2;
constexpr std::int32_t type_bytes = 6;
constexpr std::int32_t is_required = 0;
constexpr std::int32_t is_optional = 1;
constexpr std::int32_t is_repeated = 2;
constexpr std::int32_t meaning_utf8 = 0;
constexpr std::int32_t meaning_list = 3;
constexpr std::int32_t meaning_milliseconds = 9;
constexpr std::int32_t encoding_plain = 0;
constexpr std::int32_t encoding_levels = 3;
constexpr std::int32_t data_page = 0;
constexpr std::int32_t gzip_codec = 2;

std::int32_t physical_of(ParquetType type) {
  switch (type) {
    case ParquetType::text:
      return type_bytes;
    case ParquetType::number32:
      return type_int32;
    case ParquetType::number64:
    case ParquetType::instant:
      return type_int64;
    case ParquetType::boolean:
      break;
  }
  return type_boolean;
}

// How present a value is: one for each list around it, one more where it may be missing and is not.
int most_present(const ParquetColumn& column) { return column.lists + (column.is_optional ? 1 : 0); }

template <class Number>
void append_number(std::string& text, Number number) {
  static_assert(std::endian::native == std::endian::little);
  text.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// Runs of equal levels, each as its length and the level, behind the size of it all.
void append_levels(std::string& page, const std::vector<std::uint8_t>& levels) {
  std::string runs;
  for (auto level = levels.begin(); level != levels.end();) {
    const auto end = std::find_if(level, levels.end(), [level](std::uint8_t other) { return other != *level; });
    for (auto length = static_cast<std::uint64_t>(end - level) << 1U;; length >>= 7U) {
      const bool is_last = length < 0x80;
      runs += static_cast<char>(static_cast<unsigned char>((length & 0x7F) | (is_last ? 0U : 0x80U)));
      if (is_last) break;
    }
    runs += static_cast<char>(*level);
    level = end;
  }
  append_number(page, static_cast<std::uint32_t>(runs.size()));
  page += runs;
}

std::string gzipped(std::string_view text) {
  constexpr int gzip_window = 15 + 16;
  constexpr int usual_memory = 8;
  z_stream stream{};
  [[maybe_unused]] const int begun =
      deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, usual_memory, Z_DEFAULT_STRATEGY);
  assert(begun == Z_OK);
  std::string result(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  deflate(&stream, Z_FINISH);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

// One element of the schema: a column's value, or a group around one.
void write_value(ThriftWriter& thrift, std::string_view name, ParquetType type, std::int32_t repetition) {
  thrift.begin_element();
  thrift.number32(1, physical_of(type));
  thrift.number32(3, repetition);
  thrift.text(4, name);
  if (type == ParquetType::text) thrift.number32(6, meaning_utf8);
  if (type == ParquetType::instant) thrift.number32(6, meaning_milliseconds);
  thrift.end_struct();
}

void write_group(ThriftWriter& thrift, std::string_view name, std::int32_t repetition, bool is_list) {
  thrift.begin_element();
  thrift.number32(3, repetition);
  thrift.text(4, name);
  thrift.number32(5, 1);
  if (is_list) thrift.number32(6, meaning_list);
  thrift.end_struct();
}

void write_schema_of(ThriftWriter& thrift, const ParquetColumn& column) {
  std::string_view name = column.name;
  for (int depth = 0; depth < column.lists; ++depth) {
    write_group(thrift, name, is_required, true);
    write_group(thrift, "list", is_repeated, false);
    name = "element";
  }
  write_value(thrift, name, column.type, column.is_optional ? is_optional : is_required);
}

std::vector<std::string> path_of(const ParquetColumn& column) {
  std::vector<std::string> path{column.name};
  for (int depth = 0; depth < column.lists; ++depth) path.insert(path.end(), {"list", "element"});
  return path;
}

}  // namespace

void ParquetValues::note(int present) {
  repeats_.push_back(static_cast<std::uint8_t>(depth_));
  presences_.push_back(static_cast<std::uint8_t>(present));
  depth_ = 0;
}

void ParquetValues::add(std::string_view text) {
  note(most_present(column_));
  append_number(values_, static_cast<std::uint32_t>(text.size()));
  values_ += text;
}

void ParquetValues::add(bool value) {
  note(most_present(column_));
  if (bits_ % 8 == 0) values_ += '\0';
  if (value) values_.back() = static_cast<char>(static_cast<unsigned char>(values_.back()) | 1U << bits_ % 8);
  ++bits_;
}

void ParquetValues::add(std::int32_t number) {
  note(most_present(column_));
  append_number(values_, number);
}

void ParquetValues::add(std::int64_t number) {
  note(most_present(column_));
  append_number(values_, number);
}

void ParquetValues::add_missing() { note(column_.lists); }
void ParquetValues::add_empty_list() { note(0); }

ParquetTable::ParquetTable(std::vector<ParquetColumn> columns,
                           std::vector<std::pair<std::string, std::string>> metadata)
    : columns_(std::move(columns)), metadata_(std::move(metadata)) {
  for (const ParquetColumn& column : columns_) values_.emplace_back(column);
}

std::size_t ParquetTable::bytes() const {
  return std::accumulate(values_.begin(), values_.end(), std::size_t{0},
                         [](std::size_t sum, const ParquetValues& values) { return sum + values.bytes(); });
}

std::string ParquetTable::page_of(ParquetValues& values, Chunk& chunk) const {
  std::string page;
  if (values.column_.lists > 0) append_levels(page, values.repeats_);
  if (most_present(values.column_) > 0) append_levels(page, values.presences_);
  page += values.values_;
  const std::string body = gzipped(page);
  ThriftWriter thrift;
  thrift.number32(1, data_page);
  thrift.number32(2, static_cast<std::int32_t>(page.size()));
  thrift.number32(3, static_cast<std::int32_t>(body.size()));
  thrift.begin_struct(5);
  thrift.number32(1, static_cast<std::int32_t>(values.repeats_.size()));
  thrift.number32(2, encoding_plain);
  thrift.number32(3, encoding_levels);
  thrift.number32(4, encoding_levels);
  thrift.end_struct();
  const std::string head = thrift.finish();
  chunk.values = static_cast<std::int64_t>(values.repeats_.size());
  chunk.raw_bytes = static_cast<std::int64_t>(head.size() + page.size());
  chunk.bytes = static_cast<std::int64_t>(head.size() + body.size());
  return head + body;
}

std::string ParquetTable::take_rows() {
  std::string text;
  if (offset_ == 0) text = file_mark;
  const std::int64_t before = std::accumulate(groups_.begin(), groups_.end(), std::int64_t{0},
                                              [](std::int64_t sum, const Group& group) { return sum + group.rows; });
  if (rows_ > before) {
    Group& group = groups_.emplace_back();
    group.rows = rows_ - before;
    for (ParquetValues& values : values_) {
      Chunk chunk;
      chunk.offset = offset_ + static_cast<std::int64_t>(text.size());
      text += page_of(values, chunk);
      group.chunks.push_back(chunk);
      values = ParquetValues(values.column_);
    }
  }
  offset_ += static_cast<std::int64_t>(text.size());
  return text;
}

std::string ParquetTable::description() const {
  ThriftWriter thrift;
  thrift.number32(1, 1);  // the format's version
  std::size_t elements = 1;
  for (const ParquetColumn& column : columns_) elements += static_cast<std::size_t>(2 * column.lists + 1);
  thrift.begin_structs(2, elements);
  thrift.begin_element();
  thrift.text(4, "row");
  thrift.number32(5, static_cast<std::int32_t>(columns_.size()));
  thrift.end_struct();
  for (const ParquetColumn& column : columns_) write_schema_of(thrift, column);
  thrift.number64(3, rows_);
  thrift.begin_structs(4, groups_.size());
  for (const Group& group : groups_) {
    thrift.begin_element();
    thrift.begin_structs(1, columns_.size());
    std::int64_t raw_bytes = 0;
    for (std::size_t number = 0; number < columns_.size(); ++number) {
      const Chunk& chunk = group.chunks[number];
      raw_bytes += chunk.raw_bytes;
      thrift.begin_element();
      thrift.number64(2, chunk.offset);
      thrift.begin_struct(3);
      thrift.number32(1, physical_of(columns_[number].type));
      thrift.begin_numbers32(2, 2);
      thrift.element(encoding_plain);
      thrift.element(encoding_levels);
      const std::vector<std::string> path = path_of(columns_[number]);
      thrift.begin_texts(3, path.size());
      for (const std::string& name : path) thrift.element(std::string_view(name));
      thrift.number32(4, gzip_codec);
      thrift.number64(5, chunk.values);
      thrift.number64(6, chunk.raw_bytes);
      thrift.number64(7, chunk.bytes);
      thrift.number64(9, chunk.offset);
      thrift.end_struct();
      thrift.end_struct();
    }
    thrift.number64(2, raw_bytes);
    thrift.number64(3, group.rows);
    thrift.end_struct();
  }
  thrift.begin_structs(5, metadata_.size());
  for (const auto& [key, value] : metadata_) {
    thrift.begin_element();
    thrift.text(1, key);
    thrift.text(2, value);
    thrift.end_struct();
  }
  thrift.text(6, "crownstar");
  return thrift.finish();
}

std::string ParquetTable::take_end() {
  std::string text = take_rows();
  const std::string last = description();
  text += last;
  append_number(text, static_cast<std::uint32_t>(last.size()));
  return text + std::string(file_mark);
}

}  // namespace crownstar::cli
