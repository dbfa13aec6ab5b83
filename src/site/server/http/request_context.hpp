// Knows one request with whoever stands behind it, on its way to its answer; and what an address asks of its visitors.
// Refuses to know what the address does.
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

class Visit {
 public:
  Visit(Request its_request, Reply reply) : request(std::move(its_request)), reply_(std::move(reply)) {}

  Request request;
  std::optional<people::Visitor> visitor;

  const people::Person& person() const { return visitor->person; }

  void answer(Response response) {
    for (Header& header : headers_) response.headers.push_back(std::move(header));
    reply_(std::move(response));
  }
  void refuse(const protocol::ErrorBody& error) { answer(refusal_answer(error)); }
  void refuse(const match::Refused& refused) { answer(refusal_answer(refused)); }
  void refuse(const people::Refused& refused) { answer(refusal_answer(refused)); }
  void refuse(protocol::RefusalCode code, std::string_view reason) { refuse(protocol::error_body(code, reason)); }

  template <typename T>
  void answer_with(const T& value, int status = 200) {
    answer_json(protocol::encode(value), status);
  }
  void answer_json(std::string text, int status = 200);

  // A header of the answer to come.
  void add_header(std::string_view name, std::string value) {
    headers_.push_back({std::string(name), std::move(value)});
  }

  // What was sent, as the protocol describes it; nothing after answering that it is not.
  template <typename T>
  std::optional<T> body() {
    if (!has_json()) return std::nullopt;
    auto value = protocol::decode<T>(request.body.empty() ? std::string_view("{}") : std::string_view(request.body));
    if (value) return std::move(*value);
    refuse(protocol::RefusalCode::malformed, value.error().reason);
    return std::nullopt;
  }

 private:
  bool has_json();

  Reply reply_;
  std::vector<Header> headers_;
};

using Visiting = std::shared_ptr<Visit>;

// Whom an address answers.
enum class Need {
  nothing,  // anyone, and who it is does not matter
  anyone,   // anyone; who it is, is looked up where they say so
  player,   // a session or a token
  session,  // only a session: what is about the account itself
};

struct Access {
  Need need = Need::nothing;
  people::Scope scope = people::Scope::read;  // what a token must be made for
  bool makes_a_game = false;                  // counted by address
};

using VisitHandler = std::function<void(const Visiting& visit)>;
using AddRoute = std::function<void(Method method, std::string_view pattern, Access access, VisitHandler handler)>;

}  // namespace crownstar::server
