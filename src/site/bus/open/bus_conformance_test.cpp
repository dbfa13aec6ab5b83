// What every implementation of the bus must do, as bus.hpp promises it.
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "base/limits.hpp"
#include "site/bus/open/brokers_test.hpp"

namespace crownstar::bus {
namespace {

using Answer = std::expected<std::string, AskFailure>;

// A bus with what was told of its link, run by the test's one thread.
class Node {
 public:
  Node(TestBroker& broker, Mailbox& mailbox) : mailbox_(mailbox), bus_(broker.open(mailbox.post())) {
    bus_->on_link([this](Link link) { links_.push_back(link); });
  }

  Bus& operator*() { return *bus_; }
  Bus* operator->() { return bus_.get(); }
  const std::vector<Link>& links() const { return links_; }
  void close() { bus_.reset(); }

  bool wait_for(Link link) {
    const bool is_told = mailbox_.run_until([&] { return !links_.empty() && links_.back() == link; });
    return is_told;
  }

 private:
  Mailbox& mailbox_;
  std::vector<Link> links_;
  std::unique_ptr<Bus> bus_;
};

class Brokers : public testing::TestWithParam<BrokerKind> {
 public:
  Brokers() : broker(GetParam().make()), here(*broker, mailbox), there(*broker, mailbox) {}

  // All that was published before by this bus has been heard.
  void settle(Node& node) {
    bool is_heard = false;
    const SubscriptionNumber number = node->subscribe("settle", [&](auto, auto) { is_heard = true; });
    EXPECT_TRUE(node->publish("settle", "").has_value());
    EXPECT_TRUE(mailbox.run_until([&] { return is_heard; }));
    node->unsubscribe(number);
  }

  // Subscribes, and returns when whatever anyone publishes is heard.
  SubscriptionNumber follow(Node& node, const std::string& pattern, OnMessage heard) {
    bool is_in_force = false;
    const SubscriptionNumber number = node->subscribe(pattern, std::move(heard), [&] { is_in_force = true; });
    EXPECT_TRUE(mailbox.run_until([&] { return is_in_force; })) << pattern;
    return number;
  }

  SubscriptionNumber serve(Node& node, const std::string& pattern, OnQuestion asked) {
    bool is_in_force = false;
    const SubscriptionNumber number = node->serve(pattern, "group", std::move(asked), [&] { is_in_force = true; });
    EXPECT_TRUE(mailbox.run_until([&] { return is_in_force; })) << pattern;
    return number;
  }

