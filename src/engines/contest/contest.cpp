#include "engines/contest/contest.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_set>
#include <utility>

#include "base/mixing.hpp"
#include "engines/contest/seeded_random.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/sides.hpp"

namespace crownstar::contest {
namespace {

constexpr int most_failures = 5;

// Of two sides; the first seats are of different ones.
GameResult result_for(const PlayedGame& played, std::size_t side) {
  const int own = played.places[side];
  const int rival = played.places[1 - side];
  return own < rival ? GameResult::win : own > rival ? GameResult::loss : GameResult::draw;
}

class Contest {
 public:
  Contest(const ContestTerms& terms, const ContestListeners& listeners, std::vector<Start> starts, int seats,
          game::Sides sides)
      : terms_(terms), listeners_(listeners), starts_(std::move(starts)), sides_(sides) {
    result_.seats = seats;
    result_.sides = sides.count;
    result_.places = PlaceTally(sides.count);
  }

  Checked<ContestResult> run() {
    std::vector<std::thread> threads;
    for (int number = 1; number < terms_.threads; ++number) threads.emplace_back([this] { play_rounds(); });
    play_rounds();
    for (std::thread& thread : threads) thread.join();
    if (refusal_) return std::unexpected(*refusal_);
    if (const auto compared = check_answers(); !compared) return std::unexpected(compared.error());
    result_.was_stopped = terms_.game.stop.is_stopped();
    return result_;
  }

 private:
  using Engines = std::vector<std::unique_ptr<search::Searcher>>;

  // Engines of one thread, one for every seat, so that nobody thinks for two.
  struct EngineSet {
    Engines a;  // for the seats of one side
    Engines b;  // for all others
  };

  void play_rounds() {
    EngineSet engines;
    for (int seat = 0; seat < result_.seats; ++seat) {
      const bool is_a = sides_.of_seat(seat) == 0;
      (is_a ? engines.a : engines.b).push_back(make_searcher(is_a ? terms_.a : terms_.b));
    }
    while (!is_over_ && !terms_.game.stop.is_stopped()) {
      const std::size_t round = next_round_++;
      if (round >= starts_.size()) return;
      std::vector<PlayedGame> played_games;
      for (int side_of_a = 0; side_of_a < sides_.count && !is_over_; ++side_of_a) {
        auto played = play(engines, round, side_of_a);
        if (!played) return stop(played.error());
        if (played->was_stopped) return;
        played_games.push_back(*std::move(played));
      }
      if (static_cast<int>(played_games.size()) == sides_.count) enter(played_games, round);
    }
  }

  Checked<PlayedGame> play(const EngineSet& engines, std::size_t round, int side_of_a) {
    std::vector<EngineSeat> seats;
    auto next_a = engines.a.begin();
    auto next_b = engines.b.begin();
    for (int seat = 0; seat < result_.seats; ++seat) {
      const bool is_a = sides_.of_seat(seat) == side_of_a;
      const EngineSpec& spec = is_a ? terms_.a : terms_.b;
      search::Searcher* searcher = (is_a ? next_a++ : next_b++)->get();
      searcher->forget();  // so that no game depends on the one before
      seats.push_back({searcher, &spec, limits_of(spec, terms_.limits)});
    }
    return run_game(terms_.game, starts_[round], seats, base::splitmix64(round, terms_.seed));
  }

  void stop(const base::Refusal& refusal) {
    const std::lock_guard lock(entering_);
    refusal_ = refusal;
    is_over_ = true;
  }

  void enter(const std::vector<PlayedGame>& played_games, std::size_t round) {
    const std::lock_guard lock(entering_);
    // What ends on another thread after the test has decided must not undo that.
    if (is_over_) return;
    for (std::size_t side_of_a = 0; side_of_a < played_games.size(); ++side_of_a) {
      note(played_games[side_of_a], static_cast<int>(side_of_a));
      if (listeners_.on_game) {
        listeners_.on_game(played_games[side_of_a], static_cast<int>(round), static_cast<int>(side_of_a));
      }
    }
    if (sides_.count == 2) {
      result_.tally.add_pair(result_for(played_games[0], 0), result_for(played_games[1], 1));
    } else {
      result_.places.add_group(finishes_of_a(played_games));
    }
    if (terms_.test && sides_.count == 2) {
      result_.verdict = verdict_of(result_.tally, *terms_.test);
      if (result_.verdict != Verdict::open) is_over_ = true;
    }
    if (result_.failures_a + result_.failures_b >= most_failures) {
      refusal_ = base::Refusal{{}, "engines failed too often; the last time " + last_failure_};
      is_over_ = true;
    }
    if (listeners_.on_round) listeners_.on_round(result_);
  }

