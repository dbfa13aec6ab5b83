// Who sits and looks on at a match from other nodes, and what is said there.
#include <algorithm>
#include <tuple>
#include <utility>

#include "site/bus/nodes/words.hpp"
#include "site/live/inside.hpp"

namespace crownstar::live {
namespace {

constexpr std::string_view chat_mark = "+chat ";
constexpr std::string_view there_mark = "+there ";
constexpr std::string_view who_mark = "+who ";
constexpr std::string_view anew_mark = "+anew ";

using bus::take_number;
using bus::take_word;

std::string_view line_off(std::string_view& text) { return bus::take_to(text, '\n'); }

}  // namespace

// Everything about a match that is no event of it. False where it is one.
bool LiveSite::Inside::hear_around(const std::string& id, std::string_view text) {
  if (!text.starts_with('+')) return false;
  const std::string_view mark = text.substr(0, text.find(' ') + 1);
  text.remove_prefix(mark.size());
  std::string_view head = line_off(text);
  const std::string node(take_word(head));
  LiveMatch* const live = find(id);
  if (live == nullptr || !live->match || node == live_nodes.me()) return true;
  if (mark == chat_mark) hear_line(*live, head, text);
  if (mark == anew_mark) read_anew(*live);
  if (mark == who_mark && (live->told_there != LiveMatch::There{})) tell_there(*live);
  if (mark == there_mark) {
    const auto mask = take_number(head);
    const auto spectators = take_number(head);
    if (mask && spectators) {
      const LiveMatch::There there{static_cast<unsigned>(*mask & 0xff),
                                   static_cast<int>(std::clamp(*spectators, 0LL, 1'000'000LL))};
      if (there == LiveMatch::There{}) {
        live->elsewhere.erase(node);
      } else if (live_nodes.is_known(node)) {
        live->elsewhere[node] = there;
      }
      show_presence(*live);
    }
  }
  return true;
}

void LiveSite::Inside::tell_nodes_line(const store::ChatRow& row) {
  if (is_alone()) return;
  std::string text(chat_mark);
  text += live_nodes.me() + " " + std::to_string(row.number) + " " + std::to_string(row.at.time_since_epoch().count()) +
          "\n";
  for (const std::string& part : {row.room, row.player, row.name, row.text}) text += part + "\n";
  std::ignore = ports.bus->publish(subject_of(row.match), text);
}

void LiveSite::Inside::hear_line(LiveMatch& live, std::string_view head, std::string_view text) {
  store::ChatRow row;
  row.match = live.id;
  row.number = static_cast<int>(take_number(head).value_or(0));
  row.at = Instant{Milliseconds{take_number(head).value_or(0)}};
  row.room = line_off(text);
  row.player = line_off(text);
  row.name = line_off(text);
  row.text = line_off(text);
  if (!row.text.empty() && row.number > 0) take_line(live, line_of(std::move(row)));
}

// Who is here, for the others, where that has changed.
void LiveSite::Inside::note_there(LiveMatch& live) {
  if (is_alone() || live.news == 0) return;
  LiveMatch::There there{0, live.spectators};
  for (const Watcher& watcher : live.watchers) {
    if (watcher.seat >= 0) there.seats |= 1U << static_cast<unsigned>(watcher.seat);
  }
  if (there == live.told_there) return;
  live.told_there = there;
  tell_there(live);
}

void LiveSite::Inside::tell_there(const LiveMatch& live) {
  const LiveMatch::There& there = live.told_there;
  std::ignore =
      ports.bus->publish(subject_of(live.id), std::string(there_mark) + live_nodes.me() + " " +
                                                  std::to_string(there.seats) + " " + std::to_string(there.spectators));
}

void LiveSite::Inside::ask_who(const LiveMatch& live) {
  std::ignore = ports.bus->publish(subject_of(live.id), std::string(who_mark) + live_nodes.me());
}

void LiveSite::Inside::tell_anew(const std::string& id) {
  if (is_alone()) return;
  std::ignore = ports.bus->publish(subject_of(id), std::string(anew_mark) + live_nodes.me());
}

void LiveSite::Inside::forget_gone_nodes(LiveMatch& live) {
  const auto gone = std::erase_if(live.elsewhere, [&](const auto& each) { return !live_nodes.is_known(each.first); });
  if (gone > 0) show_presence(live);
}

}  // namespace crownstar::live
