#include "engines/contest/game_runner.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <utility>

#include "base/mixing.hpp"
#include "engines/contest/adjudication.hpp"
#include "engines/contest/players/seeded_random.hpp"
#include "engines/hub/hub_text.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/sides.hpp"
#include "rules/record/record_source.hpp"

namespace crownstar::contest {
namespace {

constexpr int moves_that_agree_on_a_win = 3;
constexpr int moves_that_agree_on_a_draw = 5;
constexpr int drawish_score = 10;  // hundredths of a man

// Whether the last scores of both engines agree, from the view of seat 0.
class ScoreAgreement {
 public:
  void note(int seat, const search::SearchResult& result) {
    const bool knows = !result.reached.lines.empty();
    const int score = knows ? result.reached.lines.front().score.hundredths : 0;
    const int seen = seat == 0 ? score : -score;
    const int sign = (seen > 0) - (seen < 0);
    drawish_for_ = knows && std::abs(seen) <= drawish_score ? drawish_for_ + 1 : 0;
    lead_for_ = knows && win_ && std::abs(seen) >= *win_ ? (sign == leader_ ? lead_for_ + 1 : 1) : 0;
    leader_ = sign;
  }

  explicit ScoreAgreement(const Agreement& agreement) : win_(agreement.win), draw_after_(agreement.draw_after) {}

  // The seat that has won, -1 if none has.
  int winner() const { return lead_for_ < 2 * moves_that_agree_on_a_win ? -1 : leader_ > 0 ? 0 : 1; }
  bool is_drawn(int plies) const {
    return draw_after_ && plies >= 2 * *draw_after_ && drawish_for_ >= 2 * moves_that_agree_on_a_draw;
  }

 private:
  std::optional<int> win_;
  std::optional<int> draw_after_;
  int drawish_for_ = 0;
  int lead_for_ = 0;
  int leader_ = 0;
};

class GameRunner {
 public:
  GameRunner(const GameTerms& terms, const std::vector<EngineSeat>& seats, std::unique_ptr<game::Game> game)
      : terms_(terms),
        seats_(seats),
        game_(std::move(game)),
        record_(game::begin_record(*game_, game::catalog_source())),
        sides_(game::sides_of(*game_)),
        agreement_(terms.agreement),
        tablebase_(terms.adjudication_tables ? terms.adjudication_tables(game_->token()) : nullptr) {
    result_.search_totals.resize(static_cast<std::size_t>(game_->seats()));
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

  PlayedGame run() {
    while (goes_on() && !is_adjudicated() && !is_agreed() && !is_too_long()) take_turn();
    decide_places();
    result_.line = line_number();
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
    const EngineSeat& player = seats_[static_cast<std::size_t>(seat)];
    request_.level = player.spec->level;
    request_.limits = player.limits;
    request_.seed = base::splitmix64(static_cast<std::uint64_t>(result_.plies), seed_);
    const auto begun = std::chrono::steady_clock::now();
    const auto found = player.searcher->search(request_, terms_.stop, {});
    const auto time = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begun);
    // A stop signal may have stopped the engine too: then it has not failed.
    result_.was_stopped = terms_.stop.is_stopped();
    if (result_.was_stopped) return;
    if (!found) return fail(seat, found.error().reason);
    SearchTotals& totals = result_.search_totals[static_cast<std::size_t>(seat)];
    totals.add({1, found->reached.nodes, static_cast<std::uint64_t>(std::max(found->reached.depth, 0)), time, time});
    agreement_.note(seat, *found);
    const auto move = game_->parse(found->move);
    if (!move) return fail(seat, move.error().reason);
    if (const auto played = play(*move); !played) return fail(seat, played.error().reason);
    note_search(*found, std::chrono::duration_cast<std::chrono::milliseconds>(time));
  }

  // `+0.25/12`: the score in the eyes of whoever moved, and the depth.
  void note_search(const search::SearchResult& found, std::chrono::milliseconds time) {
    game::RecordNode& node = record_.node(last_node_);
    node.clocks.push_back({game::ClockKind::move_time, {{.milliseconds = time.count()}}});
    if (found.reached.lines.empty()) return;
    const std::string score = hub::hub_score(found.reached.lines.front().score);
    const std::string_view sign = score.starts_with('-') ? "" : "+";
    node.comments.push_back(std::string(sign) + score + "/" + std::to_string(found.reached.depth));
  }

