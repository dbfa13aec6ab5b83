#include "site/live/cluster/remote_presence.hpp"

#include <algorithm>
#include <utility>

#include "site/bus/nodes/words.hpp"

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

RemotePresence::Heard RemotePresence::hear(LiveMatch& live, std::string_view text) {
  if (!text.starts_with('+')) return Heard::no;
  const std::string_view mark = text.substr(0, text.find(' ') + 1);
  text.remove_prefix(mark.size());
  std::string_view head = line_off(text);
  const std::string node(take_word(head));
  if (!live.match || node == link_.me()) return Heard::yes;
  if (mark == anew_mark) return Heard::read_anew;
  if (mark == chat_mark) hear_line(live, head, text);
  if (mark == who_mark && live.elsewhere.told() != Presence{}) tell(live);
  if (mark == there_mark) {
    const auto mask = take_number(head);
    const auto spectators = take_number(head);
    if (mask && spectators) {
      const Presence presence{static_cast<unsigned>(*mask & 0xff),
                              static_cast<int>(std::clamp(*spectators, 0LL, 1'000'000LL))};
      live.elsewhere.hear(node, presence, link_.nodes.is_known(node));
      audience_.show_presence(live);
    }
  }
  return Heard::yes;
}

void RemotePresence::tell_line(const store::ChatRow& row) {
  if (link_.is_alone()) return;
  std::string text(chat_mark);
  text +=
      link_.me() + " " + std::to_string(row.number) + " " + std::to_string(row.at.time_since_epoch().count()) + "\n";
  for (const std::string& part : {row.room, row.player, row.name, row.text}) text += part + "\n";
  link_.publish(subject_of(row.match), text);
}

void RemotePresence::hear_line(LiveMatch& live, std::string_view head, std::string_view text) {
  store::ChatRow row;
  row.match = live.id;
  row.number = static_cast<int>(take_number(head).value_or(0));
  row.at = Instant{Milliseconds{take_number(head).value_or(0)}};
  row.room = line_off(text);
  row.player = line_off(text);
  row.name = line_off(text);
  row.text = line_off(text);
  if (!row.text.empty() && row.number > 0) chat_.take(live, line_of(std::move(row)));
}

void RemotePresence::watchers_changed(LiveMatch& live) {
  if (link_.is_alone() || live.copy.subscription == 0) return;
  if (live.elsewhere.note_told(live.watchers.presence())) tell(live);
}

void RemotePresence::tell(const LiveMatch& live) {
  const Presence& there = live.elsewhere.told();
  link_.publish(subject_of(live.id), std::string(there_mark) + link_.me() + " " + std::to_string(there.seats) + " " +
                                         std::to_string(there.spectators));
}

void RemotePresence::ask(const LiveMatch& live) {
  link_.publish(subject_of(live.id), std::string(who_mark) + link_.me());
}

void RemotePresence::tell_anew(const std::string& id) {
  if (link_.is_alone()) return;
  link_.publish(subject_of(id), std::string(anew_mark) + link_.me());
}

void RemotePresence::forget_gone_nodes(LiveMatch& live) {
  const auto is_known = [&](const std::string& node) { return link_.nodes.is_known(node); };
  if (live.elsewhere.forget_gone(is_known)) audience_.show_presence(live);
}

}  // namespace crownstar::live
