#include "rules/record/reading/record_reader.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "base/text/letters.hpp"
#include "base/text/quote.hpp"
#include "rules/record/reading/record_readings.hpp"
#include "rules/record/record_moves.hpp"
#include "rules/record/recorded_position.hpp"
#include "rules/record/square_notation.hpp"

namespace crownstar::game {

namespace {

using base::quoted;
using Problem = std::unexpected<PdnProblem>;
using Done = std::expected<void, PdnProblem>;

Problem problem_at(TextPlace place, std::string text, Refusal refusal) {
  return Problem({place, std::move(text), std::move(refusal)});
}

// One line of play: the main one, or a variation that is open.
struct Line {
  int node = 0;
  std::unique_ptr<Game> game;        // at `node`
  std::unique_ptr<Game> before;      // at its parent, where a variation on `node` would begin
  bool has_nodes = false;            // of its own
  bool has_variations = false;       // on `node`: what is said now is said of what comes next
  int passes = 0;                    // written since `node`
  std::vector<std::string> waiting;  // comments on the next node
  std::vector<int> waiting_nags;
};

class Reading {
 public:
  Reading(const PdnGame& text, ReadRecord& read, const SquareNotation* notation)
      : text_(text), record_(read.record), notes_(read.notes), notation_(notation) {}

  Done read_moves(std::unique_ptr<Game> game) {
    lines_.push_back({});
    line().game = std::move(game);
    for (std::size_t index = 0; index < text_.items.size(); ++index) {
      if (Done done = read_item(index); !done) return done;
    }
    finish_line(line());
    const auto others = [](int count) { return count == 1 ? "" : ", and " + std::to_string(count - 1) + " more"; };
    if (captures_nothing_ > 0) {
      note(first_of_them_.place,
           to_utf8(first_of_them_.text) + " captures nothing and is read as a step" + others(captures_nothing_));
    }
    if (round_comments_ > 0) {
      note(first_round_comment_, "words between parentheses are read as a comment" + others(round_comments_));
    }
    return {};
  }

  const Game& last_position() const { return *lines_.front().game; }

 private:
  Line& line() { return lines_.back(); }
  bool is_at_start() const { return lines_.size() == 1 && !lines_.front().has_nodes; }

  Done read_item(std::size_t index) {
    const PdnItem& item = text_.items[index];
    switch (item.kind) {
      case PdnItemKind::move:
        return read_move(index);
      case PdnItemKind::pass:
        return read_pass(index);
      case PdnItemKind::setup:
        return read_setup(index);
      case PdnItemKind::comment:
        if (item.is_round && round_comments_++ == 0) first_round_comment_ = item.place;
        add_comment(item.text);
        return {};
      case PdnItemKind::nag:
        add_nag(item.number);
        return {};
      case PdnItemKind::open:
        return open_variation(item);
      case PdnItemKind::close:
        close_variation();
        return {};
    }
    return {};
  }

  // Copying a game costs, so the position before a move is kept only where a variation follows.
  bool has_variation_behind(std::size_t index) const {
    while (++index < text_.items.size()) {
      const PdnItemKind kind = text_.items[index].kind;
      if (kind != PdnItemKind::comment && kind != PdnItemKind::nag) return kind == PdnItemKind::open;
    }
    return false;
  }

  Done read_move(std::size_t index) {
    const PdnItem& item = text_.items[index];
    const std::string shown = to_utf8(item.text);
    Game& game = *line().game;
    if (game.outcome().is_over && !goes_on_past_draw(item.place)) {
      return problem_at(item.place, shown, {game.outcome().rule, "the game is over: " + game.outcome().reason});
    }
    if (item.text == "-") return problem_at(item.place, shown, {{}, "an unknown move; nothing can be played after it"});
    const Checked<WrittenMove> written = read_written_move(game, item.text, notation_);
    if (!written) return problem_at(item.place, shown, written.error());
    const MoveView& move = meant(*written, index);
    std::unique_ptr<Game> before = has_variation_behind(index) ? game.clone() : nullptr;
    const int node = add_move(record_, line().node, game, move);
    if (const Checked<void> played = game.play(move); !played) return problem_at(item.place, shown, played.error());
    go_to(node, std::move(before));
    if (!written->remark.empty()) {
      note(item.place, shown + " is read as " + move.text + " and a comment");
      add_comment(written->remark);
    }
    return {};
  }

