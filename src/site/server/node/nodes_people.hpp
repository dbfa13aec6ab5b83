// Tells the other nodes that sessions have ended or that a person has changed, so that they drop their cached copies
// and close affected connections.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "site/bus/bus.hpp"
#include "site/people/person.hpp"
#include "site/wire/generated/wire_node.hpp"

namespace crownstar::live {
class LiveSite;
}
namespace crownstar::people {
class People;
}

namespace crownstar::server {

class Presence;

class NodesPeople {
 public:
  NodesPeople(bus::Bus& bus, people::People& people, live::LiveSite& live, Presence& presence);
  ~NodesPeople();
  NodesPeople(const NodesPeople&) = delete;
  NodesPeople& operator=(const NodesPeople&) = delete;

  void notify_ended(const std::vector<std::string>& handles);
  void notify_changed(const people::Person& person, people::Change change);

 private:
  void publish(const wire::NodePeople& message);
  void hear(std::string_view text);
  void take(const wire::NodeSessionsEnded& message);
  void take(const wire::NodePersonChanged& message);
  void take(const wire::NodePersonGone& message);
  void forget(const std::string& person);

  bus::Bus& bus_;
  people::People& people_;
  live::LiveSite& live_;
  Presence& presence_;
  std::string me_;
  bus::SubscriptionNumber heard_ = 0;
};

}  // namespace crownstar::server
