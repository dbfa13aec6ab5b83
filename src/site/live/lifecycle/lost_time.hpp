// Time that nobody could use: the process stood still, or the wall clock jumped. No clock of a match has run then, no
// seek has grown older, and no node has been silent.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "site/live/cluster/node_link.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/live/context/registry.hpp"
#include "site/live/matches/commit_pipeline.hpp"
#include "site/live/matches/match_timers.hpp"
#include "site/live/matches/new_matches.hpp"
#include "site/lobby/challenges/challenges.hpp"
#include "site/lobby/lobby.hpp"

namespace crownstar::live {

class LostTimeCredit : public Commands {
 public:
  // `lost`: the time lost since the last call; none: no time is lost.
  using Lost = std::function<std::optional<LostTime>()>;

  LostTimeCredit(LiveContext& context, NodeLink& link, MatchRegistry& registry, lobby::Lobby& lobby,
                 lobby::Challenges& challenges, CommitPipeline& pipeline, NewMatches& new_matches, MatchTimers& timers,
                 Lost lost)
      : context_(context),
        link_(link),
        registry_(registry),
        lobby_(lobby),
        challenges_(challenges),
        pipeline_(pipeline),
        new_matches_(new_matches),
        timers_(timers),
        lost_(std::move(lost)) {}

  // To be called before anything is judged by the time.
  void look();
  int losses() const { return losses_; }
  // A command is judged by the time.
  void submit(LiveMatch& live, Operation operation) override {
    look();
    pipeline_.submit(live, std::move(operation));
  }

 private:
  void credit(LiveMatch& live, const LostTime& lost);

  LiveContext& context_;
  NodeLink& link_;
  MatchRegistry& registry_;
  lobby::Lobby& lobby_;
  lobby::Challenges& challenges_;
  CommitPipeline& pipeline_;
  NewMatches& new_matches_;
  MatchTimers& timers_;
  Lost lost_;
  int losses_ = 0;
};

}  // namespace crownstar::live
