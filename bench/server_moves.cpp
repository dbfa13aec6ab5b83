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

#include "load/poller.hpp"
#include "load/script.hpp"
#include "load/served.hpp"
#include "load/tables.hpp"
#include "load/web_socket.hpp"
#include "moving_tables.hpp"
#include "site/store/sqlite/connection.hpp"

namespace {

using namespace crownstar::load;

struct Settings {
  std::string program;
  std::string echo;
  std::string folder = ".";
  std::string game = "american";
  int tables = 1000;
  double seconds = 2;
  int rounds = 3;
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
    tables.push_back(std::make_unique<Table>(poller, pace, script, std::array{server.port(), server.port()}));
  }
  // Were it to reach this many a second.
  constexpr double most_rate = 60'000;
  seat_all({settings.game, most_rate * settings.seconds * (settings.rounds + 3)}, server.port(), script.moves.size(),
           tables);
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
