#include "engines/contest/contest.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_set>
#include <utility>

#include "engines/contest/dice.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/sides.hpp"

namespace crownstar::contest {
namespace {

constexpr int most_failures = 5;

// Of two sides; the first seats are of different ones.
GameResult result_for(const BoutResult& bout, std::size_t side) {
  const int own = bout.places[side];
  const int rival = bout.places[1 - side];
  return own < rival ? GameResult::win : own > rival ? GameResult::loss : GameResult::draw;
}

class Contest {
 public:
  Contest(const ContestTerms& terms, const ContestListeners& listeners, std::vector<Start> starts, int seats,
          game::Sides sides)
      : terms_(terms), listeners_(listeners), starts_(std::move(starts)), sides_(sides) {
    standings_.seats = seats;
    standings_.sides = sides.count;
    standings_.places = PlaceTally(sides.count);
  }

  Checked<Standings> run() {
    std::vector<std::thread> threads;
    for (int number = 1; number < terms_.threads; ++number) threads.emplace_back([this] { play_rounds(); });
    play_rounds();
    for (std::thread& thread : threads) thread.join();
    if (refusal_) return std::unexpected(*refusal_);
    if (const auto compared = check_answers(); !compared) return std::unexpected(compared.error());
    standings_.was_stopped = terms_.bout.stop.is_stopped();
    return standings_;
  }

 private:
  using Engines = std::vector<std::unique_ptr<search::Searcher>>;

  // Engines of one thread, one for every seat, so that nobody thinks for two.
  struct Company {
    Engines a;  // for the seats of one side
    Engines b;  // for all others
  };

  void play_rounds() {
    Company company;
    for (int seat = 0; seat < standings_.seats; ++seat) {
      const bool is_a = sides_.of_seat(seat) == 0;
      (is_a ? company.a : company.b).push_back(make_searcher(is_a ? terms_.a : terms_.b));
    }
    while (!is_over_ && !terms_.bout.stop.is_stopped()) {
      const std::size_t round = next_round_++;
      if (round >= starts_.size()) return;
      std::vector<BoutResult> bouts;
      for (int side_of_a = 0; side_of_a < sides_.count && !is_over_; ++side_of_a) {
        auto bout = play(company, round, side_of_a);
        if (!bout) return stop(bout.error());
        if (bout->was_stopped) return;
        bouts.push_back(*std::move(bout));
      }
      if (static_cast<int>(bouts.size()) == sides_.count) enter(bouts, round);
    }
  }

  Checked<BoutResult> play(const Company& company, std::size_t round, int side_of_a) {
    std::vector<BoutSeat> seats;
    auto next_a = company.a.begin();
    auto next_b = company.b.begin();
    for (int seat = 0; seat < standings_.seats; ++seat) {
      const bool is_a = sides_.of_seat(seat) == side_of_a;
      const EngineSpec& spec = is_a ? terms_.a : terms_.b;
      search::Searcher* searcher = (is_a ? next_a++ : next_b++)->get();
      searcher->forget();  // so that no game depends on the one before
      seats.push_back({searcher, &spec, limits_of(spec, terms_.limits)});
    }
    return play_bout(terms_.bout, starts_[round], seats, mixed(terms_.seed, round));
  }

  void stop(const board::Refusal& refusal) {
    const std::lock_guard lock(entering_);
    refusal_ = refusal;
    is_over_ = true;
  }

  void enter(const std::vector<BoutResult>& bouts, std::size_t round) {
    const std::lock_guard lock(entering_);
    // What ends on another thread after the test has decided must not undo that.
    if (is_over_) return;
    for (std::size_t side_of_a = 0; side_of_a < bouts.size(); ++side_of_a) {
      note(bouts[side_of_a], static_cast<int>(side_of_a));
      if (listeners_.on_game) {
        listeners_.on_game(bouts[side_of_a], static_cast<int>(round), static_cast<int>(side_of_a));
      }
    }
    if (sides_.count == 2) {
      standings_.tally.add_pair(result_for(bouts[0], 0), result_for(bouts[1], 1));
    } else {
      standings_.places.add_group(finishes_of_a(bouts));
    }
    if (terms_.test && sides_.count == 2) {
      standings_.verdict = verdict_of(standings_.tally, *terms_.test);
      if (standings_.verdict != Verdict::open) is_over_ = true;
    }
    if (standings_.failures_a + standings_.failures_b >= most_failures) {
      refusal_ = board::Refusal{{}, "engines failed too often; the last time " + last_failure_};
      is_over_ = true;
    }
    if (listeners_.on_round) listeners_.on_round(standings_);
  }

