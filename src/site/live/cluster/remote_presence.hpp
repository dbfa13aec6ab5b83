// Presence and chat of a match between nodes: who sits and looks on, what is said, and that it is to be read
// again. It does not know events, and who is connected here.
//
// Who is connected is told when it changes, when another node asks, and again and again while anybody is: so a message
// that got lost leaves a wrong number for a minute or two, and not for good. A node asks when it begins to follow a
// match, when it may have missed messages, and when another one has not repeated itself. Soon after it asks again those
// who have not answered.
#pragma once

#include <string>
#include <string_view>

#include "site/live/audience/audience.hpp"
#include "site/live/audience/chat.hpp"
#include "site/live/cluster/node_link.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/match/deadlines.hpp"
#include "site/wire/generated/wire_node.hpp"

namespace crownstar::live {

class RemotePresence : public WatchersObserver {
 public:
  RemotePresence(const LiveContext& context, NodeLink& link, Audience& audience, Chat& chat)
      : context_(context), link_(link), audience_(audience), chat_(chat) {}

  // Of another node.
  void hear(LiveMatch& live, const wire::ReplicaChat& chat);
  void hear(LiveMatch& live, wire::ReplicaPresence presence);
  void hear(LiveMatch& live, const wire::ReplicaAskPresence& question);

  // Publishes who is connected here, if that has changed.
  void watchers_changed(LiveMatch& live) override;
  // Messages may have been lost, either way.
  void exchange(LiveMatch& live);
  void ask(LiveMatch& live);
  void ask_again(Instant at);    // of the matches where an answer is missing and due
  void forget(LiveMatch& live);  // it is not followed any more
  // Now and then: what was told long ago is told again, and what others have not said again is asked for.
  void look(LiveMatch& live);
  void nodes_changed(LiveMatch& live);
  void publish_line(const store::ChatRow& row);
  void publish_reread(const std::string& id);

 private:
  void publish(const std::string& match, const wire::ReplicaMessage& message);
  void tell(LiveMatch& live);
  void put_question(LiveMatch& live);
  void show(LiveMatch& live);

  const LiveContext& context_;
  NodeLink& link_;
  Audience& audience_;
  Chat& chat_;
  Deadlines<LiveMatch> asking_;  // when the question is put again
};

}  // namespace crownstar::live
