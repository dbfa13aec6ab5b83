#include <utility>

#include "site/people/accounts/people.hpp"
#include "site/people/accounts/people_impl.hpp"
#include "site/people/passwords/passwords.hpp"
#include "site/people/passwords/reset_link.hpp"

namespace crownstar::people {

void People::reset_password(std::string_view code, std::string_view new_password, const Caller& caller, Instant now,
                            Done<Person> done) {
  if (auto allowed = impl_->attempts.begin_link(caller.address, now); !allowed) {
    return done(std::unexpected(allowed.error()));
  }
  const std::string id = account_of_reset_code(code);
  impl_->store.find_player(id, [self = impl_, code = std::string(code), fresh = std::string(new_password), caller, now,
                                done = std::move(done)](auto found) {
    if (!found) return done(self->failed(found));
    const store::PlayerRow account = found->value_or(store::PlayerRow{});
    if (account.kind != store::PlayerKind::account) {
      return done(refused("link_wrong", "this link is not complete, or its account has been deleted"));
    }
    if (auto checked = check_reset_code(code, account.password_hash, now); !checked) {
      return done(std::unexpected(checked.error()));
    }
    self->attempts.give_back_link(caller.address);  // nobody guesses a right link
    if (auto checked = check_password(fresh, account.name); !checked) return done(std::unexpected(checked.error()));
    const auto replaced = [self, caller, now, done](Answer<Person> person) {
      if (person) self->notices.leave(person->id, NoticeKind::password_changed, "", caller, now);
      done(std::move(person));
    };
    self->passwords.hash(fresh, PasswordPool::first_rank, [self, account, replaced](Answer<std::string> hash) {
      if (!hash) return replaced(std::unexpected(hash.error()));
      self->replace_password(account, *hash, replaced);
    });
  });
}

void People::Impl::replace_password(const store::PlayerRow& account, const std::string& password_hash,
                                    Done<Person> done) {
  handles_of(account.id, true,
             [self = shared_from_this(), account, password_hash,
              done = std::move(done)](Answer<std::vector<std::string>> handles) {
               if (!handles) return done(std::unexpected(handles.error()));
               self->store.replace_password(
                   account.id, account.password_hash, password_hash, "",
                   [self, account, ended = *handles, done](store::Outcome<void> outcome) {
                     if (!outcome && outcome.error().kind == store::FailureKind::absent) {
                       return done(refused("link_used", "this link has just been used, or a newer one has been made"));
                     }
                     if (!may_be_done(outcome)) return done(self->failed(outcome));
                     self->forget_person(account.id);
                     self->forget_tokens(account.id);
                     self->notify_ended(ended);
                     if (!outcome) return done(self->failed(outcome));
                     done(person_of(account));
                   });
             });
}

}  // namespace crownstar::people
