#include "engines/contest/self_play/samples.hpp"

#include <algorithm>
#include <cassert>
#include <vector>

namespace crownstar::contest {
namespace {

constexpr std::string_view magic = "CSTARPOS";
constexpr std::size_t most_squares = 64;
// Behind the game's token and the zeros that end it.
constexpr std::size_t run_at = 32;
constexpr std::uint32_t says_its_run = 1;

template <class Number>
void put(unsigned char*& place, Number number) {
  for (std::size_t byte = 0; byte < sizeof(Number); ++byte) {
    *place++ = static_cast<unsigned char>(static_cast<std::uint64_t>(number) >> (8 * byte) & 0xff);
  }
}

template <class Number>
Number take(const unsigned char*& place) {
  std::uint64_t number = 0;
  for (std::size_t byte = 0; byte < sizeof(Number); ++byte) number |= std::uint64_t{*place++} << (8 * byte);
  return static_cast<Number>(number);
}

}  // namespace

std::optional<Sample> sample_of(const game::Game& game) {
  const auto& points = game.layout().points;
  std::vector<int> numbers(points.size(), -1);
  int squares = 0;
  for (std::size_t point = 0; point < points.size(); ++point) {
    if (points[point].is_playable) numbers[point] = squares++;
  }
  if (squares > static_cast<int>(most_squares) || game.seats() != 2) return std::nullopt;
  const bool white_moves = game.position().starts_with('W');
  const int mover = game.seat_to_move();
  Sample sample;
  for (const game::PieceView& piece : game.pieces()) {
    const int square = numbers[static_cast<std::size_t>(piece.point)];
    const std::uint64_t bit = std::uint64_t{1} << (white_moves ? square : squares - 1 - square);
    if (piece.seat == mover) {
      (piece.is_king ? sample.own_kings : sample.own_men) |= bit;
    } else {
      (piece.is_king ? sample.their_kings : sample.their_men) |= bit;
    }
  }
  return sample;
}

std::array<unsigned char, sample_bytes> write_sample(const Sample& sample) {
  std::array<unsigned char, sample_bytes> bytes{};
  unsigned char* place = bytes.data();
  put(place, sample.own_men);
  put(place, sample.own_kings);
  put(place, sample.their_men);
  put(place, sample.their_kings);
  put(place, sample.score);
  put(place, sample.result);
  put(place, sample.ply);
  put(place, sample.game);
  return bytes;
}

Sample read_sample(const std::array<unsigned char, sample_bytes>& bytes) {
  const unsigned char* place = bytes.data();
  Sample sample;
  sample.own_men = take<std::uint64_t>(place);
  sample.own_kings = take<std::uint64_t>(place);
  sample.their_men = take<std::uint64_t>(place);
  sample.their_kings = take<std::uint64_t>(place);
  sample.score = take<std::int16_t>(place);
  sample.result = take<std::int8_t>(place);
  sample.ply = take<std::uint8_t>(place);
  sample.game = take<std::uint32_t>(place);
  return sample;
}

std::array<unsigned char, sample_head_bytes> write_sample_head(std::string_view token, const SampleRun& run) {
  std::array<unsigned char, sample_head_bytes> bytes{};
  const auto end = std::ranges::copy(magic, bytes.begin()).out;
  assert(magic.size() + token.size() < run_at);
  std::ranges::copy(token.substr(0, run_at - magic.size() - 1), end);
  unsigned char* place = bytes.data() + run_at;
  put(place, says_its_run);
  put(place, run.games);
  put(place, run.seed);
  put(place, run.terms);
  put(place, run.samples);
  return bytes;
}

base::Checked<std::string> read_sample_head(const std::array<unsigned char, sample_head_bytes>& bytes) {
  std::string text(bytes.begin(), bytes.end());
  if (!text.starts_with(magic)) return base::refuse("this is no file of positions for training");
  text.erase(0, magic.size());
  return text.substr(0, text.find('\0'));
}

std::optional<SampleRun> read_sample_run(const std::array<unsigned char, sample_head_bytes>& bytes) {
  const unsigned char* place = bytes.data() + run_at;
  if (take<std::uint32_t>(place) != says_its_run) return std::nullopt;
  SampleRun run;
  run.games = take<std::uint32_t>(place);
  run.seed = take<std::uint64_t>(place);
  run.terms = take<std::uint64_t>(place);
  run.samples = take<std::uint64_t>(place);
  return run;
}

}  // namespace crownstar::contest
