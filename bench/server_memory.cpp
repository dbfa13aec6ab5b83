// Measures the memory of the server (resident, of its process) for each idle connection, by holding ten thousand of
// them through two of the server's pings, and for each running game, as it begins and with forty moves made.
// `server_memory PROGRAM [--connections N] [--tables N] [--folder F]`

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "give_up.hpp"
#include "load/crowd.hpp"
#include "load/http_caller.hpp"
#include "load/poller.hpp"
#include "load/served.hpp"
#include "load/tables.hpp"
#include "load/web_socket.hpp"

namespace {

using namespace crownstar::load;
using crownstar::give_up;

constexpr milliseconds patience{120'000};
constexpr milliseconds held{35'000};  // pings come every fifteen seconds
constexpr int sockets_of_a_guest = 10;
constexpr int connections_of_a_source = 5'000;
constexpr std::size_t moves_made = 40;

struct Settings {
  std::string program;
  std::string folder = ".";
  int connections = 10'000;
  int tables = 2'000;
};

double kilobytes(const Served& server) { return static_cast<double>(server.resident_bytes()) / 1024; }

class Fresh {
 public:
  Fresh(const Settings& settings, const char* name) : server(serve_command(settings.program, path(settings, name))) {
    if (!server.start()) give_up("the server does not start");
  }
  Served server;

 private:
  static std::string path(const Settings& settings, const char* name) {
    return settings.folder + "/server_memory_" + name + ".db";
  }
};

double idle_connections(const Settings& settings) {
  Fresh fresh(settings, "idle");
  Served& server = fresh.server;
  const int guests = (settings.connections + sockets_of_a_guest - 1) / sockets_of_a_guest;
  const std::vector<std::string> cookies = make_guests(server.port(), guests);
  Poller poller;
  const double before = kilobytes(server);
  std::vector<std::unique_ptr<WebSocket>> sockets;
  int open = 0;
  int gone = 0;
  for (int i = 0; i < settings.connections; ++i) {
    sockets.push_back(std::make_unique<WebSocket>(
        poller, WebSocket::Ears{[&] { ++open; }, [](std::string_view) {}, [&] { ++gone; }}));
    const std::string source = "127.0.0." + std::to_string(1 + i / connections_of_a_source);
    const std::string& cookie = cookies[static_cast<std::size_t>(i / sockets_of_a_guest)];
    if (!sockets.back()->connect({server.port(), source, "/socket", cookie})) give_up("no more connections");
    if (i % 200 != 0) continue;
    if (!poller.run_until([&] { return open + gone == i + 1; }, patience)) give_up("not all connections open");
  }
  if (!poller.run_until([&] { return open + gone == settings.connections; }, patience)) give_up("not all open");
  const double opened = kilobytes(server);
  const double busy = server.processor_seconds();
  poller.run_for(held);
  const double share = (server.processor_seconds() - busy) / std::chrono::duration<double>(held).count();
  const double later = kilobytes(server);
  std::printf("%d idle connections of %d guests: %d gone after %lld s of being held\n", open, guests, gone,
              static_cast<long long>(held.count() / 1000));
  std::printf("  %.2f kB each when opened, %.2f kB each later; the server: %.1f MB before, %.1f MB with them\n",
              (opened - before) / open, (later - before) / open, before / 1024, later / 1024);
  std::printf("  %.2f %% of one processor while they are idle\n", share * 100);
  std::fflush(stdout);
  return (later - before) / open;
}

void games_that_begin(const Settings& settings) {
  Fresh fresh(settings, "begin");
  Served& server = fresh.server;
  const std::vector<std::string> cookies = make_guests(server.port(), settings.tables);
  const auto make = [&] {
    in_parallel(32, settings.tables / 2, server.port(), [&](HttpCaller& caller, int number) {
      const auto index = static_cast<std::size_t>(number) * 2;
      make_match(caller, R"({"game":"american"})", {cookies[index], cookies[index + 1]});
    });
  };
  // The first thousands fill the store's cache.
  for (int i = 0; i < 3; ++i) make();
  const double before = kilobytes(server);
  for (int i = 0; i < 4; ++i) make();
  std::printf("a game that begins: %.2f kB\n", (kilobytes(server) - before) / (settings.tables * 2));
  std::fflush(stdout);
}

void games_under_way(const Settings& settings, const std::string& game, double idle) {
  Fresh fresh(settings, game.c_str());
  Served& server = fresh.server;
  Poller poller;
  CrowdPlan plan;
  plan.tables = settings.tables;
  plan.spectator_every = 0;
  plan.games = {game};
  plan.scripts_of_a_game = 1;
  plan.most_plies = 400;
  plan.behaviour.slow_one_of = 1'000'000;
  while (random_script(game, plan.seed + 1, 400).moves.size() < moves_made * 2) ++plan.seed;
  Crowd crowd(poller, plan);
  const double before = kilobytes(server);
  if (!crowd.sit_down(server.port())) give_up("the tables could not be made");
  const auto all_there = [&] {
    crowd.come_back();
    return crowd.are_all_there();
  };
  if (!poller.run_until(all_there, patience)) give_up("not all came to their tables");
  crowd.mark();
  if (!poller.run_until([&] { return crowd.have_all_got_on(moves_made); }, patience)) give_up("not all moved");
  const double each = (kilobytes(server) - before) / settings.tables;
  std::printf(
      "%s, %d games of two players with about %zu moves made: %.1f kB each with its two connections, %.1f kB"
      " without; the server %.1f MB\n",
      game.c_str(), settings.tables, crowd.figures().moves / static_cast<std::size_t>(settings.tables), each,
      each - 2 * idle, kilobytes(server) / 1024);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) give_up("which program?");
  Settings settings;
  settings.program = arguments[1];
  for (int at = 2; at + 1 < count; at += 2) {
    const std::string_view name = arguments[at];
    if (name == "--connections") settings.connections = std::atoi(arguments[at + 1]);
    if (name == "--tables") settings.tables = std::atoi(arguments[at + 1]);
    if (name == "--folder") settings.folder = arguments[at + 1];
  }
  if (raise_open_files() < static_cast<std::size_t>(settings.connections) + 100) {
    give_up("the system lets too few files be open for so many connections");
  }
  settings.folder += "/server_memory_files";
  std::filesystem::create_directories(settings.folder);
  const double idle = idle_connections(settings);
  games_that_begin(settings);
  games_under_way(settings, "american", idle);
  games_under_way(settings, "sternhalma", idle);
  std::filesystem::remove_all(settings.folder);
}
