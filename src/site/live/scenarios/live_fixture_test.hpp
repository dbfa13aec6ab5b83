// A live site for the tests: over SQLite in a folder of its own, with a clock that only the test moves, ears that
// remember what they got, and an engine that answers when the test says so.
// It does not know what is tested.
#pragma once

#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "site/live/live_site.hpp"
#include "site/live/scenarios/controlled_store_test.hpp"
#include "site/store/open/sqlite_store.hpp"
#include "site/wire/generated/wire_server.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::live::testing_site {

using namespace std::chrono_literals;

inline match::ClockTerms fischer(Milliseconds main, Milliseconds step) {
  return {match::ClockKind::fischer, main, step, 0};
}
inline match::Terms terms_of(std::string game, match::ClockTerms clock = {}) {
  return {std::move(game), "", {clock}, false};
}
inline match::Terms blitz(std::string game = "american") { return terms_of(std::move(game), fischer(180s, 2s)); }

inline Person guest(const std::string& id) { return {id, "Guest " + id, people::PersonKind::guest, {}}; }
inline Person account(const std::string& id) { return {id, "Player " + id, people::PersonKind::account, {}}; }

// Posted work runs in the thread that waits for it.
class Mailbox {
 public:
  store::Post post() {
    return [this](std::function<void()> work) {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(work));
      arrival_.notify_all();
    };
  }
  // Generous: a busy machine is no failure.
  bool run_until(const std::function<bool()>& is_reached) {
    while (!is_reached()) {
      std::unique_lock lock(mutex_);
      if (!arrival_.wait_for(lock, 60s, [&] { return !waiting_.empty(); })) return false;
      auto work = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      work();
    }
    return true;
  }
  bool is_empty() {
    const std::lock_guard lock(mutex_);
    return waiting_.empty();
  }
  void drop() {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrival_;
  std::deque<std::function<void()>> waiting_;
};

// A listener that remembers.
class RecordingListener : public Listener {
 public:
  explicit RecordingListener(Person person) : person_(std::move(person)) {}

  void send(Text text) override {
    if (is_full) return;
    texts.push_back(std::move(text));
    if (texts.size() >= room) is_full = true;  // as a socket whose queue overflows
  }
  void cut_off(std::string_view reason) override { cut_off_for = reason; }
  const Person& who() const override { return person_; }

  template <typename Message>
  std::vector<Message> all() const {
    std::vector<Message> found;
    for (const Text& text : texts) {
      const auto message = wire::decode<wire::ServerMessage>(*text);
      EXPECT_TRUE(message) << *text << "\n" << (message ? "" : message.error().reason);
      if (message && std::holds_alternative<Message>(*message)) found.push_back(std::get<Message>(*message));
    }
    return found;
  }
  template <typename Message>
  Message last() const {
    const auto found = all<Message>();
    EXPECT_FALSE(found.empty()) << "nothing like this was heard";
    return found.empty() ? Message{} : found.back();
  }
  // The numbers of all events heard, in the order in which they were.
  std::vector<int> numbers() const {
    std::vector<int> numbers;
    for (const auto& message : all<wire::ServerEvents>()) {
      for (std::size_t index = 0; index < message.events.size(); ++index) {
        numbers.push_back(message.first + static_cast<int>(index));
      }
    }
    return numbers;
  }
  bool has_heard(std::string_view part) const {
    return std::ranges::any_of(texts, [&](const Text& text) { return text->find(part) != std::string::npos; });
  }

  std::vector<Text> texts;
  std::size_t room = 100000;
  bool is_full = false;
  std::string cut_off_for;

 private:
  Person person_;
};

// An engine that thinks until the test lets it answer.
class ToyEngines : public EnginePort {
 public:
  struct Asked {
    std::uint64_t ticket = 0;
    int seat = 0;
    std::string move;  // the first legal one
    std::function<void(EngineAnswer)> done;
    std::optional<Milliseconds> left;
  };

