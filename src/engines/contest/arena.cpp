#include "engines/contest/arena.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "base/mixing.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/sides.hpp"

namespace crownstar::contest {
namespace {

// Engines of one thread, one for every seat, so that nobody thinks for two; made when they are first wanted.
class EngineSet {
 public:
  explicit EngineSet(const std::vector<EngineSpec>& specs) : specs_(specs), engines_(specs.size()) {}

  search::Searcher* get(std::size_t engine, std::size_t seat_of_it) {
    auto& own = engines_[engine];
    while (own.size() <= seat_of_it) own.push_back(make_searcher(specs_[engine]));
    return own[seat_of_it].get();
  }

 private:
  const std::vector<EngineSpec>& specs_;
  std::vector<std::vector<std::unique_ptr<search::Searcher>>> engines_;
};

// The value of a result is its half points.
int half_points(const GameSummary& played, std::size_t side) { return static_cast<int>(result_for(played, side)); }

class Arena {
 public:
  Arena(const ArenaTerms& terms, const ArenaListeners& listeners, std::vector<Start> starts, int seats,
        game::Sides sides)
      : terms_(terms), listeners_(listeners), starts_(std::move(starts)), seats_(seats), sides_(sides) {
    scores_.assign(terms.pairings.size(), ContestScore(seats, sides, terms.test));
    for (const ContestScore& score : scores_) result_.pairings.push_back(score.result());
  }

  Checked<ArenaResult> run() {
    for (const FinishedRound& round : terms_.finished) {
      if (const auto known = check_round(round); !known) return std::unexpected(known.error());
      if (finished_.emplace(round.pairing, round.round).second) count(round);
    }
    std::vector<std::thread> threads;
    for (int number = 1; number < terms_.threads; ++number) threads.emplace_back([this] { play_rounds(); });
    play_rounds();
    for (std::thread& thread : threads) thread.join();
    if (refusal_) return std::unexpected(*refusal_);
    for (const ContestScore& score : scores_) {
      if (const auto compared = score.check_answers(); !compared) return std::unexpected(compared.error());
    }
    result_.was_stopped = terms_.game.stop.is_stopped();
    return std::move(result_);
  }

 private:
  Checked<void> check_round(const FinishedRound& round) const {
    const auto sides = static_cast<std::size_t>(sides_.count);
    const auto seats = static_cast<std::size_t>(seats_);
    const bool fits = round.pairing < scores_.size() && round.games.size() == sides &&
                      std::ranges::all_of(
                          round.games,
                          [seats](const GameSummary& game) {
                            return game.places.size() == seats && game.search_totals.size() == seats;
                          });
    if (fits) return {};
    return base::refuse("a finished round is not of this game and these engines");
  }

  void play_rounds() {
    EngineSet engines(terms_.engines);
    while (!is_over_ && !terms_.game.stop.is_stopped()) {
      const std::size_t task = next_task_++;
      FinishedRound round{task % scores_.size(), task / scores_.size(), {}};
      if (round.round >= starts_.size()) return;
      if (finished_.contains({round.pairing, round.round})) continue;
      std::vector<PlayedGame> played_games;
      for (int side_of_a = 0; side_of_a < sides_.count && !is_over_; ++side_of_a) {
        auto played = play(engines, round, side_of_a);
        if (!played) return stop(played.error());
        if (played->was_stopped) return;
        round.games.push_back(*played);
        played_games.push_back(*std::move(played));
      }
      if (static_cast<int>(played_games.size()) == sides_.count) enter(round, played_games);
    }
  }

