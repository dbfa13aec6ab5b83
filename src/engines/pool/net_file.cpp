#include "engines/pool/net_file.hpp"

#include <atomic>
#include <fstream>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/quote.hpp"
#include "engines/search/builtin/builtin_searcher.hpp"
#include "engines/search/net/embedded.hpp"

namespace crownstar::engine {
namespace {

constexpr std::size_t most_bytes = std::size_t{2} << 20U;

}  // namespace

base::Checked<ChosenNetwork> choose_network(const std::string& word, OnForeignNetwork on_refused) {
  if (word == "none") return ChosenNetwork{[](std::string_view) -> const search::net::Network* { return nullptr; }, {}};
  std::ifstream stream(word, std::ios::binary);
  if (!stream) return base::refuse("cannot read the network " + base::quoted(word));
  std::vector<unsigned char> bytes(most_bytes + 1);
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  auto read = search::net::read_network(bytes);
  if (!read) return base::refuse(base::quoted(word) + ": " + read.error().reason);
  if (const auto fits = search::check_network(**read); !fits) {
    return base::refuse(base::quoted(word) + ": " + fits.error().reason);
  }
  const std::shared_ptr<const search::net::Network> network = *std::move(read);
  const auto has_told = std::make_shared<std::atomic<bool>>(false);
  const auto find = [network, word, on_refused = std::move(on_refused), has_told](std::string_view game) {
    if (network->game == game) return network.get();
    if (on_refused && !has_told->exchange(true)) {
      on_refused({{},
                  base::quoted(word) + " is a network of " + network->game + ", not of " + std::string(game) +
                      ", which is played without it"});
    }
    return search::net::embedded_network(game);
  };
  return ChosenNetwork{find, network->game};
}

}  // namespace crownstar::engine
