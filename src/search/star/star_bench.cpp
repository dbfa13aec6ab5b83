// The fixed search of fixed positions that a change of the star's search is told by.

#include <array>
#include <string_view>

#include "game/catalog.hpp"
#include "search/own_searcher.hpp"
#include "search/star/star_search.hpp"

namespace crownstar::search {
namespace {

struct Work {
  std::string_view token;
  std::string_view position;  // empty for the game's own start
};

constexpr std::uint64_t nodes_each = 40'000;  // seldom reached, so that what is looked at tells
constexpr int depth_each = 4;
constexpr std::array<Work, 8> works{{
    {"sternhalma:pieces=10", {}},
    {"sternhalma", {}},
    {"sternhalma:pieces=10,hop=super", {}},
    {"sternhalma:pieces=10,hop=symmetric", {}},
    {"sternhalma:players=3,hop=catapult", {}},
    {"sternhalma:players=6", {}},
    {"sternhalma:players=4,teams=opposite,board=181", {}},
    // Past each other: each side counts its own way.
    {"sternhalma:pieces=10", "1:1=n10,n11,n12,m9,m10,l11,l12,k9,k10,j10:4=c5,c6,d5,d6,d7,e5,e6,f6,g7,h8"},
}};

}  // namespace

std::uint64_t star_bench_nodes() {
  std::uint64_t nodes = 0;
  for (const Work& work : works) {
    SearchRequest request;
    request.token = work.token;
    request.position = work.position;
    request.limits.nodes = nodes_each;
    request.limits.depth = depth_each;
    const auto result = make_searcher()->search(request, StopSignal{}, {});
    if (result) nodes += result->reached.nodes;
  }
  return nodes;
}

}  // namespace crownstar::search
