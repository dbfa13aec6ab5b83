#include <algorithm>
#include <iterator>
#include <utility>

#include "base/limits.hpp"
#include "site/people/accounts/people.hpp"
#include "site/people/accounts/people_impl.hpp"
#include "site/people/chat/chat_rules.hpp"
#include "site/people/secrets.hpp"

namespace crownstar::people {
namespace {

constexpr int most_token_looks = 8;

std::unexpected<Refused> bad_token() { return refused("not_signed_in", "the token is not known, or was revoked"); }

Answer<void> may_have_tokens(const Visitor& visitor) {
  if (!visitor.is_account()) return refused("accounts_only", "tokens belong to an account; make one first");
  if (!visitor.is_session()) return refused("scope_missing", "only on the page itself: a token makes no tokens");
  return {};
}

std::string mark_of(const store::PlayerRow& account) {
  return hash_of_secret("password mark of " + account.id + account.password_hash);
}

Scope scope_of(const store::TokenRow& row) { return scope_named(row.scopes).value_or(Scope::read); }

TokenView view_of(const store::TokenRow& row) { return {row.id, row.name, scope_of(row), row.created, row.seen}; }

Visitor visitor_of(const LiveToken& token) {
  Visitor visitor;
  visitor.person = token.person;
  visitor.token = token.row.id;
  visitor.scope = scope_of(token.row);
  return visitor;
}

}  // namespace

void People::make_token(const Visitor& visitor, std::string_view name, Scope scope, std::string_view password,
                        const Caller& caller, Instant now, Done<NewToken> done) {
  if (auto allowed = may_have_tokens(visitor); !allowed) return done(std::unexpected(allowed.error()));
  const auto label = clean_line(name, limits::name_letters);
  if (!label) return done(refused("name_unfit", "a token has a name of up to 20 letters, by which you know it again"));
  store::TokenRow row;
  row.id = make_id('t');
  row.player = visitor.person.id;
  row.name = *label;
  row.scopes = name_of(scope);
  row.created = now;
  impl_->read_account(row.player, [self = impl_, row, caller, now, password = std::string(password),
                                   done = std::move(done)](Answer<store::PlayerRow> account) {
    if (!account) return done(std::unexpected(account.error()));
    const auto then = [self, row, hash = account->password_hash, done](Answer<void> right) {
      if (!right) return done(std::unexpected(right.error()));
      self->store_token(row, hash, done);
    };
    self->check_password_of(*account, password, caller, now, then);
  });
}

void People::Impl::store_token(store::TokenRow row, const std::string& password_hash, Done<NewToken> done) {
  const std::string secret = make_token_secret();
  row.hash = hash_of_secret(secret);
  store.tokens_of(row.player, [self = shared_from_this(), row, secret, password_hash,
                               done = std::move(done)](auto rows) {
    if (!rows) return done(self->failed(rows));
    const auto too_many = [done] { done(refused("too_many", "you have as many tokens as one can; revoke one first")); };
    if (rows->size() >= limits::tokens_of_a_player) return too_many();
    self->store.create_token(row, [self, row, secret, password_hash, too_many, done](store::Outcome<void> stored) {
      // Others were made meanwhile.
      if (!stored && stored.error().kind == store::FailureKind::taken) return too_many();
      if (!stored) return done(self->failed(stored));
      self->expect_password(row.player, password_hash, [self, row, secret, done](Answer<void> same) {
        if (same) return done(NewToken{view_of(row), secret});
        self->end_token(row.player, row.id, [same, done](const auto&) { done(std::unexpected(same.error())); });
      });
    });
  });
}

void People::confirm_password(const Visitor& visitor, std::string_view password, const Caller& caller, Instant now,
                              Done<std::string> done) {
  if (auto allowed = may_have_tokens(visitor); !allowed) return done(std::unexpected(allowed.error()));
  impl_->read_account(visitor.person.id, [self = impl_, caller, now, password = std::string(password),
                                          done = std::move(done)](Answer<store::PlayerRow> account) {
    if (!account) return done(std::unexpected(account.error()));
    self->check_password_of(*account, password, caller, now, [mark = mark_of(*account), done](Answer<void> right) {
      if (!right) return done(std::unexpected(right.error()));
      done(mark);
    });
  });
}

void People::grant_token(const GrantedToken& granted, Instant now, Done<NewToken> done) {
  store::TokenRow row;
  row.id = granted.token;
  row.player = granted.person;
  row.name = granted.name.substr(0, limits::name_letters);
  row.scopes = name_of(granted.scope);
  row.created = now;
  row.expires = now + granted.life;
  impl_->read_account(
      row.player, [self = impl_, row, mark = granted.mark, done = std::move(done)](Answer<store::PlayerRow> account) {
        if (account && mark_of(*account) == mark) return self->store_token(row, account->password_hash, done);
        if (account || account.error().code == "not_signed_in") {
          return done(refused("wrong_credentials", "the password has changed since it was granted"));
        }
        done(std::unexpected(account.error()));
      });
}

void People::end_token(const std::string& person, const std::string& token, Done<void> done) {
  impl_->end_token(person, token, std::move(done));
}

void People::tokens(const Visitor& visitor, Done<std::vector<TokenView>> done) {
  if (auto allowed = may_have_tokens(visitor); !allowed) return done(std::unexpected(allowed.error()));
  impl_->store.tokens_of(visitor.person.id, [self = impl_, done = std::move(done)](auto rows) {
    if (!rows) return done(self->failed(rows));
    std::vector<TokenView> views;
    std::ranges::transform(*rows, std::back_inserter(views), view_of);
    done(std::move(views));
  });
}

void People::revoke_token(const Visitor& visitor, std::string_view token, Done<void> done) {
  if (auto allowed = may_have_tokens(visitor); !allowed) return done(std::unexpected(allowed.error()));
  impl_->end_token(visitor.person.id, std::string(token), std::move(done));
}

void People::Impl::end_token(const std::string& person, const std::string& handle, Done<void> done) {
  forget_token(person, handle);
  store.revoke_token(person, handle,
                     [self = shared_from_this(), person, handle, done = std::move(done)](store::Outcome<void> stored) {
                       self->forget_token(person, handle);
                       if (!stored && stored.error().kind == store::FailureKind::absent) {
                         return done(refused("not_found", "there is no such token"));
                       }
                       if (may_be_done(stored)) self->notify_ended({handle});
                       if (!stored) return done(self->failed(stored));
                       done({});
                     });
}

void People::visitor_of_token(std::string_view secret, Instant now, Done<Visitor> done) {
  if (!is_token_secret(secret)) return done(bad_token());
  const std::string hash = hash_of_secret(secret);
  if (LiveToken* const known = impl_->tokens.find(hash); known != nullptr) {
    if (now - known->read < limits::session_remembered) {
      impl_->note_token_use(*known, now);
      return done(visitor_of(*known));
    }
    impl_->tokens.forget(hash);
  }
  impl_->look_for_token(hash, 0, now, std::move(done));
}

void People::test_token(std::string_view secret, Instant now, Done<TestedToken> done) {
  visitor_of_token(secret, now,
                   [self = impl_, hash = hash_of_secret(secret), done = std::move(done)](Answer<Visitor> visitor) {
                     if (!visitor) return done(std::unexpected(visitor.error()));
                     const LiveToken* const known = self->tokens.find(hash);  // it has just been read
                     if (known == nullptr) return done(bad_token());
                     done(TestedToken{visitor->person.id, visitor->scope, known->row.expires});
                   });
}

void People::Impl::look_for_token(const std::string& hash, int looks, Instant now, Done<Visitor> done) {
  const std::uint64_t before = ends;
  store.find_token(hash, [self = shared_from_this(), before, hash, looks, now, done = std::move(done)](auto found) {
    if (!found) return done(self->failed(found));
    if (!*found || ((*found)->expires && *(*found)->expires <= now)) return done(bad_token());
    const store::TokenRow row = **found;
    self->store.find_player(row.player, [self, before, row, looks, now, done](auto player) {
      if (!player) return done(self->failed(player));
      if (!*player) return done(bad_token());
      // Something has ended since the reading began, perhaps this token: what was read says nothing any more.
      if (self->ends != before) {
        if (looks >= most_token_looks) return done(refused("busy", "try again in a moment"));
        return self->look_for_token(row.hash, looks + 1, now, done);
      }
      LiveToken& token = self->tokens.put({row, person_of(**player), now});
      self->note_token_use(token, now);
      done(visitor_of(token));
    });
  });
}

void People::Impl::note_token_use(LiveToken& token, Instant now) {
  if (token.row.seen && now - *token.row.seen < limits::session_seen_every) return;
  token.row.seen = now;
  store.token_seen(token.row.hash, now, noted());
}

// ---- Ends

void People::Impl::handles_of(const std::string& person, bool with_tokens,
                              std::function<void(Answer<std::vector<std::string>>)> done) {
  store.sessions_of(person,
                    [self = shared_from_this(), person, with_tokens, done = std::move(done)](auto sessions_read) {
                      if (!sessions_read) return done(self->failed(sessions_read));
                      std::vector<std::string> handles;
                      for (const store::SessionRow& row : *sessions_read) handles.push_back(row.id);
                      if (!with_tokens) return done(std::move(handles));
                      self->store.tokens_of(person, [self, handles, done](auto tokens_read) mutable {
                        if (!tokens_read) return done(self->failed(tokens_read));
                        for (const store::TokenRow& row : *tokens_read) handles.push_back(row.id);
                        done(std::move(handles));
                      });
                    });
}

void People::Impl::forget_session(const std::string& person, const std::string& handle) {
  ++ends;
  sessions.forget_handle(person, handle);
}

void People::Impl::forget_person(const std::string& person, std::string_view hash_kept) {
  ++ends;
  sessions.forget_person(person, hash_kept);
  if (hash_kept.empty()) forget_tokens(person);
}

void People::Impl::forget_tokens(const std::string& person) {
  ++ends;
  tokens.forget_person(person);
}

void People::Impl::forget_token(const std::string& person, const std::string& handle) {
  ++ends;
  tokens.forget_handle(person, handle);
}

}  // namespace crownstar::people
