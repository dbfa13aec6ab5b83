#include "site/lobby/lobby_list.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "base/limits.hpp"
#include "site/lobby/seek_view.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::lobby {
namespace {

template <typename Message>
Text text_of(const Message& message) {
  return std::make_shared<const std::string>(wire::encode(message));
}

}  // namespace

int LobbyList::online() const {
  return static_cast<int>(ports_.people.online_count()) + ports_.cluster.nodes().online_elsewhere();
}

// One text for all who come between two ticks, however many: each of them changes how many people there are. Who reads
// another number than the others is told with them at the next tick.
Text LobbyList::whole() {
  const int now_online = online();
  if (now_online != online_told_ || (text_ && now_online != online_in_text_)) online_told_ = -1;
  if (text_) return text_;
  wire::ServerLobby message;
  for (const SeekView& view : seeks_.listed()) message.seeks.push_back(seek_view(view));
  for (const auto& [id, seek] : elsewhere_) {
    if (std::cmp_less(message.seeks.size(), limits::lobby_rows)) message.seeks.push_back(seek);
  }
  message.matches = ports_.matches.listed();
  message.online = now_online;
  online_in_text_ = now_online;
  text_ = text_of(message);
  return text_;
}

std::optional<wire::ServerLobbyChange> LobbyList::tell(const std::vector<Change>& changes) {
  if (changes.empty()) return {};
  text_.reset();
  std::vector<std::string> gone;
  for (const Change& change : changes) {
    if (!change.view) gone.push_back(change.seek);
  }
  tell_followers(std::move(gone));
  if (!ports_.viewers.is_lobby_watched() && is_alone(ports_)) return {};
  wire::ServerLobbyChange message;
  for (const Change& change : changes) {
    std::erase_if(message.seeks, [&](const wire::Seek& seek) { return seek.id == change.seek; });
    std::erase(message.seeks_gone, change.seek);
    if (change.view) {
      message.seeks.push_back(seek_view(*change.view));
    } else {
      message.seeks_gone.push_back(change.seek);
    }
  }
  ports_.viewers.show_lobby(text_of(message));
  return message;
}

void LobbyList::notify_matches() {
  const int now_online = online();
  if (changed_matches_.empty() && now_online == online_told_) return;
  text_.reset();
  if (!ports_.viewers.is_lobby_watched()) return changed_matches_.clear();  // who comes gets the whole
  wire::ServerLobbyChange message;
  for (int count = 0; count < limits::lobby_matches && !changed_matches_.empty(); ++count) {
    const std::string id = *changed_matches_.begin();
    changed_matches_.erase(changed_matches_.begin());
    if (auto match = ports_.matches.unfinished(id)) {
      message.matches.push_back(*std::move(match));
    } else {
      message.matches_gone.push_back(id);
    }
  }
  if (now_online != online_told_) message.online = now_online;
  online_told_ = now_online;
  ports_.viewers.show_lobby(text_of(message));
}

void LobbyList::hear(const wire::LobbyListChange& changed) {
  wire::ServerLobbyChange change;
  for (const std::string& gone : changed.gone) {
    if (elsewhere_.erase(gone) > 0) change.seeks_gone.push_back(gone);
  }
  for (const wire::Seek& seek : changed.seeks) {
    if (take_row(seek)) change.seeks.push_back(seek);
  }
  if (!change.seeks.empty() || !change.seeks_gone.empty()) show(change);
  tell_followers(changed.gone);  // the row may never have come
}

// False where it is known as it is, or where there is no room for another one.
bool LobbyList::take_row(const wire::Seek& seek) {
  const auto known = elsewhere_.find(seek.id);
  if (known != elsewhere_.end() && known->second == seek) return false;
  if (known == elsewhere_.end() && std::cmp_greater_equal(elsewhere_.size(), limits::lobby_rows)) return false;
  elsewhere_.insert_or_assign(seek.id, seek);
  return true;
}

// All that there are behind `after`, and up to `last` where that is not empty.
void LobbyList::hear(const wire::LobbyListWhole& whole) {
  const auto& [node, after, last, all] = whole;
  if (!last.empty() && last <= after) return;
  wire::ServerLobbyChange change;
  std::set<std::string_view> there;
  for (const wire::Seek& seek : all) there.insert(seek.id);
  for (auto seek = elsewhere_.upper_bound(after); seek != elsewhere_.end() && (last.empty() || seek->first <= last);) {
    if (there.contains(seek->first)) {
      ++seek;
      continue;
    }
    change.seeks_gone.push_back(seek->first);
    seek = elsewhere_.erase(seek);
  }
  for (const wire::Seek& seek : all) {
    if (take_row(seek)) change.seeks.push_back(seek);
  }
  if (!change.seeks.empty() || !change.seeks_gone.empty()) show(change);
  std::vector<std::string> gone = ports_.viewers.followed_seeks();
  std::erase_if(gone, [&](const std::string& seek) {
    return seek <= after || (!last.empty() && seek > last) || there.contains(seek);
  });
  tell_followers(std::move(gone));
}

// Whoever waits for any opponent is asked for again where the leader has lost them.
void LobbyList::tell_followers(std::vector<std::string> gone) {
  std::erase_if(gone, is_waiting_);
  if (!gone.empty()) ports_.viewers.seeks_gone(gone);
}

void LobbyList::forget_those_elsewhere() {
  wire::ServerLobbyChange change;
  for (const auto& [id, seek] : elsewhere_) {
    if (!seeks_.find(id)) change.seeks_gone.push_back(id);
  }
  elsewhere_.clear();
  if (!change.seeks_gone.empty()) show(change);
  compare_followed();
}

void LobbyList::compare_followed() {
  std::vector<std::string> gone = ports_.viewers.followed_seeks();
  std::erase_if(gone, [this](const std::string& seek) { return is_known(seek); });
  tell_followers(std::move(gone));
}

void LobbyList::is_paired(const std::string& seek) {
  if (!is_known(seek)) tell_followers({seek});
}

bool LobbyList::is_known(const std::string& seek) const { return seeks_.find(seek) || elsewhere_.contains(seek); }

void LobbyList::show(const wire::ServerLobbyChange& change) {
  text_.reset();
  if (ports_.viewers.is_lobby_watched()) ports_.viewers.show_lobby(text_of(change));
}

std::vector<wire::LobbyListWhole> portions_of(const std::string& node, std::vector<wire::Seek> all) {
  std::ranges::sort(all, {}, &wire::Seek::id);
  std::vector<wire::LobbyListWhole> portions;
  std::string after;
  for (std::size_t first = 0; first < all.size(); first += rows_of_a_message) {
    const std::size_t end = std::min(first + rows_of_a_message, all.size());
    wire::LobbyListWhole& portion = portions.emplace_back();
    portion.node = node;
    portion.after = after;
    portion.last = end == all.size() ? std::string() : all[end - 1].id;
    after = portion.last;
    portion.seeks.assign(std::make_move_iterator(all.begin() + static_cast<std::ptrdiff_t>(first)),
                         std::make_move_iterator(all.begin() + static_cast<std::ptrdiff_t>(end)));
  }
  return portions;
}

}  // namespace crownstar::lobby
