#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "base/text/json.hpp"
#include "engines/pool/tables_choice.hpp"
#include "engines/tablebase/open.hpp"
#include "engines/tablebase/probing/probed_game.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/engines/tables/tables.hpp"

namespace crownstar::cli {

using base::JsonWriter;

namespace {

using base::Checked;
using tablebase::ProbedGame;
using tablebase::Value;

// What is wrong where tables do not know the position.
base::Refusal not_known(const tablebase::Answer& answer, const tablebase::Tables& tables) {
  if (const std::string foreign = tables.foreign_name(); !foreign.empty()) {
    return {{},
            fmt::format("the position has {} pieces, and its value does not follow from {}", answer.pieces, foreign)};
  }
  const int known = tables.most_pieces();
  const std::string what = known == 0 ? "but there are no tables of " + std::string(tables.game()) + " here"
                           : answer.pieces > known
                               ? fmt::format("but the tables cover up to {} pieces", known)
                               : "and a table that it needs is missing among those here or was refused";
  return {{},
          fmt::format("the position has {} pieces, {}; `crownstar tables build {} --pieces N` builds them",
                      answer.pieces, what, tables.game())};
}

Checked<ProbedGame> probe(const game::Game& game, const tablebase::Tables& tables) {
  auto probed = tablebase::probe_game(game, tables);
  if (probed && !probed->answer.value) return std::unexpected(not_known(probed->answer, tables));
  return probed;
}

std::string json_of(const game::Game& game, const ProbedGame& probed, const std::string& foreign_name) {
  JsonWriter json;
  json.begin_object();
  json.member("game", game.token());
  json.member("position", game.position());
  if (!foreign_name.empty()) json.member("database", foreign_name);
  tablebase::write_probed(json, probed);
  json.end_object();
  return json.take();
}

std::string in_words(std::optional<Value> value, std::optional<int> distance, bool is_foreign) {
  if (!value) return is_foreign ? "not known" : "not known: a table is missing";
  std::string words(tablebase::name_of(*value));
  if (distance) words += " in " + counted(static_cast<std::uint64_t>(*distance), "half-move");
  return words;
}

int say_probed(const game::Game& game, const tablebase::Tables& tables, bool is_json) {
  const auto probed = probe(game, tables);
  if (!probed) return complain(probed.error());
  if (is_json) {
    say(json_of(game, *probed, tables.foreign_name()) + "\n");
    return success;
  }
  const std::string foreign = tables.foreign_name();
  const bool is_foreign = !foreign.empty();
  say(fmt::format("{}  {}\n{} to move: {}\n", game.token(), game.position(), game.seat_name(game.seat_to_move()),
                  in_words(probed->answer.value, probed->answer.distance, is_foreign)));
  for (const tablebase::ProbedMove& move : probed->moves) {
    say(fmt::format("  {:<12} {}\n", move.text, in_words(move.value, move.distance, is_foreign)));
  }
  if (is_foreign) say("By " + foreign + ", which have no distances.\n");
  return success;
}

}  // namespace

int run_tables_probe(const TablesProbeRequest& request) {
  const auto first = game::start(request.position.token);
  if (!first) return complain_of_usage(first.error());
  if (!request.position.has_position && request.position.file.empty()) {
    return complain_of_usage("expected a POSITION, or --positions with a file of them");
  }
  // A wrong position on the command line is told before the tables are looked for, and tables that cannot be opened are
  // told once, however many positions there are.
  std::optional<Checked<tablebase::OpenedTables>> opened;
  bool is_refused = false;
  return for_each_position(request.position, [&](const BegunGame& begun) {
    if (is_refused) return failure;
    if (!opened) {
      opened = tablebase::open_tables(begun.game->token(), engine::tables_folder(request.folder));
      is_refused = !*opened;
      if (is_refused) return complain(opened->error());
      for (const base::Refusal& refusal : (*opened)->refused) complain(refusal);
    }
    return say_probed(*begun.game, *(*opened)->tables, request.is_json);
  });
}

}  // namespace crownstar::cli
