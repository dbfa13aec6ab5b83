// Guests, accounts, sessions and API tokens: authenticates visitors, and carries out what they change about themselves.
//
// All of it runs on the event loop's thread and never blocks: the store answers later, and passwords are hashed on a
// thread pool.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "site/people/answer.hpp"
#include "site/people/passwords/password_pool.hpp"
#include "site/people/person.hpp"
#include "site/people/second_factor/second_factor.hpp"

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
  std::string device = {};  // for another cookie: it shows that this account has signed in on this device
};

// What somebody signs in with. The code is of an authenticator app, or a recovery code; empty: none was typed.
struct Credentials {
  std::string_view name;
  std::string_view password;
  std::string_view code = {};
};

struct SecondFactorView {
  bool is_on = false;
  std::size_t recovery_codes_left = 0;
};

// For an authenticator app, shown while it is set up.
struct NewSecondFactor {
  std::string key;      // as text that can be typed
  std::string address;  // the same for a QR code
};

struct SessionView {
  std::string session;
  Instant made{};
  Instant seen{};
  Instant expires{};
  std::string label;
  bool is_this_one = false;
};

// A person as stored now, with the sessions and tokens that are still valid.
struct AccountState {
  Person person;
  std::vector<std::string> handles;  // of sessions and tokens

  bool operator==(const AccountState&) const = default;
};

struct TokenView {
  std::string token;  // the handle by which it is revoked
  std::string name;
  Scope scope = Scope::play;
  Instant made{};
  std::optional<Instant> used;
};

// Something about an account that its owner should know of, until they put it away.
enum class NoticeKind { new_device, password_changed, second_factor_on, second_factor_off, recovery_code_used };

// What the setting of an account's notices (store::notices_key) holds with one more, which no session has left.
std::string with_notice(const std::string& text, NoticeKind kind, Instant at);

struct NoticeView {
  std::string notice;  // the handle by which it is put away
  NoticeKind kind = NoticeKind::new_device;
  Instant at{};
  std::string label;  // the browser's own name
};

// What is kept about a player beside games, ratings and chat.
struct OwnData {
  Person person;
  Instant made{};
  Instant seen{};
  std::vector<SessionView> sessions;
  std::vector<TokenView> tokens;
  std::vector<std::string> muted;  // ids
  bool has_second_factor = false;
};

struct OwnLine {
  std::string match;
  bool is_to_players = false;
  std::string text;  // empty: removed by an operator
  Instant at{};
};

struct OwnLines {
  std::vector<OwnLine> lines;
  std::string next;
};

// What a token is good for.
struct TestedToken {
  std::string person;  // id
  Scope scope = Scope::read;
  std::optional<Instant> expires;  // nothing: never
};

struct NewToken {
  TokenView view;
  std::string secret;  // shown once
};

// A token for a program that its owner has let in (OAuth 2).
struct GrantedToken {
  std::string person;
  std::string mark;   // of the password by which it was granted
  std::string token;  // the id that it is to have
  std::string name;   // of the program; cut if it is too long
  Scope scope = Scope::play;
  std::chrono::hours life{};
};

class People {
 public:
  // The time of day, by which an authenticator app counts too; `now` of all requests may be another.
  using WallClock = std::function<Instant()>;

  // `session_idle`: how long a session, and with it a guest, may stay unused. `key_cipher`: for the keys of second
  // factors, which are kept as they are without one.
  People(store::Store& store, PasswordPool& passwords, std::chrono::hours session_idle = limits::session_idle,
         WallClock wall_clock = nullptr, std::optional<KeyCipher> key_cipher = {});
  ~People();
  People(const People&) = delete;
  People& operator=(const People&) = delete;

  // Call this once, before anything else: it reads the key for rotating session secrets.
  void open(Done<void> done);

  // Guests. An empty name gets a friendly one.
  void make_guest(std::string_view name, const Caller& caller, Instant now, Done<SignedIn> done);
  void rename_guest(const Visitor& visitor, std::string_view name, Instant now, Done<Person> done);

  // Accounts. A guest who creates an account keeps the id, and with it games and seats. All of the guest's sessions end
  // and a new one begins.
  void make_account(const Visitor* guest, std::string_view name, std::string_view password, const Caller& caller,
                    Instant now, Done<SignedIn> done);
  // Ends the visitor's current session, if there is one. With a second factor a right password without a code is
  // refused as `second_factor_needed`, which counts as no try.
  void sign_in(const Visitor* visitor, const Credentials& credentials, const Caller& caller, Instant now,
               Done<SignedIn> done);
  void sign_out(const Visitor& visitor, Done<void> done);
  // All other sessions end, this one is rotated, and all tokens end: whoever knew the old password may have made some.
  void change_password(const Visitor& visitor, std::string_view old_password, std::string_view new_password,
                       const Caller& caller, Instant now, Done<SignedIn> done);
  // By a one-time link (passwords/reset_link.hpp). All sessions and tokens end, and nobody is signed in: whoever has
  // the link does so with the new password.
  void reset_password(std::string_view code, std::string_view new_password, const Caller& caller, Instant now,
                      Done<Person> done);
  // Deletes the account; docs/people.md lists what is deleted and what stays. A guest needs no password.
  void remove_account(const Visitor& visitor, std::string_view password, const Caller& caller, Instant now,
                      Done<void> done);

