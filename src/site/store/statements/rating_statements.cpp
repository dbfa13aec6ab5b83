#include "site/store/statements/rating_statements.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "site/store/statements/dialects.hpp"

namespace crownstar::store {

// One game more than the stored value: so a value that was computed from an old one is noticed, whichever node writes.
template <typename Connection>
void RatingStatements<Connection>::write_rating(Connection& connection, const RatingRow& rating,
                                                const std::string& match) {
  // Deleted in the meantime: then nothing about it is kept.
  connection.hold("SELECT 1 FROM players WHERE id = ?1 FOR SHARE", rating.player);
  if (!connection.exists("SELECT 1 FROM players WHERE id = ?1", rating.player)) return;
  // The condition holds also where another node writes at the same moment: it is checked again on the newer row.
  const int changed = connection.change(
      "INSERT INTO ratings(player, family, speed, rating, deviation, volatility, games, updated)"
      " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8"
      " WHERE ?7 = 1 OR EXISTS (SELECT 1 FROM ratings WHERE player = ?1 AND family = ?2 AND speed = ?3)"
      " ON CONFLICT (player, family, speed) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,"
      " volatility = excluded.volatility, games = excluded.games, updated = excluded.updated"
      " WHERE ratings.games = excluded.games - 1",
      rating.player, rating.family, rating.speed, rating.rating, rating.deviation, rating.volatility, rating.games,
      rating.updated);
  if (changed == 0) {
    connection.fail(FailureKind::stale, fmt::format("the rating of {} moved on: it is not one of {} games",
                                                    rating.player, rating.games - 1));
    return;
  }
  connection.change_later(
      "INSERT INTO rating_steps(player, family, speed, games, at, match, rating, deviation)"
      " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
      rating.player, rating.family, rating.speed, rating.games, rating.updated, match, rating.rating, rating.deviation);
}

template <typename Connection>
std::vector<RatingRow> RatingStatements<Connection>::ratings_of(Connection& connection, const std::string& player) {
  std::vector<RatingRow> found;
  connection.each(
      "SELECT family, speed, rating, deviation, volatility, games, updated FROM ratings WHERE player = ?1"
      " ORDER BY family, speed",
      [&](const auto& row) {
        found.push_back({.player = player,
                         .family = row.text(0),
                         .speed = row.text(1),
                         .rating = row.real(2),
                         .deviation = row.real(3),
                         .volatility = row.real(4),
                         .games = row.small(5),
                         .updated = row.instant(6)});
      },
      player);
  return found;
}

template <typename Connection>
std::vector<RatingStep> RatingStatements<Connection>::rating_history(Connection& connection, const std::string& player,
                                                                     const std::string& family,
                                                                     const std::string& speed, int newest) {
  std::vector<RatingStep> found;
  connection.each(
      "SELECT games, at, match, rating, deviation FROM rating_steps WHERE player = ?1 AND family = ?2 AND speed = ?3"
      " ORDER BY games DESC LIMIT ?4",
      [&](const auto& row) {
        found.push_back({.games = row.small(0),
                         .at = row.instant(1),
                         .match = row.text(2),
                         .rating = row.real(3),
                         .deviation = row.real(4)});
      },
      player, family, speed, std::max(newest, 0));
  std::reverse(found.begin(), found.end());
  return found;
}

template <typename Connection>
std::int64_t RatingStatements<Connection>::add_report(Connection& connection, const ReportRow& report) {
  std::int64_t number = 0;
  connection.each(
      "INSERT INTO reports(at, reporter, accused, match, reason, text, settled, verdict)"
      " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) RETURNING number",
      [&](const auto& row) { number = row.integer(0); }, report.at, report.reporter, report.accused, report.match,
      report.reason, report.text, report.settled, report.verdict);
  return number;
}

template <typename Connection>
std::vector<ReportRow> RatingStatements<Connection>::open_reports(Connection& connection, std::int64_t after,
                                                                  int limit) {
  std::vector<ReportRow> found;
  connection.each(
      "SELECT number, at, reporter, accused, match, reason, text, settled, verdict FROM reports"
      " WHERE settled IS NULL AND number > ?1 ORDER BY number LIMIT ?2",
      [&](const auto& row) {
        found.push_back({.number = row.integer(0),
                         .at = row.instant(1),
                         .reporter = row.text(2),
                         .accused = row.text(3),
                         .match = row.text(4),
                         .reason = row.text(5),
                         .text = row.text(6),
                         .settled = row.maybe_instant(7),
                         .verdict = row.text(8)});
      },
      after, std::max(limit, 0));
  return found;
}

template <typename Connection>
void RatingStatements<Connection>::settle_report(Connection& connection, std::int64_t number, Instant at,
                                                 const std::string& verdict) {
  const int changed = connection.change(
      "UPDATE reports SET settled = ?2, verdict = ?3 WHERE number = ?1 AND settled IS NULL", number, at, verdict);
  if (changed == 0) connection.fail(FailureKind::absent, fmt::format("there is no open report {}", number));
}

template <typename Connection>
void RatingStatements<Connection>::mute(Connection& connection, const MuteRow& mute) {
  connection.change(
      "INSERT INTO mutes(player, muted, since, until) VALUES(?1, ?2, ?3, ?4)"
      " ON CONFLICT (player, muted) DO UPDATE SET since = excluded.since, until = excluded.until",
      mute.player, mute.muted, mute.since, mute.until);
}

template <typename Connection>
void RatingStatements<Connection>::unmute(Connection& connection, const std::string& player, const std::string& muted) {
  connection.change("DELETE FROM mutes WHERE player = ?1 AND muted = ?2", player, muted);
}

template <typename Connection>
std::vector<MuteRow> RatingStatements<Connection>::mutes_of(Connection& connection, const std::string& player) {
  std::vector<MuteRow> found;
  connection.each(
      "SELECT muted, since, until FROM mutes WHERE player = ?1 ORDER BY muted",
      [&](const auto& row) { found.push_back({player, row.text(0), row.instant(1), row.maybe_instant(2)}); }, player);
  return found;
}

template <typename Connection>
Swept RatingStatements<Connection>::sweep(Connection& connection, const Sweep& sweep) {
  Swept swept;
  const auto note_ended = [&](const auto& row) { swept.ended.push_back(row.text(0)); };
  connection.each(
      "DELETE FROM sessions WHERE hash IN (SELECT hash FROM sessions WHERE expires < ?1 LIMIT ?2) RETURNING id",
      note_ended, sweep.expired, std::max(sweep.limit, 0));
  connection.each(
      "DELETE FROM tokens WHERE hash IN"
      " (SELECT hash FROM tokens WHERE expires IS NOT NULL AND expires < ?1 LIMIT ?2) RETURNING id",
      note_ended, sweep.expired, std::max(sweep.limit, 0));
  swept.rows = static_cast<int>(swept.ended.size());
  // A guest that became an account stays: matches under way may still name it.
  std::vector<std::string> guests;
  connection.each(
      "SELECT id FROM players WHERE kind = 0 AND seen < ?1 AND became = ''"
      " AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.player = players.id) LIMIT ?2",
      [&](const auto& row) { guests.push_back(row.text(0)); }, sweep.guests_unseen, std::max(sweep.limit, 0));
  for (const std::string& guest : guests) {
    swept.rows += connection.change("DELETE FROM players WHERE id = ?1", guest);
    connection.change("DELETE FROM mutes WHERE player = ?1 OR muted = ?1", guest);
    connection.change("DELETE FROM tokens WHERE player = ?1", guest);
  }
  return swept;
}

template <typename Connection>
std::optional<std::string> RatingStatements<Connection>::read_setting(Connection& connection, const std::string& key) {
  std::optional<std::string> value;
  connection.each("SELECT value FROM settings WHERE key = ?1", [&](const auto& row) { value = row.text(0); }, key);
  return value;
}

template <typename Connection>
void RatingStatements<Connection>::write_setting(Connection& connection, const std::string& key,
                                                 const std::string& value) {
  connection.change(
      "INSERT INTO settings(key, value) VALUES(?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value", key,
      Bytes{value});
}

// The first statement waits for what another node is just writing, and the second sees it.
template <typename Connection>
std::string RatingStatements<Connection>::replace_setting(Connection& connection, const std::string& key,
                                                          const std::optional<std::string>& before,
                                                          const std::string& value) {
  if (before) {
    connection.change("UPDATE settings SET value = ?2 WHERE key = ?1 AND value = ?3", key, Bytes{value},
                      Bytes{*before});
  } else {
    connection.change("INSERT INTO settings(key, value) VALUES(?1, ?2) ON CONFLICT (key) DO NOTHING", key,
                      Bytes{value});
  }
  return read_setting(connection, key).value_or(std::string());
}

template struct RatingStatements<Connection>;
template struct RatingStatements<postgres::Connection>;

}  // namespace crownstar::store
