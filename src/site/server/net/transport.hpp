// The network front end of the server: listening, TLS, trusted proxies, limits and counters. Its header does not
// expose Asio.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "base/refusal.hpp"
#include "site/server/http/address.hpp"
#include "site/server/http/http_types.hpp"
#include "site/server/net/loop/event_loop.hpp"

namespace crownstar::server {

struct TransportOptions {
  Address address;
  int port = 0;                // 0: any that is free
  bool may_take_next = false;  // the port was a default: the next free one will do
  std::string certificate;     // PEM files; both empty: no TLS
  std::string key;
  std::vector<Network> trusted_proxies;
  ProxyHeader proxy_header = ProxyHeader::x_forwarded_for;
  std::vector<std::string> hosts;  // names that are answered to; none: any
  std::vector<Network> unthrottled;
  int connections = limits::connections;
  int connections_of_an_address = limits::connections_of_an_address;
  std::size_t waiting_bytes = limits::waiting_mebibytes << 20U;
};

// Round-trip times to the players; upper bounds in milliseconds.
struct LagHistogram {
  static constexpr std::array<int, 10> bounds{1, 5, 10, 25, 50, 100, 200, 400, 800, 2000};
  std::array<std::uint64_t, bounds.size() + 1> counts{};
  double sum_seconds = 0;

  void add(std::chrono::microseconds lag);
};

struct TransportFigures {
  std::uint64_t connections = 0;  // open now, sockets and streams among them
  std::uint64_t sockets = 0;
  std::uint64_t streams = 0;
  std::uint64_t accepted = 0;
  std::uint64_t turned_away = 0;  // by a limit on connections
  std::uint64_t requests = 0;
  std::uint64_t malformed = 0;  // requests and frames
  std::uint64_t slow_readers = 0;
  std::size_t waiting_bytes = 0;  // in the queues of all connections; a text that many share counts a part in each
  std::uint64_t silent = 0;       // half-open, idle, slow to say what they want
  std::uint64_t messages_in = 0;
  std::uint64_t messages_out = 0;
  std::uint64_t tls_failures = 0;
  std::chrono::sys_seconds certificate_expires{};  // long ago: there is none
  LagHistogram lag;
};

// What is wrong with the certificate and the key, before anything is opened.
base::Checked<void> check_tls(const TransportOptions& options);

class TransportContext;

class Transport {
 public:
  // The address may be empty: it is nobody's doing.
  using Log = std::function<void(std::string_view address, std::string_view reason)>;

  Transport(EventLoop& loop, TransportOptions terms, RequestHandler& handler, Log log);
  ~Transport();
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  base::Checked<int> listen();  // gives the port
  // For those who connect from now on. Refused, everything stays as it is.
  base::Checked<void> reload_certificate();
  void stop_listening();
  // Closes idle connections at once, and others as soon as their queues are empty. Calls `done` when all are closed, or
  // after a time limit.
  void close_all(std::function<void()> done);

  TransportFigures figures() const;

 private:
  std::shared_ptr<TransportContext> context_;
};

}  // namespace crownstar::server
