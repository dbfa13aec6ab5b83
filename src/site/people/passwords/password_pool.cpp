#include "site/people/passwords/password_pool.hpp"

#include <array>
#include <condition_variable>
#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <sodium.h>
#include <sys/resource.h>

namespace crownstar::people {
namespace {

using Work = std::function<void()>;

constexpr int niceness = 10;

// Empty where there is not memory enough for it just now.
std::string hashed(const std::string& password, const HashCost& cost) {
  std::array<char, crypto_pwhash_STRBYTES> text{};
  if (crypto_pwhash_str_alg(text.data(), password.data(), password.size(), cost.passes, cost.memory,
                            crypto_pwhash_ALG_ARGON2ID13) != 0) {
    return {};
  }
  return text.data();
}

bool is_hash_of(const std::string& password, const std::string& stored) {
  return crypto_pwhash_str_verify(stored.c_str(), password.data(), password.size()) == 0;
}

}  // namespace

struct PasswordPool::Impl {
  struct Waiting {
    Work work;
    Work refuse;
  };

  Impl(Post home, std::size_t longest, HashCost price) : post(std::move(home)), longest_queue(longest), cost(price) {
    // A hash of something that nobody knows, made with the same costs.
    std::array<char, 32> unknown{};
    randombytes_buf(unknown.data(), unknown.size());
    decoy = hashed(std::string(unknown.begin(), unknown.end()), cost);
  }

  // `refuse` is called for the job that finds no room.
  void push(int rank, Work work, Work refuse) {
    Work refuse_instead;
    {
      const std::scoped_lock lock(mutex);
      if (longest_queue == 0 || (queue.size() >= longest_queue && std::prev(queue.end())->first.first <= rank)) {
        refuse_instead = std::move(refuse);
      } else {
        if (queue.size() >= longest_queue) {
          const auto last = std::prev(queue.end());
          refuse_instead = std::move(last->second.refuse);
          queue.erase(last);
        }
        queue.emplace(std::pair(rank, ++arrivals), Waiting{std::move(work), std::move(refuse)});
      }
    }
    if (refuse_instead) refuse_instead();
    ready.notify_one();
  }

  void run() {
    ::setpriority(PRIO_PROCESS, 0, niceness);  // of this thread alone
    for (;;) {
      Work work;
      {
        std::unique_lock lock(mutex);
        ready.wait(lock, [this] { return is_stopping || !queue.empty(); });
        if (is_stopping) return;
        work = std::move(queue.begin()->second.work);
        queue.erase(queue.begin());
      }
      work();
    }
  }

  PasswordVerdict judged(const std::string& password, const std::string& stored) const {
    const bool is_known = stored.starts_with('$');  // else nobody, or a mark in the place of a hash
    const bool fits = is_hash_of(password, is_known ? stored : decoy);
    if (!is_known || !fits) return {};
    PasswordVerdict verdict{true, {}};
    if (crypto_pwhash_str_needs_rehash(stored.c_str(), cost.passes, cost.memory) != 0) {
      verdict.better_hash = hashed(password, cost);
    }
    return verdict;
  }

  Post post;
  std::size_t longest_queue;
  HashCost cost;
  std::string decoy;
  mutable std::mutex mutex;
  std::condition_variable ready;
  std::map<std::pair<int, std::uint64_t>, Waiting> queue;  // by rank, and then as they came
  std::uint64_t arrivals = 0;
  bool is_stopping = false;
  std::vector<std::jthread> threads;
};

namespace {

std::unexpected<Refused> too_busy() {
  return refused("busy", "too many people are signing in just now; try again in a few seconds",
                 std::chrono::seconds{5});
}

void forget(std::string& password) { sodium_memzero(password.data(), password.size()); }

}  // namespace

PasswordPool::PasswordPool(Post post, int threads, std::size_t longest_queue, HashCost cost) {
  static_cast<void>(sodium_init());
  impl_ = std::make_unique<Impl>(std::move(post), longest_queue, cost);
  for (int i = 0; i < threads; ++i) impl_->threads.emplace_back([impl = impl_.get()] { impl->run(); });
}

PasswordPool::~PasswordPool() {
  {
    const std::scoped_lock lock(impl_->mutex);
    impl_->is_stopping = true;
  }
  impl_->ready.notify_all();
  impl_->threads.clear();  // joins
}

void PasswordPool::hash(std::string password, int rank, Done<std::string> done) {
  const auto shared = std::make_shared<Done<std::string>>(std::move(done));
  auto work = [impl = impl_.get(), password = std::move(password), shared]() mutable {
    std::string hash = hashed(password, impl->cost);
    forget(password);
    impl->post([hash = std::move(hash), shared] {
      if (hash.empty()) return (*shared)(too_busy());
      (*shared)(hash);
    });
  };
  impl_->push(rank, std::move(work), [shared] { (*shared)(too_busy()); });
}

void PasswordPool::verify(std::string password, std::string stored_hash, int rank, Done<PasswordVerdict> done) {
  const auto shared = std::make_shared<Done<PasswordVerdict>>(std::move(done));
  auto work = [impl = impl_.get(), password = std::move(password), stored = std::move(stored_hash), shared]() mutable {
    PasswordVerdict verdict = impl->judged(password, stored);
    forget(password);
    impl->post([verdict = std::move(verdict), shared] { (*shared)(verdict); });
  };
  impl_->push(rank, std::move(work), [shared] { (*shared)(too_busy()); });
}

std::size_t PasswordPool::waiting() const {
  const std::scoped_lock lock(impl_->mutex);
  return impl_->queue.size();
}

}  // namespace crownstar::people
