#include "site/live/audience/chat.hpp"

#include "site/live/scenarios/parts_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class ChatTest : public PartTest {
 protected:
  void say(const std::string& text, const std::string& request = {}) {
    chat->say(guest("eva"), {"m1", false, text, request},
              [this](const auto& said) { answers.push_back(said ? "said" : said.error().code); });
  }
  std::vector<std::string> shown() const {
    std::vector<std::string> texts;
    for (const wire::ChatLine& line : live.chat.in(wire::Room::spectators)) texts.push_back(line.text);
    return texts;
  }
  // By another node, or beside the site.
  void put(const std::string& text) {
    store.lines.push_back({"m1", static_cast<int>(store.lines.size()) + 1, "spectators", "cyd", "Cyd", text, now});
  }

  LiveMatch& live = begun("m1", {person("ann"), person("ben")});
  std::vector<std::string> answers;
};

TEST_F(ChatTest, ALineThatWasStoredAlthoughItsAnswerWasLostIsShownASecondLater) {
  store.is_answer_lost = true;
  say("hello");
  store.answer();
  EXPECT_THAT(answers, ElementsAre("store_unavailable"));
  EXPECT_THAT(shown(), IsEmpty());
  chat->tick();
  store.answer();
  EXPECT_THAT(shown(), ElementsAre("hello"));
}

TEST_F(ChatTest, ARequestThatComesAgainAfterALostAnswerIsSaidOnce) {
  store.is_answer_lost = true;
  say("hello", "r1");
  say("hello", "r1");
  store.answer();
  store.is_answer_lost = false;
  say("hello", "r1");
  say("hello");
  store.answer();
  say("hello", "r1");
  EXPECT_THAT(answers, ElementsAre("busy", "store_unavailable", "too_many", "said", "said"));
  EXPECT_THAT(store.lines, SizeIs(1));
}

TEST_F(ChatTest, ARequestInDoubtThatWasNotStoredIsStoredWhenItComesAgain) {
  store.failure = store::FailureKind::broken;
  say("hello", "r1");
  store.answer();
  store.failure.reset();
  store.is_unreadable = true;
  say("hello", "r1");
  store.answer();
  store.is_unreadable = false;
  say("hello", "r1");
  store.answer();
  EXPECT_THAT(answers, ElementsAre("store_unavailable", "store_unavailable", "said"));
  EXPECT_THAT(shown(), ElementsAre("hello"));
}

// What was asked for before may be read after it, and know nothing of it.
TEST_F(ChatTest, WhatIsReadWhileAMuteIsBeingStoredDoesNotLiftIt) {
  rules.arrived("eva", [](const auto&) {});
  store.answer();
  rules.mute(guest("eva"), "cyd", true, now, [](const auto&) {});
  rules.read_again("eva");
  std::ranges::reverse(store.posted);
  const auto reading = std::move(store.posted.front());
  store.posted.pop_front();
  reading();
  EXPECT_FALSE(rules.hears("eva", "cyd"));
  store.answer();
  EXPECT_FALSE(rules.hears("eva", "cyd"));
  rules.read_owed([](const std::string&) { ADD_FAILURE() << "they were known all the time"; });
  store.answer();
  EXPECT_THAT(rules.muted_by("eva"), ElementsAre("cyd"));
}

TEST_F(ChatTest, ALineThatCouldNotBeStoredMayBeSaidAgainAtOnce) {
  store.failure = store::FailureKind::full;
  say("hello", "r1");
  store.answer();
  store.failure.reset();
  say("hello", "r1");
  store.answer();
  say("hello");
  EXPECT_THAT(answers, ElementsAre("store_unavailable", "said", "too_many"));
}

// No other node is needed for that.
TEST_F(ChatTest, ALineThatWasRemovedGoesAlthoughTheStoreCouldNotBeReadJustThen) {
  say("rude");
  store.answer();
  store.lines.front().text.clear();
  store.is_unreadable = true;
  chat->changed_elsewhere("m1");
  store.answer();
  EXPECT_THAT(shown(), ElementsAre("rude"));
  chat->tick();
  store.answer();
  store.is_unreadable = false;
  chat->tick();
  store.answer();
  EXPECT_THAT(shown(), ElementsAre(removed_text));
}

TEST_F(ChatTest, WhatCouldNotBeReadWithTheMatchIsReadASecondLater) {
  put("hello");
  store.is_unreadable = true;
  bool is_loaded = false;
  chat->load(live, [&] { is_loaded = true; });
  store.answer();
  EXPECT_TRUE(is_loaded) << "chat is no reason not to play";
  store.is_unreadable = false;
  chat->tick();
  store.answer();
  EXPECT_THAT(shown(), ElementsAre("hello"));
}

TEST_F(ChatTest, ALookFindsTheLastLineThatNoMessageHasBrought) {
  put("hello");
  chat->look_for_more(live);
  store.answer();
  EXPECT_THAT(shown(), ElementsAre("hello"));
  chat->look_for_more(live);
  ASSERT_EQ(store.posted.size(), 1U);
  const auto look = std::move(store.posted.front());
  store.posted.pop_front();
  look();
  EXPECT_THAT(store.posted, IsEmpty()) << "nothing more is read where there is nothing more";
}

TEST_F(ChatTest, ALineThatIsStoredWhileTheMatchIsReadIsNotMissed) {
  say("hello");
  auto match = std::move(live.match);
  live.loads.add(live, [&](const auto&) {});
  chat->load(live, [] {});
  std::ranges::reverse(store.posted);  // the chat is read, and then the line is stored
  store.answer();
  EXPECT_THAT(shown(), IsEmpty());
  live.match = std::move(match);
  for (LiveMatch::Loaded& each : live.loads.end()) each(&live);
  store.answer();
  EXPECT_THAT(shown(), ElementsAre("hello"));
}

TEST_F(ChatTest, WhoAsksReadsTheirRoomAsTheStoreHasIt) {
  put("hello");
  std::vector<std::string> read;
  const auto note = [&](const auto& lines) {
    read.clear();
    if (!lines) read.push_back(lines.error().code);
    if (lines) std::ranges::transform(*lines, std::back_inserter(read), &ChatLine::text);
  };
  chat->read("eva", "m1", note);
  store.answer();
  EXPECT_THAT(read, ElementsAre("hello"));
  store.is_unreadable = true;
  chat->read("eva", "m1", note);
  store.answer();
  EXPECT_THAT(read, ElementsAre("store_unavailable"));
}

}  // namespace
}  // namespace crownstar::live