  std::uint64_t line_number() const {
    base::Fnv1a sum;
    sum.add(record_.start);
    for (const game::RecordNode& node : record_.nodes) {
      sum.add(" ");
      sum.add(node.move);
    }
    return sum.sum();
  }

  void fail(int seat, const std::string& reason) {
    result_.failed_seat = seat;
    result_.reason = seats_[static_cast<std::size_t>(seat)].spec->text + ": " + reason;
  }

  bool is_adjudicated() {
    const auto verdict = adjudicate(tablebase_, *game_);
    if (!verdict) return false;
    result_.was_adjudicated = true;
    adjudicated_loser_ = verdict->loser;
    return true;
  }

  bool is_agreed() {
    if (game_->seats() != 2) return false;
    result_.was_agreed = agreement_.winner() >= 0 || agreement_.is_drawn(result_.plies);
    return result_.was_agreed;
  }

  bool is_too_long() {
    result_.was_too_long = result_.plies >= terms_.most_moves * game_->seats();
    return result_.was_too_long;
  }

  void decide_places() {
    const game::Outcome& outcome = game_->outcome();
    if (outcome.is_over) {
      keep_given_places();
      result_.reason = outcome.reason;
    } else if (result_.failed_seat >= 0) {
      decide_against(result_.failed_seat);
    } else if (adjudicated_loser_ >= 0) {
      decide_against(adjudicated_loser_);
      result_.reason = "tables know who wins";
    } else if (result_.was_agreed && agreement_.winner() >= 0) {
      decide_against(1 - agreement_.winner());
      result_.reason = "both agree on who wins";
    } else {
      keep_given_places();
      share_what_is_open();
      result_.reason = result_.was_adjudicated ? "tables know that it is a draw"
                       : result_.was_agreed    ? "both agree on a draw"
                                               : "the game is too long";
    }
    record_.result.places = result_.places;
    // The first seats are one of each side.
    result_.is_undecided = std::count(result_.places.begin(), result_.places.begin() + sides_.count, 1) != 1;
  }

  // The loser's side takes the last open place, and the others share the best.
  void decide_against(int loser) {
    keep_given_places();
    int last = sides_.count;
    while (std::ranges::count(result_.places, last) > 0) --last;
    for (int seat = 0; seat < game_->seats(); ++seat) {
      int& place = result_.places[static_cast<std::size_t>(seat)];
      if (place == 0 && sides_.of_seat(seat) == sides_.of_seat(loser)) place = last;
    }
    share_what_is_open();
  }

  // A seat that is home or out of the race has its place already.
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

  const GameTerms& terms_;
  const std::vector<EngineSeat>& seats_;
  std::unique_ptr<game::Game> game_;
  game::GameRecord record_;
  game::Sides sides_;
  ScoreAgreement agreement_;
  const tablebase::Tables* tablebase_;
  int adjudicated_loser_ = -1;
  PlayedGame result_;
  search::SearchRequest request_;
  std::uint64_t seed_ = 0;
  int last_node_ = 0;
};

}  // namespace

void SearchTotals::add(const SearchTotals& other) {
  moves += other.moves;
  nodes += other.nodes;
  depth += other.depth;
  time += other.time;
  longest = std::max(longest, other.longest);
}

Checked<PlayedGame> run_game(const GameTerms& terms, const Start& start, const std::vector<EngineSeat>& seats,
                             std::uint64_t seed) {
  auto game = game::start(terms.token);
  if (!game) return std::unexpected(game.error());
  if (!start.position.empty()) {
    if (const auto set = (*game)->set_position(start.position); !set) return std::unexpected(set.error());
  }
  GameRunner runner(terms, seats, *std::move(game));
  if (const auto begun = runner.begin(start, seed); !begun) return std::unexpected(begun.error());
  return runner.run();
}

}  // namespace crownstar::contest
