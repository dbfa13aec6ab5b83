// The fixture of the tests that every storage backend must pass. stores_test.cpp lists the backends.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "site/store/store.hpp"

namespace crownstar::store {

// Stands in for the owner's thread: completions wait until the test runs them.
class Mailbox {
 public:
  Post post() {
    return [this](std::function<void()> work) {
      const std::lock_guard lock(mutex_);
      ++posts_;
      waiting_.push_back(std::move(work));
      arrival_.notify_one();
    };
  }

  // False: nothing came for a minute.
  bool run_one() {
    std::unique_lock lock(mutex_);
    if (!arrival_.wait_for(lock, std::chrono::minutes(1), [this] { return !waiting_.empty(); })) return false;
    const std::function<void()> work = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    work();
    return true;
  }
  bool run_until(const std::function<bool()>& is_reached) {
    while (!is_reached()) {
      if (!run_one()) return false;
    }
    return true;
  }
  void run_what_came() {
    while (!is_empty()) run_one();
  }
  bool is_empty() const {
    const std::lock_guard lock(mutex_);
    return waiting_.empty();
  }
  int posts() const {
    const std::lock_guard lock(mutex_);
    return posts_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable arrival_;
  std::deque<std::function<void()>> waiting_;
  int posts_ = 0;
};

// A folder that goes with the test.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "crownstar_store_XXXXXX").string();
    path_ = mkdtemp(name.data()) == nullptr ? std::string() : name;
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// A place that holds one store; opening it again gives the same store.
class StoreLocation {
 public:
  virtual ~StoreLocation() = default;
  virtual Outcome<std::unique_ptr<Store>> open(Post post) = 0;
  // After a process was killed: waits until its last requests are no longer being carried out.
  virtual void wait_until_idle() {}
};

struct BackendUnderTest {
  std::string name;
  std::function<std::unique_ptr<StoreLocation>()> make;
};
inline std::ostream& operator<<(std::ostream& out, const BackendUnderTest& home) { return out << home.name; }

std::vector<BackendUnderTest> all_backends();

// What an operation answers, from its last argument.
template <typename... Arguments>
struct LastOf {
  using Type = std::tuple_element_t<sizeof...(Arguments) - 1, std::tuple<Arguments...>>;
};
template <typename DoneType>
struct AnswerOf;
template <typename T>
struct AnswerOf<Done<T>> {
  using Type = T;
};

// Asks and waits for the answer.
template <typename... Parameters, typename... Arguments>
auto ask(Store& store, Mailbox& mailbox, void (Store::*operation)(Parameters...), Arguments... arguments) {
  using Answer = typename AnswerOf<typename LastOf<Parameters...>::Type>::Type;
  std::optional<Outcome<Answer>> answer;
  (store.*operation)(std::move(arguments)..., [&](Outcome<Answer> outcome) { answer = std::move(outcome); });
  EXPECT_FALSE(answer.has_value()) << "a completion within the call";
  if (!mailbox.run_until([&] { return answer.has_value(); })) {
    ADD_FAILURE() << "no completion came";
    return Outcome<Answer>(std::unexpected(Failure{FailureKind::broken, "no completion came"}));
  }
  return std::move(*answer);
}

inline Instant at(int milliseconds) { return Instant(std::chrono::milliseconds(1'700'000'000'000 + milliseconds)); }

inline SeatRow seat_of(int seat, PlayerKind kind, const std::string& player, const std::string& name) {
  return {
      .seat = seat, .kind = kind, .player = player, .name = name, .rating = 1500 + seat, .is_provisional = seat == 1};
}

inline MatchHeader match_named(const std::string& id, std::vector<SeatRow> seats = {}) {
  return {.id = id,
          .game = "american",
          .family = "draughts",
          .speed = "blitz",
          .state = MatchState::running,
          .is_rated = true,
          .is_listed = true,
          .created = at(1),
          .updated = at(2),
          .ended = {},
          .result = {},
          .ending = {},
          .moves = 0,
          .details = std::string("any\0bytes", 9),
          .seats = std::move(seats)};
}

inline std::vector<EventRow> moves(int first, int count) {
  std::vector<EventRow> rows;
  for (int number = first; number < first + count; ++number) rows.push_back({"moved", std::to_string(number)});
  return rows;
}

inline PlayerRow guest_named(const std::string& id, const std::string& name) {
  return {.id = id, .kind = PlayerKind::guest, .name = name, .created = at(1), .seen = at(2)};
}

inline PlayerRow account_named(const std::string& id, const std::string& name, const std::string& key) {
  return {.id = id,
          .kind = PlayerKind::account,
          .name = name,
          .name_key = key,
          .password_hash = "hash of " + id,
          .preferences = "{}",
          .created = at(1),
          .seen = at(2)};
}

class StoreConformance : public testing::TestWithParam<BackendUnderTest> {
 protected:
  void SetUp() override {
    location_ = GetParam().make();
    open();
  }

  void open() {
    auto opened = location_->open(mailbox_.post());
    ASSERT_TRUE(opened) << opened.error().text;
    store_ = std::move(*opened);
  }
  void open_again() {
    store_.reset();
    mailbox_.run_what_came();
    open();
  }

  template <typename... Parameters, typename... Arguments>
  auto call(void (Store::*operation)(Parameters...), Arguments... arguments) {
    return ask(*store_, mailbox_, operation, std::move(arguments)...);
  }
  // Expects success.
  template <typename... Parameters, typename... Arguments>
  auto must(void (Store::*operation)(Parameters...), Arguments... arguments) {
    auto outcome = call(operation, std::move(arguments)...);
    EXPECT_TRUE(outcome) << outcome.error().text;
    if constexpr (!std::is_void_v<typename decltype(outcome)::value_type>) {
      return outcome ? std::move(*outcome) : typename decltype(outcome)::value_type{};
    }
  }
  // Expects this failure.
  template <typename... Parameters, typename... Arguments>
  void refused(FailureKind kind, void (Store::*operation)(Parameters...), Arguments... arguments) {
    const auto outcome = call(operation, std::move(arguments)...);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, kind) << outcome.error().text;
    EXPECT_FALSE(outcome.error().text.empty());
  }

  Outcome<void> append(const std::string& match, int first_number, std::vector<EventRow> rows) {
    return call(&Store::append, Append{match, first_number, std::move(rows), {}, {}});
  }
  std::vector<EventRow> all_events(const std::string& match) { return must(&Store::events, match, 0, 100'000); }
  std::vector<std::string> ids(const MatchPage& page) {
    std::vector<std::string> found;
    for (const MatchHeader& header : page.matches) found.push_back(header.id);
    return found;
  }

  std::unique_ptr<StoreLocation> location_;
  Mailbox mailbox_;
  std::unique_ptr<Store> store_;
};

}  // namespace crownstar::store
