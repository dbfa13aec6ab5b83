// Who sits and looks on at a match from other nodes, and what is said there.
#include <algorithm>
#include <tuple>
#include <utility>

#include "site/live/event_codec.hpp"
#include "site/live/inside.hpp"

namespace crownstar::hall {
namespace {

constexpr std::string_view chat_mark = "+chat ";
constexpr std::string_view there_mark = "+there ";
constexpr std::string_view who_mark = "+who ";
constexpr std::string_view anew_mark = "+anew ";

std::string_view line_off(std::string_view& text) {
  const std::size_t at = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return line;
}

}  // namespace

// Everything about a match that is no event of it. False where it is one.
bool Hall::Inside::hear_around(const std::string& id, std::string_view text) {
  if (!text.starts_with('+')) return false;
  const std::string_view mark = text.substr(0, text.find(' ') + 1);
  text.remove_prefix(mark.size());
  std::string_view head = line_off(text);
  const std::string node(take_word(head));
  Table* const table = find(id);
  if (table == nullptr || !table->match || node == nodes.me()) return true;
  if (mark == chat_mark) hear_line(*table, head, text);
  if (mark == anew_mark) read_anew(*table);
  if (mark == who_mark && (table->told_there != Table::There{})) tell_there(*table);
  if (mark == there_mark) {
    const auto mask = take_number(head);
    const auto spectators = take_number(head);
    if (mask && spectators) {
      const Table::There there{static_cast<unsigned>(*mask & 0xff),
                               static_cast<int>(std::clamp(*spectators, 0LL, 1'000'000LL))};
      if (there == Table::There{}) {
        table->elsewhere.erase(node);
      } else if (nodes.is_known(node)) {
        table->elsewhere[node] = there;
      }
      show_presence(*table);
    }
  }
  return true;
}

void Hall::Inside::tell_nodes_line(const store::ChatRow& row) {
  if (is_alone()) return;
  std::string text(chat_mark);
  text +=
      nodes.me() + " " + std::to_string(row.number) + " " + std::to_string(row.at.time_since_epoch().count()) + "\n";
  for (const std::string& part : {row.room, row.player, row.name, row.text}) text += part + "\n";
  std::ignore = ports.bus->publish(subject_of(row.match), text);
}

void Hall::Inside::hear_line(Table& table, std::string_view head, std::string_view text) {
  store::ChatRow row;
  row.match = table.id;
  row.number = static_cast<int>(take_number(head).value_or(0));
  row.at = Instant{Milliseconds{take_number(head).value_or(0)}};
  row.room = line_off(text);
  row.player = line_off(text);
  row.name = line_off(text);
  row.text = line_off(text);
  if (!row.text.empty() && row.number > 0) take_line(table, line_of(std::move(row)));
}

// Who is here, for the others, where that has changed.
void Hall::Inside::note_there(Table& table) {
  if (is_alone() || table.news == 0) return;
  Table::There there{0, table.spectators};
  for (const Watcher& watcher : table.watchers) {
    if (watcher.seat >= 0) there.seats |= 1U << static_cast<unsigned>(watcher.seat);
  }
  if (there == table.told_there) return;
  table.told_there = there;
  tell_there(table);
}

void Hall::Inside::tell_there(const Table& table) {
  const Table::There& there = table.told_there;
  std::ignore = ports.bus->publish(subject_of(table.id), std::string(there_mark) + nodes.me() + " " +
                                                             std::to_string(there.seats) + " " +
                                                             std::to_string(there.spectators));
}

void Hall::Inside::ask_who(const Table& table) {
  std::ignore = ports.bus->publish(subject_of(table.id), std::string(who_mark) + nodes.me());
}

void Hall::Inside::tell_anew(const std::string& id) {
  if (is_alone()) return;
  std::ignore = ports.bus->publish(subject_of(id), std::string(anew_mark) + nodes.me());
}

void Hall::Inside::forget_gone_nodes(Table& table) {
  const auto gone = std::erase_if(table.elsewhere, [&](const auto& each) { return !nodes.is_known(each.first); });
  if (gone > 0) show_presence(table);
}

}  // namespace crownstar::hall
