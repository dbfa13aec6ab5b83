// What the live site adds to a move on the event loop's thread: from the command to the texts in the queues of two
// players and a spectator, over a store that answers at once, beside the match alone on the same moves. Rules and
// sockets are not the live's; the disk is another thread's.
#include <chrono>
#include <cstdio>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "site/live/live_site.hpp"
#include "site/live/scenarios/controlled_store_test.hpp"
#include "site/match/seating.hpp"

namespace {

using namespace crownstar;
using Clock = std::chrono::steady_clock;

// Forgets everything, and says so at once.
class Forgetful : public live::testing_site::ControlledStore {
 public:
  Forgetful() : ControlledStore(nullptr, {}) {}
  void create_match(store::MatchHeader, std::vector<store::EventRow>, store::Done<void> done) override {
    posted.push_back([done] { done({}); });
  }
  void append(store::Append, store::Done<void> done) override {
    posted.push_back([done = std::move(done)] { done({}); });
  }
  void mutes_of(std::string, store::Done<std::vector<store::MuteRow>> done) override {
    posted.push_back([done] { done(std::vector<store::MuteRow>{}); });
  }
  void run() {
    while (!posted.empty()) {
      const auto work = std::move(posted.front());
      posted.pop_front();
      work();
    }
  }
  std::deque<std::function<void()>> posted;
};

class Queue : public live::Listener {
 public:
  explicit Queue(std::string id) : person_{std::move(id), "Somebody", people::PersonKind::guest, {}} {}
  void send(live::Text text) override { bytes += text->size(); }
  void cut_off(std::string_view) override {}
  const live::Person& who() const override { return person_; }
  std::size_t bytes = 0;

 private:
  live::Person person_;
};

match::Terms terms() {
  return {"american", "", {{match::ClockKind::fischer, std::chrono::minutes{5}, std::chrono::seconds{2}, 0}}, false};
}

// One game, move by move, as the first legal moves have it.
std::vector<std::string> moves_of_a_game() {
  const std::vector<match::Player> players{{"a", "A", match::PlayerKind::guest, 0, false},
                                           {"b", "B", match::PlayerKind::guest, 0, false}};
  auto match = *match::Match::replay(*match::opening(*match::checked(terms()), players, match::Instant{}));
  std::vector<std::string> moves;
  while (match.seat_to_move() >= 0) {
    moves.push_back(match.game().legal_moves()->front().text);
    static_cast<void>(
        match.apply(*match.handle({match.seat_to_move(), 1 << 20, match::Move{moves.back()}, {}}, match::Instant{})));
  }
  return moves;
}

double of_the_match(const std::vector<std::string>& moves, int games) {
  const std::vector<match::Player> players{{"a", "A", match::PlayerKind::guest, 0, false},
                                           {"b", "B", match::PlayerKind::guest, 0, false}};
  Clock::duration spent{};
  for (int game = 0; game < games; ++game) {
    auto match = *match::Match::replay(*match::opening(*match::checked(terms()), players, match::Instant{}));
    const auto begin = Clock::now();
    for (const std::string& move : moves) {
      const auto events = match.handle({match.seat_to_move(), 1 << 20, match::Move{move}, {}}, match::Instant{});
      static_cast<void>(match.apply(*events));
    }
    spent += Clock::now() - begin;
  }
  return std::chrono::duration<double, std::micro>(spent).count() / static_cast<double>(games) /
         static_cast<double>(moves.size());
}

double of_the_live_site(const std::vector<std::string>& moves, int games) {
  Forgetful store;
  live::Instant now{std::chrono::days{20000}};
  live::LiveSite live({store, nullptr, [&] { return now; }, {}, 1});
  Clock::duration spent{};
  std::size_t taken = 0;
  for (int game = 0; game < games; ++game) {
    Queue first("a" + std::to_string(game));
    Queue second("b" + std::to_string(game));
    Queue third("c" + std::to_string(game));
    std::string id;
    live.create(first.who(), {terms(), {}, false, true}, [&](auto made) { id = made->match; });
    store.run();
    live.join(second.who(), {id, "", {}}, [](const auto&) {});
    store.run();
    for (Queue* each : {&first, &second, &third}) {
      live.attach(*each);
      store.run();
      live.watch(*each, id, -1, [](const auto&) {});
    }
    const auto begin = Clock::now();
    for (std::size_t index = 0; index < moves.size(); ++index) {
      now += std::chrono::milliseconds{200};
      live::MatchCommand command{id, "r" + std::to_string(index), {-1, 1 << 20, match::Move{moves[index]}, {}}};
      live.command((index % 2 == 0 ? first : second).who(), std::move(command), live::Milliseconds{20},
                   [&](const auto& answer) { taken += answer ? 1 : 0; });
      store.run();
    }
    spent += Clock::now() - begin;
    for (Queue* each : {&first, &second, &third}) live.detach(*each);
  }
  if (taken != moves.size() * static_cast<std::size_t>(games)) std::puts("some moves were not taken");
  return std::chrono::duration<double, std::micro>(spent).count() / static_cast<double>(games) /
         static_cast<double>(moves.size());
}

}  // namespace

int main() {
  constexpr int games = 300;
  const std::vector<std::string> moves = moves_of_a_game();
  for (int round = 0; round < 3; ++round) {
    const double match = of_the_match(moves, games);
    const double live = of_the_live_site(moves, games);
    std::printf(
        "a move: match alone %.1f us, through the live site to three queues %.1f us, so the site's own %.1f us\n",
        match, live, live - match);
  }
  return 0;
}
