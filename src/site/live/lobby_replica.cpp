// The lobby outlives the node that keeps it: the others have a copy of its seeks, and the eldest of them goes on with
// it. That a seek is paired once does not hang on the copy: the store's key decides, as ever.
#include "site/live/lobby_replica.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "site/live/event_codec.hpp"
#include "site/live/inside.hpp"
#include "site/live/lobby_view.hpp"

namespace crownstar::live {
namespace {

constexpr std::string_view heirs_subject = "crownstar.heirs";
constexpr std::string_view lost_verb = "lost";
constexpr std::string_view waits_verb = "waits";
constexpr std::string_view unknown_verb = "unknown";
constexpr Milliseconds asked_again_after{4000};
constexpr std::size_t told_at_once = 90;  // well within a message of the bus
constexpr std::size_t named_at_once = 2000;

}  // namespace

void LiveSite::Inside::join_heirs() {
  heirs.is_new_keeper(nodes.eldest());
  ports.bus->subscribe(heirs_subject, [weak = weak_from_this()](std::string_view, std::string_view text) {
    const auto inside = weak.lock();
    if (!inside) return;
    if (text.find('\n') == std::string_view::npos) return inside->hear_of_waiting(text);
    if (inside->is_keeper()) return;
    auto copy = read_copy(text);
    if (copy && copy->node == inside->nodes.eldest()) inside->heirs.hear(*std::move(copy));
  });
}

// A node that has just begun would take itself for the keeper, or the first that it hears of. What is wished for waits
// until it must have heard them all.
bool LiveSite::Inside::put_off(std::function<void()> wish) {
  const bool is_unsure = !is_alone() && settled_at && !is_closing;
  if (!is_unsure || heirs.put_off.size() >= limits::wishes_put_off) return false;
  heirs.put_off.push_back(std::move(wish));
  return true;
}

void LiveSite::Inside::do_what_was_put_off() {
  for (const auto& wish : std::exchange(heirs.put_off, {})) wish();
}

// A node that has once been whole stays in use whatever becomes of the keeper: the others are no better off then.
std::string_view LiveSite::Inside::missing() {
  if (is_alone() || has_been_whole) return {};
  if (settled_at) return "the other nodes have not been heard yet";
  if (!is_keeper() && !heirs.is_whole()) return "the seeks of the lobby have not been copied yet";
  has_been_whole = true;
  return {};
}

// ---- The keeper tells ----

void LiveSite::Inside::tell_heirs_changes() {
  const std::vector<std::string> touched = seeks.take_touched();
  if (is_alone() || !is_keeper() || nodes.size() == 1 || touched.empty()) return;
  if (touched.size() > told_at_once) return tell_heirs_all();
  LobbyCopy copy;
  copy.node = nodes.me();
  for (const std::string& id : touched) {
    if (auto kept = seeks.kept(id)) {
      copy.kept.push_back(*std::move(kept));
    } else {
      copy.gone.push_back(id);
    }
  }
  std::ignore = ports.bus->publish(heirs_subject, write_copy(copy));
}

// All of them, for who came.
void LiveSite::Inside::tell_heirs_all() {
  heirs.told_up_to.clear();
  do {
    tell_heirs_portion();
  } while (!heirs.told_up_to.empty());
}

// A portion of all, one after the other: for who missed a change.
void LiveSite::Inside::tell_heirs_portion() {
  LobbyCopy copy;
  copy.node = nodes.me();
  copy.is_portion = true;
  copy.after = heirs.told_up_to;
  copy.kept = seeks.kept_after(copy.after, told_at_once);
  if (copy.kept.size() == told_at_once) copy.last = copy.kept.back().id;
  heirs.told_up_to = copy.last;
  std::ignore = ports.bus->publish(heirs_subject, write_copy(copy));
}

// ---- The keeper is another one ----

void LiveSite::Inside::take_over_lobby() {
  const Instant at = now();
  for (auto& [id, kept] : heirs.take_seeks()) {
    if (find(match_of_seek(id)) == nullptr) seeks.adopt(std::move(kept), at);
  }
  for (const auto& [person, there] : persons) seeks.back(person);
  protocol::ServerLobbyChange change;
  for (const auto& [id, seek] : seeks_shown) {
    if (!seeks.find(id)) change.seeks_gone.push_back(id);
  }
  seeks_shown.clear();
  if (!change.seeks_gone.empty()) show(change);
  lobby_at = lobby_at.value_or(at);
  tell_seeks();
}

// Whoever sits in a seek and is connected here is not gone, which a new keeper cannot know.
void LiveSite::Inside::tell_seekers_here() {
  for (const auto& [id, kept] : heirs.seeks()) {
    for (const lobby::Sitter& sitter : kept.sitters) {
      if (persons.contains(sitter.player.id)) seeker_moved(sitter.player.id, true);
    }
  }
}

// Who waits for any opponent is in no copy, for their match could bear the name of either's wait: their own node asks
// again.
void LiveSite::Inside::note_waiting(const std::string& person, const SeekRequest& wish, const Sought& sought) {
  if (is_alone() || !persons.contains(person)) return;
  if (sought.match) return void(heirs.waiting.erase(person));
  heirs.waiting.insert_or_assign(person, LobbyHeirs::Waiting{wish, sought.seek, now(), std::nullopt});
}

// Not at once: the last keeper may have paired them, which the store says.
void LiveSite::Inside::keeper_changed() {
  for (auto& [person, waiting] : heirs.waiting) waiting.owed_from = now() + asked_again_after;
  if (!heirs.waiting.empty()) survey_at = std::min(survey_at, now() + asked_again_after / 2);
}

// That their wait was lost: they were to play somebody who plays another.
void LiveSite::Inside::tell_wait_lost(const std::string& person) {
  note_wait_lost(person);
  if (!is_alone()) std::ignore = ports.bus->publish(heirs_subject, std::string(lost_verb) + " " + person);
}

void LiveSite::Inside::note_wait_lost(std::string_view person) {
  const auto found = heirs.waiting.find(person);
  if (found != heirs.waiting.end()) found->second.owed_from = now();
}

void LiveSite::Inside::hear_of_waiting(std::string_view text) {
  const std::string_view verb = take_word(text);
  if (verb == lost_verb) return note_wait_lost(text);
  if (verb == unknown_verb) {
    while (!text.empty()) note_wait_unknown(take_word(text));
  }
  if (verb != waits_verb || !is_keeper() || take_word(text) == nodes.me()) return;
  std::string unknown;
  while (!text.empty()) {
    const std::string_view person = take_word(text);
    if (!seeks.seeks_something(person)) unknown.append(" ").append(person);
  }
  if (!unknown.empty()) std::ignore = ports.bus->publish(heirs_subject, std::string(unknown_verb) + unknown);
}

// Who waits here is to wait with the keeper too. A keeper may have forgotten them and their node not know of it: one
// that did not hear this node for a while, where this node heard it, or stood still and noticed nothing.
void LiveSite::Inside::compare_waiting() {
  const Instant at = now();
  std::string waiting_here;
  std::size_t named = 0;
  for (const auto& [person, waiting] : heirs.waiting) {
    if (waiting.owed_from || at - waiting.since < asked_again_after || ++named > named_at_once) continue;
    if (!is_keeper()) {
      waiting_here.append(" ").append(person);
    } else if (!seeks.seeks_something(person)) {
      note_wait_unknown(person);
    }
  }
  if (waiting_here.empty()) return;
  std::ignore = ports.bus->publish(heirs_subject, std::string(waits_verb) + " " + nodes.me() + waiting_here);
}

// Not at once: they may be paired just now, which the store says.
void LiveSite::Inside::note_wait_unknown(std::string_view person) {
  const auto found = heirs.waiting.find(person);
  if (found == heirs.waiting.end() || found->second.owed_from) return;
  found->second.owed_from = now() + asked_again_after;
  survey_at = std::min(survey_at, now() + asked_again_after / 2);
}

void LiveSite::Inside::ask_for_waiting() {
  const Instant at = now();
  std::erase_if(heirs.waiting, [&](const auto& each) {
    return !persons.contains(each.first) || at - each.second.since >= limits::seek_life;
  });
  std::vector<std::string> owed;
  for (auto& [person, waiting] : heirs.waiting) {
    if (!waiting.owed_from || *waiting.owed_from > at || is_surveying) continue;
    waiting.owed_from.reset();
    owed.push_back(person);
  }
  for (const std::string& person : owed) ask_again(person);
}

void LiveSite::Inside::ask_again(const std::string& person) {
  const auto waiting = heirs.waiting.find(person);
  const auto there = persons.find(person);
  if (waiting == heirs.waiting.end() || there == persons.end()) return;
  SeekRequest wish = waiting->second.wish;
  wish.id = waiting->second.seek;
  const Instant since = waiting->second.since;
  seek(there->second.front()->who(), wish,
       [weak = weak_from_this(), person, since](const std::expected<Sought, Refused>& sought) {
         const auto inside = weak.lock();
         if (!inside) return;
         const auto found = inside->heirs.waiting.find(person);
         if (found == inside->heirs.waiting.end()) return;
         found->second.since = since;
         // Whatever kept it from them may pass.
         if (!sought) found->second.owed_from = inside->now() + asked_again_after;
       });
}

}  // namespace crownstar::live
