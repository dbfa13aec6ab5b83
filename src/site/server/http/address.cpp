#include "site/server/http/address.hpp"

#include <algorithm>

#include <arpa/inet.h>

#include "base/limits.hpp"
#include "base/text/parse_number.hpp"
#include "base/text/quote.hpp"

namespace crownstar::server {
namespace {

constexpr std::array<std::uint8_t, 12> four_prefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Without quotation marks, brackets and port.
std::string_view bare(std::string_view text) {
  text = trimmed(text);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    return end == std::string_view::npos ? std::string_view() : text.substr(1, end - 1);
  }
  if (std::ranges::count(text, ':') == 1) text = text.substr(0, text.find(':'));
  return text;
}

// The last element of a list with commas is cut off and given.
std::string_view take_last(std::string_view& list) {
  const std::size_t comma = list.rfind(',');
  const std::string_view last = comma == std::string_view::npos ? list : list.substr(comma + 1);
  list = comma == std::string_view::npos ? std::string_view() : list.substr(0, comma);
  return trimmed(last);
}

// `for=192.0.2.60;proto=https` has the value of each name.
std::string_view forwarded_value(std::string_view element, std::string_view name) {
  while (!element.empty()) {
    const std::size_t end = element.find(';');
    const std::string_view pair = trimmed(element.substr(0, end));
    const std::size_t equals = pair.find('=');
    if (equals == name.size()) {
      const bool is_it = std::ranges::equal(pair.substr(0, equals), name,
                                            [](char had, char wanted) { return (had | 0x20) == wanted; });
      if (is_it) return pair.substr(equals + 1);
    }
    if (end == std::string_view::npos) break;
    element.remove_prefix(end + 1);
  }
  return {};
}

bool is_https(std::string_view scheme) { return scheme == "https" || scheme == "\"https\"" || scheme == "wss"; }

}  // namespace

bool Address::is_four() const { return std::equal(four_prefix.begin(), four_prefix.end(), octets.begin()); }

std::optional<Address> read_address(std::string_view text) {
  text = bare(text);
  if (text.empty() || text.size() > limits::address_letters) return std::nullopt;
  const std::string zeroed(text);
  Address address;
  if (::inet_pton(AF_INET6, zeroed.c_str(), address.octets.data()) == 1) return address;
  std::ranges::copy(four_prefix, address.octets.begin());
  if (::inet_pton(AF_INET, zeroed.c_str(), address.octets.data() + four_prefix.size()) == 1) return address;
  return std::nullopt;
}

std::string write_address(const Address& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.is_four()) {
    ::inet_ntop(AF_INET, address.octets.data() + four_prefix.size(), text.data(), text.size());
  } else {
    ::inet_ntop(AF_INET6, address.octets.data(), text.data(), text.size());
  }
  return text.data();
}

bool Network::holds(const Address& address) const {
  for (int bit = 0; bit < bits; bit += 8) {
    const int kept = std::min(8, bits - bit);
    const unsigned mask = 0xffU & (0xff00U >> static_cast<unsigned>(kept));
    const auto at = static_cast<std::size_t>(bit / 8);
    if (((base.octets[at] ^ address.octets[at]) & mask) != 0) return false;
  }
  return true;
}

base::Checked<Network> read_network(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::optional<Address> address = read_address(text.substr(0, slash));
  const auto wrong = [&] {
    return base::refuse("expected an address or a range such as 10.0.0.0/8 or ::1 instead of " + base::quoted(text));
  };
  if (!address) return wrong();
  Network network{*address, 128};
  if (slash == std::string_view::npos) return network;
  const std::optional<int> bits = base::parse_number<int>(text.substr(slash + 1));
  const int most = address->is_four() ? 32 : 128;
  if (!bits || *bits < 0 || *bits > most) return wrong();
  network.bits = address->is_four() ? *bits + 96 : *bits;
  return network;
}

bool holds(std::span<const Network> networks, const Address& address) {
  return std::ranges::any_of(networks, [&](const Network& network) { return network.holds(address); });
}

Caller caller_behind(const Caller& peer, const ProxyClaims& claims, ProxyHeader header,
                     std::span<const Network> trusted) {
  Caller caller = peer;
  if (!holds(trusted, peer.address)) return caller;
  std::string_view hops = claims.addresses;
  std::string_view schemes = claims.scheme;
  // The last one is the nearest proxy's own word.
  if (header == ProxyHeader::x_forwarded_for) caller.is_secure = peer.is_secure || is_https(take_last(schemes));
  bool is_nearest = true;
  while (!hops.empty() && holds(trusted, caller.address)) {
    std::string_view hop = take_last(hops);
    if (header == ProxyHeader::forwarded) {
      if (is_nearest) caller.is_secure = peer.is_secure || is_https(forwarded_value(hop, "proto"));
      hop = forwarded_value(hop, "for");
    }
    is_nearest = false;
    const std::optional<Address> before = read_address(hop);
    if (!before) break;  // `unknown`, or a name: the nearest hop that is known answers for it
    caller.address = *before;
  }
  return caller;
}

}  // namespace crownstar::server
