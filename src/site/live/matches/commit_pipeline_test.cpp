#include "site/live/matches/commit_pipeline.hpp"

#include "site/live/cluster/remote_presence.hpp"
#include "site/live/scenarios/node_parts_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class CommitPipelineTest : public NodePartTest, public CommitObserver, public FollowUp, public lobby::LobbyEngines {
 protected:
  // The parts that name each other.
  struct Writer {
    explicit Writer(CommitPipelineTest& test)
        : replication(test.context, test.link, test, pipeline, test.presence, *test.chat, 20s),
          pipeline(test.context, test, test, test.registry, replication, test, test, test) {}

    Replication replication;
    CommitPipeline pipeline;
  };

  CommitPipelineTest() {
    writer->replication.belong_to(writer);
    writer->pipeline.belong_to(writer);
  }

  void applied(LiveMatch& live, const std::vector<match::Event>& events) override {
    EXPECT_EQ(live.match->number(), events.back().number) << "told before it was applied";
    for (const match::Event& event : events) happened.push_back("told " + std::to_string(event.number - before));
  }
  void header_stored(const std::string&) override { happened.emplace_back("header"); }
  void pause_began(LiveMatch&) override { happened.emplace_back("pause"); }
  void follow_up(LiveMatch&) override { happened.emplace_back("free"); }
  std::expected<match::Player, Refused> player(std::string_view, const match::Terms&) const override { return toy(); }

  LiveMatch& table(const match::Terms& terms = blitz()) {
    LiveMatch& live = begun("m1", {person("ann"), person("ben")}, terms);
    before = live.match->number();
    return live;
  }
  Done<Taken> note(std::string who) {
    return [this, who = std::move(who)](const std::expected<Taken, Refused>& taken) {
      happened.push_back(who + (taken ? " " + std::to_string(taken->first - before) : ": " + taken.error().code));
    };
  }
  void ask(LiveMatch& live, std::string who, match::Command command, std::string request = {}) {
    Operation operation{std::move(command), std::move(request), {}};
    operation.answers.push_back(note(std::move(who)));
    writer->pipeline.submit(live, std::move(operation));
  }
  // A move of each, so that the clock runs and the match is under way.
  void play_two(LiveMatch& live) {
    for (int count = 0; count < 2; ++count) {
      ask(live, "move", move_of(*live.match));
      store.answer();
    }
    happened.clear();
    before = live.match->number();
  }
  std::string code_of(const Person& who, MatchCommand command) {
    std::string code = "none";
    writer->pipeline.command(who, std::move(command), 0ms,
                             [&](const auto& taken) { code = taken ? "" : taken.error().code; });
    return code;
  }
  static MatchCommand resigning(int seat = -1) { return {"m1", {}, {seat, -1, match::Resign{}, {}}}; }
  // Writes that fail from now on, until all that has been asked is answered.
  void answer_failing(store::FailureKind kind) {
    store.failure = kind;
    store.answer();
    store.failure.reset();
  }
  std::size_t rows_since() { return store.rows["m1"].size() - static_cast<std::size_t>(before) - 1; }

  RemotePresence presence{context, link, *audience, *chat};
  std::shared_ptr<Writer> writer = std::make_shared<Writer>(*this);
  std::vector<std::string> happened;
  int before = 0;  // the number of the last event when the match began
};

match::Command resign(int seat) { return {seat, -1, match::Resign{}, {}}; }

TEST_F(CommitPipelineTest, ACommandIsStoredThenAppliedThenToldAndThenAnswered) {
  LiveMatch& live = table();
  ask(live, "ann", move_of(*live.match));
  EXPECT_THAT(happened, IsEmpty());
  EXPECT_EQ(live.match->number(), before) << "nothing has happened before it is stored";
  EXPECT_EQ(context.open_writes, 1);
  store.answer();
  EXPECT_EQ(rows_since(), 1U);
  EXPECT_THAT(happened, ElementsAre("told 1", "ann 1", "free"));
  EXPECT_EQ(context.open_writes, 0);
  EXPECT_EQ(context.counts.commands_taken, 1U);
  EXPECT_EQ(scheduled, 1);
}

// Who comes from another node has seen more than is here.
TEST_F(CommitPipelineTest, WhoWaitsForAllThatIsStoredWaitsForAMatchThatIsReadAnew) {
  LiveMatch& live = table();
  ask(live, "ann", move_of(*live.match));
  std::optional<bool> is_known;
  writer->replication.look_first(live, [&](bool known) { is_known = known; });
  live.is_reading_owed = true;
  store.answer();
  EXPECT_THAT(reloaded, ElementsAre("m1"));
  EXPECT_FALSE(is_known);
}

