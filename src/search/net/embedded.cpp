#include "search/net/embedded.hpp"

#include <memory>
#include <utility>
#include <vector>

#ifndef CROWNSTAR_SMALL
#include "search/net/embedded_files.hpp"
#endif

namespace crownstar::search::net {

#ifdef CROWNSTAR_SMALL

// The page fetches its networks by themselves, and hands them to the search.
const Network* embedded_network(std::string_view) { return nullptr; }

#else

const Network* embedded_network(std::string_view game) {
  static const std::vector<std::unique_ptr<Network> > networks = [] {
    std::vector<std::unique_ptr<Network> > read;
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
