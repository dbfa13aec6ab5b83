// The lobby as its viewers see it: seeks, matches and how many people are online; it sends them changes. It does not
// know where seeks come from: this node's, or those of the lobby's leader.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "site/lobby/ports.hpp"
#include "site/wire/generated/wire_node.hpp"
#include "site/wire/generated/wire_server.hpp"

namespace crownstar::lobby {

class LobbyList {
 public:
  using IsWaiting = std::function<bool(std::string_view seek)>;

  // `is_waiting`: somebody here waits for any opponent by this seek, with whichever leader there is.
  LobbyList(LobbyPorts& ports, const OpenSeeks& seeks, IsWaiting is_waiting)
      : ports_(ports), seeks_(seeks), is_waiting_(std::move(is_waiting)) {}

  // All of it, made once for everybody who comes before it changes.
  Text whole();
  void begin_anew() { text_.reset(); }  // nobody looked, so changes were not noted
  // Sends changes of this node's seeks to viewers, and returns them as one change; nothing if nobody needs it.
  std::optional<wire::ServerLobbyChange> tell(const std::vector<Change>& changes);
  void match_changed(const std::string& match) { changed_matches_.insert(match); }
  // Matches change with every move: changes are sent once a second.
  void notify_matches();

  // ---- The seeks of a leader at another node ----
  void hear(const wire::LobbyListWhole& whole);
  void hear(const wire::LobbyListChange& changed);
  // This node leads now: seeks that it has not taken over are gone.
  void forget_those_elsewhere();
  // Of the leader: who follows a seek that is not there is told.
  void compare_followed();
  // Whoever waited by this seek waits no more.
  void is_paired(const std::string& seek);

 private:
  void show(const wire::ServerLobbyChange& change);
  void tell_followers(std::vector<std::string> gone);
  bool is_known(const std::string& seek) const;
  bool take_row(const wire::Seek& seek);
  int online() const;

  LobbyPorts& ports_;
  const OpenSeeks& seeks_;
  IsWaiting is_waiting_;
  std::map<std::string, wire::Seek, std::less<>> elsewhere_;  // the leader's, by id
  std::unordered_set<std::string> changed_matches_;

  Text text_;  // as of the last change told
  int online_in_text_ = -1;
  int online_told_ = -1;  // to everybody who looks; -1: they have not all been told the same
};

// In one message to other nodes: well within what one holds, and fewer than a node of any version refuses to read.
inline constexpr std::size_t rows_of_a_message = 90;

// All seeks in several messages. Each has all seeks between its ends, so that a missing one is seen to be gone.
std::vector<wire::LobbyListWhole> portions_of(const std::string& node, std::vector<wire::Seek> all);

}  // namespace crownstar::lobby
