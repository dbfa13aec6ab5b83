// How the files of tests/perft are written; no rules are here, and nothing is counted.
//
// A file is lines of text. Blocks follow one another, each with its own `game`, `position` and `count`:
//
//   # authority: who says so
//   game international
//   position start
//   count moves
//   1 9
//   2 81 unverified
//
// `game` is an id or a token, `position` is `start` or a FEN, `count` is `moves` or `paths`, and then every line is a
// depth and its number of leaves. `unverified` marks a number that is published but was not counted again here. Lines
// that begin with `#` are comments; those before a block belong to it. Empty lines mean nothing.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace crownstar::oracle {

struct PerftCount {
  int depth = 0;
  std::uint64_t leaves = 0;
  bool is_verified = true;
};

struct PerftBlock {
  std::string comment;
  std::string game;
  std::string position;
  std::string convention;
  std::vector<PerftCount> counts;
};

// The blocks of a file's text, or what is wrong with it and in which line.
std::expected<std::vector<PerftBlock>, std::string> read_perft_file(std::string_view text);

}  // namespace crownstar::oracle
