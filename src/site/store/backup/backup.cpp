#include "site/store/backup/backup.hpp"

#include <cerrno>
#include <filesystem>
#include <limits>
#include <memory>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/file_descriptor.hpp"
#include "site/store/file_lock.hpp"
#include "site/store/log_owner.hpp"
#include "site/store/older_games.hpp"
#include "site/store/sqlite/append_log.hpp"
#include "site/store/sqlite/connection.hpp"
#include "site/store/sqlite/packed_events.hpp"
#include "site/store/sqlite/schema.hpp"
#include "site/store/statements/match_statements.hpp"

namespace crownstar::store {

namespace {

using BackedUpMatches = MatchStatements<Connection>;

// Some megabytes at a time: between steps the copy can be stopped, and the disk is left to the server.
constexpr int pages_a_step = 1024;
constexpr int most_faults = 50;
constexpr int version_with_sums = 5;
constexpr int matches_a_page = 200;

using Opened = Outcome<std::unique_ptr<Connection>>;

std::unexpected<Failure> failed(FailureKind kind, std::string text) {
  return std::unexpected(Failure{kind, std::move(text)});
}

std::string system_text(int code) { return std::generic_category().message(code); }

Opened open_to_read(const std::string& path) {
  if (const auto checked = check_log_owner(path); !checked) return std::unexpected(checked.error());
  auto opened = Connection::open(path, SQLITE_OPEN_READONLY);
  if (!opened) return opened;
  const auto mark = read_mark(**opened);
  if (!mark) return failed(mark.error().kind, fmt::format("{}: {}", path, mark.error().text));
  if (mark->is_empty) return failed(FailureKind::absent, fmt::format("{} is empty", path));
  if (mark->version > schema_version()) {
    return failed(FailureKind::broken,
                  fmt::format("{} has version {}, written by a newer program; this one knows up to {}", path,
                              mark->version, schema_version()));
  }
  // A store of an earlier version is read as it is. In the first nothing lies unsorted, in the second each event does
  // by itself.
  if (mark->version == 1) (*opened)->execute("CREATE TEMP TABLE fresh_batches(key, events, sum)");
  if (mark->version == 2) {
    (*opened)->execute(
        "CREATE TEMP VIEW fresh_batches AS SELECT key, CAST(match || ' ' || number || ' 1 ' ||"
        " (length(CAST(head AS BLOB)) + length(body)) || ' ' || head || body AS BLOB) AS events, NULL AS sum FROM "
        "(SELECT *,"
        " length(CAST(kind AS BLOB)) || ' ' || length(body) || ' ' || kind AS head FROM main.fresh_events)");
  }
  if (mark->version >= 3 && mark->version < version_with_sums) {
    (*opened)->execute("CREATE TEMP VIEW fresh_batches AS SELECT *, NULL AS sum FROM main.fresh_batches");
  }
  if (mark->version < version_with_sums) {
    (*opened)->execute("CREATE TEMP VIEW events AS SELECT *, NULL AS sum FROM main.events");
  }
  if ((*opened)->has_failed()) return failed((*opened)->take_failure().kind, path + " can't be read");
  return opened;
}

// One read transaction over all steps: the copy is of one moment, and other people's commits don't make it start again.
Outcome<void> copy_pages(Connection& source, Connection& target, const CopyProgress& go_on) {
  source.execute("BEGIN; SELECT count(*) FROM sqlite_schema");
  if (source.has_failed()) return std::unexpected(source.take_failure());
  sqlite3_backup* backup = sqlite3_backup_init(target.raw(), "main", source.raw(), "main");
  int code = backup == nullptr ? sqlite3_extended_errcode(target.raw()) : SQLITE_OK;
  bool is_wanted = true;
  while (code == SQLITE_OK && is_wanted) {
    code = sqlite3_backup_step(backup, pages_a_step);
    const int all = sqlite3_backup_pagecount(backup);
    is_wanted = !go_on || go_on(all - sqlite3_backup_remaining(backup), all);
  }
  const int system_code = sqlite3_system_errno(target.raw());
  sqlite3_backup_finish(backup);
  source.roll_back();
  if (code != SQLITE_DONE && !is_wanted) return failed(FailureKind::absent, "the copy was stopped");
  if (code == SQLITE_DONE) return {};
  return failed(failure_kind(code, system_code), sqlite3_errstr(code));
}

void find_faults(Connection& connection, std::string_view sql, std::string_view what,
                 std::vector<std::string>& faults) {
  connection.each(sql, [&](const Row& row) { faults.push_back(fmt::format("{} {}", what, row.text(0))); }, most_faults);
}

void find_log_faults(Connection& connection, std::vector<std::string>& faults) {
  for (const auto& [match, is_whole] : sqlite::logged_matches(connection)) {
    std::string fault = fmt::format("events without a match, key {}", match);
    const auto name = [&](const Row& row) {
      fault = is_whole ? "" : fmt::format("events are missing from match {}", row.text(0));
    };
    connection.each("SELECT id FROM matches WHERE key = ?1", name, match);
    if (!fault.empty() && std::cmp_less(faults.size(), most_faults)) faults.push_back(std::move(fault));
  }
}

void find_sum_faults(Connection& connection, std::vector<std::string>& faults) {
  connection.each("SELECT match, number, kind, body, sum FROM events WHERE sum IS NOT NULL", [&](const Row& row) {
    const std::int64_t sum = sqlite::sum_of_events(row.integer(0), row.integer(1), row.bytes(2), row.bytes(3));
    if (sum == row.integer(4) || std::cmp_greater_equal(faults.size(), most_faults)) return;
    faults.push_back(
        fmt::format("events from {} on of the match with the key {} are damaged", row.integer(1), row.integer(0)));
  });
}

// SQLite's words about its pages, without its `ok`.
std::vector<std::string> damage(Connection& connection) {
  std::vector<std::string> faults;
  connection.each("PRAGMA integrity_check(50)", [&](const Row& row) {
    if (std::string line = row.text(0); line != "ok") faults.push_back(std::move(line));
  });
  // What the pages say of themselves is a fault of the file like any other.
  if (connection.has_failed()) faults.push_back(connection.take_failure().text);
  return faults;
}

Outcome<void> sync_path(const std::string& path) {
  const base::FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.is_open() && fsync(file.number()) == 0) return {};
  const int code = errno;
  return failed(FailureKind::broken, fmt::format("{} can't be synced: {}", path, system_text(code)));
}

// A name is given only if nobody has it: a link, unlike a rename, never takes the place of a file.
Outcome<void> give_name(const std::string& partial, const std::string& target) {
  if (::link(partial.c_str(), target.c_str()) != 0) {
    const int code = errno;
    return failed(code == EEXIST ? FailureKind::taken : FailureKind::broken,
                  fmt::format("{} can't get the name {}: {}", partial, target, system_text(code)));
  }
  ::unlink(partial.c_str());
  const std::string folder = std::filesystem::path(target).parent_path().string();
  return sync_path(folder.empty() ? "." : folder);
}

Outcome<void> make_new(const std::string& path) {
  const base::FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (file.is_open()) return {};
  const int code = errno;
  if (code == EEXIST) {
    return failed(FailureKind::taken,
                  fmt::format("{} is there already, from a copy under way or cut off; delete it if no "
                              "copy is under way",
                              path));
  }
  const FailureKind kind = code == ENOSPC || code == EDQUOT ? FailureKind::full
                           : code == EROFS                  ? FailureKind::read_only
                                                            : FailureKind::broken;
  return failed(kind, fmt::format("{} can't be made: {}", path, system_text(code)));
}

Outcome<void> fill(Connection& source, const std::string& partial, const CopyProgress& go_on) {
  auto target = Connection::open(partial, SQLITE_OPEN_READWRITE);
  if (!target) return std::unexpected(target.error());
  if (auto copied = copy_pages(source, **target, go_on); !copied) {
    return failed(copied.error().kind, fmt::format("{}: {}", partial, copied.error().text));
  }
  // A copy is one file, with no log beside it.
  (*target)->execute("PRAGMA journal_mode = DELETE");
  if ((*target)->has_failed()) return std::unexpected((*target)->take_failure());
  if (const auto faults = damage(**target); !faults.empty()) {
    return failed(FailureKind::broken, fmt::format("the copy has faults, and so may the store: {}", faults.front()));
  }
  return {};
}

Outcome<void> copy(const std::string& from, const std::string& to, const CopyProgress& go_on) {
  for (const char* beside : {"", "-wal", "-journal"}) {
    if (const std::string path = to + beside; std::filesystem::exists(path)) {
      return failed(FailureKind::taken, fmt::format("{} is there already and is not overwritten", path));
    }
  }
  auto source = open_to_read(from);
  if (!source) return std::unexpected(source.error());
  const std::string partial = to + ".partial";
  if (auto made = make_new(partial); !made) return made;
  auto done = fill(**source, partial, go_on);
  if (done) done = sync_path(partial);
  if (done) done = give_name(partial, to);
  if (!done) ::unlink(partial.c_str());
  return done;
}

}  // namespace

