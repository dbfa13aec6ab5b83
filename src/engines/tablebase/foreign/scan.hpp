// Scan's bitbases of international draughts: a file for each material, `4/1111`, in Scan's folder `data/bb`.
// The format is told by Scan's source; docs/tables.md describes it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engines/tablebase/file/mapped_file.hpp"
#include "engines/tablebase/foreign/database.hpp"

namespace crownstar::tablebase {

inline constexpr int scan_squares = 50;
inline constexpr int most_scan_pieces = 7;

class ScanDatabase final : public Database {
 public:
  // `4/1021`: men of the mover and of the other side, then kings.
  static std::string file_name(const Slice& slice);

  static base::Checked<std::unique_ptr<ScanDatabase>> open(const std::string& folder);
  // The positions of this material, from bytes that stay where they are.
  base::Checked<void> read(const Slice& slice, std::span<const std::uint8_t> bytes);

  std::string name() const override { return "Scan's bitbases"; }
  int most_pieces() const override { return most_pieces_; }
  bool leaves_out_threats() const override { return false; }
  std::optional<Entry> find(const Placement& placement) const override;

 private:
  std::vector<MappedFile> files_;
  std::map<Slice, RunLengths> parts_;
  std::uint64_t blocks_ = 0;
  int most_pieces_ = 0;
};

}  // namespace crownstar::tablebase
