// Plays games of Chinese checkers of two against itself and keeps the positions to learn from, with what the search
// said and how the game went. Seeded; interrupted, it goes on after the last whole game. See --help.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/mixing.hpp"
#include "engines/contest/players/seeded_random.hpp"
#include "engines/search/star/root_search.hpp"
#include "rules/sternhalma/race.hpp"
#include "train/star_samples.hpp"

namespace {

using namespace crownstar;
using train::StarSample;
using Grid = sternhalma::Lattice<4>;
using Race = sternhalma::Race<4>;
using Position = sternhalma::Position<4>;
using Player = search::star::RootSearch<4>;

constexpr const char* help =
    R"(Usage: star_positions --out FILE [--hop standard|super|symmetric|catapult] [--pieces N] [--games N] [--nodes N] [--seed N] [--net FILE]
Games are played by turns with win=own and win=filled. Half-moves by chance begin each, and a few come later.
Example: star_positions --hop standard --games 3000 --nodes 400 --seed 1 --out standard-1.pos
)";

struct Order {
  std::string out;
  std::string net;
  sternhalma::Rules rules{.pieces = 10};
  int games = 1000;
  int nodes = 400;
  std::uint64_t seed = 1;
};

[[noreturn]] void leave(const std::string& why) {
  std::fprintf(stderr, "star_positions: %s\n%s", why.c_str(), help);
  std::exit(EXIT_FAILURE);
}

Order order_of(int count, char** words) {
  Order order;
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
    } else if (word == "--pieces")
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

class Games {
 public:
  Games(const Order& order, const search::net::Network* network) : order_(order), network_(network) {}

  // The positions of one game; none where nobody won.
  std::vector<StarSample> play(std::uint32_t number) {
    contest::SeededRandom dice(base::splitmix64(number, order_.seed));
    sternhalma::Rules rules = order_.rules;
    rules.win = number % 2 == 0 ? sternhalma::Win::own : sternhalma::Win::filled;
    Race race(*sternhalma::check(rules));
    Player player(race.course(), {}, memory_, search::star::evaluation_weights(rules), network_);
    memory_.clear();
    std::array<search::star::ArrangementCounts, 2> arrangements;
    std::vector<StarSample> samples;
    std::vector<int> seats;
    const std::size_t opening = 2 + dice.below(9);
    for (std::size_t ply = 0; !race.position().is_over(); ++ply) {
      const Position position = race.position();
      const bool is_by_chance = ply < opening || dice.below(30) == 0;
      auto& own = arrangements[position.seat];
      ++own[search::star::arrangement_key(race.course(), position, position.seat)];
      search::SearchLimits limits;
      limits.nodes = static_cast<std::uint64_t>(order_.nodes);
      const search::StopSignal stop;
      search::Budget budget(limits, 0, stop);
      if (is_by_chance) {
        const auto [set, move] = any_forward(player, race, dice);
        race.play(set, move);
        continue;
      }
      const auto thought = player.search(position, own, budget, {});
      samples.push_back(sample_of(player, race.course(), position, thought, number));
      seats.push_back(position.seat);
      race.play(thought.moves.front().set, thought.moves.front().move);
    }
    if (race.ledger().ending() != sternhalma::Ending::home) return {};
    const int loser = race.position().places[0] == 1 ? 1 : 0;
    const auto owed = turns_owed(player, race, loser);
    if (!owed) return {};
    for (std::size_t nth = 0; nth < samples.size(); ++nth) {
      const int margin = 100 * *owed - 50;
      samples[nth].margin = static_cast<std::int16_t>(seats[nth] == loser ? -margin : margin);
    }
    return samples;
  }

 private:
  static std::pair<int, sternhalma::Move> any_forward(const Player& player, const Race& race,
                                                      contest::SeededRandom& dice) {
    sternhalma::LegalMoves<4> moves;
    sternhalma::find_moves(race.course(), race.position(), moves);
    std::vector<std::pair<int, sternhalma::Move>> all;
    std::vector<std::pair<int, sternhalma::Move>> forward;
    for (const auto& piece : moves) {
      piece.targets.for_each([&](int to) {
        const sternhalma::Move move{piece.from, static_cast<std::uint16_t>(to)};
        all.emplace_back(piece.set, move);
        if (player.evaluation().gain(piece.set, move) > 0) forward.emplace_back(piece.set, move);
      });
    }
    const auto& from = forward.empty() ? all : forward;
    return from[dice.below(from.size())];
  }

