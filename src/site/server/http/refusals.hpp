// Converts a refusal from any part of the server to an HTTP response.
#pragma once

#include "site/match/terms/refused.hpp"
#include "site/people/answer.hpp"
#include "site/server/http/http_types.hpp"
#include "site/wire/refusal_wire.hpp"

namespace crownstar::server {

int status_of(wire::RefusalCode code);

wire::ErrorBody error_of(const people::Refused& refused);

Response refusal_answer(const wire::ErrorBody& error);
inline Response refusal_answer(const match::Refused& refused) { return refusal_answer(wire::error_body(refused)); }
inline Response refusal_answer(const people::Refused& refused) { return refusal_answer(error_of(refused)); }

}  // namespace crownstar::server
