#include "site/store/transfer/site_stream.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "base/text/parse_number.hpp"
#include "site/store/older_games.hpp"

namespace crownstar::store {

namespace {

constexpr std::string_view head = "crownstar-site\t2";
// The same lines, of before CC-22.
constexpr std::string_view older_head = "crownstar-site\t1";

// What stands for a byte that would end a field or a line.
constexpr std::array<std::pair<char, char>, 5> escapes{
    {{'\\', '\\'}, {'\t', 't'}, {'\n', 'n'}, {'\r', 'r'}, {'\0', '0'}}};

class LineWriter {
 public:
  explicit LineWriter(std::string_view kind) : line_(kind) {}

  void operator()(const std::string& text) {
    line_ += '\t';
    for (const char byte : text) {
      const auto* const escape = std::ranges::find(escapes, byte, &std::pair<char, char>::first);
      if (escape == escapes.end()) {
        line_ += byte;
      } else {
        line_ += '\\';
        line_ += escape->second;
      }
    }
  }
  void operator()(std::integral auto number) { line_ += fmt::format("\t{}", static_cast<std::int64_t>(number)); }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  void operator()(Enum value) {
    (*this)(static_cast<int>(value));
  }
  // The shortest text that is read as the same number.
  void operator()(double number) {
    std::array<char, 40> text{};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), number);
    line_ += '\t';
    line_.append(text.data(), written.ptr);
  }
  void operator()(Instant at) { (*this)(at.time_since_epoch().count()); }
  void operator()(const std::optional<Instant>& at) { at ? (*this)(*at) : void(line_ += "\t\\N"); }

  std::string take() { return std::move(line_) + '\n'; }

 private:
  std::string line_;
};

class LineReader {
 public:
  explicit LineReader(std::string_view fields) : rest_(fields) {}

  void operator()(std::string& text) {
    const std::string_view field = next();
    text.clear();
    for (std::size_t at = 0; at < field.size(); ++at) {
      if (field[at] != '\\') {
        text += field[at];
        continue;
      }
      const char letter = ++at < field.size() ? field[at] : ' ';
      const auto* const escape = std::ranges::find(escapes, letter, &std::pair<char, char>::second);
      if (escape == escapes.end()) return fail();
      text += escape->first;
    }
  }
  template <std::integral Number>
  void operator()(Number& number) {
    const std::optional<std::int64_t> value = base::parse_number<std::int64_t>(next());
    const auto most = static_cast<std::int64_t>(std::is_same_v<Number, bool> ? 1 : std::numeric_limits<Number>::max());
    if (!value || *value > most) return fail();
    number = static_cast<Number>(*value);
  }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  void operator()(Enum& value) {
    int number = 0;
    (*this)(number);
    if (number < 0 || number > 3) return fail();
    value = static_cast<Enum>(number);
  }
  void operator()(double& number) {
    const std::optional<double> value = base::parse_number<double>(next());
    if (!value) return fail();
    number = *value;
  }
  void operator()(Instant& at) {
    std::int64_t count = 0;
    (*this)(count);
    at = Instant(std::chrono::milliseconds(count));
  }
  void operator()(std::optional<Instant>& at) {
    if (rest_.starts_with("\t\\N")) {
      next();
      at.reset();
    } else {
      (*this)(at.emplace());
    }
  }

  bool is_whole() const { return !has_failed_ && rest_.empty(); }

 private:
  std::string_view next() {
    if (!rest_.starts_with('\t')) {
      fail();
      return {};
    }
    rest_.remove_prefix(1);
    const std::string_view field = rest_.substr(0, rest_.find('\t'));
    rest_.remove_prefix(field.size());
    return field;
  }
  void fail() { has_failed_ = true; }

  std::string_view rest_;
  bool has_failed_ = false;
};

// The fields of each kind of line, for writing and for reading.
template <typename T, typename Row>
concept Is = std::same_as<std::remove_const_t<T>, Row>;

