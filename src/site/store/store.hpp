// The store's interface: asynchronous, in transactions, and independent of the database. Every backend passes the
// tests of conformance_test.hpp.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "site/store/rows.hpp"

namespace crownstar::store {

// The setting that holds the notices for an account's owner; it goes with the account.
inline std::string notices_key(const std::string& account) { return "notices." + account; }
// The setting that holds an account's second factor; it goes with the account too.
inline std::string second_factor_key(const std::string& account) { return "second_factor." + account; }
// The setting that lists what was changed about people beside a running server, and who was deleted, a line each: a
// number that grows, and the person's id.
inline constexpr std::string_view people_changed_key = "people.changed";

enum class FailureKind {
  taken,      // the event's number, the match's id, the account's name key or skeleton exists
  absent,     // there is no such match, player, session
  stale,      // a rating moved on in the meantime: read it and compute again
  malformed,  // a cursor that no page returned, or a page size out of range
  busy,       // the queue is full; nothing was done
  full,       // the disk is full; nothing was done
  read_only,  // the disk or the file may not be written; nothing was done
  broken,     // any other failure of the disk or the file
};

struct Failure {
  FailureKind kind = FailureKind::broken;
  std::string text;  // one line for the log
};

template <typename T>
using Outcome = std::expected<T, Failure>;

template <typename T>
using Done = std::function<void(Outcome<T>)>;

// Hands a piece of work to the owner's thread. Called from the store's threads, it must not block and not run the work
// itself. The store calls it once for a whole batch of completions.
using Post = std::function<void(std::function<void()>)>;

// Every call returns at once; `done` is called exactly once, later, on the owner's thread. Writes are carried out in
// the order of the calls, and a write completes only when it would survive a loss of power. A read sees at least every
// write whose completion was posted before the read was requested. Reads may overtake each other and pending writes.
//
// A failed request changes nothing, and does not affect other requests. While a disk is full or read-only, requests
// fail; each later request simply tries again.
//
// Destroying the store carries out all accepted requests, posts their completions and ends its threads.
class Store {
 public:
  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  // ---- matches
  // The first events are numbered from 0.
  virtual void create_match(MatchHeader header, std::vector<EventRow> first_events, Done<void> done) = 0;
  virtual void append(Append append, Done<void> done) = 0;
  virtual void events(std::string match, int from, int limit, Done<std::vector<EventRow>> done) = 0;
  virtual void find_match(std::string id, Done<std::optional<MatchHeader>> done) = 0;
  // Open and running ones, in the order of their creation: for the start.
  virtual void unfinished_matches(PageRequest page, Done<MatchPage> done) = 0;
  // All of them, in the order of their creation: for checking and moving a whole store.
  virtual void all_matches(PageRequest page, Done<MatchPage> done) = 0;
  // Newest first.
  virtual void matches_of_player(std::string player, PageRequest page, Done<MatchPage> done) = 0;
  // Listed ones that are over, last ended first; an empty game means any.
  virtual void finished_matches(std::string game, PageRequest page, Done<MatchPage> done) = 0;

  // Answers the line's number.
  virtual void append_chat(ChatRow line, Done<int> done) = 0;
  // In the order of their numbers: of a room, or for an empty one of each room, the `newest` lines after number
  // `after`. So what is said in one room, however much, leaves out nothing of the other.
  virtual void chat(std::string match, std::string room, int after, int newest, Done<std::vector<ChatRow>> done) = 0;
  // In the order of the matches, and of the lines in each.
  virtual void chat_of_player(std::string player, PageRequest page, Done<ChatPage> done) = 0;

