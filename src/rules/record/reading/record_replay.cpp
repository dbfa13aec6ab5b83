#include "rules/record/reading/record_replay.hpp"

#include <utility>

#include "rules/catalog/catalog.hpp"
#include "rules/record/record_moves.hpp"

namespace crownstar::game {

std::unique_ptr<Game> replay_record(const GameRecord& record, const OnRecordedMove& on_move) {
  auto started = start(record.token);
  if (!started) return nullptr;
  std::unique_ptr<Game> played = *std::move(started);
  if (!record.start.empty() && !played->set_position(record.start)) return nullptr;
  for (const int index : record.main_line()) {
    const RecordNode& node = record.node(index);
    if (!node.setup.empty()) {
      if (!played->set_position(node.setup)) return played;
      continue;
    }
    if (node.leaves >= 0) {
      if (!played->withdraw(node.leaves, node.leaving)) return played;
      continue;
    }
    if (played->outcome().is_over && !go_on_past_draw(*played)) return played;
    const auto move = read_recorded_move(*played, node.move);
    if (!move) return played;
    on_move(*played, node, *move);
    if (!played->play(*move)) return played;
  }
  return played;
}

}  // namespace crownstar::game
