// The laws of records that the fuzz targets try to break: pieces of any size give the same games, and what is
// read, written and read again is equal.
// It does not know where the bytes come from.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/record/pdn/reader.hpp"
#include "rules/record/reading/record_reader.hpp"
#include "rules/record/record_source.hpp"
#include "rules/record/record_writer.hpp"

namespace crownstar::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

// Small, so that a fuzzer reaches the limits.
inline constexpr game::PdnLimits limits{
    .game_bytes = 4000, .setup_bytes = 600, .word_bytes = 100, .nesting = 8, .tags = 30};

inline std::string described(const game::PdnGame& game) {
  std::string text = "game " + std::to_string(game.place.line) + ":" + std::to_string(game.place.column) + "\n";
  for (const game::PdnTag& tag : game.tags) {
    text += std::to_string(tag.place.line) + ":" + std::to_string(tag.place.column) + " ";
    text += std::string(tag.name) + "=" + std::string(tag.value) + "\n";
  }
  for (const game::PdnItem& item : game.items) {
    text += std::to_string(static_cast<int>(item.kind)) + " " + std::to_string(item.number) + " ";
    text +=
        std::to_string(item.place.line) + ":" + std::to_string(item.place.column) + " " + std::string(item.text) + "\n";
  }
  return text + std::string(game.result) + "\n";
}

// Every game and problem of the text; `visit` is handed each game.
template <typename Visit>
std::string read_all(std::string_view text, std::size_t piece_size, const game::PdnLimits& within, Visit visit) {
  game::PdnReader reader(within);
  std::string all;
  const auto empty_it = [&] {
    while (true) {
      const game::PdnStep step = reader.next();
      if (step == game::PdnStep::needs_more || step == game::PdnStep::end) return;
      all += step == game::PdnStep::game ? described(reader.game()) : to_text(reader.problem()) + "\n";
      if (step == game::PdnStep::game) visit(reader.game());
    }
  };
  for (std::size_t start = 0; start < text.size(); start += piece_size) {
    const std::string piece(text.substr(start, piece_size));  // memory of its own, so that a stale view is caught
    reader.feed(piece);
    empty_it();
  }
  reader.feed({});
  reader.finish();
  empty_it();
  return all;
}

// The text must hold exactly one game, and it must be readable.
inline game::GameRecord read_back(const std::string& text, const game::RecordSource& source) {
  game::GameRecord record;
  int games = 0;
  const std::string all = read_all(text, text.size() + 1, {}, [&](const game::PdnGame& game) {
    auto read = game::read_record(game, source, "no game without its type");
    require(read.has_value());
    record = std::move(read->record);
    ++games;
  });
  require(games == 1 && all.starts_with("game"));
  return record;
}

inline void check_record(const game::GameRecord& record, const game::RecordSource& source) {
  const std::string written = game::write_record(record);
  const game::GameRecord again = read_back(written, source);
  require(again == record);
  require(game::write_record(again) == written);
}

inline void check_text(std::string_view text, std::size_t piece_size, const game::RecordSource& source,
                       std::string_view fallback) {
  const auto ignore = [](const game::PdnGame&) {};
  const std::string in_pieces = read_all(text, piece_size, limits, ignore);
  const std::string whole = read_all(text, text.size() + 1, limits, [&](const game::PdnGame& game) {
    const auto read = game::read_record(game, source, fallback);
    if (read) {
      check_record(read->record, source);
    } else {
      require(to_text(read.error()).find_first_of("\n\r") == std::string::npos);
    }
  });
  require(in_pieces == whole);
}

// Numbers out of a fuzzer's bytes; zeros once they are used up.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  bool empty() const { return bytes_.empty(); }
  std::size_t below(std::size_t bound) {
    if (bytes_.empty() || bound == 0) return 0;
    const std::size_t value = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    return value % bound;
  }
  std::string_view some(std::size_t most) {
    const std::string_view taken = bytes_.substr(0, std::min(below(most + 1), bytes_.size()));
    bytes_.remove_prefix(taken.size());
    return taken;
  }

 private:
  std::string_view bytes_;
};

// Says of a node what a file could say of it.
inline void remark(game::RecordNode& node, Bytes& bytes) {
  const std::size_t kind = bytes.below(8);
  if (kind == 0) node.nags.push_back(static_cast<int>(bytes.below(256)));
  if (kind == 1) {
    game::CommentParts parts = game::take_apart(bytes.some(40));
    if (!parts.words.empty()) node.comments.push_back(std::move(parts.words));
    std::ranges::move(parts.clocks, std::back_inserter(node.clocks));
  }
  if (kind == 2) {
    const auto milliseconds = static_cast<std::int64_t>(bytes.below(256) * 12345);
    node.clocks.push_back({static_cast<game::ClockKind>(bytes.below(5)), {{milliseconds}}});
  }
}

// A record of legal moves, chosen by the bytes, with variations wherever they say. Its nodes are not in the order in
// which a file holds them, so it is compared as it is written.
inline void check_played(std::string_view text, std::string_view token, const game::RecordSource& source) {
  Bytes bytes(text);
  auto started = source.start(token);
  require(started.has_value());
  struct Played {
    int node = 0;
    std::unique_ptr<game::Game> game;
  };
  game::GameRecord record = game::begin_record(**started, source);
  record.tags.push_back({"Note", game::to_utf8(bytes.some(30))});
  std::erase_if(record.tags.back().value, [](char letter) { return letter == '\n' || letter == '\r'; });
  std::vector<Played> places;
  places.push_back({0, *std::move(started)});
  std::size_t at = 0;
  while (!bytes.empty() && places.size() < 60) {
    if (bytes.below(6) == 0) at = bytes.below(places.size());
    const auto moves = places[at].game->legal_moves();
    require(moves.has_value());
    if (moves->empty()) {
      if (places.size() == 1) break;
      at = bytes.below(places.size());
      continue;
    }
    const game::MoveView& move = (*moves)[bytes.below(moves->size())];
    const int node = game::add_move(record, places[at].node, *places[at].game, move);
    remark(record.node(node), bytes);
    std::unique_ptr<game::Game> next = places[at].game->clone();
    require(next->play(move).has_value());
    places.push_back({node, std::move(next)});
    at = places.size() - 1;
  }
  record.result = game::result_of(places.back().game->outcome());
  const std::string written = game::write_record(record);
  const game::GameRecord again = read_back(written, source);
  require(game::write_record(again) == written);
  require(again.nodes.size() == record.nodes.size() && again.result == record.result && again.token == record.token);
  check_record(again, source);
}

}  // namespace crownstar::fuzz
