// What a third-party program asks for (OAuth 2.0 with PKCE: RFC 6749, 7636, 8252, 9700), and whether it may be asked
// so. It does not know who grants it, and where codes are kept.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/refusal.hpp"
#include "site/people/person.hpp"

namespace crownstar::server {

struct Authorization {
  std::string client;     // what the program calls itself; nobody registers it
  std::string redirect;   // where the answer goes
  std::string challenge;  // the hash of a secret that only the program knows
  people::Scope scope = people::Scope::read;
  std::string scopes;  // as they were asked for, one space between two
  std::string state;   // the program's own, given back as it came
};

// As a request has it.
struct AuthorizationText {
  std::string_view response_type;
  std::string_view client;
  std::string_view redirect;
  std::string_view challenge;
  std::string_view challenge_method;
  std::string_view scope;
  std::string_view state;
};

// Refused with one of OAuth's words as the rule, `invalid_request`.
base::Checked<Authorization> read_authorization(const AuthorizationText& text);

// Where a code may go: https, http on the user's own machine, or a program's own scheme, named by a domain in reverse.
bool is_redirect(std::string_view uri);
// The narrowest scope of ours that allows all of these; nothing where a word is unknown.
std::optional<people::Scope> scope_of_words(std::string_view words);
// All that a token of this scope is good for, with commas between them: `read,challenge:read`.
std::string words_of_scope(people::Scope scope);
// The address to which the browser goes with this answer.
std::string redirect_with(std::string_view redirect, std::string_view name, std::string_view value,
                          std::string_view state);
// Whether this secret has that hash (S256).
bool is_verified_by(std::string_view challenge, std::string_view verifier);

}  // namespace crownstar::server
