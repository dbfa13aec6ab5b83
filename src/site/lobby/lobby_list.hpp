// Knows what whoever looks at the lobby sees: seeks, matches and how many people are online, and tells them what
// changes. Refuses to know where seeks come from: this node's, or those of the lobby's leader.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "site/lobby/ports.hpp"
#include "site/wire/generated/wire_server.hpp"

namespace crownstar::lobby {

class LobbyList {
 public:
  LobbyList(LobbyPorts& ports, const OpenSeeks& seeks) : ports_(ports), seeks_(seeks) {}

  // All of it, made once for everybody who comes before it changes.
  Text whole();
  void begin_anew() { text_.reset(); }  // nobody looked, so changes were not noted
  // Changes of this node's seeks. The text that was told; none where nobody wants it.
  Text tell(const std::vector<Change>& changes);
  void match_changed(const std::string& match) { changed_matches_.insert(match); }
  // Matches change with every move: what has is told once a second.
  void tell_matches();

  // ---- The seeks of a leader at another node ----
  // A message of it: all its seeks, a portion of them, or what has changed.
  void hear(std::string_view text);
  // This node leads now: what it has not taken over is gone.
  void forget_those_elsewhere();

 private:
  void hear_whole(const std::vector<wire::Seek>& all, std::string_view after, std::string_view last);
  void show(const wire::ServerLobbyChange& change);
  int online() const;

  LobbyPorts& ports_;
  const OpenSeeks& seeks_;
  std::map<std::string, wire::Seek, std::less<>> elsewhere_;  // the leader's, by id
  std::unordered_set<std::string> changed_matches_;
  Text text_;  // as of the last change told
  int online_told_ = -1;
};

// How all seeks travel in several messages: each says what it lies between, so that what is gone is seen to be.
std::vector<std::string> portions_of(std::vector<wire::Seek> all);

}  // namespace crownstar::lobby