  const MoveView& meant(const WrittenMove& written, std::size_t index) {
    const PdnItem& item = text_.items[index];
    if (written.is_step_as_capture && captures_nothing_++ == 0) first_of_them_ = item;
    if (written.readings.size() == 1) return written.readings.front();
    const std::span<const PdnItem> rest = std::span(text_.items).subspan(index + 1);
    const MoveView& move = written.readings[best_reading(*line().game, written.readings, rest, notation_, tries_)];
    note(item.place, to_utf8(item.text) + " is ambiguous: read as " + move.text);
    return move;
  }

  void note(TextPlace place, std::string_view what) {
    notes_.push_back("line " + std::to_string(place.line) + ", column " + std::to_string(place.column) + ": " +
                     std::string(what));
  }

  Done read_setup(std::size_t index) {
    const PdnItem& item = text_.items[index];
    const std::string position = value_after_word(item.text, "FEN");
    const std::string shown = quoted("/" + std::string(item.text) + "/");
    if (position.empty()) {
      const std::string leaving = value_after_word(item.text, "OUT");
      if (!leaving.empty()) return read_leaving(index, leaving, shown);
      return problem_at(item.place, shown, {{}, "expected /FEN \"position\"/ or /OUT \"seat reason\"/"});
    }
    return set_up(index, position, shown);
  }

  Done set_up(std::size_t index, std::string_view position, const std::string& shown) {
    const PdnItem& item = text_.items[index];
    std::unique_ptr<Game> before = has_variation_behind(index) ? line().game->clone() : nullptr;
    const auto set = set_recorded_position(*line().game, position, notation_);
    if (!set) return problem_at(item.place, shown, set.error());
    for (const std::string& what : *set) note(item.place, what);
    const int node = add_setup(record_, line().node, *line().game);
    go_to(node, std::move(before));
    return {};
  }

  // `2 resigned`: the seats are counted from 1, as in the tags.
  Done read_leaving(std::size_t index, std::string_view leaving, const std::string& shown) {
    const PdnItem& item = text_.items[index];
    Game& game = *line().game;
    const bool has_seat =
        leaving[0] >= '1' && leaving[0] <= '0' + game.seats() && (leaving.size() == 1 || leaving[1] == ' ');
    if (!has_seat) {
      return problem_at(item.place, shown,
                        {{}, "expected a seat from 1 to " + std::to_string(game.seats()) + " and how it leaves"});
    }
    const int seat = leaving[0] - '1';
    std::unique_ptr<Game> before = has_variation_behind(index) ? game.clone() : nullptr;
    const int node = add_leaving(record_, line().node, seat, to_utf8(leaving.substr(1)));
    const std::string reason = leaving_reason(game, seat, record_.node(node).leaving);
    if (const Checked<void> left = game.withdraw(seat, reason); !left) {
      return problem_at(item.place, shown, left.error());
    }
    go_to(node, std::move(before));
    return {};
  }

  void go_to(int node, std::unique_ptr<Game> before) {
    Line& here = line();
    here.node = node;
    here.before = std::move(before);
    here.has_nodes = true;
    here.has_variations = false;
    here.passes = 0;
    record_.node(node).comments_before = std::exchange(here.waiting, {});
    record_.node(node).nags = std::exchange(here.waiting_nags, {});
  }

  bool goes_on_past_draw(TextPlace place) {
    Game& game = *line().game;
    const std::string reason = to_text(Refusal{game.outcome().rule, game.outcome().reason});
    if (!go_on_past_draw(game)) return false;
    // Once: where a position comes up for the third time, many others soon do.
    if (!std::exchange(has_passed_draw_, true)) note(place, "the game goes on past a draw (" + reason + ")");
    return true;
  }

  // A pass is not a move, the rules make it (CC-16): it may be written where a seat has passed, and need not be. In
  // draughts nobody passes, and `- -` is an analyst's null move.
  Done read_pass(std::size_t index) {
    const PdnItem& item = text_.items[index];
    const Game& game = *line().game;
    if (const std::string standing = game.position(); standing.starts_with('W') || standing.starts_with('B')) {
      return set_up(index, standing.front() == 'W' ? "B::" : "W::", "--");
    }
    const int last = record_.node(line().node).seat;
    const int skipped = game.outcome().is_over ? 0 : seats_between(last, game.seat_to_move(), game.seats());
    if (++line().passes <= skipped) return {};
    const std::string reason = game.outcome().is_over ? "the game is over: " + game.outcome().reason
                                                      : game.seat_name(game.seat_to_move()) + " can move, and must";
    return problem_at(item.place, "--", {{}, reason});
  }