// Somebody who sat down at another node, as far as anybody here knows.
TEST_F(CommitPipelineTest, WhoWaitsForAMatchThatCannotBeReadIsAnswered) {
  LiveMatch& live = table();
  meet();
  std::string code = "none";
  writer->pipeline.command(guest("eva"), {"m1", {}, {-1, 1 << 20, match::Resign{}, {}}}, 0ms,
                           [&](const auto& taken) { code = taken ? "" : taken.error().code; });
  const auto match = std::move(live.match);
  for (auto& then : std::exchange(live.copy.once_looked, {})) then(false);
  EXPECT_EQ(code, "store_unavailable");
}

TEST_F(CommitPipelineTest, OneCommitIsOnItsWayAndTheOthersWaitInOrder) {
  LiveMatch& live = table();
  ask(live, "ann", move_of(*live.match));
  ask(live, "ben", resign(1));
  ask(live, "ann again", resign(0));
  EXPECT_THAT(store.posted, SizeIs(1));
  store.answer();
  EXPECT_THAT(happened,
              ElementsAre("told 1", "ann 1", "told 2", "told 3", "header", "ben 2", "ann again: over", "free"))
      << "each is judged by what was stored before it";
}

TEST_F(CommitPipelineTest, WhatIsNotStoredHasNotHappenedAndItsTimeIsNobodysLoss) {
  LiveMatch& live = table();
  ask(live, "ann", move_of(*live.match));
  ask(live, "ben", resign(1));
  store.failure = store::FailureKind::full;
  store.posted.front()();
  store.posted.pop_front();
  store.failure.reset();
  EXPECT_EQ(live.match->number(), before);
  EXPECT_THAT(happened, ElementsAre("pause", "ann: store_unavailable"));
  EXPECT_TRUE(live.timing.not_before);
  store.answer();
  EXPECT_THAT(happened,
              ElementsAre("pause", "ann: store_unavailable", "told 1", "told 2", "told 3", "header", "ben 2", "free"))
      << "the time that stood still is credited first, then comes what waited";
  EXPECT_TRUE(std::holds_alternative<match::Resumed>(live.recent.all()[static_cast<std::size_t>(before) + 1].what));
  EXPECT_FALSE(live.pause.since);
}

// This node was refused after so many seconds of thought; another one has credited the time from then on, and it is
// heard here five seconds after that.
TEST_F(CommitPipelineTest, WhatAnotherNodeCreditsIsNeitherOwedAnyMoreNorCountedTwice) {
  for (const Milliseconds thought : {5000ms, 100ms}) {
    LiveMatch& live = begun("m" + std::to_string(thought.count()), {person("ann"), person("ben")});
    play_two(live);
    const Instant began = live.match->turn_since();
    live.pause.since = began + thought;
    const match::Event resumed{live.match->number() + 1, began + 20s, match::Resumed{began + 10s}, {}};
    now = began + 25s;
    ASSERT_TRUE(live.match->apply(resumed));
    writer->pipeline.events_came(live, {resumed}, std::nullopt);
    ASSERT_TRUE(live.pause.since);
    EXPECT_EQ(*live.pause.since - live.match->turn_since(), thought) << "the rest is owed still";
    EXPECT_EQ(*live.pause.since, began + thought + 15s);
  }
}

TEST_F(CommitPipelineTest, WhoWaitsForTheServerIsRefusedWithIt) {
  LiveMatch& live = table();
  ask(live, "ann", move_of(*live.match));
  ask(live, "ben", resign(1));
  answer_failing(store::FailureKind::broken);
  EXPECT_THAT(happened, ElementsAre("pause", "ann: store_unavailable", "ben: store_unavailable", "free"));
  EXPECT_EQ(rows_since(), 0U);
  EXPECT_EQ(store.appends, 2);
  EXPECT_EQ(context.counts.appends_failed, 2U);
  EXPECT_EQ(context.open_writes, 0);
}

TEST_F(CommitPipelineTest, ACommandThatIsSentAgainIsPlayedOnce) {
  LiveMatch& live = table();
  ask(live, "ann", move_of(*live.match), "r1");
  ask(live, "again", move_of(*live.match), "r1");
  EXPECT_THAT(store.posted, SizeIs(1));
  store.answer();
  ask(live, "later", {0, -1, match::Resign{}, {}}, "r1");
  EXPECT_THAT(happened, ElementsAre("told 1", "ann 1", "again 1", "free", "later 1"));
  EXPECT_EQ(rows_since(), 1U);
  EXPECT_EQ(context.counts.commands_repeated, 2U);
  ask(live, "ben", resign(1), "r1");
  store.answer();
  EXPECT_EQ(rows_since(), 3U) << "another seat's request of the same name is another request";
}

