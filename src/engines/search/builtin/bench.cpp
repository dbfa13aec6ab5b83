#include "engines/search/builtin/bench.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "engines/search/builtin/builtin_searcher.hpp"
#include "rules/game/token.hpp"

namespace crownstar::search {
namespace {

struct BenchPosition {
  std::string_view token;
  std::string_view position;  // empty for the game's own start
  int depth = 0;              // 0 for no limit
  std::uint64_t nodes = 0;    // the same
  std::string_view moves{};   // from the position on
};

// On the star few searches reach their nodes, so that the depth decides.
constexpr int star_depth = 4;
constexpr std::uint64_t star_nodes = 40'000;

// Of each draughts game an opening, and of some a middle game and an ending. Of the star what differs in its search.
constexpr std::array<BenchPosition, 22> positions{{
    {"american", "", 14},
    {"american", "B:W17,20,21,22,26,27,30,31:B1,3,5,6,8,11,12,19", 15},
    {"american", "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", 14},
    {"flying-king", "", 12},
    {"flying-king", "W:W21,22,25,26,K32:B5,6,7,K1", 9},
    {"russian", "", 11},
    {"russian", "W:Wc3,e3,g3,Kf2:Bd6,f6,h6,Ka7", 9},
    {"international", "", 10},
    {"international", "W:W27,28,32,33,37,38,42:B12,13,18,19,22,23,24", 11},
    {"italian", "", 12},
    {"turkish", "", 9},
    {"frisian", "", 7},
    {"antidraughts", "", 7},
    {"sternhalma:pieces=10", "", star_depth, star_nodes},
    {"sternhalma", "", star_depth, star_nodes},
    {"sternhalma:pieces=10,hop=super", "", star_depth, star_nodes},
    {"sternhalma:pieces=10,hop=symmetric", "", star_depth, star_nodes},
    {"sternhalma:players=3,hop=catapult", "", star_depth, star_nodes},
    {"sternhalma:players=6", "", star_depth, star_nodes},
    {"sternhalma:players=4,teams=opposite,board=181", "", star_depth, star_nodes},
    // Past each other: each side counts its own way.
    {"sternhalma:pieces=10", "1:1=n10,n11,n12,m9,m10,l11,l12,k9,k10,j10:4=c5,c6,d5,d6,d7,e5,e6,f6,g7,h8", star_depth,
     star_nodes},
    // Four seats, each for itself, after moves that nobody would predict: a tree of play-outs, which has no depth.
    {"sternhalma:players=4", "", 0, star_nodes,
     "d6-e7 e4-f5 o13-m13 l14-l13 c6-e8-e6 f4-f6 o11-m9 k15-i13 d8-d6-f8 f5-f7-f9 m13-l12 m15-m13-o13-m11"},
}};

SearchRequest request_of(const BenchPosition& position) {
  SearchRequest request;
  request.token = position.token;
  request.position = position.position;
  if (position.depth > 0) request.limits.depth = position.depth;
  if (position.nodes > 0) request.limits.nodes = position.nodes;
  for (std::size_t at = 0; at < position.moves.size();) {
    const std::size_t end = std::min(position.moves.find(' ', at), position.moves.size());
    request.turns.push_back(Turn::played(std::string(position.moves.substr(at, end - at))));
    at = end + 1;
  }
  return request;
}

}  // namespace

Checked<BenchResult> run_bench() {
  BenchResult bench;
  for (const BenchPosition& position : positions) {
    const auto result = make_searcher()->search(request_of(position), StopSignal{}, {});
    if (!result) return std::unexpected(result.error());
    const std::string_view game = game::id_of(position.token);
    if (bench.games.empty() || bench.games.back().game != game) bench.games.emplace_back(std::string(game));
    BenchGame& sum = bench.games.back();
    sum.nodes += result->reached.nodes;
    sum.time += result->reached.time;
    bench.nodes += result->reached.nodes;
    bench.time += result->reached.time;
  }
  return bench;
}

std::string nodes_text(const BenchResult& result) {
  std::string text =
      "# Nodes of the fixed search. After a change that is meant to change them:\n"
      "#   build/release/crownstar bench --nodes > tests/search_nodes.txt\n";
  for (const BenchGame& each : result.games) text += each.game + " " + std::to_string(each.nodes) + "\n";
  return text + "all " + std::to_string(result.nodes) + "\n";
}

}  // namespace crownstar::search
