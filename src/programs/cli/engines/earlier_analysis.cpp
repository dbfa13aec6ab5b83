#include "programs/cli/engines/earlier_analysis.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace crownstar::cli {
namespace {

using contest::Mark;
using game::GameRecord;
using game::RecordNode;

constexpr std::string_view digits = "0123456789";

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of(digits) == std::string_view::npos;
}

// `+0.37`
bool is_in_men(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos || (text.front() != '+' && text.front() != '-')) return false;
  return is_number(text.substr(1, point - 1)) && text.size() - point == 3 && is_number(text.substr(point + 1));
}

// `White wins in 12`, `White wins`, `White has won`
bool is_end_for(std::string_view seat, std::string_view text) {
  if (!text.starts_with(seat)) return false;
  text.remove_prefix(seat.size());
  constexpr std::string_view in = " wins in ";
  return text == " has won" || text == " wins" || (text.starts_with(in) && is_number(text.substr(in.size())));
}

class Eraser {
 public:
  Eraser(GameRecord record, const game::Game& game)
      : record_(std::move(record)), seats_{game.seat_name(0), game.seat_name(1)}, end_(end_of_summary(game)) {}

  GameRecord erase() {
    if (!take_one(record_.node(0).comments, [this](const auto& text) { return is_summary(text); })) return record_;
    for (const int index : record_.main_line()) erase_at(index);
    return std::move(record_);
  }

 private:
  template <class Item, class Is>
  static bool take_one(std::vector<Item>& from, const Is& is) {
    const auto last = std::find_if(from.rbegin(), from.rend(), is);
    if (last == from.rend()) return false;
    from.erase(std::next(last).base());
    return true;
  }

  bool is_summary(std::string_view text) const {
    return text.starts_with(seats_[0] + ": ") && text.contains("; " + seats_[1] + ": ") && text.ends_with("; " + end_);
  }

  bool is_score(std::string_view text) const {
    return is_in_men(text) || is_end_for(seats_[0], text) || is_end_for(seats_[1], text);
  }

  // `blunder: -1.20 instead of +0.05`
  std::optional<Mark> mark_of(std::string_view text) const {
    constexpr std::string_view instead = " instead of ";
    for (const Mark mark : {Mark::blunder, Mark::mistake, Mark::inaccuracy}) {
      const std::string begin = std::string(contest::name_of(mark)) + ": ";
      const std::size_t middle = text.find(instead);
      if (!text.starts_with(begin) || middle == std::string_view::npos) continue;
      const std::string_view played = text.substr(begin.size(), middle - begin.size());
      if (is_score(played) && is_score(text.substr(middle + instead.size()))) return mark;
    }
    return std::nullopt;
  }

  // Ours is the last of its kind: it was put behind what stood there.
  void erase_at(int index) {
    RecordNode& node = record_.node(index);
    std::optional<Mark> mark;
    const auto is_ours = [&](std::string_view text) {
      mark = mark_of(text);
      return mark || is_score(text);
    };
    if (!take_one(node.comments, is_ours) || !mark) return;
    take_one(node.nags, [&](int nag) { return nag == nag_of(*mark); });
    // What hangs nowhere is not written. The first line is the game itself.
    auto& lines = record_.node(node.parent).children;
    take_one(lines, [&](int line) { return line != lines.front() && is_better_line(line); });
  }

  // One line, its score behind the first move, and nothing that anybody added.
  bool is_better_line(int index) const {
    const RecordNode& first = record_.node(index);
    if (first.comments.size() != 1 || !is_score(first.comments.front())) return false;
    for (const RecordNode* at = &first;; at = &record_.node(at->children.front())) {
      const bool is_plain = at->comments_before.empty() && at->nags.empty() && (at == &first || at->comments.empty());
      if (!is_plain || at->children.size() > 1) return false;
      if (at->children.empty()) return true;
    }
  }

  GameRecord record_;
  const std::array<std::string, 2> seats_;
  const std::string end_;
};

}  // namespace

std::string end_of_summary(const game::Game& game) { return "+ is good for " + game.seat_name(0); }

GameRecord without_earlier_analysis(GameRecord record, const game::Game& game) {
  return Eraser(std::move(record), game).erase();
}

}  // namespace crownstar::cli
