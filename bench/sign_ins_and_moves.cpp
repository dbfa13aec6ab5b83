// Measures what sign-ins cost those who play: the time from a move sent to its receipt by the opponent, at one rate, in
// turn with nobody at the door and with many who try passwords, each from an address of its own and without a pause.
// `sign_ins_and_moves PROGRAM [--tables N] [--rate MOVES] [--guessers N] [--seconds S] [--rounds N] [--folder F]`.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "load/http_caller.hpp"
#include "load/poller.hpp"
#include "load/script.hpp"
#include "load/served.hpp"
#include "moving_tables.hpp"

namespace {

using namespace crownstar::load;

struct Settings {
  std::string program;
  std::string folder = ".";
  int tables = 100;
  double rate = 500;
  int guessers = 50;
  double seconds = 3;
  int rounds = 5;
};

// People who try passwords of names that nobody has, which costs the server what a wrong password costs.
class Guessers {
 public:
  Guessers(int port, int count) {
    for (int i = 0; i < count; ++i) {
      threads_.emplace_back([this, port] {
        while (!is_over_) guess(port, ++tries_);
      });
    }
  }
  ~Guessers() {
    is_over_ = true;
    for (std::thread& each : threads_) each.join();
  }
  Guessers(const Guessers&) = delete;
  Guessers& operator=(const Guessers&) = delete;

  int compared() const { return compared_; }
  int turned_away() const { return turned_away_; }

 private:
  // No address and no name comes twice, so that no throttle ends it.
  void guess(int port, int number) {
    HttpCaller caller(port,
                      fmt::format("127.{}.{}.{}", 1 + number / 40'000 % 250, number / 200 % 200, 1 + number % 200));
    const Answer answer = caller.ask("POST", "/api/session",
                                     fmt::format(R"({{"name":"Nobody-{}","password":"not the right one"}})", number));
    if (answer.status == 401) ++compared_;
    if (answer.status == 503 || answer.status == 429) ++turned_away_;
  }

  std::atomic<bool> is_over_ = false;
  std::atomic<int> tries_ = 0;
  std::atomic<int> compared_ = 0;
  std::atomic<int> turned_away_ = 0;
  std::vector<std::thread> threads_;
};

template <typename T>
T median(std::vector<T> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

void run(const Settings& settings) {
  const Script script = long_script("american", 1, 200, 160);
  Served server(serve_command(settings.program, settings.folder + "/store.db"));
  if (!server.start()) give_up("the server does not start");
  Poller poller;
  Pace pace(poller);
  std::vector<std::unique_ptr<Table>> tables;
  for (int i = 0; i < settings.tables; ++i) {
    tables.push_back(std::make_unique<Table>(poller, pace, script, std::array{server.port(), server.port()}));
  }
  seat_all({"american", settings.rate * settings.seconds * (2 * settings.rounds + 2)}, server.port(),
           script.moves.size(), tables);
  for (auto& each : tables) {
    if (!each->connect()) give_up("no connection to the server");
    if (!poller.run_until([&] { return each->is_seated(); }, milliseconds(30'000))) give_up("not all could connect");
  }
  std::printf("%d tables, %.0f moves a second, %d who try passwords\n", settings.tables, settings.rate,
              settings.guessers);
  std::vector<double> quiet;
  std::vector<double> quiet_high;
  std::vector<double> besieged;
  std::vector<double> besieged_high;
  for (int round = 1; round <= settings.rounds; ++round) {
    const auto alone = pace.at_rate(settings.rate, settings.seconds);
    Pace::Times beside;
    int compared = 0;
    int turned_away = 0;
    {
      const Guessers guessers(server.port(), settings.guessers);
      poller.run_for(milliseconds(200));
      const int before = guessers.compared();
      beside = pace.at_rate(settings.rate, settings.seconds);
      compared = guessers.compared() - before;
      turned_away = guessers.turned_away();
    }
    std::printf(
        "  round %d: alone median %6.2f ms, 99th %6.2f (%.0f/s); beside them %6.2f, %6.2f (%.0f/s): %.1f and "
        "%.1f times; %.0f passwords compared a second, %d tries turned away\n",
        round, alone.median, alone.high, alone.rate, beside.median, beside.high, beside.rate,
        beside.median / alone.median, beside.high / alone.high, compared / settings.seconds, turned_away);
    std::fflush(stdout);
    quiet.push_back(alone.median);
    quiet_high.push_back(alone.high);
    besieged.push_back(beside.median);
    besieged_high.push_back(beside.high);
  }
  std::printf("median of the rounds: alone %.2f ms, 99th %.2f; beside them %.2f, %.2f: %.1f and %.1f times\n",
              median(quiet), median(quiet_high), median(besieged), median(besieged_high),
              median(besieged) / median(quiet), median(besieged_high) / median(quiet_high));
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) give_up("which program?");
  Settings settings;
  settings.program = arguments[1];
  for (int at = 2; at + 1 < count; at += 2) {
    const std::string_view name = arguments[at];
    if (name == "--tables") settings.tables = std::atoi(arguments[at + 1]);
    if (name == "--rate") settings.rate = std::atof(arguments[at + 1]);
    if (name == "--guessers") settings.guessers = std::atoi(arguments[at + 1]);
    if (name == "--seconds") settings.seconds = std::atof(arguments[at + 1]);
    if (name == "--rounds") settings.rounds = std::atoi(arguments[at + 1]);
    if (name == "--folder") settings.folder = arguments[at + 1];
  }
  raise_open_files();
  settings.folder += "/sign_ins_and_moves_files";
  std::filesystem::create_directories(settings.folder);
  run(settings);
  std::filesystem::remove_all(settings.folder);
}
