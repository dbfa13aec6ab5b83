#include "rules/record/record_writer.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/catalog/catalog.hpp"
#include "rules/record/pdn/tag_quotes.hpp"
#include "rules/record/recorded_position.hpp"
#include "rules/record/square_notation.hpp"

namespace crownstar::game {

namespace {

constexpr std::size_t line_length = 80;

// Puts words on lines. A bracket clings to its neighbour, and a word that another reader might take for a tag or a
// line to be skipped is not put first on a line.
class Lines {
 public:
  void add(std::string_view word) {
    if (!waiting_.empty()) flush();
    waiting_ = std::exchange(opening_, {}) + std::string(word);
  }
  void open(std::string_view bracket) {
    if (!waiting_.empty()) flush();
    opening_ += bracket;
  }
  void close(std::string_view bracket) { waiting_ += bracket; }

  std::string finish() {
    flush();
    return text_ + "\n";
  }

 private:
  void flush() {
    const bool may_come_first = !waiting_.starts_with('[') && !waiting_.starts_with('%');
    if (column_ > 0 && may_come_first && column_ + 1 + waiting_.size() > line_length) {
      text_ += '\n';
      column_ = 0;
    }
    if (column_ > 0) {
      text_ += ' ';
      ++column_;
    }
    text_ += waiting_;
    column_ += waiting_.size();
    waiting_.clear();
  }

  std::string text_;
  std::string opening_;  // brackets in front of the next word
  std::string waiting_;  // the last word, until it is known what clings to it
  std::size_t column_ = 0;
};

void add_comment(Lines& lines, const std::vector<ClockReading>& clocks, std::string_view words) {
  if (clocks.empty() && words.empty()) return;
  lines.open("{");
  for (const ClockReading& clock : clocks) lines.add(to_text(clock));
  while (!words.empty()) {
    const std::size_t end = words.find(' ');
    lines.add(words.substr(0, end));
    words.remove_prefix(end == std::string_view::npos ? words.size() : end + 1);
  }
  lines.close("}");
}

// The clocks stand in front of the first comment, or in one of their own.
void add_remarks(Lines& lines, const RecordNode& node) {
  for (const int nag : node.nags) lines.add("$" + std::to_string(nag));
  std::vector<ClockReading> clocks = node.clocks;
  if (node.comments.empty() && !clocks.empty()) add_comment(lines, clocks, {});
  for (const std::string& comment : node.comments) add_comment(lines, std::exchange(clocks, {}), tidy_comment(comment));
}

// The notation that the record's GameType names; none where it is the game's own.
std::optional<SquareNotation> notation_of(const GameRecord& record) {
  const auto entry = std::ranges::find(catalog(), record.token, &CatalogEntry::id);
  if (entry == catalog().end() || entry->game_type == record.game_type) return std::nullopt;
  const auto game = start(record.token);
  return game ? notation_of((*game)->layout(), record.game_type) : std::nullopt;
}

class MoveText {
 public:
  MoveText(const GameRecord& record, const std::optional<SquareNotation>& notation)
      : record_(record), notation_(notation) {}

  std::string write() {
    add_remarks(lines_, record_.node(0));
    if (!record_.node(0).children.empty()) write_lines_from(record_.node(0).children.front());
    lines_.add("*");
    return lines_.finish();
  }

 private:
  // A line of play that is being written, and how many of the variations on its last node have been.
  struct Open {
    int node = 0;
    std::size_t variations = 0;
  };

  // Without recursion: a record may be nested as deep as its maker liked.
  void write_lines_from(int first) {
    std::vector<Open> open;
    const auto begin = [&](int node) {
      open.push_back({node, 0});
      needs_number_ = true;
      write_node(node);
    };
    begin(first);
    while (!open.empty()) {
      Open& line = open.back();
      const std::vector<int>& siblings = record_.node(record_.node(line.node).parent).children;
      const bool is_main = siblings.front() == line.node;
      if (is_main && line.variations + 1 < siblings.size()) {
        lines_.open("(");
        begin(siblings[++line.variations]);
        continue;
      }
      if (is_main && line.variations > 0) needs_number_ = true;
      const std::vector<int>& children = record_.node(line.node).children;
      if (!children.empty()) {
        line = {children.front(), 0};
        write_node(line.node);
        continue;
      }
      open.pop_back();
      if (!open.empty()) lines_.close(")");
    }
  }

