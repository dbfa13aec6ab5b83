#include "programs/cli/collections/pdn_index.hpp"

#include <any>
#include <optional>

#include <fmt/format.h>

#include "programs/cli/console/console.hpp"
#include "site/collections/game_entry.hpp"
#include "site/collections/game_index.hpp"

namespace crownstar::cli {

int run_pdn_index(const PdnIndexRequest& request) {
  auto collection = read_collection_request(request.input);
  if (!collection) return complain_of_usage(collection.error());
  auto index = collections::GameIndexWriter::open(request.database);
  if (!index) return complain(index.error());
  std::uint64_t problems = 0;
  std::uint64_t games = 0;
  std::optional<base::Refusal> failed;
  for (const std::string& file : request.input.files) {
    collection->file = file;
    const auto read = read_collection(
        *collection, {.make = [](const game::ReadRecord& read) { return std::any(collections::entry_of(read.record)); },
                      .on_game =
                          [&](game::TextPlace place, const game::ReadRecord&, const std::any& made) {
                            if (failed) return;
                            const auto added =
                                (*index)->add(std::any_cast<const collections::GameEntry&>(made), file, place.line);
                            if (!added) failed = added.error();
                          },
                      .on_problem = [&](const game::PdnProblem& problem) { say_problem(file, problem); },
                      .on_note = [&](game::TextPlace place, const std::string& note) { say_note(file, place, note); }});
    if (failed) return complain(*failed);
    if (!read) return complain(read.error());
    problems += read->problems;
    games += read->games;
  }
  const auto totals = (*index)->finish();
  if (!totals) return complain(totals.error());
  say(fmt::format("{}: {} games added, {} in all; {} of them repeat an earlier one\n", request.database, games,
                  totals->games, totals->repeated));
  return problems == 0 ? success : failure;
}

}  // namespace crownstar::cli
