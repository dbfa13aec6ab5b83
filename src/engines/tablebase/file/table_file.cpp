#include "engines/tablebase/file/table_file.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "engines/tablebase/file/hash.hpp"

namespace crownstar::tablebase {
namespace {

constexpr std::string_view magic = "CROWNTB1";
constexpr std::size_t longest_game_id = 64;
constexpr std::size_t hash_bytes = Hash::word_bytes;
constexpr std::size_t kinds_of_value = 3;

std::uint64_t hash_of(std::span<const std::uint8_t> bytes) {
  Hash hash(bytes.size());
  hash.add(bytes);
  return hash.sum();
}

// Numbers are written with their lowest byte first.
class Writer {
 public:
  void number(std::uint64_t value, int width) {
    for (int i = 0; i < width; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
  void text(std::string_view letters) { bytes_.insert(bytes_.end(), letters.begin(), letters.end()); }
  std::vector<std::uint8_t>& bytes() { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : left_(bytes) {}

  std::span<const std::uint8_t> take(std::size_t count) {
    if (count > left_.size()) {
      is_short_ = true;
      return {};
    }
    const auto taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }
  std::uint64_t number(std::size_t width) { return word_at(take(width)); }
  std::string_view text(std::size_t count) {
    const auto taken = take(count);
    return {reinterpret_cast<const char*>(taken.data()), taken.size()};
  }
  bool is_short() const { return is_short_; }
  std::span<const std::uint8_t>& left() { return left_; }

 private:
  std::span<const std::uint8_t> left_;
  bool is_short_ = false;
};

std::array<int, 4> numbers_of(const Slice& slice) {
  return {slice.own.men, slice.own.kings, slice.theirs.men, slice.theirs.kings};
}

std::size_t blocks_of(std::uint64_t positions) {
  return static_cast<std::size_t>((positions + block_symbols - 1) / block_symbols);
}

// Its length is written before it; none where no game has so long an id.
std::optional<std::string_view> take_game(Reader& reader) {
  const auto length = static_cast<std::size_t>(reader.number(1));
  if (length > longest_game_id) return std::nullopt;
  return reader.text(length);
}

// What the file says of itself, in the order in which it is written.
struct Head {
  TableHeader header;
  bool is_of_game = false;
  bool is_of_slice = false;
};

Head read_head(Reader& reader, const TableName& name) {
  Head head;
  const auto game = take_game(reader);
  head.is_of_game = reader.number(8) == name.rules && game == name.game;
  head.is_of_slice = reader.number(1) == static_cast<std::uint64_t>(name.kind);
  for (const int number : numbers_of(name.slice)) {
    head.is_of_slice = reader.number(1) == static_cast<std::uint64_t>(number) && head.is_of_slice;
  }
  TableHeader& header = head.header;
  header.positions = reader.number(8);
  header.totals.win = reader.number(8);
  header.totals.draw = reader.number(8);
  header.totals.loss = reader.number(8);
  header.longest = static_cast<std::uint32_t>(reader.number(4));
  Neighbours& neighbours = header.neighbours;
  neighbours.symbols = static_cast<std::size_t>(reader.number(2));
  neighbours.told_apart = static_cast<std::size_t>(reader.number(2));
  const auto count = std::min<std::uint64_t>(reader.number(1), most_neighbours + 1);
  for (std::uint64_t i = 0; i < count; ++i) {
    neighbours.distances.push_back(static_cast<std::uint16_t>(std::max<std::uint64_t>(1, reader.number(2))));
  }
  return head;
}

}  // namespace

std::string TableName::file() const { return to_text(slice) + (kind == TableKind::values ? ".values" : ".distances"); }

std::vector<std::uint8_t> table_bytes(const TableName& name, const TableHeader& header, const Model& model,
                                      std::span<const std::vector<std::uint8_t>> blocks) {
  Writer writer;
  writer.text(magic);
  writer.number(name.game.size(), 1);
  writer.text(name.game);
  writer.number(name.rules, 8);
  writer.number(static_cast<std::uint64_t>(name.kind), 1);
  for (const int number : numbers_of(name.slice)) writer.number(static_cast<std::uint64_t>(number), 1);
  writer.number(header.positions, 8);
  writer.number(header.totals.win, 8);
  writer.number(header.totals.draw, 8);
  writer.number(header.totals.loss, 8);
  writer.number(header.longest, 4);
  writer.number(header.neighbours.symbols, 2);
  writer.number(header.neighbours.told_apart, 2);
  writer.number(header.neighbours.distances.size(), 1);
  for (const std::uint16_t distance : header.neighbours.distances) writer.number(distance, 2);
  model.write(writer.bytes());
  for (const auto& block : blocks) writer.number(block.size(), 2);
  for (const auto& block : blocks) writer.bytes().insert(writer.bytes().end(), block.begin(), block.end());
  writer.number(0, hash_bytes);
  seal(writer.bytes());
  return std::move(writer.bytes());
}

void seal(std::vector<std::uint8_t>& bytes) {
  const std::size_t end = bytes.size() - hash_bytes;
  const std::uint64_t hash = hash_of(std::span(bytes).first(end));
  for (std::size_t i = 0; i < hash_bytes; ++i) bytes[end + i] = static_cast<std::uint8_t>(hash >> (8 * i));
}

base::Checked<TableFile> TableFile::keep(std::vector<std::uint8_t> bytes, const TableName& name,
                                         std::uint64_t positions) {
  const auto kept = std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
  auto table = read(*kept, name, positions);
  if (table) table->file_ = kept;
  return table;
}

base::Checked<TableFile> TableFile::read(std::span<const std::uint8_t> bytes, const TableName& name,
                                         std::uint64_t positions) {
  Reader reader(bytes);
  if (reader.text(magic.size()) != magic) return base::refuse("it is not a table");
  if (bytes.size() < magic.size() + hash_bytes) return base::refuse("it is cut short");
  const auto hashed = bytes.first(bytes.size() - hash_bytes);
  if (hash_of(hashed) != word_at(bytes.last(hash_bytes))) return base::refuse("it is damaged or cut short");
  reader = Reader(hashed.subspan(magic.size()));
  const Head head = read_head(reader, name);
  if (!head.is_of_game) return base::refuse("it is of another game or of other rules");
  if (!head.is_of_slice || head.header.positions != positions || head.header.totals.all() != positions) {
    return base::refuse("it is of other positions than its name says");
  }
  const std::size_t symbols = head.header.neighbours.symbols;
  if (symbols == 0 || symbols > (name.kind == TableKind::values ? kinds_of_value : most_symbols)) {
    return base::refuse("it holds more kinds of numbers than there are");
  }
  TableFile table;
  table.size_ = bytes.size();
  table.header_ = head.header;
  auto model = Model::read(reader.left(), head.header.neighbours);
  if (!model) return base::refuse("what its numbers are expected from makes no sense");
  table.model_ = *std::move(model);
  const std::size_t blocks = blocks_of(positions);
  const auto lengths = reader.take(blocks * 2);
  if (reader.is_short()) return base::refuse("it is cut short");
  table.begins_.reserve(blocks + 1);
  std::uint64_t begin = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    table.begins_.push_back(static_cast<std::uint32_t>(begin));
    begin += word_at(lengths.subspan(block * 2, 2));
  }
  table.begins_.push_back(static_cast<std::uint32_t>(begin));
  if (begin != reader.left().size()) return base::refuse("its blocks don't fill it");
  table.blocks_ = reader.left();
  return table;
}

base::Checked<TableName> TableFile::read_name(std::span<const std::uint8_t> first_bytes) {
  Reader reader(first_bytes);
  if (reader.text(magic.size()) != magic) return base::refuse("it is not a table");
  TableName name;
  const auto game = take_game(reader);
  if (!game) return base::refuse("it is damaged or cut short");
  name.game = *game;
  name.rules = reader.number(8);
  const std::uint64_t kind = reader.number(1);
  std::array<int, 4> numbers{};
  for (int& number : numbers) number = static_cast<int>(reader.number(1));
  name.slice = {{numbers[0], numbers[1]}, {numbers[2], numbers[3]}};
  const bool is_of_a_slice = std::ranges::all_of(numbers, [](int number) { return number <= most_pieces; });
  if (reader.is_short() || kind > 1 || !is_of_a_slice) return base::refuse("it is damaged or cut short");
  name.kind = static_cast<TableKind>(kind);
  return name;
}

std::size_t TableFile::symbols_of(std::size_t block) const {
  const std::uint64_t begin = block * block_symbols;
  return static_cast<std::size_t>(std::min<std::uint64_t>(block_symbols, header_.positions - begin));
}

void TableFile::unpack(std::size_t block, std::span<Symbol> symbols) const {
  const std::size_t begin = begins_[block];
  model_.unpack(blocks_.subspan(begin, begins_[block + 1] - begin), symbols.first(symbols_of(block)));
}

}  // namespace crownstar::tablebase
