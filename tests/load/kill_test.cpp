// Hundreds of games under load, and the server killed at random moments, again and again. After each start every move
// that any client saw acknowledged is there, in order and once; the time that the server was down is charged to nobody;
// a command that nobody answered is sent again under its name and played once; and the games go on.
// `kill_test PROGRAM [--kills N] [--tables N] [--seed N]`

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>

#include <unistd.h>

#include "load/crowd.hpp"
#include "load/served.hpp"

namespace {

using namespace crownstar::load;

constexpr milliseconds patience{120'000};
constexpr milliseconds shortest_life{40};
constexpr milliseconds longest_life{1'400};
constexpr milliseconds longest_death{150};

std::int64_t wall_clock() {
  return std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

int fail(const char* reason) {
  std::printf("FAILED: %s\n", reason);
  return 1;
}

struct Settings {
  std::string program;
  int kills = 50;
  int tables = 240;
  std::uint64_t seed = 1;
};

// Lives for this long, with everybody coming back and playing on.
void live(Crowd& crowd, Poller& poller, milliseconds time) {
  const auto end = SteadyClock::now() + time;
  while (SteadyClock::now() < end) {
    crowd.come_back();
    poller.turn(milliseconds(5));
  }
}

bool do_all_replay(const std::string& program, const std::string& store) {
  const std::string command = "'" + program + "' check --store '" + store + "'";
  return std::system(command.c_str()) == 0;
}

int run(const Settings& settings, const std::string& folder) {
  const std::string store = folder + "/store.db";
  std::mt19937_64 random(settings.seed);
  const auto some_time = [&](milliseconds least, milliseconds most) {
    return least + milliseconds(random() % static_cast<std::uint64_t>((most - least).count()));
  };
  Poller poller;
  Crowd crowd(poller, {.tables = settings.tables,
                       .games = {"american", "flying-king", "sternhalma", "international", "sternhalma:players=3"},
                       .seed = settings.seed});
  auto server = std::make_unique<Served>(serve_command(settings.program, store));
  if (!server->start()) return fail("the server does not start");
  const int port = server->port();
  const auto same_port = serve_command(settings.program, store, {"--port", std::to_string(port)});
  if (!crowd.sit_down(port)) return fail("the tables could not be made");
  const auto all_there = [&] {
    crowd.come_back();
    return crowd.are_all_there();
  };
  if (!poller.run_until(all_there, patience)) return fail("not all came to their tables");
  for (int kill = 0; kill < settings.kills; ++kill) {
    live(crowd, poller, some_time(shortest_life, longest_life));
    server->kill();
    const std::int64_t dead = wall_clock();
    // What was on its way when it died still counts as heard.
    poller.turn(milliseconds(0));
    crowd.hang_up_all();
    std::this_thread::sleep_for(some_time(milliseconds(0), longest_death));
    server = std::make_unique<Served>(same_port);
    crowd.outages().push_back({dead + 1, wall_clock()});
    if (!server->start()) return fail("the server does not start again");
  }
  crowd.mark();
  const auto got_on = [&] {
    crowd.come_back();
    return crowd.are_all_there() && crowd.have_all_got_on(4);
  };
  const bool do_all_go_on = poller.run_until(got_on, patience);
  crowd.hang_up_all();
  crowd.check_all_over_http(port);
  const bool has_stopped = server->stop() == 0;
  std::printf("killed %d times\n", settings.kills);
  crowd.print("kill -9 under load");
  if (!do_all_go_on) return fail("not all games go on");
  if (!has_stopped) return fail("the server did not stop well");
  if (!do_all_replay(settings.program, store)) return fail("a stored game does not replay");
  if (crowd.figures().moves < static_cast<std::size_t>(settings.kills) * 20) return fail("there was hardly any load");
  return crowd.figures().is_right() ? 0 : fail("see the faults above");
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return fail("which program?");
  Settings settings{.program = arguments[1]};
  for (int at = 2; at + 1 < count; at += 2) {
    const std::string_view name = arguments[at];
    if (name == "--kills") settings.kills = std::atoi(arguments[at + 1]);
    if (name == "--tables") settings.tables = std::atoi(arguments[at + 1]);
    if (name == "--seed") settings.seed = std::strtoull(arguments[at + 1], nullptr, 10);
  }
  raise_open_files();
  std::string folder = std::filesystem::temp_directory_path() / "crownstar-kill-XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr) return fail("no folder for the store");
  const int result = run(settings, folder);
  std::filesystem::remove_all(folder);
  return result;
}
