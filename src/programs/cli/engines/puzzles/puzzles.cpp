#include "programs/cli/engines/puzzles/puzzles.hpp"

#include <algorithm>
#include <any>
#include <array>
#include <cstdio>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engines/contest/players/engine_spec.hpp"
#include "engines/contest/puzzles/deck.hpp"
#include "engines/contest/puzzles/puzzle_games.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/interruption.hpp"
#include "programs/cli/console/progress.hpp"
#include "programs/cli/console/text_file.hpp"
#include "programs/cli/pdn/pdn_collection.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;
using contest::GameLine;
using contest::Puzzle;

constexpr std::uint64_t most_puzzles = 1'000'000;
constexpr std::uint64_t fewest_nodes = 1'000;
constexpr std::uint64_t most_nodes = 1'000'000'000;
constexpr std::uint64_t glance_share = 20;  // a first look at a position has so much less than the proof

Checked<std::vector<Puzzle>> read_deck_file(const std::string& name) {
  const auto file = open_input(name);
  if (!file) return std::unexpected(file.error());
  std::string text;
  std::array<char, 65536> piece{};
  while (const std::size_t size = std::fread(piece.data(), 1, piece.size(), file->get()))
    text.append(piece.data(), size);
  if (std::ferror(file->get()) != 0) return base::refuse(file_reason("read", name));
  auto deck = contest::read_deck(text);
  if (!deck) return base::refuse(name + ": " + base::to_text(deck.error()));
  return deck;
}

// The moves of a record as far as it is one line without changes by hand.
GameLine line_of(const game::GameRecord& record) {
  GameLine line{record.token, record.start, {}};
  for (const int index : record.main_line()) {
    const std::string& move = record.node(index).move;
    if (move.empty()) break;
    line.moves.push_back(move);
  }
  return line;
}

// A deck that grows: what is found is written at once, so that an interruption loses nothing.
class GrowingDeck {
 public:
  // A file that is there is added to.
  static Checked<GrowingDeck> open(const PuzzlesMakeRequest& request, const std::string& token, std::size_t count) {
    GrowingDeck deck(request.file, count, request.keep_free);
    // A deck that cannot be written is told before the search for puzzles, which may take hours.
    const auto writable = TextFile::create(request.file, IfThere::replace, request.keep_free);
    if (!writable) return std::unexpected(writable.error());
    if (!std::filesystem::exists(request.file)) return deck;
    auto before = read_deck_file(request.file);
    if (!before) return std::unexpected(before.error());
    for (Puzzle& puzzle : *before) {
      if (puzzle.game != token) return base::refuse(request.file + " is a deck of " + puzzle.game);
      deck.add(std::move(puzzle));
    }
    return deck;
  }

  bool is_full() const { return puzzles_.size() >= count_; }
  std::size_t size() const { return puzzles_.size(); }

  Checked<void> add_all(std::vector<Puzzle> found) {
    const std::size_t before = puzzles_.size();
    for (Puzzle& puzzle : found) {
      if (!is_full()) add(std::move(puzzle));
    }
    if (puzzles_.size() == before) return {};
    std::string text(contest::deck_head());
    for (const Puzzle& puzzle : puzzles_) text += contest::write_puzzle(puzzle);
    return write_text_file(file_, text, IfThere::replace, keep_free_);
  }

 private:
  GrowingDeck(std::string file, std::size_t count, KeepFree keep_free)
      : file_(std::move(file)), count_(count), keep_free_(keep_free) {}

  void add(Puzzle puzzle) {
    if (ids_.insert(contest::id_of(puzzle)).second) puzzles_.push_back(std::move(puzzle));
  }

  std::string file_;
  std::size_t count_;
  KeepFree keep_free_;
  std::vector<Puzzle> puzzles_;
  std::set<std::string> ids_;
};

