// Reads a PDN collection in constant memory: its games and its errors. Packed ones and other encodings are understood.
#pragma once

#include <any>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "rules/record/pdn/text_encoding.hpp"
#include "rules/record/reading/record_reader.hpp"

namespace crownstar::cli {

struct CollectionRequest {
  std::string file;                            // `-` is standard input; gzip is unpacked
  std::string fallback{game::guessed_game};    // of a game that does not say what it is
  std::optional<game::TextEncoding> encoding;  // none: guessed
  int threads = 1;                             // that replay games
};

// The sinks are called by the thread that reads, in the order of the file.
struct PdnSinks {
  // What is to be made of a game, by any of the threads; nothing where it is not set.
  std::function<std::any(const game::ReadRecord& record)> make;
  std::function<void(game::TextPlace place, const game::ReadRecord& record, const std::any& made)> on_game;
  std::function<void(const game::PdnProblem& problem)> on_problem;
  // Of the file as a whole: its encoding, and what its games without a GameType were read as; each once.
  std::function<void(game::TextPlace place, const std::string& note)> on_note;
  // The rest of the file is not read; what has been read is still given out.
  std::function<bool()> has_enough = nullptr;
};

struct PdnTotals {
  std::uint64_t games = 0;  // without a problem
  std::uint64_t problems = 0;
};

// Refused where the file cannot be read; what came before has been given to the sinks.
base::Checked<PdnTotals> read_collection(const CollectionRequest& request, const PdnSinks& sinks);

// The token or `auto` that stands behind --game.
base::Checked<void> check_fallback(const std::string& fallback);

}  // namespace crownstar::cli