  // Authenticates the owner of this secret. With `may_rotate` (an ordinary HTTP request, which can set a cookie) an old
  // session gets a new secret. The old secret stays valid until the next rotation, so that concurrent requests and lost
  // responses do no harm.
  void visitor_of_session(std::string_view secret, bool may_rotate, Instant now, Done<Visitor> done);
  void visitor_of_token(std::string_view secret, Instant now, Done<Visitor> done);
  // The visitor's session is in use over a socket, which brings no secret any more.
  void note_use(const Visitor& visitor, Instant now);
  // Refused as `not_signed_in` where it is good for nothing.
  void test_token(std::string_view secret, Instant now, Done<TestedToken> done);

  void sessions(const Visitor& visitor, Instant now, Done<std::vector<SessionView>> done);
  void end_session(const Visitor& visitor, std::string_view session, Done<void> done);
  void end_other_sessions(const Visitor& visitor, Done<void> done);

  // Needs the password again: a token outlives the session that made it.
  void make_token(const Visitor& visitor, std::string_view name, Scope scope, std::string_view password,
                  const Caller& caller, Instant now, Done<NewToken> done);
  // Whether it is the account's password; throttled as a sign-in. Answers the password's mark: it says nothing of it,
  // and another password has another one.
  void confirm_password(const Visitor& visitor, std::string_view password, const Caller& caller, Instant now,
                        Done<std::string> done);
  // Refused as `wrong_credentials` if the password has changed since.
  void grant_token(const GrantedToken& granted, Instant now, Done<NewToken> done);
  // Whoever has the token may end it.
  void end_token(const std::string& person, const std::string& token, Done<void> done);
  void tokens(const Visitor& visitor, Done<std::vector<TokenView>> done);
  void revoke_token(const Visitor& visitor, std::string_view token, Done<void> done);

  // The second factor (people_second_factor.cpp). Setting it up asks for the password, and it is on when a code of the
  // app has been typed; off it goes with password and code. Codes that are not right are throttled as passwords are.
  void second_factor(const Visitor& visitor, Done<SecondFactorView> done);
  void begin_second_factor(const Visitor& visitor, std::string_view password, const Caller& caller, Instant now,
                           Done<NewSecondFactor> done);
  void confirm_second_factor(const Visitor& visitor, std::string_view code, const Caller& caller, Instant now,
                             Done<RecoveryCodes> done);
  void turn_off_second_factor(const Visitor& visitor, std::string_view password, std::string_view code,
                              const Caller& caller, Instant now, Done<void> done);

  // Marks the account as a program's, for good. Refused once it has played: its games would have been a person's.
  void become_bot(const Visitor& visitor, Done<void> done);

  // By id: accounts only.
  void find_person(const std::string& id, Done<Person> done);

  // Sign-ins from new devices, and changed passwords, the newest first. The session that did it neither sees nor puts
  // it away, since it may be the one to be warned of; one that began later puts it away for itself alone.
  void notices(const Visitor& visitor, Done<std::vector<NoticeView>> done);
  void put_notice_away(const Visitor& visitor, std::string_view notice, Instant now, Done<void> done);

  // For taking one's own data along.
  void own_data(const Visitor& visitor, Instant now, const Done<OwnData>& done);
  // What the visitor has said, a page of it; refused as `malformed` for a mark that no page gave.
  void own_lines(const Visitor& visitor, std::string_view from, int most, Done<OwnLines> done);

  // By name, for a profile or an invitation: accounts only.
  void find_account(std::string_view name, Done<Person> done);

  // Called with the handles of sessions and tokens that have ended, so that their sockets can be closed.
  void on_ended(std::function<void(const std::vector<std::string>& handles)> listener);
  // Called when a person gets a new name or an account, and twice for a deletion: before the store deletes, so that
  // nothing is stored for them afterwards, and after it has. If the store fails to delete, the second call says that
  // the person stays.
  void on_changed(std::function<void(const Person& person, Change change)> listener);

  // Called with one line for the log when the store has failed.
  void on_failure(std::function<void(std::string)> listener);

  // This person has changed at another node: drops what is cached about them, so that the store is read again.
  void forget_person(const std::string& person);
  // These sessions and tokens have ended at another node.
  void forget_handles(std::span<const std::string> handles);
  void forget_all();
  // The person's current state, for a node that may have missed a change; nothing if the person was deleted.
  void account_state_of(const std::string& person, Done<std::optional<AccountState>> done);

  // Call this about once a minute: it deletes what has expired, and tells of the sessions and tokens among it.
  void sweep(Instant now);

  // Call this about once a minute with those who are connected: the guests among them whose name an account has taken
  // get another one, though no request of theirs comes.
  void free_taken_names(std::vector<std::string> persons);

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace crownstar::people