class PuzzleMaker {
 public:
  PuzzleMaker(std::string token, GrowingDeck& deck, std::uint64_t nodes, std::uint64_t least_effort)
      : token_(std::move(token)), deck_(deck), searcher_(contest::make_searcher({})) {
    terms_.proof_nodes = nodes;
    terms_.nodes = nodes / glance_share;
    terms_.least_effort = least_effort;
  }

  Checked<void> play_games(std::uint64_t seed) {
    for (std::uint64_t number = 0; goes_on(); ++number) {
      const auto line = contest::careless_game(token_, *searcher_, seed, number);
      if (!line) return std::unexpected(line.error());
      if (auto looked = look_at(*line); !looked) return looked;
    }
    return {};
  }

  Checked<void> read_games(const std::string& file) {
    Checked<void> looked;
    PdnSinks sinks;
    sinks.on_game = [&](game::TextPlace, const game::ReadRecord& record, const std::any&) {
      if (!looked || !goes_on()) return;
      const GameLine line = line_of(record.record);
      if (line.token == token_) looked = look_at(line);
    };
    const auto totals = read_collection({.file = file, .fallback = token_, .encoding = {}, .threads = 1}, sinks);
    if (!totals) return std::unexpected(totals.error());
    return looked;
  }

  std::uint64_t games() const { return games_; }

 private:
  bool goes_on() const { return !deck_.is_full() && !Interruption::is_wanted(); }

  Checked<void> look_at(const GameLine& line) {
    auto found = contest::puzzles_in(line, *searcher_, terms_);
    if (!found) return std::unexpected(found.error());
    ++games_;
    if (auto added = deck_.add_all(*std::move(found)); !added) return added;
    progress_.tell([&] { return counted(deck_.size(), "puzzle") + ", " + counted(games_, "game"); });
    return {};
  }

  std::string token_;
  GrowingDeck& deck_;
  std::unique_ptr<search::Searcher> searcher_;
  contest::FinderTerms terms_;
  std::uint64_t games_ = 0;
  Progress progress_;
};

}  // namespace

int run_puzzles_make(const PuzzlesMakeRequest& request) {
  if (auto known = contest::check_puzzle_game(request.game); !known) return complain_of_usage(known.error());
  const std::string token = (*game::start(request.game))->token();
  const auto count = read_number("--count", request.count, 1, most_puzzles);
  if (!count) return complain_of_usage(count.error());
  const auto seed = read_number("--seed", request.seed, 0, ~std::uint64_t{0});
  if (!seed) return complain_of_usage(seed.error());
  const auto nodes = read_number("--nodes", request.nodes, fewest_nodes, most_nodes);
  if (!nodes) return complain_of_usage(nodes.error());
  const auto effort = read_number("--effort", request.effort, 0, *nodes);
  if (!effort) return complain_of_usage(effort.error());
  auto deck = GrowingDeck::open(request, token, *count);
  if (!deck) return complain(deck.error());
  const Interruption interruption;
  PuzzleMaker maker(token, *deck, *nodes, *effort);
  const auto made = request.collection.empty() ? maker.play_games(*seed) : maker.read_games(request.collection);
  if (!made) return complain(made.error());
  const std::string found = counted(deck->size(), "puzzle");
  const std::string where = deck->size() == 0 ? "; no deck was written" : " in " + request.file;
  say(fmt::format("{}{}, after {}\n", found, where, counted(maker.games(), "game")));
  return Interruption::is_wanted() ? interrupted : success;
}

int run_puzzles_check(const std::string& file) {
  const auto deck = read_deck_file(file);
  if (!deck) return complain(deck.error());
  int wrong = 0;
  for (const Puzzle& puzzle : *deck) {
    const auto checked = contest::check_puzzle(puzzle);
    if (checked) continue;
    ++wrong;
    complain(file + ": puzzle " + contest::id_of(puzzle) + ": " + base::to_text(checked.error()));
  }
  say(fmt::format("{}: {}, {} wrong\n", file, counted(deck->size(), "puzzle"), wrong));
  return wrong == 0 ? success : failure;
}

}  // namespace crownstar::cli
