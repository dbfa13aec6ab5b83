// Measures moves a second through the whole path of the server: a socket, the rules, the store, synced, and both
// players told. Beside it, in the same run, with the same client and the same number of connections: a bare echo server
// of the same network library, whose messages have the mean size of a game's, where one of 98 bytes in makes two of 273
// bytes out; and bare synced commits into a file in the same folder. Then the time from a move sent
// to its receipt by the opponent, at three rates, beside the echo's at the same rates. `server_moves PROGRAM [--tables
// N] [--seconds S] [--rounds N] [--folder F] [--game TOKEN]`; echo_server stands beside this program.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "load/http_caller.hpp"
#include "load/poller.hpp"
#include "load/script.hpp"
#include "load/served.hpp"
#include "load/tables.hpp"
#include "load/web_socket.hpp"
#include "store/sqlite_connection.hpp"

namespace {

using namespace crownstar::load;
using Seconds = std::chrono::duration<double>;

struct Settings {
  std::string program;
  std::string echo;
  std::string folder = ".";
  std::string game = "american";
  int tables = 1000;
  double seconds = 2;
  int rounds = 3;
};

[[noreturn]] void give_up(const std::string& reason) {
  std::fprintf(stderr, "%s\n", reason.c_str());
  std::exit(1);
}

double seconds_since(SteadyClock::time_point start) { return Seconds(SteadyClock::now() - start).count(); }

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

class EchoLane final : public Lane {
 public:
  EchoLane(Poller& poller, Pace& pace, const std::string& frame)
      : pace_(pace),
        frame_(frame),
        socket_(poller, {[this] { pace_.ready(*this); },
                         [this](std::string_view) {
                           pace_.came(sent_);
                           pace_.ready(*this);
                         },
                         [] { give_up("the echo has ended a connection"); }}) {}
  bool connect(int port) { return socket_.connect({port, "", "/", ""}); }
  bool is_open() const { return socket_.is_open(); }
  void go() override {
    sent_ = pace_.due();
    socket_.send_frame(frame_);
  }

 private:
  Pace& pace_;
  const std::string& frame_;
  WebSocket socket_;
  SteadyClock::time_point sent_;
};

// Two players, who play one match after the other.
class Table final : public Lane {
 public:
  Table(Poller& poller, Pace& pace, const Script& script, int port)
      : pace_(pace), script_(script), port_(port), players_{player(poller, 0), player(poller, 1)} {}

  std::vector<std::string> cookies;
  std::deque<std::string> matches;

  bool connect() {
    for (std::size_t seat = 0; seat < 2; ++seat) {
      if (!players_[seat]->connect({port_, "", "/socket", cookies[seat]})) return false;
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
  int port_;
  std::array<std::unique_ptr<WebSocket>, 2> players_;
  std::string match_;
  std::string text_;
  std::size_t next_ = 0;
  int number_ = -1;
  std::array<bool, 2> has_match_{};
  SteadyClock::time_point sent_;
};

double metric(int port, const std::string& name) {
  HttpCaller caller(port);
  const Answer answer = caller.ask("GET", "/metrics", "");
  const std::size_t at = answer.body.find("\n" + name + " ");
  return at == std::string::npos ? 0 : std::atof(answer.body.c_str() + at + name.size() + 2);
}

double bare_commits(const Settings& settings) {
  using namespace crownstar::store;
  const std::string path = settings.folder + "/server_moves_bare.db";
  const auto remove = [&] {
    for (const char* beside : {"", "-wal", "-shm"}) std::filesystem::remove(path + beside);
  };
  remove();
  double rate = 0;
  {
    auto opened = Connection::open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (!opened) give_up(opened.error().text);
    Connection& connection = **opened;
    connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t(a INTEGER, b TEXT)");
    const auto start = SteadyClock::now();
    int commits = 0;
    for (; seconds_since(start) < settings.seconds / 2; ++commits) {
      connection.change("INSERT INTO t(a, b) VALUES(?1, ?2)", commits, "{\"t\":\"moved\",\"text\":\"11-15\"}");
    }
    rate = commits / seconds_since(start);
    if (connection.has_failed()) give_up(connection.take_failure().text);
  }
  remove();
  return rate;
}

void seat_all(const Settings& settings, int port, std::size_t plies, std::vector<std::unique_ptr<Table>>& tables) {
  // Enough matches for all the measuring, were it to reach this many moves a second; no more than a player may make.
  constexpr int most_matches = 18;
  constexpr double most_rate = 60'000;
  const double moves = most_rate * settings.seconds * (settings.rounds + 3) / settings.tables;
  const int matches = std::min(most_matches, static_cast<int>(moves / static_cast<double>(plies)) + 2);
  const std::vector<std::string> cookies = make_guests(port, settings.tables * 2);
  in_parallel(32, settings.tables, port, [&](HttpCaller& caller, int number) {
    const auto index = static_cast<std::size_t>(number);
    Table& table = *tables[index];
    table.cookies = {cookies[index * 2], cookies[index * 2 + 1]};
    const std::string request =
        R"({"game":")" + settings.game +
        R"(","draw_seats":false,"clocks":[{"kind":"fischer","main_ms":3600000,"step_ms":1000}]})";
    // No more than can run at once for a player; and the first moves are made later, so without clocks that wait.
    for (int match = 0; match < matches; ++match) {
      table.matches.push_back(make_match(
          caller, match == 0 ? request : R"({"game":")" + settings.game + R"(","draw_seats":false})", table.cookies));
    }
  });
}

