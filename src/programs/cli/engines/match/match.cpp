#include "programs/cli/engines/match/match.hpp"

#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "programs/cli/console/console.hpp"
#include "programs/cli/console/interruption.hpp"
#include "programs/cli/console/progress.hpp"
#include "programs/cli/console/text_file.hpp"
#include "programs/cli/engines/match/match_games.hpp"
#include "programs/cli/engines/match/match_journal.hpp"
#include "programs/cli/engines/match/match_plot.hpp"
#include "programs/cli/engines/match/match_report.hpp"
#include "programs/cli/engines/match/match_terms.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;
using contest::ArenaResult;
using contest::ArenaTerms;
using contest::FinishedRound;

// Where games and rounds are written while they are played.
class Output {
 public:
  static Checked<Output> open(const MatchRequest& request) {
    Output output;
    if (!request.state.empty()) {
      auto journal = MatchJournal::open(request.state, identity_of(request), request.keep_free);
      if (!journal) return std::unexpected(journal.error());
      output.journal_.emplace(*std::move(journal));
    }
    if (!request.pdn.empty()) {
      auto created = TextFile::create(request.pdn, IfThere::replace, request.keep_free);
      if (!created) return std::unexpected(created.error());
      output.pdn_.emplace(*std::move(created));
    }
    if (!request.plot.empty()) {
      auto created = TextFile::create(request.plot, IfThere::replace, request.keep_free);
      if (!created) return std::unexpected(created.error());
      output.plot_.emplace(*std::move(created));
    }
    return output;
  }

  std::vector<FinishedRound> take_finished() {
    return journal_ ? journal_->take_finished() : std::vector<FinishedRound>();
  }

  contest::ArenaListeners listeners(const ArenaTerms& terms, Progress& progress) {
    contest::ArenaListeners listeners;
    listeners.on_starts = [&progress](std::size_t found, int wanted) {
      progress.tell([&] { return fmt::format("{} of {} starting positions found", found, wanted); });
    };
    listeners.on_game = [this, &terms](const contest::PlayedGame& played, const FinishedRound& round, int side_of_a) {
      if (!journal_ && !pdn_) return;
      games_.push_back(written_game(played, terms, round, side_of_a, date_of_today()));
      if (!journal_) pdn_->write(games_.back());
    };
    listeners.on_round = [this, &terms, &progress](const ArenaResult& so_far, const FinishedRound& round) {
      if (journal_) journal_->add(round, games_);
      games_.clear();
      progress.tell([&] { return match_line(terms, so_far); });
    };
    return listeners;
  }

  // With a state all games are in it, those of earlier runs too.
  Checked<void> finish() {
    if (journal_) {
      if (auto written = journal_->check(); !written) return written;
    }
    if (!pdn_) return {};
    if (journal_) {
      if (auto read = journal_->for_each_game([&](std::string_view game) { pdn_->write(game); }); !read) return read;
    }
    return pdn_->finish();
  }

  Checked<void> finish_plot(const ArenaTerms& terms, const ArenaResult& result) {
    if (!plot_) return {};
    plot_->write(elo_plot(terms, result));
    return plot_->finish();
  }

 private:
  Output() = default;

  std::optional<MatchJournal> journal_;
  std::optional<TextFile> pdn_;
  std::optional<TextFile> plot_;
  std::vector<std::string> games_;  // of a round that is being entered
};

}  // namespace

int run_match(const MatchRequest& request) {
  auto terms = read_match_terms(request);
  if (!terms) return complain_of_usage(terms.error());
  auto output = Output::open(request);
  if (!output) return complain(output.error());
  terms->finished = output->take_finished();
  Progress progress;
  const auto end = [&] {
    const Interruption interruption(terms->game.stop);
    return contest::run_arena(*terms, output->listeners(*terms, progress));
  }();
  progress.wipe();
  if (!end) return complain(end.error());
  int status = end->was_stopped ? interrupted : success;
  if (end->was_stopped) complain("interrupted; finished rounds are counted");
  if (end->games() == 0) return status;  // and earlier games stay where they are
  if (const auto finished = output->finish(); !finished) status = complain(finished.error());
  if (const auto drawn = output->finish_plot(*terms, *end); !drawn) status = complain(drawn.error());
  say(request.is_json ? match_json(*terms, *end) : match_text(*terms, *end));  // even where no file has it
  return status;
}

}  // namespace crownstar::cli
