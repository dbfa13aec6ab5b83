// The link by which the owner of an account who has forgotten the password chooses a new one: good once, and for some
// hours.
//
// Until it is used, a mark stands in the place of the account's password hash. No password is right for a mark, so the
// old password ends when the link is made. The store has a hash of the link's secret and its end, never the link.
#pragma once

#include <string>
#include <string_view>

#include "site/people/answer.hpp"

namespace crownstar::people {

struct ResetLink {
  std::string code;  // what the link carries, shown once
  std::string mark;  // what is stored as the account's password hash
};

ResetLink make_reset_link(std::string_view account, Instant expires);

// Whether the account waits for its owner to use a link.
bool is_reset_mark(std::string_view password_hash);

// Whose account a code is for; empty where it is no code.
std::string account_of_reset_code(std::string_view code);

// Whether this code opens the account with this password hash. Refused: `link_wrong`, `link_used` (or a newer one has
// been made), `link_expired`.
Answer<void> check_reset_code(std::string_view code, std::string_view password_hash, Instant now);

}  // namespace crownstar::people
