// The fixed search of fixed positions that a change of the star's search is told by.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "engines/search/builtin/own_searcher.hpp"
#include "engines/search/star/star_search.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::search {
namespace {

struct Work {
  std::string_view token;
  std::string_view position;  // empty for the game's own start
  // Moves that nobody could foresee, so that there are no plans on the next ones; then it is searched without a depth.
  std::string_view moves{};
};

constexpr std::uint64_t nodes_each = 40'000;  // seldom reached, so that what is looked at tells
constexpr int depth_each = 4;
constexpr std::array<Work, 9> works{{
    {"sternhalma:pieces=10", {}},
    {"sternhalma", {}},
    {"sternhalma:pieces=10,hop=super", {}},
    {"sternhalma:pieces=10,hop=symmetric", {}},
    {"sternhalma:players=3,hop=catapult", {}},
    {"sternhalma:players=6", {}},
    {"sternhalma:players=4,teams=opposite,board=181", {}},
    // Past each other: each side counts its own way.
    {"sternhalma:pieces=10", "1:1=n10,n11,n12,m9,m10,l11,l12,k9,k10,j10:4=c5,c6,d5,d6,d7,e5,e6,f6,g7,h8"},
    // Four, each for itself: a tree of play-outs.
    {"sternhalma:players=4",
     {},
     "d6-e7 e4-f5 o13-m13 l14-l13 c6-e8-e6 f4-f6 o11-m9 k15-i13 d8-d6-f8 f5-f7-f9 m13-l12 m15-m13-o13-m11"},
}};

}  // namespace

std::uint64_t star_bench_nodes() {
  std::uint64_t nodes = 0;
  for (const Work& work : works) {
    SearchRequest request;
    request.token = work.token;
    request.position = work.position;
    request.limits.nodes = nodes_each;
    if (work.moves.empty()) request.limits.depth = depth_each;
    for (std::size_t at = 0; at < work.moves.size();) {
      const std::size_t end = std::min(work.moves.find(' ', at), work.moves.size());
      request.turns.push_back(Turn::played(std::string(work.moves.substr(at, end - at))));
      at = end + 1;
    }
    const auto result = make_searcher()->search(request, StopSignal{}, {});
    if (result) nodes += result->reached.nodes;
  }
  return nodes;
}

}  // namespace crownstar::search
