#include "site/live/audience/audience.hpp"

#include "site/live/scenarios/parts_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class SeekRecorder : public RecordingListener {
 public:
  using RecordingListener::RecordingListener;
  void receive_seek_gone(const std::string& seek) override { gone.push_back(seek); }
  std::vector<std::string> gone;
};

class AudienceTest : public PartTest {
 protected:
  // "none" where no answer has come yet; it may come after this.
  std::string code_of(Listener& listener, const std::string& match, int after = -1) {
    const auto code = std::make_shared<std::string>("none");
    audience->watch(listener, match, after, [code](const auto& done) { *code = done ? "" : done.error().code; });
    return *code;
  }
};

TEST_F(AudienceTest, APersonIsThereFromTheFirstConnectionToTheLast) {
  RecordingListener one(guest("ann"));
  RecordingListener other(guest("ann"));
  audience->attach(one);
  audience->attach(other);
  EXPECT_THAT(came, ElementsAre("ann"));
  EXPECT_EQ(audience->online_count(), 1U);
  EXPECT_EQ(audience->connections(), 2U);
  audience->detach(one);
  EXPECT_THAT(went, IsEmpty());
  ASSERT_NE(audience->online("ann"), nullptr);
  audience->detach(other);
  EXPECT_THAT(went, ElementsAre("ann"));
  EXPECT_EQ(audience->online("ann"), nullptr);
}

TEST_F(AudienceTest, VisitorsWithoutANameAreCountedOneByOne) {
  RecordingListener ann(guest("ann"));
  RecordingListener first(Person{});
  RecordingListener second(Person{});
  audience->attach(first);
  EXPECT_EQ(audience->online_count(), 1U);
  audience->attach(second);
  EXPECT_EQ(audience->online_count(), 2U);
  audience->attach(ann);
  EXPECT_EQ(audience->online_count(), 3U);
  audience->detach(first);
  audience->detach(ann);
  EXPECT_EQ(audience->online_count(), 1U);
  audience->detach(second);
  EXPECT_EQ(audience->online_count(), 0U);
}

TEST_F(AudienceTest, WatchingWaitsForTheMutesAndBeginsWithTheWholeMatch) {
  LiveMatch& live = begun("m1", {person("ann"), person("ben")});
  RecordingListener ann(guest("ann"));
  audience->attach(ann);
  EXPECT_EQ(code_of(ann, "m1"), "none") << "whom they have muted is not known yet";
  store.answer();
  EXPECT_TRUE(live.watchers.has(&ann));
  EXPECT_EQ(ann.all<wire::ServerSnapshot>().size(), 1U);
  EXPECT_EQ(ann.last<wire::ServerPresence>().seats, (std::vector<bool>{true, false}));
  EXPECT_EQ(watchers_changes, 1);
  EXPECT_EQ(code_of(ann, "m2"), "no_such_match");
  audience->detach(ann);
  EXPECT_TRUE(live.watchers.empty());
}

TEST_F(AudienceTest, WhoWasAwayForAMomentGetsTheTail) {
  LiveMatch& live = begun("m1", {person("ann"), person("ben")});
  RecordingListener ann(guest("ann"));
  audience->attach(ann);
  store.answer();
  EXPECT_EQ(code_of(ann, "m1", live.match->number() - 1), "");
  EXPECT_THAT(ann.all<wire::ServerSnapshot>(), IsEmpty());
  EXPECT_THAT(ann.numbers(), ElementsAre(live.match->number()));
  audience->detach(ann);
}

TEST_F(AudienceTest, WhoHasSeenMoreAtAnotherNodeIsNotShownLess) {
  LiveMatch& live = begun("m1", {person("ann"), person("ben")});
  context.is_alone = false;
  RecordingListener ann(guest("ann"));
  audience->attach(ann);
  store.answer();
  const auto code = std::make_shared<std::string>("none");
  const auto watch = [&] {
    *code = "none";
    audience->watch(ann, "m1", live.match->number() + 1,
                    [code](const auto& done) { *code = done ? "" : done.error().code; });
  };
  watch();
  ASSERT_THAT(looking, SizeIs(1)) << "the store is asked for more first";
  EXPECT_EQ(*code, "none");
  EXPECT_THAT(ann.texts, IsEmpty());
  looking[0](false);
  EXPECT_EQ(*code, "store_unavailable");
  EXPECT_FALSE(live.watchers.has(&ann));
  watch();
  ASSERT_THAT(looking, SizeIs(2));
  looking[1](true);
  EXPECT_EQ(*code, "") << "there is no more: what they have seen is not of this store";
  EXPECT_EQ(ann.all<wire::ServerSnapshot>().size(), 1U);
  audience->detach(ann);
}

