// Knows how a wire is made of NATS, by the addresses of its servers.
// Refuses to show anything of the client library.
#pragma once

#include <memory>
#include <vector>

#include "site/bus/transport.hpp"

namespace crownstar::bus {

// Whether the certificates that the addresses name can be read.
Checked<void> check_trusted(const std::vector<std::string>& addresses);

std::unique_ptr<Wire> make_nats_wire(const std::vector<std::string>& addresses, const BusTerms& terms);

}  // namespace crownstar::bus
