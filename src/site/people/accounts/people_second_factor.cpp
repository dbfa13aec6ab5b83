// The second factor of an account: set up, turned on and off by its owner, and asked for at sign-in.
#include <utility>

#include "site/people/accounts/people.hpp"
#include "site/people/accounts/people_impl.hpp"
#include "site/people/names/names.hpp"
#include "site/people/second_factor/totp.hpp"

namespace crownstar::people {
namespace {

constexpr int most_factor_tries = 8;
constexpr std::string_view key_cipher_setting = "second_factor_key";

Answer<void> may_have_second_factor(const Visitor& visitor) {
  if (!visitor.is_account()) return refused("accounts_only", "a second factor is for accounts; make one first");
  if (!visitor.is_session()) return refused("scope_missing", "only on the page itself");
  return {};
}

// Nothing was found out by it, so it is no try.
bool is_unanswered(const Refused& refused) {
  return refused.code != "second_factor_wrong" && refused.code != "second_factor_used";
}

}  // namespace

void People::Impl::note_key_cipher(Done<void> done) {
  const std::string key(key_cipher_setting);
  store.read_setting(key, [self = shared_from_this(), key, done = std::move(done)](auto read) {
    if (!read) return done(refused("store_unavailable", read.error().text));
    const std::string known = read->value_or("");
    const std::string mine = self->key_cipher ? self->key_cipher->id() : "";
    if (known == mine) return self->fill_skeletons("", done);
    if (!known.empty()) {
      self->failures.tell(
          "second factors were encrypted with the key file " + known + ", and second-factor-key " +
          (mine.empty() ? "is not set" : "is now " + mine) +
          ": codes of the apps are refused until that file is back; recovery codes work, and `crownstar people "
          "factor-off NAME` turns a second factor off");
    }
    if (mine.empty()) return self->fill_skeletons("", done);
    self->store.replace_setting(key, *read, mine, [self, done](const store::Outcome<std::string>& kept) {
      if (!kept) return done(refused("store_unavailable", kept.error().text));
      self->fill_skeletons("", done);
    });
  });
}

SecondFactor People::Impl::read_factor(std::string_view text, const std::string& account) const {
  SecondFactor factor = SecondFactor::read(text);
  if (key_cipher) factor.open(*key_cipher, account);
  return factor;
}

template <typename T>
void People::Impl::change_second_factor(const std::string& account, ChangeFactor<T> change, Done<T> done, int tries) {
  const std::string key = store::second_factor_key(account);
  store.read_setting(key, [self = shared_from_this(), account, key, change = std::move(change), done = std::move(done),
                           tries](auto before) {
    if (!before) return done(self->failed(before));
    SecondFactor factor = self->read_factor(before->value_or(""), account);
    const Answer<T> changed = change(factor);
    if (!changed && changed.error().code == "second_factor_locked") {
      self->failures.tell("the second factor of " + account +
                          " is encrypted with another key file than second-factor-key");
    }
    if (!changed) return done(changed);
    if (self->key_cipher) factor.seal(*self->key_cipher, account);
    const std::string after = factor.written();
    self->store.replace_setting(key, *before, after, [self, account, after, change, changed, done, tries](auto kept) {
      if (!kept) return done(self->failed(kept));
      if (*kept == after) return done(changed);
      if (tries == 0) return done(refused("busy", "it changes all the time; try again in a moment"));
      self->template change_second_factor<T>(account, change, done, tries - 1);
    });
  });
}

void People::Impl::check_second_factor(const store::PlayerRow& account, const std::string& code,
                                       const SignInAttempt& tried, Done<std::optional<UsedCode>> done) {
  const auto take = [self = shared_from_this(), code](SecondFactor& factor) {
    return factor.take(code, self->wall_clock());
  };
  store.read_setting(store::second_factor_key(account.id), [self = shared_from_this(), id = account.id, code, tried,
                                                            take, done = std::move(done)](auto read) {
    const bool is_on = read && SecondFactor::read(read->value_or("")).is_on();
    if (read && !is_on) return done(std::nullopt);
    if (!read || code.empty()) {
      self->attempts.give_back(tried);
      if (!read) return done(self->failed(read));
      return done(refused("second_factor_needed", "this account wants a code of its authenticator app as well"));
    }
    self->change_second_factor<UsedCode>(
        id, take,
        [self, tried, done](Answer<UsedCode> used) {
          if (used) return done(*used);
          if (is_unanswered(used.error())) self->attempts.give_back(tried);
          done(std::unexpected(used.error()));
        },
        most_factor_tries);
  });
}

template <typename T>
void People::Impl::change_by_code(const Visitor& visitor, const Caller& caller, Instant now, ChangeFactor<T> change,
                                  Done<T> done) {
  const auto allowed = begin_attempt(name_key(visitor.person.name), caller, now);
  if (!allowed) return done(std::unexpected(allowed.error()));
  change_second_factor<T>(
      visitor.person.id, std::move(change),
      [self = shared_from_this(), tried = *allowed, done = std::move(done)](Answer<T> changed) {
        if (changed || is_unanswered(changed.error())) self->attempts.give_back(tried);
        done(std::move(changed));
      },
      most_factor_tries);
}

void People::second_factor(const Visitor& visitor, Done<SecondFactorView> done) {
  if (auto allowed = may_have_second_factor(visitor); !allowed) return done(std::unexpected(allowed.error()));
  impl_->store.read_setting(store::second_factor_key(visitor.person.id),
                            [self = impl_, done = std::move(done)](auto read) {
                              if (!read) return done(self->failed(read));
                              const SecondFactor factor = SecondFactor::read(read->value_or(""));
                              done(SecondFactorView{factor.is_on(), factor.recovery_codes_left()});
                            });
}

void People::begin_second_factor(const Visitor& visitor, std::string_view password, const Caller& caller, Instant now,
                                 Done<NewSecondFactor> done) {
  if (auto allowed = may_have_second_factor(visitor); !allowed) return done(std::unexpected(allowed.error()));
  const auto begin = [name = visitor.person.name](SecondFactor& factor) -> Answer<NewSecondFactor> {
    if (factor.is_on()) return refused("already_done", "it is on; turn it off first");
    factor.begin();
    return NewSecondFactor{base32_text(factor.key()), totp_address(factor.key(), name)};
  };
  impl_->read_account(visitor.person.id, [self = impl_, begin, caller, now, password = std::string(password),
                                          done = std::move(done)](Answer<store::PlayerRow> account) {
    if (!account) return done(std::unexpected(account.error()));
    self->check_password_of(*account, password, caller, now, [self, begin, id = account->id, done](Answer<void> right) {
      if (!right) return done(std::unexpected(right.error()));
      self->change_second_factor<NewSecondFactor>(id, begin, done, most_factor_tries);
    });
  });
}

void People::confirm_second_factor(const Visitor& visitor, std::string_view code, const Caller& caller, Instant now,
                                   Done<RecoveryCodes> done) {
  if (auto allowed = may_have_second_factor(visitor); !allowed) return done(std::unexpected(allowed.error()));
  const auto confirm = [self = impl_, code = std::string(code)](SecondFactor& factor) -> Answer<RecoveryCodes> {
    if (factor.is_on()) return refused("already_done", "it is on");
    if (factor.state() == SecondFactorState::off) return refused("no_offer", "begin to set it up first");
    if (const auto used = factor.take(code, self->wall_clock()); !used) return std::unexpected(used.error());
    return factor.turn_on();
  };
  impl_->change_by_code<RecoveryCodes>(
      visitor, caller, now, confirm,
      [self = impl_, visitor, caller, now, done = std::move(done)](Answer<RecoveryCodes> codes) {
        if (codes) {
          self->notices.leave(visitor.person.id, NoticeKind::second_factor_on, visitor.session, caller, now);
        }
        done(std::move(codes));
      });
}

void People::turn_off_second_factor(const Visitor& visitor, std::string_view password, std::string_view code,
                                    const Caller& caller, Instant now, Done<void> done) {
  if (auto allowed = may_have_second_factor(visitor); !allowed) return done(std::unexpected(allowed.error()));
  const auto turn_off = [self = impl_, code = std::string(code)](SecondFactor& factor) -> Answer<UsedCode> {
    if (!factor.is_on()) return refused("no_offer", "it is not on");
    auto used = factor.take(code, self->wall_clock());
    if (used) factor.turn_off();
    return used;
  };
  const auto turned_off = [self = impl_, visitor, caller, now, done](const Answer<UsedCode>& used) {
    if (!used) return done(std::unexpected(used.error()));
    self->notices.leave(visitor.person.id, NoticeKind::second_factor_off, visitor.session, caller, now);
    done({});
  };
  impl_->read_account(
      visitor.person.id, [self = impl_, visitor, turn_off, turned_off, caller, now, password = std::string(password),
                          done = std::move(done)](Answer<store::PlayerRow> account) {
        if (!account) return done(std::unexpected(account.error()));
        self->check_password_of(*account, password, caller, now,
                                [self, visitor, turn_off, turned_off, caller, now, done](Answer<void> right) {
                                  if (!right) return done(std::unexpected(right.error()));
                                  self->change_by_code<UsedCode>(visitor, caller, now, turn_off, turned_off);
                                });
      });
}

}  // namespace crownstar::people
