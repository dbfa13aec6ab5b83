// What the files of People share: store, caches of sessions and tokens, throttles and listeners. Included by
// people*.cpp only.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "site/people/accounts/notices.hpp"
#include "site/people/accounts/people.hpp"
#include "site/people/accounts/secret_memory.hpp"
#include "site/people/accounts/sessions.hpp"
#include "site/people/accounts/sign_in_attempts.hpp"
#include "site/people/accounts/store_failures.hpp"
#include "site/people/passwords/password_pool.hpp"
#include "site/people/throttle.hpp"
#include "site/store/store.hpp"

namespace crownstar::people {

struct People::Impl : std::enable_shared_from_this<People::Impl> {
  Impl(store::Store& kept, PasswordPool& hashing, std::chrono::hours idle, WallClock wall,
       std::optional<KeyCipher> cipher);

  // ---- What the store says, in this room's words ----

  template <typename T>
  std::unexpected<Refused> failed(const store::Outcome<T>& outcome) const {
    return failures.failed(outcome);
  }
  // For what nobody waits for.
  store::Done<void> noted() const {
    return [self = shared_from_this()](store::Outcome<void> outcome) {
      if (!outcome && outcome.error().kind != store::FailureKind::absent) static_cast<void>(self->failed(outcome));
    };
  }

  // ---- Parts of several requests ----

  // A new session for somebody who is in the store already.
  void begin_session(const Person& person, const Caller& caller, Instant now, Done<SignedIn> done);
  // Ends the sessions beyond what one person may have, the one used least lately first, and never one that was used at
  // this time or later: the session that has just begun at this time is among them.
  void end_surplus_sessions(const std::string& person, Instant before);
  // No account may have it, or one that looks like it. The name is checked already.
  void find_no_account(std::string_view name, std::function<void(Answer<void>)> done);
  // Accounts whose names were stored without one, or by an older list, get a skeleton, but where another has it.
  void fill_skeletons(const std::string& after, Done<void> done);
  // A guest whose name an account has taken since gets another one.
  void give_up_taken_name(const Person& guest);
  void look_at_next_name();
  bool is_remembered_account(const std::string& person);
  // Compares the password of an account, throttled as a sign-in.
  void check_password_of(const store::PlayerRow& account, std::string_view password, const Caller& caller, Instant now,
                         Done<void> done);
  // Asked once what a password has opened is stored: a change of the password before that has not ended it, and a later
  // one will.
  void expect_password(const std::string& account, const std::string& password_hash, Done<void> done);
  void store_password(const store::PlayerRow& account, const std::string& password_hash, const std::string& handle,
                      const Caller& caller, Instant now, Done<SignedIn> done);
  void replace_password(const store::PlayerRow& account, const std::string& password_hash, Done<Person> done);
  void remove(const Person& person, Done<void> done);
  void was_removed(const Person& person, const std::vector<std::string>& ended, const Done<void>& done);
  void store_account(const Visitor& guest, store::PlayerRow account, const Caller& caller, Instant now,
                     Done<SignedIn> done);

  // ---- The second factor (people_second_factor.cpp)

  // The store knows which file encrypts the keys: another one, or none, is told to the operator.
  void note_key_cipher(Done<void> done);
  SecondFactor read_factor(std::string_view text, const std::string& account) const;

  // Reads it, changes it and writes it, again where another request has written it meanwhile.
  template <typename T>
  using ChangeFactor = std::function<Answer<T>(SecondFactor& factor)>;
  template <typename T>
  void change_second_factor(const std::string& account, ChangeFactor<T> change, Done<T> done, int tries);

  void read_account(const std::string& id, Done<store::PlayerRow> done);

  // ---- Signing in (people_sign_in.cpp)

