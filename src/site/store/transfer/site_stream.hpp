// Knows the stream into which a whole site is written and from which it is read again: a row a line, losing nothing
// (docs/site-stream.md). Refuses to know where the rows are kept, and files.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "site/store/store.hpp"

namespace crownstar::store {

struct RatedStep {
  std::string player{};
  std::string family{};
  std::string speed{};
  RatingStep step{};
};
struct SettingRow {
  std::string key{};
  std::string value{};
};
struct WholeMatch {
  MatchHeader header{};
  std::vector<EventRow> events{};  // from 0
  std::vector<ChatRow> chat{};
};
// In this order in the stream; each kind by its key, matches as they were made.
using SiteRow =
    std::variant<SettingRow, PlayerRow, SessionRow, TokenRow, RatingRow, RatedStep, ReportRow, MuteRow, WholeMatch>;

// The row's lines, each with its end: one, or for a match one and those of its seats, events and chat.
std::string lines_of(const SiteRow& row);

// A number that tells two texts apart unless somebody wants it not to (FNV-1a).
class Checksum {
 public:
  void add(std::string_view bytes) {
    for (const char byte : bytes) sum_ = (sum_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  }
  std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t sum_ = 0xcbf29ce484222325U;
};

struct SiteTotals {
  std::int64_t matches = 0;
  std::int64_t events = 0;
  std::int64_t others = 0;  // rows that are no part of a match
  void count(const SiteRow& row);
};

// Where the lines go; false: no more can be written.
using WriteText = std::function<bool(std::string_view)>;

class SiteStreamWriter {
 public:
  explicit SiteStreamWriter(WriteText write);
  bool add(const SiteRow& row);
  bool end();
  const SiteTotals& totals() const { return totals_; }

 private:
  bool write(const std::string& text);
  WriteText write_;
  Checksum sum_;
  SiteTotals totals_;
};

class SiteStreamReader {
 public:
  using Take = std::function<Outcome<void>(SiteRow)>;
  explicit SiteStreamReader(Take take) : take_(std::move(take)) {}

  // A line without its end. Refused, with its number, where it is not what a stream has there.
  Outcome<void> line(std::string_view text);
  // Whether the stream was whole.
  Outcome<void> end() const;
  const SiteTotals& totals() const { return totals_; }

 private:
  Outcome<void> read_row(std::string_view kind, std::string_view rest);
  Outcome<void> read_end(std::string_view rest);
  Outcome<void> flush();
  std::unexpected<Failure> malformed(std::string_view reason) const;

  Take take_;
  Checksum sum_;
  SiteTotals totals_;
  std::vector<SiteRow> pending_;  // the match whose seats, events and chat still come; or nothing
  std::int64_t number_ = 0;
  bool has_ended_ = false;
};

}  // namespace crownstar::store
