// IP addresses and networks, and the client's address behind trusted proxies.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.hpp"

namespace crownstar::server {

// IPv4 is held as IPv6 writes it, ::ffff:a.b.c.d, so that one address has one form.
struct Address {
  std::array<std::uint8_t, 16> octets{};

  bool is_four() const;
  bool operator==(const Address&) const = default;
};

// `192.0.2.1`, `2001:db8::1`, also in brackets and with a port as `Forwarded` and `X-Forwarded-For` may have it.
std::optional<Address> read_address(std::string_view text);
std::string write_address(const Address& address);

// `10.0.0.0/8`, `::1`, an address alone for itself.
struct Network {
  Address base;
  int bits = 128;

  bool holds(const Address& address) const;
};

base::Checked<Network> read_network(std::string_view text);
bool holds(std::span<const Network> networks, const Address& address);

// Which header a trusted proxy writes. The other one is never read: a proxy that does not know it hands on what came.
enum class ProxyHeader : std::uint8_t { x_forwarded_for, forwarded };

struct Caller {
  Address address;
  bool is_secure = false;
};

struct ProxyClaims {
  std::string_view addresses;  // X-Forwarded-For, or Forwarded
  std::string_view scheme;     // X-Forwarded-Proto
};

// Goes back from the nearest hop as long as the hops are trusted ones.
Caller caller_behind(const Caller& peer, const ProxyClaims& claims, ProxyHeader header,
                     std::span<const Network> trusted);

}  // namespace crownstar::server
