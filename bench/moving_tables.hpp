// Tables of two players that move as fast as they can, or at a rate; counts what the opponents receive.
// It does not know how many servers there are and what else is measured beside them.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "give_up.hpp"
#include "load/http_caller.hpp"
#include "load/poller.hpp"
#include "load/script.hpp"
#include "load/tables.hpp"
#include "load/web_socket.hpp"

namespace crownstar::load {

using crownstar::give_up;

using Seconds = std::chrono::duration<double>;

inline double seconds_since(SteadyClock::time_point start) { return Seconds(SteadyClock::now() - start).count(); }

// Something that can be sent at this moment, and comes back: a move of a table, a message of a connection.
class Lane {
 public:
  virtual ~Lane() = default;
  virtual void go() = 0;
};

// Sends as fast as answers come, or at a given rate, and keeps the times.
class Pace {
 public:
  explicit Pace(Poller& poller) : poller_(poller) {}

  // A lane that can go. Where nothing is measured it waits.
  void ready(Lane& lane) {
    if (mode_ == Mode::flat_out) return lane.go();
    waiting_.push_back(&lane);
  }
  void came(SteadyClock::time_point sent) {
    ++came_;
    if (mode_ == Mode::at_rate) times_.push_back(Seconds(SteadyClock::now() - sent).count());
  }
  // When what goes now should have gone: being late is no excuse.
  SteadyClock::time_point due() const { return mode_ == Mode::at_rate ? due_ : SteadyClock::now(); }

  // How many came back in a second.
  double flat_out(double seconds) {
    mode_ = Mode::flat_out;
    for (Lane* lane : std::exchange(waiting_, {})) lane->go();
    poller_.run_for(milliseconds(200));
    came_ = 0;
    const auto start = SteadyClock::now();
    poller_.run_for(milliseconds(static_cast<int>(seconds * 1000)));
    const double rate = static_cast<double>(came_) / seconds_since(start);
    rest();
    return rate;
  }

  struct Times {
    double median = 0;
    double high = 0;  // of a hundred, 99 are below
    double rate = 0;
  };
  Times at_rate(double rate, double seconds) {
    mode_ = Mode::at_rate;
    times_.clear();
    came_ = 0;
    const auto start = SteadyClock::now();
    due_ = start;
    while (seconds_since(start) < seconds) {
      while (due_ <= SteadyClock::now() && !waiting_.empty()) {
        Lane* lane = waiting_.front();
        waiting_.pop_front();
        lane->go();
        due_ += std::chrono::duration_cast<SteadyClock::duration>(Seconds(1 / rate));
      }
      poller_.turn(milliseconds(0));
    }
    const double came = static_cast<double>(came_) / seconds_since(start);
    rest();
    std::ranges::sort(times_);
    if (times_.empty()) return {};
    return {times_[times_.size() / 2] * 1000, times_[times_.size() * 99 / 100] * 1000, came};
  }

  std::size_t came() const { return came_; }
  // Lanes that could go; while nothing is measured, all whose last one has come back.
  std::size_t waiting() const { return waiting_.size(); }

 private:
  enum class Mode { rest, flat_out, at_rate };
  void rest() {
    mode_ = Mode::rest;
    poller_.run_for(milliseconds(150));
  }

  Poller& poller_;
  Mode mode_ = Mode::rest;
  std::deque<Lane*> waiting_;
  std::size_t came_ = 0;
  SteadyClock::time_point due_;
  std::vector<double> times_;
};

// Two players, who play one match after the other.
class Table final : public Lane {
 public:
  // `ports`: of the two players' nodes.
  Table(Poller& poller, Pace& pace, const Script& script, std::array<int, 2> ports)
      : pace_(pace), script_(script), ports_(ports), players_{player(poller, 0), player(poller, 1)} {}

  std::vector<std::string> cookies;
  std::deque<std::string> matches;

  bool connect() {
    for (std::size_t seat = 0; seat < 2; ++seat) {
      if (!players_[seat]->connect({ports_[seat], "", "/socket", cookies[seat]})) return false;
    }
    return true;
  }
  bool is_seated() const { return has_match_[0] && has_match_[1]; }

