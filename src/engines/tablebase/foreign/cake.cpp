#include "engines/tablebase/foreign/cake.hpp"

#include <algorithm>
#include <utility>

#include "engines/tablebase/foreign/index_text.hpp"

namespace crownstar::tablebase {
namespace {

using base::Checked;

constexpr int cake_row_squares = 4;
constexpr int cake_man_rows = 7;  // no man stands on the last row
constexpr int cake_packed = 81;   // the lower ones stand for four values each, the others for a run
constexpr std::uint32_t cake_values_a_byte = 4;
constexpr std::array<std::uint32_t, 58> cake_runs{
    5,   6,   7,   8,   9,   10,  11,  12,   13,   14,   15,   16,   17,   18,   19,   20,   21,   22,   23,  24,
    25,  26,  27,  28,  29,  30,  31,  32,   36,   40,   44,   48,   52,   56,   60,   70,   80,   90,   100, 150,
    200, 250, 300, 400, 500, 650, 800, 1000, 1200, 1400, 1600, 2000, 2400, 3200, 4000, 5000, 7500, 10000};

const ByteCode& cake_code() {
  static const ByteCode code = [] {
    constexpr std::array<Value, 3> by_digit{Value::win, Value::loss, Value::draw};
    ByteCode meanings{};
    for (int byte = 0; byte < cake_packed; ++byte) {
      meanings[static_cast<std::size_t>(byte)] = digits_of(byte, cake_values_a_byte, by_digit);
    }
    for (std::size_t i = 0; cake_packed + i < meanings.size() && i < by_digit.size() * cake_runs.size(); ++i) {
      meanings[cake_packed + i] = run_of(by_digit[i / cake_runs.size()], cake_runs[i % cake_runs.size()]);
    }
    return meanings;
  }();
  return code;
}

std::uint64_t cake_sets_on(int row, int men) {
  return men == 0 ? 1 : ways_to_choose(men, (row + 1) * cake_row_squares) - ways_to_choose(men, row * cake_row_squares);
}

// The men of each side are counted as if the other had none, so some numbers are of no position.
std::uint64_t cake_size(const CakePart& part) {
  const int open = cake_squares - part.slice.men();
  return cake_sets_on(part.own_row, part.slice.own.men) * cake_sets_on(part.their_row, part.slice.theirs.men) *
         ways_to_choose(part.slice.own.kings, open) *
         ways_to_choose(part.slice.theirs.kings, open - part.slice.own.kings);
}

std::uint64_t number_of_men(std::uint64_t men, int row) {
  return men == 0 ? 0 : number_among(men, 0) - ways_to_choose(std::popcount(men), row * cake_row_squares);
}

// The mover's men change fastest, then the other side's, the mover's kings and the other side's kings.
std::uint64_t cake_number(const Placement& placement, const CakePart& part) {
  const int open = cake_squares - part.slice.men();
  std::uint64_t number = number_among(placement.their_kings, placement.men() | placement.own_kings);
  number = number * ways_to_choose(part.slice.own.kings, open) + number_among(placement.own_kings, placement.men());
  number = number * cake_sets_on(part.their_row, part.slice.theirs.men) +
           number_of_men(turned(placement.their_men, cake_squares), part.their_row);
  return number * cake_sets_on(part.own_row, part.slice.own.men) + number_of_men(placement.own_men, part.own_row);
}

CakePart cake_part_of(const Placement& placement) {
  return {placement.slice(), leading_row(placement.own_men, cake_row_squares),
          leading_row(turned(placement.their_men, cake_squares), cake_row_squares), false};
}

// The stronger side comes first: with more pieces, or as many and more kings, or men further ahead; the mover if all
// of these are equal.
bool is_other_stronger(const CakePart& part) {
  const Army& own = part.slice.own;
  const Army& theirs = part.slice.theirs;
  if (own.pieces() != theirs.pieces()) return theirs.pieces() > own.pieces();
  if (own.kings != theirs.kings) return theirs.kings > own.kings;
  return part.their_row > part.own_row;
}

// `BASE0,1,1,0,0,6,w:`: men and kings of the stronger side and of the other, the rows of their leading men, and w where
// the other is to move.
Checked<CakePart> take_cake_part(IndexText& text, int pieces) {
  CakePart part;
  Army& own = part.slice.own;
  Army& theirs = part.slice.theirs;
  bool is_there = text.take("BASE");
  for (int* const number : {&own.men, &own.kings, &theirs.men, &theirs.kings, &part.own_row, &part.their_row}) {
    is_there = is_there && text.take_digit(*number) && text.take(",");
  }
  part.is_other_to_move = is_there && text.take("w:");
  if (!is_there || (!part.is_other_to_move && !text.take("b:"))) {
    return text.refuse("expected BASE, six digits and b or w, with commas between them");
  }
  if (own.pieces() == 0 || theirs.pieces() == 0 || part.slice.pieces() != pieces ||
      !can_lead_on(own, part.own_row, cake_man_rows) || !can_lead_on(theirs, part.their_row, cake_man_rows)) {
    return text.refuse("there are no such pieces; expected " + std::to_string(pieces) +
                       " of both sides together, and men on rows 0 to 6");
  }
  return part;
}

// A part whose values are packed: where they begin, and what the index says of the blocks that begin within them.
struct Listed {
  CakePart part;
  std::size_t begin = 0;
  std::vector<RunLengths::Mark> marks;
};

// `2/783`, a block of 1024 bytes and a byte in it, then a line for each block with the number that comes first there.
Checked<Listed> take_listed(IndexText& text, const CakePart& part) {
  Listed listed{part, 0, {}};
  if (!text.take_place(listed.begin) || !text.is_line_done()) {
    return text.refuse("expected = + or -, or a block and a byte below 1024");
  }
  std::uint32_t number = 0;
  for (text.next_line(); text.take_number(number); text.next_line()) {
    if (!text.is_line_done()) return text.refuse("expected one number");
    listed.marks.push_back({(listed.marks.size() + 1) * index_block - listed.begin % index_block, number});
  }
  return listed;
}

std::string cake_text(const CakePart& part) {
  std::string text = "BASE";
  for (const int number : {part.slice.own.men, part.slice.own.kings, part.slice.theirs.men, part.slice.theirs.kings,
                           part.own_row, part.their_row}) {
    text += std::to_string(number) + ",";
  }
  return text + (part.is_other_to_move ? "w" : "b");
}

}  // namespace

Checked<std::unique_ptr<CakeDatabase>> CakeDatabase::open(const std::string& folder) {
  auto database = std::make_unique<CakeDatabase>();
  for (int pieces = 2; pieces <= most_cake_pieces; ++pieces) {
    const std::string index_path = folder + "/" + index_name(pieces);
    const std::string values_path = folder + "/" + values_name(pieces);
    if (!exists(index_path) || !exists(values_path)) continue;
    auto values = MappedFile::open(values_path);
    if (!values) return std::unexpected(values.error());
    const auto index = MappedFile::open(index_path);
    if (!index) return std::unexpected(index.error());
    const auto bytes = index->bytes();
    const auto done =
        database->read(pieces, values->bytes(), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    if (!done) return base::refuse("Cake's database '" + values_path + "' is not used: " + done.error().reason);
    database->files_.push_back(*std::move(values));
  }
  return database;
}

Checked<void> CakeDatabase::read(int pieces, std::span<const std::uint8_t> values, std::string_view index) {
  IndexText text(index);
  if (text.is_at_end()) return base::refuse("its index is empty");
  std::vector<Listed> listed;
  const auto put = [&](const CakePart& part, Part kept) -> Checked<void> {
    if (!parts_.emplace(part, std::move(kept)).second) return base::refuse(cake_text(part) + " is there twice");
    return {};
  };
  while (!text.is_at_end()) {
    const auto part = take_cake_part(text, pieces);
    if (!part) return std::unexpected(part.error());
    most_of_a_side_ = std::max(most_of_a_side_, part->slice.own.pieces());
    if (const auto only = take_value_sign(text)) {
      if (!text.is_line_done()) return text.refuse("expected nothing more");
      if (const auto done = put(*part, *only); !done) return done;
      text.next_line();
      continue;
    }
    auto next = take_listed(text, *part);
    if (!next) return std::unexpected(next.error());
    const bool is_in_order = next->begin < values.size() && (listed.empty() || next->begin > listed.back().begin);
    if (!is_in_order) return base::refuse(cake_text(*part) + ": its place is out of order, or lies beyond the file");
    listed.push_back(*std::move(next));
  }
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const Listed& each = listed[i];
    const std::size_t end = i + 1 < listed.size() ? listed[i + 1].begin : values.size();
    auto packed =
        RunLengths::read(values.subspan(each.begin, end - each.begin), cake_code(), cake_size(each.part), each.marks);
    if (!packed) return base::refuse(cake_text(each.part) + ": " + packed.error().reason);
    packed->first_block = blocks_;
    blocks_ += packed->blocks();
    if (const auto done = put(each.part, *std::move(packed)); !done) return done;
  }
  most_pieces_ = std::max(most_pieces_, pieces);
  return {};
}

std::optional<Database::Entry> CakeDatabase::find(const Placement& placement) const {
  Placement ordered = placement;
  CakePart part = cake_part_of(placement);
  if (is_other_stronger(part)) {
    ordered = turned(placement, cake_squares);
    part = cake_part_of(ordered);
    part.is_other_to_move = true;
  }
  const auto found = parts_.find(part);
  if (found == parts_.end()) return std::nullopt;
  if (const auto* const packed = std::get_if<RunLengths>(&found->second)) {
    return Entry{packed, cake_number(ordered, part), {}};
  }
  return Entry{nullptr, 0, std::get<Value>(found->second)};
}

}  // namespace crownstar::tablebase
