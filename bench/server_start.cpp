// Measures how long the server takes from its start to its address being open, with a store of its own that it makes,
// and with a store of a million finished games and some that run, as `store_start --keep 1` leaves it. `server_start
// PROGRAM STORE [--rounds N]`

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "give_up.hpp"
#include "load/http_caller.hpp"
#include "load/poller.hpp"
#include "load/served.hpp"

namespace {

using namespace crownstar::load;
using crownstar::give_up;

double milliseconds_since(SteadyClock::time_point start) {
  return std::chrono::duration<double, std::milli>(SteadyClock::now() - start).count();
}

void measure(const std::string& program, const std::string& store, const char* what) {
  Served server(serve_command(program, store));
  const auto start = SteadyClock::now();
  if (!server.start()) give_up("the server does not start");
  const double open = milliseconds_since(start);
  HttpCaller caller(server.port());
  const Answer health = caller.ask("GET", "/health", "");
  std::printf("%-30s open after %7.1f ms, answers after %7.1f ms, %s matches run\n", what, open,
              milliseconds_since(start), member(health.body, "matches").c_str());
  std::fflush(stdout);
  server.stop();
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) give_up("which program, and which store?");
  const std::string program = arguments[1];
  const std::string store = arguments[2];
  int rounds = 3;
  if (count > 4 && std::string_view(arguments[3]) == "--rounds") rounds = std::atoi(arguments[4]);
  const std::string fresh = store + ".fresh";
  for (int round = 0; round < rounds; ++round) {
    for (const char* beside : {"", "-wal", "-shm", ".lock"}) std::filesystem::remove(fresh + beside);
    measure(program, fresh, "a store that is made");
    measure(program, store, "the store given");
  }
  for (const char* beside : {"", "-wal", "-shm", ".lock"}) std::filesystem::remove(fresh + beside);
}
