#include "engines/contest/game_runner.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <utility>

#include "engines/contest/adjudication.hpp"
#include "engines/contest/dice.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/sides.hpp"
#include "rules/record/record_source.hpp"

namespace crownstar::contest {
namespace {

constexpr int moves_that_agree_on_a_win = 3;
constexpr int moves_that_agree_on_a_draw = 5;
constexpr int nothing_within = 10;  // hundredths of a man

// What the two engines have said of the game lately, from the view of seat 0.
class Talk {
 public:
  void hear(int seat, const search::SearchResult& result) {
    const bool knows = !result.reached.lines.empty();
    const int score = knows ? result.reached.lines.front().score.hundredths : 0;
    const int seen = seat == 0 ? score : -score;
    const int sign = (seen > 0) - (seen < 0);
    nothing_for_ = knows && std::abs(seen) <= nothing_within ? nothing_for_ + 1 : 0;
    lead_for_ = knows && win_ && std::abs(seen) >= *win_ ? (sign == leader_ ? lead_for_ + 1 : 1) : 0;
    leader_ = sign;
  }

  explicit Talk(const Agreement& agreement) : win_(agreement.win), draw_after_(agreement.draw_after) {}

  // The seat that has won, -1 if none has.
  int winner() const { return lead_for_ < 2 * moves_that_agree_on_a_win ? -1 : leader_ > 0 ? 0 : 1; }
  bool is_drawn(int plies) const {
    return draw_after_ && plies >= 2 * *draw_after_ && nothing_for_ >= 2 * moves_that_agree_on_a_draw;
  }

 private:
  std::optional<int> win_;
  std::optional<int> draw_after_;
  int nothing_for_ = 0;
  int lead_for_ = 0;
  int leader_ = 0;
};

class Bout {
 public:
  Bout(const BoutTerms& terms, const std::vector<BoutSeat>& seats, std::unique_ptr<game::Game> game)
      : terms_(terms),
        seats_(seats),
        game_(std::move(game)),
        record_(game::begin_record(*game_, game::catalog_source())),
        sides_(game::sides_of(*game_)),
        talk_(terms.agreement),
        referee_(terms.referee ? terms.referee(game_->token()) : nullptr) {
    result_.efforts.resize(static_cast<std::size_t>(game_->seats()));
    result_.places.resize(static_cast<std::size_t>(game_->seats()));
  }

  Checked<void> begin(const Start& start, std::uint64_t seed) {
    request_.token = terms_.token;
    request_.position = start.position;
    seed_ = seed;
    for (const search::Turn& turn : start.turns) {
      const auto move = game_->parse(turn.move);
      if (!move) return std::unexpected(move.error());
      if (auto played = play(*move); !played) return played;
    }
    result_.plies = 0;
    return {};
  }

  BoutResult run() {
    while (goes_on() && !is_known() && !is_agreed() && !is_too_long()) take_turn();
    settle();
    result_.record = std::move(record_);
    return std::move(result_);
  }

 private:
  Checked<void> play(const game::MoveView& move) {
    last_node_ = game::add_move(record_, last_node_, *game_, move);
    request_.turns.push_back(search::Turn::played(move.text));
    ++result_.plies;
    return game_->play(move);
  }

  bool goes_on() const { return !game_->outcome().is_over && result_.failed_seat < 0 && !result_.was_stopped; }

  void take_turn() {
    const int seat = game_->seat_to_move();
    const BoutSeat& player = seats_[static_cast<std::size_t>(seat)];
    request_.level = player.spec->level;
    request_.limits = player.limits;
    request_.seed = mixed(seed_, static_cast<std::uint64_t>(result_.plies));
    const auto begun = std::chrono::steady_clock::now();
    const auto found = player.searcher->search(request_, terms_.stop, {});
    const auto time = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begun);
    // Whoever stops us may have stopped the engine too: it has not failed.
    result_.was_stopped = terms_.stop.is_stopped();
    if (result_.was_stopped) return;
    if (!found) return fail(seat, found.error().reason);
    Effort& effort = result_.efforts[static_cast<std::size_t>(seat)];
    effort.add({1, found->reached.nodes, static_cast<std::uint64_t>(std::max(found->reached.depth, 0)), time, time});
    talk_.hear(seat, *found);
    const auto move = game_->parse(found->move);
    if (!move) return fail(seat, move.error().reason);
    if (const auto played = play(*move); !played) fail(seat, played.error().reason);
  }

