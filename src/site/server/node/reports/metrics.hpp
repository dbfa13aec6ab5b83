// Writes the server's metrics in the Prometheus text format.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "engines/pool/pool.hpp"
#include "site/bus/bus.hpp"
#include "site/live/ports/live_requests.hpp"
#include "site/server/net/transport.hpp"
#include "site/store/open/sqlite_store.hpp"
#include "site/workers/shared_engines.hpp"

namespace crownstar::server {

struct Figures {
  TransportFigures transport;
  live::Figures live;
  store::StoreFigures store;
  engine::PoolLoad engines;
  std::map<int, std::uint64_t> answers_by_status;
  std::map<std::string, std::uint64_t, std::less<>> security_events;
  std::size_t people_present = 0;
  std::size_t passwords_waiting = 0;
  std::string_view version;
  double uptime_seconds = 0;
  std::optional<workers::SharedFigures> shared_engines;  // where there is a broker
  bus::BusFigures bus;
};

std::string write_metrics(const Figures& figures);

}  // namespace crownstar::server
