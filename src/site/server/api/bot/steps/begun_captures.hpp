// Captures of which some steps have come, each kept at one node of the site: whichever node the next step comes to asks
// there. They are kept in memory, and are gone with their node: the capture is begun anew.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "site/bus/bus.hpp"
#include "site/server/api/bot/steps/steps.hpp"

namespace crownstar::server {

class BegunCaptures {
 public:
  // The node that keeps what is under this key; every node answers the same.
  using OwnerOf = std::function<std::string(std::string_view key)>;
  // Without a bus there are no other nodes.
  BegunCaptures(bus::Bus* bus, std::string me, OwnerOf owner_of);
  ~BegunCaptures();
  BegunCaptures(const BegunCaptures&) = delete;
  BegunCaptures& operator=(const BegunCaptures&) = delete;

  // Takes it out: it is gone then, whatever comes of the next steps. `key`: who sends it, in which match.
  void take(const std::string& key, std::function<void(std::optional<BegunCapture>)> done);
  // Answered when the next step will find it: where its node does not answer, only if that step comes here.
  void put(const std::string& key, BegunCapture begun, std::function<void()> done);

 private:
  bool is_here(const std::string& owner) const { return bus_ == nullptr || owner == me_; }
  std::optional<BegunCapture> take_own(const std::string& key);
  void put_own(const std::string& key, BegunCapture begun);
  std::string answer(std::string_view asked);

  bus::Bus* bus_;
  std::string me_;
  OwnerOf owner_of_;
  bus::SubscriptionNumber served_ = 0;
  std::map<std::string, BegunCapture, std::less<>> kept_;  // bounded
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace crownstar::server
