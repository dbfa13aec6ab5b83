#include "programs/cli/engines/match/match_journal.hpp"

#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/mixing.hpp"
#include "base/text/parse_number.hpp"
#include "base/text/quote.hpp"
#include "programs/cli/console/console.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;
using contest::FinishedRound;
using contest::GameSummary;
using contest::SearchTotals;

constexpr std::string_view journal_title = "crownstar match 1";
constexpr std::string_view terms_word = "terms\t";

std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '\\')
      result += "\\\\";
    else if (letter == '\n')
      result += "\\n";
    else if (letter == '\t')
      result += "\\t";
    else
      result += letter;
  }
  return result;
}

std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t index = 0; index < text.size(); ++index) {
    if (text[index] != '\\' || index + 1 == text.size()) {
      result += text[index];
      continue;
    }
    const char code = text[++index];
    result += code == 'n' ? '\n' : code == 't' ? '\t' : code;
  }
  return result;
}

// Takes the fields of a line one by one; what is no such field makes all of it invalid.
class Fields {
 public:
  explicit Fields(std::string_view text, char sign = '\t') : text_(text), sign_(sign) {}

  bool has_more() const { return has_more_; }
  bool is_good() const { return is_good_; }
  bool is_done() const { return is_good_ && !has_more_; }

  std::string_view word() {
    is_good_ = is_good_ && has_more_;
    const std::size_t end = text_.find(sign_);
    const std::string_view field = text_.substr(0, end);
    has_more_ = end != std::string_view::npos;
    text_.remove_prefix(has_more_ ? end + 1 : text_.size());
    return field;
  }

  template <class Number>
  Number number() {
    const std::optional<Number> value = base::parse_number<Number>(word());
    is_good_ = is_good_ && value.has_value();
    return value.value_or(0);
  }

 private:
  std::string_view text_;
  char sign_;
  bool has_more_ = true;
  bool is_good_ = true;
};

std::string totals_text(const SearchTotals& totals) {
  return fmt::format("{},{},{},{},{}", totals.moves, totals.nodes, totals.depth, totals.time.count(),
                     totals.longest.count());
}

std::string game_line(const GameSummary& game, std::string_view pdn) {
  std::string places;
  std::string totals;
  for (const int place : game.places) places += fmt::format("{}{}", places.empty() ? "" : ",", place);
  for (const SearchTotals& each : game.search_totals) totals += (totals.empty() ? "" : ";") + totals_text(each);
  return fmt::format("game\t{}\t{:d}\t{}\t{}\t{:d}\t{:d}\t{:d}\t{}\t{}\t{}\t{}\n", places, game.is_undecided,
                     game.plies, game.failed_seat, game.was_agreed, game.was_adjudicated, game.was_too_long, game.line,
                     totals, escaped(game.reason), escaped(pdn));
}

std::optional<SearchTotals> read_totals(std::string_view text) {
  Fields fields(text, ',');
  SearchTotals totals;
  totals.moves = fields.number<std::uint64_t>();
  totals.nodes = fields.number<std::uint64_t>();
  totals.depth = fields.number<std::uint64_t>();
  totals.time = std::chrono::microseconds(fields.number<std::int64_t>());
  totals.longest = std::chrono::microseconds(fields.number<std::int64_t>());
  return fields.is_done() ? std::optional(totals) : std::nullopt;
}

struct WrittenGame {
  GameSummary summary;
  std::string_view pdn;  // escaped
};

std::optional<WrittenGame> read_game(std::string_view line) {
  Fields fields(line);
  WrittenGame game;
  GameSummary& summary = game.summary;
  if (fields.word() != "game") return std::nullopt;
  Fields places(fields.word(), ',');
  while (places.is_good() && places.has_more()) summary.places.push_back(places.number<int>());
  summary.is_undecided = fields.number<int>() != 0;
  summary.plies = fields.number<int>();
  summary.failed_seat = fields.number<int>();
  summary.was_agreed = fields.number<int>() != 0;
  summary.was_adjudicated = fields.number<int>() != 0;
  summary.was_too_long = fields.number<int>() != 0;
  summary.line = fields.number<std::uint64_t>();
  Fields totals(fields.word(), ';');
  while (totals.is_good() && totals.has_more()) {
    const auto each = read_totals(totals.word());
    if (!each) return std::nullopt;
    summary.search_totals.push_back(*each);
  }
  summary.reason = unescaped(fields.word());
  game.pdn = fields.word();
  if (!fields.is_done() || !places.is_done()) return std::nullopt;
  return game;
}

struct Free {
  void operator()(char* text) const { std::free(text); }
};

// Lines of a file, each without its line feed; a last one without it is none.
class WholeLines {
 public:
  explicit WholeLines(std::FILE* file) : file_(file) {}

  std::optional<std::string_view> next() {
    char* text = text_.release();
    const ssize_t length = getline(&text, &room_, file_);
    text_.reset(text);
    if (length < 1 || text[length - 1] != '\n') return std::nullopt;
    bytes_ += length;
    return std::string_view(text, static_cast<std::size_t>(length - 1));
  }
  long bytes() const { return bytes_; }

 private:
  std::FILE* file_;
  std::unique_ptr<char, Free> text_;
  std::size_t room_ = 0;
  long bytes_ = 0;
};

