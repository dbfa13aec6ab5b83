#include "site/store/statements/people_statements.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/limits.hpp"
#include "site/store/statements/dialects.hpp"

namespace crownstar::store {

namespace {

template <typename Connection>
void expect_change(Connection& connection, int changed, std::string_view what) {
  if (changed == 0) connection.fail(FailureKind::absent, fmt::format("there is no such {}", what));
}

PlayerRow read_player(const auto& row) {
  return {.id = row.text(0),
          .kind = static_cast<PlayerKind>(row.small(1)),
          .name = row.text(2),
          .name_key = row.text(3),
          .password_hash = row.text(4),
          .preferences = row.text(5),
          .created = row.instant(6),
          .seen = row.instant(7),
          .became = row.text(8),
          .name_skeleton = row.text(9)};
}

// What `read_player` reads. Texts that are put together are static, because the connection keeps the statements under
// them.
std::string select_players(std::string_view which) {
  return fmt::format(
      "SELECT id, kind, name, coalesce(name_key, ''), password_hash, preferences, created, seen, became,"
      " coalesce(name_skeleton, '') FROM players {}",
      which);
}

SessionRow read_session(const auto& row) {
  return {.hash = row.text(0),
          .id = row.text(1),
          .player = row.text(2),
          .created = row.instant(3),
          .seen = row.instant(4),
          .expires = row.instant(5),
          .label = row.text(6)};
}

TokenRow read_token(const auto& row) {
  return {.hash = row.text(0),
          .id = row.text(1),
          .player = row.text(2),
          .name = row.text(3),
          .scopes = row.text(4),
          .created = row.instant(5),
          .seen = row.maybe_instant(6),
          .expires = row.maybe_instant(7)};
}

// Ratings go along where the account has none of its own of that kind.
template <typename Connection>
void claim_ratings(Connection& connection, const std::string& guest, const std::string& account) {
  connection.change(
      "UPDATE rating_steps SET player = ?2 WHERE player = ?1 AND NOT EXISTS (SELECT 1 FROM ratings AS own WHERE"
      " own.player = ?2 AND own.family = rating_steps.family AND own.speed = rating_steps.speed)",
      guest, account);
  connection.change(
      "UPDATE ratings SET player = ?2 WHERE player = ?1 AND NOT EXISTS (SELECT 1 FROM ratings AS own WHERE"
      " own.player = ?2 AND own.family = ratings.family AND own.speed = ratings.speed)",
      guest, account);
  connection.change("DELETE FROM ratings WHERE player = ?1", guest);
  connection.change("DELETE FROM rating_steps WHERE player = ?1", guest);
}

template <typename Connection>
void claim_mutes(Connection& connection, const std::string& guest, const std::string& account) {
  connection.change(
      "UPDATE mutes SET player = ?2 WHERE player = ?1 AND NOT EXISTS"
      " (SELECT 1 FROM mutes AS own WHERE own.player = ?2 AND own.muted = mutes.muted)",
      guest, account);
  connection.change(
      "UPDATE mutes SET muted = ?2 WHERE muted = ?1 AND NOT EXISTS"
      " (SELECT 1 FROM mutes AS own WHERE own.muted = ?2 AND own.player = mutes.player)",
      guest, account);
  connection.change("DELETE FROM mutes WHERE player = ?1 OR muted = ?1 OR player = muted", guest);
}

// The details of a match that is not over may name people who do not sit there: its host, and whom it is kept for.
template <typename Connection>
void forget_in_details(Connection& connection, const std::string& account) {
  using Matches = MatchesOf<Connection>;
  std::vector<std::pair<typename Matches::Key, std::string>> naming;
  static const std::string find = fmt::format(
      "SELECT {0}, details FROM matches WHERE {0} IN (SELECT match FROM seats WHERE player = ?1 AND player <> '')"
      " UNION ALL SELECT {0}, details FROM matches {1} WHERE state < 2 AND {2} > 0",
      Matches::key, Matches::unfinished, Matches::place);
  connection.each(
      find,
      [&](const auto& row) {
        std::string details = row.text(1);
        if (details.find(account) != std::string::npos) naming.emplace_back(Matches::read_key(row, 0), details);
      },
      account);
  for (auto& [match, details] : naming) {
    for (std::size_t at = details.find(account); at != std::string::npos; at = details.find(account, at)) {
      details.erase(at, account.size());
    }
    static const std::string write = fmt::format("UPDATE matches SET details = ?2 WHERE {} = ?1", Matches::key);
    connection.change_later(write, match, Bytes{details});
  }
}

}  // namespace

// It stays as it is until the transaction ends: another node may be about to delete it.
template <typename Connection>
void PeopleStatements<Connection>::expect_player(Connection& connection, const std::string& id) {
  connection.hold("SELECT 1 FROM players WHERE id = ?1 FOR SHARE", id);
  if (!connection.exists("SELECT 1 FROM players WHERE id = ?1", id) && !connection.has_failed()) {
    connection.fail(FailureKind::absent, fmt::format("there is no player {}", id));
  }
}

template <typename Connection>
void PeopleStatements<Connection>::create_player(Connection& connection, const PlayerRow& player) {
  constexpr std::string_view sql =
      "INSERT INTO players(id, kind, name, name_key, password_hash, preferences, created, seen, became, name_skeleton)"
      " VALUES(?1, ?2, ?3, nullif(?4, ''), ?5, ?6, ?7, ?8, ?9, nullif(?10, ''))";
  connection.change(sql, player.id, player.kind, player.name, player.name_key, player.password_hash, player.preferences,
                    player.created, player.seen, player.became, player.name_skeleton);
}

template <typename Connection>
std::optional<PlayerRow> PeopleStatements<Connection>::find_player(Connection& connection, const std::string& id) {
  std::optional<PlayerRow> found;
  static const std::string sql = select_players("WHERE id = ?1");
  connection.each(sql, [&](const auto& row) { found = read_player(row); }, id);
  return found;
}

template <typename Connection>
std::optional<PlayerRow> PeopleStatements<Connection>::find_account(Connection& connection,
                                                                    const std::string& name_key) {
  std::optional<PlayerRow> found;
  static const std::string sql = select_players("WHERE name_key = ?1");
  connection.each(sql, [&](const auto& row) { found = read_player(row); }, name_key);
  return found;
}

template <typename Connection>
std::optional<PlayerRow> PeopleStatements<Connection>::find_similar_account(Connection& connection,
                                                                            const std::string& name_key,
                                                                            const std::string& name_skeleton) {
  if (auto found = find_account(connection, name_key)) return found;
  std::optional<PlayerRow> found;
  static const std::string sql = select_players("WHERE name_skeleton = ?1");
  connection.each(sql, [&](const auto& row) { found = read_player(row); }, name_skeleton);
  return found;
}

template <typename Connection>
std::vector<PlayerRow> PeopleStatements<Connection>::accounts_without_skeleton(Connection& connection,
                                                                               const std::string& mark,
                                                                               const std::string& after, int limit) {
  std::string end = mark;  // the first text after all that begin with it
  ++end.back();
  std::vector<PlayerRow> found;
  static const std::string sql = select_players(
      "WHERE kind = 1 AND id > ?1 AND (name_skeleton IS NULL OR name_skeleton < ?2 OR name_skeleton >= ?3)"
      " ORDER BY id LIMIT ?4");
  connection.each(sql, [&](const auto& row) { found.push_back(read_player(row)); }, after, mark, end, limit);
  return found;
}

template <typename Connection>
void PeopleStatements<Connection>::set_skeletons(Connection& connection, const std::vector<SkeletonRow>& rows) {
  for (const SkeletonRow& row : rows) {
    connection.change(
        "UPDATE players SET name_skeleton = ?3 WHERE id = ?1 AND kind = 1 AND name_key = ?2"
        " AND NOT EXISTS (SELECT 1 FROM players AS other WHERE other.name_skeleton = ?3)",
        row.account, row.name_key, row.skeleton);
  }
}

template <typename Connection>
void PeopleStatements<Connection>::rename_guest(Connection& connection, const std::string& guest,
                                                const std::string& name) {
  expect_change(connection, connection.change("UPDATE players SET name = ?2 WHERE id = ?1 AND kind = 0", guest, name),
                "guest");
}

template <typename Connection>
void PeopleStatements<Connection>::promote_guest(Connection& connection, const PlayerRow& account) {
  const int changed = connection.change(
      "UPDATE players SET kind = 1, name = ?2, name_key = nullif(?3, ''), password_hash = ?4, seen = ?5,"
      " name_skeleton = nullif(?6, '') WHERE id = ?1 AND kind = 0 AND became = ''",
      account.id, account.name, account.name_key, account.password_hash, account.seen, account.name_skeleton);
  expect_change(connection, changed, "guest");
  connection.change("UPDATE seats SET kind = 1, name = ?2 WHERE player = ?1 AND player <> ''", account.id,
                    account.name);
  connection.change("UPDATE chat SET name = ?2 WHERE player = ?1", account.id, account.name);
  revoke_sessions(connection, account.id, {});
}

template <typename Connection>
void PeopleStatements<Connection>::improve_password_hash(Connection& connection, const std::string& account,
                                                         const std::string& old_hash, const std::string& new_hash) {
  const int changed = connection.change("UPDATE players SET password_hash = ?3 WHERE id = ?1 AND password_hash = ?2",
                                        account, old_hash, new_hash);
  expect_change(connection, changed, "password");
}

template <typename Connection>
void PeopleStatements<Connection>::change_password(Connection& connection, const std::string& account,
                                                   const std::string& password_hash, const std::string& session_kept) {
  expect_change(
      connection,
      connection.change("UPDATE players SET password_hash = ?2 WHERE id = ?1 AND kind = 1", account, password_hash),
      "account");
  revoke_sessions(connection, account, session_kept);
  connection.change("DELETE FROM tokens WHERE player = ?1", account);
}

template <typename Connection>
void PeopleStatements<Connection>::replace_password(Connection& connection, const std::string& account,
                                                    const std::string& old_hash, const std::string& new_hash,
                                                    const std::string& session_kept) {
  improve_password_hash(connection, account, old_hash, new_hash);
  if (connection.has_failed()) return;
  revoke_sessions(connection, account, session_kept);
  connection.change("DELETE FROM tokens WHERE player = ?1", account);
}

template <typename Connection>
void PeopleStatements<Connection>::change_preferences(Connection& connection, const std::string& player,
                                                      const std::string& preferences) {
  expect_change(connection, connection.change("UPDATE players SET preferences = ?2 WHERE id = ?1", player, preferences),
                "player");
}

template <typename Connection>
void PeopleStatements<Connection>::player_seen(Connection& connection, const std::string& player, Instant at) {
  expect_change(connection, connection.change("UPDATE players SET seen = ?2 WHERE id = ?1", player, at), "player");
}

template <typename Connection>
void PeopleStatements<Connection>::claim_guest(Connection& connection, const std::string& guest,
                                               const std::string& account) {
  // Both rows first, in one order, whoever else is at them.
  connection.hold("SELECT 1 FROM players WHERE id = ?1 OR id = ?2 ORDER BY id FOR UPDATE", guest, account);
  const auto owner = find_player(connection, account);
  const auto claimed = find_player(connection, guest);
  if (connection.has_failed()) return;
  if (!owner || owner->kind != PlayerKind::account || !claimed || claimed->kind != PlayerKind::guest) {
    connection.fail(FailureKind::absent, fmt::format("there is no guest {} or no account {}", guest, account));
    return;
  }
  if (!claimed->became.empty()) {
    connection.fail(FailureKind::taken, fmt::format("the guest {} has become an account already", guest));
    return;
  }
  connection.change("UPDATE players SET became = ?2 WHERE id = ?1", guest, account);
  connection.change("UPDATE seats SET player = ?2, name = ?3, kind = 1 WHERE player = ?1 AND player <> ''", guest,
                    account, owner->name);
  connection.change("UPDATE chat SET player = ?2, name = ?3 WHERE player = ?1", guest, account, owner->name);
  connection.change("UPDATE sessions SET player = ?2 WHERE player = ?1", guest, account);
  connection.change("UPDATE tokens SET player = ?2 WHERE player = ?1", guest, account);
  connection.change("UPDATE reports SET accused = ?2 WHERE accused = ?1", guest, account);
  connection.change("UPDATE reports SET reporter = ?2 WHERE reporter = ?1", guest, account);
  claim_ratings(connection, guest, account);
  claim_mutes(connection, guest, account);
}

template <typename Connection>
void PeopleStatements<Connection>::delete_account(Connection& connection, const std::string& account) {
  connection.change("DELETE FROM players WHERE id = ?1", account);
  if (connection.has_failed()) return;
  connection.change("DELETE FROM players WHERE became = ?1 AND became <> ''", account);
  forget_in_details(connection, account);
  connection.change(
      "UPDATE seats SET kind = 3, player = '', name = '', rating = 0, is_provisional = false WHERE player = ?1"
      " AND player <> ''",
      account);
  connection.change("DELETE FROM chat WHERE player = ?1", account);
  connection.change("DELETE FROM sessions WHERE player = ?1", account);
  connection.change("DELETE FROM tokens WHERE player = ?1", account);
  connection.change("DELETE FROM ratings WHERE player = ?1", account);
  connection.change("DELETE FROM rating_steps WHERE player = ?1", account);
  connection.change("DELETE FROM mutes WHERE player = ?1 OR muted = ?1", account);
  connection.change("DELETE FROM reports WHERE accused = ?1", account);
  connection.change("DELETE FROM settings WHERE key = ?1 OR key = ?2", notices_key(account),
                    second_factor_key(account));
  connection.change("UPDATE reports SET reporter = '' WHERE reporter = ?1", account);
}

template <typename Connection>
void PeopleStatements<Connection>::create_session(Connection& connection, const SessionRow& session) {
  expect_player(connection, session.player);
  connection.change(
      "INSERT INTO sessions(hash, id, player, created, seen, expires, label) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
      Bytes{session.hash}, session.id, session.player, session.created, session.seen, session.expires, session.label);
}

template <typename Connection>
std::optional<SessionRow> PeopleStatements<Connection>::find_session(Connection& connection, const std::string& hash) {
  std::optional<SessionRow> found;
  connection.each(
      "SELECT hash, id, player, created, seen, expires, label FROM sessions WHERE hash = ?1",
      [&](const auto& row) { found = read_session(row); }, Bytes{hash});
  return found;
}

template <typename Connection>
std::vector<SessionRow> PeopleStatements<Connection>::sessions_of(Connection& connection, const std::string& player) {
  std::vector<SessionRow> found;
  connection.each(
      "SELECT hash, id, player, created, seen, expires, label FROM sessions WHERE player = ?1 ORDER BY created DESC, "
      "id",
      [&](const auto& row) { found.push_back(read_session(row)); }, player);
  return found;
}

template <typename Connection>
void PeopleStatements<Connection>::session_seen(Connection& connection, const std::string& hash, Instant seen,
                                                Instant expires) {
  const int changed =
      connection.change("UPDATE sessions SET seen = ?2, expires = ?3 WHERE hash = ?1", Bytes{hash}, seen, expires);
  expect_change(connection, changed, "session");
}

template <typename Connection>
void PeopleStatements<Connection>::rotate_session(Connection& connection, const std::string& old_hash,
                                                  const std::string& new_hash, Instant seen, Instant expires) {
  const int changed = connection.change("UPDATE sessions SET hash = ?2, seen = ?3, expires = ?4 WHERE hash = ?1",
                                        Bytes{old_hash}, Bytes{new_hash}, seen, expires);
  expect_change(connection, changed, "session");
}

template <typename Connection>
void PeopleStatements<Connection>::revoke_session(Connection& connection, const std::string& hash) {
  expect_change(connection, connection.change("DELETE FROM sessions WHERE hash = ?1", Bytes{hash}), "session");
}

template <typename Connection>
void PeopleStatements<Connection>::revoke_session_by_id(Connection& connection, const std::string& player,
                                                        const std::string& id) {
  expect_change(connection, connection.change("DELETE FROM sessions WHERE player = ?1 AND id = ?2", player, id),
                "session");
}

template <typename Connection>
void PeopleStatements<Connection>::revoke_sessions(Connection& connection, const std::string& player,
                                                   const std::string& hash_kept) {
  connection.change("DELETE FROM sessions WHERE player = ?1 AND hash <> ?2", player, Bytes{hash_kept});
}

template <typename Connection>
void PeopleStatements<Connection>::create_token(Connection& connection, const TokenRow& token) {
  expect_player(connection, token.player);
  // One after the other, whichever nodes they come from: each counts those before it.
  connection.hold("SELECT 1 FROM players WHERE id = ?1 FOR NO KEY UPDATE", token.player);
  int tokens = 0;
  connection.each(
      "SELECT count(*) FROM tokens WHERE player = ?1", [&](const auto& row) { tokens = row.small(0); }, token.player);
  if (tokens >= limits::tokens_of_a_player && !connection.has_failed()) {
    return connection.fail(FailureKind::taken, fmt::format("{} has as many tokens as one can", token.player));
  }
  connection.change(
      "INSERT INTO tokens(hash, id, player, name, scopes, created, seen, expires) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7,"
      " ?8)",
      Bytes{token.hash}, token.id, token.player, token.name, token.scopes, token.created, token.seen, token.expires);
}

template <typename Connection>
std::optional<TokenRow> PeopleStatements<Connection>::find_token(Connection& connection, const std::string& hash) {
  std::optional<TokenRow> found;
  connection.each(
      "SELECT hash, id, player, name, scopes, created, seen, expires FROM tokens WHERE hash = ?1",
      [&](const auto& row) { found = read_token(row); }, Bytes{hash});
  return found;
}

template <typename Connection>
std::vector<TokenRow> PeopleStatements<Connection>::tokens_of(Connection& connection, const std::string& player) {
  std::vector<TokenRow> found;
  connection.each(
      "SELECT hash, id, player, name, scopes, created, seen, expires FROM tokens WHERE player = ?1"
      " ORDER BY created DESC, id",
      [&](const auto& row) { found.push_back(read_token(row)); }, player);
  return found;
}

template <typename Connection>
void PeopleStatements<Connection>::token_seen(Connection& connection, const std::string& hash, Instant at) {
  expect_change(connection, connection.change("UPDATE tokens SET seen = ?2 WHERE hash = ?1", Bytes{hash}, at), "token");
}

template <typename Connection>
void PeopleStatements<Connection>::revoke_token(Connection& connection, const std::string& player,
                                                const std::string& id) {
  expect_change(connection, connection.change("DELETE FROM tokens WHERE player = ?1 AND id = ?2", player, id), "token");
}

template struct PeopleStatements<Connection>;
template struct PeopleStatements<postgres::Connection>;

}  // namespace crownstar::store