  Checked<PlayedGame> play(EngineSet& engines, const FinishedRound& round, int side_of_a) const {
    const Pairing& pairing = terms_.pairings[round.pairing];
    std::vector<EngineSeat> seats;
    std::size_t seats_of_a = 0;
    std::size_t seats_of_b = 0;
    for (int seat = 0; seat < seats_; ++seat) {
      const bool is_a = sides_.of_seat(seat) == side_of_a;
      const std::size_t engine = is_a ? pairing.a : pairing.b;
      const EngineSpec& spec = terms_.engines[engine];
      search::Searcher* searcher = engines.get(engine, is_a ? seats_of_a++ : seats_of_b++);
      searcher->forget();  // so that no game depends on the one before
      seats.push_back({searcher, &spec, limits_of(spec, terms_.limits)});
    }
    return run_game(terms_.game, starts_[round.round], seats, base::splitmix64(round.round, terms_.seed));
  }

  void stop(const base::Refusal& refusal) {
    const std::lock_guard lock(entering_);
    refusal_ = refusal;
    is_over_ = true;
  }

  void enter(const FinishedRound& round, const std::vector<PlayedGame>& played_games) {
    const std::lock_guard lock(entering_);
    // What ends on another thread after the test has decided must not undo that.
    if (is_over_) return;
    for (std::size_t side_of_a = 0; side_of_a < played_games.size(); ++side_of_a) {
      if (listeners_.on_game) listeners_.on_game(played_games[side_of_a], round, static_cast<int>(side_of_a));
    }
    count(round);
    if (listeners_.on_round) listeners_.on_round(result_, round);
  }

  void count(const FinishedRound& round) {
    ContestScore& score = scores_[round.pairing];
    std::vector<const GameSummary*> games;
    for (const GameSummary& game : round.games) games.push_back(&game);
    if (const auto added = score.add_round(games); !added) {
      refusal_ = added.error();
      is_over_ = true;
    }
    result_.pairings[round.pairing] = score.result();
    if (sides_.count == 2) {
      result_.history.emplace_back(round.pairing, half_points(*games[0], 0) + half_points(*games[1], 1));
    }
    if (score.result().verdict != Verdict::open) is_over_ = true;
  }

  const ArenaTerms& terms_;
  const ArenaListeners& listeners_;
  const std::vector<Start> starts_;
  const int seats_;
  const game::Sides sides_;
  std::atomic<std::size_t> next_task_ = 0;
  std::atomic<bool> is_over_ = false;
  std::set<std::pair<std::size_t, std::size_t>> finished_;  // when it begins; the threads only read it
  std::mutex entering_;
  std::vector<ContestScore> scores_;
  ArenaResult result_;
  std::optional<base::Refusal> refusal_;
};

}  // namespace

std::vector<Pairing> round_robin(std::size_t engines) {
  std::vector<Pairing> pairings;
  for (std::size_t a = 0; a < engines; ++a) {
    for (std::size_t b = a + 1; b < engines; ++b) pairings.push_back({a, b});
  }
  return pairings;
}

std::vector<Pairing> gauntlet(std::size_t engines) {
  std::vector<Pairing> pairings;
  for (std::size_t b = 1; b < engines; ++b) pairings.push_back({0, b});
  return pairings;
}

int ArenaResult::games() const {
  int games = 0;
  for (const ContestResult& pairing : pairings) games += pairing.games;
  return games;
}

Checked<ArenaResult> run_arena(const ArenaTerms& terms, const ArenaListeners& listeners) {
  const auto game = game::start(terms.game.token);
  if (!game) return std::unexpected(game.error());
  const int seats = (*game)->seats();
  const game::Sides sides = game::sides_of(**game);
  const int rounds = (std::max(terms.games, 1) + sides.count - 1) / sides.count;
  auto starts =
      make_starts({terms.game.token, terms.starts, terms.random_moves, rounds, terms.seed}, [&](std::size_t found) {
        if (listeners.on_starts) listeners.on_starts(found, rounds);
        return !terms.game.stop.is_stopped();
      });
  if (!starts) {
    if (!terms.game.stop.is_stopped()) return std::unexpected(starts.error());
    starts = std::vector<Start>(1);  // stopped before one was found; no game will begin
  }
  return Arena(terms, listeners, *std::move(starts), seats, sides).run();
}

}  // namespace crownstar::contest