Outcome<void> backup_to(const std::string& store, const std::string& target, const CopyProgress& go_on) {
  return copy(store, target, go_on);
}

Outcome<void> restore_from(const std::string& backup, const std::string& store, const CopyProgress& go_on) {
  const auto lock = FileLock::take(store, FileLock::File::stays_absent);
  if (!lock) return std::unexpected(lock.error());
  const auto faults = check_file(backup);
  if (!faults) return std::unexpected(faults.error());
  if (!faults->empty()) {
    return failed(FailureKind::broken, fmt::format("{} has faults and is not restored: {}", backup, faults->front()));
  }
  return copy(backup, store, go_on);
}

Outcome<std::vector<std::string>> check_file(const std::string& store) {
  auto opened = open_to_read(store);
  if (!opened) return std::unexpected(opened.error());
  Connection& connection = **opened;
  std::vector<std::string> faults = damage(connection);
  if (!faults.empty()) return faults;
  find_faults(connection,
              "SELECT id FROM matches WHERE key IN"
              " (SELECT match FROM (SELECT match, number, max(CAST(kind AS INTEGER), 1) AS count FROM events)"
              "  GROUP BY match HAVING sum(count) <> max(number + count) OR min(number) <> 0 LIMIT ?1)",
              "events are missing from match", faults);
  find_faults(connection, "SELECT DISTINCT match FROM events WHERE match NOT IN (SELECT key FROM matches) LIMIT ?1",
              "events without a match, key", faults);
  find_sum_faults(connection, faults);
  find_log_faults(connection, faults);
  find_faults(connection, "SELECT DISTINCT match FROM seats WHERE match NOT IN (SELECT key FROM matches) LIMIT ?1",
              "seats without a match, key", faults);
  find_faults(connection, "SELECT DISTINCT match FROM chat WHERE match NOT IN (SELECT key FROM matches) LIMIT ?1",
              "chat lines without a match, key", faults);
  if (connection.has_failed()) return std::unexpected(connection.take_failure());
  return faults;
}

