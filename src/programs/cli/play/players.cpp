#include "programs/cli/play/players.hpp"

#include "base/text/quote.hpp"
#include "engines/pool/equipment.hpp"
#include "engines/search/levels.hpp"
#include "programs/cli/console/console.hpp"

namespace crownstar::cli {

using base::Checked;

std::string Player::name() const {
  if (kind == Kind::human) return "human";
  return kind == Kind::random ? "random mover" : "computer, " + level;
}

std::string known_players() {
  std::string names = "human, random";
  for (const search::Level& level : search::levels()) names += ", " + std::string(level.id);
  return names;
}

Checked<Player> read_player(std::string_view option, const std::string& word) {
  if (word == "human") return Player{};
  if (word == "random") return Player{.kind = Player::Kind::random};
  if (!word.empty() && search::find_level(word) != nullptr) return Player{Player::Kind::computer, word};
  return base::refuse(std::string(option) + ": expected one of " + known_players() + " instead of " +
                      base::quoted(word));
}

Checked<std::string> Choosers::any(const game::Game& game) {
  const auto moves = game.legal_moves();
  if (!moves) return std::unexpected(moves.error());
  if (moves->empty()) return base::refuse("there is no move to choose from");
  // The remainder, not a distribution: the same seed is to give the same game everywhere.
  return (*moves)[generator_() % moves->size()].text;
}

Checked<std::string> Choosers::choose(const Player& player, const PlayedGame& table) {
  if (player.kind != Player::Kind::computer) return any(table.game());
  if (searcher_ == nullptr) {
    engine::Equipment equipment([](const base::Refusal& refusal) { complain(refusal); });
    if (const auto set = equipment.set("tables", ""); !set) return std::unexpected(set.error());
    searcher_ = equipment.make_searcher();
  }
  search::SearchRequest request = table.so_far();
  request.level = player.level;
  request.seed = seed_ + request.turns.size();
  auto found = searcher_->search(request, search::StopSignal(), {});
  if (!found) return std::unexpected(found.error());
  return std::move(found->move);
}

}  // namespace crownstar::cli
