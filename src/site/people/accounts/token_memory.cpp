#include "site/people/accounts/token_memory.hpp"

#include <algorithm>
#include <utility>

namespace crownstar::people {

LiveToken* TokenMemory::find(const std::string& hash) {
  const auto found = tokens_.find(hash);
  return found == tokens_.end() ? nullptr : &found->second;
}

LiveToken& TokenMemory::put(LiveToken token) {
  if (tokens_.size() >= most_) tokens_.clear();
  const std::string hash = token.row.hash;
  return tokens_[hash] = std::move(token);
}

void TokenMemory::forget_person(const std::string& person) {
  std::erase_if(tokens_, [&](const auto& entry) { return entry.second.person.id == person; });
}

void TokenMemory::forget_handle(const std::string& person, const std::string& handle) {
  std::erase_if(tokens_,
                [&](const auto& entry) { return entry.second.person.id == person && entry.second.row.id == handle; });
}

void TokenMemory::forget_handles(std::span<const std::string> handles) {
  std::erase_if(tokens_,
                [&](const auto& entry) { return std::ranges::find(handles, entry.second.row.id) != handles.end(); });
}

}  // namespace crownstar::people
