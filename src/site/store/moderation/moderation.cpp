#include "site/store/moderation/moderation.hpp"

#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "site/store/log_owner.hpp"
#include "site/store/open/postgres_store.hpp"
#include "site/store/postgres/connection.hpp"
#include "site/store/postgres/schema.hpp"
#include "site/store/sqlite/connection.hpp"
#include "site/store/sqlite/schema.hpp"
#include "site/store/statements/change_lists.hpp"
#include "site/store/statements/match_statements.hpp"
#include "site/store/statements/people_statements.hpp"
#include "site/store/statements/rating_statements.hpp"

namespace crownstar::store {

namespace {

constexpr int reports_at_once = 200;
constexpr std::size_t changes_not_logged = 20'000;  // those that wait for a server to log them
const std::string everybody;                        // a mute of theirs silences

template <typename ConnectionHere>
using Matches = MatchStatements<std::remove_reference_t<ConnectionHere>>;
template <typename ConnectionHere>
using People = PeopleStatements<std::remove_reference_t<ConnectionHere>>;
template <typename ConnectionHere>
using Ratings = RatingStatements<std::remove_reference_t<ConnectionHere>>;

}  // namespace

struct Moderation::Impl {
  std::unique_ptr<Connection> file;
  std::unique_ptr<postgres::Connection> database;  // where there is no file

  // What one step answers, or the failure that stuck to the connection meanwhile.
  template <typename Step>
  auto ask(Step step) -> Outcome<decltype(step(*file))> {
    if (!file) return ask_database(step);
    auto value = step(*file);
    if (file->has_failed()) return std::unexpected(file->take_failure());
    return value;
  }
  template <typename Step>
  Outcome<void> change(Step step) {
    const auto done = ask([&](auto& connection) {
      step(connection);
      return true;
    });
    return done ? Outcome<void>() : std::unexpected(done.error());
  }

  template <typename Step>
  Outcome<void> act(std::string_view action, Step step);

  // All of it or nothing, also in a file; and one command after another, since each reads the lists and writes them.
  template <typename Step>
  Outcome<void> change_together(Step step) {
    if (file) file->change("BEGIN IMMEDIATE");
    auto done = change([&](auto& connection) {
      hold_lists(connection);
      step(connection);
      if (file) file->change("COMMIT");
    });
    if (!done && file) file->roll_back();
    return done;
  }

