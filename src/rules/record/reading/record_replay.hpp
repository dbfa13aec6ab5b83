// Plays a record's main line through, move by move.
#pragma once

#include <functional>
#include <memory>

#include "rules/record/record.hpp"

namespace crownstar::game {

using OnRecordedMove = std::function<void(const Game& before, const RecordNode& node, const MoveView& move)>;

// The game at the end of the line, or where the rules do not allow the next node; nothing where there is no such game.
std::unique_ptr<Game> replay_record(const GameRecord& record, const OnRecordedMove& on_move);

}  // namespace crownstar::game
