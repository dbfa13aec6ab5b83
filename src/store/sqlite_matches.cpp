#include "store/sqlite_matches.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "store/sqlite_fresh.hpp"
#include "store/sqlite_people.hpp"

namespace crownstar::store::sqlite {

namespace {

using Key = std::int64_t;

std::optional<Key> key_of(Connection& connection, const std::string& match) {
  const auto key = connection.match_key(match);
  if (!key) connection.fail(FailureKind::absent, fmt::format("there is no match {}", match));
  return key;
}

// The owner of a match may still know a seat by the guest that has become an account since, or by a deleted account.
SeatRow seat_today(Connection& connection, SeatRow seat) {
  if (seat.kind != PlayerKind::guest && seat.kind != PlayerKind::account) return seat;
  std::optional<PlayerRow> player = find_player(connection, seat.player);
  if (player && !player->became.empty()) player = find_player(connection, player->became);
  if (player && player->kind == PlayerKind::account) {
    seat.kind = PlayerKind::account;
    seat.player = player->id;
    seat.name = player->name;
  } else if (!player && seat.kind == PlayerKind::account) {
    seat = SeatRow{.seat = seat.seat, .kind = PlayerKind::deleted, .player = {}, .name = {}};
  }
  return seat;
}

void write_seats(Connection& connection, Key match, const std::vector<SeatRow>& seats) {
  for (const SeatRow& given : seats) {
    const SeatRow seat = seat_today(connection, given);
    connection.change(
        "INSERT INTO seats(match, seat, kind, player, name, rating, is_provisional) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        match, seat.seat, seat.kind, seat.player, seat.name, seat.rating, seat.is_provisional);
  }
}

// What is over ended at some time: the lists are in that order.
std::optional<Instant> end_of(const MatchHeader& header) {
  return header.state == MatchState::over && !header.ended ? header.updated : header.ended;
}

void update_header(Connection& connection, Key key, const MatchHeader& header) {
  connection.change(
      "UPDATE matches SET game = ?2, family = ?3, speed = ?4, state = ?5, is_rated = ?6, is_listed = ?7, updated = ?8,"
      " ended = ?9, result = ?10, ending = ?11, moves = ?12, details = ?13 WHERE key = ?1",
      key, header.game, header.family, header.speed, header.state, header.is_rated, header.is_listed, header.updated,
      end_of(header), header.result, header.ending, header.moves, Bytes{header.details});
  connection.change("DELETE FROM seats WHERE match = ?1", key);
  write_seats(connection, key, header.seats);
}

void insert_events(Connection& connection, Key match, const std::vector<EventRow>& rows) {
  int number = 0;
  for (const EventRow& row : rows) {
    connection.change("INSERT INTO events(match, number, kind, body) VALUES(?1, ?2, ?3, ?4)", match, number++, row.kind,
                      Bytes{row.body});
  }
}

struct FoundMatch {
  Key key = 0;
  MatchHeader header;
};

// The columns in the order in which every query here names them.
FoundMatch read_match(const Row& row) {
  FoundMatch found;
  found.key = row.integer(0);
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

// The statements below are static because the connection keeps them under their text.
const std::string select_matches =
    "SELECT key, id, game, family, speed, state, is_rated, is_listed, created, updated, ended, result, ending, moves, "
    "details"
    " FROM matches ";

void read_seats(Connection& connection, FoundMatch& match) {
  connection.each(
      "SELECT seat, kind, player, name, rating, is_provisional FROM seats WHERE match = ?1 ORDER BY seat",
      [&](const Row& row) {
        match.header.seats.push_back({.seat = row.small(0),
                                      .kind = static_cast<PlayerKind>(row.small(1)),
                                      .player = row.text(2),
                                      .name = row.text(3),
                                      .rating = row.small(4),
                                      .is_provisional = row.is_set(5)});
      },
      match.key);
}

// Where the last page ended: the key of a match, and before it the time it ended where that is the order.
struct Cursor {
  std::int64_t ended = 0;
  Key key = 0;
};

bool read_number(std::string_view text, std::int64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

std::optional<Cursor> read_cursor(Connection& connection, const PageRequest& page, Cursor start, bool has_end) {
  if (page.limit < 1 || page.limit > page_limit) {
    connection.fail(FailureKind::malformed, fmt::format("a page has 1 to {} rows, not {}", page_limit, page.limit));
    return {};
  }
  if (page.after.empty()) return start;
  Cursor cursor = start;
  const std::string_view text = page.after;
  const std::size_t point = text.find('.');
  const bool is_good = has_end ? point != std::string_view::npos && read_number(text.substr(0, point), cursor.ended) &&
                                     read_number(text.substr(point + 1), cursor.key)
                               : read_number(text, cursor.key);
  if (is_good) return cursor;
  connection.fail(FailureKind::malformed, "the list goes on after a mark that no page gave out");
  return {};
}

MatchPage to_page(Connection& connection, std::vector<FoundMatch> found, const PageRequest& page, bool has_end) {
  MatchPage answer;
  if (std::cmp_greater(found.size(), page.limit)) {
    found.resize(static_cast<std::size_t>(page.limit));
    const FoundMatch& last = found.back();
    answer.next = has_end
                      ? fmt::format("{}.{}", last.header.ended.value_or(Instant{}).time_since_epoch().count(), last.key)
                      : fmt::format("{}", last.key);
  }
  for (FoundMatch& match : found) {
    read_seats(connection, match);
    answer.matches.push_back(std::move(match.header));
  }
  return answer;
}

constexpr Cursor last_cursor{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<Key>::max()};

// One more than the page takes tells whether there is another page.
template <typename... Values>
MatchPage find_page(Connection& connection, const PageRequest& page, bool has_end, std::string_view sql,
                    const Values&... values) {
  std::vector<FoundMatch> found;
  connection.each(sql, [&](const Row& row) { found.push_back(read_match(row)); }, values..., page.limit + 1);
  return to_page(connection, std::move(found), page, has_end);
}

}  // namespace

void create_match(Connection& connection, const MatchHeader& header, const std::vector<EventRow>& first_events) {
  if (connection.match_key(header.id)) {
    connection.fail(FailureKind::taken, fmt::format("there is a match {} already", header.id));
    return;
  }
  connection.change(
      "INSERT INTO matches(id, game, family, speed, state, is_rated, is_listed, created, updated, ended, result, "
      "ending,"
      " moves, details) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
      header.id, header.game, header.family, header.speed, header.state, header.is_rated, header.is_listed,
      header.created, header.updated, end_of(header), header.result, header.ending, header.moves,
      Bytes{header.details});
  if (connection.has_failed()) return;
  const Key key = sqlite3_last_insert_rowid(connection.raw());
  connection.remember_match(header.id, key);
  write_seats(connection, key, header.seats);
  insert_events(connection, key, first_events);
}

void append(Connection& connection, const Append& append) {
  const auto key = key_of(connection, append.match);
  if (!key) return;
  // Ratings first: what is refused before anything was written costs its neighbours nothing.
  for (const RatingRow& rating : append.ratings) write_rating(connection, rating, append.match);
  append_events(connection, *key, append.first_number, append.rows);
  if (append.header) update_header(connection, *key, *append.header);
}

std::vector<EventRow> events(Connection& connection, const std::string& match, int from, int limit) {
  const auto key = key_of(connection, match);
  if (!key) return {};
  return read_events(connection, *key, from, std::max(limit, 0));
}

std::optional<MatchHeader> find_match(Connection& connection, const std::string& id) {
  std::optional<FoundMatch> found;
  static const std::string sql = select_matches + "WHERE id = ?1";
  connection.each(sql, [&](const Row& row) { found = read_match(row); }, id);
  if (!found) return {};
  read_seats(connection, *found);
  return std::move(found->header);
}

MatchPage unfinished_matches(Connection& connection, const PageRequest& page) {
  const auto cursor = read_cursor(connection, page, {}, false);
  if (!cursor) return {};
  // By name, because the key's own order would do as well, among all the matches there ever were.
  static const std::string sql =
      select_matches + "INDEXED BY matches_unfinished WHERE state < 2 AND key > ?1 ORDER BY key LIMIT ?2";
  return find_page(connection, page, false, sql, cursor->key);
}

MatchPage all_matches(Connection& connection, const PageRequest& page) {
  const auto cursor = read_cursor(connection, page, {}, false);
  if (!cursor) return {};
  static const std::string sql = select_matches + "WHERE key > ?1 ORDER BY key LIMIT ?2";
  return find_page(connection, page, false, sql, cursor->key);
}

MatchPage matches_of_player(Connection& connection, const std::string& player, const PageRequest& page) {
  const auto cursor = read_cursor(connection, page, last_cursor, false);
  if (!cursor) return {};
  static const std::string sql =
      select_matches +
      "WHERE key IN (SELECT DISTINCT match FROM seats WHERE player = ?1 AND player <> '' AND match < ?2"
      " ORDER BY match DESC LIMIT ?3) ORDER BY key DESC";
  return find_page(connection, page, false, sql, player, cursor->key);
}

MatchPage finished_matches(Connection& connection, const std::string& game, const PageRequest& page) {
  const auto cursor = read_cursor(connection, page, last_cursor, true);
  if (!cursor) return {};
  constexpr std::string_view condition = "WHERE state = 2 AND is_listed = 1 AND (ended, key) < (?1, ?2) ";
  constexpr std::string_view order = "ORDER BY ended DESC, key DESC LIMIT ";
  if (game.empty()) {
    static const std::string any_game = fmt::format("{}{}{}?3", select_matches, condition, order);
    return find_page(connection, page, true, any_game, cursor->ended, cursor->key);
  }
  static const std::string one_game = fmt::format("{}{}AND game = ?3 {}?4", select_matches, condition, order);
  return find_page(connection, page, true, one_game, cursor->ended, cursor->key, game);
}

int append_chat(Connection& connection, const ChatRow& line) {
  const auto key = key_of(connection, line.match);
  if (!key) return 0;
  if (!line.player.empty()) expect_player(connection, line.player);
  int number = 0;
  connection.each(
      "INSERT INTO chat(match, number, room, player, name, text, at) VALUES("
      "?1, (SELECT coalesce(max(number), 0) + 1 FROM chat WHERE match = ?1), ?2, ?3, ?4, ?5, ?6) RETURNING number",
      [&](const Row& row) { number = row.small(0); }, *key, line.room, line.player, line.name, line.text, line.at);
  return number;
}

std::vector<ChatRow> chat(Connection& connection, const std::string& match, const std::string& room, int after,
                          int newest) {
  std::vector<ChatRow> lines;
  const auto key = key_of(connection, match);
  if (!key) return lines;
  connection.each(
      "SELECT number, room, player, name, text, at FROM chat WHERE match = ?1 AND number > ?2 AND (?3 = '' OR room = "
      "?3)"
      " ORDER BY number DESC LIMIT ?4",
      [&](const Row& row) {
        lines.push_back({.match = match,
                         .number = row.small(0),
                         .room = row.text(1),
                         .player = row.text(2),
                         .name = row.text(3),
                         .text = row.text(4),
                         .at = row.instant(5)});
      },
      *key, after, room, std::max(newest, 0));
  std::reverse(lines.begin(), lines.end());
  return lines;
}

}  // namespace crownstar::store::sqlite