void fields(auto& line, Is<SettingRow> auto& row) { (line(row.key), line(row.value)); }
void fields(auto& line, Is<PlayerRow> auto& row) {
  (line(row.id), line(row.kind), line(row.name), line(row.name_key), line(row.password_hash));
  (line(row.preferences), line(row.created), line(row.seen), line(row.became));
}
void fields(auto& line, Is<SessionRow> auto& row) {
  (line(row.hash), line(row.id), line(row.player), line(row.created), line(row.seen));
  (line(row.expires), line(row.label));
}
void fields(auto& line, Is<TokenRow> auto& row) {
  (line(row.hash), line(row.id), line(row.player), line(row.name), line(row.scopes));
  (line(row.created), line(row.seen), line(row.expires));
}
void fields(auto& line, Is<RatingRow> auto& row) {
  (line(row.player), line(row.family), line(row.speed), line(row.rating), line(row.deviation));
  (line(row.volatility), line(row.games), line(row.updated));
}
void fields(auto& line, Is<RatedStep> auto& row) {
  (line(row.player), line(row.family), line(row.speed), line(row.step.games), line(row.step.at));
  (line(row.step.match), line(row.step.rating), line(row.step.deviation));
}
void fields(auto& line, Is<ReportRow> auto& row) {
  (line(row.number), line(row.at), line(row.reporter), line(row.accused), line(row.match));
  (line(row.reason), line(row.text), line(row.settled), line(row.verdict));
}
void fields(auto& line, Is<MuteRow> auto& row) {
  (line(row.player), line(row.muted), line(row.since), line(row.until));
}
void fields(auto& line, Is<MatchHeader> auto& row) {
  (line(row.id), line(row.game), line(row.family), line(row.speed), line(row.state), line(row.is_rated));
  (line(row.is_listed), line(row.created), line(row.updated), line(row.ended), line(row.result));
  (line(row.ending), line(row.moves), line(row.details));
}
void fields(auto& line, Is<SeatRow> auto& row) {
  (line(row.seat), line(row.kind), line(row.player), line(row.name), line(row.rating), line(row.is_provisional));
}
void fields(auto& line, Is<EventRow> auto& row) { (line(row.kind), line(row.body)); }
// The match is the one above it.
void fields(auto& line, Is<ChatRow> auto& row) {
  (line(row.number), line(row.room), line(row.player), line(row.name), line(row.text), line(row.at));
}

template <typename Row>
std::string line_of(std::string_view kind, const Row& row) {
  LineWriter line(kind);
  fields(line, row);
  return line.take();
}

constexpr std::array<std::string_view, 9> kinds{"setting", "player", "session", "token", "rating",
                                                "step",    "report", "mute",    "match"};

// The row of the kind with this name, empty.
template <std::size_t Index = 0>
std::optional<SiteRow> row_of_kind(std::string_view kind) {
  if constexpr (Index == kinds.size()) {
    return {};
  } else {
    if (kinds[Index] == kind) return SiteRow(std::in_place_index<Index>);
    return row_of_kind<Index + 1>(kind);
  }
}

template <typename Row>
bool read_fields(std::string_view text, Row& row) {
  LineReader line(text);
  fields(line, row);
  return line.is_whole();
}

bool read_part(std::string_view kind, std::string_view rest, WholeMatch& match) {
  if (kind == "seat") return read_fields(rest, match.header.seats.emplace_back());
  if (kind == "event") return read_fields(rest, match.events.emplace_back());
  match.chat.emplace_back().match = match.header.id;
  return read_fields(rest, match.chat.back());
}

}  // namespace

std::string lines_of(const SiteRow& row) {
  const std::string_view kind = kinds[row.index()];
  return std::visit(
      [&](const auto& each) {
        if constexpr (std::same_as<std::decay_t<decltype(each)>, WholeMatch>) {
          std::string text = line_of(kind, each.header);
          for (const SeatRow& seat : each.header.seats) text += line_of("seat", seat);
          for (const EventRow& event : each.events) text += line_of("event", event);
          for (const ChatRow& line : each.chat) text += line_of("chat", line);
          return text;
        } else {
          return line_of(kind, each);
        }
      },
      row);
}

