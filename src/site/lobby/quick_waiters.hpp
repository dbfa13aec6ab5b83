// People connected here who wait for any opponent, so that their wait outlives the leader that it stands with.
// It does not know how anybody is paired.
//
// Such waits are in no copy of the lobby, for a match could bear the name of either person's wait: the node of each
// asks again.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/part.hpp"
#include "site/lobby/ports.hpp"
#include "site/wire/generated/wire_node.hpp"

namespace crownstar::lobby {

class QuickWaiters : public base::Part<QuickWaiters> {
 public:
  using Seek = std::function<void(const Person&, const SeekRequest&, Done<Sought>)>;
  using IsLeader = std::function<bool()>;

  // `seek`: asks the leader of now for somebody once more.
  QuickWaiters(LobbyPorts& ports, const OpenSeeks& seeks, Seek seek, IsLeader is_leader)
      : ports_(ports), seeks_(seeks), seek_(std::move(seek)), is_leader_(std::move(is_leader)) {}

  void note(const std::string& person, const SeekRequest& request, const Sought& sought);
  void forget(const std::string& person) { waiting_.erase(person); }
  void forget(const std::string& person, std::string_view seek);  // the wait of this name; empty: any
  // They were to play somebody who plays another: their nodes hear of it.
  void tell_lost(const std::string& person);
  void hear(const wire::LobbyLost& lost) { note_lost(lost.person); }
  void hear(const wire::LobbyWaiting& waiting);
  void hear(const wire::LobbyUnknown& unknown);
  void leader_changed();
  // Now and then: asks again for whoever is owed that, and compares with the leader who waits.
  void look();
  void time_lost(Milliseconds time) {
    for (auto& [person, waiting] : waiting_) waiting.since += time;
  }

 private:
  struct Waiting {
    SeekRequest request;
    std::string seek;
    Instant since{};
    std::optional<Instant> owed_from;  // from when on the leader of now is to be asked
  };

  void publish(const wire::LobbyReplicaMessage& message);
  void note_lost(std::string_view person);
  void note_unknown(std::string_view person);
  void ask_for_those_owed();
  void ask_again(const std::string& person);
  void compare();

  LobbyPorts& ports_;
  const OpenSeeks& seeks_;
  Seek seek_;
  IsLeader is_leader_;
  std::map<std::string, Waiting, std::less<>> waiting_;  // by person
};

}  // namespace crownstar::lobby
