#include <utility>

#include "site/people/accounts/people.hpp"
#include "site/people/accounts/people_impl.hpp"
#include "site/people/names/names.hpp"
#include "site/people/passwords/passwords.hpp"
#include "site/people/secrets.hpp"

namespace crownstar::people {
std::string People::Impl::device_mark(const std::string& name_key) const {
  return rotation_key.empty() ? "" : secret_after("device of " + name_key, rotation_key);
}

bool People::Impl::is_known_device(const std::string& name_key, const Caller& caller) const {
  return !caller.device.empty() && is_same_secret(caller.device, device_mark(name_key));
}

Answer<SignInAttempt> People::Impl::begin_attempt(const std::string& name_key, const Caller& caller, Instant now) {
  return attempts.begin(name_key, caller.address, is_known_device(name_key, caller), now);
}

void People::sign_in(const Visitor* visitor, const Credentials& credentials, const Caller& caller, Instant now,
                     Done<SignedIn> done) {
  const std::string key = name_key(credentials.name.substr(0, std::size_t{4} * limits::name_letters));
  const auto allowed = impl_->begin_attempt(key, caller, now);
  if (!allowed) return done(std::unexpected(allowed.error()));
  if (key.empty() || credentials.password.size() > std::size_t{4} * limits::typed_password_letters) {
    return done(wrong_password());
  }
  const Visitor before = visitor != nullptr ? *visitor : Visitor{};
  const auto passed = [self = impl_, tried = *allowed, before, caller, now, code = std::string(credentials.code),
                       done](const store::PlayerRow& account) {
    self->check_second_factor(account, code, tried,
                              [self, tried, before, caller, now, account, done](Answer<std::optional<UsedCode>> used) {
                                if (!used) return done(std::unexpected(used.error()));
                                self->end_session_of(before);
                                self->enter(account, tried, *used, caller, now, done);
                              });
  };
  impl_->store.find_account(key, [self = impl_, tried = *allowed, passed, password = std::string(credentials.password),
                                  done = std::move(done)](auto found) {
    if (!found) {
      self->attempts.give_back(tried);
      return done(self->failed(found));
    }
    const store::PlayerRow account = found->value_or(store::PlayerRow{});
    // With no such account the hash is empty, and the pool takes as long over a decoy.
    self->passwords.verify(password, account.password_hash, tried.rank,
                           [self, tried, passed, account, done](Answer<PasswordVerdict> verdict) {
                             if (!verdict) {
                               self->attempts.give_back(tried);
                               return done(std::unexpected(verdict.error()));
                             }
                             if (!verdict->is_right) return done(wrong_password());
                             store::PlayerRow known = account;
                             if (!verdict->better_hash.empty()) {
                               known.password_hash = verdict->better_hash;
                               self->store.improve_password_hash(account.id, account.password_hash,
                                                                 verdict->better_hash, self->noted());
                             }
                             passed(known);
                           });
  });
}

void People::Impl::enter(const store::PlayerRow& account, const SignInAttempt& tried, std::optional<UsedCode> used,
                         const Caller& caller, Instant now, Done<SignedIn> done) {
  attempts.succeed(tried, caller.address);
  const auto entered = [self = shared_from_this(), tried, used, caller, now, done](Answer<SignedIn> begun) {
    const std::string person = begun->person.id;
    self->end_surplus_sessions(person, now);
    if (used == UsedCode::recovery) {
      self->notices.leave(person, NoticeKind::recovery_code_used, begun->session, caller, now);
    }
    if (!self->is_known_device(tried.name_key, caller)) {
      self->notices.leave(person, NoticeKind::new_device, begun->session, caller, now);
    }
    done(std::move(begun));
  };
  begin_session(person_of(account), caller, now,
                [self = shared_from_this(), account, entered, done = std::move(done)](Answer<SignedIn> begun) {
                  if (!begun) return done(std::move(begun));
                  self->expect_password(account.id, account.password_hash, [self, begun, entered, done](auto same) {
                    if (same) return entered(begun);
                    Visitor late;
                    late.person = begun->person;
                    late.session = begun->session;
                    self->end_session_of(late);
                    done(std::unexpected(same.error()));
                  });
                });
}

void People::Impl::expect_password(const std::string& account, const std::string& password_hash, Done<void> done) {
  read_account(account, [password_hash, done = std::move(done)](const Answer<store::PlayerRow>& now) {
    if (!now) return done(std::unexpected(now.error()));
    if (now->password_hash != password_hash) return done(wrong_password());
    done({});
  });
}

void People::Impl::check_password_of(const store::PlayerRow& account, std::string_view password, const Caller& caller,
                                     Instant now, Done<void> done) {
  const std::string key = name_key(account.name);
  const auto allowed = begin_attempt(key, caller, now);
  if (!allowed) return done(std::unexpected(allowed.error()));
  if (password.size() > std::size_t{4} * limits::typed_password_letters) return done(wrong_password());
  passwords.verify(
      std::string(password), account.password_hash, PasswordPool::first_rank,
      [self = shared_from_this(), tried = *allowed, caller, done = std::move(done)](Answer<PasswordVerdict> verdict) {
        if (!verdict) {
          self->attempts.give_back(tried);
          return done(std::unexpected(verdict.error()));
        }
        if (!verdict->is_right) return done(wrong_password());
        self->attempts.succeed(tried, caller.address);
        done({});
      });
}

}  // namespace crownstar::people
