#include "programs/cli/play/played_game.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "rules/record/record_source.hpp"
#include "rules/record/record_writer.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;
using game::GameRecord;
using game::PieceView;
using game::Point;

}  // namespace

PlayedGame::PlayedGame(std::unique_ptr<game::Game> start) : start_(std::move(start)) { begin(); }

void PlayedGame::begin() {
  game_ = start_->clone();
  captured_.assign(static_cast<std::size_t>(game_->seats()), {});
}

Checked<void> PlayedGame::play(const game::MoveView& move) {
  Turn turn{game_->seat_to_move(), move};
  if (auto made = make(turn); !made) return made;
  turns_.push_back(std::move(turn));
  return {};
}

Checked<void> PlayedGame::resign() {
  const Turn turn{game_->seat_to_move(), std::nullopt};
  if (auto made = make(turn); !made) return made;
  turns_.push_back(turn);
  return {};
}

Checked<void> PlayedGame::make(const Turn& turn) {
  if (!turn.move) return game_->withdraw(turn.seat, game_->seat_name(turn.seat) + " resigned");
  const std::vector<PieceView> before = turn.move->captured.empty() ? std::vector<PieceView>() : game_->pieces();
  if (auto played = game_->play(*turn.move); !played) return played;
  for (const Point point : turn.move->captured) {
    const auto piece = std::ranges::find(before, point, &PieceView::point);
    if (piece != before.end()) captured_[static_cast<std::size_t>(turn.seat)].push_back(*piece);
  }
  return {};
}

bool PlayedGame::take_back(const std::function<bool(int seat)>& is_wanted) {
  const auto last =
      std::find_if(turns_.rbegin(), turns_.rend(), [&](const Turn& turn) { return is_wanted(turn.seat); });
  if (last == turns_.rend()) return false;
  turns_.erase(std::prev(last.base()), turns_.end());
  begin();
  // What has been played once can be played again, so nothing is refused here.
  for (const Turn& turn : turns_) {
    [[maybe_unused]] const Checked<void> made = make(turn);
    assert(made);
  }
  return true;
}

search::SearchRequest PlayedGame::so_far() const {
  search::SearchRequest request;
  request.token = start_->token();
  request.position = start_->position();
  for (const Turn& turn : turns_) {
    request.turns.push_back(turn.move ? search::Turn::played(turn.move->text) : search::Turn::withdrawn(turn.seat));
  }
  return request;
}

Checked<std::string> PlayedGame::record(const std::vector<std::string>& players, const std::string& date) const {
  GameRecord record = game::begin_record(*start_, game::catalog_source());
  record.set_tag("Event", "Game in the terminal");
  record.set_tag("Date", date);
  for (int seat = 0; seat < start_->seats(); ++seat) {
    record.set_tag(game::tag_of_seat(record, *start_, seat), players.at(static_cast<std::size_t>(seat)));
  }
  const auto replayed = start_->clone();
  int node = 0;
  bool has_resignation = false;
  for (const Turn& turn : turns_) {
    if (!turn.move) {
      has_resignation = true;
      continue;
    }
    if (has_resignation) return base::refuse("a record cannot say that a seat resigned and the others played on");
    node = game::add_move(record, node, *replayed, *turn.move);
    if (auto played = replayed->play(*turn.move); !played) return std::unexpected(played.error());
  }
  record.result = game::result_of(game_->outcome());
  return game::write_record(record);
}

}  // namespace crownstar::cli
