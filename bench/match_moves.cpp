// Measures what a move costs a match: handle and apply, over games of random moves with clocks. Beside it in the same
// run the rules alone, on a game of its own: reading the move's text and playing it. One line a game, microseconds a
// move.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "rules/catalog/catalog.hpp"
#include "rules/record/record_moves.hpp"
#include "site/match/match.hpp"
#include "site/match/seating.hpp"

namespace {

using namespace crownstar;

constexpr int games = 40;
constexpr int most_moves = 400;

struct Times {
  std::vector<double> rules;
  std::vector<double> copy;
  std::vector<double> match;
};

class Stopwatch {
 public:
  double microseconds() const {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begun_).count();
  }

 private:
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

match::Match begun(const char* token, match::Instant now) {
  const match::ClockTerms clock{match::ClockKind::fischer, std::chrono::hours{1}, std::chrono::seconds{2}, 0};
  const auto terms = match::checked({token, {}, {clock}, false});
  std::vector<match::Player> players;
  for (std::size_t seat = 0; seat < terms->clocks.size(); ++seat) {
    players.push_back({std::to_string(seat), "Player", match::PlayerKind::guest, 0, false});
  }
  return *match::Match::replay(*match::opening(*terms, players, now));
}

void play_game(const char* token, std::mt19937& random, Times& times) {
  match::Instant now{std::chrono::days{20000}};
  match::Match table = begun(token, now);
  const auto alone = *game::start(token);
  const bool is_star = alone->layout().shape == game::BoardShape::star;
  for (int count = 0; count < most_moves && table.phase() == match::Phase::playing; ++count) {
    const auto moves = alone->legal_moves();
    const std::string text = (*moves)[random() % moves->size()].text;
    now += match::Milliseconds{1000};
    const match::Command command{table.seat_to_move(), table.number(), match::Move{text}, match::Milliseconds{50}};
    const Stopwatch whole;
    const auto batch = table.handle(command, now);
    (void)table.apply(*batch);
    times.match.push_back(whole.microseconds());
    const Stopwatch copying;
    (void)alone->clone();
    times.copy.push_back(copying.microseconds());
    const Stopwatch ruling;
    const auto move = is_star ? game::read_recorded_move(*alone, text) : alone->parse(text);
    (void)alone->play(*move);
    times.rules.push_back(ruling.microseconds());
  }
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

int main() {
  for (const char* const token : {"american", "flying-king", "international", "sternhalma", "sternhalma:players=6"}) {
    std::mt19937 random(1);
    Times times;
    for (int game = 0; game < games; ++game) play_game(token, random, times);
    const std::size_t moves = times.match.size();
    std::printf("%-22s %6zu moves: match %6.2f, rules alone %6.2f, a copy of the game %5.2f us a move (medians)\n",
                token, moves, median(times.match), median(times.rules), median(times.copy));
  }
  return 0;
}
