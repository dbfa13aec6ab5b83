// A refusal on the wire: a stable code, the rule, and one line of reason.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/refusal.hpp"
#include "site/match/terms/refused.hpp"
#include "site/wire/generated/wire_http.hpp"
#include "site/wire/generated/wire_server.hpp"
#include "site/wire/generated/wire_terms.hpp"

namespace crownstar::wire {

// The code that a room used; `internal` for one that the wire does not have.
RefusalCode code_of(std::string_view word);

ErrorBody error_body(RefusalCode code, std::string_view reason, std::string_view rule = {});
ErrorBody error_body(const match::Refused& refused);

// The body of an HTTP answer.
std::string error_text(const ErrorBody& error);

// The answer on the socket; an empty request or match is left out.
ServerRefused refused_message(const ErrorBody& error, std::string_view request, std::string_view match = {});

// As many letters of one line, without control characters and bytes that are no letters.
std::string shortened(std::string_view text, int letters);
// So a rule's id and a reason are written; and read, since both may have been stored by an older version.
std::string shown_rule(std::string_view rule);
std::string shown_reason(std::string_view reason);

}  // namespace crownstar::wire
