// Two thousand games at once, every second one with a spectator, and all the while clients that hang up and come back
// at random. Nothing is lost, doubled or out of order, for anybody; and every game gets on. `many_games_test PROGRAM
// [--tables N] [--seconds S] [--seed N]`

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include <unistd.h>

#include "load/crowd.hpp"
#include "load/http_caller.hpp"
#include "load/served.hpp"

namespace {

using namespace crownstar::load;

constexpr milliseconds patience{180'000};
constexpr milliseconds between_breaks{4};

int fail(const char* reason) {
  std::printf("FAILED: %s\n", reason);
  return 1;
}

struct Settings {
  std::string program;
  int tables = 2000;
  int seconds = 20;
  std::uint64_t seed = 1;
};

// As the server itself counts; -1 where it does not say.
long figure(int port, std::string_view name) {
  const Answer answer = HttpCaller(port).ask("GET", "/metrics", "");
  const std::string line = "\ncrownstar_" + std::string(name) + " ";
  const std::size_t at = answer.body.find(line);
  return at == std::string::npos ? -1 : std::strtol(answer.body.c_str() + at + line.size(), nullptr, 10);
}

// Every table has its game, but for those whose first one is over already and the next has not begun.
bool are_all_at_once(Crowd& crowd, int port, int tables) {
  const long running = figure(port, "matches_running");
  const long spectators = figure(port, "spectators");
  const auto finished = static_cast<long>(crowd.figures().games_finished);
  std::printf("at once: %ld games, %ld spectators; %ld games over already\n", running, spectators, finished);
  return running + finished >= tables && spectators + finished >= tables / 2;
}

int run(const Settings& settings, const std::string& folder) {
  Poller poller;
  CrowdPlan plan;
  plan.tables = settings.tables;
  plan.spectator_every = 2;
  plan.games = {"american", "flying-king", "sternhalma", "international", "russian", "sternhalma:players=3"};
  plan.seed = settings.seed;
  // So that a machine of two cores has breath left for those who come back.
  plan.behaviour.think_least = milliseconds(300);
  plan.behaviour.think_most = milliseconds(1200);
  Crowd crowd(poller, plan);
  Served server(serve_command(settings.program, folder + "/store.db"));
  if (!server.start()) return fail("the server does not start");
  if (!crowd.sit_down(server.port())) return fail("the tables could not be made");
  const auto all_there = [&] {
    crowd.come_back();
    return crowd.are_all_there();
  };
  if (!poller.run_until(all_there, patience)) return fail("not all came to their tables");
  if (!are_all_at_once(crowd, server.port(), settings.tables)) return fail("they are not all played at once");
  crowd.mark();
  const auto end = SteadyClock::now() + std::chrono::seconds(settings.seconds);
  auto next_break = SteadyClock::now();
  std::size_t breaks = 0;
  while (SteadyClock::now() < end) {
    for (; next_break <= SteadyClock::now(); next_break += between_breaks, ++breaks) crowd.hang_up_one();
    crowd.come_back();
    poller.turn(milliseconds(2));
  }
  const auto got_on = [&] {
    crowd.come_back();
    return crowd.are_all_there() && crowd.have_all_got_on(4);
  };
  const bool do_all_go_on = poller.run_until(got_on, patience);
  crowd.hang_up_all();
  crowd.check_all_over_http(server.port());
  const bool has_stopped = server.stop() == 0;
  std::printf("hung up %zu times\n", breaks);
  crowd.print("many games at once");
  if (!do_all_go_on) return fail("not all games go on");
  if (!has_stopped) return fail("the server did not stop well");
  return crowd.figures().is_right() ? 0 : fail("see the faults above");
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return fail("which program?");
  Settings settings;
  settings.program = arguments[1];
  for (int at = 2; at + 1 < count; at += 2) {
    const std::string_view name = arguments[at];
    if (name == "--tables") settings.tables = std::atoi(arguments[at + 1]);
    if (name == "--seconds") settings.seconds = std::atoi(arguments[at + 1]);
    if (name == "--seed") settings.seed = std::strtoull(arguments[at + 1], nullptr, 10);
  }
  raise_open_files();
  std::string folder = std::filesystem::temp_directory_path() / "crownstar-many-XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr) return fail("no folder for the store");
  const int result = run(settings, folder);
  std::filesystem::remove_all(folder);
  return result;
}
