#include "site/server/http/routing/request_context.hpp"

#include "site/server/http/answers.hpp"

namespace crownstar::server {

void RequestContext::answer_json(std::string text, int status) { answer(json_answer(std::move(text), status)); }

bool RequestContext::has_json() {
  // A form on another site's page cannot send this type, so nothing that it sends is read here.
  const std::string_view media = request.header("Content-Type");
  if (request.body.empty() || is_same_name(media.substr(0, media.find(';')), "application/json")) return true;
  Response response = error_answer(415, "malformed", "expected a body of the type application/json");
  answer(std::move(response));
  return false;
}

}  // namespace crownstar::server
