// A fixture for tests of people: a real store in a temporary file, an event loop that runs while the test waits, and
// cheap password hashes.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "base/limits.hpp"
#include "site/people/accounts/people.hpp"
#include "site/people/secrets.hpp"
#include "site/store/open/sqlite_store.hpp"

namespace crownstar::people {

class TestLoop {
 public:
  void post(std::function<void()> work) {
    const std::scoped_lock lock(mutex_);
    queue_.push_back(std::move(work));
    ready_.notify_one();
  }
  // Runs what is posted until the claim holds; false if it never does.
  bool run_until(const std::function<bool()>& claim) {
    while (!claim()) {
      std::unique_lock lock(mutex_);
      if (!ready_.wait_for(lock, std::chrono::minutes{1}, [this] { return !queue_.empty(); })) return false;
      const auto work = std::move(queue_.front());
      queue_.pop_front();
      lock.unlock();
      work();
    }
    return true;
  }
  // What is posted and has not run never does, as when the program ends.
  void drop() {
    const std::scoped_lock lock(mutex_);
    queue_.clear();
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<std::function<void()>> queue_;
};

class PeopleFixture {
 public:
  PeopleFixture() : folder_(std::filesystem::temp_directory_path() / ("crownstar-people-" + make_id('t'))) {
    std::filesystem::create_directories(folder_);
    open();
  }
  ~PeopleFixture() {
    close();
    std::filesystem::remove_all(folder_);
  }
  PeopleFixture(const PeopleFixture&) = delete;
  PeopleFixture& operator=(const PeopleFixture&) = delete;

  // The program ends and starts again: whatever is not in the store is gone.
  void restart() {
    close();
    open();
  }
  // And from now on the store refuses to write.
  void restart_without_writing() {
    close();
    most_waiting_writes_ = 0;
    open();
  }

  // Deleting a row of this table fails from now on, as in a damaged file.
  void let_deleting_fail(const std::string& table) {
    sqlite3* file = nullptr;
    ASSERT_EQ(sqlite3_open(path().c_str(), &file), SQLITE_OK);
    const std::string trigger = "CREATE TRIGGER no_deleting_" + table + " BEFORE DELETE ON " + table +
                                " BEGIN SELECT RAISE(ABORT, 'not now'); END";
    EXPECT_EQ(sqlite3_exec(file, trigger.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(file);
    sqlite3_close(file);
  }

  template <typename T>
  Answer<T> answer(const std::function<void(Done<T>)>& ask) {
    const auto given = std::make_shared<std::vector<Answer<T>>>();
    ask([given](Answer<T> each) { given->push_back(std::move(each)); });
    EXPECT_TRUE(loop.run_until([&] { return !given->empty(); }));
    EXPECT_EQ(given->size(), 1U);
    return given->empty() ? Answer<T>(refused("none", "no answer came")) : given->front();
  }

  template <typename T>
  store::Outcome<T> outcome(const std::function<void(store::Done<T>)>& ask) {
    std::optional<store::Outcome<T>> given;
    ask([&given](store::Outcome<T> each) { given = std::move(each); });
    EXPECT_TRUE(loop.run_until([&] { return given.has_value(); }));
    return *given;
  }

  // All that the file holds, for looking for what must not be in it.
  std::string file_text() const {
    std::string text;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      std::ifstream file(entry.path(), std::ios::binary);
      text.append(std::istreambuf_iterator<char>(file), {});
    }
    return text;
  }

  TestLoop loop;
  std::unique_ptr<store::SqliteStore> store;
  std::unique_ptr<PasswordPool> passwords;
  std::unique_ptr<People> people;
  std::chrono::hours session_idle = limits::session_idle;  // for the next opening
  Instant wall_time{std::chrono::hours{500'000}};          // as authenticator apps have it
  std::optional<KeyCipher> key_cipher;                     // for the next opening
  std::vector<std::string> ended;
  std::vector<std::pair<Person, Change>> changed;
  std::vector<std::string> failures;

 private:
  std::string path() const { return (folder_ / "store").string(); }

  void open() {
    const auto post = [this](std::function<void()> work) { loop.post(std::move(work)); };
    store::SqliteOptions options;
    options.path = path();
    options.most_waiting_writes = most_waiting_writes_;
    auto opened = store::open_sqlite(options, post);
    ASSERT_TRUE(opened) << opened.error().text;
    store = std::move(*opened);
    passwords = std::make_unique<PasswordPool>(post, 1, 8, HashCost{.passes = 1, .memory = 64 * 1'024});
    people = std::make_unique<People>(*store, *passwords, session_idle, [this] { return wall_time; }, key_cipher);
    people->on_ended(
        [this](const std::vector<std::string>& handles) { ended.insert(ended.end(), handles.begin(), handles.end()); });
    people->on_changed([this](const Person& person, Change change) { changed.emplace_back(person, change); });
    people->on_failure([this](std::string line) { failures.push_back(std::move(line)); });
    EXPECT_TRUE(answer<void>([&](auto done) { people->open(done); }));
  }

  void close() {
    people.reset();
    passwords.reset();
    store.reset();
    loop.drop();
  }

  std::filesystem::path folder_;
  std::size_t most_waiting_writes_ = 1'000;
};

inline const std::string good_password = "correct horse battery";
inline const std::string other_password = "another fine password";

struct PeopleTest : testing::Test {
  Answer<SignedIn> guest(const std::string& name = {}) {
    return fixture.answer<SignedIn>([&](auto done) { fixture.people->make_guest(name, caller, now, done); });
  }
  Answer<SignedIn> account(const std::string& name, const Visitor* from = nullptr) {
    return fixture.answer<SignedIn>(
        [&](auto done) { fixture.people->make_account(from, name, good_password, caller, now, done); });
  }
  Answer<SignedIn> sign_in(const std::string& name, const std::string& password, const Visitor* from = nullptr,
                           const std::string& code = {}) {
    return fixture.answer<SignedIn>(
        [&](auto done) { fixture.people->sign_in(from, {name, password, code}, caller, now, done); });
  }
  Answer<Visitor> visitor(const std::string& secret, bool may_rotate = false) {
    return fixture.answer<Visitor>(
        [&](auto done) { fixture.people->visitor_of_session(secret, may_rotate, now, done); });
  }
  Answer<Visitor> token_visitor(const std::string& secret) {
    return fixture.answer<Visitor>([&](auto done) { fixture.people->visitor_of_token(secret, now, done); });
  }
  Answer<SignedIn> change_password(const Visitor& who, const std::string& old_one, const std::string& new_one) {
    return fixture.answer<SignedIn>(
        [&](auto done) { fixture.people->change_password(who, old_one, new_one, caller, now, done); });
  }
  Answer<Person> reset(const std::string& code, const std::string& password) {
    return fixture.answer<Person>(
        [&](auto done) { fixture.people->reset_password(code, password, caller, now, done); });
  }
  Answer<NewToken> make_token(const Visitor& who, Scope scope = Scope::play,
                              const std::string& password = good_password) {
    return fixture.answer<NewToken>(
        [&](auto done) { fixture.people->make_token(who, "my bot", scope, password, caller, now, done); });
  }
  Answer<void> remove(const Visitor& who, const std::string& password) {
    return fixture.answer<void>([&](auto done) { fixture.people->remove_account(who, password, caller, now, done); });
  }
  template <typename T>
  static std::string code(const Answer<T>& answer) {
    return answer ? "" : answer.error().code;
  }

  PeopleFixture fixture;
  Instant now{std::chrono::hours{500'000}};
  Caller caller{"192.0.2.1", "A Browser"};
};

}  // namespace crownstar::people
