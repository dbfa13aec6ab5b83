#include "site/people/passwords/passwords.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/text/utf8.hpp"
#include "site/people/names/letters.hpp"
#include "site/people/passwords/password_pool.hpp"
#include "site/people/secrets.hpp"

namespace crownstar::people {
namespace {

TEST(Passwords, WeakOnesAreRefused) {
  for (const char* password : {"",           "short",        "password",
                               "Password1",  "Password12",   "qwertyuiop",
                               "1234567890", "9876543210",   "aaaaaaaaaa",
                               "abcdefghij", "iloveyou!!!",  "Crownstar-1",
                               "Annabelle-", "Anna-Belle",   "annabelle plays well",
                               "d8#kq0Zpx",  "Basketball",   "manchester",
                               "1q2w3e4r5t", "leavemealone", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"}) {
    const auto checked = check_password(password, "AnnaBelle");
    ASSERT_FALSE(checked) << password;
    EXPECT_EQ(checked.error().code, "password_unfit");
  }
  EXPECT_FALSE(check_password(std::string(201, 'x') + "y", "ann"));
}

TEST(Passwords, AnyOtherWillDo) {
  for (const char* password : {"correct horse battery", "тихая река 7", "d8#kq0Zpx7", "         x         ",
                               "passwords are a pain", "anna belongs here", "manchesterium"}) {
    EXPECT_TRUE(check_password(password, "AnnaBelle")) << password;
  }
}

TEST(Secrets, AreLongRandomAndOnlyTheirHashIsKept) {
  std::set<std::string> seen;
  for (int i = 0; i < 1'000; ++i) {
    const std::string secret = make_secret();
    EXPECT_TRUE(is_session_secret(secret));
    EXPECT_TRUE(seen.insert(secret).second);
    EXPECT_NE(hash_of_secret(secret), secret);
  }
  const std::string token = make_token_secret();
  EXPECT_TRUE(is_token_secret(token));
  EXPECT_FALSE(is_session_secret(token));
  EXPECT_FALSE(is_session_secret(std::string(43, ' ')));
  EXPECT_EQ(hash_of_secret("x"), hash_of_secret("x"));
}

TEST(Secrets, TheNextOneFollowsOnlyWithTheKey) {
  const std::string key = make_secret();
  const std::string secret = make_secret();
  EXPECT_EQ(secret_after(secret, key), secret_after(secret, key));
  EXPECT_TRUE(is_session_secret(secret_after(secret, key)));
  EXPECT_NE(secret_after(secret, key), secret_after(secret, make_secret()));
  EXPECT_NE(secret_after(secret, key), hash_of_secret(secret));
}

TEST(Letters, OnlyWellFormedTextIsRead) {
  EXPECT_EQ(base::encode_utf8(*base::decode_utf8("aäжΩ\U0001F600")), "aäжΩ\U0001F600");
  for (const char* text : {"\x80", "\xc3", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff"}) {
    EXPECT_FALSE(base::decode_utf8(text));
  }
}

// Stands for the loop: work is run where the test waits.
class TestLoop {
 public:
  PasswordPool::Post post() {
    return [this](std::function<void()> work) {
      const std::scoped_lock lock(mutex_);
      queue_.push_back(std::move(work));
      ready_.notify_one();
    };
  }
  void run_one() {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [this] { return !queue_.empty(); });
    const auto work = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    work();
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<std::function<void()>> queue_;
};

constexpr HashCost cheap{.passes = 1, .memory = 64 * 1'024};

struct Pool : testing::Test {
  std::string hash(PasswordPool& pool, const std::string& password) {
    std::string result;
    pool.hash(password, 0, [&](Answer<std::string> answer) { result = answer.value_or(""); });
    loop.run_one();
    return result;
  }
  PasswordVerdict verify(PasswordPool& pool, const std::string& password, const std::string& stored) {
    PasswordVerdict result;
    pool.verify(password, stored, 0,
                [&](Answer<PasswordVerdict> answer) { result = answer.value_or(PasswordVerdict{}); });
    loop.run_one();
    return result;
  }
  TestLoop loop;
};

TEST_F(Pool, ARightPasswordIsRightAndNoOther) {
  PasswordPool pool(loop.post(), 1, 8, cheap);
  const std::string stored = hash(pool, "correct horse");
  EXPECT_TRUE(stored.starts_with("$argon2id$v=19$m=64,t=1,p=1$"));
  EXPECT_NE(stored, hash(pool, "correct horse"));  // salted
  EXPECT_TRUE(verify(pool, "correct horse", stored).is_right);
  EXPECT_FALSE(verify(pool, "correct horsf", stored).is_right);
  EXPECT_FALSE(verify(pool, "", stored).is_right);
  EXPECT_FALSE(verify(pool, "correct horse", "").is_right);
  EXPECT_FALSE(verify(pool, "correct horse", "nonsense").is_right);
}

TEST_F(Pool, TheUsualCostIsOwasps) {
  PasswordPool pool(loop.post(), 1, 8);
  EXPECT_TRUE(hash(pool, "correct horse").starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
}

TEST_F(Pool, AHashOfOtherCostsIsMadeAgain) {
  PasswordPool pool(loop.post(), 1, 8, cheap);
  const std::string stored = hash(pool, "correct horse");
  EXPECT_TRUE(verify(pool, "correct horse", stored).better_hash.empty());
  PasswordPool dearer(loop.post(), 1, 8, {.passes = 2, .memory = 128 * 1'024});
  const PasswordVerdict verdict = verify(dearer, "correct horse", stored);
  EXPECT_TRUE(verdict.is_right);
  EXPECT_TRUE(verdict.better_hash.starts_with("$argon2id$v=19$m=128,t=2,p=1$"));
  EXPECT_TRUE(verify(dearer, "wrong horse", stored).better_hash.empty());
}

TEST_F(Pool, AFullQueueRefusesAtOnce) {
  PasswordPool pool(loop.post(), 0, 2, cheap);  // nobody works
  int busy = 0;
  for (int i = 0; i < 5; ++i) {
    pool.hash("correct horse", 0, [&](Answer<std::string> answer) {
      ASSERT_FALSE(answer);
      EXPECT_EQ(answer.error().code, "busy");
      ++busy;
    });
  }
  EXPECT_EQ(pool.waiting(), 2U);
  EXPECT_EQ(busy, 3);
}

TEST_F(Pool, WhoHasTriedLeastComesFirstAndIsNeverShutOut) {
  PasswordPool pool(loop.post(), 0, 3, cheap);  // nobody works
  std::vector<int> refused;
  const auto ask = [&](int rank) {
    pool.verify("correct horse", "", rank, [&refused, rank](const Answer<PasswordVerdict>& answer) {
      if (!answer) refused.push_back(rank);
    });
  };
  for (int rank : {5, 7, 6}) ask(rank);
  ask(7);
  EXPECT_EQ(refused, (std::vector<int>{7})) << "it came later than the other of its rank";
  ask(0);
  EXPECT_EQ(refused, (std::vector<int>{7, 7}));
  ask(1);
  ask(0);
  EXPECT_EQ(refused, (std::vector<int>{7, 7, 6, 5})) << "strangers make room";
  EXPECT_EQ(pool.waiting(), 3U);
}

}  // namespace
}  // namespace crownstar::people