  void add_comment(std::string_view text) {
    Line& here = line();
    const bool is_of_next = (here.has_variations || !here.has_nodes) && !is_at_start();
    if (is_of_next) {
      if (std::string words = tidy_comment(text); !words.empty()) here.waiting.push_back(std::move(words));
      return;
    }
    RecordNode& node = record_.node(here.node);
    CommentParts parts = take_apart(text);
    if (!parts.words.empty()) node.comments.push_back(std::move(parts.words));
    std::ranges::move(parts.clocks, std::back_inserter(node.clocks));
  }

  void add_nag(int number) {
    Line& here = line();
    const bool is_of_next = !here.has_nodes && !is_at_start();
    (is_of_next ? here.waiting_nags : record_.node(here.node).nags).push_back(number);
  }

  Done open_variation(const PdnItem& item) {
    if (!line().has_nodes) {
      return problem_at(item.place, "(", {{}, "a variation before there is a move to vary; expected a move"});
    }
    Line variation;
    variation.node = record_.node(line().node).parent;
    variation.game = line().before->clone();
    lines_.push_back(std::move(variation));
    return {};
  }

  void close_variation() {
    finish_line(line());
    Line closed = std::move(lines_.back());
    lines_.pop_back();
    line().has_variations = line().has_variations || closed.has_nodes;
    // A variation of words alone is a remark on the move before it.
    for (const std::string& words : closed.waiting) add_comment(words);
    for (const int number : closed.waiting_nags) add_nag(number);
  }

  // Remarks on a next move that never came.
  void finish_line(Line& here) {
    if (!here.has_nodes) return;
    here.has_variations = false;
    for (const std::string& words : std::exchange(here.waiting, {})) add_comment(words);
  }

