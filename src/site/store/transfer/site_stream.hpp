// The export format of a whole site: one row per line, without loss (docs/site-stream.md).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/mixing.hpp"
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
  base::Fnv1a sum_;
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
  base::Fnv1a sum_;
  SiteTotals totals_;
  std::vector<SiteRow> pending_;  // the match whose seats, events and chat still come; or nothing
  std::int64_t number_ = 0;
  bool has_ended_ = false;
  bool is_older_ = false;
};

}  // namespace crownstar::store
