#include "programs/cli/notation/convert.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/text/json.hpp"
#include "base/text/quote.hpp"
#include "engines/hub/hub_board.hpp"
#include "programs/cli/console/console.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/token.hpp"
#include "rules/record/record_moves.hpp"
#include "rules/record/recorded_position.hpp"
#include "rules/record/square_notation.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;
using game::Game;
using game::MoveView;

std::optional<hub::HubSquares> hub_squares(std::string_view name) {
  if (name == "hub") return hub::HubSquares::pdn;
  if (name == "scan") return hub::HubSquares::scan;
  return std::nullopt;
}

// How positions and moves are read.
class Source {
 public:
  static Checked<Source> of(const Game& game, std::string_view name) {
    Source source;
    if (const auto squares = hub_squares(name)) {
      source.hub_.emplace(game, *squares);
    } else if (name != "any") {
      return base::refuse("--from: expected any, hub or scan instead of " + base::quoted(name));
    }
    return source;
  }

  Checked<void> set_position(Game& game, const std::string& text) const {
    if (hub_) {
      const auto own = hub_->position_text(text);
      if (!own) return std::unexpected(own.error());
      return game.set_position(*own);
    }
    return set_typed_position(game, text);
  }

  Checked<MoveView> read_move(const Game& game, std::string_view text) const {
    return hub_ ? hub_->find_move(game, text) : game::read_recorded_move(game, text);
  }

 private:
  std::optional<hub::HubBoard> hub_;
};

// How they are written.
class Target {
 public:
  static Checked<Target> of(const Game& game, std::string_view name) {
    Target target;
    if (const auto squares = hub_squares(name)) {
      target.hub_.emplace(game, *squares);
    } else if (name == "letters" || name == "numbers") {
      const auto entry = std::ranges::find(game::catalog(), game::id_of(game.token()), &game::CatalogEntry::id);
      if (entry == game::catalog().end() || entry->family == game::Family::star) {
        return base::refuse("--to: a star is written in one way; expected game or hub");
      }
      const auto names = name == "letters" ? game::SquareNames::letters : game::SquareNames::numbers;
      target.notation_ = game::notation_of(game.layout(), game::game_type_with(entry->game_type, names));
    } else if (name != "game") {
      return base::refuse("--to: expected game, letters, numbers, hub or scan instead of " + base::quoted(name));
    }
    return target;
  }

  std::string position(const Game& game) const {
    if (hub_) return hub_->position(game);
    return notation_ ? game::position_as_written(game.position(), *notation_) : game.position();
  }

  std::string move(const MoveView& move) const {
    if (hub_) return hub_->move(move);
    return notation_ ? notation_->text_as_written(move.text) : move.text;
  }

 private:
  std::optional<hub::HubBoard> hub_;
  std::optional<game::SquareNotation> notation_;  // none for the game's own
};

// The game after the moves; its start and the moves as the target writes them.
Checked<BegunGame> begin_converted(const PositionRequest& request, const Source& source, const Target& target) {
  auto game = game::start(request.token);
  if (!game) return std::unexpected(game.error());
  BegunGame begun{*std::move(game), {}, {}};
  if (request.has_position) {
    if (const auto set = source.set_position(*begun.game, request.position); !set) return std::unexpected(set.error());
  }
  begun.start = target.position(*begun.game);
  for (const std::string_view text : game::words_of_moves(request.moves)) {
    const auto move = source.read_move(*begun.game, text);
    if (!move) return base::refuse(move.error().rule, fmt::format("--moves: {}: {}", text, move.error().reason));
    begun.moves.push_back(target.move(*move));
    if (const auto played = begun.game->play(*move); !played) return std::unexpected(played.error());
  }
  return begun;
}

std::string json_of(const BegunGame& begun, const Target& target, const std::string& notation) {
  base::JsonWriter json;
  json.begin_object();
  json.member("game", begun.game->token());
  json.member("notation", notation);
  json.member("position", begun.start);
  json.key("moves");
  json.begin_array();
  for (const std::string& move : begun.moves) json.value(move);
  json.end_array();
  json.member("after", target.position(*begun.game));
  json.end_object();
  return json.take();
}

}  // namespace

int run_convert(const ConversionRequest& request) {
  const auto game = game::start(request.position.token);
  if (!game) return complain_of_usage(game.error());
  const auto source = Source::of(**game, request.from);
  if (!source) return complain_of_usage(source.error());
  const auto target = Target::of(**game, request.to);
  if (!target) return complain_of_usage(target.error());
  const auto begin = [&](const PositionRequest& each) { return begin_converted(each, *source, *target); };
  return for_each_position(request.position, begin, [&](const BegunGame& begun) {
    if (request.is_json) {
      say(json_of(begun, *target, request.to) + "\n");
      return success;
    }
    say(begun.start + "\n");
    if (!begun.moves.empty()) say(fmt::format("{}\n", fmt::join(begun.moves, " ")));
    return success;
  });
}

}  // namespace crownstar::cli