// Whether the file holds so much of the text and nothing else; an empty one does.
bool is_beginning_of(std::FILE* file, std::string_view text) {
  std::string held(text.size() + 1, '\0');
  held.resize(std::fread(held.data(), 1, held.size(), file));
  return std::ferror(file) == 0 && text.starts_with(held);
}

// One round at a time, as far as the file is whole.
class RoundReader {
 public:
  explicit RoundReader(std::FILE* file) : lines_(file) {}

  std::optional<std::string_view> head() {
    const auto line = lines_.next();
    whole_ = lines_.bytes();
    return line;
  }

  // `visit` gets the game's PDN, escaped.
  template <class Visit>
  std::optional<FinishedRound> next(const Visit& visit) {
    base::Fnv1a sum;
    auto line = lines_.next();
    if (!line) return std::nullopt;
    Fields fields(*line);
    const bool is_round = fields.word() == "round";
    FinishedRound round;
    round.pairing = fields.number<std::size_t>();
    round.round = fields.number<std::size_t>();
    const auto games = fields.number<std::size_t>();
    if (!is_round || !fields.is_done()) return std::nullopt;
    add(sum, *line);
    for (std::size_t number = 0; number < games; ++number) {
      line = lines_.next();
      const auto game = line ? read_game(*line) : std::nullopt;
      if (!game) return std::nullopt;
      add(sum, *line);
      visit(game->pdn);
      round.games.push_back(game->summary);
    }
    line = lines_.next();
    if (!line || *line != fmt::format("end\t{}", sum.sum())) return std::nullopt;
    whole_ = lines_.bytes();
    return round;
  }

  long whole() const { return whole_; }

 private:
  static void add(base::Fnv1a& sum, std::string_view line) {
    sum.add(line);
    sum.add("\n");
  }

  WholeLines lines_;
  long whole_ = 0;
};

}  // namespace

Checked<MatchJournal> MatchJournal::open(const std::string& name, const std::string& identity, KeepFree keep) {
  const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  InputFile file(descriptor < 0 ? nullptr : ::fdopen(descriptor, "r+"));
  if (!file) return base::refuse(file_reason("open", name));
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    return base::refuse(base::quoted(name) + " is in use: another match writes it");
  }
  MatchJournal journal(name, std::move(file), DiskRoom::of_file(name, keep));
  std::FILE* const stream = journal.file_.get();
  const std::string terms = std::string(terms_word) + escaped(identity);
  const std::string head = fmt::format("{}\n{}\n", journal_title, terms);
  if (is_beginning_of(stream, head)) {  // new, or cut off before its first round
    const bool is_empty = std::fseek(stream, 0, SEEK_SET) == 0 && ::ftruncate(descriptor, 0) == 0;
    if (!is_empty || std::fputs(head.c_str(), stream) == EOF || std::fflush(stream) != 0) {
      return base::refuse(file_reason("write", name));
    }
    return journal;
  }
  std::rewind(stream);
  RoundReader reader(stream);
  const auto first = reader.head();
  if (!first || *first != journal_title) return base::refuse(base::quoted(name) + " is no file that a match keeps");
  const auto held = reader.head();
  if (!held || !held->starts_with(terms_word)) {
    return base::refuse(base::quoted(name) + " is no file that a match keeps");
  }
  if (*held != terms) {
    return base::refuse(base::quoted(name) +
                        " was begun by another match: " + unescaped(held->substr(terms_word.size())));
  }
  while (auto round = reader.next([](std::string_view) {})) journal.finished_.push_back(*std::move(round));
  if (std::ferror(stream) != 0) return base::refuse(file_reason("read", name));
  std::clearerr(stream);
  if (std::fseek(stream, reader.whole(), SEEK_SET) != 0 || ::ftruncate(descriptor, reader.whole()) != 0) {
    return base::refuse(file_reason("write", name));
  }
  return journal;
}

void MatchJournal::add(const FinishedRound& round, const std::vector<std::string>& games) {
  if (failed_) return;
  std::string text = fmt::format("round\t{}\t{}\t{}\n", round.pairing, round.round, round.games.size());
  for (std::size_t number = 0; number < round.games.size(); ++number) {
    text += game_line(round.games[number], games[number]);
  }
  base::Fnv1a sum;
  sum.add(text);
  text += fmt::format("end\t{}\n", sum.sum());
  const auto enough = room_.add(text.size());
  if (!enough) {
    failed_ = {{}, file_reason("write", name_, enough.error().reason)};
  } else if (std::fwrite(text.data(), 1, text.size(), file_.get()) < text.size() || std::fflush(file_.get()) != 0) {
    failed_ = {{}, file_reason("write", name_)};
  }
}

Checked<void> MatchJournal::check() const { return failed_ ? std::unexpected(*failed_) : Checked<void>(); }

Checked<void> MatchJournal::for_each_game(const std::function<void(std::string_view)>& visit) const {
  const auto file = open_input(name_);
  if (!file) return std::unexpected(file.error());
  RoundReader reader(file->get());
  reader.head();
  reader.head();
  while (reader.next([&](std::string_view pdn) { visit(unescaped(pdn)); })) continue;
  return {};
}

}  // namespace crownstar::cli
