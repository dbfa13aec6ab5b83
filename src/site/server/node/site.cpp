#include "site/server/node/site.hpp"

#include <algorithm>

#include "site/server/api/page.hpp"
#include "site/server/api/site_routes.hpp"
#include "site/server/http/answers.hpp"
#include "site/server/http/cookies.hpp"
#include "site/server/http/request_text.hpp"

namespace crownstar::server {
namespace {

using wire::RefusalCode;

bool is_of_api(const Request& request) { return !request.segments.empty() && request.segments.front() == "api"; }

bool has_token(const Request& request) { return bearer_token(request.header("Authorization")).has_value(); }

// By a token a page of another site does what any program may. What begins or ends a session is the own page's alone;
// so is what looks at no token, for a page could show a wrong one and read what only this network may.
Pages pages_of(Method method, const Access& access) {
  if (access.is_for_any_page) return Pages::any;
  const bool is_read_by_token = access.need == Need::anyone && method == Method::get;
  return access.need == Need::player || is_read_by_token ? Pages::with_token : Pages::own;
}

bool is_open_to_other_pages(const Request& request, Pages pages) {
  if (request.is_upgrade) return false;
  return pages == Pages::any || (pages == Pages::with_token && has_token(request));
}

// Lets the page that asked read the answer. Without Access-Control-Allow-Credentials no browser adds a cookie.
class AnswerToAnyPage final : public Reply::Sink {
 public:
  explicit AnswerToAnyPage(Reply reply) : reply_(std::move(reply)) {}

  void answer(Response response) override {
    response.headers.push_back({"Access-Control-Allow-Origin", "*"});
    response.headers.push_back({"Access-Control-Expose-Headers", "Accept-Ranges, Content-Range, ETag, Retry-After"});
    reply_(std::move(response));
  }

