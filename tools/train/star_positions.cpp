// Plays games of Chinese checkers against itself and keeps the positions to learn from. Seeded; interrupted, it goes on
// after the last whole game. See --help.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "train/games_of_several.hpp"
#include "train/games_of_two.hpp"

namespace {

using namespace crownstar;
using train::StarOrder;

constexpr const char* help =
    R"(Usage: star_positions --out FILE [--players 2..6] [--hop standard|super|symmetric|catapult] [--pieces N] [--games N] [--nodes N] [--seed N] [--net FILE]
Games are played by turns with win=own and win=filled. Half-moves by chance begin each, and a few come later.
Example: star_positions --hop standard --games 3000 --nodes 400 --seed 1 --out standard-1.pos
)";

[[noreturn]] void leave(const std::string& why) {
  std::fprintf(stderr, "star_positions: %s\n%s", why.c_str(), help);
  std::exit(EXIT_FAILURE);
}

StarOrder order_of(int count, char** words) {
  StarOrder order;
  for (int at = 1; at < count; at += 2) {
    const std::string word = words[at];
    if (at + 1 == count) leave("a value is missing after " + word);
    const std::string value = words[at + 1];
    constexpr std::array<const char*, 4> hops{"standard", "super", "symmetric", "catapult"};
    if (word == "--out")
      order.out = value;
    else if (word == "--net")
      order.net = value;
    else if (word == "--hop") {
      const auto found = std::ranges::find(hops, value);
      if (found == hops.end()) leave("no hop rule " + value);
      order.rules.hop = static_cast<sternhalma::Hop>(found - hops.begin());
    } else if (word == "--players")
      order.rules.players = std::atoi(value.c_str());
    else if (word == "--pieces")
      order.rules.pieces = std::atoi(value.c_str());
    else if (word == "--games")
      order.games = std::atoi(value.c_str());
    else if (word == "--nodes")
      order.nodes = std::atoi(value.c_str());
    else if (word == "--seed")
      order.seed = static_cast<std::uint64_t>(std::atoll(value.c_str()));
    else
      leave("no option " + word);
  }
  if (order.out.empty()) leave("--out is missing");
  return order;
}

// The number of whole games in the file, which is cut after them.
template <class Sample>
std::uint32_t games_kept(const std::string& name) {
  std::FILE* file = std::fopen(name.c_str(), "rb");
  if (file == nullptr) return 0;
  train::StarSampleHead head;
  Sample sample;
  std::uint32_t next = 0;
  if (std::fread(&head, sizeof head, 1, file) == 1) {
    while (std::fread(&sample, sizeof sample, 1, file) == 1) next = sample.game + 1;
  }
  std::fclose(file);
  return next;
}

std::unique_ptr<search::net::Network> network_of(const StarOrder& order, const std::string& game) {
  if (order.net.empty()) return nullptr;
  std::FILE* file = std::fopen(order.net.c_str(), "rb");
  if (file == nullptr) leave("cannot read " + order.net);
  std::vector<unsigned char> bytes(1 << 20U);
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
  std::fclose(file);
  auto network = search::net::read_network(bytes);
  if (!network) leave(network.error().reason);
  if ((*network)->game != game) leave("the network is " + (*network)->game + ", not " + game);
  return *std::move(network);
}

template <class Games, class Sample>
int play(const StarOrder& order, const std::string& game) {
  const auto network = network_of(order, game);
  std::uint32_t number = games_kept<Sample>(order.out);
  std::FILE* file = std::fopen(order.out.c_str(), number == 0 ? "wb" : "ab");
  if (file == nullptr) leave("cannot write " + order.out);
  if (number == 0) {
    train::StarSampleHead head{Sample::magic, {}};
    std::strncpy(head.net.data(), game.c_str(), head.net.size() - 1);
    std::fwrite(&head, sizeof head, 1, file);
  }
  Games games(order, network.get());
  std::size_t kept = 0;
  for (; number < static_cast<std::uint32_t>(order.games); ++number) {
    const std::vector<Sample> samples = games.play(number);
    std::fwrite(samples.data(), sizeof(Sample), samples.size(), file);
    std::fflush(file);
    kept += samples.size();
    if (number % 200 == 199) std::fprintf(stderr, "%u games, %zu positions\n", number + 1, kept);
  }
  return std::fclose(file) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int count, char** words) {
  const StarOrder order = order_of(count, words);
  const auto rules = sternhalma::check(order.rules);
  if (!rules) leave(rules.error().reason);
  const std::string game = search::star::net_name(*rules);
  if (order.rules.players == 2) return play<train::GamesOfTwo, train::StarSample>(order, game);
  if (order.rules.players * rules->pieces > train::most_pieces_of_several) leave("there are more than sixty pieces");
  return play<train::GamesOfSeveral, train::SeveralSample>(order, game);
}
