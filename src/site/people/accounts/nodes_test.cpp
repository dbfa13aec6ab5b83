// People on several nodes with one store: what each node generates for itself is the same for all.
#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "site/people/accounts/people.hpp"
#include "site/people/secrets.hpp"
#include "site/store/open/sqlite_store.hpp"
#include "site/store/postgres/location_test.hpp"

namespace crownstar::people {
namespace {

using store::Mailbox;

// One node's: in a file all use one store, and each has connections of its own to a database.
struct Node {
  Node(store::Store& store, Mailbox& mailbox)
      : passwords(mailbox.post(), 1, 8, HashCost{.passes = 1, .memory = 64 * 1'024}), people(store, passwords) {}

  PasswordPool passwords;
  People people;
};

template <typename T>
Answer<T> answer(Mailbox& mailbox, const std::function<void(Done<T>)>& ask) {
  std::optional<Answer<T>> given;
  ask([&given](Answer<T> each) { given = std::move(each); });
  EXPECT_TRUE(mailbox.run_until([&] { return given.has_value(); }));
  return given ? *std::move(given) : Answer<T>(refused("none", "no answer came"));
}

void expect_one_key(store::Store& first_store, store::Store& second_store, Mailbox& mailbox) {
  Node first(first_store, mailbox);
  Node second(second_store, mailbox);
  std::array<std::optional<Answer<void>>, 2> opened;
  const int before = mailbox.posts();
  first.people.open([&](Answer<void> outcome) { opened[0] = std::move(outcome); });
  second.people.open([&](Answer<void> outcome) { opened[1] = std::move(outcome); });
  // Both have looked, and found none, before either may write. A store may answer two together.
  const int answers = &first_store == &second_store ? 1 : 2;
  for (int look = 0; look < 60'000 && mailbox.posts() < before + answers; ++look) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_TRUE(mailbox.run_until([&] { return opened[0] && opened[1]; }));
  ASSERT_TRUE(*opened[0] && *opened[1]);

  const Instant now{std::chrono::hours{500'000}};
  const Instant later = now + std::chrono::hours{25};
  const Caller caller{"192.0.2.1", "A Browser"};
  const auto signed_in =
      answer<SignedIn>(mailbox, [&](auto done) { first.people.make_guest("", caller, now, std::move(done)); });
  ASSERT_TRUE(signed_in);
  const auto secret_from = [&](People& people) {
    const auto who = answer<Visitor>(
        mailbox, [&](auto done) { people.visitor_of_session(signed_in->secret, true, later, std::move(done)); });
    return who ? who->fresh_secret : who.error().reason;
  };
  const std::string fresh = secret_from(first.people);
  EXPECT_TRUE(is_session_secret(fresh)) << fresh;
  EXPECT_EQ(secret_from(second.people), fresh) << "a request that goes to another node at that moment";
}

TEST(PeopleOfSeveralNodes, WhoBeginTogetherOnAnEmptyFileRotateWithOneKey) {
  const store::ScratchFolder folder;
  Mailbox mailbox;
  const auto opened = store::open_sqlite({.path = folder.file("store")}, mailbox.post());
  ASSERT_TRUE(opened) << opened.error().text;
  expect_one_key(**opened, **opened, mailbox);
}

TEST(PeopleOfSeveralNodes, WhoBeginTogetherOnAnEmptyDatabaseRotateWithOneKey) {
  store::PostgresLocation location(store::PostgresServer::shared().address());
  Mailbox mailbox;
  const auto first = location.open(mailbox.post());
  ASSERT_TRUE(first) << first.error().text;
  const auto second = location.open(mailbox.post());
  ASSERT_TRUE(second) << second.error().text;
  expect_one_key(**first, **second, mailbox);
}

}  // namespace
}  // namespace crownstar::people
