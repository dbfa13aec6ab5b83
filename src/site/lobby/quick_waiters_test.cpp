#include "site/lobby/quick_waiters.hpp"

#include "base/limits.hpp"
#include "site/lobby/lobby_parts_test.hpp"

namespace crownstar::lobby {
namespace {

using namespace testing_lobby;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class QuickWaitersTest : public LobbyPartTest {
 protected:
  struct Asked {
    std::string person;
    SeekRequest request;
    Done<SeekResult> done;
  };
  void begin_waiting() {
    waiters->belong_to(waiters);
    waiters->note("ann", SeekRequest{}, {"s1", {}, {}});
  }
  std::vector<std::string> asked_for() const {
    std::vector<std::string> persons;
    for (const Asked& each : asked) persons.push_back(each.person);
    return persons;
  }
  void look_after(Milliseconds time) {
    now += time;
    waiters->look();
    deliver();
  }
  // This node is not the leader, and ann waits here.
  void follow() {
    meet(-1h);
    arrive("ann");
    begin_waiting();
  }
  void lead() {
    is_leader = true;
    meet(1h);
    arrive("ann");
    begin_waiting();
  }
  std::vector<wire::LobbyWaiting> told_waiting() {
    return told_on<wire::LobbyWaiting, wire::LobbyReplicaMessage>(replica_subject);
  }
  std::vector<wire::LobbyUnknown> told_unknown() {
    return told_on<wire::LobbyUnknown, wire::LobbyReplicaMessage>(replica_subject);
  }

  bool is_leader = false;
  // The leader answers when the test says so.
  std::vector<Asked> asked;
  std::shared_ptr<QuickWaiters> waiters = std::make_shared<QuickWaiters>(
      ports, seeks,
      [this](const Person& person, const SeekRequest& request, Done<SeekResult> done) {
        asked.push_back({person.id, request, std::move(done)});
      },
      [this] { return is_leader; });
};

TEST_F(QuickWaitersTest, ANewLeaderIsAskedForWhoWaitsHereAndNotAtOnce) {
  follow();
  waiters->leader_changed();
  EXPECT_EQ(survey_at, now + 4s) << "the last leader may have paired them: the store would know";
  look_after(4999ms);
  EXPECT_THAT(asked, IsEmpty());
  look_after(1ms);
  ASSERT_THAT(asked_for(), ElementsAre("ann"));
  EXPECT_EQ(asked[0].request.id, "s1") << "the same wait, not another one";
  look_after(1min);
  EXPECT_THAT(asked, SizeIs(1)) << "one answer is waited for";
}

// However long the store takes for it.
TEST_F(QuickWaitersTest, WhoseMatchIsBeingStoredIsNotUnknown) {
  lead();
  const std::vector<std::string> pair{"ann", "ben"};
  waiters->match_begins(pair);
  for (int looks = 0; looks < 5; ++looks) {
    look_after(5s);
    waiters->hear(wire::LobbyWaiting{"n2", {"ben"}});
  }
  EXPECT_THAT(asked, IsEmpty());
  EXPECT_THAT(told_unknown(), IsEmpty());
  waiters->match_is_begun(pair);
  waiters->hear(wire::LobbyWaiting{"n2", {"ben"}});
  EXPECT_THAT(told_unknown(), SizeIs(1)) << "their node has not heard of the match";
  look_after(5s);
  look_after(5s);
  EXPECT_THAT(asked_for(), ElementsAre("ann"));
}

TEST_F(QuickWaitersTest, WhomThisNodeHasPairedIsNotAskedForWhenAnotherOneLeads) {
  lead();
  waiters->match_begins(std::vector<std::string>{"ann"});
  is_leader = false;
  waiters->leader_changed();
  look_after(20s);
  EXPECT_THAT(asked, IsEmpty());
  waiters->match_is_begun(std::vector<std::string>{"ann"});
  look_after(0s);
  EXPECT_THAT(asked_for(), ElementsAre("ann")) << "she got no seat in it";
}

TEST_F(QuickWaitersTest, ARequestThatCameWithThePairingIsLateForAMoment) {
  lead();
  EXPECT_FALSE(waiters->has_just_been_paired("ben"));
  waiters->match_begins(std::vector<std::string>{"ben"});
  EXPECT_TRUE(waiters->has_just_been_paired("ben"));
  look_after(20s);
  EXPECT_TRUE(waiters->has_just_been_paired("ben")) << "the match is still being stored";
  waiters->match_is_begun(std::vector<std::string>{"ben"});
  waiters->match_begins(std::vector<std::string>{"ben"});
  waiters->match_is_begun(std::vector<std::string>{"ben"});
  look_after(10s);
  EXPECT_TRUE(waiters->has_just_been_paired("ben"));
  now += 1h;
  waiters->time_lost(1h, now);
  look_after(0s);
  EXPECT_TRUE(waiters->has_just_been_paired("ben")) << "nothing could come";
  look_after(1s);
  EXPECT_FALSE(waiters->has_just_been_paired("ben"));
}

TEST_F(QuickWaitersTest, NobodyIsAskedForWhileTheStoreIsCompared) {
  follow();
  waiters->leader_changed();
  surveying = true;
  look_after(10s);
  EXPECT_THAT(asked, IsEmpty());
  surveying = false;
  look_after(0s);
  EXPECT_THAT(asked, SizeIs(1));
}

TEST_F(QuickWaitersTest, WhatFailedIsAskedAgainLater) {
  follow();
  waiters->leader_changed();
  look_after(5s);
  ASSERT_THAT(asked, SizeIs(1));
  asked[0].done(match::refused("busy", "later"));
  look_after(4999ms);
  EXPECT_THAT(asked, SizeIs(1));
  look_after(1ms);
  EXPECT_THAT(asked, SizeIs(2));
}

TEST_F(QuickWaitersTest, AnAnswerForSomebodyWhoStoppedWaitingChangesNothing) {
  follow();
  waiters->leader_changed();
  look_after(5s);
  ASSERT_THAT(asked, SizeIs(1));
  waiters->forget("ann");
  asked[0].done(match::refused("busy", "later"));
  look_after(10s);
  EXPECT_THAT(asked, SizeIs(1));
  waiters.reset();
  asked[0].done(match::refused("busy", "later"));
}

TEST_F(QuickWaitersTest, WhoWasPairedOrLeftIsNotAskedFor) {
  follow();
  arrive("ben");
  arrive("cyd");
  waiters->note("ben", {}, {"s2", {}, {}});
  waiters->note("cyd", {}, {"s3", {}, {}});
  waiters->note("ben", {}, {"s2", {}, Sat{"m1", 0, {}}});
  connected.erase("cyd");
  waiters->note("dan", {}, {"s4", {}, {}});
  waiters->leader_changed();
  look_after(5s);
  EXPECT_THAT(asked_for(), ElementsAre("ann")) << "ben has a match, cyd has gone, and dan is not here";
}

TEST_F(QuickWaitersTest, OnlyTheWaitThatIsNamedIsForgotten) {
  follow();
  waiters->forget("ann", "s9");
  waiters->leader_changed();
  look_after(5s);
  EXPECT_THAT(asked, SizeIs(1));
  waiters->note("ann", {}, {"s2", {}, {}});
  waiters->forget("ann", "s2");
  waiters->leader_changed();
  look_after(5s);
  EXPECT_THAT(asked, SizeIs(1));
}

TEST_F(QuickWaitersTest, AWaitEndsWithTheLifeOfASeekHoweverOftenItWasAskedFor) {
  follow();
  const Milliseconds half = limits::seek_life / 2;
  now += half;
  waiters->leader_changed();
  look_after(5s);
  ASSERT_THAT(asked, SizeIs(1));
  waiters->note("ann", {}, {"s1", {}, {}});  // as the lobby does with every answer
  asked[0].done(SeekResult{"s1", {}, {}});
  waiters->leader_changed();
  look_after(half);
  EXPECT_THAT(asked, SizeIs(1)) << "it has lasted since it began";
}

TEST_F(QuickWaitersTest, TimeInWhichTheServerStoodStillIsNoWaiting) {
  follow();
  now += limits::seek_life;
  waiters->time_lost(limits::seek_life, now);
  waiters->leader_changed();
  look_after(5s);
  EXPECT_THAT(asked, SizeIs(1));
}

TEST_F(QuickWaitersTest, TheLeaderIsToldWhoWaitsHereAndNamesWhomItDoesNotKnow) {
  follow();
  look_after(3999ms);
  EXPECT_THAT(told_waiting(), IsEmpty()) << "the request may still be on its way";
  look_after(1ms);
  EXPECT_THAT(told_waiting(), ElementsAre(wire::LobbyWaiting{"n1", {"ann"}}));
  waiters->hear(wire::LobbyUnknown{{"ann", "ben"}});
  EXPECT_EQ(survey_at, now + 4s);
  look_after(1s);
  EXPECT_THAT(told_waiting(), SizeIs(1)) << "that ann is not known is known";
  EXPECT_THAT(asked, IsEmpty());
  look_after(4s);
  EXPECT_THAT(asked_for(), ElementsAre("ann"));
}

TEST_F(QuickWaitersTest, ToHearItTwiceIsToWaitOnce) {
  follow();
  waiters->hear(wire::LobbyUnknown{{"ann"}});
  now += 3s;
  waiters->hear(wire::LobbyUnknown{{"ann"}});
  look_after(2s);
  EXPECT_THAT(asked, SizeIs(1));
}

TEST_F(QuickWaitersTest, TheLeaderNamesOnlyWhomItDoesNotKnow) {
  lead();
  put_seek("ben");
  waiters->hear(wire::LobbyWaiting{"n2", {"ben"}});
  EXPECT_THAT(told_unknown(), IsEmpty());
  waiters->hear(wire::LobbyWaiting{"n2", {"ben", "cyd"}});
  EXPECT_THAT(told_unknown(), ElementsAre(wire::LobbyUnknown{{"cyd"}}));
  waiters->hear(wire::LobbyWaiting{"n1", {"dan"}});
  EXPECT_THAT(told_unknown(), SizeIs(1)) << "that is this node itself";
  is_leader = false;
  waiters->hear(wire::LobbyWaiting{"n2", {"dan"}});
  EXPECT_THAT(told_unknown(), SizeIs(1)) << "the leader answers";
}

TEST_F(QuickWaitersTest, TheLeaderComparesItsOwnPeopleWithoutTheBus) {
  lead();
  look_after(4s);
  EXPECT_THAT(told_waiting(), IsEmpty());
  look_after(5s);
  EXPECT_THAT(asked_for(), ElementsAre("ann")) << "nobody has this seek";
}

TEST_F(QuickWaitersTest, NoMessageNamesMoreThanItsBound) {
  follow();
  for (int count = 0; count < 2100; ++count) {
    const std::string id = "p" + std::to_string(count);
    arrive(id);
    waiters->note(id, {}, {"s" + id, {}, {}});
  }
  look_after(4s);
  ASSERT_THAT(told_waiting(), SizeIs(1));
  EXPECT_THAT(told_waiting()[0].persons, SizeIs(2000));
}

TEST_F(QuickWaitersTest, WhoLostTheirOpponentIsAskedForAtOnceWhereverTheyAre) {
  follow();
  waiters->notify_lost("ann");
  EXPECT_THAT((told_on<wire::LobbyLost, wire::LobbyReplicaMessage>(replica_subject)),
              ElementsAre(wire::LobbyLost{"ann"}));
  look_after(0s);
  EXPECT_THAT(asked_for(), ElementsAre("ann"));
  waiters->hear(wire::LobbyLost{"ben"});
  look_after(0s);
  EXPECT_THAT(asked, SizeIs(1)) << "ben does not wait here";
}

TEST_F(QuickWaitersTest, ANodeThatIsAloneKeepsNobody) {
  arrive("ann");
  begin_waiting();
  waiters->leader_changed();
  look_after(10s);
  EXPECT_THAT(asked, IsEmpty());
  EXPECT_FALSE(survey_at);
}

}  // namespace
}  // namespace crownstar::lobby