 private:
  Reply reply_;
};

// Before a browser sends what a page of another site wants to send, it asks whether it may (the Fetch standard's
// CORS-preflight request).
bool is_preflight(const Request& request) {
  return request.method == Method::options && !request.header("Origin").empty() &&
         !request.header("Access-Control-Request-Method").empty();
}

Response preflight_answer(Pages pages) {
  if (pages == Pages::own) {
    return error_answer(403, "wrong_origin", "pages of other sites may not ask this: use a token where one may");
  }
  Response response;
  response.status = 204;
  response.headers = {{"Access-Control-Allow-Origin", "*"},
                      {"Access-Control-Allow-Methods", "GET, HEAD, POST, DELETE"},
                      {"Access-Control-Allow-Headers", "Authorization, Content-Type"},
                      {"Access-Control-Max-Age", "86400"}};
  return response;
}

}  // namespace

bool is_cross_site(const Request& request, const std::vector<std::string>& own_origins) {
  // A socket is opened by a GET, and a browser lets any page do that.
  if (request.is_safe() && !request.is_upgrade) return false;
  const std::string_view origin = request.header("Origin");
  const bool is_known = std::ranges::find(own_origins, origin) != own_origins.end();
  if (!origin.empty() && !is_known) {
    const auto read = read_origin(origin);
    if (!read || !is_same_name(read->host, request.header("Host"))) return true;
    // What came in the clear may have been written by anybody on the way.
    if (request.is_secure && !read->is_secure) return true;
  }
  const std::string_view site = request.header("Sec-Fetch-Site");
  return !site.empty() && site != "same-origin" && site != "none" && !is_known;
}

std::string throttle_key(const Services& services, const Request& request) {
  static std::uint64_t number = 0;
  if (holds(services.settings.unthrottled, request.address)) return "unthrottled-" + std::to_string(++number);
  return write_address(request.address);
}

people::Caller caller_of(const Services& services, const Request& request) {
  return {throttle_key(services, request), std::string(request.header("User-Agent")),
          std::string(device_mark(request))};
}

Site::Site(Services& services)
    : services_(services),
      throttle_(people::throttle_terms(limits::requests_of_an_address)),
      books_(std::make_shared<AnswerBooks>(services.log, services.security, services.settings.access_log)) {
  add_routes();
}

void Site::add_routes() {
  const AddRoute add = [this](Method method, std::string_view pattern, Access access, RouteHandler handler) {
    router_.add(
        method, pattern,
        [this, access, handler = std::move(handler)](Request& request, Reply reply) {
          identify(std::make_shared<RequestContext>(std::move(request), std::move(reply)), access, handler);
        },
        pages_of(method, access));
  };
  add_system_routes(services_, add);
  add_people_routes(services_, add);
  add_account_export_routes(services_, add);
  add_second_factor_routes(services_, add);
  add_player_routes(services_, add);
  add_match_routes(services_, add);
  add_preview_routes(services_, add);
  add_collection_routes(services_, add);
  add_download_routes(services_, add);
  add_lobby_routes(services_, add);
  add_oauth_routes(services_, add);
  add_bot_account_routes(services_, add);
  add_challenge_routes(services_, add);
  add_new_game_routes(services_, add);
  add_bot_routes(services_, add);
  add_socket_route(services_, add);
}

void Site::answer(Request request, Reply reply) {
  Reply finished = finished_reply(std::move(reply), request, books_);
  find(request, std::move(finished));
}

void Site::find(Request& request, Reply reply) {
  const bool is_asked_before = is_preflight(request);
  if (is_asked_before) request.method = read_method(request.header("Access-Control-Request-Method"));
  const Router::Found found = router_.find(request);
  const bool is_open = !is_asked_before && is_open_to_other_pages(request, found.pages);
  if (is_open && !request.header("Origin").empty()) {
    reply = Reply(std::make_shared<AnswerToAnyPage>(std::move(reply)));
  }
  if (!is_asked_before && !is_open && is_cross_site(request, services_.settings.origins)) {
    return reply(error_answer(403, "wrong_origin", "this was sent from another site's page"));
  }
  if (!holds(services_.settings.unthrottled, request.address)) {
    const auto may = throttle_.take(write_address(request.address), services_.now(), "requests");
    if (!may) return reply(refusal_answer(may.error()));
  }
  if (is_asked_before) return reply(preflight_answer(found.pages));
  if (found.handler != nullptr) {
    if (is_stopping_ && (is_of_api(request) || request.is_upgrade)) {
      return reply(refusal_answer(wire::error_body(RefusalCode::stopping, "the server is stopping")));
    }
    return (*found.handler)(request, std::move(reply));
  }
  if (found.is_path) {
    Response response = error_answer(405, "method_not_allowed", "this address takes " + found.allowed);
    response.headers.push_back({"Allow", found.allowed});
    return reply(std::move(response));
  }
  if (is_of_api(request)) return reply(error_answer(404, "not_found", "there is nothing at this address"));
  if (request.method != Method::get && request.method != Method::head) {
    Response response = error_answer(405, "method_not_allowed", "this address takes GET, HEAD");
    response.headers.push_back({"Allow", "GET, HEAD"});
    return reply(std::move(response));
  }
  reply(page_answer(request));
}

void Site::identify(const ContextPtr& context, Access access, const RouteHandler& handler) {
  if (access.need == Need::nothing) return handler(context);
  const auto token = bearer_token(context->request.header("Authorization"));
  const auto done = [this, context, access, &handler](people::Answer<people::Visitor> visitor) {
    go_on(context, access, handler, std::move(visitor));
  };
  if (token) return services_.people.visitor_of_token(*token, services_.now(), done);
  const std::string_view secret = session_secret(context->request);
  if (secret.empty())
    return go_on(context, access, handler,
                 people::refused("not_signed_in", "only with a session: begin as a guest, or sign in"));
  // A socket's handshake is answered by the library, which sets no cookie.
  services_.people.visitor_of_session(secret, !context->request.is_upgrade, services_.now(), done);
}

void Site::go_on(const ContextPtr& context, Access access, const RouteHandler& handler,
                 people::Answer<people::Visitor> visitor) {
  const bool is_by_token = has_token(context->request);
  if (!visitor) {
    const bool is_wrong = visitor.error().code == "not_signed_in";
    if (is_wrong && (is_by_token || !session_secret(context->request).empty())) {
      services_.security.note(is_by_token ? "wrong_token" : "wrong_session", write_address(context->request.address),
                              "", visitor.error().code);
    }
    // Somebody whose session has ended may still read; somebody with a wrong token is told. So is somebody whose
    // session could not be read just now: a socket would be nobody's for as long as it is open.
    const bool is_let_pass = access.need == Need::anyone && !is_by_token && is_wrong;
    return is_let_pass ? handler(context) : context->refuse(visitor.error());
  }
  if (is_by_token && access.need == Need::session) {
    return context->refuse(RefusalCode::scope_missing, "a token may not do this: sign in on the page");
  }
  if (access.scope == people::Scope::play && visitor->scope != people::Scope::play) {
    return context->refuse(RefusalCode::scope_missing, "this token was made only to read");
  }
  if (access.makes_a_game) {
    const auto may = services_.of_address.games.take(throttle_key(services_, context->request), services_.now(),
                                                     "games from this address");
    if (!may) return context->refuse(may.error());
  }
  if (!visitor->fresh_secret.empty())
    context->add_header("Set-Cookie", session_cookie(context->request, visitor->fresh_secret));
  context->visitor = std::move(*visitor);
  handler(context);
}

}  // namespace crownstar::server