  std::vector<Finish> finishes_of_a(const std::vector<BoutResult>& bouts) const {
    std::vector<Finish> finishes;
    for (std::size_t side = 0; side < bouts.size(); ++side) {
      const auto& places = bouts[side].places;
      // The first seats are one of each side.
      const auto rivals = std::count(places.begin(), places.begin() + sides_.count, places[side]) - 1;
      finishes.push_back({places[side], rivals > 0, bouts[side].is_undecided});
    }
    return finishes;
  }

  // Where starts are few, engines that draw nothing by lot play the same again.
  bool is_repeated(const BoutResult& bout, int side_of_a) {
    std::string text = std::to_string(side_of_a) + bout.record.start;
    for (const game::RecordNode& node : bout.record.nodes) text += " " + node.move;
    return !played_.insert(std::hash<std::string>{}(text)).second;
  }

  void note(const BoutResult& bout, int side_of_a) {
    ++standings_.games;
    standings_.repeated += is_repeated(bout, side_of_a) ? 1 : 0;
    standings_.plies += static_cast<std::uint64_t>(bout.plies);
    standings_.agreed += bout.was_agreed ? 1 : 0;
    standings_.known += bout.was_known ? 1 : 0;
    standings_.too_long += bout.was_too_long ? 1 : 0;
    if (bout.is_undecided) ++standings_.undecided_by[bout.failed_seat < 0 ? bout.reason : "an engine failed"];
    for (int seat = 0; seat < standings_.seats; ++seat) {
      const bool is_a = sides_.of_seat(seat) == side_of_a;
      (is_a ? standings_.effort_a : standings_.effort_b).add(bout.efforts[static_cast<std::size_t>(seat)]);
    }
    if (bout.failed_seat < 0) return;
    const bool is_a = sides_.of_seat(bout.failed_seat) == side_of_a;
    ++(is_a ? standings_.failures_a : standings_.failures_b);
    (is_a ? failure_of_a_ : failure_of_b_) = last_failure_ = bout.reason;
  }

  // A result with an engine that never answered would say nothing of how it plays.
  Checked<void> check_answers() const {
    const auto check = [](int failures, const Effort& effort, const std::string& reason) -> Checked<void> {
      if (failures == 0 || effort.moves > 0) return {};
      return board::refuse("an engine gave no move in any game: " + reason);
    };
    if (auto a = check(standings_.failures_a, standings_.effort_a, failure_of_a_); !a) return a;
    return check(standings_.failures_b, standings_.effort_b, failure_of_b_);
  }

  const ContestTerms& terms_;
  const ContestListeners& listeners_;
  const std::vector<Start> starts_;
  const game::Sides sides_;
  std::atomic<std::size_t> next_round_ = 0;
  std::atomic<bool> is_over_ = false;
  std::mutex entering_;
  Standings standings_;
  std::string failure_of_a_;  // why it failed the last time
  std::string failure_of_b_;
  std::string last_failure_;
  std::unordered_set<std::size_t> played_;  // games, as a number each
  std::optional<board::Refusal> refusal_;
};

}  // namespace

Checked<Standings> run_contest(const ContestTerms& terms, const ContestListeners& listeners) {
  const auto game = game::start(terms.bout.token);
  if (!game) return std::unexpected(game.error());
  const int seats = (*game)->seats();
  const game::Sides sides = game::sides_of(**game);
  const int rounds = (std::max(terms.games, 1) + sides.count - 1) / sides.count;
  auto starts = make_starts({terms.bout.token, terms.starts, terms.random_moves, rounds, terms.seed});
  if (!starts) return std::unexpected(starts.error());
  return Contest(terms, listeners, *std::move(starts), seats, sides).run();
}

}  // namespace crownstar::contest
