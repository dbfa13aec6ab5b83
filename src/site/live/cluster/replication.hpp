// One match on several nodes: each node that has it open holds a copy, and the store's key decides whose event came
// first. It does not know which nodes there are, and how commands become events.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/part.hpp"
#include "site/live/cluster/node_link.hpp"
#include "site/live/cluster/remote_presence.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/wire/generated/wire_node.hpp"

namespace crownstar::live {

// What replication asks of the one writer of each match.
class ReplicatedMatches {
 public:
  virtual ~ReplicatedMatches() = default;

  // Events that another node has stored, and that the match has taken in.
  virtual void events_came(LiveMatch& live, const std::vector<match::Event>& events,
                           std::optional<store::MatchHeader> header) = 0;
  // The match is free for the next command.
  virtual void release(LiveMatch& live) = 0;
  virtual void refuse(Operation& operation, const Refused& refusal) = 0;
};

// How long this node waits for another one to do what both could do.
Milliseconds grace_of(const LiveContext& context, const LiveMatch& live);

class Replication : public base::Part<Replication>, public ChatObserver, public StoredEvents {
 public:
  Replication(LiveContext& context, NodeLink& link, MatchMemory& memory, ReplicatedMatches& matches,
              RemotePresence& presence, Chat& chat, Milliseconds look_every)
      : context_(context),
        link_(link),
        memory_(memory),
        matches_(matches),
        presence_(presence),
        chat_(chat),
        look_every_(look_every) {}

  // ---- A copy in memory ----
  void follow(LiveMatch& live);
  void unfollow(LiveMatch& live);
  bool is_behind(const LiveMatch& live) const { return live.match && live.copy.heard > live.match->number(); }

  // ---- Events ----
  void publish_stored(LiveMatch& live, int first);
  void overtaken(LiveMatch& live);  // another node was quicker: its events first, then the command again
  void catch_up(LiveMatch& live);
  // More may be stored than is here: read when nothing is being stored any more.
  void distrust(LiveMatch& live);
  void look_first(LiveMatch& live, std::move_only_function<void(bool is_known)> then) override;

  // ---- What no event says: whose seats and names they are by now, and what was said ----
  void doubt(LiveMatch& live, Instant at);
  void line_stored(const store::ChatRow& row) override { presence_.publish_line(row); }
  // Looks for events of which no message came: some of the matches that are due. A node that is alone has missed
  // events only where the store's answer was lost and what is stored could not be read.
  void look(Instant at);
  void look_soon(LiveMatch& live);  // it could not be read

 private:
  void hear(LiveMatch& live, std::string_view text);
  void receive_events(LiveMatch& live, const wire::ReplicaEvents& head, std::string_view rows);
  void caught_up(LiveMatch& live, store::Outcome<std::vector<store::EventRow>> rows);
  void could_not_look(LiveMatch& live);
  bool take_in(LiveMatch& live, std::span<const std::string_view> bodies, std::optional<store::MatchHeader> header);
  void took_in(LiveMatch& live, bool is_right);
  void look_later(LiveMatch& live, Milliseconds wait);
  void look_beyond_events(LiveMatch& live);
  void compare_header(LiveMatch& live);

  LiveContext& context_;
  NodeLink& link_;
  MatchMemory& memory_;
  ReplicatedMatches& matches_;
  RemotePresence& presence_;
  Chat& chat_;
  Milliseconds look_every_;
  Deadlines<LiveMatch> looking_;  // matches in memory, and when the store is asked for events that no message brought
};

}  // namespace crownstar::live
