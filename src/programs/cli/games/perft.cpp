#include "programs/cli/games/perft.hpp"

#include <chrono>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/text/json.hpp"
#include "base/text/quote.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/progress.hpp"
#include "programs/cli/console/threads.hpp"
#include "programs/cli/games/perft_count.hpp"

namespace crownstar::cli {

using base::JsonWriter;

namespace {

using base::Checked;
using game::Counting;

constexpr std::uint64_t deepest_count = 100;

struct CountOrder {
  std::unique_ptr<game::Game> game;
  int depth = 0;
  int threads = 0;
  Counting counting = Counting::moves;
};

Checked<CountOrder> read_order(const PerftRequest& request) {
  const auto depth = read_number("--depth", request.depth, 1, deepest_count);
  if (!depth) return std::unexpected(depth.error());
  const auto threads = read_number("--threads", request.threads, 1, most_threads);
  if (!threads) return std::unexpected(threads.error());
  if (request.count != "moves" && request.count != "paths") {
    return base::refuse("--count: expected moves or paths instead of " + base::quoted(request.count));
  }
  return CountOrder{nullptr, static_cast<int>(*depth), static_cast<int>(*threads),
                    request.count == "paths" ? Counting::paths : Counting::moves};
}

// A person's table, a line a depth, each as soon as it is known.
class Table {
 public:
  Table(const CountOrder& order, bool is_divided) : is_divided_(is_divided) {
    say(fmt::format("{}  {}\n", order.game->token(), order.game->position()));
    if (order.counting == Counting::paths) say("every capture path counts\n");
    say(fmt::format("{:>5} {:>20} {:>12} {:>10}\n", "depth", "nodes", "seconds", "million/s"));
  }

  void add(int depth, const TreeCount& count, double seconds, bool is_last) {
    const double speed = seconds > 0 ? static_cast<double>(count.nodes) / seconds / 1e6 : 0;
    say(fmt::format("{:>5} {:>20} {:>12.4f} {:>10.1f}\n", depth, count.nodes, seconds, speed));
    if (is_divided_ && is_last) {
      say("\n");
      for (const CountedMove& each : count.by_move) say(fmt::format("{} {}\n", each.move, each.nodes));
    }
    flush_output();
  }

  void end() {}

 private:
  bool is_divided_;
};

// A program's object, written when it is whole.
class Object {
 public:
  Object(const CountOrder& order, bool is_divided) : is_divided_(is_divided) {
    json_.begin_object();
    json_.member("game", order.game->token());
    json_.member("position", order.game->position());
    if (order.counting == Counting::paths) json_.member("count", "paths");
    json_.key("depths");
    json_.begin_array();
  }

  void add(int depth, const TreeCount& count, double seconds, bool is_last) {
    json_.begin_object();
    json_.member("depth", depth);
    json_.member("nodes", count.nodes);
    json_.member("seconds", seconds);
    if (is_divided_ && is_last) write_divide(count);
    json_.end_object();
  }

  void end() {
    json_.end_array();
    json_.end_object();
    say(json_.take() + "\n");
  }

 private:
  void write_divide(const TreeCount& count) {
    json_.key("divide");
    json_.begin_array();
    for (const CountedMove& each : count.by_move) {
      json_.begin_object();
      json_.member("move", each.move);
      json_.member("nodes", each.nodes);
      json_.end_object();
    }
    json_.end_array();
  }

  JsonWriter json_;
  bool is_divided_;
};

template <class Shown>
int count_all(const CountOrder& order, bool is_divided) {
  const auto root = order.game->perft();
  Shown shown(order, is_divided);
  Progress progress;
  for (int depth = 1; depth <= order.depth; ++depth) {
    const double begun = progress.seconds();
    const auto watcher = [&](std::size_t done, std::size_t parts) {
      progress.tell([&] {
        return fmt::format("depth {}: {} of {} parts, {:.0f} s", depth, done, parts, progress.seconds() - begun);
      });
    };
    const auto count = count_tree(*root, depth, order.counting, order.threads, watcher);
    progress.wipe();
    if (!count) return complain(count.error());
    shown.add(depth, *count, progress.seconds() - begun, depth == order.depth);
  }
  shown.end();
  return success;
}

}  // namespace

int run_perft(const PerftRequest& request) {
  auto order = read_order(request);
  if (!order) return complain_of_usage(order.error());
  return for_each_position(request.position, [&](const BegunGame& begun) {
    order->game = begun.game->clone();
    return request.is_json ? count_all<Object>(*order, request.is_divided)
                           : count_all<Table>(*order, request.is_divided);
  });
}

}  // namespace crownstar::cli
