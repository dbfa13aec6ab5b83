#include "engines/contest/self_play/self_play.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/mixing.hpp"
#include "engines/contest/adjudication.hpp"
#include "engines/contest/players/seeded_random.hpp"
#include "engines/contest/starts.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::contest {
namespace {

constexpr std::size_t fewest_random = 2;  // half-moves at the beginning
constexpr std::size_t most_random = 9;
constexpr std::size_t most_random_after_start = 4;  // where another start than the game's own was drawn
constexpr std::size_t later_random = 16;            // and one in so many after that, for a while
constexpr int random_until = 40;
constexpr int longest = 200;  // half-moves; then it is a draw
constexpr int decided = 700;  // for so many hundredths, seen so many times in a row, a game is given up
constexpr int decided_times = 4;
constexpr int most_score = 1200;  // what is farther from even teaches nothing

class SelfPlayGame {
 public:
  SelfPlayGame(const SelfPlayTerms& terms, search::Searcher& searcher, std::uint32_t number)
      : terms_(terms), searcher_(searcher), number_(number), random_(base::splitmix64(number, terms.seed)) {}

  Checked<std::vector<Sample>> play() {
    auto started = game::start(terms_.token);
    if (!started) return std::unexpected(started.error());
    game_ = *std::move(started);
    request_.token = terms_.token;
    request_.level = terms_.engine.level;
    request_.limits = terms_.engine.limits;
    if (const auto begun = begin(); !begun) return std::unexpected(begun.error());
    const auto least = terms_.starts.empty() ? fewest_random : 0;
    const auto most = terms_.starts.empty() ? most_random : most_random_after_start;
    const int random = static_cast<int>(least + random_.below(most - least + 1));
    for (int ply = 0; ply < longest && !game_->outcome().is_over && given_up_by_ < 0 && !is_adjudicated(); ++ply) {
      if (const auto moved = move(ply, ply < random); !moved) return std::unexpected(moved.error());
    }
    enter_result();
    return std::move(samples_);
  }

 private:
  Checked<void> begin() {
    if (terms_.adjudication_tables) tablebase_ = terms_.adjudication_tables(game_->token());
    if (terms_.starts.empty()) return {};
    const auto starts = make_starts({terms_.token, terms_.starts, 0, 1, base::splitmix64(number_, terms_.seed)});
    if (!starts) return std::unexpected(starts.error());
    if (starts->empty()) return base::refuse("no fair start was found; another seed may find one");
    const Start& start = starts->front();
    if (!start.position.empty()) {
      if (const auto set = game_->set_position(start.position); !set) return set;
      request_.position = start.position;
    }
    for (const search::Turn& turn : start.turns) {
      const auto move = game_->parse(turn.move);
      if (!move) return std::unexpected(move.error());
      if (const auto played = play(*move); !played) return played;
    }
    return {};
  }

  bool is_adjudicated() {
    const auto verdict = adjudicate(tablebase_, *game_);
    if (verdict) given_up_by_ = verdict->loser;
    return verdict.has_value();
  }

  Checked<void> move(int ply, bool is_random) {
    const auto moves = game_->legal_moves();
    if (!moves) return std::unexpected(moves.error());
    const bool is_by_chance =
        is_random || (!terms_.is_steady && ply < random_until && random_.below(later_random) == 0);
    const bool must_take = !moves->front().captured.empty();
    // A move that is forced needs no thought.
    if (is_random || moves->size() == 1) {
      return play((*moves)[random_.below(moves->size())]);
    }
    request_.seed = random_.next();
    const auto found = searcher_.search(request_, {}, {});
    if (!found) return std::unexpected(found.error());
    const int score = found->reached.lines.empty() ? 0 : found->reached.lines.front().score.hundredths;
    if (!must_take && std::abs(score) <= most_score) note(ply, score);
    note_score(score);
    if (is_by_chance) return play((*moves)[random_.below(moves->size())]);
    const auto best = game_->parse(found->move);
    if (!best) return std::unexpected(best.error());
    return play(*best);
  }

  // What came before a capture or a man's move cannot come again, so the search need not hear of it.
  Checked<void> play(const game::MoveView& move) {
    const auto pieces = game_->pieces();
    const bool is_for_good = !move.captured.empty() || std::ranges::any_of(pieces, [&](const game::PieceView& piece) {
      return piece.point == move.from() && !piece.is_king;
    });
    request_.turns.push_back(search::Turn::played(move.text));
    if (auto played = game_->play(move); !played) return played;
    if (is_for_good) {
      request_.position = game_->position();
      request_.turns.clear();
    }
    return {};
  }

  void note(int ply, int score) {
    auto sample = sample_of(*game_);
    if (!sample) return;
    sample->score = static_cast<std::int16_t>(score);
    sample->ply = static_cast<std::uint8_t>(std::min(ply, 255));
    sample->game = number_;
    samples_.push_back(*sample);
    movers_.push_back(game_->seat_to_move());
  }

  void note_score(int score) {
    const int mover = game_->seat_to_move();
    const int loser = score <= -decided ? mover : score >= decided ? 1 - mover : -1;
    lost_for_ = loser >= 0 && loser == loser_ ? lost_for_ + 1 : loser >= 0 ? 1 : 0;
    loser_ = loser;
    if (lost_for_ >= decided_times) given_up_by_ = loser_;
  }

  void enter_result() {
    const game::Outcome& outcome = game_->outcome();
    int winner = given_up_by_ >= 0 ? 1 - given_up_by_ : -1;
    if (outcome.is_over && !outcome.is_draw) winner = outcome.standings[0].place == 1 ? 0 : 1;
    for (std::size_t nth = 0; nth < samples_.size(); ++nth) {
      samples_[nth].result = static_cast<std::int8_t>(winner < 0 ? 0 : winner == movers_[nth] ? 1 : -1);
    }
  }

  const SelfPlayTerms& terms_;
  search::Searcher& searcher_;
  std::uint32_t number_;
  SeededRandom random_;
  std::unique_ptr<game::Game> game_;
  const tablebase::Tables* tablebase_ = nullptr;
  search::SearchRequest request_;
  std::vector<Sample> samples_;
  std::vector<int> movers_;
  int loser_ = -1;
  int lost_for_ = 0;
  int given_up_by_ = -1;
};

}  // namespace

Checked<void> check_self_play(const SelfPlayTerms& terms) {
  const auto game = game::start(terms.token);
  if (!game) return std::unexpected(game.error());
  if (!sample_of(**game))
    return base::refuse("positions for training are kept of draughts with at most 72 squares in play");
  return {};
}

Checked<void> play_itself(const SelfPlayTerms& terms, const OnSelfPlay& on_game) {
  if (auto checked = check_self_play(terms); !checked) return checked;
  const auto searcher = make_searcher(terms.engine);
  for (std::uint32_t number = terms.first_game; number < terms.games; ++number) {
    searcher->forget();
    const auto samples = SelfPlayGame(terms, *searcher, number).play();
    if (!samples) return std::unexpected(samples.error());
    if (!on_game(number, *samples)) return {};
  }
  return {};
}

}  // namespace crownstar::contest
