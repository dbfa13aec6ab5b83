// The codes by which a program gets its token: each is good once, for a short while, for the program that asked.
//
// They are kept in memory, at the node that gave them out; a code names its node, so that another one that gets it asks
// there. A code is lost with its node: its owner is asked once more.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "site/bus/bus.hpp"
#include "site/people/answer.hpp"
#include "site/server/api/oauth/authorization.hpp"

namespace crownstar::server {

// What a program sends for its token.
struct CodeUse {
  std::string code;
  std::string verifier;
  std::string client;
  std::string redirect;
  std::string token;  // the id of the token that is to come of it
};

// What the code stands for.
struct Grant {
  std::string person;
  std::string mark;  // of the password by which it was granted: with another one it is worth nothing
  std::string client;
  people::Scope scope = people::Scope::read;
};

class Codes {
 public:
  // Without a bus there are no other nodes. `revoke`: a code was used again, so what came of it is in wrong hands. It
  // is called at each further use, since the store may have failed before.
  using Revoke = std::function<void(const std::string& person, const std::string& token)>;
  Codes(bus::Bus* bus, Revoke revoke, std::function<people::Instant()> now);
  ~Codes();
  Codes(const Codes&) = delete;
  Codes& operator=(const Codes&) = delete;

  std::string make(const Authorization& asked, const std::string& person, const std::string& mark);
  // Once: whatever is wrong with it, the code is worth nothing afterwards. Refused as `invalid_grant`.
  // The same use, with the same token, is asked for again once that token is stored, and before anybody gets it:
  // refused where the code was used by somebody else meanwhile. A later use finds the token in the store and revokes it
  // there.
  void take(const CodeUse& use, std::function<void(std::optional<Grant>)> done);

 private:
  struct Kept {
    Authorization asked;
    std::string person;
    std::string mark;
    people::Instant until{};
    std::string token;  // that came of it; not empty: it has been used
    bool is_reused = false;
  };
  std::optional<Grant> take_own(const CodeUse& use);

  bus::Bus* bus_;
  Revoke revoke_;
  std::function<people::Instant()> now_;
  std::string me_;
  bus::SubscriptionNumber served_ = 0;
  std::map<std::string, Kept, std::less<>> kept_;  // by the hash of the code
};

}  // namespace crownstar::server
