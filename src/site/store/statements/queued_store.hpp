// Turns each call of the store's interface into a job on a connection, with what it needs and its size, which counts
// against the queue's bounds.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "site/store/jobs.hpp"
#include "site/store/statements/change_lists.hpp"
#include "site/store/statements/dialects.hpp"
#include "site/store/statements/match_statements.hpp"
#include "site/store/statements/people_statements.hpp"
#include "site/store/statements/rating_statements.hpp"

namespace crownstar::store {

template <typename Face, typename Connection>
class QueuedStore : public Face {
  using Matches = MatchStatements<Connection>;
  using People = PeopleStatements<Connection>;
  using Ratings = RatingStatements<Connection>;

 public:
  void create_match(MatchHeader header, std::vector<EventRow> first_events, Done<void> done) override {
    const std::size_t bytes = bytes_of(first_events) + header.details.size() + 512;
    write<void>(std::move(done), bytes, [header = std::move(header), rows = std::move(first_events)](Connection& c) {
      Matches::create_match(c, header, rows);
    });
  }
  void append(Append append, Done<void> done) override {
    const std::size_t bytes = bytes_of(append.rows) + 128;
    write<void>(std::move(done), bytes, [append = std::move(append)](Connection& c) { Matches::append(c, append); });
  }
  void events(std::string match, int from, int limit, Done<std::vector<EventRow>> done) override {
    read<std::vector<EventRow>>(std::move(done), [match = std::move(match), from, limit](Connection& c) {
      return Matches::events(c, match, from, limit);
    });
  }
  void find_match(std::string id, Done<std::optional<MatchHeader>> done) override {
    read<std::optional<MatchHeader>>(std::move(done),
                                     [id = std::move(id)](Connection& c) { return Matches::find_match(c, id); });
  }
  void unfinished_matches(PageRequest page, Done<MatchPage> done) override {
    read<MatchPage>(std::move(done),
                    [page = std::move(page)](Connection& c) { return Matches::unfinished_matches(c, page); });
  }
  void all_matches(PageRequest page, Done<MatchPage> done) override {
    read<MatchPage>(std::move(done), [page = std::move(page)](Connection& c) { return Matches::all_matches(c, page); });
  }
  void matches_of_player(std::string player, PageRequest page, Done<MatchPage> done) override {
    read<MatchPage>(std::move(done), [player = std::move(player), page = std::move(page)](Connection& c) {
      return Matches::matches_of_player(c, player, page);
    });
  }
  void finished_matches(std::string game, PageRequest page, Done<MatchPage> done) override {
    read<MatchPage>(std::move(done), [game = std::move(game), page = std::move(page)](Connection& c) {
      return Matches::finished_matches(c, game, page);
    });
  }
  void append_chat(ChatRow line, Done<int> done) override {
    const std::size_t bytes = line.text.size() + 128;
    write<int>(std::move(done), bytes,
               [line = std::move(line)](Connection& c) { return Matches::append_chat(c, line); });
  }
  void chat(std::string match, std::string room, int after, int newest, Done<std::vector<ChatRow>> done) override {
    read<std::vector<ChatRow>>(std::move(done),
                               [match = std::move(match), room = std::move(room), after, newest](Connection& c) {
                                 return Matches::chat(c, match, room, after, newest);
                               });
  }
  void chat_of_player(std::string player, PageRequest page, Done<ChatPage> done) override {
    read<ChatPage>(std::move(done), [player = std::move(player), page = std::move(page)](Connection& c) {
      return Matches::chat_of_player(c, player, page);
    });
  }

