#include "engines/tablebase/foreign/scan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace crownstar::tablebase {
namespace {

constexpr int scan_row_squares = 5;
constexpr int scan_man_squares = scan_squares - scan_row_squares;  // no man stands on the last row

// A byte is the length of a run, in steps of a fifth, and its value.
const ByteCode& scan_code() {
  static const ByteCode code = [] {
    constexpr std::array<Value, 3> by_digit{Value::draw, Value::loss, Value::win};
    constexpr double step = 1.2;
    constexpr std::size_t steps = 85;
    ByteCode meanings{};
    double length = 1;
    for (std::size_t i = 0; i < steps; ++i, length *= step) {
      for (std::size_t digit = 0; digit < by_digit.size(); ++digit) {
        meanings[i * by_digit.size() + digit] =
            run_of(by_digit[digit], static_cast<std::uint32_t>(std::lround(length)));
      }
    }
    return meanings;
  }();
  return code;
}

std::uint64_t scan_size(const Slice& slice) {
  const int open = scan_squares - slice.men();
  return ways_to_choose(slice.own.men, scan_man_squares) * ways_to_choose(slice.theirs.men, scan_man_squares) *
         ways_to_choose(slice.own.kings, open) * ways_to_choose(slice.theirs.kings, open - slice.own.kings);
}

// The other side's pieces are numbered as it sees the board. Men are counted as if the other side had none, so some
// numbers are of no position.
std::uint64_t scan_number(const Placement& placement, const Slice& slice) {
  const int open = scan_squares - slice.men();
  const Placement theirs = turned(placement, scan_squares);
  std::uint64_t number = number_among(placement.own_men, 0);
  number = number * ways_to_choose(slice.theirs.men, scan_man_squares) + number_among(theirs.own_men, 0);
  number = number * ways_to_choose(slice.own.kings, open) + number_among(placement.own_kings, placement.men());
  return number * ways_to_choose(slice.theirs.kings, open - slice.own.kings) +
         number_among(theirs.own_kings, theirs.men() | theirs.their_kings);
}

}  // namespace

std::string ScanDatabase::file_name(const Slice& slice) {
  std::string name = std::to_string(slice.pieces()) + "/";
  for (const int number : {slice.own.men, slice.theirs.men, slice.own.kings, slice.theirs.kings}) {
    name += std::to_string(number);
  }
  return name;
}

base::Checked<std::unique_ptr<ScanDatabase>> ScanDatabase::open(const std::string& folder) {
  auto database = std::make_unique<ScanDatabase>();
  for (int pieces = 2; pieces <= most_scan_pieces; ++pieces) {
    for (const Slice& slice : slices_of_both_sides(pieces, true)) {
      const std::string path = folder + "/" + file_name(slice);
      if (!exists(path)) continue;
      auto file = MappedFile::open(path);
      if (!file) return std::unexpected(file.error());
      const auto done = database->read(slice, file->bytes());
      if (!done) return base::refuse("Scan's bitbase '" + path + "' is not used: " + done.error().reason);
      database->files_.push_back(*std::move(file));
    }
  }
  return database;
}

base::Checked<void> ScanDatabase::read(const Slice& slice, std::span<const std::uint8_t> bytes) {
  auto packed = RunLengths::read(bytes, scan_code(), scan_size(slice));
  if (!packed) return std::unexpected(packed.error());
  if (packed->size_with_surplus() != packed->size()) return base::refuse("its last run is too long");
  packed->first_block = blocks_;
  blocks_ += packed->blocks();
  parts_.insert_or_assign(slice, *std::move(packed));
  most_pieces_ = std::max(most_pieces_, slice.pieces());
  return {};
}

std::optional<Database::Entry> ScanDatabase::find(const Placement& placement) const {
  const Slice slice = placement.slice();
  const auto part = parts_.find(slice);
  if (part == parts_.end()) return std::nullopt;
  return Entry{&part->second, scan_number(placement, slice), {}};
}

}  // namespace crownstar::tablebase
