#include <gmock/gmock.h>

#include "site/live/scenarios/live_fixture_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// The computer plays for somebody who has gone from a table of three.
class SubstituteAtTableTest : public LiveSiteTest {
 protected:
  static match::Substitute toy() { return {{"toy", "", match::PlayerKind::engine, 0, false}}; }
  // Everybody has moved once, and ann, whose turn it is, has gone for long.
  std::string left_table(bool is_rated = false) {
    for (const Person& person : {ann, ben, cyd}) keep_account(person);
    match::Terms terms = terms_of("sternhalma:players=3", fischer(600s, 5s));
    terms.is_rated = is_rated;
    const std::string id = match_of(terms, {ann, ben, cyd});
    {
      Attached leaves(*live, ann);
      EXPECT_TRUE(watch(leaves, id));
      play({ann, ben, cyd}, id, 3);
    }
    pass(31s);
    EXPECT_TRUE(look(id, [](const match::Match& each) { return each.seat(0).is_away; }));
    return id;
  }
  int moves_of(const std::string& id) { return status(id).moves; }

  const Person ann = account("ann");
  const Person ben = account("ben");
  const Person cyd = account("cyd");
};

TEST_F(SubstituteAtTableTest, ItIsAskedAndMovesAndGivesTheSeatBack) {
  const std::string id = left_table();
  Attached stays(*live, ben);
  ASSERT_TRUE(watch(stays, id));
  EXPECT_THAT(engines.asked, IsEmpty());
  ASSERT_EQ(code_of(ben, id, toy()), "");
  settle();
  const auto heard = stays.last<wire::ServerEvents>();
  EXPECT_TRUE(std::holds_alternative<wire::MatchSubstituted>(heard.events.back()));
  ASSERT_THAT(heard.status.substitutes, SizeIs(1));
  EXPECT_EQ(heard.status.substitutes[0].seat, 0);
  EXPECT_EQ(heard.status.substitutes[0].player.name, "Toy");
  ASSERT_THAT(engines.asked, SizeIs(1));
  engines.play();
  settle();
  EXPECT_EQ(moves_of(id), 4);
  EXPECT_EQ(turn(id), 1);
  play({ann, ben, cyd}, id, 2);
  settle();
  ASSERT_THAT(engines.asked, SizeIs(1));
  // She is back while it thinks: what it thought of is nobody's move.
  const auto late = engines.asked.front();
  Attached back(*live, ann);
  ASSERT_TRUE(watch(back, id));
  pass(10ms);
  EXPECT_THAT(engines.asked, IsEmpty());
  EXPECT_THAT(stays.last<wire::ServerEvents>().status.substitutes, IsEmpty());
  late.done(late.move);
  settle();
  EXPECT_EQ(moves_of(id), 6);
  ASSERT_EQ(turn(id), 0);
  play({ann, ben, cyd}, id, 1);
  EXPECT_EQ(moves_of(id), 7);
}

TEST_F(SubstituteAtTableTest, ItAnswersOffersForWhoIsGone) {
  const std::string id = left_table();
  ASSERT_EQ(code_of(ben, id, toy()), "");
  settle();
  ASSERT_EQ(code_of(ben, id, match::OfferDraw{}), "");
  settle();
  EXPECT_FALSE(status(id).draw) << "it plays its draws out";
}

TEST_F(SubstituteAtTableTest, ItGoesOnAfterARestart) {
  const std::string id = left_table();
  ASSERT_EQ(code_of(cyd, id, toy()), "");
  settle();
  restart(5s);
  settle();
  pass(1s);
  ASSERT_THAT(engines.asked, SizeIs(1));
  EXPECT_EQ(engines.asked.front().seat, 0);
  engines.play();
  settle();
  EXPECT_EQ(moves_of(id), 4);
}

TEST_F(SubstituteAtTableTest, TheMatchIsUnratedForItsReadersAndInTheStore) {
  const std::string id = left_table(true);
  Attached stays(*live, ben);
  ASSERT_TRUE(watch(stays, id));
  EXPECT_TRUE(stays.last<wire::ServerSnapshot>().snapshot.setup.rated);
  ASSERT_EQ(code_of(ben, id, toy()), "");
  settle();
  EXPECT_FALSE(stays.last<wire::ServerSetup>().setup.rated);
  const auto summary = answer_of<MatchSummary>([&](auto done) { live->find(id, done); });
  ASSERT_TRUE(summary);
  EXPECT_FALSE(summary->header.is_rated);
  ASSERT_EQ(code_of(ben, id, match::Resign{}), "");
  ASSERT_EQ(code_of(cyd, id, match::Resign{}), "");
  settle();
  EXPECT_EQ(status(id).phase, match::Phase::over);
  std::optional<bool> has_rating;
  test_store->ratings_of("ben", [&](auto rows) { has_rating = rows && !rows->empty(); });
  ASSERT_TRUE(mailbox.run_until([&] { return has_rating.has_value(); }));
  EXPECT_FALSE(*has_rating);
}

TEST_F(SubstituteAtTableTest, WhoIsBackBeforeItIsAskedForKeepsTheSeat) {
  const std::string id = left_table();
  Attached back(*live, ann);
  ASSERT_TRUE(watch(back, id));
  EXPECT_EQ(code_of(ben, id, toy()), "no_claim");
  EXPECT_THAT(engines.asked, IsEmpty());
}

TEST_F(SubstituteAtTableTest, OneThatFailsLeavesTheSeatAbsentAsBefore) {
  const std::string id = left_table();
  Attached stays(*live, ben);
  ASSERT_TRUE(watch(stays, id));
  ASSERT_EQ(code_of(ben, id, toy()), "");
  settle();
  for (int tries = 0; tries < 3; ++tries) {
    ASSERT_THAT(engines.asked, SizeIs(1));
    engines.answer(std::unexpected(EngineFailure{"broken"}));
    pass(5s);
  }
  EXPECT_TRUE(stays.has_heard("cannot go on: its player has the seat again"));
  const auto told = stays.last<wire::ServerEvents>();
  EXPECT_TRUE(std::holds_alternative<wire::MatchStoodDown>(told.events.back()));
  EXPECT_THAT(told.status.substitutes, IsEmpty());
  EXPECT_THAT(told.status.away, ElementsAre(0));
  EXPECT_FALSE(look(id, [](const match::Match& each) { return each.seat(0).has_left; })) << "she may still return";
  Attached back(*live, ann);
  ASSERT_TRUE(watch(back, id));
  pass(10ms);
  play({ann, ben, cyd}, id, 1);
  EXPECT_EQ(turn(id), 1);
}

TEST_F(SubstituteAtTableTest, ALevelThatThereIsNotIsRefused) {
  const std::string id = left_table();
  EXPECT_EQ(code_of(ben, id, match::Substitute{{"nobody", "", match::PlayerKind::engine, 0, false}}), "no_such_engine");
}

}  // namespace
}  // namespace crownstar::live