TEST_F(CommitPipelineTest, ARequestThatWasNotStoredMayBeSentAgain) {
  LiveMatch& live = table(terms_of("american"));
  ask(live, "ann", resign(0), "r1");
  answer_failing(store::FailureKind::broken);
  ask(live, "ann", resign(0), "r1");
  store.answer();
  EXPECT_THAT(happened, ElementsAre("ann: store_unavailable", "free", "told 1", "told 2", "header", "ann 1", "free"));
}

TEST_F(CommitPipelineTest, HowManyMayWaitIsBoundedButNotForTheServer) {
  LiveMatch& live = table();
  for (int count = 0; count <= limits::commands_waiting; ++count) ask(live, "ann", move_of(*live.match));
  EXPECT_THAT(happened, IsEmpty());
  ask(live, "ben", resign(1));
  EXPECT_THAT(happened, ElementsAre("ben: busy"));
  writer->pipeline.as_server(live, {match::server_seat, -1, match::Abort{"closed"}, {}});
  EXPECT_EQ(live.commits.waiting(), static_cast<std::size_t>(limits::commands_waiting) + 1);
  store.answer();
  EXPECT_FALSE(live.is_unfinished());
}

TEST_F(CommitPipelineTest, AMatchOfWhichTheStoreHasOtherEventsIsReadAgain) {
  LiveMatch& live = table();
  move_elsewhere("m1");
  ask(live, "ann", resign(0));
  store.answer();
  EXPECT_THAT(happened, Contains("ann: store_unavailable"));
  EXPECT_THAT(happened, testing::Not(Contains("pause")));
  EXPECT_THAT(reloaded, ElementsAre("m1"));
}

TEST_F(CommitPipelineTest, AmongSeveralNodesWhoWasSlowerReadsFirstAndIsJudgedAgain) {
  LiveMatch& live = table();
  meet();
  move_elsewhere("m1");
  ask(live, "ben", resign(1));
  store.answer();
  EXPECT_THAT(happened, ElementsAre("told 1", "told 2", "told 3", "header", "ben 2", "free"));
  EXPECT_EQ(rows_since(), 3U);
  EXPECT_THAT(reloaded, IsEmpty());
  const auto events = told_of<wire::ReplicaEvents>("m1");
  ASSERT_THAT(events, SizeIs(1)) << "only what this node has stored";
  EXPECT_EQ(events[0].first, before + 2);
}

TEST_F(CommitPipelineTest, AmongSeveralNodesNobodyIsRefusedByAnOldCopy) {
  LiveMatch& live = table();
  meet();
  ask(live, "ben", {1, -1, match::AnswerDraw{true}, {}});
  EXPECT_THAT(happened, IsEmpty());
  store.answer();
  EXPECT_THAT(happened, ElementsAre("ben: no_offer", "free")) << "once the store has nothing newer";
}

TEST_F(CommitPipelineTest, TheClockHasDecidedBeforeAMoveThatComesTooLate) {
  LiveMatch& live = table();
  play_two(live);
  now = *live.match->deadline() + 1s;
  ask(live, "ann", move_of(*live.match));
  store.answer();
  EXPECT_THAT(happened, ElementsAre("told 1", "told 2", "header", "ann 1", "free"));
  EXPECT_TRUE(std::holds_alternative<match::Flagged>(live.recent.all()[static_cast<std::size_t>(before) + 1].what))
      << "that is what the command became";
  EXPECT_FALSE(live.is_unfinished());
}

TEST_F(CommitPipelineTest, WhoIsBackIsBackBeforeAnybodyClaimsTheirAbsence) {
  LiveMatch& live = table(terms_of("american"));
  play_two(live);
  ask(live, "gone", {1, -1, match::Depart{}, {}});
  store.answer();
  ASSERT_TRUE(live.match->seat(1).is_away);
  live.elsewhere.hear("n2", {2U, 0}, true, now);
  happened.clear();
  ask(live, "ann", {0, -1, match::ClaimWin{}, {}});
  store.answer();
  EXPECT_FALSE(live.match->seat(1).is_away);
  ASSERT_THAT(happened, testing::Not(IsEmpty()));
  EXPECT_EQ(happened.front(), "told 2");
  EXPECT_TRUE(live.is_unfinished()) << "nothing is left to be claimed";
}

