#include "site/store/transfer/site_copy.hpp"

#include <filesystem>
#include <limits>
#include <system_error>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/mixing.hpp"
#include "site/store/log_owner.hpp"
#include "site/store/open/postgres_store.hpp"
#include "site/store/postgres/schema.hpp"
#include "site/store/sqlite/connection.hpp"
#include "site/store/sqlite/schema.hpp"
#include "site/store/statements/dialects.hpp"
#include "site/store/statements/match_statements.hpp"
#include "site/store/statements/people_statements.hpp"
#include "site/store/statements/rating_statements.hpp"

namespace crownstar::store {

namespace {

constexpr int matches_at_once = 200;
constexpr int every_row = std::numeric_limits<int>::max();

template <typename ConnectionType>
Outcome<void> outcome_of(ConnectionType& connection) {
  if (connection.has_failed()) return std::unexpected(connection.take_failure());
  return {};
}

// What the two backends do differently.
struct SqliteSide {
  using Link = Connection;

  template <typename Read>
  static void each(Link& link, const std::string& sql, Read read) {
    link.each(sql, read);
  }
};

struct PostgresSide {
  using Link = postgres::Connection;

  // Piece by piece: a whole table need not fit into memory.
  template <typename Read>
  static void each(Link& link, const std::string& sql, Read read) {
    link.execute_within("DECLARE walk NO SCROLL CURSOR FOR " + sql);
    for (bool is_more = true; is_more && !link.has_failed();) {
      is_more = false;
      link.each_once("FETCH 1000 FROM walk", [&](const postgres::Row& row) {
        is_more = true;
        read(row);
      });
    }
    link.execute_within("CLOSE walk");
  }
};

// Everything in a store's tables, in the order of a stream.
template <typename Side>
class Walk {
 public:
  Walk(typename Side::Link& link, const VisitRow& visit) : link_(link), visit_(visit) {}

  Outcome<void> run() {
    people();
    games();
    return outcome_of(link_);
  }

 private:
  template <typename Make>
  void table(const char* sql, Make make) {
    if (!goes_on_) return;
    const std::string& kept = keep(sql);
    Side::each(link_, kept, [&](const auto& row) {
      if (goes_on_) goes_on_ = visit_(SiteRow(make(row)));
    });
  }
  // SQLite's connection keeps a statement by where its text lies.
  static const std::string& keep(const char* sql) {
    static std::unordered_map<std::string, std::string> kept;
    return kept.try_emplace(sql, sql).first->second;
  }

  void people() {
    table("SELECT key, value FROM settings ORDER BY key",
          [](const auto& row) { return SettingRow{row.text(0), row.text(1)}; });
    table(
        "SELECT id, kind, name, coalesce(name_key, ''), password_hash, preferences, created, seen, became FROM players"
        " ORDER BY id",
        [](const auto& row) {
          return PlayerRow{row.text(0),    static_cast<PlayerKind>(row.small(1)),
                           row.text(2),    row.text(3),
                           row.text(4),    row.text(5),
                           row.instant(6), row.instant(7),
                           row.text(8)};
        });
    table("SELECT hash, id, player, created, seen, expires, label FROM sessions ORDER BY hash", [](const auto& row) {
      return SessionRow{row.text(0),    row.text(1),    row.text(2), row.instant(3),
                        row.instant(4), row.instant(5), row.text(6)};
    });
    table("SELECT hash, id, player, name, scopes, created, seen, expires FROM tokens ORDER BY hash",
          [](const auto& row) {
            return TokenRow{row.text(0), row.text(1),    row.text(2),          row.text(3),
                            row.text(4), row.instant(5), row.maybe_instant(6), row.maybe_instant(7)};
          });
    table(
        "SELECT player, family, speed, rating, deviation, volatility, games, updated FROM ratings"
        " ORDER BY player, family, speed",
        [](const auto& row) {
          return RatingRow{row.text(0), row.text(1), row.text(2),  row.real(3),
                           row.real(4), row.real(5), row.small(6), row.instant(7)};
        });
    table(
        "SELECT player, family, speed, games, at, match, rating, deviation FROM rating_steps"
        " ORDER BY player, family, speed, games",
        [](const auto& row) {
          return RatedStep{row.text(0),
                           row.text(1),
                           row.text(2),
                           {row.small(3), row.instant(4), row.text(5), row.real(6), row.real(7)}};
        });
    table("SELECT number, at, reporter, accused, match, reason, text, settled, verdict FROM reports ORDER BY number",
          [](const auto& row) {
            return ReportRow{row.integer(0), row.instant(1), row.text(2),          row.text(3), row.text(4),
                             row.text(5),    row.text(6),    row.maybe_instant(7), row.text(8)};
          });
    table("SELECT player, muted, since, until FROM mutes ORDER BY player, muted",
          [](const auto& row) { return MuteRow{row.text(0), row.text(1), row.instant(2), row.maybe_instant(3)}; });
  }

