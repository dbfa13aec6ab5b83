// Writes the main line of a record as rows, one a half-move: as a JSON object each, as rows of a Parquet table, or as
// the position before each move.
#pragma once

#include <string>
#include <vector>

#include "programs/cli/parquet/parquet_table.hpp"
#include "rules/record/record.hpp"

namespace crownstar::cli {

// A half-move with the position that it was played in, and the game's tags in short.
struct MoveRow {
  std::string game;
  std::string event;
  std::string date;
  std::string round;
  std::string white;
  std::string black;
  std::string result;
  int ply = 0;  // from 1
  int seat = 0;
  std::string position;
  std::string move;
  std::vector<std::string> path;
  std::vector<std::string> captured;
  bool crowns = false;
};

std::vector<MoveRow> move_rows(const game::GameRecord& record);

// One object a line.
std::string json_of(const std::vector<MoveRow>& rows);

// A table with a column for each member, what they mean in its metadata.
ParquetTable move_table();
void add_rows(ParquetTable& table, const std::vector<MoveRow>& rows);

// One position a line, the last one included.
std::string position_rows(const game::GameRecord& record);

}  // namespace crownstar::cli
