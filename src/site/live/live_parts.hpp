// The parts of the live site. They name each other by reference, so they live and die as one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "site/live/audience/audience.hpp"
#include "site/live/audience/chat.hpp"
#include "site/live/cluster/cluster.hpp"
#include "site/live/cluster/node_link.hpp"
#include "site/live/cluster/remote_presence.hpp"
#include "site/live/cluster/replication.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/registry.hpp"
#include "site/live/engines/engine_seats.hpp"
#include "site/live/lifecycle/lost_time.hpp"
#include "site/live/lifecycle/recovery.hpp"
#include "site/live/lifecycle/shutdown.hpp"
#include "site/live/lifecycle/sign_of_life.hpp"
#include "site/live/live_site.hpp"
#include "site/live/matches/account_deletion.hpp"
#include "site/live/matches/commit_pipeline.hpp"
#include "site/live/matches/empty_seats.hpp"
#include "site/live/matches/match_effects.hpp"
#include "site/live/matches/match_lists.hpp"
#include "site/live/matches/match_loader.hpp"
#include "site/live/matches/match_timers.hpp"
#include "site/live/matches/new_matches.hpp"
#include "site/live/matches/seating.hpp"
#include "site/lobby/challenges/challenges.hpp"
#include "site/lobby/lobby.hpp"
#include "site/people/chat/chat_rules.hpp"

namespace crownstar::live {

struct LiveSite::Parts {
  Parts(LivePorts ports, const LiveSettings& settings);
  void belong_to(const std::shared_ptr<Parts>& whole);
  lobby::LobbyPorts lobby_ports(const LivePorts& ports);

  LiveContext context;
  std::function<std::uint64_t()> random;
  people::ChatRules chat_rules;
  MatchRegistry registry;
  NodeLink link;

  Audience audience;
  Chat chat;
  EngineSeats engine_seats;
  lobby::Lobby lobby;
  lobby::Challenges challenges;
  RemotePresence presence;
  Replication replication;
  Cluster cluster;
  CommitPipeline pipeline;
  NewMatches new_matches;
  Seating seating;
  EmptySeats empty_seats;
  MatchEffects effects;
  MatchLoader loader;
  MatchTimers timers;
  MatchLists lists;
  AccountDeletion account_deletion;
  LostTimeCredit lost_time;
  SignOfLife sign_of_life;
  Recovery recovery;
  Shutdown shutdown;

  std::optional<Instant> second_at;  // when the lobby's changes and presence are sent next
};

}  // namespace crownstar::live
