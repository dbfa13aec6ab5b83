// Knows what a node keeps of a lobby that another one keeps, to go on with it when that one is gone.
// Refuses to know buses, and who is connected.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "site/live/lobby_codec.hpp"

namespace crownstar::live {

class LobbyHeirs {
 public:
  using Seeks = std::map<std::string, lobby::Kept, std::less<>>;
  // Somebody who is connected here and waits for any opponent.
  struct Waiting {
    SeekRequest wish;
    std::string seek;
    Instant since{};
    std::optional<Instant> owed_from;  // from when on the keeper of now is to be asked
  };

  // ---- Of the keeper ----
  const Seeks& seeks() const { return seeks_; }
  Seeks take_seeks() { return std::exchange(seeks_, {}); }
  void hear(LobbyCopy copy) {
    for (const std::string& seek : copy.gone) seeks_.erase(seek);
    if (copy.is_portion) {
      note_portion(copy);
      const auto end = copy.last.empty() ? seeks_.end() : seeks_.upper_bound(copy.last);
      seeks_.erase(seeks_.upper_bound(copy.after), end);
    }
    for (lobby::Kept& kept : copy.kept) {
      if (seeks_.size() < most_seeks) seeks_.insert_or_assign(kept.id, std::move(kept));
    }
  }
  // True where it is another one than before.
  bool is_new_keeper(std::string_view node) {
    if (keeper_ == node) return false;
    keeper_ = node;
    is_whole_ = false;
    heard_up_to_.reset();
    return true;
  }

  // Whether all that the keeper had has been heard once; changes are told as they come.
  bool is_whole() const { return is_whole_; }

  // ---- To be told by the keeper ----
  std::string told_up_to;  // of all its seeks; empty: from the first

  // ---- Until the keeper is known ----
  std::vector<std::function<void()>> put_off;

  // ---- Who waits here ----
  std::map<std::string, Waiting, std::less<>> waiting;  // by person

 private:
  static constexpr std::size_t most_seeks = limits::lobby_seeks + limits::invitations;

  // Portions come in order; where one is missing the next round is waited for.
  void note_portion(const LobbyCopy& copy) {
    if (copy.after.empty() || copy.after == heard_up_to_) {
      is_whole_ |= copy.last.empty();
      heard_up_to_ = copy.last;
    } else {
      heard_up_to_.reset();
    }
  }

  Seeks seeks_;
  std::string keeper_;
  bool is_whole_ = false;
  std::optional<std::string> heard_up_to_;
};

}  // namespace crownstar::live
