// One game that a bot plays on a site, from its stream's first line to its end.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engines/contest/players/engine_spec.hpp"
#include "programs/cli/bot/site_client.hpp"
#include "programs/cli/bot/unread_lines.hpp"
#include "site/wire/generated/wire_bot.hpp"

namespace crownstar::cli {

// How long to think: the engine's own limits, or its share of the clock.
search::SearchLimits limits_at(const contest::EngineSpec& spec, const wire::BotGameFull& game,
                               const wire::BotGameState& state, int seat, bool is_white);

class BotGame {
 public:
  BotGame(const SiteClient& site, const contest::EngineSpec& spec, UnreadLines& unread, wire::BotGameInfo info,
          search::StopSignal stop);

  // Plays to the end, over lost connections too. Gives how it ended, for people.
  std::string play();

 private:
  enum class Going { on, over, lost };

  Going follow(SiteStream& stream);
  Going hear(const wire::BotGameState& state);
  Going leave_table_of_many();
  bool accept_draw(const wire::BotGameState& state);
  void decline_offers(const wire::BotGameState& state);
  Going move(const wire::BotGameState& state);
  Going sent(const base::Checked<SiteAnswer>& answer, const std::string& moves);
  Going resign(std::string why);
  base::Checked<SiteAnswer> post(const std::string& what) const;
  void complain_of(std::string_view what, const base::Checked<SiteAnswer>& answer) const;

  const SiteClient& site_;
  const contest::EngineSpec& spec_;
  UnreadLines& unread_;
  const wire::BotGameInfo info_;
  const bool is_white_;  // what the lines call so; on a star the first seat
  const std::uint64_t seed_;
  const search::StopSignal stop_;  // the game is over
  std::unique_ptr<search::Searcher> searcher_;
  std::optional<wire::BotGameFull> game_;
  std::size_t answered_ = 0;           // half-moves before our last move, and that one
  std::optional<std::string> unsure_;  // the moves before one whose answer was lost
  int failed_moves_ = 0;               // since the last one that the site took
  bool has_heard_ = false;             // on this connection
  int last_score_ = 0;
  bool has_seen_draw_offer_ = false;
  bool has_seen_takeback_ = false;
  std::string end_;
};

}  // namespace crownstar::cli
