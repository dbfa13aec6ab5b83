// The functions that the page's worker calls for engine moves. Only in the module with the engine, which is loaded
// when somebody plays the computer or asks for analysis.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "engines/search/builtin/builtin_searcher.hpp"
#include "engines/search/net/embedded.hpp"
#include "programs/wasm/asking.hpp"

namespace crownstar::wasm {
namespace exported {

// The question is the token of a game; the answer is the network that judges it, empty for none.
[[clang::export_name("network")]] std::uint32_t network() {
  const auto game = game::start(question());
  if (!game) return give(refusal_answer(game.error()));
  const std::string name = search::network_name(**game);
  return give(answer([&](base::JsonWriter& json) { json.value(name); }));
}

// The question is a network's file; the answer is the game that it judges from now on.
[[clang::export_name("take_network")]] std::uint32_t take_network() {
  const std::string_view text = question();
  auto read = search::net::read_network({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
  if (!read) return give(refusal_answer(read.error()));
  const std::string game = (*read)->game;
  search::net::hand_over(*std::move(read));
  return give(answer([&](base::JsonWriter& json) { json.value(game); }));
}

// The question is the level.
[[clang::export_name("choose")]] std::uint32_t choose(int number, std::uint32_t seed) {
  return ask(number, [&](OpenGame& open_game) {
    search::SearchRequest request = open_game.request();
    request.level = question();
    request.seed = seed;
    const auto found = search::make_searcher()->search(request, search::StopSignal{}, {});
    if (!found) return refusal_answer(found.error());
    return answer_to(open_game.game->parse(found->move), write_move);
  });
}

// What the strongest mover makes of the position with so many nodes, and its best lines.
[[clang::export_name("look")]] std::uint32_t look(int number, std::uint32_t nodes, int lines) {
  return ask(number, [&](OpenGame& open_game) {
    search::SearchRequest request = open_game.request();
    request.limits.nodes = nodes;
    request.lines = lines;
    request.is_analysis = true;
    return answer_to(search::make_searcher()->search(request, search::StopSignal{}, {}), write_findings);
  });
}

}  // namespace exported

}  // namespace crownstar::wasm