  void create_player(PlayerRow player, Done<void> done) override {
    write<void>(std::move(done), small,
                [player = std::move(player)](Connection& c) { People::create_player(c, player); });
  }
  void find_player(std::string id, Done<std::optional<PlayerRow>> done) override {
    read<std::optional<PlayerRow>>(std::move(done),
                                   [id = std::move(id)](Connection& c) { return People::find_player(c, id); });
  }
  void find_account(std::string name_key, Done<std::optional<PlayerRow>> done) override {
    read<std::optional<PlayerRow>>(std::move(done),
                                   [key = std::move(name_key)](Connection& c) { return People::find_account(c, key); });
  }
  void find_similar_account(std::string name_key, std::string name_skeleton,
                            Done<std::optional<PlayerRow>> done) override {
    read<std::optional<PlayerRow>>(std::move(done),
                                   [key = std::move(name_key), skeleton = std::move(name_skeleton)](Connection& c) {
                                     return People::find_similar_account(c, key, skeleton);
                                   });
  }
  void accounts_without_skeleton(std::string mark, std::string after, int limit,
                                 Done<std::vector<PlayerRow>> done) override {
    read<std::vector<PlayerRow>>(std::move(done),
                                 [mark = std::move(mark), after = std::move(after), limit](Connection& c) {
                                   return People::accounts_without_skeleton(c, mark, after, limit);
                                 });
  }
  void set_skeletons(std::vector<SkeletonRow> rows, Done<void> done) override {
    const std::size_t bytes = small * (rows.size() + 1);
    write<void>(std::move(done), bytes, [rows = std::move(rows)](Connection& c) { People::set_skeletons(c, rows); });
  }
  void rename_guest(std::string guest, std::string name, Done<void> done) override {
    write<void>(std::move(done), small, [guest = std::move(guest), name = std::move(name)](Connection& c) {
      People::rename_guest(c, guest, name);
    });
  }
  void promote_guest(PlayerRow account, Done<void> done) override {
    write<void>(std::move(done), small,
                [account = std::move(account)](Connection& c) { People::promote_guest(c, account); });
  }
  void improve_password_hash(std::string account, std::string old_hash, std::string new_hash,
                             Done<void> done) override {
    write<void>(std::move(done), small,
                [account = std::move(account), from = std::move(old_hash), to = std::move(new_hash)](Connection& c) {
                  People::improve_password_hash(c, account, from, to);
                });
  }
  void change_password(std::string account, std::string password_hash, std::string session_kept,
                       Done<void> done) override {
    write<void>(std::move(done), small,
                [account = std::move(account), hash = std::move(password_hash),
                 kept = std::move(session_kept)](Connection& c) { People::change_password(c, account, hash, kept); });
  }
  void replace_password(std::string account, std::string old_hash, std::string new_hash, std::string session_kept,
                        Done<void> done) override {
    write<void>(
        std::move(done), small,
        [account = std::move(account), from = std::move(old_hash), to = std::move(new_hash),
         kept = std::move(session_kept)](Connection& c) { People::replace_password(c, account, from, to, kept); });
  }
  void change_preferences(std::string player, std::string preferences, Done<void> done) override {
    const std::size_t bytes = small + preferences.size();
    write<void>(std::move(done), bytes,
                [player = std::move(player), preferences = std::move(preferences)](Connection& c) {
                  People::change_preferences(c, player, preferences);
                });
  }
  void player_seen(std::string player, Instant at, Done<void> done) override {
    write<void>(std::move(done), small,
                [player = std::move(player), at](Connection& c) { People::player_seen(c, player, at); });
  }
  void claim_guest(std::string guest, std::string account, Done<void> done) override {
    write<void>(std::move(done), small, [guest = std::move(guest), account = std::move(account)](Connection& c) {
      People::claim_guest(c, guest, account);
    });
  }
  void delete_account(std::string account, Done<void> done) override {
    write<void>(std::move(done), small, [account = std::move(account)](Connection& c) {
      // Whoever else serves it need not hear of it in any other way. A file, served by one, forgets the id too.
      constexpr bool is_noted = MatchesOf<Connection>::has_many_servers;
      if constexpr (is_noted) hold_lists(c);  // first, as an operator's change holds them
      People::delete_account(c, account);
      if constexpr (is_noted) note_changed(c, account);
    });
  }

  void create_session(SessionRow session, Done<void> done) override {
    write<void>(std::move(done), small,
                [session = std::move(session)](Connection& c) { People::create_session(c, session); });
  }
  void find_session(std::string hash, Done<std::optional<SessionRow>> done) override {
    read<std::optional<SessionRow>>(std::move(done),
                                    [hash = std::move(hash)](Connection& c) { return People::find_session(c, hash); });
  }
  void sessions_of(std::string player, Done<std::vector<SessionRow>> done) override {
    read<std::vector<SessionRow>>(
        std::move(done), [player = std::move(player)](Connection& c) { return People::sessions_of(c, player); });
  }
  void session_seen(std::string hash, Instant seen, Instant expires, Done<void> done) override {
    write<void>(std::move(done), small, [hash = std::move(hash), seen, expires](Connection& c) {
      People::session_seen(c, hash, seen, expires);
    });
  }
  void rotate_session(std::string old_hash, std::string new_hash, Instant seen, Instant expires,
                      Done<void> done) override {
    write<void>(std::move(done), small,
                [from = std::move(old_hash), to = std::move(new_hash), seen, expires](Connection& c) {
                  People::rotate_session(c, from, to, seen, expires);
                });
  }
  void revoke_session(std::string hash, Done<void> done) override {
    write<void>(std::move(done), small, [hash = std::move(hash)](Connection& c) { People::revoke_session(c, hash); });
  }
  void revoke_session_by_id(std::string player, std::string id, Done<void> done) override {
    write<void>(std::move(done), small, [player = std::move(player), id = std::move(id)](Connection& c) {
      People::revoke_session_by_id(c, player, id);
    });
  }
  void revoke_sessions(std::string player, std::string hash_kept, Done<void> done) override {
    write<void>(std::move(done), small, [player = std::move(player), kept = std::move(hash_kept)](Connection& c) {
      People::revoke_sessions(c, player, kept);
    });
  }

