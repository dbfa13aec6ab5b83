#include "site/server/net/transport.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <tuple>

#include <boost/asio/ip/v6_only.hpp>
#include <fmt/format.h>

#include "site/server/http/answers.hpp"
#include "site/server/net/tls_context.hpp"
#include "site/server/net/transport_context.hpp"

namespace crownstar::server {
namespace {

constexpr int ports_tried = 20;
constexpr int waiting_connections = 4096;  // the system has its own bound beside it
constexpr std::chrono::milliseconds pause_without_descriptors{100};
constexpr int times_for_site = 4;       // IPv6 /56
constexpr int times_for_provider = 16;  // /48

// To a connection beyond the limit, with what every answer has.
std::string full_server_answer() {
  Response response = error_answer(429, "too_many", "too many connections; close some");
  response.headers.push_back({"Retry-After", "60"});
  add_security_headers(response, {}, false);
  return write_head(response, static_cast<long long>(response.body->size()), false, http_date()) + *response.body;
}

Address address_of(const asio::ip::address& address) {
  Address result;
  const asio::ip::address_v6 six =
      address.is_v4() ? asio::ip::make_address_v6(asio::ip::v4_mapped, address.to_v4()) : address.to_v6();
  const auto octets = six.to_bytes();
  std::memcpy(result.octets.data(), octets.data(), octets.size());
  return result;
}

asio::ip::address address_for(const Address& address) {
  asio::ip::address_v6::bytes_type octets;
  std::memcpy(octets.data(), address.octets.data(), octets.size());
  const asio::ip::address_v6 six(octets);
  if (address.is_four()) return asio::ip::make_address_v4(asio::ip::v4_mapped, six);
  return six;
}

// One household has many addresses of IPv6.
std::array<std::uint8_t, 16> network_of(const Address& address, int octets) {
  std::array<std::uint8_t, 16> key = address.octets;
  if (!address.is_four()) std::fill(key.begin() + octets, key.end(), std::uint8_t{0});
  return key;
}

std::array<std::uint8_t, 16> counted_as(const Address& address) { return network_of(address, 8); }

}  // namespace

void LagHistogram::add(std::chrono::microseconds lag) {
  std::size_t slot = 0;
  while (slot < bounds.size() && lag > std::chrono::milliseconds(bounds[slot])) ++slot;
  ++counts[slot];
  sum_seconds += std::chrono::duration<double>(lag).count();
}

TransportContext::TransportContext(EventLoop& loop, TransportOptions terms, RequestHandler& handler, Transport::Log log)
    : loop_(loop),
      terms_(std::move(terms)),
      handler_(handler),
      log_(std::move(log)),
      acceptor_(loop.context().io().get_executor()) {}

base::Checked<void> TransportContext::prepare_tls() {
  if (terms_.certificate.empty()) return {};
  auto made = make_tls(terms_.certificate, terms_.key);
  if (!made) return std::unexpected(made.error());
  for (const std::string& host : terms_.hosts) {
    // The health checks of the machine itself may ask under a name that no browser uses.
    if (host == "localhost" || made->is_for(host)) continue;
    log_("", fmt::format("the certificate '{}' is not for {}: browsers that come by this name refuse it",
                         terms_.certificate, host));
  }
  // Connections that are open go on with what they began with.
  tls_ = std::move(made->context);
  figures_.certificate_expires = made->expires;
  return {};
}

base::Checked<int> TransportContext::bind(int port) {
  const asio::ip::tcp::endpoint endpoint(address_for(terms_.address), static_cast<std::uint16_t>(port));
  ErrorCode problem;
  ErrorCode ignored;
  std::ignore = acceptor_.close(ignored);
  std::ignore = acceptor_.open(endpoint.protocol(), problem);
  if (!problem) std::ignore = acceptor_.set_option(TcpAcceptor::reuse_address(true), problem);
  if (!problem && endpoint.address().is_v6()) std::ignore = acceptor_.set_option(asio::ip::v6_only(false), ignored);
  if (!problem) std::ignore = acceptor_.bind(endpoint, problem);
  if (!problem) std::ignore = acceptor_.listen(waiting_connections, problem);
  if (problem) {
    const std::string reason = problem == asio::error::address_in_use
                                   ? "another program has this port; stop that one, or name another with --port"
                                   : problem.message();
    return base::refuse(fmt::format("cannot listen at {} port {}: {}", write_address(terms_.address), port, reason));
  }
  return acceptor_.local_endpoint(ignored).port();
}

base::Checked<int> TransportContext::listen() {
  if (const auto prepared = prepare_tls(); !prepared) return std::unexpected(prepared.error());
  loop().bound_waiting(terms_.waiting_bytes, [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->cut_off_slowest();
  });
  auto port = bind(terms_.port);
  for (int next = 1; !port && terms_.may_take_next && next < ports_tried; ++next) port = bind(terms_.port + next);
  if (port) accept();
  return port;
}

void TransportContext::accept() {
  acceptor_.async_accept(
      loop().io().get_executor(), [self = shared_from_this()](const ErrorCode& problem, TcpSocket socket) {
        if (problem == asio::error::operation_aborted || !self->acceptor_.is_open()) return;
        if (!problem) {
          self->take(std::move(socket));
          return self->accept();
        }
        // Out of descriptors, most likely: those who wait are taken when others have gone.
        self->log_("", fmt::format("cannot accept a connection: {}", problem.message()));
        auto pause = std::make_shared<asio::steady_timer>(self->loop().io(), pause_without_descriptors);
        pause->async_wait([self, pause](const ErrorCode&) { self->accept(); });
      });
}

std::shared_ptr<void> TransportContext::admit(const Address& address) {
  if (figures_.connections >= static_cast<std::uint64_t>(terms_.connections)) return nullptr;
  // A proxy's connections are those of many people.
  std::shared_ptr<void> counted;
  if (!holds(terms_.trusted_proxies, address) && !is_unthrottled(address)) {
    counted = count(address);
    if (!counted) return nullptr;
  }
  ++figures_.connections;
  return {this, [self = shared_from_this(), counted](void*) { --self->figures_.connections; }};
}

std::shared_ptr<void> TransportContext::admit_behind_proxy(const Address& peer, const Address& asker) {
  const bool is_counted = holds(terms_.trusted_proxies, peer) && !is_unthrottled(asker);
  if (!is_counted) return {this, [](void*) {}};
  return count(asker);
}

std::vector<std::pair<TransportContext::NetworkKey, int>> TransportContext::bounds_of(const Address& address) const {
  const int most = terms_.connections_of_an_address;
  const auto bound = [&](int octets, int times) {
    NetworkKey key{static_cast<std::uint8_t>(octets)};
    const auto network = network_of(address, octets);
    std::ranges::copy(network, key.begin() + 1);
    return std::pair(key, most * times);
  };
  if (address.is_four()) return {bound(8, 1)};
  return {bound(8, 1), bound(7, times_for_site), bound(6, times_for_provider)};
}

std::shared_ptr<void> TransportContext::count(const Address& address) {
  const auto bounds = bounds_of(address);
  const auto is_full = [this](const auto& bound) {
    const auto found = of_network_.find(bound.first);
    return found != of_network_.end() && found->second >= bound.second;
  };
  if (std::ranges::any_of(bounds, is_full)) return nullptr;
  for (const auto& [key, most] : bounds) ++of_network_[key];
  return {this, [self = shared_from_this(), bounds](void*) {
            for (const auto& [key, most] : bounds) {
              const auto found = self->of_network_.find(key);
              if (--found->second == 0) self->of_network_.erase(found);
            }
          }};
}

std::shared_ptr<AddressRate> TransportContext::rate_of(const Address& address) {
  const auto key = counted_as(address);
  std::weak_ptr<AddressRate>& known = rates_[key];
  if (auto rate = known.lock()) return rate;
  std::shared_ptr<AddressRate> rate(new AddressRate, [self = weak_from_this(), key](const AddressRate* ended) {
    delete ended;
    const auto context = self.lock();
    if (!context) return;
    const auto found = context->rates_.find(key);
    if (found != context->rates_.end() && found->second.expired()) context->rates_.erase(found);
  });
  known = rate;
  return rate;
}

// The most waits for the slowest: they go until a quarter is free, so that this need not be done for each message.
void TransportContext::cut_off_slowest() {
  std::vector<std::pair<std::size_t, Closable*>> slow;
  for (Closable* session : sessions_) {
    if (session->waiting_bytes() > 0) slow.emplace_back(session->waiting_bytes(), session);
  }
  std::ranges::sort(slow, std::greater{}, &std::pair<std::size_t, Closable*>::first);
  for (const auto& [bytes, session] : slow) {
    if (loop().waiting_bytes() <= terms_.waiting_bytes / 4 * 3) break;
    if (sessions_.contains(session)) session->cut_off_slow_reader();
  }
}

void TransportContext::take(TcpSocket socket) {
  ErrorCode problem;
  const auto remote = socket.remote_endpoint(problem);
  if (problem) return;  // gone already
  ++figures_.accepted;
  const Address peer = address_of(remote.address());
  std::shared_ptr<void> admission = admit(peer);
  if (!admission) {
    ++figures_.turned_away;
    // Without waiting for anything: whatever fits into the empty buffer of a new connection.
    if (!tls_) socket.write_some(asio::buffer(full_server_answer()), problem);
    log_refusal(peer, "a connection was refused: too many are open");
    return;
  }
  auto channel = std::make_shared<Channel>(loop(), std::move(socket), tls_.get());
  start_http(shared_from_this(), std::move(channel), peer, std::move(admission));
}

void TransportContext::stop_listening() {
  ErrorCode ignored;
  std::ignore = acceptor_.close(ignored);
}

void TransportContext::leave(Closable* session) {
  sessions_.erase(session);
  if (!sessions_.empty() || !closed_) return;
  loop_.post(std::exchange(closed_, nullptr));
}

void TransportContext::close_all(std::function<void()> done) {
  is_stopping_ = true;
  closed_ = std::move(done);
  const std::vector<Closable*> all(sessions_.begin(), sessions_.end());
  if (all.empty()) return loop_.post(std::exchange(closed_, nullptr));
  for (Closable* session : all) {
    if (sessions_.contains(session)) session->close_soon();
  }
  auto patience = std::make_shared<asio::steady_timer>(loop().io(), limits::stop_wait);
  patience->async_wait([self = shared_from_this(), patience](const ErrorCode&) { self->close_all_now(); });
}

void TransportContext::close_all_now() {
  const std::vector<Closable*> all(sessions_.begin(), sessions_.end());
  for (Closable* session : all) {
    if (sessions_.contains(session)) session->close_now();
  }
}

Transport::Transport(EventLoop& loop, TransportOptions terms, RequestHandler& handler, Log log)
    : context_(std::make_shared<TransportContext>(loop, std::move(terms), handler, std::move(log))) {}

// Sessions that outlive it, as the loop does, have nobody left to tell. They are ended for the sake of those that wait
// for something of their own, and would hold themselves.
Transport::~Transport() {
  context_->forget_closed();
  context_->close_all_now();
}

base::Checked<int> Transport::listen() { return context_->listen(); }

base::Checked<void> Transport::reload_certificate() { return context_->prepare_tls(); }

void Transport::stop_listening() { context_->stop_listening(); }

void Transport::close_all(std::function<void()> done) { context_->close_all(std::move(done)); }

TransportFigures Transport::figures() const {
  TransportFigures figures = context_->figures();
  figures.waiting_bytes = context_->loop().waiting_bytes();
  return figures;
}

}  // namespace crownstar::server
