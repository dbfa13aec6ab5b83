#include "programs/wasm/records.hpp"

#include <charconv>
#include <memory>
#include <utility>
#include <vector>

#include "programs/wasm/answers.hpp"
#include "programs/wasm/open_games.hpp"
#include "rules/record/pdn/reader.hpp"
#include "rules/record/reading/record_reader.hpp"
#include "rules/record/record_json.hpp"
#include "rules/record/record_moves.hpp"
#include "rules/record/record_writer.hpp"
#include "rules/record/recorded_position.hpp"

namespace crownstar::wasm {

using base::Checked;
using base::JsonWriter;
using game::Game;
using game::GameRecord;
using game::PdnStep;

namespace {

// Far above a book's variations within variations, and what `PdnLimits` allows a reader.
constexpr std::size_t most_nesting = 100;

std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) {
      ++at;
      result += text[at] == 'n' ? '\n' : text[at];
    } else {
      result += text[at];
    }
  }
  return result;
}

int number_in(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

void add_record(std::string& list, const game::ReadRecord& read) {
  JsonWriter notes;
  notes.begin_array();
  for (const std::string& note : read.notes) notes.value(note);
  notes.end_array();
  list +=
      R"({"ok": true, "value": {"record": )" + base::record_json(read.record) + R"(, "notes": )" + notes.take() + "}}";
}

// One draft, line by line. Its variations are walked with a stack of the games and nodes that they leave from.
class Draft {
 public:
  Checked<std::string> write(std::string_view text) {
    while (!text.empty()) {
      const std::string_view line = take_part(text, '\n');
      if (const auto taken = take(line); !taken) return std::unexpected(taken.error());
    }
    if (!here_.game) return base::refuse("a record needs the token of its game first");
    if (!open_.empty()) return base::refuse("a variation of the record is not closed");
    if (places_.empty() && stated_.is_open()) places_ = game::result_of(here_.game->outcome()).places;
    record_.result = places_.empty() ? stated_ : game::RecordResult{places_, {}};
    game::complete_tags(record_);
    return game::write_record(record_);
  }

 private:
  struct Cursor {
    std::unique_ptr<Game> game;
    std::unique_ptr<Game> before;  // the last move, null where there is none
    int node = 0;
  };

  Checked<void> take(std::string_view line) {
    std::string_view rest = line;
    const std::string_view word = take_part(rest, ' ');
    if (word == "token") return begin(rest);
    if (!here_.game) return base::refuse("a record needs the token of its game first");
    if (word == "start") return set_start(rest);
    if (word == "places") return set_places(rest);
    if (word == "result") {
      stated_ = game::read_result(rest, record_.seats, record_.result_form);
      return {};
    }
    if (word == "move") return add_move(rest);
    if (word == "setup") return add_setup(rest);
    if (word == "leave") return add_leaving(rest);
    if (word == "(") return open();
    if (word == ")") return close();
    if (word == "tag") {
      const std::string_view name = take_part(rest, ' ');
      record_.tags.push_back({std::string(name), unescaped(rest)});
    } else if (word == "comment") {
      record_.node(here_.node).comments.push_back(unescaped(rest));
    } else if (word == "before") {
      remarks_before_.push_back(unescaped(rest));
    } else if (word == "nag") {
      record_.node(here_.node).nags.push_back(number_in(rest));
    } else {
      return base::refuse("a record has no line `" + std::string(word) + "`");
    }
    return {};
  }

  Checked<void> begin(std::string_view token) {
    auto started = game::start(token);
    if (!started) return std::unexpected(started.error());
    here_.game = std::move(*started);
    record_ = game::begin_record(*here_.game, game::catalog_source());
    record_.tags.clear();
    return {};
  }

  Checked<void> set_start(std::string_view position) {
    const auto set = game::set_written_position(*here_.game, position);
    if (!set) return std::unexpected(set.error());
    record_.start = here_.game->position();
    return {};
  }

  Checked<void> set_places(std::string_view text) {
    places_.clear();
    while (!text.empty()) places_.push_back(number_in(take_part(text, ' ')));
    if (places_.size() == static_cast<std::size_t>(record_.seats)) return {};
    return base::refuse("a record has one place a seat");
  }

  Checked<void> add_move(std::string_view text) {
    const auto move = game::read_recorded_move(*here_.game, text);
    if (!move) return std::unexpected(move.error());
    here_.before = here_.game->clone();
    here_.node = game::add_move(record_, here_.node, *here_.game, *move);
    record_.node(here_.node).comments_before = std::exchange(remarks_before_, {});
    return here_.game->play(*move);
  }

  Checked<void> add_setup(std::string_view position) {
    here_.before = here_.game->clone();
    if (const auto set = here_.game->set_position(position); !set) return set;
    here_.node = game::add_setup(record_, here_.node, *here_.game);
    return {};
  }

  // A seat, counted from 0, and how it leaves.
  Checked<void> add_leaving(std::string_view text) {
    const int seat = number_in(take_part(text, ' '));
    if (seat < 0 || seat >= record_.seats) return base::refuse("a record's seat leaves that it does not have");
    here_.before = here_.game->clone();
    here_.node = game::add_leaving(record_, here_.node, seat, unescaped(text));
    return here_.game->withdraw(seat, game::leaving_reason(*here_.game, seat, record_.node(here_.node).leaving));
  }

  Checked<void> open() {
    if (!here_.before) return base::refuse("a variation stands behind the move that it could replace");
    if (open_.size() == most_nesting) return base::refuse("the record's variations are nested too deep");
    Cursor variation{here_.before->clone(), nullptr, record_.node(here_.node).parent};
    open_.push_back(std::move(here_));
    here_ = std::move(variation);
    return {};
  }

  Checked<void> close() {
    if (open_.empty()) return base::refuse("a variation is closed that was not open");
    here_ = std::move(open_.back());
    open_.pop_back();
    return {};
  }

  GameRecord record_;
  Cursor here_;
  std::vector<Cursor> open_;
  std::vector<std::string> remarks_before_;
  std::vector<int> places_;
  game::RecordResult stated_;  // as it was written, where it says no places
};

void look_at_all(std::string_view text, const game::RecordSource& source, game::FileGames& file) {
  game::PdnReader reader;
  reader.feed(text);
  reader.finish();
  for (PdnStep step = reader.next(); step != PdnStep::end && !file.has_enough(); step = reader.next()) {
    if (step == PdnStep::game) file.look_at(reader.game(), source);
  }
}

}  // namespace

