#include "engines/search/builtin/signature.hpp"

#include <array>
#include <string_view>

#include "engines/search/builtin/own_searcher.hpp"
#include "engines/search/star/star_search.hpp"

namespace crownstar::search {
namespace {

struct Question {
  std::string_view game;
  std::string_view position;  // empty: the first
  int depth;
};

// An opening, a middle game and an ending of each.
constexpr std::array<Question, 13> questions{{
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
}};

}  // namespace

Checked<Signature> measure_signature() {
  Signature signature;
  for (const Question& question : questions) {
    SearchRequest request;
    request.token = question.game;
    request.position = question.position;
    request.limits.depth = question.depth;
    const auto result = make_searcher()->search(request, StopSignal{}, {});
    if (!result) return std::unexpected(result.error());
    if (signature.parts.empty() || signature.parts.back().game != question.game) {
      signature.parts.emplace_back(std::string(question.game));
    }
    SignaturePart& part = signature.parts.back();
    part.nodes += result->reached.nodes;
    part.time += result->reached.time;
    signature.nodes += result->reached.nodes;
    signature.time += result->reached.time;
  }
  using Clock = std::chrono::steady_clock;
  const auto begun = Clock::now();
  const std::uint64_t nodes = star_bench_nodes();
  const auto time = std::chrono::duration_cast<Milliseconds>(Clock::now() - begun);
  signature.parts.push_back({"sternhalma", nodes, time});
  signature.nodes += nodes;
  signature.time += time;
  return signature;
}

}  // namespace crownstar::search