  std::vector<Finish> finishes_of_a(const std::vector<PlayedGame>& played_games) const {
    std::vector<Finish> finishes;
    for (std::size_t side = 0; side < played_games.size(); ++side) {
      const auto& places = played_games[side].places;
      // The first seats are one of each side.
      const auto rivals = std::count(places.begin(), places.begin() + sides_.count, places[side]) - 1;
      finishes.push_back({places[side], rivals > 0, played_games[side].is_undecided});
    }
    return finishes;
  }

  // Where starts are few, engines that draw nothing by lot play the same again.
  bool is_repeated(const PlayedGame& played, int side_of_a) {
    std::string text = std::to_string(side_of_a) + played.record.start;
    for (const game::RecordNode& node : played.record.nodes) text += " " + node.move;
    return !played_.insert(std::hash<std::string>{}(text)).second;
  }

  void note(const PlayedGame& played, int side_of_a) {
    ++result_.games;
    result_.repeated += is_repeated(played, side_of_a) ? 1 : 0;
    result_.plies += static_cast<std::uint64_t>(played.plies);
    result_.agreed += played.was_agreed ? 1 : 0;
    result_.known += played.was_adjudicated ? 1 : 0;
    result_.too_long += played.was_too_long ? 1 : 0;
    if (played.is_undecided) ++result_.undecided_by[played.failed_seat < 0 ? played.reason : "an engine failed"];
    for (int seat = 0; seat < result_.seats; ++seat) {
      const bool is_a = sides_.of_seat(seat) == side_of_a;
      (is_a ? result_.search_totals_a : result_.search_totals_b)
          .add(played.search_totals[static_cast<std::size_t>(seat)]);
    }
    if (played.failed_seat < 0) return;
    const bool is_a = sides_.of_seat(played.failed_seat) == side_of_a;
    ++(is_a ? result_.failures_a : result_.failures_b);
    (is_a ? failure_of_a_ : failure_of_b_) = last_failure_ = played.reason;
  }

  // A result with an engine that never answered would say nothing of how it plays.
  Checked<void> check_answers() const {
    const auto check = [](int failures, const SearchTotals& totals, const std::string& reason) -> Checked<void> {
      if (failures == 0 || totals.moves > 0) return {};
      return base::refuse("an engine gave no move in any game: " + reason);
    };
    if (auto a = check(result_.failures_a, result_.search_totals_a, failure_of_a_); !a) return a;
    return check(result_.failures_b, result_.search_totals_b, failure_of_b_);
  }

  const ContestTerms& terms_;
  const ContestListeners& listeners_;
  const std::vector<Start> starts_;
  const game::Sides sides_;
  std::atomic<std::size_t> next_round_ = 0;
  std::atomic<bool> is_over_ = false;
  std::mutex entering_;
  ContestResult result_;
  std::string failure_of_a_;  // why it failed the last time
  std::string failure_of_b_;
  std::string last_failure_;
  std::unordered_set<std::size_t> played_;  // games, as a number each
  std::optional<base::Refusal> refusal_;
};

}  // namespace

Checked<ContestResult> run_contest(const ContestTerms& terms, const ContestListeners& listeners) {
  const auto game = game::start(terms.game.token);
  if (!game) return std::unexpected(game.error());
  const int seats = (*game)->seats();
  const game::Sides sides = game::sides_of(**game);
  const int rounds = (std::max(terms.games, 1) + sides.count - 1) / sides.count;
  auto starts = make_starts({terms.game.token, terms.starts, terms.random_moves, rounds, terms.seed});
  if (!starts) return std::unexpected(starts.error());
  return Contest(terms, listeners, *std::move(starts), seats, sides).run();
}

}  // namespace crownstar::contest
