// A short life of a store, again and again, in each of which another write, sync, opening, cut, deletion or piece of
// memory fails, or the power goes. Whatever was acknowledged is there afterwards, whatever was not is refused with a
// reason, and no process crashes or hangs.
//
// Of each kind some are tried, and of memory one piece for each place that asks for it. All of them, one after the
// other, are tried with CROWNSTAR_FAULTS=all; with CROWNSTAR_FAULTS=2/8 the second of eight parts of them.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <set>
#include <string_view>

#include <sys/wait.h>
#include <unistd.h>

#include "site/store/backup/backup.hpp"
#include "site/store/conformance_test.hpp"
#include "site/store/open/sqlite_store.hpp"
#include "site/store/sqlite/faults/fault_disk_test.hpp"

namespace crownstar::store {
namespace {

using faults::FaultDisk;
using faults::Kind;
using faults::Plan;

constexpr int match_count = 3;
constexpr int events_of_a_match = 12;
constexpr int account_count = 3;
constexpr unsigned patience_seconds = 120;
constexpr std::int64_t tried_of_a_kind = 30;

std::string id_of_match(int match) { return "match" + std::to_string(match); }
std::string id_of_account(int account) { return "p" + std::to_string(account); }
// Large enough that the log is folded into the file several times.
std::string long_body_of(int match, int number) {
  return std::to_string(match) + " " + std::to_string(number) + " " + std::string(900, 'x');
}
SqliteOptions options_for(const std::string& path) {
  return {.path = path, .requested_checkpoint_pages = 10, .forced_checkpoint_pages = 20};
}

enum class What : std::int32_t { opened, event, header, account, password, chat, backup, count, place };

struct Told {
  What what = What::opened;
  std::int32_t which = 0;
  std::int64_t number = 0;
};

// One of several parts of all that can fail: those whose numbers leave this remainder.
struct Part {
  std::int64_t number = 0;
  std::int64_t of = 1;
};
// Nothing: only some are to be tried.
std::optional<Part> chosen_part() {
  const char* const text = std::getenv("CROWNSTAR_FAULTS");
  if (text == nullptr) return std::nullopt;
  const std::string_view setting(text);
  if (setting == "all") return Part{};
  const auto number_in = [](std::string_view digits) {
    std::int64_t number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return read.ec == std::errc() && read.ptr == digits.data() + digits.size() ? number : 0;
  };
  const std::size_t line = std::min(setting.find('/'), setting.size() - 1);
  const Part part{number_in(setting.substr(0, line)) - 1, number_in(setting.substr(line + 1))};
  if (part.number >= 0 && part.number < part.of) return part;
  ADD_FAILURE() << "CROWNSTAR_FAULTS is 'all' or a part such as '2/8'";
  return std::nullopt;
}

// What runs in the process in which something fails. It tells the pipe what the store has acknowledged.
class Life {
 public:
  Life(std::string folder, int pipe, const Plan& plan) : folder_(std::move(folder)), pipe_(pipe), plan_(plan) {}

  [[noreturn]] void live() {
    alarm(patience_seconds);
    FaultDisk::install(plan_);
    if (open()) {
      people();
      for (int match = 0; match < match_count; ++match) {
        has_stopped_[static_cast<std::size_t>(match)] =
            !does({What::event, match}, &Store::create_match, match_named(id_of_match(match)),
                  std::vector<EventRow>{{"moved", long_body_of(match, 0)}});
      }
      play(1, events_of_a_match / 2);
      back_up();
      play(events_of_a_match / 2, events_of_a_match);
      store_.reset();
      if (open()) does({What::password, 0}, &Store::change_password, id_of_account(0), std::string("changed"), "");
      store_.reset();
    }
    for (const std::uint64_t place : FaultDisk::places()) tell({What::place, 0, static_cast<std::int64_t>(place)});
    tell({What::count, 0, FaultDisk::count(plan_.kind)});
    _exit(testing::Test::HasFailure() ? 3 : 0);
  }

 private:
  [[noreturn]] void die(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    _exit(2);
  }

  void tell(const Told& told) {
    if (write(pipe_, &told, sizeof told) != sizeof told) _exit(5);
  }

  // False: refused. A fault that passes costs one try, or another one for what it has left behind.
  template <typename Try>
  bool tries(Try attempt, std::string_view what) {
    std::string last;
    for (int number = 0; number < 3; ++number) {
      const auto outcome = attempt();
      if (outcome) return true;
      last = outcome.error().text;
      if (last.empty()) die("refused without a reason");
      // Stored although it was refused: its answer was lost, not it.
      if (outcome.error().kind == FailureKind::taken || outcome.error().kind == FailureKind::stale) return true;
    }
    if (!plan_.stays) die(std::string(what) + " was refused three times: " + last);
    return false;
  }

