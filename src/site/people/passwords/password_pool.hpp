// Hashes and verifies passwords (argon2id) on a few threads behind a bounded queue, so that nothing else waits. The
// threads let everything else on the machine go first.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "site/people/answer.hpp"

namespace crownstar::people {

// The cost of a hash. The defaults are OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
struct HashCost {
  unsigned long long passes = 2;
  std::size_t memory = 19'456 * 1'024;
};

struct PasswordVerdict {
  bool is_right = false;
  std::string better_hash;  // not empty: right, but the stored hash was made with other costs; store this one
};

class PasswordPool {
 public:
  using Post = std::function<void(std::function<void()>)>;

  // `post` brings an answer to the event loop's thread and may be called from any thread.
  PasswordPool(Post post, int threads, std::size_t longest_queue, HashCost cost = {});
  ~PasswordPool();  // waits for the hash that is being made; what is queued is dropped, unanswered
  PasswordPool(const PasswordPool&) = delete;
  PasswordPool& operator=(const PasswordPool&) = delete;

  // Lower ranks are served first; within a rank in the order of arrival. If the queue is full, the last of the highest
  // rank is refused as `busy`, whether it is waiting or has just come.
  static constexpr int first_rank = 0;

  void hash(std::string password, int rank, Done<std::string> done);
  // With no stored hash (there is no such account, or a mark stands in its place) a decoy is compared, which takes as
  // long and is never right.
  void verify(std::string password, std::string stored_hash, int rank, Done<PasswordVerdict> done);

  std::size_t waiting() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace crownstar::people
