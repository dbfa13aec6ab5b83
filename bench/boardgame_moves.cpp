// Measures moves a second and memory beside boardgame.io's server, in the same run: as many tables, sockets and the
// same moves of American checkers to both in turn, and a move counts when the opponent has it. Ours is stored and
// synced, theirs is in memory. To theirs the text of socket.io is spoken over a bare WebSocket. `boardgame_moves
// PROGRAM SERVER.JS
// [--tables N] [--seconds S] [--rounds N] [--folder F] [--rate R]`; bench/README.md says how SERVER.JS is had.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "load/http_caller.hpp"
#include "load/poller.hpp"
#include "load/script.hpp"
#include "load/served.hpp"
#include "load/web_socket.hpp"
#include "moving_tables.hpp"

namespace {

using namespace crownstar::load;

struct Settings {
  std::string program;
  std::string theirs;
  std::string folder = ".";
  int tables = 200;
  double seconds = 3;
  int rounds = 3;
  double rate = 1'000;
};

struct TheirMatch {
  std::string id;
  std::array<std::string, 2> credentials;
};

// Two players on boardgame.io's server, who play one match after the other.
class TheirTable final : public Lane {
 public:
  TheirTable(Poller& poller, Pace& pace, const Script& script)
      : pace_(pace), script_(script), players_{player(poller, 0), player(poller, 1)} {}

  std::deque<TheirMatch> matches;

  bool connect(int port) {
    for (const auto& each : players_) {
      if (!each->connect({port, "", "/socket.io/?EIO=4&transport=websocket", ""})) return false;
    }
    return true;
  }
  bool is_seated() const { return has_match_[0] && has_match_[1]; }

  void go() override {
    const auto seat = static_cast<std::size_t>(script_.movers[next_]);
    const std::string mover = std::to_string(seat);
    sent_ = pace_.due();
    players_[seat]->send(R"(42/checkers,["update",{"type":"MAKE_MOVE","payload":{"type":"move","args":[")" +
                         script_.moves[next_] + R"("],"playerID":")" + mover + R"(","credentials":")" +
                         match_.credentials[seat] + R"("}},)" + std::to_string(state_) + R"(,")" + match_.id +
                         R"(",")" + mover + R"("])");
  }

 private:
  std::unique_ptr<WebSocket> player(Poller& poller, std::size_t seat) {
    return std::make_unique<WebSocket>(poller,
                                       WebSocket::Ears{[] {}, [this, seat](std::string_view text) { hear(seat, text); },
                                                       [] { give_up("their server has ended a connection"); }});
  }

  void take_place() {
    if (matches.empty()) give_up("more matches are wanted: measure for a shorter time");
    match_ = matches.front();
    matches.pop_front();
    next_ = 0;
    state_ = 0;
    has_match_ = {};
    for (std::size_t seat = 0; seat < 2; ++seat) {
      players_[seat]->send(R"(42/checkers,["sync",")" + match_.id + R"(",")" + std::to_string(seat) + R"(",")" +
                           match_.credentials[seat] + R"(",2])");
    }
  }

  // What begins with 0, 2 and 40 is engine.io's and socket.io's own: it is open, it asks who is there, one has come in.
  void hear(std::size_t seat, std::string_view text) {
    if (text.starts_with("0")) return players_[seat]->send("40/checkers,");
    if (text == "2") return players_[seat]->send("3");
    if (text.starts_with("40/checkers,")) {
      has_come_in_[seat] = true;
      if (has_come_in_[0] && has_come_in_[1]) take_place();
      return;
    }
    if (!text.starts_with(R"(42/checkers,[")") || !text.contains(match_.id)) return;
    if (text.starts_with(R"(42/checkers,["sync")")) {
      has_match_[seat] = true;
      if (is_seated()) pace_.ready(*this);
    } else if (text.starts_with(R"(42/checkers,["update")")) {
      hear_move(seat, text);
    }
  }

  // The opponent's receipt is what counts; it moves next.
  void hear_move(std::size_t seat, std::string_view text) {
    const int state = std::atoi(member(text, "_stateID").c_str());
    if (state <= state_ || static_cast<int>(seat) == script_.movers[next_]) return;
    state_ = state;
    pace_.came(sent_);
    if (++next_ < script_.moves.size()) return pace_.ready(*this);
    take_place();
  }

  Pace& pace_;
  const Script& script_;
  std::array<std::unique_ptr<WebSocket>, 2> players_;
  std::array<bool, 2> has_come_in_{};
  std::array<bool, 2> has_match_{};
  TheirMatch match_;
  std::size_t next_ = 0;
  int state_ = 0;
  SteadyClock::time_point sent_;
};

std::string asked(HttpCaller& caller, const std::string& path, const std::string& body, std::string_view wanted) {
  const Answer answer = caller.ask("POST", path, body);
  if (answer.status != 200) give_up("their server answers " + std::to_string(answer.status) + ": " + answer.body);
  return member(answer.body, wanted);
}

void seat_theirs(int port, int matches, std::vector<std::unique_ptr<TheirTable>>& tables) {
  in_parallel(8, static_cast<int>(tables.size()), port, [&](HttpCaller& caller, int number) {
    for (int count = 0; count < matches; ++count) {
      TheirMatch match;
      match.id = asked(caller, "/games/checkers/create", R"({"numPlayers":2})", "matchID");
      for (std::size_t seat = 0; seat < 2; ++seat) {
        const std::string join = R"({"playerID":")" + std::to_string(seat) + R"(","playerName":"p"})";
        match.credentials[seat] = asked(caller, "/games/checkers/" + match.id + "/join", join, "playerCredentials");
      }
      tables[static_cast<std::size_t>(number)]->matches.push_back(std::move(match));
    }
  });
}

