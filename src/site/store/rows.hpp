// The rows that a store keeps: matches, events, players, sessions, tokens, ratings, chat, reports. Event bodies and
// password hashes are opaque bytes here.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownstar::store {

using Instant = std::chrono::sys_time<std::chrono::milliseconds>;

// A parameter that is bytes, not text: both databases distinguish the two.
struct Bytes {
  std::string_view bytes;
};

// ---- matches

struct EventRow {
  std::string kind{};  // `moved`: for people who inspect the file, and for counting
  // The stored form, any bytes. No names in it: a name is erased with its account, an event never changes.
  std::string body{};

  bool operator==(const EventRow&) const = default;
};

enum class MatchState { open, running, over };  // open: waits for players
enum class PlayerKind { guest, account, engine, deleted };

// Who sits at a seat; an empty seat has no row. This, not an event, says whose seat it is: a guest's seats become the
// account's when one is made, and a deleted account leaves `deleted` with neither id nor name.
struct SeatRow {
  int seat = 0;
  PlayerKind kind = PlayerKind::guest;
  std::string player{};  // id
  std::string name{};
  int rating = 0;  // when the match began, 0: none
  bool is_provisional = false;

  bool operator==(const SeatRow&) const = default;
};

struct MatchHeader {
  std::string id{};
  std::string game{};    // token of the catalogue
  std::string family{};  // of ratings
  std::string speed{};   // the clock's class
  MatchState state = MatchState::open;
  bool is_rated = false;
  bool is_listed = true;  // false: found by its id only
  Instant created{};
  Instant updated{};
  std::optional<Instant> ended{};
  std::string result{};   // `2-0`, empty until over
  std::string ending{};   // how it ended: `resigned`
  int moves = 0;          // for lists; as of the last update of the header
  std::string details{};  // anything else that is needed without reading the events; any bytes
  std::vector<SeatRow> seats{};

  bool operator==(const MatchHeader&) const = default;
};

struct RatingRow {
  std::string player{};
  std::string family{};
  std::string speed{};
  double rating = 0;
  double deviation = 0;
  double volatility = 0;
  int games = 0;  // rated games so far, the one that brought this value included
  Instant updated{};

  bool operator==(const RatingRow&) const = default;
};

// What one step of a match stores, all of it or nothing.
struct Append {
  std::string match{};
  int first_number = 0;  // the rows get this number and those that follow
  std::vector<EventRow> rows{};
  std::optional<MatchHeader>
      header;  // takes the place of the stored one (its `created` stays). Not for every move: it costs
  std::vector<RatingRow>
      ratings{};  // new values: each must have one game more than the stored one, else all is `stale`
};

// Listed in pages: ask with an empty `after`, then with the page's `next`, until that is empty.
struct PageRequest {
  std::string after{};
  int limit = 50;  // at most rows_a_page of base/limits.hpp
};

struct MatchPage {
  std::vector<MatchHeader> matches{};
  std::string next{};
};

struct ChatRow {
  std::string match{};
  int number = 0;  // given by the store, from 1, growing within a match; lines of deleted accounts leave gaps
  std::string room{};
  std::string player{};
  std::string name{};
  std::string text{};  // empty: removed by a moderator
  Instant at{};

  bool operator==(const ChatRow&) const = default;
};

// Of one player, wherever they said it; ask on with `next` until it is empty.
struct ChatPage {
  std::vector<ChatRow> lines{};
  std::string next{};
};

// ---- people

// A guest or an account.
struct PlayerRow {
  std::string id{};
  PlayerKind kind = PlayerKind::guest;  // guest or account
  std::string name{};
  std::string name_key{};       // the form in which an account's name is unique (site/people/names); empty for a guest
  std::string password_hash{};  // empty for a guest
  std::string preferences{};    // any text
  Instant created{};
  Instant seen{};
  std::string became{};  // of a guest: the account that took over its games
  // Coarser than the key, and unique among accounts that have one; empty for a guest, and for an account from before
  // there was this form, or whose name resembled another's already.
  std::string name_skeleton{};

  bool operator==(const PlayerRow&) const = default;
};

struct SkeletonRow {
  std::string account{};
  std::string name_key{};  // which it had when this was worked out
  std::string skeleton{};
};

struct SessionRow {
  std::string hash{};  // of the secret, any bytes; the secret itself is never stored
  std::string id{};    // its public id, for lists and for revoking
  std::string player{};
  Instant created{};
  Instant seen{};
  Instant expires{};
  std::string label{};  // the browser's own name, shown to the owner

  bool operator==(const SessionRow&) const = default;
};

struct TokenRow {
  std::string hash{};
  std::string id{};
  std::string player{};
  std::string name{};
  std::string scopes{};
  Instant created{};
  std::optional<Instant> seen{};
  std::optional<Instant> expires{};

  bool operator==(const TokenRow&) const = default;
};

// A rating as it was after one game.
struct RatingStep {
  int games = 0;
  Instant at{};
  std::string match{};
  double rating = 0;
  double deviation = 0;

  bool operator==(const RatingStep&) const = default;
};

struct ReportRow {
  std::int64_t number = 0;  // given by the store
  Instant at{};
  std::string reporter{};
  std::string accused{};
  std::string match{};
  std::string reason{};
  std::string text{};
  std::optional<Instant> settled{};
  std::string verdict{};

  bool operator==(const ReportRow&) const = default;
};

struct MuteRow {
  std::string player{};  // the player who muted; empty: muted for everybody, by a moderator
  std::string muted{};
  Instant since{};
  std::optional<Instant> until{};

  bool operator==(const MuteRow&) const = default;
};

// Rows that nobody needs any more.
struct Sweep {
  Instant expired;        // sessions and tokens that ended before
  Instant guests_unseen;  // guests without a session, last seen before; their games stay
  int limit = 500;        // rows of each kind, so that a sweep delays no move
};

struct Swept {
  int rows = 0;                      // unless that is 0, there may be more
  std::vector<std::string> ended{};  // the ids of sessions and tokens

  bool operator==(const Swept&) const = default;
};

}  // namespace crownstar::store
