// Makes a transport of NATS servers, by their addresses. Its header does not expose the client library.
#pragma once

#include <memory>
#include <vector>

#include "site/bus/transport.hpp"

namespace crownstar::bus {

// Whether the certificates that the addresses name can be read.
Checked<void> check_trusted(const std::vector<std::string>& addresses);

std::unique_ptr<Transport> make_nats_transport(const std::vector<std::string>& addresses, const BusTerms& terms);

}  // namespace crownstar::bus