double mebibytes(const Served& server) { return static_cast<double>(server.resident_bytes()) / (1 << 20); }

// Both servers with their tables; connected before anything is measured.
struct Sides {
  Sides(const Settings& settings, const Script& script)
      : ours(serve_command(settings.program, settings.folder + "/boardgame_moves.db")),
        theirs({"/usr/bin/env", "node", settings.theirs}) {
    if (!ours.start() || !theirs.start()) give_up("a server does not start");
    our_empty = mebibytes(ours);
    their_empty = mebibytes(theirs);
    for (int table = 0; table < settings.tables; ++table) {
      our_tables.push_back(std::make_unique<Table>(poller, our_pace, script, std::array{ours.port(), ours.port()}));
      their_tables.push_back(std::make_unique<TheirTable>(poller, their_pace, script));
    }
    // Were it to reach this many a second.
    constexpr double most_rate = 30'000;
    const double moves = most_rate * settings.seconds * (settings.rounds + 2);
    seat_all({"american", moves}, ours.port(), script.moves.size(), our_tables);
    const double each = moves / settings.tables / static_cast<double>(script.moves.size());
    seat_theirs(theirs.port(), std::min(18, static_cast<int>(each) + 2), their_tables);
    for (int table = 0; table < settings.tables; ++table) come(static_cast<std::size_t>(table));
  }

  void come(std::size_t table) {
    Table& ours_now = *our_tables[table];
    TheirTable& theirs_now = *their_tables[table];
    if (!ours_now.connect() || !theirs_now.connect(theirs.port())) give_up("no connection");
    const auto are_there = [&] { return ours_now.is_seated() && theirs_now.is_seated(); };
    if (!poller.run_until(are_there, milliseconds(60'000))) give_up("not all could connect");
  }

  Poller poller;
  Pace our_pace{poller};
  Pace their_pace{poller};
  Served ours;
  Served theirs;
  double our_empty = 0;
  double their_empty = 0;
  std::vector<std::unique_ptr<Table>> our_tables;
  std::vector<std::unique_ptr<TheirTable>> their_tables;
};

void run(const Settings& settings) {
  const Script script = long_script("american", 1, 200, 160);
  Sides sides(settings, script);
  std::printf("%d tables, %d sockets to each, games of %zu moves\n", settings.tables, settings.tables * 2,
              script.moves.size());
  std::vector<std::array<double, 3>> rounds;  // the ratio first
  for (int round = 0; round < settings.rounds; ++round) {
    const double theirs = sides.their_pace.flat_out(settings.seconds);
    const double ours = sides.our_pace.flat_out(settings.seconds);
    if (theirs < 1 || ours < 1) give_up("nothing moves");
    rounds.push_back({ours / theirs, ours, theirs});
    std::printf("  round %d: ours %6.0f/s, theirs %6.0f/s: %.1f times\n", round + 1, ours, theirs, ours / theirs);
    std::fflush(stdout);
  }
  // A move that one of them refused would hold up its table for good.
  for (Pace* pace : {&sides.our_pace, &sides.their_pace}) {
    const auto do_all_wait = [&] { return std::cmp_equal(pace->waiting(), settings.tables); };
    if (!sides.poller.run_until(do_all_wait, milliseconds(60'000))) give_up("a table stands still");
  }
  std::ranges::sort(rounds);
  const auto& middle = rounds[rounds.size() / 2];
  std::printf("median: ours %.0f/s, theirs %.0f/s, %.1f times (%.1f to %.1f)\n", middle[1], middle[2], middle[0],
              rounds.front()[0], rounds.back()[0]);
  const double our_memory = mebibytes(sides.ours);
  const double their_memory = mebibytes(sides.theirs);
  std::printf("memory: ours %.0f MiB, theirs %.0f MiB; grown since empty: %.0f and %.0f MiB\n", our_memory,
              their_memory, our_memory - sides.our_empty, their_memory - sides.their_empty);
  const auto ours = sides.our_pace.at_rate(settings.rate, settings.seconds);
  const auto theirs = sides.their_pace.at_rate(settings.rate, settings.seconds);
  std::printf(
      "at %.0f/s, from sent to the opponent's receipt: ours (reached %.0f) median %.2f ms, 99th %.2f; theirs "
      "(reached %.0f) median %.2f ms, 99th %.2f\n",
      settings.rate, ours.rate, ours.median, ours.high, theirs.rate, theirs.median, theirs.high);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) give_up("which program, and which server.js?");
  Settings settings;
  settings.program = arguments[1];
  settings.theirs = arguments[2];
  for (int at = 3; at + 1 < count; at += 2) {
    const std::string_view name = arguments[at];
    if (name == "--tables") settings.tables = std::atoi(arguments[at + 1]);
    if (name == "--seconds") settings.seconds = std::atof(arguments[at + 1]);
    if (name == "--rounds") settings.rounds = std::atoi(arguments[at + 1]);
    if (name == "--folder") settings.folder = arguments[at + 1];
    if (name == "--rate") settings.rate = std::atof(arguments[at + 1]);
  }
  raise_open_files();
  settings.folder += "/boardgame_moves_files";
  std::filesystem::create_directories(settings.folder);
  run(settings);
  std::filesystem::remove_all(settings.folder);
}