  void write_node(int index) {
    const RecordNode& node = record_.node(index);
    for (const std::string& comment : node.comments_before) {
      add_comment(lines_, {}, tidy_comment(comment));
      needs_number_ = true;
    }
    for (int pass = 0; pass < node.passes; ++pass) lines_.add("--");
    if (node.leaves >= 0) {
      lines_.add("/OUT \"" + std::to_string(node.leaves + 1) + " " + node.leaving + "\"/");
    } else if (!node.setup.empty()) {
      lines_.add("/FEN \"" + (notation_ ? position_as_written(node.setup, *notation_) : node.setup) + "\"/");
    } else {
      lines_.add(number_of(node) + (notation_ ? notation_->text_as_written(node.move) : node.move));
    }
    add_remarks(lines_, node);
    needs_number_ = node.move.empty() || !node.comments.empty() || !node.clocks.empty();
  }

  // A round's first move always has its number; another one where something stands before it.
  std::string number_of(const RecordNode& node) const {
    const bool begins_round = node.seat == 0 || node.number != record_.node(node.parent).number;
    if (begins_round) return std::to_string(node.number) + ". ";
    return needs_number_ ? std::to_string(node.number) + "... " : std::string();
  }

  const GameRecord& record_;
  const std::optional<SquareNotation>& notation_;
  Lines lines_;
  bool needs_number_ = true;
};

bool is_tag_name(std::string_view name) {
  const auto fits = [](char letter) {
    return (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ||
           letter == '_';
  };
  return !name.empty() && name.front() >= 'A' && name.front() <= 'Z' && std::ranges::all_of(name, fits);
}

// A name that PDN has no letters for is left out.
void write_tag(std::string& text, std::string_view name, std::string_view value) {
  if (!is_tag_name(name)) return;
  text += "[";
  text += name;
  text += " \"";
  const std::size_t begin = text.size();
  for (const char letter : value) {
    const bool would_begin_tag = letter == '[' && before_closing_quote(std::string_view(text).substr(begin));
    if (letter == '"' || letter == '\\' || would_begin_tag) text += '\\';
    text += letter == '\n' || letter == '\r' ? ' ' : letter;
  }
  text += "\"]\n";
}

void write_option(std::string& text, std::string_view key, std::string_view value) {
  std::string name = "Option" + std::string(key);
  char& first = name[6];
  if (first >= 'a' && first <= 'z') first = static_cast<char>(first - 'a' + 'A');
  std::ranges::replace(name, '-', '_');
  write_tag(text, name, value);
}

// `players=3,hop=super` of the token, each option a tag of its own.
void write_options(std::string& text, const GameRecord& record) {
  const std::string_view token = record.token;
  bool says_all = record.said_option.empty();
  const std::size_t colon = token.find(':');
  std::string_view rest = colon == std::string_view::npos ? std::string_view() : token.substr(colon + 1);
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string_view option = rest.substr(0, comma);
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    const std::size_t sign = option.find('=');
    if (sign == std::string_view::npos || sign == 0) continue;
    write_option(text, option.substr(0, sign), option.substr(sign + 1));
    says_all = says_all || option.substr(0, sign) == record.said_option;
  }
  if (!says_all) write_option(text, record.said_option, record.usual_value);
}

}  // namespace

std::string write_record(const GameRecord& record) {
  GameRecord complete;
  complete.seats = record.seats;
  complete.result_form = record.result_form;
  complete.tags = record.tags;
  complete_tags(complete);
  const std::size_t roster = empty_roster(record).size();
  const bool has_places = record.result_form == ResultForm::places && !record.result.places.empty();
  const std::optional<SquareNotation> notation = notation_of(record);

  std::string text;
  for (std::size_t index = 0; index < complete.tags.size(); ++index) {
    if (index == roster) break;
    write_tag(text, complete.tags[index].name, complete.tags[index].value);
  }
  write_tag(text, "Result", write_result(record.result, record.result_form));
  if (has_places) write_tag(text, "ResultFormat", places_format);
  write_tag(text, "GameType", record.game_type);
  write_options(text, record);
  if (!record.start.empty()) {
    write_tag(text, "FEN", notation ? position_as_written(record.start, *notation) : record.start);
  }
  for (std::size_t index = roster; index < complete.tags.size(); ++index) {
    write_tag(text, complete.tags[index].name, complete.tags[index].value);
  }
  return text + "\n" + MoveText(record, notation).write();
}

}  // namespace crownstar::game
