#include "programs/cli/pdn/pdn_strict.hpp"

#include <vector>

#include "programs/cli/pdn/packed_input.hpp"
#include "rules/record/pdn/strict.hpp"

namespace crownstar::cli {

namespace {

// A comment or a variation may last as long as its text, so the whole text is looked at.
constexpr std::size_t most_bytes = std::size_t{1} << 30U;

}  // namespace

base::Checked<PdnTotals> check_strictly(const std::string& file,
                                        const std::function<void(const game::PdnProblem& problem)>& on_problem) {
  auto input = PackedInput::open(file);
  if (!input) return std::unexpected(input.error());
  std::string text;
  std::vector<char> piece(1U << 16U);
  while (true) {
    const auto size = input->read(piece);
    if (!size) return std::unexpected(size.error());
    if (*size == 0) break;
    text.append(piece.data(), *size);
    if (text.size() > most_bytes) return base::refuse("a file of more than 1 GiB; --strict takes no more");
  }
  PdnTotals totals;
  totals.games = game::check_strict_pdn(text, [&](const game::PdnProblem& problem) {
    ++totals.problems;
    on_problem(problem);
  });
  return totals;
}

}  // namespace crownstar::cli
