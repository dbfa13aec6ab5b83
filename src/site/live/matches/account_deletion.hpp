// What becomes of what somebody has here whose account is deleted: their seats become empty, they give up what they
// play, and their seeks and challenges end.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "base/part.hpp"
#include "site/live/cluster/cluster.hpp"
#include "site/live/cluster/remote_presence.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/live/context/registry.hpp"
#include "site/live/matches/empty_seats.hpp"
#include "site/lobby/challenges/challenges.hpp"
#include "site/lobby/lobby.hpp"

namespace crownstar::live {

class AccountDeletion : public base::Part<AccountDeletion> {
 public:
  AccountDeletion(LiveContext& context, MatchRegistry& registry, MatchMemory& memory, EmptySeats& empty_seats,
                  RemotePresence& presence, Cluster& cluster, lobby::Lobby& lobby, lobby::Challenges& challenges)
      : context_(context),
        registry_(registry),
        memory_(memory),
        empty_seats_(empty_seats),
        presence_(presence),
        cluster_(cluster),
        lobby_(lobby),
        challenges_(challenges) {}

  void person_changed(const Person& person, people::Change change);
  // At another node, or beside the site: whether they are gone, the store knows.
  void person_changed_elsewhere(const std::string& person);
  void tick();  // once a second

 private:
  std::vector<LiveMatch*> matches_of(const std::string& person) const;
  void give_up(LiveMatch& live, const std::string& person);
  void look_up(const std::string& person);
  void person_gone(const std::string& person);

  LiveContext& context_;
  MatchRegistry& registry_;
  MatchMemory& memory_;
  EmptySeats& empty_seats_;
  RemotePresence& presence_;
  Cluster& cluster_;
  lobby::Lobby& lobby_;
  lobby::Challenges& challenges_;

  // By the person whose account is being deleted: the matches that are to be read again when it has been.
  std::unordered_map<std::string, std::vector<std::string>> being_deleted_;
  std::vector<std::string> not_looked_up_;  // the store did not answer
};

}  // namespace crownstar::live
