// HTTP routes of guests, accounts, sessions and API tokens.
#include <algorithm>

#include "site/people/accounts/people.hpp"
#include "site/server/api/lobby_json.hpp"
#include "site/server/api/site_routes.hpp"
#include "site/server/http/cookies.hpp"
#include "site/wire/generated/wire_people.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::server {
namespace {

using people::Answer;
using people::Scope;
using wire::RefusalCode;

void answer_me(Services& services, const ContextPtr& context, const people::Person& person, int status = 200) {
  services.ratings(person.id, [context, person, status](Answer<std::vector<wire::Rating>> ratings) {
    if (!ratings) return context->refuse(ratings.error());
    wire::Me me;
    me.player = player_of(person);
    me.ratings = std::move(*ratings);
    context->answer_with(me, status);
  });
}

void note(Services& services, const ContextPtr& context, std::string_view what, std::string_view person,
          std::string_view reason = {}) {
  context->is_noted = true;
  services.security.note(what, write_address(context->request.address), person, reason);
}

std::string person_of(const ContextPtr& context) { return context->visitor ? context->person().id : std::string(); }

// A session has begun: the cookie, and who it is. `what` for the log; refused it is `what` with `_refused`.
people::Done<people::SignedIn> signed_in(Services& services, const ContextPtr& context, int status,
                                         const std::string& what) {
  return [&services, context, status, what](Answer<people::SignedIn> result) {
    if (!result) {
      // The password was right: the page asks for a code, and sends both.
      if (result.error().code == "second_factor_needed") {
        note(services, context, "second_factor_asked", "");
      } else if (what != "guest_made" || result.error().code == "too_many") {
        note(services, context, what + "_refused", person_of(context), result.error().code);
      }
      return context->refuse(result.error());
    }
    if (what != "guest_made") note(services, context, what, result->person.id);
    context->add_header("Set-Cookie", session_cookie(context->request, result->secret));
    if (!result->device.empty()) context->add_header("Set-Cookie", device_cookie(context->request, result->device));
    answer_me(services, context, result->person, status);
  };
}

void answer_nothing(const ContextPtr& context) {
  Response response;
  response.status = 204;
  context->answer(std::move(response));
}

people::Done<void> person_done_with(Services& services, const ContextPtr& context, const std::string& what,
                                    bool ends_session = false) {
  return [&services, context, what, ends_session](Answer<void> result) {
    if (!result) {
      note(services, context, what + "_refused", person_of(context), result.error().code);
      return context->refuse(result.error());
    }
    note(services, context, what, person_of(context));
    if (ends_session) context->add_header("Set-Cookie", ended_cookie(context->request));
    answer_nothing(context);
  };
}

const people::Visitor* visitor_of(const ContextPtr& context) { return context->visitor ? &*context->visitor : nullptr; }

void begin_as_guest(Services& services, const ContextPtr& context) {
  const auto body = context->body<wire::GuestRequest>();
  if (!body) return;
  const std::string name = body->name.value_or("");
  if (!context->visitor) {
    return services.people.make_guest(name, caller_of(services, context->request), services.now(),
                                      signed_in(services, context, 201, "guest_made"));
  }
  if (context->visitor->is_account()) return context->refuse(RefusalCode::guests_only, "an account keeps its name");
  if (name.empty()) return answer_me(services, context, context->person());
  services.people.rename_guest(*context->visitor, name, services.now(),
                               [&services, context](Answer<people::Person> person) {
                                 if (!person) return context->refuse(person.error());
                                 answer_me(services, context, *person);
                               });
}

void add_accounts(Services& services, const AddRoute& add) {
  add(Method::get, "/api/me", {Need::player},
      [&services](const ContextPtr& context) { answer_me(services, context, context->person()); });
  add(Method::post, "/api/guest", {Need::anyone, Scope::play},
      [&services](const ContextPtr& context) { begin_as_guest(services, context); });
  add(Method::post, "/api/account", {Need::anyone, Scope::play}, [&services](const ContextPtr& context) {
    const auto body = context->body<wire::AccountRequest>();
    if (!body) return;
    if (context->visitor && (context->visitor->is_account() || !context->visitor->is_session())) {
      return context->refuse(RefusalCode::guests_only, "sign out first: this is an account already");
    }
    services.people.make_account(visitor_of(context), body->name, body->password, caller_of(services, context->request),
                                 services.now(), signed_in(services, context, 201, "account_made"));
  });
  add(Method::remove, "/api/account", {Need::session}, [&services](const ContextPtr& context) {
    const auto body = context->body<wire::DeleteAccountRequest>();
    if (!body) return;
    services.people.remove_account(*context->visitor, body->password, caller_of(services, context->request),
                                   services.now(), person_done_with(services, context, "account_deleted", true));
  });
  add(Method::post, "/api/account/password", {Need::session}, [&services](const ContextPtr& context) {
    const auto body = context->body<wire::PasswordRequest>();
    if (!body) return;
    services.people.change_password(*context->visitor, body->old_password, body->new_password,
                                    caller_of(services, context->request), services.now(),
                                    signed_in(services, context, 200, "password_changed"));
  });
  add(Method::post, "/api/account/reset", {}, [&services](const ContextPtr& context) {
    const auto body = context->body<wire::ResetRequest>();
    if (!body) return;
    services.people.reset_password(body->code, body->new_password, caller_of(services, context->request),
                                   services.now(), [&services, context](Answer<people::Person> person) {
                                     if (!person) {
                                       note(services, context, "password_reset_refused", "", person.error().code);
                                       return context->refuse(person.error());
                                     }
                                     note(services, context, "password_reset", person->id);
                                     context->answer_with(wire::ResetDone{person->name});
                                   });
  });
}

wire::NoticeKind notice_kind(people::NoticeKind kind) {
  using enum wire::NoticeKind;
  switch (kind) {
    case people::NoticeKind::new_device:
      return new_device;
    case people::NoticeKind::password_changed:
      return password_changed;
    case people::NoticeKind::second_factor_on:
      return second_factor_on;
    case people::NoticeKind::second_factor_off:
      return second_factor_off;
    case people::NoticeKind::recovery_code_used:
      return recovery_code_used;
  }
  return new_device;
}

void add_notices(Services& services, const AddRoute& add) {
  add(Method::get, "/api/account/notices", {Need::session}, [&services](const ContextPtr& context) {
    services.people.notices(*context->visitor, [context](Answer<std::vector<people::NoticeView>> notices) {
      if (!notices) return context->refuse(notices.error());
      wire::NoticeList list;
      for (people::NoticeView& each : *notices) {
        list.notices.push_back(
            {std::move(each.notice), notice_kind(each.kind), wire::to_wire(each.at), std::move(each.label)});
      }
      context->answer_with(list);
    });
  });
  add(Method::remove, "/api/account/notices/{notice}", {Need::session}, [&services](const ContextPtr& context) {
    const auto notice = context->request.parameter(0);
    services.people.put_notice_away(*context->visitor, notice, services.now(), [context](Answer<void> done) {
      if (!done) return context->refuse(done.error());
      answer_nothing(context);
    });
  });
}

wire::SessionList session_list(const std::vector<people::SessionView>& sessions) {
  wire::SessionList list;
  for (const people::SessionView& each : sessions) {
    if (list.sessions.size() == static_cast<std::size_t>(limits::sessions_of_a_player)) break;
    wire::Session& session = list.sessions.emplace_back();
    session.id = each.session;
    session.created_at = wire::to_wire(each.made);
    session.seen_at = wire::to_wire(each.seen);
    session.expires_at = wire::to_wire(each.expires);
    session.current = each.is_this_one;
  }
  return list;
}

void add_sessions(Services& services, const AddRoute& add) {
  // What a page asks first: a browser complains of a refusal, and it is none that nobody has begun to play.
  add(Method::get, "/api/session", {Need::anyone}, [&services](const ContextPtr& context) {
    if (!context->visitor) return answer_nothing(context);
    answer_me(services, context, context->person());
  });
  add(Method::post, "/api/session", {Need::anyone}, [&services](const ContextPtr& context) {
    const auto body = context->body<wire::SignInRequest>();
    if (!body) return;
    const bool has_session = context->visitor && context->visitor->is_session();
    services.people.sign_in(has_session ? visitor_of(context) : nullptr, {body->name, body->password, body->code},
                            caller_of(services, context->request), services.now(),
                            signed_in(services, context, 200, "sign_in"));
  });
  add(Method::remove, "/api/session", {Need::session}, [&services](const ContextPtr& context) {
    services.people.sign_out(*context->visitor, person_done_with(services, context, "sign_out", true));
  });
  add(Method::get, "/api/sessions", {Need::session}, [&services](const ContextPtr& context) {
    services.people.sessions(*context->visitor, services.now(),
                             [context](Answer<std::vector<people::SessionView>> sessions) {
                               if (!sessions) return context->refuse(sessions.error());
                               context->answer_with(session_list(*sessions));
                             });
  });
  add(Method::remove, "/api/sessions", {Need::session}, [&services](const ContextPtr& context) {
    services.people.end_other_sessions(*context->visitor, person_done_with(services, context, "sessions_ended"));
  });
  add(Method::remove, "/api/sessions/{session}", {Need::session}, [&services](const ContextPtr& context) {
    services.people.end_session(*context->visitor, context->request.parameter(0),
                                person_done_with(services, context, "session_ended"));
  });
}

void make_token(Services& services, const ContextPtr& context) {
  const auto body = context->body<wire::TokenRequest>();
  if (!body) return;
  const Scope scope = body->scope == wire::TokenScope::play ? Scope::play : Scope::read;
  services.people.make_token(*context->visitor, body->name, scope, body->password,
                             caller_of(services, context->request), services.now(),
                             [&services, context](Answer<people::NewToken> made) {
                               if (!made) {
                                 note(services, context, "token_refused", person_of(context), made.error().code);
                                 return context->refuse(made.error());
                               }
                               note(services, context, "token_made", person_of(context));
                               context->answer_with(wire::TokenMade{token_of(made->view), made->secret}, 201);
                             });
}

void add_tokens(Services& services, const AddRoute& add) {
  add(Method::post, "/api/tokens", {Need::session},
      [&services](const ContextPtr& context) { make_token(services, context); });
  add(Method::get, "/api/tokens", {Need::session}, [&services](const ContextPtr& context) {
    services.people.tokens(*context->visitor, [context](Answer<std::vector<people::TokenView>> tokens) {
      if (!tokens) return context->refuse(tokens.error());
      wire::TokenList list;
      for (const people::TokenView& each : *tokens) list.tokens.push_back(token_of(each));
      context->answer_with(list);
    });
  });
  add(Method::remove, "/api/tokens/{token}", {Need::session}, [&services](const ContextPtr& context) {
    services.people.revoke_token(*context->visitor, context->request.parameter(0),
                                 person_done_with(services, context, "token_revoked"));
  });
}

}  // namespace

void add_people_routes(Services& services, const AddRoute& add) {
  add_accounts(services, add);
  add_notices(services, add);
  add_sessions(services, add);
  add_tokens(services, add);
}

}  // namespace crownstar::server
