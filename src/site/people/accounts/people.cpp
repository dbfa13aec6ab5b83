#include "site/people/accounts/people.hpp"

#include <algorithm>
#include <utility>

#include <sodium.h>

#include "site/people/accounts/people_impl.hpp"
#include "site/people/names/names.hpp"
#include "site/people/passwords/passwords.hpp"
#include "site/people/secrets.hpp"

namespace crownstar::people {
namespace {

constexpr std::string_view rotation_key_setting = "session_rotation_key";

std::unexpected<Refused> gone() { return refused("not_signed_in", "this account is no longer there"); }

Instant system_wall_time() { return std::chrono::time_point_cast<Milliseconds>(std::chrono::system_clock::now()); }

store::PlayerRow guest_row(const Person& guest, Instant now) {
  store::PlayerRow row;
  row.id = guest.id;
  row.kind = store::PlayerKind::guest;
  row.name = guest.name;
  row.created = guest.made;
  row.seen = now;
  return row;
}

}  // namespace

// What an account that a program plays by has in its row: nothing else is stored there.
constexpr std::string_view bot_preferences = "bot";

Person person_of(const store::PlayerRow& row) {
  const bool is_account = row.kind == store::PlayerKind::account;
  return {row.id, row.name, is_account ? PersonKind::account : PersonKind::guest, row.created,
          is_account && row.preferences == bot_preferences};
}

People::Impl::Impl(store::Store& kept, PasswordPool& hashing, std::chrono::hours idle, WallClock wall,
                   std::optional<KeyCipher> cipher)
    : store(kept),
      passwords(hashing),
      session_idle(idle),
      wall_clock(wall ? std::move(wall) : system_wall_time),
      key_cipher(std::move(cipher)),
      sessions(limits::sessions_remembered),
      tokens(limits::tokens_remembered),
      guests(throttle_terms(limits::guests_of_an_address)),
      accounts(throttle_terms(limits::accounts_of_an_address)),
      notices(kept, failures) {}

People::People(store::Store& store, PasswordPool& passwords, std::chrono::hours session_idle, WallClock wall_clock,
               std::optional<KeyCipher> key_cipher)
    : impl_(std::make_shared<Impl>(store, passwords, session_idle, std::move(wall_clock), std::move(key_cipher))) {
  impl_->notices.belong_to(impl_);
}
People::~People() = default;

void People::on_ended(std::function<void(const std::vector<std::string>&)> listener) {
  impl_->notify_ended_ = std::move(listener);
}
void People::forget_person(const std::string& person) { impl_->forget_person(person); }

void People::forget_handles(std::span<const std::string> handles) {
  ++impl_->ends;
  impl_->sessions.forget_handles(handles);
  impl_->tokens.forget_handles(handles);
}

void People::forget_all() {
  ++impl_->ends;
  impl_->sessions.forget_all();
  impl_->tokens.forget_all();
}

void People::notices(const Visitor& visitor, Done<std::vector<NoticeView>> done) {
  impl_->notices.show(visitor, std::move(done));
}
void People::put_notice_away(const Visitor& visitor, std::string_view notice, Instant now, Done<void> done) {
  impl_->notices.put_away(visitor, notice, now, std::move(done));
}

void People::on_changed(std::function<void(const Person&, Change)> listener) {
  impl_->notify_changed_ = std::move(listener);
}
void People::on_failure(std::function<void(std::string)> listener) { impl_->failures.on_failure(std::move(listener)); }

void People::open(Done<void> done) {
  const std::string key(rotation_key_setting);
  // The error names the fault in the store's own words.
  const auto failed = [](const auto& outcome) { return refused("store_unavailable", outcome.error().text); };
  impl_->store.read_setting(key, [self = impl_, key, failed, done = std::move(done)](auto read) {
    if (!read) return done(failed(read));
    if (*read && is_session_secret(**read)) {
      self->rotation_key = **read;
      return self->note_key_cipher(done);
    }
    // Another node that begins at the same time may be quicker: all rotate with what is kept in the end.
    self->store.replace_setting(key, *read, make_secret(),
                                [self, failed, done](const store::Outcome<std::string>& kept) {
                                  if (!kept) return done(failed(kept));
                                  self->rotation_key = *kept;
                                  self->note_key_cipher(done);
                                });
  });
}

// ---- Guests

void People::make_guest(std::string_view name, const Caller& caller, Instant now, Done<SignedIn> done) {
  if (auto allowed = impl_->guests.take(caller.address, now, "guests from one address"); !allowed) {
    return done(std::unexpected(allowed.error()));
  }
  const bool is_named = !name.empty();
  if (is_named) {
    if (auto checked = check_name(name); !checked) return done(std::unexpected(checked.error()));
  }
  Person guest{make_id('p'), std::string(name), PersonKind::guest, now};
  if (!is_named) guest.name = friendly_name([] { return std::uint64_t{randombytes_random()}; });
  const auto begin = [self = impl_, guest, caller, now, done = std::move(done)](const Answer<void>& is_free) {
    if (!is_free) return done(std::unexpected(is_free.error()));
    self->store.create_player(guest_row(guest, now), [self, guest, caller, now, done](store::Outcome<void> created) {
      if (!created) return done(self->failed(created));
      self->begin_session(guest, caller, now, done);
    });
  };
  if (!is_named) return begin({});
  impl_->find_no_account(name, begin);
}

void People::rename_guest(const Visitor& visitor, std::string_view name, Instant, Done<Person> done) {
  if (!visitor.is_session()) return done(refused("scope_missing", "only on the page itself"));
  if (visitor.is_account()) return done(refused("guests_only", "the name of an account stays"));
  if (auto checked = check_name(name); !checked) return done(std::unexpected(checked.error()));
  Person renamed = visitor.person;
  renamed.name = name;
  impl_->find_no_account(name, [self = impl_, renamed, done = std::move(done)](Answer<void> is_free) {
    if (!is_free) return done(std::unexpected(is_free.error()));
    self->store.rename_guest(renamed.id, renamed.name, [self, renamed, done](store::Outcome<void> stored) {
      if (!stored && stored.error().kind == store::FailureKind::absent) return done(gone());
      if (!stored) return done(self->failed(stored));
      self->sessions.rename(renamed);
      self->notify_changed(renamed, Change::has_new_name);
      done(renamed);
    });
  });
}

// ---- Accounts

void People::make_account(const Visitor* guest, std::string_view name, std::string_view password, const Caller& caller,
                          Instant now, Done<SignedIn> done) {
  if (guest != nullptr && guest->is_account()) return done(refused("guests_only", "you have an account already"));
  if (guest != nullptr && !guest->is_session()) return done(refused("scope_missing", "only on the page itself"));
  if (auto checked = check_name(name); !checked) return done(std::unexpected(checked.error()));
  if (auto checked = check_password(password, name); !checked) return done(std::unexpected(checked.error()));
  if (auto allowed = impl_->accounts.take(caller.address, now, "accounts from one address"); !allowed) {
    return done(std::unexpected(allowed.error()));
  }
  store::PlayerRow row;
  row.id = guest != nullptr ? guest->person.id : make_id('p');
  row.kind = store::PlayerKind::account;
  row.name = name;
  row.name_key = name_key(name);
  row.name_skeleton = name_skeleton(name);
  row.created = guest != nullptr ? guest->person.made : now;
  row.seen = now;
  const Visitor visitor = guest != nullptr ? *guest : Visitor{};
  const int rank = PasswordPool::first_rank + 1 + impl_->accounts.taken(caller.address, now);
  // A try that has cost nothing does not count, so that whoever looks for a free name, or comes while many do, is not
  // refused for it.
  const auto refuse = [self = impl_, address = caller.address, done](const Refused& why) {
    self->accounts.give_back(address);
    done(std::unexpected(why));
  };
  impl_->find_no_account(name, [self = impl_, row, visitor, caller, now, rank, password = std::string(password), refuse,
                                done = std::move(done)](Answer<void> is_free) {
    if (!is_free) return refuse(is_free.error());
    self->passwords.hash(password, rank,
                         [self, row, visitor, caller, now, refuse, done](Answer<std::string> hash) mutable {
                           if (!hash) return refuse(hash.error());
                           row.password_hash = *hash;
                           self->store_account(visitor, row, caller, now, done);
                         });
  });
}

void People::Impl::store_account(const Visitor& guest, store::PlayerRow account, const Caller& caller, Instant now,
                                 Done<SignedIn> done) {
  const Person person = person_of(account);
  const auto stored = [self = shared_from_this(), person, caller, now, done = std::move(done)](
                          store::Outcome<void> outcome, const std::vector<std::string>& ended) {
    if (!outcome && outcome.error().kind == store::FailureKind::taken) return done(name_taken());
    if (!outcome && outcome.error().kind == store::FailureKind::absent) return done(gone());
    if (!outcome) return done(self->failed(outcome));
    self->attempts.remember_address(name_key(person.name), caller.address);
    self->forget_person(person.id);
    self->notify_changed(person, Change::has_new_name);
    self->notify_ended(ended);
    self->begin_session(person, caller, now, done);
  };
  if (guest.person.id.empty()) {
    return store.create_player(std::move(account), [stored](store::Outcome<void> outcome) { stored(outcome, {}); });
  }
  handles_of(person.id, false, [self = shared_from_this(), account, stored](Answer<std::vector<std::string>> handles) {
    // The sessions of the guest end in the same step.
    self->store.promote_guest(account, [handles = handles.value_or(std::vector<std::string>{}),
                                        stored](store::Outcome<void> outcome) { stored(outcome, handles); });
  });
}

void People::Impl::read_account(const std::string& id, Done<store::PlayerRow> done) {
  store.find_player(id, [self = shared_from_this(), done = std::move(done)](auto found) {
    if (!found) return done(self->failed(found));
    if (!*found) return done(gone());
    done(std::move(**found));
  });
}

void People::change_password(const Visitor& visitor, std::string_view old_password, std::string_view new_password,
                             const Caller& caller, Instant now, Done<SignedIn> done) {
  if (!visitor.is_account()) return done(refused("accounts_only", "only an account has a password"));
  if (!visitor.is_session()) return done(refused("scope_missing", "only on the page itself"));
  if (auto checked = check_password(new_password, visitor.person.name); !checked) {
    return done(std::unexpected(checked.error()));
  }
  const auto begin = [self = impl_, visitor, caller, now, fresh = std::string(new_password),
                      done](const store::PlayerRow& account) {
    self->passwords.hash(fresh, PasswordPool::first_rank,
                         [self, account, visitor, caller, now, done](Answer<std::string> hash) {
                           if (!hash) return done(std::unexpected(hash.error()));
                           self->store_password(account, *hash, visitor.session, caller, now, done);
                         });
  };
  impl_->read_account(visitor.person.id, [self = impl_, begin, caller, now, old = std::string(old_password),
                                          done = std::move(done)](Answer<store::PlayerRow> account) {
    if (!account) return done(std::unexpected(account.error()));
    self->check_password_of(*account, old, caller, now, [begin, account, done](Answer<void> right) {
      if (!right) return done(std::unexpected(right.error()));
      begin(*account);
    });
  });
}

void People::Impl::store_password(const store::PlayerRow& account, const std::string& password_hash,
                                  const std::string& handle, const Caller& caller, Instant now, Done<SignedIn> done) {
  // This session goes on, with another secret, so that its open sockets need not close.
  std::optional<LiveSession> kept;
  for (const LiveSession& session : sessions.of_person(account.id)) {
    if (session.row.id == handle) kept = session;
  }
  handles_of(account.id, true,
             [self = shared_from_this(), account, password_hash, kept, caller, now,
              done = std::move(done)](Answer<std::vector<std::string>> handles) {
               if (!handles) return done(std::unexpected(handles.error()));
               if (kept) std::erase(*handles, kept->row.id);
               const std::string hash_kept = kept ? kept->row.hash : std::string();
               self->store.replace_password(
                   account.id, account.password_hash, password_hash, hash_kept,
                   [self, account, kept, hash_kept, ended = *handles, caller, now, done](store::Outcome<void> outcome) {
                     const bool is_changed = !outcome && outcome.error().kind == store::FailureKind::absent;
                     if (is_changed) return done(wrong_password());  // by somebody else, meanwhile
                     if (!may_be_done(outcome)) return done(self->failed(outcome));
                     self->forget_person(account.id, hash_kept);
                     self->forget_tokens(account.id);
                     self->notify_ended(ended);
                     if (!outcome) return done(self->failed(outcome));
                     const std::string own = kept ? kept->row.id : std::string();
                     self->notices.leave(account.id, NoticeKind::password_changed, own, caller, now);
                     if (!kept) return self->begin_session(person_of(account), caller, now, done);
                     self->renew(*kept, now, done);
                   });
             });
}

void People::remove_account(const Visitor& visitor, std::string_view password, const Caller& caller, Instant now,
                            Done<void> done) {
  if (!visitor.is_session()) return done(refused("scope_missing", "only on the page itself"));
  const auto remove = [self = impl_, person = visitor.person, done](Answer<void> right) {
    if (!right) return done(right);
    self->remove(person, done);
  };
  if (!visitor.is_account()) return remove({});
  impl_->read_account(visitor.person.id, [self = impl_, remove, caller, now, password = std::string(password),
                                          done = std::move(done)](Answer<store::PlayerRow> account) {
    if (!account) return done(std::unexpected(account.error()));
    self->check_password_of(*account, password, caller, now, remove);
  });
}

void People::Impl::remove(const Person& person, Done<void> done) {
  handles_of(person.id, true,
             [self = shared_from_this(), person, done = std::move(done)](Answer<std::vector<std::string>> handles) {
               if (!handles) return done(std::unexpected(handles.error()));
               // Told first: what is stored for this person from now on would outlive the deletion.
               self->notify_changed(person, Change::leaves);
               self->store.delete_account(
                   person.id, [self, person, ended = *handles, done](store::Outcome<void> stored) {
                     if (stored) return self->was_removed(person, ended, done);
                     const Answer<void> failure = self->failed(stored);
                     const auto stays = [self, person, failure, done] {
                       self->notify_changed(person, Change::stays);
                       done(failure);
                     };
                     if (stored.error().kind != store::FailureKind::broken) return stays();
                     // It may be done, and the answer was lost.
                     self->store.find_player(person.id, [self, person, ended, stays, done](const auto& found) {
                       if (!found || *found) return stays();
                       self->was_removed(person, ended, done);
                     });
                   });
             });
}

void People::Impl::was_removed(const Person& person, const std::vector<std::string>& ended, const Done<void>& done) {
  forget_person(person.id);
  notify_changed(person, Change::is_gone);
  notify_ended(ended);
  done({});
}

void People::become_bot(const Visitor& visitor, Done<void> done) {
  if (!visitor.is_account()) return done(refused("accounts_only", "a bot needs an account; make one first"));
  if (visitor.person.is_bot) return done({});
  Person person = visitor.person;
  person.is_bot = true;
  impl_->store.matches_of_player(person.id, {"", 1}, [self = impl_, person, done = std::move(done)](auto page) {
    if (!page) return done(self->failed(page));
    if (!page->matches.empty()) {
      return done(refused("forbidden", "only an account that has not played yet can become a bot's; make another one"));
    }
    self->store.change_preferences(person.id, std::string(bot_preferences),
                                   [self, person, done](store::Outcome<void> stored) {
                                     if (!stored && stored.error().kind == store::FailureKind::absent)
                                       return done(gone());
                                     if (!stored) return done(self->failed(stored));
                                     self->sessions.rename(person);
                                     self->forget_tokens(person.id);
                                     self->notify_changed(person, Change::has_new_name);
                                     done({});
                                   });
  });
}

void People::find_person(const std::string& id, Done<Person> done) {
  impl_->read_account(id, [done = std::move(done)](Answer<store::PlayerRow> account) {
    if (!account || account->kind != store::PlayerKind::account) {
      return done(refused("not_found", "nobody has this id"));
    }
    done(person_of(*account));
  });
}

void People::find_account(std::string_view name, Done<Person> done) {
  impl_->store.find_account(name_key(name), [self = impl_, done = std::move(done)](auto found) {
    if (!found) return done(self->failed(found));
    if (!*found) return done(refused("not_found", "nobody has this name"));
    done(person_of(**found));
  });
}

}  // namespace crownstar::people
