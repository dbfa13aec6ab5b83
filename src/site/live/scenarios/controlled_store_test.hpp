// A store that a test controls: writes fail as on a full disk, or wait until the test lets them through.
// It does not know what is stored.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "site/store/store.hpp"

namespace crownstar::live::testing_site {

class ControlledStore : public store::Store {
 public:
  ControlledStore(std::unique_ptr<store::Store> behind, store::Post post)
      : behind_(std::move(behind)), post_(std::move(post)) {}

  // While set, what changes a match fails like this and is not done.
  std::optional<store::FailureKind> failure;
  // While set, appends wait.
  bool is_shut = false;
  int appends = 0;
  // The events of this match are never read to the end; those of the other, and its chat, cannot be read.
  std::string unread;
  std::string unreadable;
  bool are_mutes_unreadable = false;
  // The next answer about mutes is as the store was then and comes late.
  bool holds_mutes = false;
  std::function<void()> held_mutes;
  // The answer to this reading of events, counted from now on, is as the store was then and comes late.
  int held_reading = 0;
  std::function<void()> held_answer;
  void let_through() {
    is_shut = false;
    for (auto& waiting : std::exchange(waiting_, {})) waiting();
  }

  // How much of what was asked of the store behind it has no answer yet.
  int open() const { return open_; }

  // What has waited fails after all; what comes later does not.
  void refuse_what_waits(store::FailureKind kind) {
    failure = kind;
    let_through();
    failure.reset();
  }

  void create_match(store::MatchHeader header, std::vector<store::EventRow> rows, store::Done<void> done) override {
    if (has_failed(done)) return;
    behind_->create_match(std::move(header), std::move(rows), counted(std::move(done)));
  }
  void append(store::Append append, store::Done<void> done) override {
    ++appends;
    if (has_failed(done)) return;
    if (is_shut) {
      waiting_.push_back([this, append = std::move(append), done = std::move(done)] {
        if (!has_failed(done)) behind_->append(append, counted(done));
      });
      return;
    }
    behind_->append(std::move(append), counted(std::move(done)));
  }
  void append_chat(store::ChatRow line, store::Done<int> done) override {
    if (has_failed(done)) return;
    behind_->append_chat(std::move(line), counted(std::move(done)));
  }

  void events(std::string match, int from, int limit, store::Done<std::vector<store::EventRow>> done) override {
    if (match == unread) return;
    if (match == unreadable) {
      return post_([done = std::move(done)] {
        done(std::unexpected(store::Failure{store::FailureKind::broken, "the disk does not answer"}));
      });
    }
    if (held_reading != 0 && --held_reading == 0) {
      done = [this, done = std::move(done)](auto rows) {
        held_answer = [done, rows = std::move(rows)] { done(rows); };
      };
    }
    behind_->events(std::move(match), from, limit, counted(std::move(done)));
  }
  void chat_of_player(std::string player, store::PageRequest page, store::Done<store::ChatPage> done) override {
    behind_->chat_of_player(std::move(player), std::move(page), counted(std::move(done)));
  }
  void find_match(std::string id, store::Done<std::optional<store::MatchHeader>> done) override {
    behind_->find_match(std::move(id), counted(std::move(done)));
  }
  void unfinished_matches(store::PageRequest page, store::Done<store::MatchPage> done) override {
    behind_->unfinished_matches(std::move(page), counted(std::move(done)));
  }
  void all_matches(store::PageRequest page, store::Done<store::MatchPage> done) override {
    behind_->all_matches(std::move(page), counted(std::move(done)));
  }
  void matches_of_player(std::string player, store::PageRequest page, store::Done<store::MatchPage> done) override {
    behind_->matches_of_player(std::move(player), std::move(page), counted(std::move(done)));
  }
  void finished_matches(std::string game, store::PageRequest page, store::Done<store::MatchPage> done) override {
    behind_->finished_matches(std::move(game), std::move(page), counted(std::move(done)));
  }
  void chat(std::string match, std::string room, int after, int newest,
            store::Done<std::vector<store::ChatRow>> done) override {
    if (match == unreadable) {
      return post_([done = std::move(done)] {
        done(std::unexpected(store::Failure{store::FailureKind::broken, "the disk does not answer"}));
      });
    }
    behind_->chat(std::move(match), std::move(room), after, newest, counted(std::move(done)));
  }

