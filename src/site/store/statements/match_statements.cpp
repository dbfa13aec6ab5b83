#include "site/store/statements/match_statements.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/limits.hpp"
#include "base/text/parse_number.hpp"
#include "site/store/statements/dialects.hpp"
#include "site/store/statements/people_statements.hpp"
#include "site/store/statements/rating_statements.hpp"

namespace crownstar::store {

namespace {

// The order in which matches were made.
using Sequence = std::int64_t;

// How a backend refers to a match in its other tables.
template <typename Connection>
using Key = typename MatchesOf<Connection>::Key;

template <typename Connection>
std::optional<Key<Connection>> key_of(Connection& connection, const std::string& match) {
  auto key = MatchesOf<Connection>::find(connection, match);
  if (!key && !connection.has_failed()) {
    connection.fail(FailureKind::absent, fmt::format("there is no match {}", match));
  }
  return key;
}

// Of somebody who has no row, by the numbers of their id and kind in the statement. Accounts have none only when they
// are deleted. Guests have none after a long absence either, and their name stays in their games; who was deleted while
// others served the store is among those listed as changed.
template <typename Connection>
std::string is_deleted_if_absent(int id, int kind) {
  const std::string position =
      fmt::format(fmt::runtime(MatchesOf<Connection>::position_of_last_word), fmt::format("CAST(?{} AS text)", id));
  return fmt::format("(?{} = 1 OR EXISTS (SELECT 1 FROM settings WHERE key = '{}' AND {} > 0))", kind,
                     people_changed_key, position);
}

// The owner of a match may still know a seat by a guest that has become an account since, or by somebody deleted. So
// the player's row of today is read while the seat is written. That row is locked until the transaction ends: a change
// of it by another node must see these seats, or be seen here.
template <typename Connection>
void write_seats(Connection& connection, const Key<Connection>& match, const std::vector<SeatRow>& seats) {
  static const std::string sql = fmt::format(
      "INSERT INTO seats(match, seat, kind, player, name, rating, is_provisional)"
      " SELECT ?1, ?2,"
      " CASE WHEN ?3 > 1 THEN ?3 WHEN is_gone THEN 3 WHEN kind = 1 THEN 1 ELSE ?3 END,"
      " CASE WHEN ?3 > 1 THEN ?4 WHEN is_gone THEN '' WHEN kind = 1 THEN id ELSE ?4 END,"
      " CASE WHEN ?3 > 1 THEN ?5 WHEN is_gone THEN '' WHEN kind = 1 THEN name ELSE ?5 END,"
      " CASE WHEN ?3 <= 1 AND is_gone THEN 0 ELSE ?6 END,"
      " CASE WHEN ?3 <= 1 AND is_gone THEN false ELSE ?7 END"
      " FROM (SELECT today.id, today.kind, today.name, today.id IS NULL AND {} AS is_gone"
      " FROM (VALUES(1)) AS one LEFT JOIN players AS known ON known.id = ?4"
      " LEFT JOIN players AS today ON today.id = CASE WHEN known.became <> '' THEN known.became ELSE known.id END)"
      " AS player",
      is_deleted_if_absent<Connection>(4, 3));
  for (const SeatRow& seat : seats) {
    connection.change_later(sql, match, seat.seat, seat.kind, seat.player, seat.name, seat.rating, seat.is_provisional);
  }
}

template <typename Connection>
void hold_players(Connection& connection, const std::vector<SeatRow>& seats) {
  for (const SeatRow& seat : seats) {
    if (seat.kind != PlayerKind::guest && seat.kind != PlayerKind::account) continue;
    connection.hold("SELECT 1 FROM players WHERE id = ?1 FOR SHARE", seat.player);
  }
}

// Details may name somebody who sits there, mostly the host. They must not once that account is deleted, which whoever
// writes them may not have heard.
struct Details {
  std::string person;  // the one that is named; empty where none is
  PlayerKind kind = PlayerKind::account;
  std::string as_asked;
  std::string without_it;
};

Details details_of(const MatchHeader& header) {
  Details details;
  details.as_asked = details.without_it = header.details;
  for (const SeatRow& seat : header.seats) {
    const bool is_person = seat.kind == PlayerKind::guest || seat.kind == PlayerKind::account;
    if (!is_person || seat.player.empty()) continue;
    std::size_t at = header.details.find(seat.player);
    if (at == std::string::npos) continue;
    details.person = seat.player;
    details.kind = seat.kind;
    for (; at != std::string::npos; at = details.without_it.find(seat.player))
      details.without_it.erase(at, seat.player.size());
    return details;
  }
  return details;
}

// The details to write, of the values of a `Details` in their order; `first` is the number of the first one.
template <typename Connection>
std::string select_details(int first) {
  return fmt::format(
      "CASE WHEN ?{0} <> '' AND NOT EXISTS (SELECT 1 FROM players WHERE id = ?{0}) AND {3} THEN ?{2}{4} ELSE ?{1}{4} "
      "END",
      first, first + 2, first + 3, is_deleted_if_absent<Connection>(first, first + 1), MatchesOf<Connection>::as_bytes);
}

// Lists of finished matches are in the order of their ends.
std::optional<Instant> end_of(const MatchHeader& header) {
  return header.state == MatchState::over && !header.ended ? header.updated : header.ended;
}

template <typename Connection>
void update_header(Connection& connection, const MatchHeader& header, const Key<Connection>& match) {
  static const std::string sql = fmt::format(
      "UPDATE matches SET game = ?2, family = ?3, speed = ?4, state = ?5, is_rated = ?6, is_listed = ?7, updated = ?8,"
      " ended = ?9, result = ?10, ending = ?11, moves = ?12, details = {} WHERE {} = ?1",
      select_details<Connection>(13), MatchesOf<Connection>::key);
  const Details details = details_of(header);
  connection.change_later(sql, match, header.game, header.family, header.speed, header.state, header.is_rated,
                          header.is_listed, header.updated, end_of(header), header.result, header.ending, header.moves,
                          details.person, details.kind, Bytes{details.as_asked}, Bytes{details.without_it});
  connection.change_later("DELETE FROM seats WHERE match = ?1", match);
  write_seats(connection, match, header.seats);
}

struct FoundMatch {
  Sequence place = 0;
  MatchHeader header;
};

// The columns in the order in which `select_matches` names them.
FoundMatch read_match(const auto& row) {
  FoundMatch found;
  found.place = row.integer(0);
  MatchHeader& header = found.header;
  header.id = row.text(1);
  header.game = row.text(2);
  header.family = row.text(3);
  header.speed = row.text(4);
  header.state = static_cast<MatchState>(row.small(5));
  header.is_rated = row.is_set(6);
  header.is_listed = row.is_set(7);
  header.created = row.instant(8);
  header.updated = row.instant(9);
  header.ended = row.maybe_instant(10);
  header.result = row.text(11);
  header.ending = row.text(12);
  header.moves = row.small(13);
  header.details = row.text(14);
  return found;
}

// Texts that are put together are static, because the connection keeps the statements under them.
template <typename Connection>
std::string select_matches(std::string_view which) {
  return fmt::format(
      "SELECT {0}, id, game, family, speed, state, is_rated, is_listed, created, updated, ended, result, ending, moves,"
      " details FROM matches {1}",
      MatchesOf<Connection>::place, which);
}

template <typename Connection>
void read_seats(Connection& connection, FoundMatch& match) {
  static const std::string sql =
      fmt::format("SELECT seat, kind, player, name, rating, is_provisional FROM seats WHERE match = {} ORDER BY seat",
                  MatchesOf<Connection>::key_of_id);
  connection.each(
      sql,
      [&](const auto& row) {
        match.header.seats.push_back({.seat = row.small(0),
                                      .kind = static_cast<PlayerKind>(row.small(1)),
                                      .player = row.text(2),
                                      .name = row.text(3),
                                      .rating = row.small(4),
                                      .is_provisional = row.is_set(5)});
      },
      match.header.id);
}

// Where the last page ended: the place of a match, and before it the time it ended where that is the order.
struct Cursor {
  std::int64_t ended = 0;
  Sequence place = 0;
};

bool read_number(std::string_view text, std::int64_t& target) {
  const std::optional<std::int64_t> number = base::parse_number<std::int64_t>(text);
  target = number.value_or(target);
  return number.has_value();
}

template <typename Connection>
std::optional<Cursor> read_cursor(Connection& connection, const PageRequest& page, Cursor start, bool has_end) {
  if (page.limit < 1 || page.limit > limits::rows_a_page) {
    connection.fail(FailureKind::malformed,
                    fmt::format("a page has 1 to {} rows, not {}", limits::rows_a_page, page.limit));
    return {};
  }
  if (page.after.empty()) return start;
  Cursor cursor = start;
  const std::string_view text = page.after;
  const std::size_t point = text.find('.');
  const bool is_good = has_end ? point != std::string_view::npos && read_number(text.substr(0, point), cursor.ended) &&
                                     read_number(text.substr(point + 1), cursor.place)
                               : read_number(text, cursor.place);
  if (is_good) return cursor;
  connection.fail(FailureKind::malformed, "the list goes on after a mark that no page gave out");
  return {};
}

template <typename Connection>
MatchPage to_page(Connection& connection, std::vector<FoundMatch> found, const PageRequest& page, bool has_end) {
  MatchPage answer;
  if (std::cmp_greater(found.size(), page.limit)) {
    found.resize(static_cast<std::size_t>(page.limit));
    const FoundMatch& last = found.back();
    answer.next =
        has_end ? fmt::format("{}.{}", last.header.ended.value_or(Instant{}).time_since_epoch().count(), last.place)
                : fmt::format("{}", last.place);
  }
  for (FoundMatch& match : found) {
    read_seats(connection, match);
    answer.matches.push_back(std::move(match.header));
  }
  return answer;
}

constexpr Cursor last_cursor{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<Sequence>::max()};

// One row more than the page takes shows whether there is another page.
template <typename Connection, typename... Values>
MatchPage find_page(Connection& connection, const PageRequest& page, bool has_end, std::string_view sql,
                    const Values&... values) {
  std::vector<FoundMatch> found;
  connection.each(sql, [&](const auto& row) { found.push_back(read_match(row)); }, values..., page.limit + 1);
  return to_page(connection, std::move(found), page, has_end);
}

}  // namespace

template <typename Connection>
void MatchStatements<Connection>::create_match(Connection& connection, const MatchHeader& header,
                                               const std::vector<EventRow>& first_events) {
  using Matches = MatchesOf<Connection>;
  if (Matches::is_taken(connection, header.id)) {
    connection.fail(FailureKind::taken, fmt::format("there is a match {} already", header.id));
    return;
  }
  hold_players(connection, header.seats);
  static const std::string insert = fmt::format(
      "INSERT INTO matches(id, game, family, speed, state, is_rated, is_listed, created, updated, ended, result,"
      " ending, moves, details) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, {})",
      select_details<Connection>(14));
  const Details details = details_of(header);
  connection.change_later(insert, header.id, header.game, header.family, header.speed, header.state, header.is_rated,
                          header.is_listed, header.created, header.updated, end_of(header), header.result,
                          header.ending, header.moves, details.person, details.kind, Bytes{details.as_asked},
                          Bytes{details.without_it});
  if (connection.has_failed()) return;
  const Key<Connection> key = Matches::just_made(connection, header.id);
  write_seats(connection, key, header.seats);
  Matches::write_first_events(connection, key, first_events);
}

template <typename Connection>
void MatchStatements<Connection>::append(Connection& connection, const Append& append) {
  const auto key = key_of(connection, append.match);
  if (!key) return;
  if (append.header) hold_players(connection, append.header->seats);
  // Ratings first: what is refused before anything was written costs its neighbours nothing.
  for (const RatingRow& rating : append.ratings) {
    RatingStatements<Connection>::write_rating(connection, rating, append.match);
  }
  MatchesOf<Connection>::append_events(connection, *key, append.first_number, append.rows);
  if (append.header) update_header(connection, *append.header, *key);
}

template <typename Connection>
std::vector<EventRow> MatchStatements<Connection>::events(Connection& connection, const std::string& match, int from,
                                                          int limit) {
  const auto key = key_of(connection, match);
  if (!key) return {};
  return MatchesOf<Connection>::read_events(connection, *key, from, std::max(limit, 0));
}

template <typename Connection>
std::optional<MatchHeader> MatchStatements<Connection>::find_match(Connection& connection, const std::string& id) {
  static const std::string sql = select_matches<Connection>("WHERE id = ?1");
  std::optional<FoundMatch> found;
  connection.each(sql, [&](const auto& row) { found = read_match(row); }, id);
  if (!found) return {};
  read_seats(connection, *found);
  return std::move(found->header);
}

template <typename Connection>
MatchPage MatchStatements<Connection>::unfinished_matches(Connection& connection, const PageRequest& page) {
  static const std::string sql =
      fmt::format("{0}{1} WHERE state < 2 AND {2} > ?1 ORDER BY {2} LIMIT ?2", select_matches<Connection>(""),
                  MatchesOf<Connection>::unfinished, MatchesOf<Connection>::place);
  const auto cursor = read_cursor(connection, page, {}, false);
  if (!cursor) return {};
  return find_page(connection, page, false, sql, cursor->place);
}

template <typename Connection>
MatchPage MatchStatements<Connection>::all_matches(Connection& connection, const PageRequest& page) {
  static const std::string sql = fmt::format("{0}WHERE {1} > ?1 ORDER BY {1} LIMIT ?2", select_matches<Connection>(""),
                                             MatchesOf<Connection>::place);
  const auto cursor = read_cursor(connection, page, {}, false);
  if (!cursor) return {};
  return find_page(connection, page, false, sql, cursor->place);
}

template <typename Connection>
MatchPage MatchStatements<Connection>::matches_of_player(Connection& connection, const std::string& player,
                                                         const PageRequest& page) {
  static const std::string sql = select_matches<Connection>(MatchesOf<Connection>::of_player);
  const auto cursor = read_cursor(connection, page, last_cursor, false);
  if (!cursor) return {};
  return find_page(connection, page, false, sql, player, cursor->place);
}

template <typename Connection>
MatchPage MatchStatements<Connection>::finished_matches(Connection& connection, const std::string& game,
                                                        const PageRequest& page) {
  using Matches = MatchesOf<Connection>;
  static const std::string finished = fmt::format("{}WHERE state = 2 AND {} AND (ended, {}) < (?1, ?2) ",
                                                  select_matches<Connection>(""), Matches::is_listed, Matches::place);
  static const std::string newest = fmt::format("ORDER BY ended DESC, {} DESC LIMIT ", Matches::place);
  const auto cursor = read_cursor(connection, page, last_cursor, true);
  if (!cursor) return {};
  if (game.empty()) {
    static const std::string any_game = fmt::format("{}{}?3", finished, newest);
    return find_page(connection, page, true, any_game, cursor->ended, cursor->place);
  }
  static const std::string one_game = fmt::format("{}AND game = ?3 {}?4", finished, newest);
  return find_page(connection, page, true, one_game, cursor->ended, cursor->place, game);
}

template <typename Connection>
int MatchStatements<Connection>::append_chat(Connection& connection, const ChatRow& line) {
  const auto key = key_of(connection, line.match);
  if (!key) return 0;
  if (!line.player.empty()) PeopleStatements<Connection>::expect_player(connection, line.player);
  // One line of a match after the other, whichever nodes they come from.
  connection.hold("SELECT 1 FROM matches WHERE id = ?1 FOR NO KEY UPDATE", line.match);
  int number = 0;
  connection.each(
      "INSERT INTO chat(match, number, room, player, name, text, at) VALUES("
      "?1, (SELECT coalesce(max(number), 0) + 1 FROM chat WHERE match = ?1), ?2, ?3, ?4, ?5, ?6) RETURNING number",
      [&](const auto& row) { number = row.small(0); }, *key, line.room, line.player, line.name, line.text, line.at);
  return number;
}

template <typename Connection>
std::vector<ChatRow> MatchStatements<Connection>::chat(Connection& connection, const std::string& match,
                                                       const std::string& room, int after, int newest) {
  std::vector<ChatRow> lines;
  const auto key = key_of(connection, match);
  if (!key) return lines;
  for (const std::string_view each : {"players", "spectators"}) {
    if (!room.empty() && room != each) continue;
    connection.each(
        "SELECT number, room, player, name, text, at FROM chat WHERE match = ?1 AND number > ?2 AND room = ?3"
        " ORDER BY number DESC LIMIT ?4",
        [&](const auto& row) {
          lines.push_back({.match = match,
                           .number = row.small(0),
                           .room = row.text(1),
                           .player = row.text(2),
                           .name = row.text(3),
                           .text = row.text(4),
                           .at = row.instant(5)});
        },
        *key, after, each, std::max(newest, 0));
  }
  std::ranges::sort(lines, {}, &ChatRow::number);
  return lines;
}

// The mark of a page is its last line: `MATCH NUMBER`.
template <typename Connection>
ChatPage MatchStatements<Connection>::chat_of_player(Connection& connection, const std::string& player,
                                                     const PageRequest& page) {
  static const std::string sql = fmt::format(
      "SELECT matches.id, number, room, name, text, at FROM chat JOIN matches ON matches.{} = chat.match"
      " WHERE chat.player = ?1 AND (chat.match, number) > (?2, ?3) ORDER BY chat.match, number LIMIT ?4",
      MatchesOf<Connection>::key);
  if (!read_cursor(connection, {.after = {}, .limit = page.limit}, {}, false)) return {};
  Key<Connection> after{};
  Sequence number = 0;
  if (const std::string_view mark = page.after; !mark.empty()) {
    const std::size_t space = std::min(mark.find(' '), mark.size() - 1);
    const auto key = MatchesOf<Connection>::find(connection, std::string(mark.substr(0, space)));
    if (!key || !read_number(mark.substr(space + 1), number)) {
      connection.fail(FailureKind::malformed, "the list goes on after a mark that no page gave out");
      return {};
    }
    after = *key;
  }
  ChatPage found;
  connection.each(
      sql,
      [&](const auto& row) {
        found.lines.push_back({.match = row.text(0),
                               .number = row.small(1),
                               .room = row.text(2),
                               .player = player,
                               .name = row.text(3),
                               .text = row.text(4),
                               .at = row.instant(5)});
      },
      player, after, number, page.limit + 1);
  if (std::cmp_greater(found.lines.size(), page.limit)) {
    found.lines.pop_back();
    found.next = fmt::format("{} {}", found.lines.back().match, found.lines.back().number);
  }
  return found;
}

template <typename Connection>
void MatchStatements<Connection>::remove_chat_text(Connection& connection, const std::string& match, int number) {
  const auto key = key_of(connection, match);
  if (!key) return;
  const int changed = connection.change("UPDATE chat SET text = '' WHERE match = ?1 AND number = ?2", *key, number);
  if (changed == 0 && !connection.has_failed()) {
    connection.fail(FailureKind::absent, fmt::format("match {} has no line {}", match, number));
  }
}

template struct MatchStatements<Connection>;
template struct MatchStatements<postgres::Connection>;

}  // namespace crownstar::store