void SiteTotals::count(const SiteRow& row) {
  if (const auto* match = std::get_if<WholeMatch>(&row)) {
    ++matches;
    events += static_cast<std::int64_t>(match->events.size());
  } else {
    ++others;
  }
}

SiteStreamWriter::SiteStreamWriter(WriteText write) : write_(std::move(write)) {}

bool SiteStreamWriter::write(const std::string& text) {
  sum_.add(text);
  return write_(text);
}

bool SiteStreamWriter::add(const SiteRow& row) {
  if (totals_.matches + totals_.others == 0 && !write(std::string(head) + '\n')) return false;
  totals_.count(row);
  return write(lines_of(row));
}

bool SiteStreamWriter::end() {
  if (totals_.matches + totals_.others == 0 && !write(std::string(head) + '\n')) return false;
  return write_(fmt::format("end\t{}\t{}\t{}\t{:016x}\n", totals_.matches, totals_.events, totals_.others, sum_.sum()));
}

std::unexpected<Failure> SiteStreamReader::malformed(std::string_view reason) const {
  return std::unexpected(Failure{FailureKind::malformed, fmt::format("line {}: {}", number_, reason)});
}

Outcome<void> SiteStreamReader::line(std::string_view text) {
  ++number_;
  if (has_ended_) return malformed("something after the end");
  const std::size_t tab = std::min(text.find('\t'), text.size());
  const std::string_view kind = text.substr(0, tab);
  const std::string_view rest = text.substr(tab);
  if (kind == "end") {
    if (auto flushed = flush(); !flushed) return flushed;
    return read_end(rest);
  }
  sum_.add(text);
  sum_.add("\n");
  if (number_ == 1) {
    is_older_ = text == older_head;
    if (text == head || is_older_) return {};
    return malformed("this is no stream of a site, or one of another version; expected 'crownstar-site' and 1 or 2");
  }
  return read_row(kind, rest);
}

Outcome<void> SiteStreamReader::read_row(std::string_view kind, std::string_view rest) {
  if (kind == "seat" || kind == "event" || kind == "chat") {
    if (pending_.empty()) return malformed(fmt::format("'{}' belongs below a match", kind));
    if (read_part(kind, rest, std::get<WholeMatch>(pending_.front()))) return {};
    return malformed(fmt::format("the fields of '{}' are not as expected", kind));
  }
  if (auto flushed = flush(); !flushed) return flushed;
  std::optional<SiteRow> row = row_of_kind(kind);
  if (!row) return malformed("no such kind of line");
  const bool is_read = std::visit(
      [&](auto& each) {
        if constexpr (std::same_as<std::decay_t<decltype(each)>, WholeMatch>) {
          return read_fields(rest, each.header);
        } else {
          return read_fields(rest, each);
        }
      },
      *row);
  if (!is_read) return malformed(fmt::format("the fields of '{}' are not as expected", kind));
  pending_.push_back(*std::move(row));
  if (std::holds_alternative<WholeMatch>(pending_.front())) return {};
  return flush();
}

Outcome<void> SiteStreamReader::flush() {
  if (pending_.empty()) return {};
  SiteRow row = std::move(pending_.front());
  pending_.clear();
  if (auto* match = std::get_if<WholeMatch>(&row); match != nullptr && is_older_) {
    keep_older_meaning(match->header, match->events);
  }
  totals_.count(row);
  auto taken = take_(std::move(row));
  if (!taken) taken.error().text = fmt::format("before line {}: {}", number_ + 1, taken.error().text);
  return taken;
}

Outcome<void> SiteStreamReader::read_end(std::string_view rest) {
  const std::string expected =
      fmt::format("\t{}\t{}\t{}\t{:016x}", totals_.matches, totals_.events, totals_.others, sum_.sum());
  if (rest != expected) return malformed("what came is not what was written: the stream was changed or damaged");
  has_ended_ = true;
  return {};
}

Outcome<void> SiteStreamReader::end() const {
  if (has_ended_) return {};
  return std::unexpected(
      Failure{FailureKind::malformed,
              fmt::format("the stream ends after line {} without its last line: it was cut off", number_)});
}

}  // namespace crownstar::store
