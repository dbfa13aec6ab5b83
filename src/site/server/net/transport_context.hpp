// What the listener and all sessions share: options, request handler, counters and the list of connections.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <boost/asio/ssl/context.hpp>

#include "site/server/net/channel.hpp"
#include "site/server/net/loop/event_loop_context.hpp"
#include "site/server/net/transport.hpp"

namespace crownstar::server {

// A session that can be closed.
class Closable {
 public:
  virtual ~Closable() = default;
  virtual void close_soon() = 0;  // after its queue has been sent
  virtual void close_now() = 0;
  virtual std::size_t waiting_bytes() const = 0;
  virtual void cut_off_slow_reader() = 0;
};

// What the connections of one address share.
struct AddressRate {
  std::chrono::steady_clock::time_point full_at{};  // when its bucket of messages would be full again
};

class TransportContext : public std::enable_shared_from_this<TransportContext> {
 public:
  TransportContext(EventLoop& loop, TransportOptions terms, RequestHandler& handler, Transport::Log log);

  EventLoopContext& loop() { return loop_.context(); }
  DeadlineWheel& deadlines() { return loop_.deadlines(); }
  RequestHandler& handler() { return handler_; }
  const TransportOptions& terms() const { return terms_; }
  TransportFigures& figures() { return figures_; }
  const TransportFigures& figures() const { return figures_; }
  // Strangers cause these lines. The reason is one of few: whoever writes the log bounds each by itself.
  void log_refusal(const Address& address, std::string_view reason) { log_(write_address(address), reason); }
  bool is_stopping() const { return is_stopping_; }
  bool is_unthrottled(const Address& address) const { return holds(terms_.unthrottled, address); }

  // Counts a connection while it lives. Null if a limit is reached.
  std::shared_ptr<void> admit(const Address& address);
  // What stays open behind a proxy is counted by the address of who asked for it, too.
  std::shared_ptr<void> admit_behind_proxy(const Address& peer, const Address& asker);
  // Kept as long as one of the address's connections holds it.
  std::shared_ptr<AddressRate> rate_of(const Address& address);
  void enter(Closable* session) { sessions_.insert(session); }
  void leave(Closable* session);

  base::Checked<int> listen();
  base::Checked<void> prepare_tls();  // again: with the files as they are now
  void stop_listening();
  void close_all(std::function<void()> done);
  void close_all_now();
  void forget_closed() { closed_ = nullptr; }

 private:
  base::Checked<int> bind(int port);
  void accept();
  void take(TcpSocket socket);
  void cut_off_slowest();
  // The networks of an address, each with how many connections it may have.
  using NetworkKey = std::array<std::uint8_t, 17>;
  std::vector<std::pair<NetworkKey, int>> bounds_of(const Address& address) const;
  std::shared_ptr<void> count(const Address& address);

  EventLoop& loop_;
  TransportOptions terms_;
  RequestHandler& handler_;
  Transport::Log log_;
  TransportFigures figures_;
  std::unique_ptr<asio::ssl::context> tls_;
  TcpAcceptor acceptor_;
  std::map<NetworkKey, int> of_network_;
  std::map<std::array<std::uint8_t, 16>, std::weak_ptr<AddressRate>> rates_;
  std::unordered_set<Closable*> sessions_;
  bool is_stopping_ = false;
  std::function<void()> closed_;
};

// Each in a file of its own.
void start_http(std::shared_ptr<TransportContext> context, std::shared_ptr<Channel> channel, const Address& peer,
                std::shared_ptr<void> admission);
// Called after the upgrade response; `first` is what followed the request. Without a rate it is not throttled.
void start_socket(std::shared_ptr<TransportContext> context, std::shared_ptr<Channel> channel, std::string first,
                  std::shared_ptr<StreamHandler> handler, std::shared_ptr<AddressRate> rate,
                  std::shared_ptr<void> admission);

}  // namespace crownstar::server