  static StarSample sample_of(const Player& player, const sternhalma::Course<4>& course, const Position& position,
                              const search::star::RootResult& thought, std::uint32_t number) {
    StarSample sample;
    sample.own.fill(StarSample::nowhere);
    sample.their.fill(StarSample::nowhere);
    const int set = course.seating.sets[position.seat][0];
    std::size_t nth = 0;
    position.sets[set].for_each([&](int slot) {
      sample.own[nth++] = static_cast<std::uint8_t>(search::star::NetEvaluation<4>::seen(set, slot));
    });
    sample.pieces = static_cast<std::uint16_t>(nth);
    nth = 0;
    position.sets[sternhalma::opposite_set(set)].for_each([&](int slot) {
      sample.their[nth++] = static_cast<std::uint8_t>(search::star::NetEvaluation<4>::seen(set, slot));
    });
    const auto bounded = [](int value) { return static_cast<std::int16_t>(std::clamp(value, -3000, 3000)); };
    sample.phase = static_cast<std::uint16_t>(player.evaluation().phase(player.evaluation().node(position)));
    sample.base = bounded(thought.one_turn_score);
    sample.score = thought.turns_home > 0 ? StarSample::unknown : bounded(thought.moves.front().score);
    sample.game = number;
    return sample;
  }

  // How many turns the loser still needs.
  std::optional<int> turns_owed(const Player& player, const Race& race, int loser) {
    Position position = race.position();
    position.playing = static_cast<std::uint8_t>(1 << loser);
    position.give_turn(loser);
    const search::StopSignal stop;
    search::Budget budget({}, 0, stop);
    search::star::SoloRace<4> solo(race.course(), player.evaluation(), budget);
    const auto plan = solo.find(player.evaluation().node(position), 48, 60);
    if (!plan) return std::nullopt;
    return static_cast<int>(plan->moves.size());
  }

  const Order& order_;
  const search::net::Network* network_;
  search::star::TranspositionTable memory_{std::size_t{1} << 20U};
};

// The number of whole games in the file, which is cut after them.
std::uint32_t games_kept(const std::string& name) {
  std::FILE* file = std::fopen(name.c_str(), "rb");
  if (file == nullptr) return 0;
  train::StarSampleHead head;
  StarSample sample;
  std::uint32_t next = 0;
  if (std::fread(&head, sizeof head, 1, file) == 1) {
    while (std::fread(&sample, sizeof sample, 1, file) == 1) next = sample.game + 1;
  }
  std::fclose(file);
  return next;
}

}  // namespace

int main(int count, char** words) {
  const Order order = order_of(count, words);
  const std::string game = search::star::net_name(*sternhalma::check(order.rules));
  std::unique_ptr<search::net::Network> network;
  if (!order.net.empty()) {
    std::FILE* file = std::fopen(order.net.c_str(), "rb");
    if (file == nullptr) leave("cannot read " + order.net);
    std::vector<unsigned char> bytes(1 << 20U);
    bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
    std::fclose(file);
    auto read = search::net::read_network(bytes);
    if (!read) leave(read.error().reason);
    network = *std::move(read);
    if (network->game != game) leave("the network is " + network->game + ", not " + game);
  }
  std::uint32_t number = games_kept(order.out);
  std::FILE* file = std::fopen(order.out.c_str(), number == 0 ? "wb" : "ab");
  if (file == nullptr) leave("cannot write " + order.out);
  if (number == 0) {
    train::StarSampleHead head;
    std::strncpy(head.net.data(), game.c_str(), head.net.size() - 1);
    std::fwrite(&head, sizeof head, 1, file);
  }
  Games games(order, network.get());
  std::size_t kept = 0;
  for (; number < static_cast<std::uint32_t>(order.games); ++number) {
    const std::vector<StarSample> samples = games.play(number);
    std::fwrite(samples.data(), sizeof(StarSample), samples.size(), file);
    std::fflush(file);
    kept += samples.size();
    if (number % 200 == 199) std::fprintf(stderr, "%u games, %zu positions\n", number + 1, kept);
  }
  return std::fclose(file) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
