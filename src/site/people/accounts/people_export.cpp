// What a player may take along: what is kept about them, and nothing of others.
#include <utility>

#include "site/people/accounts/people.hpp"
#include "site/people/accounts/people_impl.hpp"

namespace crownstar::people {

void People::own_data(const Visitor& visitor, Instant now, const Done<OwnData>& done) {
  if (!visitor.is_session()) return done(refused("scope_missing", "only on the page itself"));
  const auto data = std::make_shared<OwnData>();
  data->person = visitor.person;
  const auto read_mutes = [self = impl_, data, done](auto tokens) {
    if (!tokens) return done(self->failed(tokens));
    for (const store::TokenRow& row : *tokens) {
      data->tokens.push_back({row.id, row.name, scope_named(row.scopes).value_or(Scope::read), row.created, row.seen});
    }
    self->store.mutes_of(data->person.id, [self, data, done](auto mutes) {
      if (!mutes) return done(self->failed(mutes));
      for (store::MuteRow& row : *mutes) data->muted.push_back(std::move(row.muted));
      self->store.read_setting(store::second_factor_key(data->person.id), [self, data, done](auto factor) {
        if (!factor) return done(self->failed(factor));
        data->has_second_factor = SecondFactor::read(factor->value_or("")).is_on();
        done(std::move(*data));
      });
    });
  };
  impl_->store.find_player(visitor.person.id, [self = impl_, visitor, now, data, read_mutes, done](auto row) {
    if (!row) return done(self->failed(row));
    if (!*row) return done(refused("not_signed_in", "the account is no longer there"));
    data->made = (*row)->created;
    data->seen = (*row)->seen;
    self->store.sessions_of(visitor.person.id, [self, visitor, now, data, read_mutes, done](auto sessions) {
      if (!sessions) return done(self->failed(sessions));
      for (const store::SessionRow& each : *sessions) {
        if (each.expires <= now) continue;
        data->sessions.push_back(
            {each.id, each.created, each.seen, each.expires, each.label, each.id == visitor.session});
      }
      self->store.tokens_of(visitor.person.id, read_mutes);
    });
  });
}

void People::own_lines(const Visitor& visitor, std::string_view from, int most, Done<OwnLines> done) {
  if (!visitor.is_session()) return done(refused("scope_missing", "only on the page itself"));
  impl_->store.chat_of_player(
      visitor.person.id, {.after = std::string(from), .limit = most},
      [self = impl_, done = std::move(done)](store::Outcome<store::ChatPage> page) {
        if (!page && page.error().kind == store::FailureKind::malformed) {
          return done(refused("malformed", "the list goes on after a mark that no page gave out"));
        }
        if (!page) return done(self->failed(page));
        OwnLines found;
        found.next = std::move(page->next);
        for (store::ChatRow& row : page->lines) {
          found.lines.push_back({std::move(row.match), row.room == "players", std::move(row.text), row.at});
        }
        done(std::move(found));
      });
}

}  // namespace crownstar::people
