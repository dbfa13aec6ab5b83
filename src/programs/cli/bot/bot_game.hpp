// One game that a bot plays on a site, from its stream's first line to its end.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engines/contest/engine_spec.hpp"
#include "programs/cli/bot/site_client.hpp"
#include "site/wire/generated/wire_bot.hpp"

namespace crownstar::cli {

// How long to think: the engine's own limits, or its share of the clock.
search::SearchLimits limits_at(const contest::EngineSpec& spec, const wire::BotGameFull& game,
                               const wire::BotGameState& state, int seat, bool is_white);

class BotGame {
 public:
  BotGame(const SiteClient& site, const contest::EngineSpec& spec, wire::BotGameInfo info);

  // Plays to the end, over lost connections too. Gives how it ended, for people.
  std::string play();

 private:
  enum class Going { on, over, lost };

  Going follow(SiteStream& stream);
  Going hear(const wire::BotGameState& state);
  void answer_offers(const wire::BotGameState& state);
  bool move(const wire::BotGameState& state);
  // Why the site has refused it; nothing where it was carried out.
  std::optional<wire::RefusalCode> post(const std::string& what);

  const SiteClient& site_;
  const contest::EngineSpec& spec_;
  const wire::BotGameInfo info_;
  const bool is_white_;  // what the lines call so; on a star the first seat
  const std::uint64_t seed_;
  std::unique_ptr<search::Searcher> searcher_;
  std::optional<wire::BotGameFull> game_;
  std::size_t answered_ = 0;  // half-moves before our last move, and that one
  int last_score_ = 0;
  bool has_seen_draw_offer_ = false;
  bool has_seen_takeback_ = false;
  std::string end_;
};

}  // namespace crownstar::cli