  Answer<SignInAttempt> begin_attempt(const std::string& name_key, const Caller& caller, Instant now);
  // A code beside a right password; nothing where the account wants none.
  void check_second_factor(const store::PlayerRow& account, const std::string& code, const SignInAttempt& tried,
                           Done<std::optional<UsedCode>> done);
  // A code of somebody who is signed in, counted as a try.
  template <typename T>
  void change_by_code(const Visitor& visitor, const Caller& caller, Instant now, ChangeFactor<T> change, Done<T> done);
  // Both were right.
  void enter(const store::PlayerRow& account, const SignInAttempt& tried, std::optional<UsedCode> used,
             const Caller& caller, Instant now, Done<SignedIn> done);
  // The mark of a device on which this name has signed in.
  std::string device_mark(const std::string& name_key) const;
  bool is_known_device(const std::string& name_key, const Caller& caller) const;

  // ---- Sessions (people_sessions.cpp)

  // What a request needs to know while its session is looked up.
  struct SessionLookup {
    std::string secret;
    bool may_rotate = false;
    Instant now{};
    Done<Visitor> done;
    std::string fresh_secret;  // the secret has been rotated before: this is the one that followed it
    int looks = 0;
  };
  void look(SessionLookup lookup);
  void look_in_store(SessionLookup lookup, const std::string& hash);
  void accept(SessionLookup lookup, LiveSession& session);
  void note_use(LiveSession& session, Instant now);
  void rotate(SessionLookup lookup, const LiveSession& session);
  // The same session under a secret that does not follow from the old one.
  void renew(LiveSession session, Instant now, Done<SignedIn> done);
  void end_session_of(const Visitor& visitor);

  // ---- Ends. What has been read before an end and answers after it must not be remembered: `ends` counts them.

  // The handles of all sessions, and tokens, that a person has in the store.
  void handles_of(const std::string& person, bool with_tokens,
                  std::function<void(Answer<std::vector<std::string>>)> done);
  void forget_session(const std::string& person, const std::string& handle);
  void forget_person(const std::string& person, std::string_view hash_kept = {});
  void forget_token(const std::string& person, const std::string& handle);
  void forget_tokens(const std::string& person);
  // `password_hash`: of the password that was given for it.
  void store_token(store::TokenRow row, const std::string& password_hash, Done<NewToken> done);
  void end_token(const std::string& person, const std::string& handle, Done<void> done);
  void look_for_token(const std::string& hash, int looks, Instant now, Done<Visitor> done);
  void note_token_use(LiveToken& token, Instant now);

  // `broken`: it was done and the answer was lost, or it was not. Connections are closed in both cases, because whoever
  // is cut off wrongly comes again at once.
  static bool may_be_done(const store::Outcome<void>& outcome) {
    return outcome || outcome.error().kind == store::FailureKind::broken;
  }
  void notify_ended(const std::vector<std::string>& handles) const {
    if (!handles.empty() && notify_ended_) notify_ended_(handles);
  }
  void notify_changed(const Person& person, Change change) const {
    if (notify_changed_) notify_changed_(person, change);
  }

  store::Store& store;
  PasswordPool& passwords;
  std::chrono::hours session_idle;
  WallClock wall_clock;
  std::optional<KeyCipher> key_cipher;  // of the keys of second factors
  SecretMemory<store::SessionRow> sessions;
  SecretMemory<store::TokenRow> tokens;
  std::uint64_t ends = 0;
  std::vector<std::string> names_to_look_at;  // persons
  std::string rotation_key;                   // empty until open has answered: nothing is rotated
  AddressThrottle guests;
  AddressThrottle accounts;
  SignInAttempts attempts;
  std::function<void(const std::vector<std::string>&)> notify_ended_;
  std::function<void(const Person&, Change)> notify_changed_;
  StoreFailures failures;
  Notices notices;
};

Person person_of(const store::PlayerRow& row);

inline std::unexpected<Refused> wrong_password() {
  return refused("wrong_credentials", "the name or the password is not right");
}

inline std::unexpected<Refused> name_taken() {
  return refused("name_taken", "an account has this name, or one that looks like it");
}

}  // namespace crownstar::people
