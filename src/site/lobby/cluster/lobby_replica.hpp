// The copy that a node keeps of the seeks of the lobby's leader, to go on with them when the leader is gone.
// It does not know buses, and who is connected.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/limits.hpp"
#include "site/lobby/cluster/lobby_codec.hpp"

namespace crownstar::lobby {

class LobbyReplica {
 public:
  using Seeks = std::map<std::string, SeekCopy, std::less<>>;

  const Seeks& seeks() const { return seeks_; }
  Seeks take_seeks() { return std::exchange(seeks_, {}); }
  void hear(LobbyCopy copy) {
    for (const std::string& seek : copy.gone) seeks_.erase(seek);
    if (copy.is_portion) {
      note_portion(copy);
      const auto end = copy.last.empty() ? seeks_.end() : seeks_.upper_bound(copy.last);
      seeks_.erase(seeks_.upper_bound(copy.after), end);
    }
    for (SeekCopy& seek : copy.kept) {
      if (seeks_.size() < most_seeks) seeks_.insert_or_assign(seek.id, std::move(seek));
    }
  }
  // True if the leader has changed.
  bool is_new_leader(std::string_view node) {
    if (leader_ == node) return false;
    leader_ = node;
    is_whole_ = false;
    heard_up_to_.reset();
    return true;
  }

  // Whether all that the leader had has been heard once; changes are sent as they come.
  bool is_whole() const { return is_whole_; }

 private:
  static constexpr std::size_t most_seeks = limits::lobby_seeks + limits::invitations;

  // Portions come in order; if one is missing, the copy is complete only after the next round.
  void note_portion(const LobbyCopy& copy) {
    if (copy.after.empty() || copy.after == heard_up_to_) {
      is_whole_ |= copy.last.empty();
      heard_up_to_ = copy.last;
    } else {
      heard_up_to_.reset();
    }
  }

  Seeks seeks_;
  std::string leader_;
  bool is_whole_ = false;
  std::optional<std::string> heard_up_to_;
};

}  // namespace crownstar::lobby
