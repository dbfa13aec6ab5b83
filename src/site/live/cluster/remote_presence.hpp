// Presence and chat of a match between nodes: who sits and looks on, what is said, and that it is to be read
// again. It does not know events, and who is connected here.
#pragma once

#include <string>
#include <string_view>

#include "site/live/audience/audience.hpp"
#include "site/live/audience/chat.hpp"
#include "site/live/cluster/node_link.hpp"
#include "site/live/match/site.hpp"
#include "site/wire/generated/wire_node.hpp"

namespace crownstar::live {

class RemotePresence : public WatchersObserver {
 public:
  RemotePresence(NodeLink& link, Audience& audience, Chat& chat) : link_(link), audience_(audience), chat_(chat) {}

  // Of another node.
  void hear(LiveMatch& live, const wire::ReplicaChat& chat);
  void hear(LiveMatch& live, const wire::ReplicaPresence& presence);
  void hear(LiveMatch& live, const wire::ReplicaAskPresence& question);

  // Publishes who is connected here, if that has changed.
  void watchers_changed(LiveMatch& live) override;
  void tell(const LiveMatch& live);
  void ask(const LiveMatch& live);
  void publish_line(const store::ChatRow& row);
  void publish_reread(const std::string& id);
  void forget_gone_nodes(LiveMatch& live);

 private:
  void publish(const std::string& match, const wire::ReplicaMessage& message);

  NodeLink& link_;
  Audience& audience_;
  Chat& chat_;
};

}  // namespace crownstar::live