  void go() override {
    const auto seat = static_cast<std::size_t>(script_.movers[next_]);
    text_ = R"({"t":"command","request":"m)";
    text_ += std::to_string(next_);
    text_ += R"(","match":")";
    text_ += match_;
    text_ += R"(","after":)";
    text_ += std::to_string(number_);
    text_ += R"(,"do":{"t":"move","text":")";
    text_ += script_.moves[next_];
    text_ += R"("}})";
    sent_ = pace_.due();
    players_[seat]->send(text_);
  }

 private:
  std::unique_ptr<WebSocket> player(Poller& poller, std::size_t seat) {
    return std::make_unique<WebSocket>(poller,
                                       WebSocket::Ears{[this, seat] {
                                                         if (players_[1 - seat]->is_open()) take_place();
                                                       },
                                                       [this, seat](std::string_view text) { hear(seat, text); },
                                                       [] { give_up("the server has ended a connection"); }});
  }

  void take_place() {
    if (matches.empty()) give_up("more matches are wanted: measure for a shorter time");
    match_ = matches.front();
    matches.pop_front();
    next_ = 0;
    has_match_[0] = has_match_[1] = false;
    for (auto& each : players_) each->send(R"({"t":"watch","match":")" + match_ + "\"}");
  }

  void hear(std::size_t seat, std::string_view text) {
    constexpr std::string_view events = R"({"t":"events","match":")";
    if (text.starts_with(events)) {
      if (!text.substr(events.size()).starts_with(match_)) return;
      return hear_move(seat, text);
    }
    if (text.starts_with(R"({"t":"snapshot")")) {
      number_ = std::atoi(member(text, "number").c_str());
      has_match_[seat] = true;
      if (is_seated()) pace_.ready(*this);
    } else if (text.starts_with(R"({"t":"refused")")) {
      give_up("refused: " + std::string(text));
    }
  }

  // The opponent's receipt is what counts; it moves next. The mover's own may come later than that.
  void hear_move(std::size_t seat, std::string_view text) {
    constexpr std::string_view first = R"("first":)";
    const int number = std::atoi(text.data() + text.find(first) + first.size());
    if (number <= number_ || static_cast<int>(seat) == script_.movers[next_]) return;
    number_ = number;
    pace_.came(sent_);
    if (++next_ < script_.moves.size()) return pace_.ready(*this);
    for (auto& each : players_) each->send(R"({"t":"leave","match":")" + match_ + "\"}");
    take_place();
  }

  Pace& pace_;
  const Script& script_;
  std::array<int, 2> ports_;
  std::array<std::unique_ptr<WebSocket>, 2> players_;
  std::string match_;
  std::string text_;
  std::size_t next_ = 0;
  int number_ = -1;
  std::array<bool, 2> has_match_{};
  SteadyClock::time_point sent_;
};

inline double metric(int port, const std::string& name) {
  HttpCaller caller(port);
  const Answer answer = caller.ask("GET", "/metrics", "");
  const std::size_t at = answer.body.find("\n" + name + " ");
  return at == std::string::npos ? 0 : std::atof(answer.body.c_str() + at + name.size() + 2);
}

// What the tables are given to play.
struct Seating {
  std::string game = "american";
  double moves = 0;  // that will be made in all, at the most
};

inline void seat_all(const Seating& seating, int port, std::size_t plies, std::vector<std::unique_ptr<Table>>& tables) {
  const int count = static_cast<int>(tables.size());
  // Enough matches for all of them; no more than a player may make.
  constexpr int most_matches = 18;
  const double moves = seating.moves / count;
  const int matches = std::min(most_matches, static_cast<int>(moves / static_cast<double>(plies)) + 2);
  const std::vector<std::string> cookies = make_guests(port, count * 2);
  in_parallel(32, count, port, [&](HttpCaller& caller, int number) {
    const auto index = static_cast<std::size_t>(number);
    Table& table = *tables[index];
    table.cookies = {cookies[index * 2], cookies[index * 2 + 1]};
    const std::string request =
        R"({"game":")" + seating.game +
        R"(","draw_seats":false,"clocks":[{"kind":"fischer","main_ms":3600000,"step_ms":1000}]})";
    // No more than can run at once for a player; and the first moves are made later, so without clocks that wait.
    for (int match = 0; match < matches; ++match) {
      table.matches.push_back(make_match(
          caller, match == 0 ? request : R"({"game":")" + seating.game + R"(","draw_seats":false})", table.cookies));
    }
  });
}

}  // namespace crownstar::load
