#include "engine/net_file.hpp"

#include <fstream>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "board/quote.hpp"

namespace crownstar::engine {
namespace {

constexpr std::size_t most_bytes = std::size_t{2} << 20U;

}  // namespace

board::Checked<search::FindNetwork> choose_network(const std::string& word) {
  if (word == "none") return [](std::string_view) -> const search::net::Network* { return nullptr; };
  std::ifstream stream(word, std::ios::binary);
  if (!stream) return board::refuse("cannot read the network " + board::quoted(word));
  std::vector<unsigned char> bytes(most_bytes + 1);
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  auto read = search::net::read_network(bytes);
  if (!read) return board::refuse(board::quoted(word) + ": " + read.error().reason);
  const std::shared_ptr<const search::net::Network> network = *std::move(read);
  return [network](std::string_view game) { return network->game == game ? network.get() : nullptr; };
}

}  // namespace crownstar::engine
