// Chinook's databases of American checkers: a file of packed values, and a text that says where each part begins.
// The format is told by the code that Jonathan Schaeffer published with them; docs/tables.md describes it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "engines/tablebase/file/mapped_file.hpp"
#include "engines/tablebase/foreign/chinook_numbers.hpp"
#include "engines/tablebase/foreign/database.hpp"

namespace crownstar::tablebase {

class ChinookDatabase final : public Database {
 public:
  // `name` is that of the file of values, `DB4`; beside it lies `DB4.idx`.
  static base::Checked<std::unique_ptr<ChinookDatabase>> open(const std::string& folder, const std::string& name);
  // The same for bytes that stay where they are.
  static base::Checked<std::unique_ptr<ChinookDatabase>> read(std::span<const std::uint8_t> values,
                                                              std::string_view index);

  std::string name() const override { return "Chinook's databases"; }
  int most_pieces() const override { return most_pieces_; }
  bool leaves_out_threats() const override { return true; }
  std::optional<Entry> find(const Placement& placement) const override;

 private:
  using Part = std::variant<Value, RunLengths>;  // the value of all its positions, or those of each

  base::Checked<void> read_parts(std::span<const std::uint8_t> values, std::string_view index);

  MappedFile file_;
  ChinookNumbers numbers_;
  std::map<ChinookPart, Part> parts_;
  std::uint64_t blocks_ = 0;
  int most_pieces_ = 0;
};

}  // namespace crownstar::tablebase
