// The site stops: nothing new is begun, running writes are waited for, the time for which a clock has stood is stored,
// and listeners get a goodbye.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "site/live/audience/audience.hpp"
#include "site/live/cluster/cluster.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/registry.hpp"
#include "site/live/engines/engine_seats.hpp"
#include "site/live/lifecycle/lost_time.hpp"
#include "site/live/lifecycle/sign_of_life.hpp"
#include "site/live/matches/commit_pipeline.hpp"
#include "site/lobby/lobby.hpp"

namespace crownstar::live {

class Shutdown {
 public:
  Shutdown(LiveContext& context, MatchRegistry& registry, lobby::Lobby& lobby, Cluster& cluster,
           EngineSeats& engine_seats, CommitPipeline& pipeline, Audience& audience, LostTimeCredit& lost_time,
           SignOfLife& sign_of_life)
      : context_(context),
        registry_(registry),
        lobby_(lobby),
        cluster_(cluster),
        engine_seats_(engine_seats),
        pipeline_(pipeline),
        audience_(audience),
        lost_time_(lost_time),
        sign_of_life_(sign_of_life) {}

  void close(std::string_view goodbye, std::function<void()> done);
  // A write has been answered while the site is closing.
  void go_on();

 private:
  LiveContext& context_;
  MatchRegistry& registry_;
  lobby::Lobby& lobby_;
  Cluster& cluster_;
  EngineSeats& engine_seats_;
  CommitPipeline& pipeline_;
  Audience& audience_;
  LostTimeCredit& lost_time_;
  SignOfLife& sign_of_life_;
  // The pauses of so many losses of time were stored, or tried; after a restart only the time of the stop is known.
  int losses_stored_ = -1;
  std::string goodbye_;
  std::function<void()> done_;
};

}  // namespace crownstar::live
