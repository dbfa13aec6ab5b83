// The lobby outlives the node that keeps it: the others have a copy of its seeks, and the eldest of them goes on with
// it. That a seek is paired once does not hang on the copy: the store's key decides, as ever.
#include "hall/lobby_heirs.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "hall/inside.hpp"
#include "hall/lobby_view.hpp"

namespace crownstar::hall {
namespace {

constexpr std::string_view heirs_subject = "crownstar.heirs";
constexpr std::size_t told_at_once = 500;
constexpr std::size_t most_put_off = 500;

}  // namespace

void Hall::Inside::join_heirs() {
  heirs.is_new_keeper(nodes.eldest());
  ports.bus->subscribe(heirs_subject, [weak = weak_from_this()](std::string_view, std::string_view text) {
    const auto inside = weak.lock();
    if (!inside || inside->is_keeper()) return;
    auto copy = read_copy(text);
    if (copy && copy->node == inside->nodes.eldest()) inside->heirs.hear(*std::move(copy));
  });
}

// A node that has just begun would take itself for the keeper, or the first that it hears of. What is wished for waits
// until it must have heard them all.
bool Hall::Inside::put_off(std::function<void()> wish) {
  const bool is_unsure = !is_alone() && settled_at && !is_closing;
  if (!is_unsure || heirs.put_off.size() >= most_put_off) return false;
  heirs.put_off.push_back(std::move(wish));
  return true;
}

void Hall::Inside::do_what_was_put_off() {
  for (const auto& wish : std::exchange(heirs.put_off, {})) wish();
}

// ---- The keeper tells ----

void Hall::Inside::tell_heirs_changes() {
  const std::vector<std::string> touched = seeks.take_touched();
  if (is_alone() || !is_keeper() || nodes.size() == 1 || touched.empty()) return;
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

// A portion of all, one after the other: for who came, and for who missed a change.
void Hall::Inside::tell_heirs_portion() {
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

void Hall::Inside::take_over_lobby() {
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
void Hall::Inside::tell_seekers_here() {
  for (const auto& [id, kept] : heirs.seeks()) {
    for (const lobby::Sitter& sitter : kept.sitters) {
      if (persons.contains(sitter.player.id)) seeker_moved(sitter.player.id, true);
    }
  }
}

// Who waits for any opponent is in no copy, for their match could bear the name of either's wait: their own node asks
// again.
void Hall::Inside::note_waiting(const std::string& person, const SeekWish& wish, const Sought& sought) {
  if (is_alone() || !persons.contains(person)) return;
  if (sought.match) return void(heirs.waiting.erase(person));
  heirs.waiting.insert_or_assign(person, LobbyHeirs::Waiting{wish, sought.seek, now(), false});
}

void Hall::Inside::keeper_changed() {
  for (auto& [person, waiting] : heirs.waiting) waiting.is_owed = true;
  ask_for_waiting();
}

void Hall::Inside::ask_for_waiting() {
  std::vector<std::string> owed;
  for (auto waiting = heirs.waiting.begin(); waiting != heirs.waiting.end();) {
    const bool is_over = !persons.contains(waiting->first) || now() - waiting->second.since >= limits::seek_life;
    if (waiting->second.is_owed && !is_over) owed.push_back(waiting->first);
    waiting = is_over ? heirs.waiting.erase(waiting) : std::next(waiting);
  }
  for (const std::string& person : owed) {
    LobbyHeirs::Waiting& waiting = heirs.waiting.find(person)->second;
    waiting.is_owed = false;
    SeekWish wish = waiting.wish;
    wish.id = waiting.seek;
    const Instant since = waiting.since;
    seek(persons.find(person)->second.front()->who(), wish,
         [weak = weak_from_this(), person, since](const std::expected<Sought, Refused>& sought) {
           const auto inside = weak.lock();
           if (!inside) return;
           const auto found = inside->heirs.waiting.find(person);
           if (found == inside->heirs.waiting.end()) return;
           found->second.since = since;
           if (!sought && sought.error().code == "busy") found->second.is_owed = true;
         });
  }
}

}  // namespace crownstar::hall