  void fail(int seat, const std::string& reason) {
    result_.failed_seat = seat;
    result_.reason = seats_[static_cast<std::size_t>(seat)].spec->text + ": " + reason;
  }

  bool is_known() {
    const auto verdict = verdict_of(referee_, *game_);
    if (!verdict) return false;
    result_.was_known = true;
    loser_by_tables_ = verdict->loser;
    return true;
  }

  bool is_agreed() {
    if (game_->seats() != 2) return false;
    result_.was_agreed = talk_.winner() >= 0 || talk_.is_drawn(result_.plies);
    return result_.was_agreed;
  }

  bool is_too_long() {
    result_.was_too_long = result_.plies >= terms_.most_moves * game_->seats();
    return result_.was_too_long;
  }

  void settle() {
    const game::Outcome& outcome = game_->outcome();
    if (outcome.is_over) {
      keep_given_places();
      result_.reason = outcome.reason;
    } else if (result_.failed_seat >= 0) {
      settle_without(result_.failed_seat);
    } else if (loser_by_tables_ >= 0) {
      settle_without(loser_by_tables_);
      result_.reason = "tables know who wins";
    } else if (result_.was_agreed && talk_.winner() >= 0) {
      settle_without(1 - talk_.winner());
      result_.reason = "both agree on who wins";
    } else {
      keep_given_places();
      share_what_is_open();
      result_.reason = result_.was_known    ? "tables know that it is a draw"
                       : result_.was_agreed ? "both agree on a draw"
                                            : "the game is too long";
    }
    record_.result.places = result_.places;
    // The first seats are one of each side.
    result_.is_undecided = std::count(result_.places.begin(), result_.places.begin() + sides_.count, 1) != 1;
  }

  // The loser's side takes the last place that is open, and the others share the best.
  void settle_without(int loser) {
    keep_given_places();
    int last = sides_.count;
    while (std::ranges::count(result_.places, last) > 0) --last;
    for (int seat = 0; seat < game_->seats(); ++seat) {
      int& place = result_.places[static_cast<std::size_t>(seat)];
      if (place == 0 && sides_.of_seat(seat) == sides_.of_seat(loser)) place = last;
    }
    share_what_is_open();
  }

  // Who is home, or out of the race, has its place whatever becomes of the others.
  void keep_given_places() {
    const game::Outcome& outcome = game_->outcome();
    for (std::size_t seat = 0; seat < outcome.standings.size(); ++seat) {
      result_.places[seat] = outcome.standings[seat].place;
    }
  }

  void share_what_is_open() {
    int best = 1;
    while (std::ranges::count(result_.places, best) > 0) ++best;
    std::ranges::replace(result_.places, 0, best);
  }

  const BoutTerms& terms_;
  const std::vector<BoutSeat>& seats_;
  std::unique_ptr<game::Game> game_;
  game::GameRecord record_;
  game::Sides sides_;
  Talk talk_;
  const tablebase::Tables* referee_;
  int loser_by_tables_ = -1;
  BoutResult result_;
  search::SearchRequest request_;
  std::uint64_t seed_ = 0;
  int last_node_ = 0;
};

}  // namespace

void Effort::add(const Effort& other) {
  moves += other.moves;
  nodes += other.nodes;
  depth += other.depth;
  time += other.time;
  longest = std::max(longest, other.longest);
}

Checked<BoutResult> play_bout(const BoutTerms& terms, const Start& start, const std::vector<BoutSeat>& seats,
                              std::uint64_t seed) {
  auto game = game::start(terms.token);
  if (!game) return std::unexpected(game.error());
  if (!start.position.empty()) {
    if (const auto set = (*game)->set_position(start.position); !set) return std::unexpected(set.error());
  }
  Bout bout(terms, seats, *std::move(game));
  if (const auto begun = bout.begin(start, seed); !begun) return std::unexpected(begun.error());
  return bout.run();
}

}  // namespace crownstar::contest