 private:
  template <typename Step>
  auto ask_database(Step step) -> Outcome<decltype(step(*database))> {
    database->begin(postgres::Connection::Kind::writing);
    auto value = step(*database);
    if (database->commit()) return value;
    Failure failure = database->take_failure();
    database->roll_back();
    return std::unexpected(std::move(failure));
  }
};

namespace {

std::unexpected<Failure> too_many_wait() {
  return std::unexpected(Failure{FailureKind::busy, fmt::format("{} removals or other actions wait for a server to log "
                                                                "them: start it, and try again",
                                                                changes_not_logged)});
}

// The changes of a list of which each is logged once.
template <typename ConnectionHere>
Listed listed_for_log(ConnectionHere& connection, std::string_view list, std::string_view logged_key) {
  const auto logged = Ratings<ConnectionHere>::read_setting(connection, std::string(logged_key));
  const auto kept = Ratings<ConnectionHere>::read_setting(connection, std::string(list));
  return listed(kept.value_or(""), number_of(logged.value_or("")));
}

}  // namespace

// What an operator does, all of it or nothing, with the line that a server logs.
template <typename Step>
Outcome<void> Moderation::Impl::act(std::string_view action, Step step) {
  bool is_full = false;
  auto done = change_together([&](auto& connection) {
    const Listed actions = listed_for_log(connection, operator_actions_key, operator_actions_logged_key);
    is_full = actions.not_logged >= changes_not_logged;
    if (is_full) return;
    step(connection);
    note(connection, operator_actions_key, actions, action);
  });
  if (is_full && done) return too_many_wait();
  return done;
}

namespace {

std::unexpected<Failure> of_another_version(const std::string& location, int version, int known) {
  return std::unexpected(
      Failure{FailureKind::broken, fmt::format("{} has version {}, this program knows {}; `crownstar serve` brings an "
                                               "older one forward",
                                               location, version, known)});
}

}  // namespace

Moderation::Moderation(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Moderation::Moderation(Moderation&& other) noexcept = default;
Moderation& Moderation::operator=(Moderation&& other) noexcept = default;
Moderation::~Moderation() = default;

Outcome<Moderation> Moderation::open(const std::string& location) {
  if (is_postgres_address(location)) {
    auto database = postgres::Connection::open(location);
    if (!database) return std::unexpected(database.error());
    const auto version = postgres::read_version(**database);
    if (!version) return std::unexpected(version.error());
    if (*version != postgres::schema_version()) {
      return of_another_version(shown_address(location), *version, postgres::schema_version());
    }
    return Moderation(std::make_unique<Impl>(nullptr, *std::move(database)));
  }
  if (const auto checked = check_log_owner(location); !checked) return std::unexpected(checked.error());
  auto connection = Connection::open(location, SQLITE_OPEN_READWRITE);
  if (!connection) return std::unexpected(connection.error());
  const auto mark = read_mark(**connection);
  if (!mark) return std::unexpected(Failure{mark.error().kind, fmt::format("{}: {}", location, mark.error().text)});
  if (mark->is_empty || mark->version != schema_version()) {
    return of_another_version(location, mark->version, schema_version());
  }
  (*connection)->execute("PRAGMA synchronous=FULL");
  (*connection)->execute("PRAGMA secure_delete=ON");  // what is deleted or blanked leaves no letters behind
  return Moderation(std::make_unique<Impl>(*std::move(connection), nullptr));
}

Outcome<std::vector<ReportRow>> Moderation::open_reports() {
  return impl_->ask([](auto& connection) {
    std::vector<ReportRow> all;
    for (std::int64_t after = 0;;) {
      std::vector<ReportRow> page = Ratings<decltype(connection)>::open_reports(connection, after, reports_at_once);
      if (page.empty()) return all;
      after = page.back().number;
      for (ReportRow& row : page) all.push_back(std::move(row));
    }
  });
}

Outcome<void> Moderation::settle_report(std::int64_t number, Instant at, const std::string& verdict) {
  return impl_->act(fmt::format("{} {}", report_settled, number), [&](auto& connection) {
    Ratings<decltype(connection)>::settle_report(connection, number, at, verdict);
  });
}

Outcome<std::optional<PlayerRow>> Moderation::find_player(const std::string& id) {
  return impl_->ask([&](auto& connection) { return People<decltype(connection)>::find_player(connection, id); });
}

Outcome<std::optional<PlayerRow>> Moderation::find_account(const std::string& name_key) {
  return impl_->ask([&](auto& connection) { return People<decltype(connection)>::find_account(connection, name_key); });
}

Outcome<void> Moderation::silence(const std::string& player, Instant now, Instant until, std::string_view until_text) {
  return impl_->act(fmt::format("silenced {} {}", player, until_text), [&](auto& connection) {
    const MuteRow row{.player = "", .muted = player, .since = now, .until = until};
    Ratings<decltype(connection)>::mute(connection, row);
  });
}

Outcome<void> Moderation::let_speak(const std::string& player) {
  return impl_->act(fmt::format("silence_lifted {}", player),
                    [&](auto& connection) { Ratings<decltype(connection)>::unmute(connection, everybody, player); });
}

Outcome<std::vector<MuteRow>> Moderation::silenced() {
  return impl_->ask([](auto& connection) { return Ratings<decltype(connection)>::mutes_of(connection, everybody); });
}

Outcome<void> Moderation::change_password(const std::string& account, const std::string& password_hash,
                                          std::string_view action) {
  return impl_->act(fmt::format("{} {}", action, account), [&](auto& connection) {
    People<decltype(connection)>::change_password(connection, account, password_hash, "");
    note_changed(connection, account);
  });
}

Outcome<void> Moderation::delete_account(const std::string& account) {
  return impl_->act(fmt::format("deleted {}", account), [&](auto& connection) {
    People<decltype(connection)>::delete_account(connection, account);
    note_changed(connection, account);
  });
}

Outcome<std::vector<PlayerRow>> Moderation::accounts_after(const std::string& name_key, int limit) {
  return impl_->ask([&](auto& connection) {
    std::vector<PlayerRow> accounts;
    connection.each(
        "SELECT id, name, name_key, password_hash, created, seen FROM players WHERE kind = 1 AND name_key > ?1"
        " ORDER BY name_key LIMIT ?2",
        [&](const auto& row) {
          PlayerRow& account = accounts.emplace_back();
          account.kind = PlayerKind::account;
          account.id = row.text(0);
          account.name = row.text(1);
          account.name_key = row.text(2);
          account.password_hash = row.text(3);
          account.created = row.instant(4);
          account.seen = row.instant(5);
        },
        name_key, limit);
    return accounts;
  });
}

Outcome<void> Moderation::rename_account(const std::string& account, const std::string& name,
                                         const std::string& name_key, const std::string& name_skeleton) {
  return impl_->act(fmt::format("renamed {}", account), [&](auto& connection) {
    connection.change("UPDATE players SET name = ?2, name_key = ?3, name_skeleton = ?4 WHERE id = ?1 AND kind = 1",
                      account, name, name_key, name_skeleton);
    note_changed(connection, account);
  });
}

Outcome<std::optional<std::string>> Moderation::second_factor(const std::string& account) {
  return impl_->ask([&](auto& connection) {
    return Ratings<decltype(connection)>::read_setting(connection, second_factor_key(account));
  });
}

Outcome<void> Moderation::write_second_factor(
    const std::string& account, const std::string& text,
    const std::function<std::string(const std::string& notices)>& with_notice) {
  return impl_->act(fmt::format("second_factor_off {}", account), [&](auto& connection) {
    using Settings = Ratings<decltype(connection)>;
    Settings::write_setting(connection, second_factor_key(account), text);
    const std::string notices = Settings::read_setting(connection, notices_key(account)).value_or("");
    Settings::write_setting(connection, notices_key(account), with_notice(notices));
    note_changed(connection, account);
  });
}

Outcome<std::size_t> Moderation::sessions_of(const std::string& player) {
  return impl_->ask(
      [&](auto& connection) { return People<decltype(connection)>::sessions_of(connection, player).size(); });
}

Outcome<std::vector<ChatRow>> Moderation::chat(const std::string& match) {
  return impl_->ask([&](auto& connection) {
    return Matches<decltype(connection)>::chat(connection, match, {}, 0, std::numeric_limits<int>::max());
  });
}

Outcome<void> Moderation::remove_line(const std::string& match, int number) {
  bool is_full = false;
  auto done = impl_->change_together([&](auto& connection) {
    const Listed lines = listed_for_log(connection, lines_removed_key, lines_logged_key);
    is_full = lines.not_logged >= changes_not_logged;
    if (is_full) return;
    Matches<decltype(connection)>::remove_chat_text(connection, match, number);
    note(connection, lines_removed_key, lines, fmt::format("{} {}", match, number));
  });
  if (is_full && done) return too_many_wait();
  return done;
}

}  // namespace crownstar::store