  void create_player(store::PlayerRow player, store::Done<void> done) override {
    behind_->create_player(std::move(player), counted(std::move(done)));
  }
  void find_player(std::string id, store::Done<std::optional<store::PlayerRow>> done) override {
    behind_->find_player(std::move(id), counted(std::move(done)));
  }
  void find_account(std::string name_key, store::Done<std::optional<store::PlayerRow>> done) override {
    behind_->find_account(std::move(name_key), counted(std::move(done)));
  }
  void find_similar_account(std::string name_key, std::string name_skeleton,
                            store::Done<std::optional<store::PlayerRow>> done) override {
    behind_->find_similar_account(std::move(name_key), std::move(name_skeleton), counted(std::move(done)));
  }
  void accounts_without_skeleton(std::string mark, std::string after, int limit,
                                 store::Done<std::vector<store::PlayerRow>> done) override {
    behind_->accounts_without_skeleton(std::move(mark), std::move(after), limit, counted(std::move(done)));
  }
  void set_skeletons(std::vector<store::SkeletonRow> rows, store::Done<void> done) override {
    behind_->set_skeletons(std::move(rows), counted(std::move(done)));
  }
  void rename_guest(std::string guest, std::string name, store::Done<void> done) override {
    behind_->rename_guest(std::move(guest), std::move(name), counted(std::move(done)));
  }
  void promote_guest(store::PlayerRow account, store::Done<void> done) override {
    behind_->promote_guest(std::move(account), counted(std::move(done)));
  }
  void improve_password_hash(std::string account, std::string old_hash, std::string new_hash,
                             store::Done<void> done) override {
    behind_->improve_password_hash(std::move(account), std::move(old_hash), std::move(new_hash),
                                   counted(std::move(done)));
  }
  void change_password(std::string account, std::string password_hash, std::string session_kept,
                       store::Done<void> done) override {
    behind_->change_password(std::move(account), std::move(password_hash), std::move(session_kept),
                             counted(std::move(done)));
  }
  void replace_password(std::string account, std::string old_hash, std::string new_hash, std::string session_kept,
                        store::Done<void> done) override {
    behind_->replace_password(std::move(account), std::move(old_hash), std::move(new_hash), std::move(session_kept),
                              counted(std::move(done)));
  }
  void change_preferences(std::string player, std::string preferences, store::Done<void> done) override {
    behind_->change_preferences(std::move(player), std::move(preferences), counted(std::move(done)));
  }
  void player_seen(std::string player, store::Instant at, store::Done<void> done) override {
    behind_->player_seen(std::move(player), std::move(at), counted(std::move(done)));
  }
  void claim_guest(std::string guest, std::string account, store::Done<void> done) override {
    behind_->claim_guest(std::move(guest), std::move(account), counted(std::move(done)));
  }
  void delete_account(std::string account, store::Done<void> done) override {
    behind_->delete_account(std::move(account), counted(std::move(done)));
  }
  void create_session(store::SessionRow session, store::Done<void> done) override {
    behind_->create_session(std::move(session), counted(std::move(done)));
  }
  void find_session(std::string hash, store::Done<std::optional<store::SessionRow>> done) override {
    behind_->find_session(std::move(hash), counted(std::move(done)));
  }
  void sessions_of(std::string player, store::Done<std::vector<store::SessionRow>> done) override {
    behind_->sessions_of(std::move(player), counted(std::move(done)));
  }
  void session_seen(std::string hash, store::Instant seen, store::Instant expires, store::Done<void> done) override {
    behind_->session_seen(std::move(hash), std::move(seen), std::move(expires), counted(std::move(done)));
  }
  void rotate_session(std::string old_hash, std::string new_hash, store::Instant seen, store::Instant expires,
                      store::Done<void> done) override {
    behind_->rotate_session(std::move(old_hash), std::move(new_hash), std::move(seen), std::move(expires),
                            counted(std::move(done)));
  }
  void revoke_session(std::string hash, store::Done<void> done) override {
    behind_->revoke_session(std::move(hash), counted(std::move(done)));
  }
  void revoke_session_by_id(std::string player, std::string id, store::Done<void> done) override {
    behind_->revoke_session_by_id(std::move(player), std::move(id), counted(std::move(done)));
  }
  void revoke_sessions(std::string player, std::string hash_kept, store::Done<void> done) override {
    behind_->revoke_sessions(std::move(player), std::move(hash_kept), counted(std::move(done)));
  }
  void create_token(store::TokenRow token, store::Done<void> done) override {
    behind_->create_token(std::move(token), counted(std::move(done)));
  }
  void find_token(std::string hash, store::Done<std::optional<store::TokenRow>> done) override {
    behind_->find_token(std::move(hash), counted(std::move(done)));
  }
  void tokens_of(std::string player, store::Done<std::vector<store::TokenRow>> done) override {
    behind_->tokens_of(std::move(player), counted(std::move(done)));
  }
  void token_seen(std::string hash, store::Instant at, store::Done<void> done) override {
    behind_->token_seen(std::move(hash), std::move(at), counted(std::move(done)));
  }
  void revoke_token(std::string player, std::string id, store::Done<void> done) override {
    behind_->revoke_token(std::move(player), std::move(id), counted(std::move(done)));
  }
  void ratings_of(std::string player, store::Done<std::vector<store::RatingRow>> done) override {
    behind_->ratings_of(std::move(player), counted(std::move(done)));
  }
  void rating_history(std::string player, std::string family, std::string speed, int newest,
                      store::Done<std::vector<store::RatingStep>> done) override {
    behind_->rating_history(std::move(player), std::move(family), std::move(speed), std::move(newest),
                            counted(std::move(done)));
  }
  void add_report(store::ReportRow report, store::Done<std::int64_t> done) override {
    behind_->add_report(std::move(report), counted(std::move(done)));
  }
  void open_reports(std::int64_t after, int limit, store::Done<std::vector<store::ReportRow>> done) override {
    behind_->open_reports(std::move(after), std::move(limit), counted(std::move(done)));
  }
  void settle_report(std::int64_t number, store::Instant at, std::string verdict, store::Done<void> done) override {
    behind_->settle_report(std::move(number), std::move(at), std::move(verdict), counted(std::move(done)));
  }
  void mute(store::MuteRow mute, store::Done<void> done) override {
    behind_->mute(std::move(mute), counted(std::move(done)));
  }
  void unmute(std::string player, std::string muted, store::Done<void> done) override {
    behind_->unmute(std::move(player), std::move(muted), counted(std::move(done)));
  }
  void mutes_of(std::string player, store::Done<std::vector<store::MuteRow>> done) override {
    if (are_mutes_unreadable) {
      return post_([done = std::move(done)] {
        done(std::unexpected(store::Failure{store::FailureKind::busy, "the store has too much to do"}));
      });
    }
    if (std::exchange(holds_mutes, false)) {
      done = [this, done = std::move(done)](auto rows) { held_mutes = [done, rows = std::move(rows)] { done(rows); }; };
    }
    behind_->mutes_of(std::move(player), counted(std::move(done)));
  }
  void sweep(store::Sweep sweep, store::Done<store::Swept> done) override {
    behind_->sweep(std::move(sweep), counted(std::move(done)));
  }
  void read_setting(std::string key, store::Done<std::optional<std::string>> done) override {
    behind_->read_setting(std::move(key), counted(std::move(done)));
  }
  void write_setting(std::string key, std::string value, store::Done<void> done) override {
    behind_->write_setting(std::move(key), std::move(value), counted(std::move(done)));
  }
  void replace_setting(std::string key, std::optional<std::string> before, std::string value,
                       store::Done<std::string> done) override {
    behind_->replace_setting(std::move(key), std::move(before), std::move(value), counted(std::move(done)));
  }

 private:
  template <typename T>
  store::Done<T> counted(store::Done<T> done) {
    ++open_;
    return [this, done = std::move(done)](store::Outcome<T> outcome) {
      --open_;
      done(std::move(outcome));
    };
  }
  template <typename T>
  bool has_failed(const store::Done<T>& done) {
    if (!failure) return false;
    post_([done, kind = *failure] { done(std::unexpected(store::Failure{kind, "the test refuses it"})); });
    return true;
  }

  std::unique_ptr<store::Store> behind_;
  store::Post post_;
  int open_ = 0;
  std::vector<std::function<void()>> waiting_;
};

}  // namespace crownstar::live::testing_site