  const PdnGame& text_;
  GameRecord& record_;
  std::vector<std::string>& notes_;
  const SquareNotation* notation_;
  std::size_t tries_ = 20'000;  // for ambiguous moves: more than a real game of them takes
  bool has_passed_draw_ = false;
  int captures_nothing_ = 0;  // moves with the sign of a capture that are none
  PdnItem first_of_them_;
  int round_comments_ = 0;
  TextPlace first_round_comment_;
  std::vector<Line> lines_;
};

std::string lowered_name(std::string_view text) {
  std::string result(text);
  for (char& letter : result) letter = base::lowered(letter);
  return result;
}

constexpr std::string_view option_prefix = "option";

bool is_option(std::string_view name) {
  return name.size() > option_prefix.size() && lowered_name(name).starts_with(option_prefix);
}

// A tag's name has no room for a hyphen: `OptionLast_round` is the option `last-round`.
std::string option_key(std::string_view name) {
  std::string key = lowered_name(name.substr(option_prefix.size()));
  std::ranges::replace(key, '_', '-');
  return key;
}

bool is_held_elsewhere(const PdnTag& tag) {
  const std::string name = lowered_name(tag.name);
  const bool says_places = name == "resultformat" && tag.value == places_format;
  return name == "gametype" || name == "fen" || name == "setup" || name == "result" || is_option(name) || says_places;
}

GameGuess guess_alone(const PdnGame& game, const RecordSource& source) {
  FileGames alone;
  alone.look_at(game, source);
  return alone.guess(game, source);
}

// The token that the tags give: GameType is a number, an id or a token, and each option is a tag of its own.
std::expected<std::string, PdnProblem> token_of(const PdnGame& game, const RecordSource& source,
                                                std::string_view fallback, const FileGames* file, std::string& guess) {
  const PdnTag* tag = game.find_tag("GameType");
  std::string token(fallback);
  const RecordedGame* known = nullptr;
  if (tag == nullptr || tag->value.empty() || tag->value == "?") {
    std::string reason;
    if (fallback == guessed_game) {
      GameGuess guessed = file != nullptr ? file->guess(game, source) : guess_alone(game, source);
      token = std::move(guessed.token);
      reason = ", " + guessed.reason;
    }
    guess = "no GameType: read as " + token + reason;
  } else if (tag->value.front() >= '0' && tag->value.front() <= '9') {
    known = source.find_number(game_type_number(tag->value));
    if (known == nullptr) {
      std::string reason = "no game has this type; expected one of";
      for (const RecordedGame& each : source.games) {
        reason += " " + std::to_string(game_type_number(each.game_type)) + " (" + each.id + ")";
      }
      return problem_at(tag->place, "GameType " + quoted(tag->value), {{}, reason});
    }
    token = known->id;
  } else {
    token = tag->value;
  }
  const auto add_option = [&](std::string_view key, std::string_view value) {
    token += token.find(':') == std::string::npos ? ':' : ',';
    token += std::string(key) + "=" + std::string(value);
  };
  bool says_all = known == nullptr || known->said_option.empty();
  for (const PdnTag& option : game.tags) {
    if (!is_option(option.name)) continue;
    const std::string key = option_key(option.name);
    add_option(key, option.value);
    says_all = says_all || key == known->said_option;
  }
  if (!says_all) add_option(known->said_option, known->older_value);
  return token;
}

void read_result_tags(const PdnGame& game, ReadRecord& read) {
  GameRecord& record = read.record;
  const PdnTag* tag = game.find_tag("Result");
  const PdnTag* format = game.find_tag("ResultFormat");
  const std::string in_tag = to_utf8(tag == nullptr ? "" : tag->value);
  const bool has_own_format = format != nullptr && format->value != places_format;
  const RecordResult tagged = has_own_format && in_tag != "*" && in_tag != "?"
                                  ? RecordResult{{}, in_tag}
                                  : read_result(in_tag, record.seats, record.result_form);
  const RecordResult ending = read_result(to_utf8(game.result), record.seats, record.result_form);
  record.result = tagged.is_open() ? ending : tagged;
  if (!has_own_format && !tagged.is_open() && !ending.is_open() && tagged != ending) {
    read.notes.push_back("the game ends with " + std::string(game.result) + ", its tag says " + in_tag +
                         ": the tag is believed");
  }
}

// The tag's word against the rules'. Players may agree on a draw or resign, so only a game that is over can differ.
void compare_with_rules(const Game& last, ReadRecord& read) {
  const RecordResult by_rules = result_of(last.outcome());
  const GameRecord& record = read.record;
  if (by_rules.is_open() || record.result.is_open() || record.result == by_rules) return;
  read.notes.push_back("the record says " + write_result(record.result, record.result_form) + ", the rules " +
                       write_result(by_rules, record.result_form) + " (" +
                       to_text(Refusal{last.outcome().rule, last.outcome().reason}) + ")");
}

}  // namespace

std::expected<ReadRecord, PdnProblem> read_record(const PdnGame& game, const RecordSource& source,
                                                  std::string_view fallback, const FileGames* file) {
  ReadRecord read;
  const auto token = token_of(game, source, fallback, file, read.guess);
  if (!token) return Problem(token.error());
  const PdnTag* type = game.find_tag("GameType");
  auto started = source.start(*token);
  if (!started) {
    return problem_at(type == nullptr ? game.place : type->place, "GameType " + quoted(*token), started.error());
  }
  std::unique_ptr<Game> played = *std::move(started);
  read.record = begin_record(*played, source);
  read.record.tags.clear();
  const std::optional<SquareNotation> other =
      type == nullptr ? std::nullopt : notation_of(played->layout(), type->value);
  if (other) read.record.game_type = std::string(type->value);
  const SquareNotation* notation = other ? &*other : nullptr;
  if (const PdnTag* fen = game.find_tag("FEN"); fen != nullptr && !fen->value.empty()) {
    const std::string own = played->position();
    const auto set = set_recorded_position(*played, fen->value, notation);
    if (!set) return problem_at(fen->place, "FEN " + quoted(fen->value), set.error());
    std::ranges::copy(*set, std::back_inserter(read.notes));
    if (played->position() != own) read.record.start = played->position();
  }
  for (const PdnTag& tag : game.tags) {
    if (!is_held_elsewhere(tag)) read.record.tags.push_back({std::string(tag.name), to_utf8(tag.value)});
  }
  complete_tags(read.record);
  read_result_tags(game, read);
  Reading reading(game, read, notation);
  if (Done done = reading.read_moves(std::move(played)); !done) return Problem(done.error());
  compare_with_rules(reading.last_position(), read);
  return read;
}

}  // namespace crownstar::game
