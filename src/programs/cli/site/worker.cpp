#include "programs/cli/site/worker.hpp"

#include <cstdio>
#include <memory>

#include <fmt/format.h>
#include <unistd.h>

#include "base/text/quote.hpp"
#include "engines/pool/tables_choice.hpp"
#include "engines/service/engines.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/interruption.hpp"
#include "programs/cli/console/threads.hpp"
#include "programs/cli/site/environment.hpp"
#include "site/bus/bus.hpp"
#include "site/server/config/settings.hpp"
#include "site/workers/loop.hpp"
#include "site/workers/search_worker.hpp"

namespace crownstar::cli {
namespace {

constexpr std::chrono::milliseconds tick_every{50};

void tell(std::string_view words) { fmt::print(stderr, "worker: {}\n", words); }

std::string_view words_of(bus::Link link) {
  switch (link) {
    case bus::Link::connected:
      return "connected to the broker; ready for searches";
    case bus::Link::lost:
      return "lost the broker; reconnecting";
    case bus::Link::back:
      return "reconnected to the broker";
  }
  return {};
}

}  // namespace

int run_worker(const WorkerRequest& request) {
  if (auto checked = server::check_variables(variable_names()); !checked) {
    return complain(checked.error().reason + ". A worker reads CROWNSTAR_BUS, and the rest from its command line");
  }
  const std::string address = request.bus.empty() ? variable("CROWNSTAR_BUS").value_or("") : request.bus;
  if (address.empty()) return complain_of_usage("--bus is required: nats://HOST:4222");
  const auto threads = read_threads(request.threads);
  if (!threads) return complain_of_usage(threads.error());

  workers::Loop loop;
  const auto post = [&loop](std::function<void()> work) { loop.post(std::move(work)); };
  engine::EngineSettings settings;
  settings.own.threads = *threads;
  auto tables = engine::choose_tables(
      request.tables, [](const base::Refusal& refusal) { tell("a table is left out: " + refusal.reason); });
  if (!tables) return complain_of_usage(tables.error());
  settings.find_tables = *std::move(tables);
  if (!request.bus.empty() && !bus::is_bus_address(request.bus)) {
    return complain_of_usage("--bus: expected nats://HOST:PORT or tls://HOST:PORT instead of " +
                             base::quoted(bus::shown_bus_address(request.bus)));
  }
  const auto engines = engine::Engines::create(std::move(settings), post);
  if (!engines) return complain(engines.error());
  const auto bus = bus::open_bus({address, fmt::format("worker {}", ::getpid())}, post);
  if (!bus) return complain("--bus: " + bus.error().reason);

  const auto now = [] { return std::chrono::steady_clock::now(); };
  workers::SearchWorker worker(**bus, **engines, *threads, now());
  (*bus)->on_link([&worker](bus::Link link) {
    tell(words_of(link));
    worker.link_changed(link);
  });
  const Interruption interruption;
  tell(fmt::format("{} threads for searches from {}; connecting (Ctrl-C stops it)", *threads,
                   bus::shown_bus_address(address)));
  loop.run(tick_every, [&] {
    if (Interruption::is_wanted()) return false;
    worker.tick(now());
    return true;
  });
  worker.leave();
  const bus::WorkerFigures figures = worker.figures();
  tell(fmt::format("stopped; {} searches taken, {} finished", figures.taken, figures.finished));
  return success;
}

}  // namespace crownstar::cli