  std::expected<match::Player, match::Refused> player(std::string_view engine, const match::Terms&) const override {
    if (engine == "toy") return match::Player{"toy", "Toy", match::PlayerKind::engine, 0, false};
    if (engine == "steady") return match::Player{"steady", "Steady", match::PlayerKind::engine, 0, false};
    return match::refused("no_such_engine", "there are only toy and steady");
  }
  std::uint64_t ask(const Question& question, std::function<void(EngineAnswer)> done) override {
    asked.push_back(
        {++last_, question.seat, question.match->game().legal_moves()->front().text, std::move(done), question.left});
    return last_;
  }
  void forget(std::uint64_t ticket) override {
    forgotten.push_back(ticket);
    std::erase_if(asked, [&](const Asked& each) { return each.ticket == ticket; });
  }
  std::size_t thinking() const override { return asked.size(); }

  void answer(EngineAnswer with) {
    ASSERT_FALSE(asked.empty());
    Asked first = std::move(asked.front());
    asked.pop_front();
    first.done(std::move(with));
  }
  void play() {
    ASSERT_FALSE(asked.empty());
    answer(asked.front().move);
  }

  std::deque<Asked> asked;
  std::vector<std::uint64_t> forgotten;

 private:
  std::uint64_t last_ = 0;
};

class LiveSiteTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "crownstar_live_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    start();
  }
  void TearDown() override {
    crash();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  void start() {
    auto opened = store::open_sqlite({.path = folder_ + "/store"}, mailbox.post());
    ASSERT_TRUE(opened) << opened.error().text;
    test_store = std::make_unique<ControlledStore>(std::move(*opened), mailbox.post());
    test_store->unread = unread;
    test_store->unreadable = unreadable;
    live = std::make_unique<LiveSite>(
        LivePorts{*test_store, &engines, [this] { return now; },
                  [this](std::string line) { log.push_back(std::move(line)); }, 7, bus, lost_time, go_on_from},
        settings);
    std::optional<std::expected<Opened, std::string>> outcome;
    live->open([&](auto opening) { outcome = std::move(opening); });
    ASSERT_TRUE(mailbox.run_until([&] { return outcome.has_value(); }));
    ASSERT_TRUE(*outcome) << outcome->error();
    opened_with = **outcome;
  }
  // Nobody is told: as if the process were gone.
  void crash() {
    live.reset();
    engines.asked.clear();
    test_store.reset();
    mailbox.drop();
  }
  void restart(Milliseconds down = 0ms) {
    crash();
    now += down;
    start();
  }

  // Until everything asked so far, and what followed from it, is done.
  void settle() {
    ASSERT_TRUE(mailbox.run_until([&] { return test_store->open() == 0 && mailbox.is_empty(); }));
  }
  void pass(Milliseconds time) {
    now += time;
    live->tick();
    settle();
  }

  void keep_account(const Person& person) {
    store::PlayerRow row;
    row.id = person.id;
    row.kind = store::PlayerKind::account;
    row.name = person.name;
    row.name_key = person.id;
    std::optional<bool> is_kept;
    test_store->create_player(row, [&](auto outcome) { is_kept = outcome.has_value(); });
    ASSERT_TRUE(mailbox.run_until([&] { return is_kept.has_value(); }));
    ASSERT_TRUE(*is_kept);
  }

  // Asks and waits. The function gets the answer's place as its last argument.
  template <typename T>
  std::expected<T, Refused> answer_of(const std::function<void(Done<T>)>& asking) {
    std::optional<std::expected<T, Refused>> answer;
    asking([&](std::expected<T, Refused> given) {
      EXPECT_FALSE(answer) << "answered twice";
      answer = std::move(given);
    });
    EXPECT_TRUE(mailbox.run_until([&] { return answer.has_value(); })) << "no answer came";
    if (!answer) return match::refused("no_answer", "");
    return *std::move(answer);
  }

  std::expected<Sat, Refused> create(const Person& person, NewMatch request) {
    return answer_of<Sat>([&](auto done) { live->create(person, std::move(request), done); });
  }
  std::expected<Sat, Refused> join(const Person& person, Join request) {
    return answer_of<Sat>([&](auto done) { live->join(person, std::move(request), done); });
  }
  // The maker sits first, the others in order.
  std::string match_of(const match::Terms& terms, const std::vector<Person>& people) {
    NewMatch request{terms, {}, false, false};
    const auto made = create(people.front(), request);
    EXPECT_TRUE(made) << made.error().reason;
    if (!made) return {};
    for (std::size_t index = 1; index < people.size(); ++index) {
      const auto sat = join(people[index], {made->match, made->code, static_cast<int>(index)});
      EXPECT_TRUE(sat) << sat.error().reason;
    }
    return made->match;
  }

  template <typename What>
  std::expected<Taken, Refused> command(const Person& person, const std::string& match, What what, int after = 1 << 20,
                                        std::string request = {}, Milliseconds lag = 0ms) {
    return answer_of<Taken>([&](auto done) {
      live->command(person, {match, std::move(request), {-1, after, std::move(what), {}}}, lag, done);
    });
  }
  std::expected<Taken, Refused> move(const Person& person, const std::string& match, std::string text,
                                     std::string request = {}) {
    return command(person, match, match::Move{std::move(text)}, 1 << 20, std::move(request));
  }
  template <typename What>
  std::string code_of(const Person& person, const std::string& match, What what) {
    const auto taken = command(person, match, std::move(what));
    return taken ? "" : taken.error().code;
  }
  std::expected<void, Refused> watch(RecordingListener& ear, const std::string& match, int after = -1) {
    return answer_of<void>([&](auto done) { live->watch(ear, match, after, done); });
  }
  template <typename Read>
  auto look(const std::string& match, Read read) {
    decltype(read(std::declval<const match::Match&>())) value{};
    bool is_answered = false;
    live->look(match, [&](auto found) {
      is_answered = true;
      EXPECT_TRUE(found) << match << ": " << (found ? "" : found.error().code + ": " + found.error().reason)
                         << testing::PrintToString(log);
      if (found) value = read(**found);
    });
    EXPECT_TRUE(mailbox.run_until([&] { return is_answered; }));
    return value;
  }
  std::string first_legal(const std::string& match) {
    return look(match, [](const match::Match& each) { return each.game().legal_moves()->front().text; });
  }
  int turn(const std::string& match) {
    return look(match, [](const match::Match& each) { return each.seat_to_move(); });
  }
  match::Status status(const std::string& match) {
    return look(match, [&](const match::Match& each) { return each.status(now); });
  }
  // The seat to move makes the first legal move.
  void play(const std::vector<Person>& people, const std::string& match, int moves) {
    for (int count = 0; count < moves; ++count) {
      const int seat = turn(match);
      if (seat < 0) return;
      const auto taken = move(people[static_cast<std::size_t>(seat)], match, first_legal(match));
      ASSERT_TRUE(taken) << taken.error().reason;
    }
  }

  std::string folder_;
  Mailbox mailbox;
  Instant now{std::chrono::days{20000}};
  LiveSettings settings;
  std::vector<std::string> log;
  Opened opened_with;
  std::string unread;  // see ControlledStore, both from the next start on
  std::string unreadable;
  ToyEngines engines;
  std::function<std::optional<LostTime>()> lost_time;  // both from the next start on
  std::function<void(Instant)> go_on_from;
  bus::Bus* bus = nullptr;  // to other nodes; from the next start on
  std::unique_ptr<ControlledStore> test_store;
  std::unique_ptr<LiveSite> live;
};

// Attached as long as it lives.
class Attached : public RecordingListener {
 public:
  Attached(LiveSite& live, Person person) : RecordingListener(std::move(person)), live_(&live) { live.attach(*this); }
  ~Attached() override {
    if (live_ != nullptr) live_->detach(*this);
  }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;
  // The live site is gone, and the connection with it.
  void lost() { live_ = nullptr; }

 private:
  LiveSite* live_;
};

}  // namespace crownstar::live::testing_site
