#include "engines/tablebase/foreign/chinook.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "engines/tablebase/foreign/index_text.hpp"

namespace crownstar::tablebase {
namespace {

using base::Checked;

constexpr int chinook_packed = 243;  // the lower ones stand for five values each, the others for a run
constexpr std::array<std::uint32_t, 256 - chinook_packed> chinook_runs{10, 15,  20,  25,  30,  40,  50,
                                                                       60, 100, 200, 400, 800, 1600};
constexpr std::size_t chinook_values_a_byte = 5;

// Each part has a code of its own, by the value that its runs are of.
ByteCode chinook_code_with(Value value) {
  ByteCode code{};
  for (int byte = 0; byte < chinook_packed; ++byte) {
    ByteMeaning meaning = digits_of(byte, chinook_values_a_byte, {Value::draw, Value::win, Value::loss});
    std::ranges::reverse(meaning.values);  // the highest digit comes first
    code[static_cast<std::size_t>(byte)] = meaning;
  }
  for (std::size_t i = 0; i < chinook_runs.size(); ++i) code[chinook_packed + i] = run_of(value, chinook_runs[i]);
  return code;
}

const ByteCode& chinook_code(Value value) {
  static const std::array<ByteCode, 3> codes{chinook_code_with(Value::draw), chinook_code_with(Value::win),
                                             chinook_code_with(Value::loss)};
  return codes[static_cast<std::size_t>(value)];
}

// `BASE1311.26 -`: kings and men of the mover and of the other side by turns, then the rows of their leading men.
Checked<ChinookPart> take_chinook_part(IndexText& text) {
  ChinookPart part;
  Army& own = part.slice.own;
  Army& theirs = part.slice.theirs;
  const bool is_there = text.take("BASE") && text.take_digit(own.kings) && text.take_digit(theirs.kings) &&
                        text.take_digit(own.men) && text.take_digit(theirs.men) && text.take(".") &&
                        text.take_digit(part.own_row) && text.take_digit(part.their_row) && text.take(" ");
  if (!is_there) return text.refuse("expected BASE, four digits, a dot, two digits and = + or -");
  if (own.pieces() == 0 || theirs.pieces() == 0 || part.slice.pieces() > most_chinook_pieces ||
      !can_lead_on(own, part.own_row, chinook_man_rows) || !can_lead_on(theirs, part.their_row, chinook_man_rows)) {
    return text.refuse("there are no such pieces; expected 1 to 5 of each side, " +
                       std::to_string(most_chinook_pieces) + " in all, and men on rows 0 to 6");
  }
  return part;
}

struct Extent {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint64_t positions = 0;
  std::vector<RunLengths::Mark> marks;
};

// `S`, a line with a dot for each block that begins within the part, and `E`.
Checked<Extent> take_extent(IndexText& text) {
  Extent extent;
  std::uint32_t number = 0;
  if (!text.take("S") || !text.take_number(number) || number != 0 || !text.take_place(extent.begin) ||
      !text.is_line_done()) {
    return text.refuse("expected S, 0 and where the part begins");
  }
  std::uint32_t block = 0;
  for (text.next_line(); text.take("."); text.next_line()) {
    if (!text.take_number(number) || !text.take_number(block) || !text.is_line_done()) {
      return text.refuse("expected a dot, a position's number and its block");
    }
    const std::size_t place = std::size_t{block} * index_block;
    if (place <= extent.begin) return text.refuse("its blocks are out of order");
    extent.marks.push_back({place - extent.begin, number});
  }
  if (!text.take("E") || !text.take_number(number) || !text.take_place(extent.end) || !text.is_line_done()) {
    return text.refuse("expected E, the number of positions and where the part ends");
  }
  extent.positions = number;
  text.next_line();
  return extent;
}

// Parts lie one after another; `last_end` is where the one before ended.
Checked<RunLengths> take_values(IndexText& text, std::span<const std::uint8_t> values, Value value,
                                std::uint64_t positions, std::size_t& last_end) {
  const auto extent = take_extent(text);
  if (!extent) return std::unexpected(extent.error());
  if (extent->begin < last_end || extent->begin >= extent->end || extent->end > values.size()) {
    return base::refuse("its place overlaps another part, or lies beyond the file");
  }
  last_end = extent->end;
  const auto bytes = values.subspan(extent->begin, extent->end - extent->begin);
  auto packed = RunLengths::read(bytes, chinook_code(value), positions, extent->marks);
  if (packed && packed->size_with_surplus() != extent->positions) {
    return base::refuse("it holds another number of positions than its index says");
  }
  return packed;
}

std::string chinook_text(const ChinookPart& part) {
  std::string text;
  for (const int number : {part.slice.own.kings, part.slice.theirs.kings, part.slice.own.men, part.slice.theirs.men}) {
    text += std::to_string(number);
  }
  return "BASE" + text + "." + std::to_string(part.own_row) + std::to_string(part.their_row);
}

}  // namespace

Checked<std::unique_ptr<ChinookDatabase>> ChinookDatabase::open(const std::string& folder, const std::string& name) {
  const std::string path = folder + "/" + name;
  auto values = MappedFile::open(path);
  if (!values) return std::unexpected(values.error());
  const auto index = MappedFile::open(path + ".idx");
  if (!index) return std::unexpected(index.error());
  const auto bytes = index->bytes();
  auto database = read(values->bytes(), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (!database) return base::refuse("Chinook's database '" + path + "' is not used: " + database.error().reason);
  (*database)->file_ = *std::move(values);
  return database;
}

Checked<std::unique_ptr<ChinookDatabase>> ChinookDatabase::read(std::span<const std::uint8_t> values,
                                                                std::string_view index) {
  auto database = std::make_unique<ChinookDatabase>();
  if (const auto done = database->read_parts(values, index); !done) return std::unexpected(done.error());
  return database;
}

Checked<void> ChinookDatabase::read_parts(std::span<const std::uint8_t> values, std::string_view index) {
  IndexText text(index);
  std::size_t last_end = 0;
  while (!text.is_at_end()) {
    const auto part = take_chinook_part(text);
    if (!part) return std::unexpected(part.error());
    const auto usual = take_value_sign(text);
    const auto only = take_value_sign(text);
    if (!usual || !text.is_line_done()) return text.refuse("expected = + or -, twice where all positions are alike");
    text.next_line();
    const std::uint64_t positions = numbers_.size(*part);
    Part kept = *usual;
    if (!only) {
      auto packed = take_values(text, values, *usual, positions, last_end);
      if (!packed) return base::refuse(chinook_text(*part) + ": " + packed.error().reason);
      packed->first_block = blocks_;
      blocks_ += packed->blocks();
      kept = *std::move(packed);
    } else if (*only != *usual) {
      return base::refuse(chinook_text(*part) + ": expected the same sign twice");
    }
    if (!parts_.emplace(*part, std::move(kept)).second) return base::refuse(chinook_text(*part) + " is there twice");
    most_pieces_ = std::max(most_pieces_, part->slice.pieces());
  }
  if (parts_.empty()) return base::refuse("its index is empty");
  return {};
}

std::optional<Database::Entry> ChinookDatabase::find(const Placement& placement) const {
  const auto part = parts_.find(chinook_part_of(placement));
  if (part == parts_.end()) return std::nullopt;
  if (const auto* const packed = std::get_if<RunLengths>(&part->second)) {
    return Entry{packed, numbers_.number(placement), {}};
  }
  return Entry{nullptr, 0, std::get<Value>(part->second)};
}

}  // namespace crownstar::tablebase
