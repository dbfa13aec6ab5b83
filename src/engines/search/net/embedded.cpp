#include "engines/search/net/embedded.hpp"

#include <memory>
#include <utility>
#include <vector>

#ifndef CROWNSTAR_SMALL
#include "engines/search/net/embedded_files.hpp"
#endif

namespace crownstar::search::net {

#ifdef CROWNSTAR_SMALL

namespace {

std::vector<std::unique_ptr<Network>>& handed() {
  static std::vector<std::unique_ptr<Network>> networks;
  return networks;
}

}  // namespace

const Network* embedded_network(std::string_view game) {
  for (const auto& network : handed()) {
    if (network->game == game) return network.get();
  }
  return nullptr;
}

void hand_over(std::unique_ptr<Network> network) {
  std::erase_if(handed(), [&](const auto& known) { return known->game == network->game; });
  handed().push_back(std::move(network));
}

#else

const Network* embedded_network(std::string_view game) {
  static const std::vector<std::unique_ptr<Network>> networks = [] {
    std::vector<std::unique_ptr<Network>> read;
    for (const auto bytes : embedded_files()) {
      if (auto network = read_network(bytes)) read.push_back(*std::move(network));
    }
    return read;
  }();
  for (const auto& network : networks) {
    if (network->game == game) return network.get();
  }
  return nullptr;
}

#endif

}  // namespace crownstar::search::net
