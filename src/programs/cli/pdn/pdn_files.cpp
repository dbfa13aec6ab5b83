#include "programs/cli/pdn/pdn_files.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "base/text/utf8.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/threads.hpp"

namespace crownstar::cli {
namespace {

void say_at(const std::string& file, game::TextPlace place, std::string_view text) {
  flush_output();
  const std::string line = base::printable(fmt::format("{}:{}:{}: {}", file, place.line, place.column, text)) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

base::Checked<CollectionRequest> read_collection_request(const PdnFilesRequest& request) {
  if (const auto game = check_fallback(request.fallback); !game) return std::unexpected(game.error());
  const auto encoding = game::read_encoding(request.encoding);
  if (!encoding) return base::refuse("--encoding: " + encoding.error().reason);
  const auto threads = read_threads(request.threads);
  if (!threads) return std::unexpected(threads.error());
  return CollectionRequest{.file = {}, .fallback = request.fallback, .encoding = *encoding, .threads = *threads};
}

void say_problem(const std::string& file, const game::PdnProblem& problem) {
  const std::string reason = base::to_text(problem.refusal);
  say_at(file, problem.place, problem.text.empty() ? reason : problem.text + ": " + reason);
}

void say_note(const std::string& file, game::TextPlace place, const std::string& note) {
  say_at(file, place, "note: " + note);
}

}  // namespace crownstar::cli
