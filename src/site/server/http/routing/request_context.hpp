// A request on its way to its response, with the visitor who sent it, and the access rules that a route declares.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "site/people/person.hpp"
#include "site/server/http/http_types.hpp"
#include "site/server/http/refusals.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::server {

class RequestContext {
 public:
  RequestContext(Request its_request, Reply reply) : request(std::move(its_request)), reply_(std::move(reply)) {}

  Request request;
  std::optional<people::Visitor> visitor;
  bool is_noted = false;  // a security event says already that it is refused

  const people::Person& person() const { return visitor->person; }

  void answer(Response response) {
    for (Header& header : headers_) response.headers.push_back(std::move(header));
    if (visitor) response.person = visitor->person.id;
    response.is_noted = is_noted;
    reply_(std::move(response));
  }
  void refuse(const wire::ErrorBody& error) { answer(refusal_answer(error)); }
  void refuse(const match::Refused& refused) { answer(refusal_answer(refused)); }
  void refuse(const people::Refused& refused) { answer(refusal_answer(refused)); }
  void refuse(wire::RefusalCode code, std::string_view reason) { refuse(wire::error_body(code, reason)); }

  template <typename T>
  void answer_with(const T& value, int status = 200) {
    answer_json(wire::encode(value), status);
  }
  void answer_json(std::string text, int status = 200);

  // A header of the answer to come.
  void add_header(std::string_view name, std::string value) {
    headers_.push_back({std::string(name), std::move(value)});
  }

  // The request's body, decoded; nothing if it was malformed, which has then been answered.
  template <typename T>
  std::optional<T> body() {
    if (!has_json()) return std::nullopt;
    auto value = wire::decode<T>(request.body.empty() ? std::string_view("{}") : std::string_view(request.body));
    if (value) return std::move(*value);
    refuse(wire::RefusalCode::malformed, value.error().reason);
    return std::nullopt;
  }

 private:
  bool has_json();

  Reply reply_;
  std::vector<Header> headers_;
};

using ContextPtr = std::shared_ptr<RequestContext>;

// Which visitors a route accepts.
enum class Need {
  nothing,  // anyone, without authentication
  anyone,   // anyone; a session or token is checked if there is one
  player,   // a session or a token
  session,  // a session, not a token: for changes to the account itself
};

struct Access {
  Need need = Need::nothing;
  people::Scope scope = people::Scope::read;  // what a token must be made for
  bool makes_a_game = false;                  // counted by address
  bool is_for_any_page = false;               // of other sites too: it goes by no cookie, and sets none
};

using RouteHandler = std::function<void(const ContextPtr& context)>;
using AddRoute = std::function<void(Method method, std::string_view pattern, Access access, RouteHandler handler)>;

}  // namespace crownstar::server