  bool open() {
    const bool is_open = tries(
        [this] {
          auto opened = open_sqlite(options_for(folder_ + "/store.db"), mailbox_.post());
          if (!opened) return Outcome<void>(std::unexpected(opened.error()));
          store_ = std::move(*opened);
          return Outcome<void>();
        },
        "the opening");
    if (is_open) tell({What::opened});
    return is_open;
  }

  template <typename... Parameters, typename... Arguments>
  bool does(const Told& told, void (Store::*operation)(Parameters...), Arguments... arguments) {
    const bool is_done = tries([&] { return ask(*store_, mailbox_, operation, arguments...); }, "a request");
    if (is_done) tell(told);
    return is_done;
  }

  void people() {
    for (int account = 0; account < account_count; ++account) {
      const std::string id = id_of_account(account);
      does({What::account, account}, &Store::create_player, account_named(id, "Name" + id, "key" + id));
    }
  }

  void play(int from, int to) {
    for (int number = from; number < to; ++number) {
      for (int match = 0; match < match_count; ++match) {
        // As the server does: no event is tried before the one before it is stored.
        if (has_stopped_[static_cast<std::size_t>(match)]) continue;
        Append append{id_of_match(match), number, {{"moved", long_body_of(match, number)}}, {}, {}};
        // Now and then with a header, which must never be seen without its event.
        if (number % 4 == 0) {
          append.header = match_named(id_of_match(match));
          append.header->moves = number;
        }
        has_stopped_[static_cast<std::size_t>(match)] =
            !does({append.header ? What::header : What::event, match, number}, &Store::append, append);
      }
      ChatRow line;
      line.match = id_of_match(number % match_count);
      line.room = "players";
      line.text = "line " + std::to_string(number);
      does({What::chat, number % match_count}, &Store::append_chat, line);
    }
  }

  void back_up() {
    const bool is_done =
        tries([this] { return backup_to(folder_ + "/store.db", folder_ + "/backup.db"); }, "the backup");
    if (is_done) tell({What::backup});
  }

  std::string folder_;
  int pipe_;
  Plan plan_;
  std::array<bool, match_count> has_stopped_{};
  Mailbox mailbox_;
  std::unique_ptr<SqliteStore> store_;
};

class Faults : public testing::TestWithParam<Kind> {
 protected:
  // Answers how many there are of the kind in a life, and notes from where each was asked for if it was to.
  std::int64_t live_once(const Plan& plan) {
    const ScratchFolder folder;
    std::vector<Told> told;
    int status = 0;
    run(folder.file(""), plan, told, status);
    const bool had_power_cut = WIFEXITED(status) && WEXITSTATUS(status) == faults::power_exit;
    EXPECT_TRUE(had_power_cut || (WIFEXITED(status) && WEXITSTATUS(status) == 0))
        << (WIFSIGNALED(status) ? "killed by signal " + std::to_string(WTERMSIG(status))
                                : "ended with " + std::to_string(WEXITSTATUS(status)));
    check(folder.file(""), told);
    std::int64_t count = 0;
    for (const Told& each : told) {
      if (each.what == What::count) {
        count = each.number;
      } else if (each.what == What::place) {
        places_.push_back(each.number);
      } else {
        ++acknowledged_;
      }
    }
    return count;
  }

  static void run(const std::string& folder, const Plan& plan, std::vector<Told>& told, int& status) {
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ::close(ends[0]);
      Life(folder, ends[1], plan).live();
    }
    ::close(ends[1]);
    for (Told each; read(ends[0], &each, sizeof each) == sizeof each;) told.push_back(each);
    ::close(ends[0]);
    ASSERT_EQ(waitpid(child, &status, 0), child);
  }

  // With a disk that works again.
  static void check(const std::string& folder, const std::vector<Told>& told) {
    Mailbox mailbox;
    auto opened = open_sqlite(options_for(folder + "/store.db"), mailbox.post());
    ASSERT_TRUE(opened) << opened.error().text;
    Store& store = **opened;
    std::vector<int> last_event(match_count, -1);
    for (const Told& each : told) {
      if (each.what == What::event || each.what == What::header) {
        last_event[static_cast<std::size_t>(each.which)] = static_cast<int>(each.number);
      } else if (each.what == What::account) {
        EXPECT_TRUE(ask(store, mailbox, &Store::find_player, id_of_account(each.which)).value());
      } else if (each.what == What::password) {
        EXPECT_EQ(ask(store, mailbox, &Store::find_player, id_of_account(0)).value()->password_hash, "changed");
      } else if (each.what == What::backup) {
        EXPECT_EQ(check_file(folder + "/backup.db").value(), std::vector<std::string>{});
      }
    }
    for (int match = 0; match < match_count; ++match) check_match(store, mailbox, match, last_event, told);
    opened->reset();
    EXPECT_EQ(check_file(folder + "/store.db").value(), std::vector<std::string>{});
  }