  Answer ask(Node& node, const std::string& subject, const std::string& bytes,
             Milliseconds timeout = Milliseconds{60'000}) {
    std::optional<Answer> answer;
    node->ask(subject, bytes, timeout, [&](Answer given) {
      EXPECT_FALSE(answer) << "answered twice";
      answer = std::move(given);
    });
    EXPECT_FALSE(answer) << "answered inside the call";
    EXPECT_TRUE(mailbox.run_until([&] { return answer.has_value(); }));
    return answer.value_or(std::unexpected(AskFailure::timed_out));
  }

  void cut() {
    broker->cut();
    EXPECT_TRUE(here.wait_for(Link::lost));
    EXPECT_TRUE(there.wait_for(Link::lost));
  }
  void mend() {
    broker->mend();
    EXPECT_TRUE(here.wait_for(Link::back));
    EXPECT_TRUE(there.wait_for(Link::back));
  }

  Mailbox mailbox;
  std::unique_ptr<TestBroker> broker;
  Node here;
  Node there;
};

TEST_P(Brokers, EveryoneWhoFollowsHearsEachPublicationOnce) {
  std::map<std::string, std::vector<std::string>> heard;
  const auto into = [&](const std::string& name) {
    return [&heard, name](std::string_view subject, std::string_view bytes) {
      heard[name].push_back(std::string(subject) + "=" + std::string(bytes));
    };
  };
  follow(there, "match.a", into("exact"));
  follow(there, "match.*", into("star"));
  follow(there, "match.>", into("rest"));
  follow(there, "other.>", into("other"));
  follow(here, "match.a", into("own"));
  ASSERT_TRUE(here->publish("match.a", "1").has_value());
  ASSERT_TRUE(here->publish("match.b.c", "2").has_value());
  ASSERT_TRUE(here->publish("match.b", "").has_value());
  ASSERT_TRUE(here->publish("match", "4").has_value());
  // Between subscriptions there is no order.
  ASSERT_TRUE(mailbox.run_until([&] {
    return heard["rest"].size() >= 3 && heard["star"].size() >= 2 && !heard["exact"].empty() && !heard["own"].empty();
  }));
  settle(there);
  EXPECT_EQ(heard["exact"], (std::vector<std::string>{"match.a=1"}));
  EXPECT_EQ(heard["star"], (std::vector<std::string>{"match.a=1", "match.b="}));
  EXPECT_EQ(heard["rest"], (std::vector<std::string>{"match.a=1", "match.b.c=2", "match.b="}));
  EXPECT_EQ(heard["own"], (std::vector<std::string>{"match.a=1"}));
  EXPECT_TRUE(heard["other"].empty());
}

TEST_P(Brokers, ABurstComesWholeAndInOrderAndAnyBytesPass) {
  std::string any;
  for (int value = 0; value < 256; ++value) any += static_cast<char>(value);
  std::vector<std::string> heard;
  follow(there, "burst", [&](auto, std::string_view bytes) { heard.emplace_back(bytes); });
  constexpr std::size_t many = 20'000;
  for (std::size_t number = 0; number < many; ++number) {
    ASSERT_TRUE(here->publish("burst", std::to_string(number) + any).has_value());
  }
  ASSERT_TRUE(mailbox.run_until([&] { return heard.size() >= many; }));
  for (std::size_t number = 0; number < many; ++number) ASSERT_EQ(heard[number], std::to_string(number) + any);
  const std::string longest(limits::bus_message_bytes, 'x');
  ASSERT_TRUE(here->publish("burst", longest).has_value());
  ASSERT_TRUE(mailbox.run_until([&] { return heard.size() > many; }));
  EXPECT_EQ(heard.back(), longest);
}

TEST_P(Brokers, NothingIsHeardAfterUnsubscribing) {
  int heard = 0;
  const SubscriptionNumber number = follow(there, "news", [&](auto, auto) { ++heard; });
  for (int count = 0; count < 100; ++count) ASSERT_TRUE(there->publish("news", "").has_value());
  ASSERT_TRUE(mailbox.run_until([&] { return heard > 0; }));
  there->unsubscribe(number);
  there->unsubscribe(number);
  there->unsubscribe(987'654'321);
  const int then = heard;
  settle(there);
  EXPECT_EQ(heard, then);
}

TEST_P(Brokers, WhatIsWrongIsRefused) {
  for (const std::string subject : {"", ".", "a.", ".a", "a..b", "a b", "a.*", ">", "_inbox.x", "a\r\nb", "\xc3\xa9"}) {
    EXPECT_FALSE(here->publish(subject, "").has_value()) << subject;
    EXPECT_EQ(ask(here, subject, ""), Answer(std::unexpected(AskFailure::refused))) << subject;
  }
  for (const std::string pattern : {"", "a.>.b", "a*", "_inbox.>", "*>"}) {
    EXPECT_EQ(here->subscribe(pattern, [](auto, auto) {}), 0U) << pattern;
  }
  EXPECT_EQ(here->serve("a", "two.words", [](auto, auto, const auto&) {}), 0U);
  EXPECT_FALSE(here->publish(std::string(limits::bus_subject_bytes + 1, 'a'), "").has_value());
  EXPECT_FALSE(here->publish("a", std::string(limits::bus_message_bytes + 1, 'a')).has_value());
}

TEST_P(Brokers, AQuestionIsAnsweredByOneOfThoseWhoServe) {
  std::map<std::string, int> served;
  for (auto* node : {&here, &there}) {
    serve(*node, "twice.*", [&, node](std::string_view subject, std::string_view bytes, const Respond& respond) {
      ++served[node == &here ? "here" : "there"];
      respond(std::string(subject) + std::string(bytes) + std::string(bytes));
      respond("a second answer is no answer");
    });
  }
  constexpr int questions = 100;
  for (int count = 0; count < questions; ++count) EXPECT_EQ(ask(here, "twice.it", "ab"), Answer("twice.itabab"));
  EXPECT_EQ(served["here"] + served["there"], questions);
}

TEST_P(Brokers, AnAnswerMayComeLaterAndFromAnyThread) {
  std::vector<Respond> kept;
  serve(there, "slow", [&](auto, auto, Respond respond) { kept.push_back(std::move(respond)); });
  std::optional<Answer> answer;
  here->ask("slow", "", Milliseconds{60'000}, [&](Answer given) { answer = std::move(given); });
  ASSERT_TRUE(mailbox.run_until([&] { return !kept.empty(); }));
  std::thread([respond = std::move(kept.front())] { respond("now"); }).join();
  ASSERT_TRUE(mailbox.run_until([&] { return answer.has_value(); }));
  EXPECT_EQ(*answer, Answer("now"));
}

TEST_P(Brokers, AQuestionWithoutAnAnswerSaysWhy) {
  EXPECT_EQ(ask(here, "nobody.serves.this", ""), Answer(std::unexpected(AskFailure::nobody)));
  std::vector<Respond> kept;
  serve(there, "silent", [&](auto, auto, Respond respond) { kept.push_back(std::move(respond)); });
  EXPECT_EQ(ask(here, "silent", "", Milliseconds{50}), Answer(std::unexpected(AskFailure::timed_out)));
  const SubscriptionNumber careless = serve(there, "careless", [](auto, auto, const auto&) {});
  EXPECT_EQ(ask(here, "careless", ""), Answer(std::unexpected(AskFailure::unanswered)));
  there->unsubscribe(careless);
  settle(there);
  EXPECT_EQ(ask(here, "careless", ""), Answer(std::unexpected(AskFailure::nobody)));
}

TEST_P(Brokers, TheLinkIsToldAndWhatListenedListensAgain) {
  ASSERT_TRUE(here.wait_for(Link::connected));
  ASSERT_TRUE(there.wait_for(Link::connected));
  std::set<std::string> heard;
  follow(there, "before", [&](auto, std::string_view bytes) { heard.emplace(bytes); });
  serve(there, "question", [](auto, auto, const Respond& respond) { respond("answer"); });
  for (int time = 0; time < 3; ++time) {
    cut();
    EXPECT_FALSE(here->figures().is_connected);
    bool is_in_force = false;
    const std::string during = "during" + std::to_string(time);
    there->subscribe(during, [&](auto, std::string_view bytes) { heard.emplace(bytes); }, [&] { is_in_force = true; });
    // May be kept or lost, and harms nobody.
    EXPECT_TRUE(here->publish("before", "in between").has_value());
    mend();
    ASSERT_TRUE(mailbox.run_until([&] { return is_in_force; }));
    ASSERT_TRUE(here->publish("before", "a" + during).has_value());
    ASSERT_TRUE(here->publish(during, "b" + during).has_value());
    ASSERT_TRUE(mailbox.run_until([&] { return heard.contains("a" + during) && heard.contains("b" + during); }));
    EXPECT_EQ(ask(here, "question", ""), Answer("answer"));
  }
  EXPECT_EQ(here.links(),
            (std::vector{Link::connected, Link::lost, Link::back, Link::lost, Link::back, Link::lost, Link::back}));
  EXPECT_EQ(here->figures().times_lost, 3U);
}

TEST_P(Brokers, AQuestionThatMeetsACutEndsOnce) {
  ASSERT_TRUE(here.wait_for(Link::connected)) << "a link that was never there cannot be lost";
  serve(there, "question", [](auto, auto, const Respond& respond) { respond("answer"); });
  int ended = 0;
  constexpr int questions = 200;
  for (int count = 0; count < questions; ++count) {
    here->ask("question", "", Milliseconds{500}, [&](const Answer&) { ++ended; });
  }
  cut();
  for (int count = 0; count < questions; ++count) {
    here->ask("question", "", Milliseconds{100}, [&](const Answer&) { ++ended; });
  }
  ASSERT_TRUE(mailbox.run_until([&] { return ended == 2 * questions; }));
  EXPECT_EQ(here->figures().questions, 0U);
  mend();
  EXPECT_EQ(ask(here, "question", ""), Answer("answer"));
  EXPECT_EQ(ended, 2 * questions);
}

TEST_P(Brokers, WhoeverIsTooSlowIsToldThatSomethingIsMissing) {
  ASSERT_TRUE(there.wait_for(Link::connected));
  ASSERT_TRUE(here.wait_for(Link::connected));
  std::size_t heard = 0;
  follow(there, "flood", [&](auto, auto) { ++heard; });
  Mailbox elsewhere;
  Node flooding(*broker, elsewhere);
  ASSERT_TRUE(flooding.wait_for(Link::connected));
  // The test's thread hears nothing meanwhile.
  constexpr std::size_t many = limits::bus_messages_waiting + 1'000;
  for (std::size_t count = 0; count < many;) {
    if (flooding->publish("flood", "")) ++count;
  }
  while (there->figures().dropped == 0) std::this_thread::yield();
  ASSERT_TRUE(there.wait_for(Link::back));
  EXPECT_LT(heard, many);
  EXPECT_GT(there->figures().dropped, 0U);
  const std::size_t before = heard;
  ASSERT_TRUE(flooding->publish("flood", "").has_value());
  ASSERT_TRUE(mailbox.run_until([&] { return heard > before; }));
}

TEST_P(Brokers, NothingIsCalledAfterTheEnd) {
  int called = 0;
  follow(there, "news", [&](auto, auto) { ++called; });
  serve(there, "question", [&](auto, auto, const auto&) { ++called; });
  std::vector<Respond> kept;
  serve(here, "kept", [&](auto, auto, Respond respond) { kept.push_back(std::move(respond)); });
  there->ask("kept", "", Milliseconds{60'000}, [&](const auto&) { ++called; });
  ASSERT_TRUE(mailbox.run_until([&] { return !kept.empty(); }));
  for (int count = 0; count < 100; ++count) ASSERT_TRUE(here->publish("news", "").has_value());
  here->ask("question", "", Milliseconds{60'000}, [](const auto&) {});
  const int then = called;
  there.close();
  kept.front()("late");
  settle(here);
  here.close();
  kept.clear();
  EXPECT_EQ(called, then);
}

INSTANTIATE_TEST_SUITE_P(Bus, Brokers, testing::ValuesIn(broker_kinds), broker_name);

}  // namespace
}  // namespace crownstar::bus
