// Guests, accounts, sessions and tokens over HTTP.
#include <algorithm>

#include "site/people/accounts/people.hpp"
#include "site/server/api/seek_forms.hpp"
#include "site/server/api/site_routes.hpp"
#include "site/server/http/cookies.hpp"
#include "site/wire/generated/wire_people.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::server {
namespace {

using people::Answer;
using people::Scope;
using protocol::RefusalCode;

people::Caller caller_of(const Services& services, const Visiting& visit) {
  return {throttle_key(services, visit->request), std::string(visit->request.header("User-Agent"))};
}

void answer_me(Services& services, const Visiting& visit, const people::Person& person, int status = 200) {
  services.ratings(person.id, [visit, person, status](Answer<std::vector<protocol::Rating>> ratings) {
    if (!ratings) return visit->refuse(ratings.error());
    protocol::Me me;
    me.player = player_of(person);
    me.ratings = std::move(*ratings);
    visit->answer_with(me, status);
  });
}

// A session has begun: the cookie, and who it is.
people::Done<people::SignedIn> signed_in(Services& services, const Visiting& visit, int status) {
  return [&services, visit, status](Answer<people::SignedIn> result) {
    if (!result) return visit->refuse(result.error());
    visit->add_header("Set-Cookie", session_cookie(visit->request, result->secret));
    answer_me(services, visit, result->person, status);
  };
}

void answer_nothing(const Visiting& visit) {
  Response response;
  response.status = 204;
  visit->answer(std::move(response));
}

people::Done<void> person_done_with(const Visiting& visit, bool ends_session = false) {
  return [visit, ends_session](Answer<void> result) {
    if (!result) return visit->refuse(result.error());
    if (ends_session) visit->add_header("Set-Cookie", ended_cookie(visit->request));
    answer_nothing(visit);
  };
}

const people::Visitor* visitor_of(const Visiting& visit) { return visit->visitor ? &*visit->visitor : nullptr; }

void begin_as_guest(Services& services, const Visiting& visit) {
  const auto body = visit->body<protocol::GuestRequest>();
  if (!body) return;
  const std::string name = body->name.value_or("");
  if (!visit->visitor) {
    return services.people.make_guest(name, caller_of(services, visit), services.now(),
                                      signed_in(services, visit, 201));
  }
  if (visit->visitor->is_account()) return visit->refuse(RefusalCode::guests_only, "an account keeps its name");
  if (name.empty()) return answer_me(services, visit, visit->person());
  services.people.rename_guest(*visit->visitor, name, services.now(),
                               [&services, visit](Answer<people::Person> person) {
                                 if (!person) return visit->refuse(person.error());
                                 answer_me(services, visit, *person);
                               });
}

void add_accounts(Services& services, const AddRoute& add) {
  add(Method::get, "/api/me", {Need::player},
      [&services](const Visiting& visit) { answer_me(services, visit, visit->person()); });
  add(Method::post, "/api/guest", {Need::anyone, Scope::play},
      [&services](const Visiting& visit) { begin_as_guest(services, visit); });
  add(Method::post, "/api/account", {Need::anyone, Scope::play}, [&services](const Visiting& visit) {
    const auto body = visit->body<protocol::AccountRequest>();
    if (!body) return;
    if (visit->visitor && (visit->visitor->is_account() || !visit->visitor->is_session())) {
      return visit->refuse(RefusalCode::guests_only, "sign out first: this is an account already");
    }
    services.people.make_account(visitor_of(visit), body->name, body->password, caller_of(services, visit),
                                 services.now(), signed_in(services, visit, 201));
  });
  add(Method::remove, "/api/account", {Need::session}, [&services](const Visiting& visit) {
    const auto body = visit->body<protocol::DeleteAccountRequest>();
    if (!body) return;
    services.people.remove_account(*visit->visitor, body->password, caller_of(services, visit), services.now(),
                                   person_done_with(visit, true));
  });
  add(Method::post, "/api/account/password", {Need::session}, [&services](const Visiting& visit) {
    const auto body = visit->body<protocol::PasswordRequest>();
    if (!body) return;
    services.people.change_password(*visit->visitor, body->old_password, body->new_password, caller_of(services, visit),
                                    services.now(), signed_in(services, visit, 200));
  });
}

protocol::SessionList session_list(const std::vector<people::SessionView>& sessions) {
  protocol::SessionList list;
  for (const people::SessionView& each : sessions) {
    if (list.sessions.size() == static_cast<std::size_t>(limits::sessions_of_a_player)) break;
    protocol::Session& session = list.sessions.emplace_back();
    session.id = each.session;
    session.created_at = protocol::to_wire(each.made);
    session.seen_at = protocol::to_wire(each.seen);
    session.expires_at = protocol::to_wire(each.expires);
    session.current = each.is_this_one;
  }
  return list;
}

void add_sessions(Services& services, const AddRoute& add) {
  // What a page asks first: a browser complains of a refusal, and it is none that nobody has begun to play.
  add(Method::get, "/api/session", {Need::anyone}, [&services](const Visiting& visit) {
    if (!visit->visitor) return answer_nothing(visit);
    answer_me(services, visit, visit->person());
  });
  add(Method::post, "/api/session", {Need::anyone}, [&services](const Visiting& visit) {
    const auto body = visit->body<protocol::AccountRequest>();
    if (!body) return;
    const bool has_session = visit->visitor && visit->visitor->is_session();
    services.people.sign_in(has_session ? visitor_of(visit) : nullptr, body->name, body->password,
                            caller_of(services, visit), services.now(), signed_in(services, visit, 200));
  });
  add(Method::remove, "/api/session", {Need::session},
      [&services](const Visiting& visit) { services.people.sign_out(*visit->visitor, person_done_with(visit, true)); });
  add(Method::get, "/api/sessions", {Need::session}, [&services](const Visiting& visit) {
    services.people.sessions(*visit->visitor, services.now(),
                             [visit](Answer<std::vector<people::SessionView>> sessions) {
                               if (!sessions) return visit->refuse(sessions.error());
                               visit->answer_with(session_list(*sessions));
                             });
  });
  add(Method::remove, "/api/sessions", {Need::session}, [&services](const Visiting& visit) {
    services.people.end_other_sessions(*visit->visitor, person_done_with(visit));
  });
  add(Method::remove, "/api/sessions/{session}", {Need::session}, [&services](const Visiting& visit) {
    services.people.end_session(*visit->visitor, visit->request.parameter(0), person_done_with(visit));
  });
}

protocol::Token token_of(const people::TokenView& view) {
  protocol::Token token;
  token.id = view.token;
  token.name = view.name;
  token.scope = view.scope == Scope::play ? protocol::TokenScope::play : protocol::TokenScope::read;
  token.created_at = protocol::to_wire(view.made);
  if (view.used) token.used_at = protocol::to_wire(*view.used);
  return token;
}

void make_token(Services& services, const Visiting& visit) {
  const auto body = visit->body<protocol::TokenRequest>();
  if (!body) return;
  const Scope scope = body->scope == protocol::TokenScope::play ? Scope::play : Scope::read;
  services.people.make_token(*visit->visitor, body->name, scope, services.now(),
                             [visit](Answer<people::NewToken> made) {
                               if (!made) return visit->refuse(made.error());
                               visit->answer_with(protocol::TokenMade{token_of(made->view), made->secret}, 201);
                             });
}

void add_tokens(Services& services, const AddRoute& add) {
  add(Method::post, "/api/tokens", {Need::session},
      [&services](const Visiting& visit) { make_token(services, visit); });
  add(Method::get, "/api/tokens", {Need::session}, [&services](const Visiting& visit) {
    services.people.tokens(*visit->visitor, [visit](Answer<std::vector<people::TokenView>> tokens) {
      if (!tokens) return visit->refuse(tokens.error());
      protocol::TokenList list;
      for (const people::TokenView& each : *tokens) list.tokens.push_back(token_of(each));
      visit->answer_with(list);
    });
  });
  add(Method::remove, "/api/tokens/{token}", {Need::session}, [&services](const Visiting& visit) {
    services.people.revoke_token(*visit->visitor, visit->request.parameter(0), person_done_with(visit));
  });
}

}  // namespace

void add_people_routes(Services& services, const AddRoute& add) {
  add_accounts(services, add);
  add_sessions(services, add);
  add_tokens(services, add);
}

}  // namespace crownstar::server
