#include "rules/record/reading/record_readings.hpp"

#include <memory>

#include "rules/record/record_moves.hpp"

namespace crownstar::game {

namespace {

class LookAhead {
 public:
  LookAhead(const SquareNotation* notation, std::size_t& tries) : notation_(notation), tries_(tries) {}

  std::size_t best(const Game& game, const std::vector<MoveView>& readings, std::span<const PdnItem> rest) {
    std::size_t best = 0;
    std::size_t farthest = 0;
    for (std::size_t index = 0; index < readings.size(); ++index) {
      const std::unique_ptr<Game> next = game.clone();
      if (!next->play(readings[index])) continue;
      const std::size_t reached = played_moves(*next, rest);
      if (index > 0 && reached <= farthest) continue;
      best = index;
      farthest = reached;
      if (reached == to_the_end) break;
    }
    farthest_ = farthest;
    return best;
  }

 private:
  static constexpr std::size_t to_the_end = static_cast<std::size_t>(-1);
  static constexpr int most_depth = 30;  // of ambiguous moves behind ambiguous moves: each takes some of the stack

  // How many moves of the line can be played. Variations in it are passed over; a position that is set up ends it.
  std::size_t played_moves(Game& game, std::span<const PdnItem> rest) {
    std::size_t played = 0;
    int depth = 0;
    for (std::size_t index = 0; index < rest.size(); ++index) {
      const PdnItem& item = rest[index];
      if (item.kind == PdnItemKind::open) ++depth;
      if (item.kind == PdnItemKind::close && --depth < 0) break;
      if (depth > 0) continue;
      if (item.kind == PdnItemKind::setup || item.kind == PdnItemKind::pass) break;
      if (item.kind != PdnItemKind::move) continue;
      if (tries_ == 0) return played;
      --tries_;
      const auto move = read_written_move(game, item.text, notation_);
      if (!move) return played;
      if (move->readings.size() > 1 && depth_ < most_depth) {
        const std::span<const PdnItem> behind = rest.subspan(index + 1);
        ++depth_;
        best(game, move->readings, behind);
        --depth_;
        return farthest_ == to_the_end ? to_the_end : played + farthest_ + 1;
      }
      if (!game.play(move->readings.front())) return played;
      ++played;
    }
    return to_the_end;
  }

  const SquareNotation* notation_;
  std::size_t& tries_;
  int depth_ = 0;
  std::size_t farthest_ = 0;  // what the last call of `best` reached
};

}  // namespace

std::size_t best_reading(const Game& game, const std::vector<MoveView>& readings, std::span<const PdnItem> rest,
                         const SquareNotation* notation, std::size_t& tries) {
  return LookAhead(notation, tries).best(game, readings, rest);
}

}  // namespace crownstar::game