  static void check_match(Store& store, Mailbox& mailbox, int match, const std::vector<int>& last_event,
                          const std::vector<Told>& told) {
    const auto stored = ask(store, mailbox, &Store::events, id_of_match(match), 0, 1'000);
    if (!stored) {
      EXPECT_EQ(stored.error().kind, FailureKind::absent) << stored.error().text;
      EXPECT_EQ(last_event[static_cast<std::size_t>(match)], -1) << "an acknowledged match is gone";
      return;
    }
    const std::vector<EventRow>& rows = *stored;
    const int count = static_cast<int>(rows.size());
    EXPECT_GT(count, last_event[static_cast<std::size_t>(match)]) << "an acknowledged event is gone";
    for (int number = 0; number < count; ++number) {
      EXPECT_EQ(rows[static_cast<std::size_t>(number)].body, long_body_of(match, number));
    }
    if (count > 0) {
      EXPECT_EQ(ask(store, mailbox, &Store::find_match, id_of_match(match)).value()->moves, (count - 1) / 4 * 4)
          << "a header without its event";
    }
    const auto lines = ask(store, mailbox, &Store::chat, id_of_match(match), "", 0, 1'000).value();
    const auto said = std::ranges::count_if(
        told, [match](const Told& each) { return each.what == What::chat && each.which == match; });
    EXPECT_GE(std::ssize(lines), said) << "an acknowledged line is gone";
  }

  // What is made to fail, a life each.
  std::vector<Plan> plans(std::int64_t all) const {
    std::vector<Plan> chosen;
    const auto add = [&](std::int64_t number, bool stays) {
      if (stays && GetParam() == Kind::power) return;
      chosen.push_back({.kind = GetParam(), .number = number, .stays = stays});
    };
    if (!chosen_part() && !places_.empty()) {
      std::set<std::int64_t> seen;
      for (std::int64_t number = 0; number < std::ssize(places_); ++number) {
        // There are many, so each is tried in one of the two ways.
        if (seen.insert(places_[static_cast<std::size_t>(number)]).second) add(number, seen.size() % 2 == 0);
      }
      return chosen;
    }
    const Part part = chosen_part().value_or(Part{0, std::max<std::int64_t>(1, all / tried_of_a_kind)});
    for (std::int64_t number = part.number; number < all; number += part.of) {
      for (const bool stays : {false, true}) add(number, stays);
    }
    return chosen;
  }

  std::int64_t acknowledged_ = 0;
  std::vector<std::int64_t> places_;
};
INSTANTIATE_TEST_SUITE_P(Kinds, Faults,
                         testing::Values(Kind::write, Kind::torn_write, Kind::full, Kind::sync, Kind::open,
                                         Kind::truncate, Kind::remove, Kind::memory, Kind::power, Kind::slow),
                         [](const auto& kind) {
                           return std::string(faults::kind_names[static_cast<std::size_t>(kind.param)]);
                         });

TEST_P(Faults, lose_nothing_that_was_acknowledged) {
  const std::int64_t all = live_once({.kind = GetParam(), .notes_places = GetParam() == Kind::memory});
  ASSERT_GT(all, 0) << "there is nothing of this kind that could fail";
  ASSERT_FALSE(HasFailure()) << "without any fault";
  const std::int64_t without_fault = acknowledged_;
  const std::vector<Plan> chosen = plans(all);
  for (const Plan& plan : chosen) {
    const std::int64_t before = acknowledged_;
    live_once(plan);
    if (GetParam() == Kind::slow) {
      EXPECT_EQ(acknowledged_ - before, without_fault) << "late is not refused";
    }
    ASSERT_FALSE(HasFailure()) << "number " << plan.number << " of " << all
                               << (plan.stays ? ", and all that followed" : "");
  }
  std::printf("%s: %lld lives, %lld in each that could fail, %lld answers acknowledged, 0 lost\n",
              std::string(faults::kind_names[static_cast<std::size_t>(GetParam())]).c_str(),
              static_cast<long long>(chosen.size()), static_cast<long long>(all),
              static_cast<long long>(acknowledged_));
}

}  // namespace
}  // namespace crownstar::store
