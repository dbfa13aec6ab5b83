// A database of another program: the values of positions in which the side to move cannot capture.
// It does not play captures out (unfolding.hpp) and does not keep what it has unpacked (database_tables.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engines/tablebase/foreign/placement.hpp"
#include "engines/tablebase/foreign/run_lengths.hpp"

namespace crownstar::tablebase {

class Database {
 public:
  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  virtual ~Database() = default;

  // Where the value of a position is: a number among packed values, or the value of all its like.
  struct Entry {
    const RunLengths* packed = nullptr;
    std::uint64_t number = 0;
    Value value = Value::draw;
  };

  // Whose it is: `Chinook's databases`.
  virtual std::string name() const = 0;
  virtual int most_pieces() const = 0;
  // How many of them one side may have.
  virtual int most_of_a_side() const { return most_pieces() - 1; }
  // Whether positions are left out too in which the other side could capture if it were to move.
  virtual bool leaves_out_threats() const = 0;
  // None where the database does not have such material. Both sides have pieces, and the side to move cannot capture.
  virtual std::optional<Entry> find(const Placement& placement) const = 0;
};

}  // namespace crownstar::tablebase
