#include <algorithm>
#include <optional>
#include <utility>

#include "site/people/accounts/people.hpp"
#include "site/people/accounts/people_impl.hpp"
#include "site/people/chat/chat_rules.hpp"
#include "site/people/names/names.hpp"
#include "site/people/secrets.hpp"

namespace crownstar::people {
namespace {

constexpr int most_looks = 8;

std::unexpected<Refused> not_signed_in() { return refused("not_signed_in", "you are not signed in, or no longer"); }

Visitor visitor_of(const LiveSession& session, std::string fresh_secret) {
  Visitor visitor;
  visitor.person = session.person;
  visitor.session = session.row.id;
  visitor.begun = session.row.created;
  visitor.fresh_secret = std::move(fresh_secret);
  return visitor;
}

SignedIn signed_in(const LiveSession& session, std::string secret) {
  return {session.person, std::move(secret), session.row.id, session.row.expires};
}

}  // namespace

// ---- Beginning and end

void People::Impl::begin_session(const Person& person, const Caller& caller, Instant now, Done<SignedIn> done) {
  const std::string secret = make_secret();
  store::SessionRow row;
  row.hash = hash_of_secret(secret);
  row.id = make_id('s');
  row.player = person.id;
  row.created = now;
  row.seen = now;
  row.expires = session_end(now, now, session_idle);
  row.label = clean_line(caller.label.substr(0, limits::agent_letters), limits::agent_letters).value_or("");
  const LiveSession session{row, person, now};
  store.create_session(
      row, [self = shared_from_this(), session, secret, done = std::move(done)](store::Outcome<void> stored) {
        if (!stored) return done(self->failed(stored));
        self->sessions.put(session);
        SignedIn begun = signed_in(session, secret);
        if (session.person.kind == PersonKind::account) begun.device = self->device_mark(name_key(session.person.name));
        done(std::move(begun));
      });
}

void People::Impl::renew(LiveSession session, Instant now, Done<SignedIn> done) {
  const std::string secret = make_secret();
  const std::string old_hash = std::exchange(session.row.hash, hash_of_secret(secret));
  session.row.seen = now;
  session.row.expires = session_end(session.row.created, now, session_idle);
  store.rotate_session(
      old_hash, session.row.hash, now, session.row.expires,
      [self = shared_from_this(), session, old_hash, secret, done = std::move(done)](store::Outcome<void> stored) {
        self->sessions.forget(old_hash);
        if (!stored && stored.error().kind == store::FailureKind::absent) {
          // Rotated or ended in between: a session of its own will do as well.
          return self->begin_session(session.person, Caller{"", session.row.label}, session.row.seen, done);
        }
        if (!stored) return done(self->failed(stored));
        self->sessions.put(session);
        done(signed_in(session, secret));
      });
}

void People::Impl::end_session_of(const Visitor& visitor) {
  if (!visitor.is_session()) return;
  const std::string person = visitor.person.id;
  const std::string handle = visitor.session;
  forget_session(person, handle);
  store.revoke_session_by_id(person, handle, [self = shared_from_this(), person, handle](store::Outcome<void> stored) {
    self->forget_session(person, handle);
    if (!stored) return self->noted()(stored);
    self->notify_ended({handle});
  });
}

// The new session is stored by now, so that the rows are the same whenever they are read. Where the clock went back,
// or many began at once, there may be too many for a while: the next sign-in ends them.
void People::Impl::end_surplus_sessions(const std::string& person, Instant before) {
  store.sessions_of(person, [self = shared_from_this(), person, before](auto rows) {
    if (!rows) return static_cast<void>(self->failed(rows));
    std::ranges::sort(*rows, {}, [](const store::SessionRow& row) { return std::pair(row.seen, row.created); });
    auto surplus_count = std::ssize(*rows) - limits::sessions_of_a_player;
    for (const store::SessionRow& row : *rows) {
      if (surplus_count-- <= 0 || row.seen >= before) break;
      Visitor surplus;
      surplus.person.id = person;
      surplus.session = row.id;
      self->end_session_of(surplus);
    }
  });
}

void People::sign_out(const Visitor& visitor, Done<void> done) {
  if (!visitor.is_session()) return done(refused("scope_missing", "a token is revoked, not signed out"));
  end_session(visitor, visitor.session, std::move(done));
}

void People::end_session(const Visitor& visitor, std::string_view session, Done<void> done) {
  if (!visitor.is_session()) return done(refused("scope_missing", "only on the page itself"));
  const std::string person = visitor.person.id;
  const std::string handle(session);
  impl_->forget_session(person, handle);
  impl_->store.revoke_session_by_id(
      person, handle, [self = impl_, person, handle, done = std::move(done)](store::Outcome<void> stored) {
        self->forget_session(person, handle);
        if (!stored && stored.error().kind == store::FailureKind::absent) {
          return done(refused("not_found", "there is no such session"));
        }
        if (Impl::may_be_done(stored)) self->notify_ended({handle});
        if (!stored) return done(self->failed(stored));
        done({});
      });
}

void People::end_other_sessions(const Visitor& visitor, Done<void> done) {
  if (!visitor.is_session()) return done(refused("scope_missing", "only on the page itself"));
  impl_->store.sessions_of(visitor.person.id, [self = impl_, visitor, done = std::move(done)](auto rows) {
    if (!rows) return done(self->failed(rows));
    const auto own = std::ranges::find(*rows, visitor.session, &store::SessionRow::id);
    if (own == rows->end()) return done(not_signed_in());
    const std::string kept = own->hash;
    self->store.revoke_sessions(visitor.person.id, kept,
                                [self, visitor, kept, rows, done](store::Outcome<void> stored) {
                                  if (!Impl::may_be_done(stored)) return done(self->failed(stored));
                                  self->forget_person(visitor.person.id, kept);
                                  std::vector<std::string> ended;
                                  for (const store::SessionRow& row : *rows) {
                                    if (row.hash != kept) ended.push_back(row.id);
                                  }
                                  self->notify_ended(ended);
                                  if (!stored) return done(self->failed(stored));
                                  done({});
                                });
  });
}

void People::sessions(const Visitor& visitor, Instant now, Done<std::vector<SessionView>> done) {
  if (!visitor.is_session()) return done(refused("scope_missing", "only on the page itself"));
  impl_->store.sessions_of(visitor.person.id, [self = impl_, visitor, now, done = std::move(done)](auto rows) {
    if (!rows) return done(self->failed(rows));
    std::vector<SessionView> views;
    for (const store::SessionRow& row : *rows) {
      if (row.expires <= now) continue;
      views.push_back({row.id, row.created, row.seen, row.expires, row.label, row.id == visitor.session});
    }
    std::ranges::sort(views, std::ranges::greater{}, &SessionView::seen);
    done(std::move(views));
  });
}

// ---- Who comes with a secret

void People::visitor_of_session(std::string_view secret, bool may_rotate, Instant now, Done<Visitor> done) {
  if (!is_session_secret(secret)) return done(not_signed_in());
  Impl::SessionLookup lookup;
  lookup.secret = secret;
  lookup.may_rotate = may_rotate;
  lookup.now = now;
  lookup.done = std::move(done);
  impl_->look(std::move(lookup));
}

void People::Impl::look(SessionLookup lookup) {
  std::string hash = hash_of_secret(lookup.secret);
  LiveSession* session = sessions.find(hash);
  if (session != nullptr && lookup.now - session->read < limits::session_remembered) {
    return accept(std::move(lookup), *session);
  }
  look_in_store(std::move(lookup), hash);
}

void People::Impl::look_in_store(SessionLookup lookup, const std::string& hash) {
  const std::uint64_t before = ends;
  store.find_session(hash, [self = shared_from_this(), lookup = std::move(lookup), before, hash](auto found) mutable {
    if (!found) return lookup.done(self->failed(found));
    if (!*found) {
      self->sessions.forget(hash);
      const bool is_second_look = !lookup.fresh_secret.empty();
      if (is_second_look || self->rotation_key.empty()) return lookup.done(not_signed_in());
      // It may have been rotated: then the secret that follows from it opens the session.
      lookup.fresh_secret = secret_after(lookup.secret, self->rotation_key);
      lookup.secret = lookup.fresh_secret;
      return self->look(std::move(lookup));
    }
    const store::SessionRow row = std::move(**found);
    self->store.find_player(row.player, [self, lookup = std::move(lookup), before, row](auto player) mutable {
      if (!player) return lookup.done(self->failed(player));
      if (!*player) return lookup.done(not_signed_in());
      // Something has ended since the reading began, perhaps this: what was read says nothing any more.
      if (self->ends != before) {
        if (++lookup.looks > most_looks) return lookup.done(refused("busy", "try again in a moment"));
        return self->look_in_store(std::move(lookup), row.hash);
      }
      self->sessions.put({row, person_of(**player), lookup.now});
      if ((*player)->kind == store::PlayerKind::guest) self->give_up_taken_name(person_of(**player));
      self->accept(std::move(lookup), *self->sessions.find(row.hash));
    });
  });
}

void People::Impl::accept(SessionLookup lookup, LiveSession& session) {
  const Instant now = lookup.now;
  // A setting that has become stricter holds for the sessions that there are.
  if (std::min(session.row.expires, session_end(session.row.created, session.row.seen, session_idle)) <= now) {
    const std::string hash = session.row.hash;
    const std::string handle = session.row.id;
    sessions.forget(hash);
    store.revoke_session(hash, noted());
    notify_ended({handle});
    return lookup.done(not_signed_in());
  }
  const bool is_due = is_rotation_due(session.row.seen, now);
  if (is_due && lookup.may_rotate && lookup.fresh_secret.empty() && !rotation_key.empty()) {
    return rotate(std::move(lookup), LiveSession(session));  // a copy: this one may go in the meantime
  }
  note_use(session, now);
  lookup.done(visitor_of(session, lookup.may_rotate ? lookup.fresh_secret : std::string()));
}

// The day of the last use is what a rotation goes by: who cannot rotate leaves it as it is for as long as that is safe.
void People::Impl::note_use(LiveSession& session, Instant now) {
  const bool may_note = !is_rotation_due(session.row.seen, now) || now - session.row.seen > session_idle / 2;
  if (!may_note || now - session.row.seen < limits::session_seen_every) return;
  session.row.seen = now;
  session.row.expires = session_end(session.row.created, now, session_idle);
  store.session_seen(session.row.hash, now, session.row.expires, noted());
  store.player_seen(session.person.id, now, noted());
}

void People::note_use(const Visitor& visitor, Instant now) {
  if (!visitor.is_session()) return;
  for (const LiveSession& session : impl_->sessions.of_person(visitor.person.id)) {
    if (session.row.id == visitor.session) return impl_->note_use(*impl_->sessions.find(session.row.hash), now);
  }
  impl_->store.sessions_of(visitor.person.id, [self = impl_, visitor, now](auto rows) {
    if (!rows) return static_cast<void>(self->failed(rows));
    const auto own = std::ranges::find(*rows, visitor.session, &store::SessionRow::id);
    if (own == rows->end()) return;
    LiveSession session{*own, visitor.person, now};
    self->note_use(session, now);
  });
}

void People::Impl::rotate(SessionLookup lookup, const LiveSession& session) {
  LiveSession rotated = session;
  const std::string next = secret_after(lookup.secret, rotation_key);
  rotated.row.hash = hash_of_secret(next);
  rotated.row.seen = lookup.now;
  rotated.row.expires = session_end(rotated.row.created, lookup.now, session_idle);
  store.player_seen(rotated.person.id, lookup.now, noted());
  store.rotate_session(session.row.hash, rotated.row.hash, rotated.row.seen, rotated.row.expires,
                       [self = shared_from_this(), old = session, rotated, next,
                        lookup = std::move(lookup)](store::Outcome<void> stored) mutable {
                         if (!stored && stored.error().kind == store::FailureKind::absent) {
                           // Another request has rotated it in the meantime, or it has been ended.
                           self->sessions.forget(old.row.hash);
                           lookup.fresh_secret = next;
                           lookup.secret = next;
                           return self->look(std::move(lookup));
                         }
                         if (!stored) {  // the old secret holds; the next request tries again
                           static_cast<void>(self->failed(stored));
                           return lookup.done(visitor_of(old, {}));
                         }
                         self->sessions.forget(old.row.hash);
                         self->sessions.put(rotated);
                         lookup.done(visitor_of(rotated, next));
                       });
}

// ---- For whoever may have missed an end

void People::account_state_of(const std::string& person, Done<std::optional<AccountState>> done) {
  impl_->store.find_player(person, [self = impl_, person, done = std::move(done)](auto found) {
    if (!found) return done(self->failed(found));
    if (!*found) return done(std::nullopt);
    self->handles_of(person, true, [now = person_of(**found), done](Answer<std::vector<std::string>> handles) {
      if (!handles) return done(std::unexpected(handles.error()));
      done(AccountState{now, *std::move(handles)});
    });
  });
}

// ---- Time

void People::sweep(Instant now) {
  impl_->store.sweep({.expired = now, .guests_unseen = now - impl_->session_idle},
                     [self = impl_](const store::Outcome<store::Swept>& swept) {
                       if (!swept) return static_cast<void>(self->failed(swept));
                       self->notify_ended(swept->ended);
                     });
}

}  // namespace crownstar::people
