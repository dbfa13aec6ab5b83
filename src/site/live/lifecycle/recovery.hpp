// The start: every unfinished match becomes known by its header, and matches with a running clock or an engine to move
// are loaded, a few at a time.
#pragma once

#include <cstddef>
#include <expected>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/part.hpp"
#include "site/live/cluster/cluster.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/live/engines/engine_seats.hpp"
#include "site/live/lifecycle/sign_of_life.hpp"
#include "site/live/matches/match_timers.hpp"
#include "site/live/ports/live_requests.hpp"

namespace crownstar::live {

class Recovery : public base::Part<Recovery>, public OwnedMatches {
 public:
  using OnOpened = std::function<void(std::expected<Opened, std::string>)>;

  // `may_load`: false while other nodes may look after the matches. `go_on_from`: the clock of the site showed this
  // before the start; may be none.
  Recovery(LiveContext& context, MatchMemory& memory, MatchTimers& timers, std::function<bool()> may_load,
           EngineSeats& engine_seats, SignOfLife& sign_of_life, std::function<void(Instant)> go_on_from)
      : context_(context),
        memory_(memory),
        timers_(timers),
        may_load_(std::move(may_load)),
        engine_seats_(engine_seats),
        sign_of_life_(sign_of_life),
        go_on_from_(std::move(go_on_from)) {}

  void open(OnOpened done);
  // A few at a time, after matches that people ask for.
  void load_owed() override;

  // ---- What other nodes have stored, or no longer look after ----
  void header_came(LiveMatch& live) override;
  void owner_changed(LiveMatch& live) override;

 private:
  // The clock of the site showed this before: it goes on from there, if it shows less.
  void go_on_from(Instant shown);
  void read_page(std::string after, Opened so_far, OnOpened done);
  void take_up(store::MatchHeader header);
  void owe_credit(LiveMatch& live);
  void owe_load(const LiveMatch& live);

  LiveContext& context_;
  MatchMemory& memory_;
  MatchTimers& timers_;
  std::function<bool()> may_load_;
  EngineSeats& engine_seats_;
  SignOfLife& sign_of_life_;
  std::function<void(Instant)> go_on_from_;
  Instant opened_at_{};
  Instant down_since_{};
  std::vector<std::string> to_load_;  // from the back
  std::size_t loading_ = 0;           // of these, at this moment
  bool is_opened_ = false;            // every unfinished match is known
};

}  // namespace crownstar::live
