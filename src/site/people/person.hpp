// A person as the rest of the site sees them: a permanent id, a name that may change, guest or account.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "site/people/answer.hpp"

namespace crownstar::people {

enum class PersonKind { guest, account };

// How a person has changed: by another name, or by becoming an account or a program's. Or they are about to be deleted,
// and then stay after all, or are gone.
enum class Change { has_new_name, leaves, stays, is_gone };

// The id is random and stays when a guest makes an account, so that games and seats need not move.
struct Person {
  std::string id;
  std::string name;
  PersonKind kind = PersonKind::guest;
  Instant made{};
  bool is_bot = false;  // an account by which a program plays

  bool operator==(const Person&) const = default;
};

// What an API token may do. A session of the page may play, and only a session may touch the account itself.
enum class Scope : std::uint8_t {
  read,  // look, and no more
  play   // also matches, the lobby and chat
};

std::string_view name_of(Scope scope);  // `read`
std::optional<Scope> scope_named(std::string_view name);

// Where a request comes from. The address feeds the throttles and is not stored; the label (what the browser calls
// itself) is kept with a session, for its owner's eyes.
struct Caller {
  std::string address;
  std::string label;
  std::string device = {};  // the mark that was given to this device when somebody signed in on it
};

// The authenticated sender of a request.
struct Visitor {
  Person person;
  std::string session;  // the session's handle, which is no secret; empty behind an API token
  Instant begun{};      // of the session
  std::string token;    // the token's handle; empty behind a session
  Scope scope = Scope::play;
  std::string fresh_secret;  // not empty: the cookie is to be set to this, for the session has been rotated

  bool is_session() const { return !session.empty(); }
  bool is_account() const { return person.kind == PersonKind::account; }
};

}  // namespace crownstar::people
