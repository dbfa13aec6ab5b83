// A cache of recently used tokens, by the hash of their secret.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>

#include "site/people/answer.hpp"
#include "site/people/person.hpp"
#include "site/store/rows.hpp"

namespace crownstar::people {

struct LiveToken {
  store::TokenRow row;
  Person person;
  Instant read{};  // from the store; after a while it is read again
};

// Bounded: where it is full, all are forgotten, which costs a look into the store for each and nothing else.
class TokenMemory {
 public:
  explicit TokenMemory(std::size_t most) : most_(most) {}

  LiveToken* find(const std::string& hash);
  LiveToken& put(LiveToken token);
  void forget(const std::string& hash) { tokens_.erase(hash); }
  void forget_all() { tokens_.clear(); }
  void forget_person(const std::string& person);
  void forget_handle(const std::string& person, const std::string& handle);
  void forget_handles(std::span<const std::string> handles);
  std::size_t size() const { return tokens_.size(); }

 private:
  std::size_t most_;
  std::unordered_map<std::string, LiveToken> tokens_;
};

}  // namespace crownstar::people