  void games() {
    PageRequest page{.after = {}, .limit = matches_at_once};
    do {
      MatchPage found = MatchStatements<typename Side::Link>::all_matches(link_, page);
      for (MatchHeader& header : found.matches) {
        if (!goes_on_ || link_.has_failed()) return;
        WholeMatch match{std::move(header), {}, {}};
        match.events = MatchStatements<typename Side::Link>::events(link_, match.header.id, 0, every_row);
        match.chat = MatchStatements<typename Side::Link>::chat(link_, match.header.id, {}, 0, every_row);
        goes_on_ = visit_(SiteRow(std::move(match)));
      }
      page.after = found.next;
    } while (!page.after.empty() && !link_.has_failed());
  }

  typename Side::Link& link_;
  const VisitRow& visit_;
  bool goes_on_ = true;
};

template <typename Link>
class RowInserter {
  using People = PeopleStatements<Link>;
  using Ratings = RatingStatements<Link>;

 public:
  explicit RowInserter(Link& link) : link_(link) {}

  void operator()(const SettingRow& row) { Ratings::write_setting(link_, row.key, row.value); }
  void operator()(const PlayerRow& row) { People::create_player(link_, row); }
  void operator()(const SessionRow& row) { People::create_session(link_, row); }
  void operator()(const TokenRow& row) { People::create_token(link_, row); }
  void operator()(const RatingRow& row) {
    link_.change(
        "INSERT INTO ratings(player, family, speed, rating, deviation, volatility, games, updated)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        row.player, row.family, row.speed, row.rating, row.deviation, row.volatility, row.games, row.updated);
  }
  void operator()(const RatedStep& row) {
    link_.change(
        "INSERT INTO rating_steps(player, family, speed, games, at, match, rating, deviation)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        row.player, row.family, row.speed, row.step.games, row.step.at, row.step.match, row.step.rating,
        row.step.deviation);
  }
  void operator()(const ReportRow& row) {
    link_.change(
        "INSERT INTO reports(number, at, reporter, accused, match, reason, text, settled, verdict)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        row.number, row.at, row.reporter, row.accused, row.match, row.reason, row.text, row.settled, row.verdict);
  }
  void operator()(const MuteRow& row) { Ratings::mute(link_, row); }
  void operator()(const WholeMatch& row) {
    MatchStatements<Link>::create_match(link_, row.header, row.events);
    const auto key = MatchesOf<Link>::find(link_, row.header.id);
    if (!key) return;
    for (const ChatRow& line : row.chat) {
      link_.change_later(
          "INSERT INTO chat(match, number, room, player, name, text, at) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)", *key,
          line.number, line.room, line.player, line.name, line.text, line.at);
    }
  }

 private:
  Link& link_;
};

class SqliteSource final : public SiteSource {
 public:
  explicit SqliteSource(std::unique_ptr<Connection> link) : link_(std::move(link)) {}
  Outcome<void> visit(const VisitRow& visit) override {
    link_->execute("BEGIN");
    auto walked = Walk<SqliteSide>(*link_, visit).run();
    link_->roll_back();
    return walked;
  }

 private:
  std::unique_ptr<Connection> link_;
};

class PostgresSource final : public SiteSource {
 public:
  explicit PostgresSource(std::unique_ptr<postgres::Connection> link) : link_(std::move(link)) {}
  Outcome<void> visit(const VisitRow& visit) override {
    link_->begin(postgres::Connection::Kind::reading);
    auto walked = Walk<PostgresSide>(*link_, visit).run();
    link_->roll_back();
    return walked;
  }

 private:
  std::unique_ptr<postgres::Connection> link_;
};

// A file under another name until it is whole.
class SqliteTarget final : public SiteTarget {
 public:
  SqliteTarget(std::string path, std::unique_ptr<Connection> link) : path_(std::move(path)), link_(std::move(link)) {
    link_->execute("BEGIN IMMEDIATE");
  }
  ~SqliteTarget() override {
    if (!link_) return;
    link_.reset();
    std::error_code ignored;
    std::filesystem::remove(draft_of(path_), ignored);
    std::filesystem::remove(draft_of(path_) + "-journal", ignored);
  }
  static std::string draft_of(const std::string& path) { return path + ".partial"; }

  Outcome<void> add(const SiteRow& row) override {
    std::visit(RowInserter<Connection>(*link_), row);
    return outcome_of(*link_);
  }
  Outcome<void> visit(const VisitRow& visit) override { return Walk<SqliteSide>(*link_, visit).run(); }
  Outcome<void> commit() override {
    link_->execute("COMMIT");
    if (auto committed = outcome_of(*link_); !committed) return committed;
    link_.reset();
    // Never over what somebody has put there in the meantime.
    std::error_code problem;
    std::filesystem::create_hard_link(draft_of(path_), path_, problem);
    std::error_code ignored;
    std::filesystem::remove(draft_of(path_), ignored);
    if (!problem) return {};
    return std::unexpected(
        Failure{FailureKind::broken, fmt::format("{} can't get its name: {}", path_, problem.message())});
  }

 private:
  std::string path_;
  std::unique_ptr<Connection> link_;
};

class PostgresTarget final : public SiteTarget {
 public:
  explicit PostgresTarget(std::unique_ptr<postgres::Connection> link) : link_(std::move(link)) {
    link_->begin(postgres::Connection::Kind::writing);
  }
  // A server that is started there meanwhile waits.
  Outcome<void> expect_empty() {
    for (const char* const table : {"players", "matches", "settings", "sessions", "tokens", "ratings", "rating_steps",
                                    "reports", "mutes", "seats", "events", "chat"}) {
      link_->execute_within(fmt::format("LOCK TABLE {} IN EXCLUSIVE MODE", table));
      bool is_empty = true;
      link_->each_once(fmt::format("SELECT 1 FROM {} LIMIT 1", table), [&](const postgres::Row&) { is_empty = false; });
      if (!is_empty) {
        return std::unexpected(
            Failure{FailureKind::taken, fmt::format("the database has rows of a site already, in {}", table)});
      }
    }
    return outcome_of(*link_);
  }
  Outcome<void> add(const SiteRow& row) override {
    std::visit(RowInserter<postgres::Connection>(*link_), row);
    return outcome_of(*link_);
  }
  Outcome<void> visit(const VisitRow& visit) override { return Walk<PostgresSide>(*link_, visit).run(); }
  Outcome<void> commit() override {
    // The next report gets a number that is free.
    link_->execute_within(
        "SELECT setval(pg_get_serial_sequence('reports', 'number'), max(number)) FROM reports"
        " HAVING count(*) > 0");
    if (link_->commit()) return {};
    return std::unexpected(link_->take_failure());
  }

 private:
  std::unique_ptr<postgres::Connection> link_;
};

template <typename Base, typename Opened>
Outcome<std::unique_ptr<Base>> from_version(Opened opened, int version, int known) {
  if (version == known) return opened;
  return std::unexpected(Failure{
      FailureKind::broken, fmt::format("the store has version {}, this program reads {}; `crownstar serve` brings an "
                                       "older one forward",
                                       version, known)});
}

}  // namespace

Outcome<std::unique_ptr<SiteSource>> open_site_source(const std::string& location) {
  if (is_postgres_address(location)) {
    auto link = postgres::Connection::open(location);
    if (!link) return std::unexpected(link.error());
    const auto version = postgres::read_version(**link);
    if (!version) return std::unexpected(version.error());
    return from_version<SiteSource>(std::make_unique<PostgresSource>(*std::move(link)), *version,
                                    postgres::schema_version());
  }
  if (const auto checked = check_log_owner(location); !checked) return std::unexpected(checked.error());
  auto link = Connection::open(location, SQLITE_OPEN_READONLY);
  if (!link) return std::unexpected(link.error());
  const auto mark = read_mark(**link);
  if (!mark) return std::unexpected(mark.error());
  return from_version<SiteSource>(std::make_unique<SqliteSource>(*std::move(link)), mark->version, schema_version());
}

Outcome<std::unique_ptr<SiteTarget>> open_site_target(const std::string& location) {
  if (is_postgres_address(location)) {
    auto link = postgres::Connection::open(location);
    if (!link) return std::unexpected(link.error());
    if (auto migrated = postgres::migrate(**link, postgres::schema_steps()); !migrated) {
      return std::unexpected(migrated.error());
    }
    auto target = std::make_unique<PostgresTarget>(*std::move(link));
    if (auto empty = target->expect_empty(); !empty) return std::unexpected(empty.error());
    return target;
  }
  std::error_code problem;
  for (const std::string& name : {location, SqliteTarget::draft_of(location), location + "-wal"}) {
    if (!std::filesystem::exists(name, problem)) continue;
    return std::unexpected(Failure{FailureKind::taken, fmt::format("{} is there already", name)});
  }
  auto link = Connection::open(SqliteTarget::draft_of(location), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  if (!link) return std::unexpected(link.error());
  (*link)->execute("PRAGMA synchronous = FULL");
  auto migrated = migrate(**link, schema_steps());
  auto target = std::make_unique<SqliteTarget>(location, *std::move(link));
  if (!migrated) return std::unexpected(migrated.error());
  return target;
}

Outcome<SiteTotals> export_site(const std::string& location, const WriteText& write, const CopyListeners& listeners) {
  auto source = open_site_source(location);
  if (!source) return std::unexpected(source.error());
  SiteStreamWriter writer(write);
  bool is_written = true;
  const auto walked = (*source)->visit([&](const SiteRow& row) {
    is_written = writer.add(row);
    listeners.on_row(writer.totals());
    return is_written;
  });
  if (!walked) return std::unexpected(walked.error());
  if (!is_written || !writer.end()) return std::unexpected(Failure{FailureKind::full, "the stream can't be written"});
  return writer.totals();
}

Outcome<SiteTotals> import_site(const std::string& location, const NextLine& next, const CopyListeners& listeners) {
  auto target = open_site_target(location);
  if (!target) return std::unexpected(target.error());
  std::vector<std::uint64_t> sums;  // of each row's lines
  const auto sum_of = [](const SiteRow& row) {
    base::Fnv1a sum;
    sum.add(lines_of(row));
    return sum.sum();
  };
  SiteStreamReader reader([&](const SiteRow& row) -> Outcome<void> {
    sums.push_back(sum_of(row));
    return (*target)->add(row);
  });
  std::string line;
  while (true) {
    const auto is_there = next(line);
    if (!is_there) return std::unexpected(is_there.error());
    if (!*is_there) break;
    if (auto taken = reader.line(line); !taken) return std::unexpected(taken.error());
    listeners.on_row(reader.totals());
  }
  if (auto ended = reader.end(); !ended) return std::unexpected(ended.error());
  std::size_t place_of_row = 0;
  std::string fault;
  SiteTotals checked;
  const auto read_back = (*target)->visit([&](const SiteRow& row) {
    const bool is_same = place_of_row < sums.size() && sums[place_of_row] == sum_of(row);
    ++place_of_row;
    checked.count(row);
    listeners.on_checked(checked);
    if (!is_same) fault = lines_of(row).substr(0, 60);
    return is_same;
  });
  if (!read_back) return std::unexpected(read_back.error());
  if (fault.empty() && place_of_row != sums.size()) fault = "its last rows are missing";
  if (!fault.empty()) {
    return std::unexpected(
        Failure{FailureKind::broken, fmt::format("the new store is not what the stream says, from row {} on: {}",
                                                 place_of_row, fault.substr(0, fault.find('\n')))});
  }
  if (auto committed = (*target)->commit(); !committed) return std::unexpected(committed.error());
  return reader.totals();
}

}  // namespace crownstar::store
