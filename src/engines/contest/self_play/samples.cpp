#include "engines/contest/self_play/samples.hpp"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "base/text/quote.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::contest {
namespace {

constexpr std::string_view magic = "CSTARPOS";
constexpr int most_squares = 72;
constexpr int squares_of_a_word = 64;
constexpr std::size_t usual_bytes = 40;
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

// The four sets of squares, in the order in which a file has them.
constexpr std::array sets{&Sample::own_men, &Sample::own_kings, &Sample::their_men, &Sample::their_kings};

}  // namespace

std::size_t sample_bytes(std::string_view token) {
  const auto game = game::start(token);
  if (!game) return usual_bytes;
  const auto squares = std::ranges::count_if((*game)->layout().points, &game::LayoutPoint::is_playable);
  return squares > squares_of_a_word ? most_sample_bytes : usual_bytes;
}

std::optional<Sample> sample_of(const game::Game& game) {
  const auto& points = game.layout().points;
  std::vector<int> numbers(points.size(), -1);
  int squares = 0;
  for (std::size_t point = 0; point < points.size(); ++point) {
    if (points[point].is_playable) numbers[point] = squares++;
  }
  if (squares > most_squares || game.seats() != 2) return std::nullopt;
  const bool white_moves = game.position().starts_with('W');
  const int mover = game.seat_to_move();
  Sample sample;
  for (const game::PieceView& piece : game.pieces()) {
    const int square = numbers[static_cast<std::size_t>(piece.point)];
    const board::Word128 bit = board::Word128{1} << (white_moves ? square : squares - 1 - square);
    if (piece.seat == mover) {
      (piece.is_king ? sample.own_kings : sample.own_men) |= bit;
    } else {
      (piece.is_king ? sample.their_kings : sample.their_men) |= bit;
    }
  }
  return sample;
}

base::Checked<SampleNames> SampleNames::of(std::string_view token) {
  auto game = game::start(token);
  if (!game) return std::unexpected(game.error());
  if (!sample_of(**game)) return base::refuse("there are no positions for training of " + base::quoted(token));
  std::vector<std::string> labels;
  for (const game::LayoutPoint& point : (*game)->layout().points) {
    if (point.is_playable) labels.push_back(point.label);
  }
  return SampleNames(*std::move(game), std::move(labels));
}

base::Checked<std::string> SampleNames::fen_of(const Sample& sample) {
  const auto all = sample.own_men | sample.own_kings | sample.their_men | sample.their_kings;
  if (all >> labels_.size() != 0) return base::refuse("a piece stands beside the board");
  std::string fen = "W";
  for (const auto& [side, men, kings] :
       {std::tuple(":W", sample.own_men, sample.own_kings), {":B", sample.their_men, sample.their_kings}}) {
    std::string pieces;
    for (std::size_t square = 0; square < labels_.size(); ++square) {
      const auto bit = board::Word128{1} << square;
      if (((men | kings) & bit) == 0) continue;
      pieces += (pieces.empty() ? "" : ",") + std::string((kings & bit) != 0 ? "K" : "") + labels_[square];
    }
    fen += side + pieces;
  }
  // The game looks at it, and writes it as it writes all of its positions.
  if (const auto set = game_->set_position(fen); !set) return std::unexpected(set.error());
  return game_->position();
}

std::array<unsigned char, most_sample_bytes> write_sample(const Sample& sample) {
  std::array<unsigned char, most_sample_bytes> bytes{};
  unsigned char* place = bytes.data();
  for (const auto set : sets) put(place, static_cast<std::uint64_t>(sample.*set));
  put(place, sample.score);
  put(place, sample.result);
  put(place, sample.ply);
  put(place, sample.game);
  for (const auto set : sets) put(place, static_cast<std::uint8_t>(sample.*set >> squares_of_a_word));
  return bytes;
}

Sample read_sample(std::span<const unsigned char> bytes) {
  assert(bytes.size() >= usual_bytes);
  const unsigned char* place = bytes.data();
  Sample sample;
  for (const auto set : sets) sample.*set = take<std::uint64_t>(place);
  sample.score = take<std::int16_t>(place);
  sample.result = take<std::int8_t>(place);
  sample.ply = take<std::uint8_t>(place);
  sample.game = take<std::uint32_t>(place);
  if (bytes.size() < most_sample_bytes) return sample;
  for (const auto set : sets) sample.*set |= board::Word128{take<std::uint8_t>(place)} << squares_of_a_word;
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
