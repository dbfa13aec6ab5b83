#include "site/server/http/refusals.hpp"

#include "site/server/http/answers.hpp"

namespace crownstar::server {

int status_of(wire::RefusalCode code) {
  using enum wire::RefusalCode;
  switch (code) {
    case malformed:
    case text_unfit:
      return 400;
    case not_signed_in:
    case wrong_credentials:
    case second_factor_needed:
    case second_factor_wrong:
    case second_factor_used:
    case second_factor_locked:
      return 401;
    case scope_missing:
    case forbidden:
    case wrong_origin:
    case guests_only:
    case accounts_only:
    case not_seated:
    case not_host:
    case muted:
    case not_in_room:
    case bad_invitation:
    case not_invited:
      return 403;
    case not_found:
    case link_wrong:
    case no_such_match:
    case no_such_seek:
      return 404;
    case method_not_allowed:
      return 405;
    case too_large:
      return 413;
    case name_unfit:
    case password_unfit:
    case bad_terms:
    case bad_seats:
    case not_ratable:
    case no_such_engine:
    case no_such_seat:
    case illegal_move:
    case search_too_long:
      return 422;
    case too_many:
      return 429;
    case bad_event:
    case internal:
      return 500;
    case busy:
    case store_unavailable:
    case engine_unavailable:
    case stopping:
      return 503;
    default:
      return 409;  // it could be, but not as things stand now
  }
}

wire::ErrorBody error_of(const people::Refused& refused) {
  wire::ErrorBody error = wire::error_body(wire::code_of(refused.code), refused.reason);
  error.retry_after_s = static_cast<int>(refused.retry_after.count());
  return error;
}

Response refusal_answer(const wire::ErrorBody& error) {
  Response response = json_answer(wire::error_text(error), status_of(error.code));
  response.refusal = wire::to_text(error.code);
  if (response.status == 500) response.fault = error.reason;
  if (response.status == 401) response.headers.push_back({"WWW-Authenticate", "Bearer"});
  if (response.status == 429 || response.status == 503) {
    // Programs are told to wait a minute where nothing else is known.
    const int seconds = error.retry_after_s > 0 ? error.retry_after_s : response.status == 429 ? 60 : 1;
    response.headers.push_back({"Retry-After", std::to_string(seconds)});
  }
  return response;
}

}  // namespace crownstar::server
