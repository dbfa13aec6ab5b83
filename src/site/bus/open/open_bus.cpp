#include <algorithm>
#include <vector>

#include "base/limits.hpp"
#include "site/bus/memory/exchange.hpp"
#if CROWNSTAR_NATS
#include "site/bus/nats/transport.hpp"
#endif

namespace crownstar::bus {
namespace {

constexpr std::string_view plain = "nats://";
constexpr std::string_view encrypted = "tls://";

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    parts.emplace_back(text.substr(0, comma));
    if (comma == text.size()) return parts;
    text.remove_prefix(comma + 1);
  }
}

// The length of the scheme; 0 where it is none of a broker's.
std::size_t scheme_of(std::string_view address) {
  if (address.starts_with(plain)) return plain.size();
  return address.starts_with(encrypted) ? encrypted.size() : 0;
}

bool is_good(std::string_view address) {
  const std::size_t scheme = scheme_of(address);
  if (scheme == 0) return false;
  // The file of the certificates that the broker's is checked against, where they are not those of this machine.
  const std::size_t question = std::min(address.find('?'), address.size());
  const std::string_view more = address.substr(question);
  constexpr std::string_view trusted = "?trusted=";
  const bool is_file = more.starts_with(trusted) && more.size() > trusted.size() && address.starts_with(encrypted);
  if (!more.empty() && !is_file) return false;
  address = address.substr(scheme, question - scheme);
  const std::size_t at = address.rfind('@');
  const std::string_view host = at == std::string_view::npos ? address : address.substr(at + 1);
  const auto is_odd = [](char letter) { return letter <= ' ' || letter == '/' || letter == '?' || letter == '#'; };
  return !host.empty() && host.front() != ':' && std::ranges::none_of(address, is_odd);
}

}  // namespace

bool is_bus_address(std::string_view address) {
  const std::vector<std::string> parts = split(address);
  // If one broker of a cluster is encrypted, no other is spoken to openly.
  const auto is_like_the_first = [&](const std::string& part) { return scheme_of(part) == scheme_of(parts.front()); };
  return parts.size() <= limits::bus_addresses && std::ranges::all_of(parts, is_good) &&
         std::ranges::all_of(parts, is_like_the_first);
}

std::string shown_bus_address(std::string_view address) {
  std::string shown;
  for (std::string part : split(address)) {
    const std::size_t begin = scheme_of(part);
    const std::size_t at = part.rfind('@');
    const std::size_t colon = part.find(':', begin);
    if (at != std::string::npos && colon < at) {
      part.replace(colon + 1, at - colon - 1, "***");
    } else if (at != std::string::npos) {
      part.replace(begin, at - begin, "***");  // a token
    }
    shown += (shown.empty() ? "" : ",") + part;
  }
  return shown;
}

Checked<std::unique_ptr<Bus>> open_bus(const BusTerms& terms, Post post) {
  if (terms.address.empty()) return MemoryExchange::create()->make_bus(std::move(post));
  if (!is_bus_address(terms.address))
    return base::refuse("expected nats://HOST:PORT or tls://HOST:PORT, several with commas between them");
#if CROWNSTAR_NATS
  const std::vector<std::string> addresses = split(terms.address);
  if (auto checked = check_trusted(addresses); !checked) return std::unexpected(checked.error());
  return make_bus(make_nats_transport(addresses, terms), std::move(post));
#else
  return base::refuse("this program was built without the client of NATS");
#endif
}

}  // namespace crownstar::bus
