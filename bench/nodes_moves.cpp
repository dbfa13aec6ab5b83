// Measures moves a second of several nodes on one store, each table's two players on two different nodes: what is
// counted is the opponent's receipt, on its own node. `nodes_moves PROGRAM --store ADDRESS [--bus ADDRESS] [--nodes N]
// [--tables N] [--seconds S] [--rounds N] [--game TOKEN]`; nodes_moves.sh runs it beside the database's own rate.

#include "load/served.hpp"
#include "moving_tables.hpp"

namespace {

using namespace crownstar::load;

struct Settings {
  std::string program;
  std::string store;
  std::string bus;
  std::string game = "american";
  int nodes = 1;
  int tables = 200;
  double seconds = 3;
  int rounds = 3;
};

struct Sums {
  double commits = 0;
  double published = 0;
  double busy = 0;  // seconds of the processor
};

class Nodes {
 public:
  explicit Nodes(const Settings& settings) {
    for (int number = 0; number < settings.nodes; ++number) {
      std::vector<std::string> more{"--engine-threads", "1"};
      if (!settings.bus.empty()) more.insert(more.end(), {"--bus", settings.bus});
      nodes_.push_back(std::make_unique<Served>(serve_command(settings.program, settings.store, more)));
      if (!nodes_.back()->start()) give_up("a node does not start");
    }
  }

  int port(std::size_t number) const { return nodes_[number % nodes_.size()]->port(); }
  Sums sums() const {
    Sums sums;
    for (const auto& node : nodes_) {
      sums.commits += metric(node->port(), "crownstar_store_commits_total");
      sums.published += metric(node->port(), "crownstar_bus_published_total");
      sums.busy += node->processor_seconds();
    }
    return sums;
  }

 private:
  std::vector<std::unique_ptr<Served>> nodes_;
};

void run(const Settings& settings) {
  const Script script = long_script(settings.game, 1, 200, 160);
  const Nodes nodes(settings);
  Poller poller;
  Pace pace(poller);
  std::vector<std::unique_ptr<Table>> tables;
  for (std::size_t number = 0; number < static_cast<std::size_t>(settings.tables); ++number) {
    tables.push_back(
        std::make_unique<Table>(poller, pace, script, std::array{nodes.port(number), nodes.port(number + 1)}));
  }
  constexpr double most_rate = 20'000;
  seat_all({settings.game, most_rate * settings.seconds * (settings.rounds + 1)}, nodes.port(0), script.moves.size(),
           tables);
  for (const auto& table : tables) {
    if (!table->connect()) give_up("no connection to a node");
    if (!poller.run_until([&] { return table->is_seated(); }, milliseconds(30'000))) give_up("not all could connect");
  }
  std::vector<double> rates;
  for (int round = 0; round < settings.rounds; ++round) {
    const Sums before = nodes.sums();
    const double rate = pace.flat_out(settings.seconds);
    const Sums after = nodes.sums();
    const double moves = static_cast<double>(pace.came());
    std::printf(
        "  round %d: %6.0f moves/s; %.1f moves a commit, %.2f publications and %.0f us of the nodes' processors a "
        "move\n",
        round + 1, rate, moves / (after.commits - before.commits), (after.published - before.published) / moves,
        (after.busy - before.busy) / moves * 1e6);
    std::fflush(stdout);
    rates.push_back(rate);
  }
  std::ranges::sort(rates);
  const double rate = rates[rates.size() / 2];
  std::printf("%d nodes, %d tables: median %.0f moves/s\n", settings.nodes, settings.tables, rate);
  const auto slow = pace.at_rate(rate / 10, settings.seconds);
  std::printf("  from sent to the opponent's receipt at a tenth of that: median %.2f ms, 99th %.2f ms\n", slow.median,
              slow.high);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) give_up("which program?");
  Settings settings;
  settings.program = arguments[1];
  for (int at = 2; at + 1 < count; at += 2) {
    const std::string_view name = arguments[at];
    if (name == "--store") settings.store = arguments[at + 1];
    if (name == "--bus") settings.bus = arguments[at + 1];
    if (name == "--nodes") settings.nodes = std::atoi(arguments[at + 1]);
    if (name == "--tables") settings.tables = std::atoi(arguments[at + 1]);
    if (name == "--seconds") settings.seconds = std::atof(arguments[at + 1]);
    if (name == "--rounds") settings.rounds = std::atoi(arguments[at + 1]);
    if (name == "--game") settings.game = arguments[at + 1];
  }
  if (settings.store.empty()) give_up("which store?");
  raise_open_files();
  run(settings);
}
