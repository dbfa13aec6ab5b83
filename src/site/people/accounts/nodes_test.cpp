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
#include "site/people/names/names.hpp"
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

// Both looked, and found no such name, before either stored it.
TEST(PeopleOfSeveralNodes, OfTwoNamesThatLookAlikeMadeAtOnceOneIsTaken) {
  store::PostgresLocation location(store::PostgresServer::shared().address());
  Mailbox mailbox;
  const auto first_store = location.open(mailbox.post());
  const auto second_store = location.open(mailbox.post());
  ASSERT_TRUE(first_store && second_store);
  Node first(**first_store, mailbox);
  Node second(**second_store, mailbox);
  for (Node* const node : {&first, &second}) {
    ASSERT_TRUE(answer<void>(mailbox, [&](auto done) { node->people.open(std::move(done)); }));
  }
  const Instant now{std::chrono::hours{500'000}};
  const Caller caller{"192.0.2.1", "A Browser"};
  const std::string password = "correct horse battery";
  std::array<std::optional<Answer<SignedIn>>, 2> made;
  first.people.make_account(nullptr, "Cloud-Sailor", password, caller, now, [&](auto each) { made[0] = each; });
  second.people.make_account(nullptr, "doud5ailor", password, caller, now, [&](auto each) { made[1] = each; });
  ASSERT_TRUE(mailbox.run_until([&] { return made[0] && made[1]; }));
  EXPECT_NE(made[0]->has_value(), made[1]->has_value());
  EXPECT_EQ((*made[0] ? *made[1] : *made[0]).error().code, "name_taken");
}

// Of several nodes that start together on a store of earlier accounts each finds the names kept.
TEST(PeopleOfSeveralNodes, WhoBeginTogetherOnEarlierAccountsKeepTheirNamesFromOthers) {
  store::PostgresLocation location(store::PostgresServer::shared().address());
  Mailbox mailbox;
  const auto first_store = location.open(mailbox.post());
  const auto second_store = location.open(mailbox.post());
  ASSERT_TRUE(first_store && second_store);
  for (int number = 0; number < 40; ++number) {
    store::PlayerRow row;
    row.id = "p" + std::to_string(number);
    row.kind = store::PlayerKind::account;
    row.name = (number % 2 == 0 ? "Sailor-" : "5ailor-") + std::to_string(1'000 + number / 2);
    row.name_key = name_key(row.name);
    ASSERT_TRUE(store::ask(**first_store, mailbox, &store::Store::create_player, row));
  }
  Node first(**first_store, mailbox);
  Node second(**second_store, mailbox);
  std::array<std::optional<Answer<void>>, 2> opened;
  first.people.open([&](Answer<void> outcome) { opened[0] = std::move(outcome); });
  second.people.open([&](Answer<void> outcome) { opened[1] = std::move(outcome); });
  ASSERT_TRUE(mailbox.run_until([&] { return opened[0] && opened[1]; }));
  ASSERT_TRUE(*opened[0] && *opened[1]);
  const auto without = store::ask(**second_store, mailbox, &store::Store::accounts_without_skeleton,
                                  std::string(skeleton_mark), "", 100);
  ASSERT_TRUE(without);
  EXPECT_EQ(without->size(), 20U) << "one of each two that look alike has the skeleton";
  const auto taken = answer<SignedIn>(mailbox, [&](auto done) {
    second.people.make_guest("5ai1or_1007", {"192.0.2.1", "A Browser"}, Instant{std::chrono::hours{500'000}}, done);
  });
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, "name_taken");
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
