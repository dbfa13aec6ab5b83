#include "site/collections/position_hash.hpp"

#include <bit>

#include "base/mixing.hpp"

namespace crownstar::collections {
namespace {

using game::PieceView;

// As the other side sees it: the board turned by half a round, and the seats changed.
PieceView turned_piece(const game::Layout& layout, PieceView piece) {
  constexpr int sets = 6;
  piece.point = static_cast<game::Point>(layout.points.size()) - 1 - piece.point;
  piece.seat = 1 - piece.seat;
  piece.set = layout.shape == game::BoardShape::star ? (piece.set + sets / 2 - 1) % sets + 1 : piece.seat + 1;
  return piece;
}

}  // namespace

std::int64_t position_hash(const game::Game& game, Colours colours) {
  base::Fnv1a token;
  token.add(game.token());
  const bool is_turned = colours == Colours::turned && game.seats() == 2;
  std::uint64_t hash = 0;
  for (const PieceView& each : game.pieces()) {
    const PieceView piece = is_turned ? turned_piece(game.layout(), each) : each;
    const auto square = static_cast<std::uint64_t>(piece.point) * 64 + static_cast<std::uint64_t>(piece.set) * 8;
    hash ^=
        base::splitmix64((square + static_cast<std::uint64_t>(piece.seat)) * 2 + (piece.is_king ? 1 : 0), token.sum());
  }
  const int seat = is_turned ? 1 - game.seat_to_move() : game.seat_to_move();
  return std::bit_cast<std::int64_t>(base::splitmix64(static_cast<std::uint64_t>(seat), hash));
}

std::int64_t Material::number() const {
  return ((std::int64_t{white_men} * 256 + white_kings) * 256 + black_men) * 256 + black_kings;
}

std::optional<Material> material_of(const game::Game& game) {
  if (game.layout().shape != game::BoardShape::squares) return std::nullopt;
  const int white = game.seat_name(0) == "White" ? 0 : 1;
  Material material;
  for (const PieceView& piece : game.pieces()) {
    const bool is_white = piece.seat == white;
    int& count = piece.is_king ? (is_white ? material.white_kings : material.black_kings)
                               : (is_white ? material.white_men : material.black_men);
    ++count;
  }
  return material;
}

}  // namespace crownstar::collections
