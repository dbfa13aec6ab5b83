#include <algorithm>
#include <vector>

#include "bus/memory_bus.hpp"
#if CROWNSTAR_NATS
#include "bus/nats_wire.hpp"
#endif

namespace crownstar::bus {
namespace {

constexpr std::string_view scheme = "nats://";
constexpr std::size_t most_addresses = 16;

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    parts.emplace_back(text.substr(0, comma));
    if (comma == text.size()) return parts;
    text.remove_prefix(comma + 1);
  }
}

bool is_good(std::string_view address) {
  if (!address.starts_with(scheme)) return false;
  address.remove_prefix(scheme.size());
  const std::size_t at = address.rfind('@');
  const std::string_view host = at == std::string_view::npos ? address : address.substr(at + 1);
  const auto is_odd = [](char letter) { return letter <= ' ' || letter == '/' || letter == '?' || letter == '#'; };
  return !host.empty() && host.front() != ':' && std::ranges::none_of(address, is_odd);
}

}  // namespace

bool is_bus_address(std::string_view address) {
  const std::vector<std::string> parts = split(address);
  return parts.size() <= most_addresses && std::ranges::all_of(parts, is_good);
}

std::string shown_bus_address(std::string_view address) {
  std::string shown;
  for (std::string part : split(address)) {
    const std::size_t begin = part.starts_with(scheme) ? scheme.size() : 0;
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
    return board::refuse("expected nats://HOST:PORT, several with commas between them");
#if CROWNSTAR_NATS
  return make_bus(make_nats_wire(split(terms.address), terms), std::move(post));
#else
  return board::refuse("this program was built without the client of NATS");
#endif
}

}  // namespace crownstar::bus
