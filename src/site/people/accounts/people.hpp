// Knows guests, accounts, sessions and API tokens: who comes with which secret, and what they may change about
// themselves. Refuses to know sockets, cookies and headers, and what anybody plays.
//
// All of it runs on the hub's thread and never blocks: the store answers later, passwords are hashed on a pool of their
// own.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "site/people/answer.hpp"
#include "site/people/passwords/password_pool.hpp"
#include "site/people/person.hpp"

namespace crownstar::store {
class Store;
}

namespace crownstar::people {

// A session that has just begun. The secret is shown once: it is the value of the cookie, and only its hash is stored.
struct SignedIn {
  Person person;
  std::string secret;
  std::string session;
  Instant expires{};
};

struct SessionView {
  std::string session;
  Instant made{};
  Instant seen{};
  Instant expires{};
  std::string label;
  bool is_this_one = false;
};

// Somebody as the store knows them now, and by what they may still come in.
struct Standing {
  Person person;
  std::vector<std::string> handles;  // of sessions and tokens

  bool operator==(const Standing&) const = default;
};

struct TokenView {
  std::string token;  // the handle by which it is revoked
  std::string name;
  Scope scope = Scope::play;
  Instant made{};
  std::optional<Instant> used;
};

struct NewToken {
  TokenView view;
  std::string secret;  // shown once
};

class People {
 public:
  People(store::Store& store, PasswordPool& passwords);
  ~People();
  People(const People&) = delete;
  People& operator=(const People&) = delete;

  // To be called once, before anything else: reads what the rotation of sessions needs.
  void open(Done<void> done);

  // Guests. An empty name gets a friendly one.
  void make_guest(std::string_view name, const Caller& caller, Instant now, Done<SignedIn> done);
  void rename_guest(const Visitor& visitor, std::string_view name, Instant now, Done<Person> done);

  // Accounts. A guest who makes an account keeps the id, and with it games and seats; nobody else does.
  // All sessions of the guest end and a new one begins.
  void make_account(const Visitor* guest, std::string_view name, std::string_view password, const Caller& caller,
                    Instant now, Done<SignedIn> done);
  // The session that the visitor came with, if any, ends.
  void sign_in(const Visitor* visitor, std::string_view name, std::string_view password, const Caller& caller,
               Instant now, Done<SignedIn> done);
  void sign_out(const Visitor& visitor, Done<void> done);
  // All other sessions end, this one is rotated; tokens stay.
  void change_password(const Visitor& visitor, std::string_view old_password, std::string_view new_password,
                       const Caller& caller, Instant now, Done<SignedIn> done);
  // Really deletes: docs/people.md says what goes and what stays. A guest needs no password.
  void remove_account(const Visitor& visitor, std::string_view password, const Caller& caller, Instant now,
                      Done<void> done);

  // Who comes with this secret. With `may_rotate` (an ordinary HTTP request, which can set a cookie) an old session
  // gets a fresh secret. The old one still leads to the same session until the next rotation, so that requests under
  // way and an answer that got lost harm nobody.
  void visitor_of_session(std::string_view secret, bool may_rotate, Instant now, Done<Visitor> done);
  void visitor_of_token(std::string_view secret, Instant now, Done<Visitor> done);

  void sessions(const Visitor& visitor, Instant now, Done<std::vector<SessionView>> done);
  void end_session(const Visitor& visitor, std::string_view session, Done<void> done);
  void end_other_sessions(const Visitor& visitor, Done<void> done);

  void make_token(const Visitor& visitor, std::string_view name, Scope scope, Instant now, Done<NewToken> done);
  void tokens(const Visitor& visitor, Done<std::vector<TokenView>> done);
  void revoke_token(const Visitor& visitor, std::string_view token, Done<void> done);

  // By name, for a profile or an invitation: accounts only.
  void find_account(std::string_view name, Done<Person> done);

  // Called when sessions or tokens have ended, with their handles: whoever holds sockets for them closes these.
  void on_ended(std::function<void(const std::vector<std::string>& handles)> listener);
  // Called when a person has another name or an account, and twice when one is deleted: before the store deletes, so
  // that nothing is stored for them after it, and when it has. Should the store fail to delete, the second time says
  // that the person stays.
  void on_changed(std::function<void(const Person& person, Change change)> listener);

  // Called with one line for the log when the store has failed.
  void on_failure(std::function<void(std::string)> listener);

  // Something about this person has changed at another node, and is stored: nothing of them is remembered any more, and
  // the store is asked.
  void forget_person(const std::string& person);
  // These sessions and tokens have ended there.
  void forget_handles(std::span<const std::string> handles);
  void forget_all();
  // Who that is by now, for whoever may not have been told; nothing where the person is gone.
  void standing_of(const std::string& person, Done<std::optional<Standing>> done);

  // To be called about once a minute: forgets what has expired, here and in the store.
  void sweep(Instant now);

 private:
  struct Inside;
  std::shared_ptr<Inside> inside_;
};

}  // namespace crownstar::people
