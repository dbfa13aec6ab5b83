// A process that writes as fast as it can is killed at random moments. All writes that were acknowledged must be there
// afterwards.
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <random>
#include <thread>
#include <utility>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "site/store/conformance_test.hpp"

namespace crownstar::store {
namespace {

constexpr int kills = 40;
constexpr int kill_matches = 24;

std::string match_id(int match) { return "match" + std::to_string(match); }
std::string body_of(int match, int number) { return std::to_string(match) + " " + std::to_string(number); }

struct Acknowledged {
  std::int32_t match = 0;
  std::int32_t number = 0;
};

// The life of the process that is killed. It tells the pipe only what the store has acknowledged.
class Victim {
 public:
  Victim(StoreLocation& location, int pipe, const std::vector<int>& next_numbers) : pipe_(pipe), next_(next_numbers) {
    auto opened = location.open(mailbox_.post());
    if (!opened) _exit(2);
    store_ = std::move(*opened);
  }

  [[noreturn]] void store_until_killed() {
    for (int match = 0; match < kill_matches; ++match) store_next(match);
    while (mailbox_.run_one()) {
    }
    _exit(3);
  }

 private:
  void store_next(int match) {
    const int number = next_[static_cast<std::size_t>(match)]++;
    Append append{match_id(match), number, {{"moved", body_of(match, number)}}, {}, {}};
    // Now and then with a header, which must never be seen without its event.
    if (number % 10 == 0) {
      append.header = match_named(match_id(match));
      append.header->moves = number;
    }
    store_->append(std::move(append), [this, match, number](const Outcome<void>& outcome) {
      if (!outcome) _exit(4);
      const Acknowledged told{match, number};
      if (write(pipe_, &told, sizeof told) != sizeof told) _exit(5);
      store_next(match);
    });
  }

  int pipe_;
  std::vector<int> next_;
  Mailbox mailbox_;
  std::unique_ptr<Store> store_;
};

class Kill : public StoreConformance {
 protected:
  // On a busy machine a life from the start may end before anything was stored: every other one begins with the first
  // event.
  void live_and_die(std::chrono::milliseconds life, bool is_from_first, std::vector<int>& acknowledged,
                    const std::vector<int>& next) {
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      close(ends[0]);
      Victim(*location_, ends[1], next).store_until_killed();
    }
    close(ends[1]);
    constexpr std::chrono::seconds most_wait{20};
    auto end = std::chrono::steady_clock::now() + (is_from_first ? most_wait : life);
    bool is_dead = false;
    for (Acknowledged told; true;) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
      if (!is_dead) {
        pollfd waiting{ends[0], POLLIN, 0};
        poll(&waiting, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
        if (left.count() <= 0) {
          kill(child, SIGKILL);
          is_dead = true;
        }
        if (waiting.revents == 0) continue;
      }
      if (read(ends[0], &told, sizeof told) != sizeof told) break;  // the end of the pipe: all that it said was heard
      acknowledged[static_cast<std::size_t>(told.match)] = told.number;
      if (std::exchange(is_from_first, false)) end = std::chrono::steady_clock::now() + life;
    }
    close(ends[0]);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the victim ended by itself, with " << WEXITSTATUS(status);
  }

  // Answers the numbers that come next.
  std::vector<int> check(const std::vector<int>& acknowledged) {
    std::vector<int> next(kill_matches);
    for (int match = 0; match < kill_matches; ++match) {
      const auto rows = all_events(match_id(match));
      const int count = static_cast<int>(rows.size());
      EXPECT_GT(count, acknowledged[static_cast<std::size_t>(match)]) << "an acknowledged event is gone";
      for (int number = 0; number < count; ++number) {
        EXPECT_EQ(rows[static_cast<std::size_t>(number)].body, body_of(match, number));
      }
      EXPECT_EQ(must(&Store::find_match, match_id(match))->moves, (count - 1) / 10 * 10)
          << "a header without its event";
      next[static_cast<std::size_t>(match)] = count;
    }
    return next;
  }
};
INSTANTIATE_TEST_SUITE_P(Backends, Kill, testing::ValuesIn(all_backends()),
                         [](const auto& home) { return home.param.name; });

TEST_P(Kill, whatever_was_acknowledged_is_there_after_the_process_was_killed) {
  for (int match = 0; match < kill_matches; ++match) {
    must(&Store::create_match, match_named(match_id(match)), std::vector<EventRow>{{"moved", body_of(match, 0)}});
  }
  std::vector<int> acknowledged(kill_matches, 0);
  std::vector<int> next(kill_matches, 1);
  std::mt19937 random(7);
  for (int round = 0; round < kills; ++round) {
    store_.reset();
    mailbox_.run_what_came();
    ASSERT_NO_FATAL_FAILURE(
        live_and_die(std::chrono::milliseconds(5 + random() % 75), round % 2 == 0, acknowledged, next));
    location_->wait_until_idle();
    ASSERT_NO_FATAL_FAILURE(open());
    next = check(acknowledged);
    ASSERT_FALSE(HasFailure()) << "after kill " << round + 1;
  }
  int moves_acknowledged = 0;
  for (const int number : acknowledged) moves_acknowledged += number;
  std::printf("%d kills, %d events acknowledged, 0 lost\n", kills, moves_acknowledged);
  EXPECT_GT(moves_acknowledged, kills) << "the victims stored next to nothing: this shows little";
}

}  // namespace
}  // namespace crownstar::store