  void create_token(TokenRow token, Done<void> done) override {
    write<void>(std::move(done), small, [token = std::move(token)](Connection& c) { People::create_token(c, token); });
  }
  void find_token(std::string hash, Done<std::optional<TokenRow>> done) override {
    read<std::optional<TokenRow>>(std::move(done),
                                  [hash = std::move(hash)](Connection& c) { return People::find_token(c, hash); });
  }
  void tokens_of(std::string player, Done<std::vector<TokenRow>> done) override {
    read<std::vector<TokenRow>>(std::move(done),
                                [player = std::move(player)](Connection& c) { return People::tokens_of(c, player); });
  }
  void token_seen(std::string hash, Instant at, Done<void> done) override {
    write<void>(std::move(done), small,
                [hash = std::move(hash), at](Connection& c) { People::token_seen(c, hash, at); });
  }
  void revoke_token(std::string player, std::string id, Done<void> done) override {
    write<void>(std::move(done), small, [player = std::move(player), id = std::move(id)](Connection& c) {
      People::revoke_token(c, player, id);
    });
  }

  void ratings_of(std::string player, Done<std::vector<RatingRow>> done) override {
    read<std::vector<RatingRow>>(
        std::move(done), [player = std::move(player)](Connection& c) { return Ratings::ratings_of(c, player); });
  }
  void rating_history(std::string player, std::string family, std::string speed, int newest,
                      Done<std::vector<RatingStep>> done) override {
    read<std::vector<RatingStep>>(
        std::move(done), [player = std::move(player), family = std::move(family), speed = std::move(speed),
                          newest](Connection& c) { return Ratings::rating_history(c, player, family, speed, newest); });
  }
  void add_report(ReportRow report, Done<std::int64_t> done) override {
    const std::size_t bytes = small + report.text.size();
    write<std::int64_t>(std::move(done), bytes,
                        [report = std::move(report)](Connection& c) { return Ratings::add_report(c, report); });
  }
  void open_reports(std::int64_t after, int limit, Done<std::vector<ReportRow>> done) override {
    read<std::vector<ReportRow>>(std::move(done),
                                 [after, limit](Connection& c) { return Ratings::open_reports(c, after, limit); });
  }
  void settle_report(std::int64_t number, Instant at, std::string verdict, Done<void> done) override {
    write<void>(std::move(done), small, [number, at, verdict = std::move(verdict)](Connection& c) {
      Ratings::settle_report(c, number, at, verdict);
    });
  }
  void mute(MuteRow mute, Done<void> done) override {
    write<void>(std::move(done), small, [mute = std::move(mute)](Connection& c) { Ratings::mute(c, mute); });
  }
  void unmute(std::string player, std::string muted, Done<void> done) override {
    write<void>(std::move(done), small, [player = std::move(player), muted = std::move(muted)](Connection& c) {
      Ratings::unmute(c, player, muted);
    });
  }
  void mutes_of(std::string player, Done<std::vector<MuteRow>> done) override {
    read<std::vector<MuteRow>>(std::move(done),
                               [player = std::move(player)](Connection& c) { return Ratings::mutes_of(c, player); });
  }
  void sweep(Sweep sweep, Done<Swept> done) override {
    write<Swept>(std::move(done), small, [sweep](Connection& c) { return Ratings::sweep(c, sweep); });
  }
  void read_setting(std::string key, Done<std::optional<std::string>> done) override {
    read<std::optional<std::string>>(std::move(done),
                                     [key = std::move(key)](Connection& c) { return Ratings::read_setting(c, key); });
  }
  void write_setting(std::string key, std::string value, Done<void> done) override {
    const std::size_t bytes = small + value.size();
    write<void>(std::move(done), bytes, [key = std::move(key), value = std::move(value)](Connection& c) {
      Ratings::write_setting(c, key, value);
    });
  }
  void replace_setting(std::string key, std::optional<std::string> before, std::string value,
                       Done<std::string> done) override {
    const std::size_t bytes = small + value.size();
    write<std::string>(std::move(done), bytes,
                       [key = std::move(key), before = std::move(before), value = std::move(value)](Connection& c) {
                         return Ratings::replace_setting(c, key, before, value);
                       });
  }

 protected:
  using Job = JobOn<Connection>;
  using Jobs = JobsOn<Connection>;

  virtual void enqueue_write(std::unique_ptr<Job> job) = 0;
  virtual void enqueue_read(std::unique_ptr<Job> job) = 0;

 private:
  static constexpr std::size_t small = 256;  // what an ordinary request counts against the bound on bytes

  static std::size_t bytes_of(const std::vector<EventRow>& rows) {
    std::size_t bytes = 0;
    for (const EventRow& row : rows) bytes += row.body.size() + row.kind.size() + 64;
    return bytes;
  }

  template <typename Answer, typename Work>
  void write(Done<Answer> done, std::size_t bytes, Work work) {
    enqueue_write(std::make_unique<JobOf<Connection, Answer, Work>>(bytes, std::move(work), std::move(done)));
  }
  template <typename Answer, typename Work>
  void read(Done<Answer> done, Work work) {
    enqueue_read(std::make_unique<JobOf<Connection, Answer, Work>>(0, std::move(work), std::move(done)));
  }
};

}  // namespace crownstar::store