std::string read_records(std::string_view text, std::string_view fallback_token, int most) {
  const game::RecordSource source = game::catalog_source();
  const std::string_view fallback = fallback_token.empty() ? game::guessed_game : fallback_token;
  game::FileGames file;
  if (fallback == game::guessed_game) look_at_all(text, source, file);
  game::PdnReader reader;
  reader.feed(text);
  reader.finish();
  std::string list = "[";
  int count = 0;
  for (PdnStep step = reader.next(); step != PdnStep::end && count < most; step = reader.next()) {
    if (step == PdnStep::needs_more) continue;
    if (++count > 1) list += ", ";
    if (step == PdnStep::problem) {
      list += refusal_answer({reader.problem().refusal.rule, to_text(reader.problem())});
    } else if (auto read = game::read_record(reader.game(), source, fallback, &file)) {
      if (!read->guess.empty()) read->notes.insert(read->notes.begin(), read->guess);
      add_record(list, *read);
    } else {
      list += refusal_answer({read.error().refusal.rule, to_text(read.error())});
    }
  }
  return list + "]";
}

std::string write_record(std::string_view draft) {
  const auto written = Draft().write(draft);
  if (!written) return refusal_answer(written.error());
  return answer([&](JsonWriter& json) { json.value(*written); });
}

}  // namespace crownstar::wasm
