#include "programs/cli/games/pdn_collection.hpp"

#include <array>

#include <fmt/format.h>

#include "programs/cli/console/console.hpp"
#include "programs/cli/console/progress.hpp"
#include "programs/cli/console/text_file.hpp"
#include "rules/record/pdn/reader.hpp"

namespace crownstar::cli {

using base::Checked;
using game::PdnStep;

Checked<PdnTotals> read_collection(const std::string& file, const std::string& fallback, const PdnSinks& sinks) {
  const auto input = open_input(file);
  if (!input) return std::unexpected(input.error());
  const game::RecordSource source = game::catalog_source();
  game::PdnReader reader;
  Progress progress;
  PdnTotals totals;
  std::array<char, 1U << 16U> piece{};
  std::uint64_t bytes = 0;
  const auto complain_of = [&](const game::PdnProblem& problem) {
    ++totals.problems;
    progress.wipe();
    sinks.on_problem(problem);
  };
  for (PdnStep step = reader.next(); step != PdnStep::end; step = reader.next()) {
    if (step == PdnStep::problem) {
      complain_of(reader.problem());
    } else if (step == PdnStep::game) {
      const auto record = game::read_record(reader.game(), source, fallback);
      if (!record) {
        complain_of(record.error());
        continue;
      }
      ++totals.games;
      sinks.on_game(reader.game().place, *record);
      progress.tell([&] {
        return fmt::format("{}: {} games, {} MB, {:.0f} s", file, totals.games, bytes / 1000000, progress.seconds());
      });
    } else {
      const std::size_t size = std::fread(piece.data(), 1, piece.size(), input->get());
      if (size == 0 && std::ferror(input->get()) != 0) return base::refuse(file_reason("read", file));
      bytes += size;
      size == 0 ? reader.finish() : reader.feed({piece.data(), size});
    }
  }
  return totals;
}

}  // namespace crownstar::cli
