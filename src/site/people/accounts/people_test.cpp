#include "site/people/accounts/people.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.hpp"
#include "site/people/accounts/people_fixture_test.hpp"
#include "site/people/names/names.hpp"
#include "site/people/passwords/reset_link.hpp"

namespace crownstar::people {
namespace {

using std::chrono::hours;
using std::chrono::seconds;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

TEST_F(PeopleTest, AGuestPlaysAtOnceUnderAFriendlyName) {
  const auto signed_in = guest();
  ASSERT_TRUE(signed_in);
  EXPECT_TRUE(check_name(signed_in->person.name));
  EXPECT_EQ(signed_in->person.kind, PersonKind::guest);
  const auto who = visitor(signed_in->secret);
  ASSERT_TRUE(who);
  EXPECT_EQ(who->person, signed_in->person);
  EXPECT_EQ(who->session, signed_in->session);
  fixture.restart();
  EXPECT_EQ(visitor(signed_in->secret)->person, signed_in->person);
}

TEST_F(PeopleTest, AGuestTakesAnotherNameButNoneOfAnAccount) {
  ASSERT_TRUE(account("Magnus"));
  EXPECT_EQ(code(guest("magnus")), "name_taken");
  const auto signed_in = guest("Ann");
  const Visitor who = *visitor(signed_in->secret);
  const auto rename = [&](const std::string& name) {
    return fixture.answer<Person>([&](auto done) { fixture.people->rename_guest(who, name, now, done); });
  };
  EXPECT_EQ(code(rename("M4gnus!")), "name_unfit");
  EXPECT_EQ(code(rename("Mag-nus")), "name_taken");
  EXPECT_EQ(rename("Anna")->name, "Anna");
  EXPECT_EQ(visitor(signed_in->secret)->person.name, "Anna");
  EXPECT_EQ(fixture.changed.back().first.name, "Anna");
  fixture.restart();
  EXPECT_EQ(visitor(signed_in->secret)->person.name, "Anna");
}

TEST_F(PeopleTest, AnAccountSignsInWithItsPasswordOnly) {
  ASSERT_TRUE(account("Magnus"));
  EXPECT_EQ(code(sign_in("Magnus", "wrong horse battery")), "wrong_credentials");
  EXPECT_EQ(code(sign_in("Nobody", good_password)), "wrong_credentials");
  EXPECT_EQ(sign_in("nobody-here", good_password).error().reason, sign_in("Magnus", "wrong").error().reason);
  const auto signed_in = sign_in("mAGNUS", good_password);
  ASSERT_TRUE(signed_in);
  EXPECT_EQ(signed_in->person.name, "Magnus");
  EXPECT_TRUE(visitor(signed_in->secret)->is_account());
  fixture.restart();
  EXPECT_TRUE(sign_in("Magnus", good_password));
}

TEST_F(PeopleTest, NamesThatLookAlikeAreOneName) {
  ASSERT_TRUE(account("Bill-Bern"));
  for (const char* name : {"bill-bern", "BiIIBern", "B1ll_Bem", "Bíll-Bern"}) {
    EXPECT_EQ(code(account(name)), "name_taken") << name;
  }
  EXPECT_EQ(code(account("admin")), "name_unfit");
  EXPECT_EQ(code(account("Bob Fischer")), "name_unfit");
}

TEST_F(PeopleTest, NamesThatCouldBeReadAsEachOtherAreForOneAccount) {
  ASSERT_TRUE(account("Cloud-Sailor"));
  for (const char* name : {"Doud-Sailor", "C1oud5ailor", "doud_sa1lor"}) {
    EXPECT_EQ(code(account(name)), "name_taken") << name;
    EXPECT_EQ(code(guest(name)), "name_taken") << name;
  }
  EXPECT_EQ(code(sign_in("Doud-Sailor", good_password)), "wrong_credentials") << "another name opens nothing";
  EXPECT_TRUE(account("Loud-Sailor"));
  const auto before = guest("Max5imus");
  ASSERT_TRUE(account("Maxsimus"));
  now += limits::session_remembered + std::chrono::minutes{1};
  ASSERT_TRUE(visitor(before->secret));
  ASSERT_TRUE(fixture.loop.run_until([&] { return fixture.changed.back().first.id == before->person.id; }));
  EXPECT_NE(visitor(before->secret)->person.name, "Max5imus") << "a guest gives it up";
}

// As a store is that was written before skeletons were kept.
TEST_F(PeopleTest, NamesThatAreStoredAlreadyStayAndAreKeptFromOthers) {
  const auto stored = [&](const std::string& id, const std::string& name) {
    store::PlayerRow row;
    row.id = id;
    row.kind = store::PlayerKind::account;
    row.name = name;
    row.name_key = name_key(name);
    EXPECT_TRUE(fixture.outcome<void>([&](auto done) { fixture.store->create_player(row, done); }));
  };
  stored("p1", "Adam");
  stored("p2", "Aclam");
  for (int i = 0; i < 1'200; ++i) stored("q" + std::to_string(i), "Somebody-" + std::to_string(1'000'000 + 7 * i));
  fixture.restart();
  EXPECT_EQ(code(account("acIam")), "name_taken");
  EXPECT_EQ(code(account("5omebody-1008393")), "name_taken");
  for (const char* name : {"Adam", "Aclam"}) {
    const auto found = fixture.answer<Person>([&](auto done) { fixture.people->find_account(name, done); });
    ASSERT_TRUE(found);
    EXPECT_EQ(found->name, name);
  }
  // The one that was there first goes: at the next start the other keeps it from newcomers.
  ASSERT_TRUE(fixture.outcome<void>([&](auto done) { fixture.store->delete_account("p1", done); }));
  fixture.restart();
  EXPECT_EQ(code(account("acIam")), "name_taken");
  EXPECT_TRUE(fixture.failures.empty());
}

TEST_F(PeopleTest, AWeakPasswordMakesNoAccount) {
  const auto refused = fixture.answer<SignedIn>(
      [&](auto done) { fixture.people->make_account(nullptr, "Magnus", "password1", caller, now, done); });
  EXPECT_EQ(code(refused), "password_unfit");
}

TEST_F(PeopleTest, TwoAtTheSameTimeDoNotGetOneName) {
  std::vector<Answer<SignedIn>> answers;
  for (int i = 0; i < 2; ++i) {
    fixture.people->make_account(nullptr, "Magnus", good_password, caller, now,
                                 [&](Answer<SignedIn> answer) { answers.push_back(std::move(answer)); });
  }
  ASSERT_TRUE(fixture.loop.run_until([&] { return answers.size() == 2; }));
  EXPECT_NE(answers[0].has_value(), answers[1].has_value());
  EXPECT_EQ(code(answers[0]) + code(answers[1]), "name_taken");
}

TEST_F(PeopleTest, AGuestWhoMakesAnAccountKeepsTheId) {
  const auto before = guest("Ann");
  const auto elsewhere = guest();
  const Visitor who = *visitor(before->secret);
  now += seconds{5};
  const auto after = account("Annabelle", &who);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->person.id, before->person.id);
  EXPECT_EQ(after->person.kind, PersonKind::account);
  EXPECT_NE(after->secret, before->secret);  // another privilege, another secret
  EXPECT_EQ(code(visitor(before->secret)), "not_signed_in");
  EXPECT_TRUE(visitor(after->secret)->is_account());
  EXPECT_THAT(fixture.ended, Contains(before->session));
  EXPECT_EQ(fixture.changed.back().first, after->person);
  EXPECT_TRUE(visitor(elsewhere->secret));
  const Visitor now_account = *visitor(after->secret);
  EXPECT_EQ(code(account("Second", &now_account)), "guests_only");
  EXPECT_EQ(code(account("Second", &who)), "not_signed_in");  // the guest is no more
}

TEST_F(PeopleTest, SignInEndsTheSessionThatWasThere) {
  ASSERT_TRUE(account("Magnus"));
  const auto before = guest();
  const Visitor who = *visitor(before->secret);
  ASSERT_TRUE(sign_in("Magnus", good_password, &who));
  ASSERT_TRUE(fixture.loop.run_until([&] { return !fixture.ended.empty(); }));
  EXPECT_EQ(code(visitor(before->secret)), "not_signed_in");
}

TEST_F(PeopleTest, SignInIsThrottledByName) {
  ASSERT_TRUE(account("Magnus"));
  int tried = 0;
  std::string last;
  while (last != "too_many" && tried < 100) {
    caller.address = "198.51.100." + std::to_string(++tried);
    last = code(sign_in("Magnus", "wrong guess"));
  }
  EXPECT_EQ(tried, limits::sign_ins_of_a_name.burst + 1);
  EXPECT_EQ(code(sign_in("Magnus", good_password)), "too_many");
  // Nobody is locked out from where they came before, though anybody hammers at their name.
  caller.address = "192.0.2.1";
  EXPECT_TRUE(sign_in("Magnus", good_password));
  caller.address = "198.51.100.250";
  now += limits::sign_ins_of_a_name.each;
  EXPECT_TRUE(sign_in("Magnus", good_password));
}

TEST_F(PeopleTest, SignInIsThrottledByAddress) {
  int tried = 0;
  std::string last;
  while (last != "too_many" && tried < 100) {
    last = code(sign_in("Somebody" + std::to_string(++tried + 100), "wrong guess"));
  }
  EXPECT_EQ(tried, limits::sign_ins_of_an_address.burst + 1);
  const auto refused = sign_in("Whoever", "wrong guess");
  EXPECT_GT(refused.error().retry_after, seconds{0});
  caller.address = "192.0.2.2";
  EXPECT_EQ(code(sign_in("Whoever", "wrong guess")), "wrong_credentials");
}

TEST_F(PeopleTest, WhoHasTriedComesAfterStrangersForMinutes) {
  // Two may wait, and nothing is hashed.
  PasswordPool pool([this](auto work) { fixture.loop.post(std::move(work)); }, 0, 2,
                    HashCost{.passes = 1, .memory = 64 * 1'024});
  People people(*fixture.store, pool);
  ASSERT_TRUE(fixture.answer<void>([&](auto done) { people.open(done); }));
  std::vector<std::string> turned_away;
  const auto try_from = [&](const std::string& address) {
    people.sign_in(nullptr, {"Somebody", "a guess", {}}, {address, "A Browser"}, now, [&, address](const auto& answer) {
      if (code(answer) == "busy") turned_away.push_back(address);
    });
  };
  const auto waits = [&](std::size_t count) { return fixture.loop.run_until([&] { return pool.waiting() == count; }); };
  try_from("198.51.100.1");
  ASSERT_TRUE(waits(1));
  now += limits::sign_in_try_remembered - seconds{1};
  try_from("198.51.100.1");
  ASSERT_TRUE(waits(2));
  try_from("198.51.100.2");
  ASSERT_TRUE(fixture.loop.run_until([&] { return !turned_away.empty(); }));
  EXPECT_THAT(turned_away, ElementsAre("198.51.100.1"));
}

TEST_F(PeopleTest, SigningInRightIsNotThrottled) {
  ASSERT_TRUE(account("Magnus"));
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(sign_in("Magnus", good_password));
}

TEST_F(PeopleTest, AccountsAndGuestsOfOneAddressAreThrottled) {
  for (int i = 0; i < limits::guests_of_an_address.burst; ++i) ASSERT_TRUE(guest());
  EXPECT_EQ(code(guest()), "too_many");
  for (int i = 0; i < limits::accounts_of_an_address.burst; ++i) {
    ASSERT_TRUE(account("Player" + std::to_string(i + 20)));
  }
  EXPECT_EQ(code(account("Onemore")), "too_many");
}

TEST_F(PeopleTest, ANameThatIsTakenCostsNoneOfAnAddresssAccounts) {
  ASSERT_TRUE(account("Magnus"));
  for (int i = 0; i < 2 * limits::accounts_of_an_address.burst; ++i) EXPECT_EQ(code(account("Magnus")), "name_taken");
  for (int i = 1; i < limits::accounts_of_an_address.burst; ++i) {
    ASSERT_TRUE(account("Player" + std::to_string(i + 20)));
  }
  EXPECT_EQ(code(account("Onemore")), "too_many");
}

TEST_F(PeopleTest, AGuestWhoSendsNoRequestGivesUpATakenNameToo) {
  const auto first = guest("Magnus");
  const auto second = guest("MAGNUS");
  const auto other = guest("Sven");
  const auto owner = account("Magnus");
  ASSERT_TRUE(first && second && other && owner);
  fixture.changed.clear();
  fixture.people->free_taken_names({first->person.id, other->person.id, owner->person.id, "nobody", second->person.id});
  ASSERT_TRUE(fixture.loop.run_until([&] { return fixture.changed.size() == 2; }));
  for (const auto& [person, change] : fixture.changed) EXPECT_EQ(change, Change::has_new_name) << person.name;
  EXPECT_NE(visitor(first->secret)->person.name, "Magnus");
  EXPECT_NE(visitor(second->secret)->person.name, "MAGNUS");
  EXPECT_EQ(visitor(other->secret)->person.name, "Sven");
}

TEST_F(PeopleTest, AGuestGivesUpANameThatAnAccountTakes) {
  const auto guest_before = guest("Magnus");
  ASSERT_TRUE(account("Magnús"));
  now += limits::session_remembered + std::chrono::minutes{1};
  ASSERT_TRUE(visitor(guest_before->secret));
  ASSERT_TRUE(fixture.loop.run_until([&] { return fixture.changed.back().first.id == guest_before->person.id; }));
  const auto now_called = visitor(guest_before->secret);
  ASSERT_TRUE(now_called);
  EXPECT_EQ(now_called->person.id, guest_before->person.id);
  EXPECT_THAT(now_called->person.name, testing::ContainsRegex("^[A-Z][a-z]+-[A-Z][a-z]+-[0-9]+$"));
  EXPECT_EQ(fixture.changed.back(), std::pair(now_called->person, Change::has_new_name));
}

TEST_F(PeopleTest, TokensAreMadeShownOnceUsedAndRevoked) {
  const Visitor who = *visitor(account("Magnus")->secret);
  EXPECT_EQ(code(make_token(who, Scope::read, other_password)), "wrong_credentials");
  const auto token = make_token(who, Scope::read);
  ASSERT_TRUE(token);
  const Visitor bot = *token_visitor(token->secret);
  EXPECT_EQ(bot.person, who.person);
  EXPECT_EQ(bot.scope, Scope::read);
  EXPECT_FALSE(bot.is_session());
  EXPECT_EQ(code(make_token(bot)), "scope_missing");
  EXPECT_EQ(code(remove(bot, good_password)), "scope_missing");
  EXPECT_EQ(code(change_password(bot, good_password, other_password)), "scope_missing");
  EXPECT_EQ(code(make_token(*visitor(guest()->secret))), "accounts_only");
  const auto views = fixture.answer<std::vector<TokenView>>([&](auto done) { fixture.people->tokens(who, done); });
  ASSERT_THAT(*views, SizeIs(1));
  EXPECT_EQ(views->front().name, "my bot");
  EXPECT_TRUE(views->front().used);
  const auto revoke = [&](const Visitor& by) {
    return fixture.answer<void>([&](auto done) { fixture.people->revoke_token(by, token->view.token, done); });
  };
  EXPECT_EQ(code(revoke(*visitor(account("Other")->secret))), "not_found");
  EXPECT_TRUE(token_visitor(token->secret));
  EXPECT_TRUE(revoke(who));
  EXPECT_EQ(code(token_visitor(token->secret)), "not_signed_in");
  EXPECT_THAT(fixture.ended, Contains(token->view.token));
  for (int i = 0; i < limits::tokens_of_a_player; ++i) ASSERT_TRUE(make_token(who));
  EXPECT_EQ(code(make_token(who)), "too_many");
}

TEST_F(PeopleTest, TokensAskedForAtOnceStayWithinTheLimit) {
  const Visitor who = *visitor(account("Magnus")->secret);
  constexpr int at_once = limits::sign_ins_of_a_name.burst;  // more passwords are not compared at once
  constexpr int room = at_once / 2;
  for (int i = 0; i < limits::tokens_of_a_player - room; ++i) ASSERT_TRUE(make_token(who));
  int made = 0;
  int refused = 0;
  for (int i = 0; i < at_once; ++i) {
    fixture.people->make_token(who, "my bot", Scope::play, good_password, caller, now,
                               [&](const Answer<NewToken>& answer) {
                                 answer ? ++made : ++refused;
                                 if (!answer) EXPECT_EQ(answer.error().code, "too_many");
                               });
  }
  ASSERT_TRUE(fixture.loop.run_until([&] { return made + refused == at_once; }));
  EXPECT_EQ(made, room);
}

TEST_F(PeopleTest, ATokenIsNotMadeByGuessing) {
  const Visitor who = *visitor(account("Magnus")->secret);
  for (int i = 0; i < limits::sign_ins_of_a_name.burst; ++i) {
    EXPECT_EQ(code(make_token(who, Scope::play, other_password)), "wrong_credentials");
  }
  EXPECT_EQ(code(make_token(who)), "too_many");
}

TEST_F(PeopleTest, ADeletedAccountIsGone) {
  const auto signed_in = account("Magnus");
  const Visitor who = *visitor(signed_in->secret);
  const auto token = make_token(who);
  store::MatchHeader header;
  header.id = "m1";
  header.game = "american";
  header.created = header.updated = now;
  header.seats = {
      {.seat = 0, .kind = store::PlayerKind::account, .player = who.person.id, .name = "Magnus", .rating = 1500}};
  ASSERT_TRUE(
      fixture.outcome<void>([&](auto done) { fixture.store->create_match(header, {{"created", "{}"}}, done); }));
  ASSERT_TRUE(fixture.outcome<int>([&](auto done) {
    fixture.store->append_chat(
        {.match = "m1", .room = "players", .player = who.person.id, .name = "Magnus", .text = "hi"}, done);
  }));
  EXPECT_EQ(code(remove(who, "wrong")), "wrong_credentials");
  EXPECT_TRUE(visitor(signed_in->secret));
  ASSERT_TRUE(remove(who, good_password));
  EXPECT_EQ(fixture.changed.back(), std::pair(who.person, Change::is_gone));
  EXPECT_THAT(fixture.ended, testing::IsSupersetOf({signed_in->session, token->view.token}));
  EXPECT_EQ(code(visitor(signed_in->secret, true)), "not_signed_in");
  EXPECT_EQ(code(token_visitor(token->secret)), "not_signed_in");
  EXPECT_EQ(code(sign_in("Magnus", good_password)), "wrong_credentials");
  EXPECT_EQ(code(fixture.answer<Person>([&](auto done) { fixture.people->find_account("Magnus", done); })),
            "not_found");
  const auto match =
      fixture.outcome<std::optional<store::MatchHeader>>([&](auto done) { fixture.store->find_match("m1", done); });
  EXPECT_EQ((*match)->seats.front().kind, store::PlayerKind::deleted);
  EXPECT_EQ((*match)->seats.front().name, "");
  const auto chat =
      fixture.outcome<std::vector<store::ChatRow>>([&](auto done) { fixture.store->chat("m1", "", 0, 100, done); });
  EXPECT_THAT(*chat, IsEmpty());
  fixture.restart();  // folds the log into the file
  const std::string text = fixture.file_text();
  EXPECT_EQ(text.find("Magnus"), std::string::npos);
  EXPECT_EQ(text.find(who.person.id), std::string::npos);
  EXPECT_TRUE(account("Magnus"));  // the name is free again
}

TEST_F(PeopleTest, WhoMissedAnEndAsksWhoThatIsByNow) {
  const auto standing = [&](const std::string& person) {
    return fixture.answer<std::optional<AccountState>>(
        [&](auto done) { fixture.people->account_state_of(person, done); });
  };
  const Visitor who = *visitor(account("Magnus")->secret);
  const auto token = make_token(who);
  EXPECT_EQ((*standing(who.person.id))->person, who.person);
  EXPECT_THAT((*standing(who.person.id))->handles, UnorderedElementsAre(who.session, token->view.token));
  ASSERT_TRUE(fixture.answer<void>([&](auto done) { fixture.people->revoke_token(who, token->view.token, done); }));
  EXPECT_THAT((*standing(who.person.id))->handles, UnorderedElementsAre(who.session));
  ASSERT_EQ(code(remove(who, good_password)), "");
  EXPECT_EQ(*standing(who.person.id), std::nullopt);
}

TEST_F(PeopleTest, WhatTheStoreDoesNotTakeIsRefusedAndNothingChanges) {
  const auto signed_in = account("Magnus");
  fixture.restart_without_writing();
  now += hours{25};
  const auto who = visitor(signed_in->secret, true);  // a rotation is due, and has to wait
  ASSERT_TRUE(who);
  EXPECT_EQ(who->fresh_secret, "");
  EXPECT_EQ(code(guest()), "busy");
  EXPECT_EQ(code(account("Second")), "busy");
  EXPECT_EQ(code(change_password(*who, good_password, other_password)), "busy");
  EXPECT_EQ(code(remove(*who, good_password)), "busy");
  EXPECT_EQ(fixture.changed.back(), std::pair(who->person, Change::stays));  // still there
  EXPECT_THAT(fixture.ended, IsEmpty());
  EXPECT_TRUE(visitor(signed_in->secret));
}

TEST_F(PeopleTest, OfThoseWhoUseALinkAtOnceOneIsAnswered) {
  const auto made = account("Magnus");
  const ResetLink link = make_reset_link(made->person.id, now + hours{1});
  const auto marked =
      fixture.outcome<void>([&](auto done) { fixture.store->change_password(made->person.id, link.mark, "", done); });
  ASSERT_TRUE(marked);
  EXPECT_EQ(code(sign_in("Magnus", good_password)), "wrong_credentials");
  EXPECT_EQ(code(reset(link.code, "short")), "password_unfit");
  EXPECT_EQ(code(reset(link.code, "Magnus Magnus")), "password_unfit");
  std::vector<Answer<Person>> answers;
  for (const std::string& password : {good_password, other_password}) {
    fixture.people->reset_password(link.code, password, caller, now,
                                   [&](Answer<Person> answer) { answers.push_back(std::move(answer)); });
  }
  ASSERT_TRUE(fixture.loop.run_until([&] { return answers.size() == 2; }));
  EXPECT_NE(answers[0].has_value(), answers[1].has_value());
  EXPECT_EQ(code(answers[0]) + code(answers[1]), "link_used");
  EXPECT_NE(sign_in("Magnus", good_password).has_value(), sign_in("Magnus", other_password).has_value());
  EXPECT_EQ(code(reset(link.code, good_password)), "link_used");
}

TEST_F(PeopleTest, ALinkEndsAndWrongOnesAreCounted) {
  const auto made = account("Magnus");
  const ResetLink link = make_reset_link(made->person.id, now + hours{1});
  ASSERT_TRUE(
      fixture.outcome<void>([&](auto done) { fixture.store->change_password(made->person.id, link.mark, "", done); }));
  now += hours{1};
  EXPECT_EQ(code(reset(link.code, good_password)), "link_expired");
  EXPECT_EQ(code(reset("p1", good_password)), "link_wrong");
  EXPECT_EQ(code(reset(make_reset_link("nobody", now + hours{1}).code, good_password)), "link_wrong");
  EXPECT_EQ(code(reset(make_reset_link(guest()->person.id, now + hours{1}).code, good_password)), "link_wrong");
  std::string last;
  for (int i = 0; i < limits::sign_ins_of_an_address.burst; ++i) last = code(reset("p1", good_password));
  EXPECT_EQ(last, "too_many");
}

TEST_F(PeopleTest, AGuestIsDeletedWithoutAPassword) {
  const auto signed_in = guest();
  ASSERT_TRUE(remove(*visitor(signed_in->secret), ""));
  EXPECT_EQ(code(visitor(signed_in->secret)), "not_signed_in");
}

TEST_F(PeopleTest, GuestsWhoDoNotComeBackAreForgotten) {
  const auto gone = guest();
  const auto kept = account("Magnus");
  now += limits::session_idle + hours{24};
  fixture.people->sweep(now);
  // The store carries out in order: what is asked after the sweep sees what it left.
  ASSERT_TRUE(guest());
  const auto found = fixture.outcome<std::optional<store::PlayerRow>>(
      [&](auto done) { fixture.store->find_player(gone->person.id, done); });
  EXPECT_FALSE(*found);
  EXPECT_TRUE(sign_in("Magnus", good_password));
}

TEST_F(PeopleTest, AnAccountIsFoundByItsName) {
  const auto made = account("Magnus");
  EXPECT_EQ(fixture.answer<Person>([&](auto done) { fixture.people->find_account("MAGNUS", done); }), made->person);
}

}  // namespace
}  // namespace crownstar::people
