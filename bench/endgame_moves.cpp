// Draws positions at random from endgame tables in which one move alone keeps the result, and lets the engine search
// for it with smaller tables: prints how often it finds it, beside the same search without any tables.
//
//   build/release/bench/endgame_moves FOLDER SMALLER_FOLDER [GAME [PIECES [COUNT [SECONDS [SEED]]]]]
//                                                              american 5 100 0.1 1 if not said
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "base/mixing.hpp"
#include "engines/pool/tables_choice.hpp"
#include "engines/search/builtin/builtin_searcher.hpp"
#include "engines/tablebase/probe.hpp"
#include "engines/tablebase/slices/position_index.hpp"
#include "give_up.hpp"
#include "rules/draughts/generation.hpp"
#include "rules/draughts/key.hpp"
#include "rules/draughts/notation/fen.hpp"
#include "rules/draughts/notation/move_text.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar {
namespace {

using tablebase::Slice;
using tablebase::Value;

struct Order {
  std::string game = "american";
  std::string folder;
  std::string smaller;
  int pieces = 5;
  int count = 100;
  double seconds = 0.1;
  std::uint64_t seed = 1;
};

struct Riddle {
  std::string position;
  std::string move;
  Value value = Value::draw;
};

// The move that alone keeps what the position is worth; none where there are several, or little to choose from.
template <class Variant>
std::optional<Riddle> riddle_of(const draughts::Position<Variant>& place, const tablebase::TablesOf<Variant>& tables) {
  constexpr std::size_t fewest_moves = 3;
  if (draughts::can_capture<Variant, draughts::Side::white>(place)) return std::nullopt;
  draughts::MoveList<Variant> list;
  draughts::generate<Variant>(place, list);
  const auto value = tables.value(place);
  if (!value || *value == Value::loss || list.size() < fewest_moves) return std::nullopt;
  const Value wanted = *value == Value::win ? Value::loss : Value::draw;
  std::optional<Riddle> riddle;
  for (const auto& written : draughts::write_moves(place, list)) {
    if (tables.value(draughts::after(place, written.move)) != wanted) continue;
    if (riddle) return std::nullopt;
    riddle = Riddle{draughts::to_fen(place), written.text, *value};
  }
  return riddle;
}

// Every arrangement is as likely as every other.
template <class Variant>
std::vector<Riddle> draw(const Order& order, const tablebase::TablesOf<Variant>& tables) {
  std::vector<Slice> slices;
  std::vector<std::uint64_t> ends;
  std::uint64_t all = 0;
  for (const Slice& slice : tablebase::slices_of(order.pieces, true)) {
    if (slice.own.men + slice.own.kings == 0 || slice.theirs.men + slice.theirs.kings == 0) continue;
    all += tablebase::PositionIndex<Variant>(slice).size();
    slices.push_back(slice);
    ends.push_back(all);
  }
  std::vector<Riddle> riddles;
  std::uint64_t random = order.seed;
  while (riddles.size() < static_cast<std::size_t>(order.count)) {
    random = base::splitmix64(random);
    const std::uint64_t number = random % all;
    const auto nth = static_cast<std::size_t>(std::ranges::upper_bound(ends, number) - ends.begin());
    const tablebase::PositionIndex<Variant> placement(slices[nth]);
    if (auto riddle = riddle_of<Variant>(placement.at(number - (ends[nth] - placement.size())), tables)) {
      riddles.push_back(*std::move(riddle));
    }
  }
  return riddles;
}

void solve(const char* what, const Order& order, const std::vector<Riddle>& riddles, const std::string& tables) {
  search::SearcherSettings settings;
  auto chosen = engine::choose_tables(tables);
  if (!chosen) give_up(chosen.error().reason);
  settings.find_tables = *std::move(chosen);
  const auto searcher = search::make_searcher(settings);
  int found = 0;
  int wins = 0;
  int found_wins = 0;
  for (const Riddle& riddle : riddles) {
    searcher->forget();
    search::SearchRequest request;
    request.token = order.game;
    request.position = riddle.position;
    request.limits.time = std::chrono::milliseconds(static_cast<int>(order.seconds * 1000));
    const auto answer = searcher->search(request, {}, {});
    const bool is_found = answer && answer->move == riddle.move;
    const bool is_win = riddle.value == Value::win;
    found += is_found ? 1 : 0;
    wins += is_win ? 1 : 0;
    found_wins += is_win && is_found ? 1 : 0;
    if (!is_found) std::printf("    missed: %s %s\n", riddle.position.c_str(), riddle.move.c_str());
  }
  std::printf("%-16s %3d of %3zu found: %d of %d wins, %d of %zu draws\n", what, found, riddles.size(), found_wins,
              wins, found - found_wins, riddles.size() - static_cast<std::size_t>(wins));
}

template <class Variant>
bool run(const Order& order) {
  const auto find = engine::choose_tables(order.folder);
  if (!find) give_up(find.error().reason);
  const auto* const tables = tablebase::tables_of<Variant>((*find)(order.game));
  if (tables == nullptr || tables->most_pieces() < order.pieces) {
    std::fprintf(stderr, "there are no tables of %d pieces in %s\n", order.pieces, order.folder.c_str());
    return false;
  }
  const auto riddles = draw<Variant>(order, *tables);
  std::printf("%s, %d pieces, %.3f s a position, seed %llu\n", order.game.c_str(), order.pieces, order.seconds,
              static_cast<unsigned long long>(order.seed));
  solve("smaller tables", order, riddles, order.smaller);
  solve("without tables", order, riddles, "none");
  return true;
}

int answer(int count, char** arguments) {
  Order order;
  if (count < 3) {
    std::fprintf(stderr, "expected FOLDER SMALLER_FOLDER [GAME [PIECES [COUNT [SECONDS [SEED]]]]]\n");
    return 2;
  }
  order.folder = arguments[1];
  order.smaller = arguments[2];
  if (count > 3) order.game = arguments[3];
  if (count > 4) order.pieces = std::atoi(arguments[4]);
  if (count > 5) order.count = std::atoi(arguments[5]);
  if (count > 6) order.seconds = std::atof(arguments[6]);
  if (count > 7) order.seed = std::strtoull(arguments[7], nullptr, 10);
  if (order.game == "american") return run<draughts::American>(order) ? 0 : 1;
  if (order.game == "flying-king") return run<draughts::FlyingKing>(order) ? 0 : 1;
  std::fprintf(stderr, "expected american or flying-king\n");
  return 2;
}

}  // namespace
}  // namespace crownstar

int main(int count, char** arguments) { return crownstar::answer(count, arguments); }