Outcome<std::int64_t> for_each_match(const std::string& store, const VisitMatch& visit) {
  auto opened = open_to_read(store);
  if (!opened) return std::unexpected(opened.error());
  Connection& connection = **opened;
  const auto mark = read_mark(connection);
  if (!mark) return std::unexpected(mark.error());
  const bool is_older = mark->version < version_that_says_leave;
  std::int64_t visited = 0;
  PageRequest request{.after = {}, .limit = matches_a_page};
  do {
    // A transaction a page: the log of a running server must not wait for the whole walk.
    std::vector<std::vector<EventRow>> all_events;
    connection.execute("BEGIN");
    MatchPage page = BackedUpMatches::all_matches(connection, request);
    for (const MatchHeader& header : page.matches) {
      all_events.push_back(BackedUpMatches::events(connection, header.id, 0, std::numeric_limits<int>::max()));
    }
    connection.execute("COMMIT");
    if (connection.has_failed()) return std::unexpected(connection.take_failure());
    for (std::size_t match = 0; match < page.matches.size(); ++match) {
      ++visited;
      if (is_older) keep_older_meaning(page.matches[match], all_events[match]);
      if (!visit(page.matches[match], all_events[match])) return visited;
    }
    request.after = page.next;
  } while (!request.after.empty());
  return visited;
}

}  // namespace crownstar::store