struct Round {
  double moves = 0;
  double echoes = 0;
  double commits = 0;       // of ours, a second
  double bare = 0;          // commits a second
  double microseconds = 0;  // of the processor, a move
};

double median(std::vector<Round> rounds, double (*of)(const Round&)) {
  std::ranges::sort(rounds, {}, of);
  return of(rounds[rounds.size() / 2]);
}

void print_times(Pace& pace, Pace& echo_pace, double rate, double seconds) {
  std::printf("from sent to the opponent's receipt, milliseconds:\n");
  for (const double part : {0.1, 0.5, 0.9}) {
    const auto echoed = echo_pace.at_rate(rate * part, seconds);
    const auto moved = pace.at_rate(rate * part, seconds);
    std::printf("  at %2.0f%% (%6.0f/s, reached %6.0f): median %6.2f, 99th %6.2f; echo: median %6.3f, 99th %6.2f\n",
                part * 100, rate * part, moved.rate, moved.median, moved.high, echoed.median, echoed.high);
    std::fflush(stdout);
  }
}

void run(const Settings& settings) {
  const Script script = long_script(settings.game, 1, 200, 160);
  Served echo({settings.echo});
  Served server(serve_command(settings.program, settings.folder + "/server_moves.db"));
  if (!echo.start() || !server.start()) give_up("a server does not start");
  Poller poller;
  Pace echo_pace(poller);
  Pace pace(poller);
  constexpr std::size_t mean_message = (98 + 2 * 273) / 3;
  const std::string frame = WebSocket::frame_of(std::string(mean_message, 'm'));
  std::vector<std::unique_ptr<EchoLane>> lanes;
  std::vector<std::unique_ptr<Table>> tables;
  for (int i = 0; i < settings.tables; ++i) {
    tables.push_back(std::make_unique<Table>(poller, pace, script, server.port()));
  }
  seat_all(settings, server.port(), script.moves.size(), tables);
  constexpr std::size_t at_once = 200;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    for (int both = 0; both < 2; ++both) {
      lanes.push_back(std::make_unique<EchoLane>(poller, echo_pace, frame));
      if (!lanes.back()->connect(echo.port())) give_up("no connection to the echo");
    }
    if (!tables[i]->connect()) give_up("no connection to the server");
    if (i % at_once != 0 && i + 1 != tables.size()) continue;
    const auto are_there = [&] { return lanes.back()->is_open() && tables[i]->is_seated(); };
    if (!poller.run_until(are_there, milliseconds(30'000))) give_up("not all could connect");
  }
  std::printf("%s, %d tables, %zu connections, games of %zu moves\n", settings.game.c_str(), settings.tables,
              lanes.size(), script.moves.size());
  std::vector<Round> rounds;
  for (int i = 0; i < settings.rounds; ++i) {
    Round round;
    round.bare = bare_commits(settings);
    round.echoes = echo_pace.flat_out(settings.seconds);
    const double commits = metric(server.port(), "crownstar_store_commits_total");
    const double busy = server.processor_seconds();
    round.moves = pace.flat_out(settings.seconds);
    const double all = static_cast<double>(pace.came());
    round.microseconds = (server.processor_seconds() - busy) / all * 1e6;
    round.commits = (metric(server.port(), "crownstar_store_commits_total") - commits) / all * round.moves;
    std::printf(
        "  round %d: moves %7.0f/s, echo %7.0f/s: %.2f of it; %.0f moves a commit, %.0f commits/s, bare %.0f/s; "
        "%.1f us of processor a move\n",
        i + 1, round.moves, round.echoes, round.moves / round.echoes, round.moves / round.commits, round.commits,
        round.bare, round.microseconds);
    std::fflush(stdout);
    rounds.push_back(round);
  }
  const double rate = median(rounds, [](const Round& round) { return round.moves; });
  const double share = median(rounds, [](const Round& round) { return round.moves / round.echoes; });
  // The echo has two messages for each that is counted, a move has three: its own, and one to each player.
  std::printf(
      "median: moves %.0f/s, %.2f of the echo's messages (all messages in and out: %.2f of it), %.1f times the bare "
      "commits, %.0f moves a commit\n",
      rate, share, share * 3 / 2, median(rounds, [](const Round& round) { return round.moves / round.bare; }),
      median(rounds, [](const Round& round) { return round.moves / round.commits; }));
  print_times(pace, echo_pace, rate, settings.seconds);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) give_up("which program?");
  Settings settings;
  settings.program = arguments[1];
  settings.echo = std::filesystem::path(arguments[0]).parent_path() / "echo_server";
  for (int at = 2; at + 1 < count; at += 2) {
    const std::string_view name = arguments[at];
    if (name == "--tables") settings.tables = std::atoi(arguments[at + 1]);
    if (name == "--seconds") settings.seconds = std::atof(arguments[at + 1]);
    if (name == "--rounds") settings.rounds = std::atoi(arguments[at + 1]);
    if (name == "--folder") settings.folder = arguments[at + 1];
    if (name == "--game") settings.game = arguments[at + 1];
  }
  raise_open_files();
  settings.folder += "/server_moves_files";
  std::filesystem::create_directories(settings.folder);
  run(settings);
  std::filesystem::remove_all(settings.folder);
}
