// People connected here, or about to be, who wait for any opponent (quick pairing), so that their requests survive a
// change of leader. It does not know how anybody is paired.
//
// Such requests are in no replica of the lobby, because a match could be named after either person's request: each
// person's node sends the request again.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/part.hpp"
#include "base/put_off.hpp"
#include "site/lobby/ports.hpp"
#include "site/wire/generated/wire_node.hpp"

namespace crownstar::lobby {

class QuickWaiters : public base::Part<QuickWaiters> {
 public:
  using Seek = std::function<void(const Person&, const SeekRequest&, Done<SeekResult>)>;
  using IsLeader = std::function<bool()>;

  // `seek`: sends a person's request to the present leader again.
  QuickWaiters(LobbyPorts& ports, const OpenSeeks& seeks, Seek seek, IsLeader is_leader)
      : ports_(ports), seeks_(seeks), seek_(std::move(seek)), is_leader_(std::move(is_leader)) {}

  void note(const std::string& person, const SeekRequest& request, const SeekResult& sought);
  std::string forget(const std::string& person);                  // by which seek they waited, if they did
  void forget(const std::string& person, std::string_view seek);  // the wait of this name; empty: any
  bool is_waiting(std::string_view seek) const {
    return std::ranges::any_of(waiting_, [&](const auto& each) { return each.second.seek == seek; });
  }
  // Of the leader: these have got a match, which is being stored. Until that is done they are known to it, although
  // they seek no more.
  void match_begins(std::span<const std::string> persons);
  void match_is_begun(std::span<const std::string> persons);
  // A request of theirs that goes on may have been on its way while they were paired.
  bool has_just_been_paired(std::string_view person) const {
    return beginning_.contains(person) || paired_.contains(person);
  }
  // Tells the nodes of people whose opponent turned out to play somebody else.
  void notify_lost(const std::string& person);
  void hear(const wire::LobbyLost& lost) { note_lost(lost.person); }
  void hear(const wire::LobbyWaiting& waiting);
  void hear(const wire::LobbyUnknown& unknown);
  void leader_changed();
  // Called now and then: sends owed requests again, and compares with the leader's list of waiting people.
  void look();
  void time_lost(Milliseconds time, Instant now) {
    for (auto& [person, waiting] : waiting_) waiting.since = base::put_off(waiting.since, time, now);
    for (auto& [person, at] : paired_) at = base::put_off(at, time, now);
  }

 private:
  struct Waiting {
    SeekRequest request;
    std::string seek;
    Instant since{};
    std::optional<Instant> owed_from;  // when the present leader is to be asked
  };

  bool is_unknown(const std::string& person) const {
    return !seeks_.seeks_something(person) && !beginning_.contains(person);
  }
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
  std::multiset<std::string, std::less<>> beginning_;    // persons
  std::map<std::string, Instant, std::less<>> paired_;   // a moment ago, by person
};

}  // namespace crownstar::lobby
