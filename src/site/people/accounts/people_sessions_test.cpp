#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.hpp"
#include "site/people/accounts/people.hpp"
#include "site/people/accounts/people_fixture_test.hpp"

namespace crownstar::people {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using testing::Contains;
using testing::ElementsAre;
using testing::SizeIs;
using testing::UnorderedElementsAre;

TEST_F(PeopleTest, ForgedSecretsOpenNothing) {
  ASSERT_TRUE(guest());
  for (const std::string& secret : {std::string(), std::string(43, 'A'), make_secret(), std::string(5'000, 'x'),
                                    std::string("' OR 1=1 --"), make_token_secret()}) {
    EXPECT_EQ(code(visitor(secret)), "not_signed_in");
    EXPECT_EQ(code(token_visitor(secret)), "not_signed_in");
  }
}

TEST_F(PeopleTest, ASessionThatEndsUnusedIsToldToItsSockets) {
  const auto left_open = account("Magnus");
  const auto plays_on = guest();
  const Visitor player = *visitor(plays_on->secret);
  const auto sweep = [&] {
    fixture.people->sweep(now);
    // The store carries out in order: what is asked after the sweep sees what it left.
    ASSERT_TRUE(guest());
  };
  now += limits::session_idle - hours{24};
  sweep();
  EXPECT_THAT(fixture.ended, testing::IsEmpty());
  fixture.people->note_use(player, now);
  now += hours{25};
  sweep();
  EXPECT_THAT(fixture.ended, testing::ElementsAre(left_open->session)) << "and not who plays over a socket";
  EXPECT_EQ(code(visitor(left_open->secret)), "not_signed_in");
  fixture.restart();  // nothing is in memory any more
  now += limits::session_idle / 2;
  fixture.people->note_use(player, now);
  const auto noted = [&] {  // it is read first, and then written
    return fixture
        .outcome<std::vector<store::SessionRow>>([&](auto done) { fixture.store->sessions_of(player.person.id, done); })
        ->front()
        .seen;
  };
  for (int tries = 0; noted() != now; ++tries) ASSERT_LT(tries, 100'000);
  now += limits::session_idle - hours{1};
  EXPECT_TRUE(visitor(plays_on->secret)) << "what is used is found in the store";
}

TEST_F(PeopleTest, NoSecretAndNoPasswordIsInTheFile) {
  const auto signed_in = account("Magnus");
  const Visitor who = *visitor(signed_in->secret);
  const auto token = make_token(who);
  const std::string text = fixture.file_text();
  EXPECT_NE(text.find("Magnus"), std::string::npos);
  EXPECT_EQ(text.find(signed_in->secret), std::string::npos);
  EXPECT_EQ(text.find(token->secret), std::string::npos);
  EXPECT_EQ(text.find(good_password), std::string::npos);
  EXPECT_EQ(text.find(caller.address), std::string::npos);
}

TEST_F(PeopleTest, ASessionIsRotatedOnceADayAndTheOldSecretLeadsToIt) {
  const auto signed_in = guest();
  EXPECT_EQ(visitor(signed_in->secret, true)->fresh_secret, "");
  now += hours{25};
  EXPECT_EQ(visitor(signed_in->secret, false)->fresh_secret, "");
  const auto rotated = visitor(signed_in->secret, true);
  ASSERT_TRUE(rotated);
  const std::string second = rotated->fresh_secret;
  ASSERT_TRUE(is_session_secret(second));
  EXPECT_EQ(rotated->session, signed_in->session);
  EXPECT_EQ(visitor(second, true)->fresh_secret, "");
  // The answer got lost, or another request was under way: it leads to the same secret, also after a restart.
  EXPECT_EQ(visitor(signed_in->secret, true)->fresh_secret, second);
  fixture.restart();
  EXPECT_EQ(visitor(signed_in->secret, true)->fresh_secret, second);
  EXPECT_EQ(visitor(second)->session, signed_in->session);
  now += hours{24};
  const std::string third = visitor(second, true)->fresh_secret;
  EXPECT_NE(third, second);
  EXPECT_EQ(code(visitor(signed_in->secret, true)), "not_signed_in");  // two days old
  EXPECT_EQ(visitor(second)->session, signed_in->session);
  EXPECT_EQ(visitor(third)->session, signed_in->session);
}

TEST_F(PeopleTest, ManyRequestsAtTheMomentOfRotationGetTheSameSecret) {
  const auto signed_in = guest();
  now += hours{25};
  std::vector<Answer<Visitor>> answers;
  for (int i = 0; i < 6; ++i) {
    fixture.people->visitor_of_session(signed_in->secret, true, now,
                                       [&](Answer<Visitor> answer) { answers.push_back(std::move(answer)); });
  }
  ASSERT_TRUE(fixture.loop.run_until([&] { return answers.size() == 6; }));
  for (const auto& answer : answers) {
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->fresh_secret, answers.front()->fresh_secret);
  }
}

TEST_F(PeopleTest, ASessionEndsWhenUnusedAndAtItsAge) {
  const auto idle = guest();
  now += limits::session_idle - minutes{1};
  EXPECT_TRUE(visitor(idle->secret, true));
  now += limits::session_idle + minutes{1};
  EXPECT_EQ(code(visitor(idle->secret, true)), "not_signed_in");
  std::string secret = guest()->secret;
  const Instant made = now;
  while (now - made < limits::session_life - hours{24}) {
    now += hours{24 * 20};
    const auto who = visitor(secret, true);
    if (!who) break;
    if (!who->fresh_secret.empty()) secret = who->fresh_secret;
  }
  EXPECT_GE(now - made, limits::session_life - hours{24 * 20});
  now = made + limits::session_life;
  EXPECT_EQ(code(visitor(secret, true)), "not_signed_in");
}

TEST_F(PeopleTest, AStricterSettingEndsSessionsThatThereAre) {
  const auto signed_in = guest();
  fixture.session_idle = hours{24 * 7};
  fixture.restart();
  now += hours{24 * 6};
  ASSERT_TRUE(visitor(signed_in->secret));
  const auto other = guest();
  now += hours{24 * 7} + minutes{1};
  EXPECT_EQ(code(visitor(signed_in->secret)), "not_signed_in");
  EXPECT_EQ(code(visitor(other->secret)), "not_signed_in");
}

TEST_F(PeopleTest, SessionsAreListedAndEndedSinglyOrAll) {
  const auto first = account("Magnus");
  now += minutes{1};
  const auto second = sign_in("Magnus", good_password);
  now += minutes{1};
  const auto third = sign_in("Magnus", good_password);
  const Visitor who = *visitor(third->secret);
  auto views = fixture.answer<std::vector<SessionView>>([&](auto done) { fixture.people->sessions(who, now, done); });
  ASSERT_THAT(*views, SizeIs(3));
  EXPECT_TRUE(views->front().is_this_one);
  EXPECT_EQ(views->front().label, "A Browser");
  EXPECT_TRUE(fixture.answer<void>([&](auto done) { fixture.people->end_session(who, first->session, done); }));
  EXPECT_EQ(code(visitor(first->secret)), "not_signed_in");
  EXPECT_THAT(fixture.ended, Contains(first->session));
  EXPECT_TRUE(visitor(second->secret));
  EXPECT_EQ(code(fixture.answer<void>([&](auto done) { fixture.people->end_session(who, first->session, done); })),
            "not_found");
  EXPECT_TRUE(fixture.answer<void>([&](auto done) { fixture.people->end_other_sessions(who, done); }));
  EXPECT_EQ(code(visitor(second->secret)), "not_signed_in");
  EXPECT_TRUE(visitor(third->secret));
  EXPECT_TRUE(fixture.answer<void>([&](auto done) { fixture.people->sign_out(who, done); }));
  EXPECT_EQ(code(visitor(third->secret)), "not_signed_in");
}

TEST_F(PeopleTest, AnEndInDoubtClosesConnectionsAllTheSame) {
  const auto first = account("Magnus");
  const auto second = sign_in("Magnus", good_password);
  const auto third = sign_in("Magnus", good_password);
  const Visitor who = *visitor(third->secret);
  fixture.let_deleting_fail("sessions");
  EXPECT_EQ(code(fixture.answer<void>([&](auto done) { fixture.people->end_session(who, first->session, done); })),
            "store_unavailable");
  EXPECT_THAT(fixture.ended, ElementsAre(first->session));
  fixture.ended.clear();
  EXPECT_EQ(code(fixture.answer<void>([&](auto done) { fixture.people->end_other_sessions(who, done); })),
            "store_unavailable");
  EXPECT_THAT(fixture.ended, UnorderedElementsAre(first->session, second->session));
}

TEST_F(PeopleTest, ATokenOrPasswordInDoubtClosesConnectionsAllTheSame) {
  const auto other = account("Magnus");
  const Visitor who = *visitor(sign_in("Magnus", good_password)->secret);
  const std::string token = make_token(who)->view.token;
  fixture.let_deleting_fail("tokens");
  EXPECT_EQ(code(fixture.answer<void>([&](auto done) { fixture.people->revoke_token(who, token, done); })),
            "store_unavailable");
  EXPECT_THAT(fixture.ended, ElementsAre(token));
  fixture.ended.clear();
  fixture.let_deleting_fail("sessions");
  EXPECT_EQ(code(change_password(who, good_password, other_password)), "store_unavailable");
  EXPECT_THAT(fixture.ended, UnorderedElementsAre(other->session, token));
}

TEST_F(PeopleTest, NobodyEndsASessionOfSomebodyElse) {
  const auto ann = guest();
  const Visitor bob = *visitor(guest()->secret);
  EXPECT_EQ(code(fixture.answer<void>([&](auto done) { fixture.people->end_session(bob, ann->session, done); })),
            "not_found");
  EXPECT_TRUE(visitor(ann->secret));
}

TEST_F(PeopleTest, ALookUnderWayDoesNotOutliveTheEndOfItsSession) {
  const auto signed_in = guest();
  const Visitor who = *visitor(signed_in->secret);
  fixture.restart();  // nothing in memory
  std::vector<Answer<Visitor>> looks;
  bool is_ended = false;
  const auto look = [&] {
    fixture.people->visitor_of_session(signed_in->secret, false, now,
                                       [&](Answer<Visitor> answer) { looks.push_back(std::move(answer)); });
  };
  look();
  fixture.people->sign_out(who, [&](Answer<void> answer) { is_ended = answer.has_value(); });
  look();
  ASSERT_TRUE(fixture.loop.run_until([&] { return is_ended && looks.size() == 2; }));
  EXPECT_EQ(code(visitor(signed_in->secret)), "not_signed_in");
}

TEST_F(PeopleTest, ThereAreOnlySoManySessions) {
  const auto first = account("Magnus");
  for (int i = 0; i < limits::sessions_of_a_player; ++i) {
    now += minutes{1};
    ASSERT_TRUE(sign_in("Magnus", good_password));
  }
  ASSERT_TRUE(fixture.loop.run_until([&] { return !fixture.ended.empty(); }));
  EXPECT_THAT(fixture.ended, testing::ElementsAre(first->session));
  EXPECT_EQ(code(visitor(first->secret)), "not_signed_in");
}

TEST_F(PeopleTest, ASignInEndsNoSessionThatIsAsNewOrNewer) {
  const auto first = account("Magnus");
  const auto begin_elsewhere = [&](int count, Instant seen) {
    for (int each = 0; each < count; ++each) {
      store::SessionRow row;
      row.hash = hash_of_secret(make_secret());
      row.id = make_id('s');
      row.player = first->person.id;
      row.created = row.seen = seen;
      row.expires = seen + limits::session_idle;
      ASSERT_TRUE(fixture.outcome<void>([&](auto done) { fixture.store->create_session(row, done); }));
    }
  };
  // Half as many as there may be began in the same moment as the new one, whose random name may be the first or the
  // last, and half of them later, at a node whose clock is ahead.
  now += minutes{1};
  begin_elsewhere(limits::sessions_of_a_player / 2, now);
  begin_elsewhere(limits::sessions_of_a_player / 2, now + minutes{30});
  const auto second = sign_in("Magnus", good_password);
  ASSERT_TRUE(second);
  ASSERT_TRUE(fixture.loop.run_until([&] { return !fixture.ended.empty(); }));
  ASSERT_TRUE(visitor(second->secret));
  EXPECT_THAT(fixture.ended, testing::ElementsAre(first->session)) << "though there is one too many";
  // The next one ends what is too much, and itself never.
  now += minutes{10};
  const auto third = sign_in("Magnus", good_password);
  ASSERT_TRUE(third);
  ASSERT_TRUE(fixture.loop.run_until([&] { return fixture.ended.size() == 3; }));
  EXPECT_TRUE(visitor(third->secret));
}

TEST_F(PeopleTest, AChangeOfPasswordEndsOtherSessionsAndAllTokens) {
  const auto first = account("Magnus");
  const auto second = sign_in("Magnus", good_password);
  const Visitor who = *visitor(second->secret);
  EXPECT_EQ(code(change_password(who, "wrong", other_password)), "wrong_credentials");
  EXPECT_EQ(code(change_password(who, good_password, "12345678")), "password_unfit");
  EXPECT_TRUE(visitor(first->secret));
  const auto token = make_token(who);
  ASSERT_TRUE(token_visitor(token->secret));
  const auto changed = change_password(who, good_password, other_password);
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->session, second->session);  // its sockets need not close
  EXPECT_NE(changed->secret, second->secret);
  EXPECT_EQ(code(visitor(first->secret, true)), "not_signed_in");
  EXPECT_EQ(code(visitor(second->secret, true)), "not_signed_in");
  EXPECT_TRUE(visitor(changed->secret));
  EXPECT_EQ(code(token_visitor(token->secret)), "not_signed_in");
  EXPECT_THAT(fixture.ended, testing::ElementsAre(first->session, token->view.token));
  EXPECT_EQ(code(sign_in("Magnus", good_password)), "wrong_credentials");
  EXPECT_TRUE(sign_in("Magnus", other_password));
}

}  // namespace
}  // namespace crownstar::people
