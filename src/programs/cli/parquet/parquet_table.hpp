// Makes a Parquet file out of rows, a group of rows at a time (https://parquet.apache.org/docs/file-format): plain
// values, packed with gzip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownstar::cli {

enum class ParquetType : std::uint8_t { text, number32, number64, instant, boolean };  // instant: milliseconds, UTC

struct ParquetColumn {
  std::string name;
  ParquetType type = ParquetType::text;
  int lists = 0;             // 1: a list of such values, 2: a list of lists
  bool is_optional = false;  // of a list: its values may be missing
};

// One column of the rows that are not written yet.
class ParquetValues {
 public:
  explicit ParquetValues(const ParquetColumn& column) : column_(column) {}

  void add(std::string_view text);
  void add(bool value);
  void add(std::int32_t number);
  void add(std::int64_t number);
  void add_missing();

  // Of lists: how deep the next value goes on with what is there: 0 begins the row's list, 1 another value of it (or
  // another list in it), 2 another value of the inner one.
  void repeat(int depth) { depth_ = depth; }
  void add_empty_list();

  std::size_t bytes() const { return values_.size() + 2 * repeats_.size(); }

 private:
  friend class ParquetTable;

  void note(int present);

  ParquetColumn column_;
  std::string values_;
  std::vector<std::uint8_t> repeats_;
  std::vector<std::uint8_t> presences_;
  std::size_t bits_ = 0;  // booleans in `values_`
  int depth_ = 0;
};

class ParquetTable {
 public:
  ParquetTable(std::vector<ParquetColumn> columns, std::vector<std::pair<std::string, std::string>> metadata);

  // Each row gives every column its value.
  ParquetValues& column(std::size_t number) { return values_[number]; }
  void end_row() { ++rows_; }
  std::size_t bytes() const;  // that wait

  // What comes next in the file: its beginning and the waiting rows, as one group.
  std::string take_rows();
  // The rest of the file.
  std::string take_end();

 private:
  struct Chunk {
    std::int64_t offset = 0;
    std::int64_t values = 0;
    std::int64_t raw_bytes = 0;
    std::int64_t bytes = 0;
  };
  struct Group {
    std::vector<Chunk> chunks;
    std::int64_t rows = 0;
  };

  std::string page_of(ParquetValues& values, Chunk& chunk) const;
  std::string description() const;

  std::vector<ParquetColumn> columns_;
  std::vector<std::pair<std::string, std::string>> metadata_;
  std::vector<ParquetValues> values_;
  std::vector<Group> groups_;
  std::int64_t offset_ = 0;
  std::int64_t rows_ = 0;
};

}  // namespace crownstar::cli