TEST_F(AudienceTest, SpectatorsAreCountedAndToldLater) {
  LiveMatch& live = begun("m1", {person("ann"), person("ben")});
  RecordingListener ann(guest("ann"));
  RecordingListener eva(guest("eva"));
  for (RecordingListener* ear : {&ann, &eva}) audience->attach(*ear);
  store.answer();
  EXPECT_EQ(code_of(ann, "m1"), "");
  const std::size_t told = ann.all<wire::ServerPresence>().size();
  EXPECT_EQ(code_of(eva, "m1"), "");
  EXPECT_EQ(live.watchers.spectators(), 1);
  EXPECT_THAT(ann.all<wire::ServerPresence>(), SizeIs(told));
  audience->send_presence_owed();
  EXPECT_EQ(ann.last<wire::ServerPresence>().spectators, 1);
  for (RecordingListener* ear : {&ann, &eva}) audience->detach(*ear);
}

TEST_F(AudienceTest, WhatIsShownOfOtherNodesDoesNotCountAsToldToThem) {
  LiveMatch& live = begun("m1", {person("ann"), person("ben")});
  RecordingListener eva(guest("eva"));
  audience->attach(eva);
  store.answer();
  EXPECT_EQ(code_of(eva, "m1"), "");
  EXPECT_EQ(watchers_changes, 0) << "the number of spectators can wait";
  audience->show_presence(live);  // somebody has come to another node
  audience->send_presence_owed();
  EXPECT_EQ(watchers_changes, 1);
  audience->send_presence_owed();
  EXPECT_EQ(watchers_changes, 1) << "once";
  audience->detach(eva);
}

TEST_F(AudienceTest, OnlyWhoLooksAtTheLobbyIsShownIt) {
  RecordingListener ann(guest("ann"));
  RecordingListener ben(guest("ben"));
  EXPECT_FALSE(audience->watch_lobby(ann, true).is_new) << "not attached";
  for (RecordingListener* ear : {&ann, &ben}) audience->attach(*ear);
  EXPECT_TRUE(audience->watch_lobby(ann, true).is_first);
  EXPECT_FALSE(audience->watch_lobby(ann, true).is_first);
  audience->show_lobby(std::make_shared<const std::string>("{}"));
  EXPECT_THAT(ann.texts, SizeIs(1));
  EXPECT_THAT(ben.texts, IsEmpty());
  for (RecordingListener* ear : {&ann, &ben}) audience->detach(*ear);
  EXPECT_FALSE(audience->is_lobby_watched());
}

TEST_F(AudienceTest, WhoFollowsASeekHearsOnceThatItIsGoneForAsLongAsItLives) {
  auto ann = std::make_shared<SeekRecorder>(guest("ann"));
  auto ben = std::make_shared<SeekRecorder>(guest("ben"));
  audience->follow_seek(ann, "s1");
  audience->follow_seek(ann, "s3");
  audience->follow_seek(ben, "s1");
  audience->follow_seek(ben, "s4");
  audience->seeks_gone({"s1", "s2"});
  EXPECT_THAT(ann->gone, ElementsAre("s1"));
  EXPECT_THAT(ben->gone, ElementsAre("s1"));
  ben.reset();
  EXPECT_THAT(audience->followed_seeks(), ElementsAre("s3"));
  audience->seeks_gone({"s1", "s3", "s4"});
  EXPECT_THAT(ann->gone, ElementsAre("s1", "s3"));
}

TEST_F(AudienceTest, ALineIsStoredBeforeItIsHeardAndOnlyByItsRoom) {
  begun("m1", {person("ann"), person("ben")});
  RecordingListener ann(guest("ann"));
  RecordingListener eva(guest("eva"));
  for (RecordingListener* ear : {&ann, &eva}) audience->attach(*ear);
  store.answer();
  for (RecordingListener* ear : {&ann, &eva}) EXPECT_EQ(code_of(*ear, "m1"), "");
  std::string code = "none";
  chat->say(guest("ann"), {"m1", true, "good luck", "r1"}, [&](const auto& said) { code = said ? "" : "refused"; });
  EXPECT_THAT(ann.all<wire::ServerChat>(), IsEmpty());
  store.answer();
  EXPECT_EQ(code, "");
  EXPECT_THAT(ann.all<wire::ServerChat>(), SizeIs(1));
  EXPECT_THAT(eva.all<wire::ServerChat>(), IsEmpty());
  EXPECT_THAT(stored, ElementsAre("good luck"));
  chat->say(guest("ann"), {"m1", true, "good luck", "r1"}, [](const auto&) {});  // sent again
  store.answer();
  EXPECT_THAT(store.lines, SizeIs(1));
  for (RecordingListener* ear : {&ann, &eva}) audience->detach(*ear);
}

TEST_F(AudienceTest, AnAnswerOfTheStoreAfterTheEndReachesNobody) {
  begun("m1", {person("ann"), person("ben")});
  RecordingListener ann(guest("ann"));
  audience->attach(ann);
  code_of(ann, "m1");
  chat.reset();
  audience.reset();
  store.answer();
  EXPECT_THAT(ann.texts, IsEmpty());
}

}  // namespace
}  // namespace crownstar::live
