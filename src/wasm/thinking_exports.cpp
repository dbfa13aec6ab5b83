// What the page's worker calls to have moves chosen: in the module with the engine only, which is loaded when somebody
// plays the computer or asks what it thinks.

#include <cstdint>

#include "search/own_searcher.hpp"
#include "wasm/asking.hpp"

namespace crownstar::wasm::exported {

// The question is the level.
[[clang::export_name("choose")]] std::uint32_t choose(int number, std::uint32_t seed) {
  return ask(number, [&](Table& table) {
    search::SearchRequest request = table.request();
    request.level = question();
    request.seed = seed;
    const auto found = search::make_searcher()->search(request, search::StopSignal{}, {});
    if (!found) return refusal_answer(found.error());
    return answer_to(table.game->parse(found->move), write_move);
  });
}

// What the strongest mover makes of the position with so many nodes, and its best lines.
[[clang::export_name("look")]] std::uint32_t look(int number, std::uint32_t nodes, int lines) {
  return ask(number, [&](Table& table) {
    search::SearchRequest request = table.request();
    request.limits.nodes = nodes;
    request.lines = lines;
    return answer_to(search::make_searcher()->search(request, search::StopSignal{}, {}), write_findings);
  });
}

}  // namespace crownstar::wasm::exported
