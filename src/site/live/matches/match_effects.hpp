// What follows from events: broadcasts, the end of waits in the lobby, questions to engines, rematches, and that nobody
// waits for somebody who is deleted.
#pragma once

#include <string>
#include <vector>

#include "base/part.hpp"
#include "site/live/audience/audience.hpp"
#include "site/live/cluster/cluster.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/live/engines/engine_seats.hpp"
#include "site/live/matches/commit_pipeline.hpp"
#include "site/live/matches/empty_seats.hpp"
#include "site/live/matches/seating.hpp"
#include "site/lobby/lobby.hpp"

namespace crownstar::live {

class MatchEffects : public base::Part<MatchEffects>,
                     public CommitObserver,
                     public FollowUp,
                     public Listing,
                     public NewMatchObserver,
                     public SeatedObserver {
 public:
  MatchEffects(LiveContext& context, MatchMemory& memory, Audience& audience, lobby::Lobby& lobby, Cluster& cluster,
               EngineSeats& engine_seats, Seating& seating, EmptySeats& empty_seats)
      : context_(context),
        memory_(memory),
        audience_(audience),
        lobby_(lobby),
        cluster_(cluster),
        engine_seats_(engine_seats),
        seating_(seating),
        empty_seats_(empty_seats) {}

  void applied(LiveMatch& live, const std::vector<match::Event>& events) override;
  void header_stored(const std::string& match) override { cluster_.publish_header(match); }
  void pause_began(LiveMatch& live) override { audience_.send_pause(live); }
  void follow_up(LiveMatch& live) override;
  void list_anew(const LiveMatch& live) override;
  void made(LiveMatch& live) override;
  void notify_seated(const std::string& id, bool is_over) override { tell({id, is_over, 0}); }
  void tell_again();  // once a second: what could not be told because the match was not read

 private:
  struct Untold {
    std::string match;
    bool is_over = false;
    int tries = 0;
  };
  void tell(Untold untold);
  void notify_paired(LiveMatch& live);

  LiveContext& context_;
  MatchMemory& memory_;
  Audience& audience_;
  lobby::Lobby& lobby_;
  Cluster& cluster_;
  EngineSeats& engine_seats_;
  Seating& seating_;
  EmptySeats& empty_seats_;
  std::vector<Untold> untold_;
};

}  // namespace crownstar::live
