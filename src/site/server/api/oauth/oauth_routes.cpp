// Routes of OAuth 2: a person lets a program play as them, and the program gets a token for it.
#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <string>

#include "base/text/json.hpp"
#include "base/text/utf8.hpp"
#include "site/people/accounts/people.hpp"
#include "site/people/secrets.hpp"
#include "site/server/api/oauth/authorization.hpp"
#include "site/server/api/oauth/codes.hpp"
#include "site/server/api/site_routes.hpp"
#include "site/server/http/answers.hpp"
#include "site/server/http/request_text.hpp"
#include "site/wire/generated/wire_bot.hpp"
#include "site/wire/generated/wire_people.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::server {
namespace {

using people::Answer;
using wire::RefusalCode;

constexpr std::chrono::days program_token_life{365};
constexpr std::size_t most_tokens_tested = 100;

void note_oauth(Services& services, const ContextPtr& context, std::string_view what, std::string_view person,
                std::string_view reason = {}) {
  context->is_noted = true;
  services.security.note(what, write_address(context->request.address), person, reason);
}

// As OAuth has errors, not as the other routes do: its clients read the word.
void refuse_program(Services& services, const ContextPtr& context, std::string_view word, std::string_view reason) {
  note_oauth(services, context, "oauth_token_refused", "", word);
  Response response = json_answer(wire::encode(wire::OauthError{std::string(word), std::string(reason)}), 400);
  response.headers.push_back({"Cache-Control", "no-store"});
  context->answer(std::move(response));
}

void authorize(Services& services, const ContextPtr& context) {
  const auto body = context->body<wire::OauthRequest>();
  if (!body) return;
  const auto asked = read_authorization({body->response_type, body->client_id, body->redirect_uri, body->code_challenge,
                                         body->code_challenge_method, body->scope, body->state});
  const std::string person = context->person().id;
  if (!asked) {
    note_oauth(services, context, "oauth_refused", person, asked.error().rule);
    return context->refuse(RefusalCode::forbidden, asked.error().reason);
  }
  if (body->deny) {
    note_oauth(services, context, "oauth_denied", person);
    return context->answer_with(
        wire::OauthGranted{redirect_with(asked->redirect, "error", "access_denied", asked->state)});
  }
  services.people.confirm_password(
      *context->visitor, body->password, caller_of(services, context->request), services.now(),
      [&services, context, asked = *asked, person](const Answer<std::string>& mark) {
        if (!mark) {
          note_oauth(services, context, "oauth_refused", person, mark.error().code);
          return context->refuse(mark.error());
        }
        note_oauth(services, context, "oauth_granted", person);
        const std::string code = services.codes.make(asked, person, *mark);
        context->answer_with(wire::OauthGranted{redirect_with(asked.redirect, "code", code, asked.state)});
      });
}

// A form, as the standard says, or JSON. Nothing once it has been answered.
std::optional<wire::OauthCode> read_code(Services& services, const ContextPtr& context) {
  const Request& request = context->request;
  std::string_view media = request.header("Content-Type");
  media = media.substr(0, media.find(';'));
  const auto wrong = [&](const base::Refusal& refusal) {
    refuse_program(services, context, "invalid_request", refusal.reason);
    return std::nullopt;
  };
  if (is_same_name(media, "application/x-www-form-urlencoded")) {
    const auto fields = read_fields(request.body);
    if (!fields) return wrong(fields.error());
    const auto value = [&](std::string_view name) { return std::string(field_value(*fields, name)); };
    return wire::OauthCode{value("grant_type"), value("code"), value("code_verifier"), value("redirect_uri"),
                           value("client_id")};
  }
  if (!request.body.empty() && !is_same_name(media, "application/json")) {
    context->answer(error_answer(415, "malformed", "expected a form, or a body of the type application/json"));
    return std::nullopt;
  }
  auto body = wire::decode<wire::OauthCode>(request.body.empty() ? std::string_view("{}") : request.body);
  if (!body) return wrong(body.error());
  return *std::move(body);
}

constexpr std::string_view worthless_code =
    "the code is used up or too old, or its verifier, client or redirect is another one";

void answer_with_token(Services& services, const ContextPtr& context, const std::string& person,
                       const std::string& secret) {
  note_oauth(services, context, "oauth_token", person);
  wire::OauthToken token;
  token.token_type = "Bearer";
  token.access_token = secret;
  token.expires_in = std::chrono::duration_cast<std::chrono::seconds>(program_token_life).count();
  Response response = json_answer(wire::encode(token));
  response.headers.push_back({"Cache-Control", "no-store"});
  context->answer(std::move(response));
}

// The token is stored. Whoever used the code meanwhile could not revoke it yet.
void confirm_token(Services& services, const ContextPtr& context, const CodeUse& use, const std::string& person,
                   const std::string& secret) {
  services.codes.take(use, [&services, context, use, person, secret](const std::optional<Grant>& still) {
    if (still) return answer_with_token(services, context, person, secret);
    services.people.end_token(person, use.token, [&services, context](const auto&) {
      refuse_program(services, context, "invalid_grant", worthless_code);
    });
  });
}

void give_token(Services& services, const ContextPtr& context) {
  const auto body = read_code(services, context);
  if (!body) return;
  if (body->grant_type != "authorization_code") {
    return refuse_program(services, context, "unsupported_grant_type", "grant_type: expected authorization_code");
  }
  const CodeUse use{body->code, body->code_verifier, body->client_id, body->redirect_uri, people::make_id('t')};
  services.codes.take(use, [&services, context, use](const std::optional<Grant>& grant) {
    if (!grant) return refuse_program(services, context, "invalid_grant", worthless_code);
    services.people.grant_token(
        {grant->person, grant->mark, use.token, grant->client, grant->scope, program_token_life}, services.now(),
        [&services, context, use, person = grant->person](const Answer<people::NewToken>& made) {
          if (made) return confirm_token(services, context, use, person, made->secret);
          if (made.error().code == "wrong_credentials") {
            return refuse_program(services, context, "invalid_grant", made.error().reason);
          }
          note_oauth(services, context, "oauth_token_refused", person, made.error().code);
          context->refuse(made.error());
        });
  });
}

void revoke_own(Services& services, const ContextPtr& context) {
  if (context->visitor->is_session()) {
    return context->refuse(RefusalCode::forbidden, "expected the token that is to be revoked, and no session");
  }
  services.people.end_token(context->person().id, context->visitor->token,
                            [&services, context](const Answer<void>& done) {
                              if (!done) return context->refuse(done.error());
                              note_oauth(services, context, "token_revoked", context->person().id);
                              Response response;
                              response.status = 204;
                              context->answer(std::move(response));
                            });
}

// One after the other: most are in the store alone.
struct TokensTested {
  ContextPtr context;
  std::set<std::string, std::less<>> tokens;  // that are left
  bool is_any_unknown = false;
  std::string found = {};  // so far, as the members of an object
};

// With a null, as clients of the large sites expect it, where the token lives for ever.
std::string tested_text(const people::TestedToken& token) {
  wire::BotTestedToken view;
  view.user_id = token.person;
  view.scopes = words_of_scope(token.scope);
  if (token.expires) view.expires = token.expires->time_since_epoch().count();
  std::string text = wire::encode(view);
  if (!token.expires) text.insert(text.size() - 1, R"(,"expires":null)");
  return text;
}

void test_next_token(Services& services, const std::shared_ptr<TokensTested>& tested) {
  const ContextPtr& context = tested->context;
  if (tested->tokens.empty()) {
    if (tested->is_any_unknown) note_oauth(services, context, "wrong_token", "", "not_signed_in");
    return context->answer(json_answer("{" + tested->found + "}"));
  }
  const std::string token = tested->tokens.extract(tested->tokens.begin()).value();
  services.people.test_token(token, services.now(),
                             [&services, tested, token](const Answer<people::TestedToken>& good) {
                               if (!good && good.error().code != "not_signed_in")
                                 return tested->context->refuse(good.error());
                               if (!good) tested->is_any_unknown = true;
                               if (!tested->found.empty()) tested->found += ',';
                               tested->found += base::json_quoted(token) + ":" + (good ? tested_text(*good) : "null");
                               test_next_token(services, tested);
                             });
}

void test_tokens(Services& services, const ContextPtr& context) {
  std::string_view rest = context->request.body;
  if (!base::is_utf8(rest)) return context->refuse(RefusalCode::malformed, "expected tokens with commas between them");
  auto tested = std::make_shared<TokensTested>(TokensTested{context, {}});
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string_view token = without_blanks(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!token.empty()) tested->tokens.emplace(token);
  }
  if (tested->tokens.size() > most_tokens_tested) {
    return context->refuse(RefusalCode::too_large, "at most " + std::to_string(most_tokens_tested) +
                                                       " tokens at once: send the others in another request");
  }
  test_next_token(services, tested);
}

}  // namespace

void add_oauth_routes(Services& services, const AddRoute& add) {
  const Access for_any_page{.is_for_any_page = true};
  add(Method::post, "/api/oauth/authorize", {Need::session},
      [&services](const ContextPtr& context) { authorize(services, context); });
  add(Method::post, "/api/token", for_any_page,
      [&services](const ContextPtr& context) { give_token(services, context); });
  add(Method::post, "/api/token/test", for_any_page,
      [&services](const ContextPtr& context) { test_tokens(services, context); });
  add(Method::remove, "/api/token", {Need::player},
      [&services](const ContextPtr& context) { revoke_own(services, context); });
}

}  // namespace crownstar::server