  // ---- people
  virtual void create_player(PlayerRow player, Done<void> done) = 0;
  virtual void find_player(std::string id, Done<std::optional<PlayerRow>> done) = 0;
  virtual void find_account(std::string name_key, Done<std::optional<PlayerRow>> done) = 0;
  // One with this key or this skeleton, if there is any.
  virtual void find_similar_account(std::string name_key, std::string name_skeleton,
                                    Done<std::optional<PlayerRow>> done) = 0;
  // Those without a skeleton that begins with this mark, in the order of their ids after this one.
  virtual void accounts_without_skeleton(std::string mark, std::string after, int limit,
                                         Done<std::vector<PlayerRow>> done) = 0;
  // Where the account still has the name, and no other has this skeleton: the others stay without. `taken`: another
  // node was at it at the same time, and nothing was done.
  virtual void set_skeletons(std::vector<SkeletonRow> rows, Done<void> done) = 0;
  virtual void rename_guest(std::string guest, std::string name, Done<void> done) = 0;
  // The guest with this id becomes the account, with its games; its sessions end.
  virtual void promote_guest(PlayerRow account, Done<void> done) = 0;
  // The same password with a stronger hash; `absent` if the password was changed in the meantime.
  virtual void improve_password_hash(std::string account, std::string old_hash, std::string new_hash,
                                     Done<void> done) = 0;
  // Ends all sessions of the account but the one named, and all its tokens, in the same transaction; an empty hash
  // keeps none.
  virtual void change_password(std::string account, std::string password_hash, std::string session_kept,
                               Done<void> done) = 0;
  // The same, only where the hash is still the old one, else `absent`: of those who use a link at once, one is
  // answered, and who gave the old password before it was changed changes nothing after that.
  virtual void replace_password(std::string account, std::string old_hash, std::string new_hash,
                                std::string session_kept, Done<void> done) = 0;
  virtual void change_preferences(std::string player, std::string preferences, Done<void> done) = 0;
  virtual void player_seen(std::string player, Instant at, Done<void> done) = 0;
  // The guest's games, chat lines, sessions and mutes become those of an account that there is already; the guest's row
  // stays and points to it.
  virtual void claim_guest(std::string guest, std::string account, Done<void> done) = 0;
  // Everything about the account (or guest) goes: row, guests that became it, sessions, tokens, ratings, chat lines,
  // mutes, reports about it. Its games stay with a `deleted` seat. Deleted once more: whatever was stored of it since.
  virtual void delete_account(std::string account, Done<void> done) = 0;

  virtual void create_session(SessionRow session, Done<void> done) = 0;
  virtual void find_session(std::string hash, Done<std::optional<SessionRow>> done) = 0;
  virtual void sessions_of(std::string player, Done<std::vector<SessionRow>> done) = 0;
  virtual void session_seen(std::string hash, Instant seen, Instant expires, Done<void> done) = 0;
  // The same session under a new secret; the old one is worth nothing from then on.
  virtual void rotate_session(std::string old_hash, std::string new_hash, Instant seen, Instant expires,
                              Done<void> done) = 0;
  virtual void revoke_session(std::string hash, Done<void> done) = 0;
  virtual void revoke_session_by_id(std::string player, std::string id, Done<void> done) = 0;
  virtual void revoke_sessions(std::string player, std::string hash_kept, Done<void> done) = 0;

  virtual void create_token(TokenRow token, Done<void> done) = 0;
  virtual void find_token(std::string hash, Done<std::optional<TokenRow>> done) = 0;
  virtual void tokens_of(std::string player, Done<std::vector<TokenRow>> done) = 0;
  virtual void token_seen(std::string hash, Instant at, Done<void> done) = 0;
  virtual void revoke_token(std::string player, std::string id, Done<void> done) = 0;

  virtual void ratings_of(std::string player, Done<std::vector<RatingRow>> done) = 0;
  // The newest steps, in the order of the games.
  virtual void rating_history(std::string player, std::string family, std::string speed, int newest,
                              Done<std::vector<RatingStep>> done) = 0;

  virtual void add_report(ReportRow report, Done<std::int64_t> done) = 0;
  // Unresolved reports with a higher number, oldest first.
  virtual void open_reports(std::int64_t after, int limit, Done<std::vector<ReportRow>> done) = 0;
  virtual void settle_report(std::int64_t number, Instant at, std::string verdict, Done<void> done) = 0;
  virtual void mute(MuteRow mute, Done<void> done) = 0;
  virtual void unmute(std::string player, std::string muted, Done<void> done) = 0;
  virtual void mutes_of(std::string player, Done<std::vector<MuteRow>> done) = 0;

  virtual void sweep(Sweep sweep, Done<Swept> done) = 0;

  // ---- the site
  virtual void read_setting(std::string key, Done<std::optional<std::string>> done) = 0;
  virtual void write_setting(std::string key, std::string value, Done<void> done) = 0;
  // Written only where what is kept is still `before` (nothing: where nothing is); answers what is kept then. Of
  // several nodes that make up a value at the same time one has its way, and all know whose it is.
  virtual void replace_setting(std::string key, std::optional<std::string> before, std::string value,
                               Done<std::string> done) = 0;
};

}  // namespace crownstar::store
