#include "engines/search/net/network.hpp"

#include <algorithm>
#include <string_view>
#include <type_traits>

#include "base/mixing.hpp"

namespace crownstar::search::net {
namespace {

using base::Checked;

constexpr std::string_view magic = "CSTARNET";
constexpr std::int32_t version = 1;
constexpr std::size_t game_room = 32;

// Of everything before it.
std::uint64_t hash_of(std::span<const unsigned char> bytes) {
  base::Fnv1a hash;
  hash.add(bytes);
  return hash.sum();
}

// Lowest byte first, whatever the machine.
class Reader {
 public:
  explicit Reader(std::span<const unsigned char> bytes) : left_(bytes) {}

  bool is_short() const { return is_short_; }
  bool is_at_end() const { return left_.empty(); }

  template <class Number>
  Number take() {
    std::uint64_t value = 0;
    if (left_.size() < sizeof(Number)) {
      is_short_ = true;
      left_ = {};
      return 0;
    }
    for (std::size_t byte = 0; byte < sizeof(Number); ++byte) value |= std::uint64_t{left_[byte]} << (8 * byte);
    left_ = left_.subspan(sizeof(Number));
    return static_cast<Number>(value);
  }

  std::string take_text(std::size_t room) {
    std::string text;
    for (std::size_t nth = 0; nth < room; ++nth) {
      const char letter = take<char>();
      if (letter != '\0') text += letter;
    }
    return text;
  }

  template <class Numbers>
  void fill(Numbers&& numbers) {
    for (auto& number : numbers) number = take<std::remove_reference_t<decltype(number)>>();
  }

 private:
  std::span<const unsigned char> left_;
  bool is_short_ = false;
};

template <class Number>
void put(std::vector<unsigned char>& bytes, Number number) {
  for (std::size_t byte = 0; byte < sizeof(Number); ++byte) {
    bytes.push_back(static_cast<unsigned char>(static_cast<std::uint64_t>(number) >> (8 * byte) & 0xff));
  }
}

void put_text(std::vector<unsigned char>& bytes, std::string_view text, std::size_t room) {
  for (std::size_t nth = 0; nth < room; ++nth) put(bytes, nth < text.size() ? text[nth] : '\0');
}

Checked<void> read_head(Reader& reader, Network& network) {
  if (reader.take_text(magic.size()) != magic) return base::refuse("this is no network of Crownstar");
  const auto its_version = reader.take<std::int32_t>();
  if (its_version != version) {
    return base::refuse("the network has version " + std::to_string(its_version) + "; expected " +
                        std::to_string(version));
  }
  network.game = reader.take_text(game_room);
  network.squares = reader.take<std::int32_t>();
  if (network.squares < 1 || network.squares > most_squares) {
    return base::refuse("the network has " + std::to_string(network.squares) + " squares");
  }
  for (std::size_t* extent : {&network.shape.hidden, &network.shape.second, &network.shape.phases}) {
    *extent = reader.take<std::uint32_t>();
  }
  if (network.shape != narrow && network.shape != wide) {
    return base::refuse("the network has layers of another size");
  }
  network.man = reader.take<std::int32_t>();
  network.king = reader.take<std::int32_t>();
  network.scale = reader.take<std::int32_t>();
  return {};
}

bool is_sane(const Network& network) {
  const auto is_small = [](std::int32_t number) { return number >= 0 && number <= 10'000; };
  if (!is_small(network.man) || !is_small(network.king) || !is_small(network.scale)) return false;
  const auto is_light = [](std::int16_t weight) { return weight >= -most_first_weight && weight <= most_first_weight; };
  if (!std::ranges::all_of(network.first_bias, is_light)) return false;
  if (!std::ranges::all_of(network.first, [&](const Row& row) { return std::ranges::all_of(row, is_light); })) {
    return false;
  }
  constexpr std::int32_t most_bias = 1 << 26;
  return std::ranges::all_of(network.parts, [](const Phase& part) {
    const auto is_fair = [](std::int32_t bias) { return bias >= -most_bias && bias <= most_bias; };
    return std::ranges::all_of(part.biases, is_fair) && is_fair(part.last_bias);
  });
}

}  // namespace

void Phase::arrange(const Shape& shape) {
  for (std::size_t row = 0; row < shape.second; ++row) {
    for (std::size_t input = 0; input < 2 * shape.hidden; ++input) {
      by_fours[input / 4 * 4 * shape.second + 4 * row + input % 4] = weights[row][input];
    }
  }
}

Checked<std::unique_ptr<Network>> read_network(std::span<const unsigned char> bytes) {
  auto network = std::make_unique<Network>();
  Reader reader(bytes);
  if (auto head = read_head(reader, *network); !head) return std::unexpected(head.error());
  const auto rows = static_cast<std::size_t>(kinds * network->squares);
  const Shape& shape = network->shape;
  for (std::size_t row = 0; row < rows; ++row) reader.fill(std::span(network->first[row]).first(shape.hidden));
  reader.fill(std::span(network->first_bias).first(shape.hidden));
  for (Phase& part : std::span(network->parts).first(shape.phases)) {
    for (auto& weights : std::span(part.weights).first(shape.second)) {
      reader.fill(std::span(weights).first(2 * shape.hidden));
    }
    reader.fill(std::span(part.biases).first(shape.second));
    for (std::int32_t& weight : std::span(part.last).first(shape.second)) weight = reader.take<std::int16_t>();
    part.last_bias = reader.take<std::int32_t>();
    part.arrange(shape);
  }
  network->hash = reader.take<std::uint64_t>();
  if (reader.is_short() || !reader.is_at_end()) return base::refuse("the network has not the length that it says");
  if (network->hash != hash_of(bytes.first(bytes.size() - sizeof(std::uint64_t)))) {
    return base::refuse("the network is damaged: its check sum is another");
  }
  if (!is_sane(*network)) return base::refuse("the network has weights that no training makes");
  return network;
}

std::vector<unsigned char> write_network(const Network& network) {
  std::vector<unsigned char> bytes;
  put_text(bytes, magic, magic.size());
  put(bytes, version);
  put_text(bytes, network.game, game_room);
  put(bytes, network.squares);
  for (const std::size_t extent : {network.shape.hidden, network.shape.second, network.shape.phases}) {
    put(bytes, static_cast<std::int32_t>(extent));
  }
  for (const std::int32_t number : {network.man, network.king, network.scale}) put(bytes, number);
  const auto put_all = [&](const auto& numbers) {
    for (const auto number : numbers) put(bytes, number);
  };
  const Shape& shape = network.shape;
  for (std::size_t row = 0; row < static_cast<std::size_t>(kinds * network.squares); ++row) {
    put_all(std::span(network.first[row]).first(shape.hidden));
  }
  put_all(std::span(network.first_bias).first(shape.hidden));
  for (const Phase& part : std::span(network.parts).first(shape.phases)) {
    for (const auto& weights : std::span(part.weights).first(shape.second)) {
      put_all(std::span(weights).first(2 * shape.hidden));
    }
    put_all(std::span(part.biases).first(shape.second));
    for (const std::int32_t weight : std::span(part.last).first(shape.second)) {
      put(bytes, static_cast<std::int16_t>(weight));
    }
    put(bytes, part.last_bias);
  }
  put(bytes, hash_of(bytes));
  return bytes;
}

}  // namespace crownstar::search::net
