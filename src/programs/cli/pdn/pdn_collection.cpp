#include "programs/cli/pdn/pdn_collection.hpp"

#include <array>
#include <deque>
#include <expected>
#include <future>
#include <memory>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "programs/cli/console/console.hpp"
#include "programs/cli/console/progress.hpp"
#include "programs/cli/pdn/packed_input.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/record/pdn/kept_game.hpp"
#include "rules/record/pdn/reader.hpp"
#include "rules/record/reading/record_guess.hpp"

namespace crownstar::cli {

using base::Checked;
using game::KeptGame;
using game::PdnGame;
using game::PdnProblem;
using game::PdnStep;
using game::ReadRecord;
using game::TextPlace;

namespace {

constexpr int games_a_batch = 128;

struct Replayed {
  TextPlace place;
  std::expected<ReadRecord, PdnProblem> record;
  std::any made;
};

// A game to be replayed, or a problem that the reader had with one.
struct Piece {
  std::unique_ptr<KeptGame> game;
  PdnProblem problem;
};

class Collection {
 public:
  Collection(const CollectionRequest& request, const PdnSinks& sinks)
      : request_(request),
        sinks_(sinks),
        source_(game::catalog_source()),
        file_(game::game_in_name(request.file, source_)) {}

  Checked<PdnTotals> read() {
    auto input = PackedInput::open(request_.file);
    if (!input) return std::unexpected(input.error());
    const auto fed = feed_all(*input);
    // What was read before an error is given out before the error is.
    replay_batch();
    while (!running_.empty()) give_out_first();
    if (!fed) return std::unexpected(fed.error());
    return totals_;
  }

 private:
  Checked<void> feed_all(PackedInput& input) {
    std::optional<game::TextDecoder> decoder;
    std::vector<char> piece(1U << 16U);
    for (PdnStep step = reader_.next(); step != PdnStep::end; step = reader_.next()) {
      if (sinks_.has_enough && sinks_.has_enough()) break;
      if (step == PdnStep::problem) {
        add({nullptr, reader_.problem()});
      } else if (step == PdnStep::game) {
        add({std::make_unique<KeptGame>(reader_.game()), {}});
      } else {
        const auto size = input.read(piece);
        if (!size) return std::unexpected(size.error());
        bytes_ += *size;
        if (*size == 0) {
          reader_.finish();
          continue;
        }
        const std::string_view text(piece.data(), *size);
        if (!decoder) decoder.emplace(encoding_of(text));
        reader_.feed(decoder->decode(text));
      }
    }
    return {};
  }

  // Most texts begin in ASCII, and a name that decides may come late: the guess looks at the first piece.
  game::TextEncoding encoding_of(std::string_view beginning) {
    if (request_.encoding) return *request_.encoding;
    const game::TextEncoding encoding = game::guess_encoding(beginning);
    if (encoding != game::TextEncoding::utf8) note({}, fmt::format("read as {} (--encoding)", name_of(encoding)));
    return encoding;
  }

  void add(Piece piece) {
    batch_.push_back(std::move(piece));
    if (std::ssize(batch_) == games_a_batch) replay_batch();
  }

  void replay_batch() {
    if (batch_.empty()) return;
    if (!is_file_known_) know_file();
    auto batch = std::make_shared<std::vector<Piece>>(std::exchange(batch_, {}));
    const bool is_alone = request_.threads == 1;
    // Each batch that runs has a thread of its own: no more than were asked for.
    const std::size_t others = is_alone ? 0 : static_cast<std::size_t>(request_.threads) - 1;
    while (running_.size() > others) give_out_first();
    const auto work = [this, batch] { return replayed(*batch); };
    running_.push_back(is_alone ? std::async(std::launch::deferred, work) : started(work));
    if (is_alone) give_out_first();
  }

  // Before any game is replayed: the first ones say together what they are. They wait in the batch anyway.
  void know_file() {
    static_assert(games_a_batch >= game::FileGames::most_looked_at);
    is_file_known_ = true;
    if (request_.fallback != game::guessed_game) return;
    for (const Piece& piece : batch_) {
      if (piece.game) file_.look_at(piece.game->game(), source_);
    }
  }

  // A system that has no more threads to give leaves the work to this one.
  template <class Work>
  static std::future<std::vector<Replayed>> started(const Work& work) {
    try {
      return std::async(std::launch::async, work);
    } catch (const std::system_error&) {
      return std::async(std::launch::deferred, work);
    }
  }

  std::vector<Replayed> replayed(const std::vector<Piece>& batch) const {
    std::vector<Replayed> all;
    all.reserve(batch.size());
    for (const Piece& piece : batch) {
      if (!piece.game) {
        all.push_back({piece.problem.place, std::unexpected(piece.problem), {}});
        continue;
      }
      const PdnGame& game = piece.game->game();
      auto record = game::read_record(game, source_, request_.fallback, &file_);
      std::any made = record && sinks_.make ? sinks_.make(*record) : std::any();
      all.push_back({game.place, std::move(record), std::move(made)});
    }
    return all;
  }

  void give_out_first() {
    const std::vector<Replayed> batch = running_.front().get();
    running_.pop_front();
    for (const Replayed& each : batch) {
      if (!each.record) {
        ++totals_.problems;
        progress_.wipe();
        sinks_.on_problem(each.record.error());
        continue;
      }
      ++totals_.games;
      if (!each.record->guess.empty() && guesses_.insert(each.record->guess).second) {
        note(each.place, each.record->guess);
      }
      sinks_.on_game(each.place, *each.record, each.made);
      progress_.tell([&] {
        return fmt::format("{}: {} games, {} MB, {:.0f} s", request_.file, totals_.games, bytes_ / 1000000,
                           progress_.seconds());
      });
    }
  }

  void note(TextPlace place, const std::string& text) {
    progress_.wipe();
    if (sinks_.on_note) sinks_.on_note(place, text);
  }

  const CollectionRequest& request_;
  const PdnSinks& sinks_;
  game::RecordSource source_;
  game::FileGames file_;
  bool is_file_known_ = false;
  game::PdnReader reader_;
  Progress progress_;
  PdnTotals totals_;
  std::uint64_t bytes_ = 0;
  std::set<std::string> guesses_;
  std::vector<Piece> batch_;
  std::deque<std::future<std::vector<Replayed>>> running_;
};

}  // namespace

Checked<PdnTotals> read_collection(const CollectionRequest& request, const PdnSinks& sinks) {
  return Collection(request, sinks).read();
}

Checked<void> check_fallback(const std::string& fallback) {
  if (fallback == game::guessed_game) return {};
  if (const auto game = game::start(fallback); !game) return std::unexpected(game.error());
  return {};
}

}  // namespace crownstar::cli
