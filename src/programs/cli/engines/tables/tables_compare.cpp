#include <fmt/format.h>

#include "base/text/json.hpp"
#include "base/text/quote.hpp"
#include "engines/pool/tables_choice.hpp"
#include "engines/tablebase/generator/comparison.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/progress.hpp"
#include "programs/cli/console/threads.hpp"
#include "programs/cli/engines/tables/tables.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::cli {
namespace {

using base::JsonWriter;
using tablebase::ComparedPieces;
using tablebase::Comparison;
using tablebase::ComparisonRequest;

base::Checked<ComparisonRequest> read_comparison_request(const TablesComparisonRequest& request) {
  if (const auto game = game::start(request.game); !game) return std::unexpected(game.error());
  const auto pieces = read_number("--pieces", request.pieces, 2, tablebase::most_pieces);
  if (!pieces) return std::unexpected(pieces.error());
  const auto threads = read_threads(request.threads);
  if (!threads) return std::unexpected(threads.error());
  return ComparisonRequest{request.game, engine::tables_folder(request.folder), request.foreign_folder,
                           static_cast<int>(*pieces), *threads};
}

std::string json_of(const std::string& game, const Comparison& comparison) {
  JsonWriter json;
  json.begin_object();
  json.member("game", game);
  json.member("database", comparison.foreign_name);
  json.key("pieces");
  json.begin_array();
  for (const ComparedPieces& each : comparison.by_pieces) {
    json.begin_object();
    json.member("pieces", each.pieces);
    json.member("positions", each.positions());
    json.member("same", each.alike);
    json.member("different", each.different);
    json.member("unknown", each.unknown);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

void say_comparison(const Comparison& comparison) {
  say(comparison.foreign_name + ", compared with the tables built here.\n");
  say("For the side to move, positions with a capture pending included.\n");
  say(fmt::format("{:>6} {:>14} {:>14} {:>14} {:>14}\n", "pieces", "positions", "same", "different", "not known"));
  for (const ComparedPieces& each : comparison.by_pieces) {
    say(fmt::format("{:>6} {:>14} {:>14} {:>14} {:>14}\n", each.pieces, each.positions(), each.alike, each.different,
                    each.unknown));
  }
}

}  // namespace

int run_tables_compare(const TablesComparisonRequest& request) {
  const auto order = read_comparison_request(request);
  if (!order) return complain_of_usage(order.error());
  Progress progress;
  const auto comparison = tablebase::compare_tables(*order, [&](const tablebase::Progress& so_far) {
    progress.tell([&] {
      return fmt::format("{:.1f} of {:.1f} million positions, {:.0f} s", static_cast<double>(so_far.done) / 1e6,
                         static_cast<double>(so_far.all) / 1e6, progress.seconds());
    });
    return true;
  });
  progress.wipe();
  if (!comparison) return complain(comparison.error());
  if (request.is_json) {
    say(json_of(order->game, *comparison) + "\n");
  } else {
    say_comparison(*comparison);
  }
  std::uint64_t different = 0;
  for (const ComparedPieces& each : comparison->by_pieces) different += each.different;
  for (const std::string& difference : comparison->differences) complain(difference);
  return different == 0 ? success : complain(fmt::format("{} positions differ", different));
}

}  // namespace crownstar::cli
