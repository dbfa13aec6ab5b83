// A password is changed while somebody who gave the old one still waits for the answer.
#include <gmock/gmock.h>

#include "site/people/accounts/people_fixture_test.hpp"

namespace crownstar::people {
namespace {

struct Meanwhile : PeopleTest {
  // The store has answered all that was asked until now.
  void settle() {
    for (int times = 0; times < 3; ++times) {
      ASSERT_TRUE(
          fixture.outcome<void>([&](auto done) { fixture.store->write_setting("a test's", "own", std::move(done)); }));
    }
  }
  // `ask`s, and as soon as the account has been read for it, the password is another one: by a link, or a ban.
  template <typename T>
  Answer<T> asked_while_it_changes(const std::string& person, const std::function<void(Done<T>)>& ask) {
    settle();
    std::optional<Answer<T>> given;
    ask([&given](Answer<T> each) { given = std::move(each); });
    int run = 0;
    EXPECT_TRUE(fixture.loop.run_until([&] { return run++ == 1; }));
    EXPECT_FALSE(given) << "the account has only been read";
    bool is_changed = false;
    fixture.store->change_password(person, "another hash", "", [&](auto outcome) { is_changed = outcome.has_value(); });
    EXPECT_TRUE(fixture.loop.run_until([&] { return given && is_changed; }));
    settle();
    return *given;
  }
  template <typename Rows>
  std::size_t count(const std::string& person, void (store::Store::*read)(std::string, store::Done<Rows>)) {
    const auto rows = fixture.outcome<Rows>([&](auto done) { (fixture.store.get()->*read)(person, std::move(done)); });
    return rows ? rows->size() : 99;
  }
  std::string stored_hash(const std::string& person) {
    const auto row = fixture.outcome<std::optional<store::PlayerRow>>(
        [&](auto done) { fixture.store->find_player(person, std::move(done)); });
    return row && *row ? (*row)->password_hash : "none";
  }
};

TEST_F(Meanwhile, ASignInWithTheOldPasswordLeavesNoSession) {
  const std::string person = account("Magnus")->person.id;
  const auto entered = asked_while_it_changes<SignedIn>(person, [&](auto done) {
    fixture.people->sign_in(nullptr, {"Magnus", good_password, {}}, caller, now, std::move(done));
  });
  EXPECT_EQ(code(entered), "wrong_credentials");
  EXPECT_EQ(count(person, &store::Store::sessions_of), 0U);
}

TEST_F(Meanwhile, AChangeOfTheOldPasswordDoesNotTakeItBack) {
  const auto made = account("Magnus");
  const Visitor who = *visitor(made->secret);
  const auto changed = asked_while_it_changes<SignedIn>(made->person.id, [&](auto done) {
    fixture.people->change_password(who, good_password, other_password, caller, now, std::move(done));
  });
  EXPECT_EQ(code(changed), "wrong_credentials");
  EXPECT_EQ(stored_hash(made->person.id), "another hash");
  EXPECT_EQ(count(made->person.id, &store::Store::sessions_of), 0U);
}

TEST_F(Meanwhile, ATokenThatTheOldPasswordAskedForIsWorthNothing) {
  const auto made = account("Magnus");
  const Visitor who = *visitor(made->secret);
  const auto token = asked_while_it_changes<NewToken>(made->person.id, [&](auto done) {
    fixture.people->make_token(who, "my bot", Scope::play, good_password, caller, now, std::move(done));
  });
  EXPECT_EQ(code(token), "wrong_credentials");
  EXPECT_EQ(count(made->person.id, &store::Store::tokens_of), 0U);
}

}  // namespace
}  // namespace crownstar::people