TEST_F(CommitPipelineTest, ARatedEndIsStoredWithItsRatingsOrNotAtAll) {
  match::Terms terms = blitz();
  terms.is_rated = true;
  const auto rated = [](const std::string& id) {
    return match::Player{id, "Player " + id, match::PlayerKind::account, 1500, false};
  };
  LiveMatch& live = begun("m1", {rated("ann"), rated("ben")}, terms);
  before = live.match->number();
  ask(live, "move", move_of(*live.match));
  store.answer();
  ask(live, "move", move_of(*live.match));
  store.answer();
  happened.clear();
  store.appends = 0;
  ask(live, "ben", resign(1));
  answer_failing(store::FailureKind::stale);
  EXPECT_EQ(store.appends, 5) << "read and worked out again, but not for ever";
  EXPECT_THAT(happened, Contains("ben: store_unavailable"));
  EXPECT_TRUE(live.is_unfinished());
  EXPECT_EQ(context.open_writes, 0);
}

TEST_F(CommitPipelineTest, AStoppingSiteEndsWhatIsOnItsWayAndBeginsNothing) {
  LiveMatch& live = table();
  ask(live, "ann", move_of(*live.match));
  ask(live, "ben", resign(1));
  context.is_closing = true;
  ask(live, "late", resign(0));
  EXPECT_THAT(happened, ElementsAre("late: stopping"));
  store.answer();
  EXPECT_THAT(happened, ElementsAre("late: stopping", "told 1", "ann 1", "ben: stopping"));
  EXPECT_EQ(rows_since(), 1U);
  EXPECT_EQ(quiet, 1);
}

TEST_F(CommitPipelineTest, AllThatWaitAreRefusedAtTheEndButNotWhatIsOnItsWay) {
  LiveMatch& live = table();
  ask(live, "ann", move_of(*live.match));
  ask(live, "ben", resign(1));
  writer->pipeline.refuse_all_that_wait(live);
  EXPECT_THAT(happened, ElementsAre("ben: stopping"));
  store.answer();
  EXPECT_THAT(happened, Contains("ann 1"));
}

TEST_F(CommitPipelineTest, AnAnswerAfterTheEndChangesNothing) {
  LiveMatch& live = table();
  ask(live, "ann", move_of(*live.match));
  writer.reset();
  store.answer();
  EXPECT_THAT(happened, IsEmpty());
  EXPECT_EQ(live.match->number(), before);
}

TEST_F(CommitPipelineTest, AMatchIsHeldInMemoryWhileItsCommitIsOnItsWay) {
  LiveMatch& live = table();
  ask(live, "ann", move_of(*live.match));
  EXPECT_TRUE(live.is_held());
  store.answer();
  EXPECT_FALSE(live.is_held());
}

TEST_F(CommitPipelineTest, OnlyTheOwnSeatMayBeMoved) {
  table();
  EXPECT_EQ(code_of(guest("eva"), resigning()), "not_seated");
  EXPECT_EQ(code_of(guest("ann"), resigning(1)), "not_seated");
  EXPECT_EQ(code_of(guest("ann"), {"m1", {}, {-1, -1, match::Tick{}, {}}}), "no_such_seat") << "that is the server's";
  EXPECT_EQ(code_of(guest("ann"), {"m2", {}, {-1, -1, match::Resign{}, {}}}), "no_such_match");
  EXPECT_EQ(code_of(guest("ann"), {"m1", std::string(65, 'r'), {-1, -1, match::Resign{}, {}}}), "malformed");
  EXPECT_THAT(store.posted, IsEmpty());
  context.is_closing = true;
  EXPECT_EQ(code_of(guest("ann"), resigning()), "stopping");
}

TEST_F(CommitPipelineTest, APersonsCommandsAreThrottled) {
  table();
  MatchCommand draw{"m1", {}, {-1, -1, match::AnswerDraw{true}, {}}};
  std::string code;
  for (int count = 0; count < limits::commands_of_a_player.burst; ++count) code = code_of(guest("ann"), draw);
  EXPECT_EQ(code, "no_offer");
  const std::string throttled = code_of(guest("ann"), draw);
  EXPECT_NE(throttled, "no_offer");
  EXPECT_EQ(code_of(guest("ben"), draw), "no_offer") << "everybody has a measure of their own";
  draw.is_throttled = false;
  EXPECT_EQ(code_of(guest("ann"), draw), "no_offer");
}

}  // namespace
}  // namespace crownstar::live
