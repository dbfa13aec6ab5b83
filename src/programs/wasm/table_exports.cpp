// The functions with which a worker probes endgame tables. Only in the module of the npm package.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "engines/tablebase/probing/probed_game.hpp"
#include "programs/wasm/asking.hpp"
#include "programs/wasm/page_tables.hpp"

namespace crownstar::wasm {
namespace {

using base::JsonWriter;
using tablebase::ProbedGame;

void write_answer(JsonWriter& json, const ProbedGame& probed) {
  if (!probed.answer.value) return json.null();
  json.begin_object();
  json.member("pieces", probed.answer.pieces);
  tablebase::write_probed(json, probed);
  json.key("bestMoves");
  json.begin_array();
  for (const std::string& move : tablebase::best_moves(probed)) json.value(move);
  json.end_array();
  json.end_object();
}

std::string probe_answer(const game::Game& game) {
  const auto tables = page_tables().open(game.token());
  if (!tables) return refusal_answer(tables.error());
  page_tables().take_refusal();
  const auto probed = tablebase::probe_game(game, **tables);
  // Whatever was said without a file that is there and damaged might be wrong about what is known.
  if (const auto refusal = page_tables().take_refusal()) return refusal_answer(*refusal);
  return answer_to(probed, write_answer);
}

}  // namespace

namespace exported {

// From now on tables are asked for: values and distances of so many pieces at most, and so many mebibytes of files.
[[clang::export_name("use_tables")]] void use_tables(int pieces, int with_distance, std::uint32_t mebibytes) {
  page_tables().use({.pieces = std::clamp(pieces, 0, tablebase::most_pieces),
                     .pieces_with_distance = std::clamp(with_distance, 0, tablebase::most_pieces),
                     .memory_bytes = std::size_t{std::min(mebibytes, 2048U)} << 20U});
}

[[clang::export_name("table_room")]] std::uint8_t* table_room(std::uint32_t bytes) { return page_tables().room(bytes); }

// The question: the first bytes of a file.
[[clang::export_name("table_name")]] std::uint32_t table_name() {
  const std::string_view text = question();
  return give(answer_to(tablebase::name_in_source({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}),
                        [](JsonWriter& json, const std::string& name) { json.value(name); }));
}

// Null where the tables do not know the position.
[[clang::export_name("probe")]] std::uint32_t probe(int number) { return ask(number, probe_answer); }

}  // namespace exported

}  // namespace crownstar::wasm
