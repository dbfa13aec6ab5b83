// The databases of American checkers of Martin Fierz's program Cake, which CheckerBoard brings along and KingsRow can
// use too: pairs of files, `db2.idx` and `db2.cpr`, one for each number of pieces.
// The format is told by the code that he published with them; docs/tables.md describes it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engines/tablebase/file/mapped_file.hpp"
#include "engines/tablebase/foreign/database.hpp"

namespace crownstar::tablebase {

// Positions of one material whose leading men stand on the same rows, with one side to move.
struct CakePart {
  Slice slice;  // the stronger side first, which is not always to move
  int own_row = 0;
  int their_row = 0;
  bool is_other_to_move = false;

  constexpr auto operator<=>(const CakePart&) const = default;
};

inline constexpr int cake_squares = 32;
inline constexpr int most_cake_pieces = 6;  // with more, they are divided into other files

class CakeDatabase final : public Database {
 public:
  static std::string index_name(int pieces) { return "db" + std::to_string(pieces) + ".idx"; }
  static std::string values_name(int pieces) { return "db" + std::to_string(pieces) + ".cpr"; }

  // Those numbers of pieces whose files are there.
  static base::Checked<std::unique_ptr<CakeDatabase>> open(const std::string& folder);
  // The positions with so many pieces, from bytes that stay where they are.
  base::Checked<void> read(int pieces, std::span<const std::uint8_t> values, std::string_view index);

  std::string name() const override { return "Cake's databases"; }
  int most_pieces() const override { return most_pieces_; }
  int most_of_a_side() const override { return most_of_a_side_; }
  bool leaves_out_threats() const override { return true; }
  std::optional<Entry> find(const Placement& placement) const override;

 private:
  using Part = std::variant<Value, RunLengths>;

  std::vector<MappedFile> files_;
  std::map<CakePart, Part> parts_;
  std::uint64_t blocks_ = 0;
  int most_pieces_ = 0;
  int most_of_a_side_ = 0;
};

}  // namespace crownstar::tablebase
