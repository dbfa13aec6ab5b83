#include "rules/record/record.hpp"

#include <algorithm>
#include <utility>

#include "base/text/letters.hpp"
#include "base/text/utf8.hpp"

namespace crownstar::game {

namespace {

char raised(char letter) { return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter; }

bool is_same_name(std::string_view left, std::string_view right) {
  return std::ranges::equal(left, right, [](char a, char b) { return base::lowered(a) == base::lowered(b); });
}

int add_node(GameRecord& record, int parent, RecordNode node) {
  const int index = static_cast<int>(record.nodes.size());
  node.parent = parent;
  record.nodes.push_back(std::move(node));
  record.node(parent).children.push_back(index);
  return index;
}

// The seats in between that were still in the game had to pass.
int count_passes(const Game& before, int last_seat) {
  const std::vector<Standing>& standings = before.outcome().standings;
  const int seats = before.seats();
  int passes = 0;
  for (int step = seats_between(last_seat, before.seat_to_move(), seats); step > 0; --step) {
    const auto seat = static_cast<std::size_t>((last_seat + step) % seats);
    const bool has_finished = seat < standings.size() && standings[seat].place != 0;
    if (!has_finished) ++passes;
  }
  return passes;
}

// One line, without the signs that would end the setup in which it is written, and short.
std::string leaving_words(std::string_view how) {
  constexpr std::size_t longest = 200;
  std::string words;
  for (const char letter : tidy_comment(how)) {
    if (letter != '"' && letter != '/') words += letter;
  }
  return tidy_comment(base::cut_utf8(words, longest));
}

}  // namespace

bool go_on_past_draw(Game& game) {
  if (!game.outcome().is_draw) return false;
  const std::unique_ptr<Game> fresh = game.clone();
  if (!fresh->set_position(game.position()) || fresh->outcome().is_over) return false;
  return game.set_position(game.position()).has_value();
}

std::vector<int> GameRecord::main_line() const {
  std::vector<int> line;
  for (int index = 0; !node(index).children.empty();) {
    index = node(index).children.front();
    line.push_back(index);
  }
  return line;
}

const RecordTag* GameRecord::find_tag(std::string_view name) const {
  const auto found = std::ranges::find(tags, name, &RecordTag::name);
  return found == tags.end() ? nullptr : &*found;
}

void GameRecord::set_tag(std::string_view name, std::string value) {
  const auto found = std::ranges::find(tags, name, &RecordTag::name);
  if (found != tags.end()) {
    found->value = std::move(value);
  } else {
    tags.push_back({std::string(name), std::move(value)});
  }
}

std::string tag_of_seat(const GameRecord& record, const Game& game, int seat) {
  if (record.result_form == ResultForm::places) return "Seat" + std::to_string(seat + 1);
  return game.seat_name(seat) == "White" ? "White" : "Black";
}

std::vector<RecordTag> empty_roster(const GameRecord& record) {
  std::vector<RecordTag> roster{{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}};
  if (record.result_form != ResultForm::places) {
    roster.push_back({"White", "?"});
    roster.push_back({"Black", "?"});
    return roster;
  }
  for (int seat = 1; seat <= record.seats; ++seat) roster.push_back({"Seat" + std::to_string(seat), "?"});
  return roster;
}

void complete_tags(GameRecord& record) {
  std::vector<RecordTag> tags = empty_roster(record);
  std::vector<bool> is_filled(tags.size(), false);
  for (RecordTag& tag : record.tags) {
    if (tag.name.empty()) continue;
    const auto is_named = [&](const RecordTag& member) { return is_same_name(member.name, tag.name); };
    const auto roster_end = tags.begin() + static_cast<std::ptrdiff_t>(is_filled.size());
    const auto member = std::find_if(tags.begin(), roster_end, is_named);
    if (member == roster_end) {
      tag.name.front() = raised(tag.name.front());
      tags.push_back(std::move(tag));
      continue;
    }
    const auto index = static_cast<std::size_t>(member - tags.begin());
    if (!is_filled[index]) {
      member->value = std::move(tag.value);
      is_filled[index] = true;
    } else {
      tags.push_back({member->name, std::move(tag.value)});  // some files name two events
    }
  }
  record.tags = std::move(tags);
}

int seats_between(int last, int now, int seats) { return (now - last - 1 + seats) % seats; }

std::string recorded_text(const Game& before, const MoveView& move) {
  const Layout& layout = before.layout();
  if (layout.shape != BoardShape::star) return move.text;
  std::string text;
  for (const Point point : move.path) {
    if (!text.empty()) text += '-';
    text += layout.points[static_cast<std::size_t>(point)].label;
  }
  return text;
}

int add_move(GameRecord& record, int parent, const Game& before, const MoveView& move) {
  const RecordNode& last = record.node(parent);
  RecordNode node;
  node.move = recorded_text(before, move);
  node.seat = before.seat_to_move();
  node.number = last.number + (node.seat <= last.seat ? 1 : 0);
  const bool follows_a_turn = !last.move.empty() || (last.leaves >= 0 && last.seat >= 0);
  node.passes = follows_a_turn ? count_passes(before, last.seat) : 0;
  return add_node(record, parent, std::move(node));
}

int add_setup(GameRecord& record, int parent, const Game& after) {
  RecordNode node;
  node.setup = after.position();
  node.seat = record.node(parent).seat;
  node.number = record.node(parent).number;
  return add_node(record, parent, std::move(node));
}

int add_leaving(GameRecord& record, int parent, int seat, std::string_view how) {
  RecordNode node;
  node.leaves = seat;
  node.leaving = leaving_words(how);
  if (node.leaving.empty()) node.leaving = "left";
  node.seat = record.node(parent).seat;
  node.number = record.node(parent).number;
  return add_node(record, parent, std::move(node));
}

std::string leaving_reason(const Game& game, int seat, std::string_view how) {
  return game.seat_name(seat) + " " + std::string(how);
}

}  // namespace crownstar::game
