#include "site/people/accounts/secret_memory.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace crownstar::people {
namespace {

LiveToken token(const std::string& hash, const std::string& handle, const std::string& person) {
  LiveToken made;
  made.row.hash = hash;
  made.row.id = handle;
  made.row.player = person;
  made.person.id = person;
  return made;
}

TEST(SecretMemory, WhatIsForgottenIsNotFound) {
  SecretMemory<store::TokenRow> memory(10);
  memory.put(token("a", "t1", "anna"));
  memory.put(token("b", "t2", "anna"));
  memory.put(token("c", "t3", "bela"));
  memory.put(token("d", "t4", "bela"));
  memory.put(token("e", "t5", "cora"));
  ASSERT_NE(memory.find("a"), nullptr);
  EXPECT_EQ(memory.find("a")->row.id, "t1");
  memory.forget("a");
  EXPECT_EQ(memory.find("a"), nullptr);
  memory.forget_handle("bela", "t2");  // it is Anna's
  EXPECT_NE(memory.find("b"), nullptr);
  memory.forget_handle("anna", "t2");
  EXPECT_EQ(memory.find("b"), nullptr);
  memory.forget_person("bela");
  EXPECT_EQ(memory.find("c"), nullptr);
  EXPECT_EQ(memory.find("d"), nullptr);
  const std::vector<std::string> handles{"t9", "t5"};
  memory.forget_handles(handles);
  EXPECT_EQ(memory.size(), 0U);
}

TEST(SecretMemory, OfAPersonsOneIsKept) {
  SecretMemory<store::TokenRow> memory(10);
  memory.put(token("a", "t1", "anna"));
  memory.put(token("b", "t2", "anna"));
  memory.put(token("c", "t3", "bela"));
  memory.forget_person("anna", "b");
  EXPECT_EQ(memory.find("a"), nullptr);
  EXPECT_NE(memory.find("b"), nullptr);
  EXPECT_NE(memory.find("c"), nullptr);
  memory.forget_all();
  EXPECT_EQ(memory.size(), 0U);
  EXPECT_TRUE(memory.of_person("anna").empty());
}

TEST(SecretMemory, ANewNameIsThatOfAllOfAPersons) {
  SecretMemory<store::TokenRow> memory(10);
  for (const char* hash : {"a", "b"}) memory.put(token(hash, hash, "anna"));
  Person renamed;
  renamed.id = "anna";
  renamed.name = "Anna K";
  memory.rename(renamed);
  for (const LiveToken& each : memory.of_person("anna")) EXPECT_EQ(each.person.name, "Anna K");
  EXPECT_EQ(memory.of_person("anna").size(), 2U);
}

TEST(SecretMemory, TheOneMetLeastLatelyGoes) {
  SecretMemory<store::TokenRow> memory(2);
  memory.put(token("a", "t1", "anna"));
  memory.put(token("b", "t2", "anna"));
  EXPECT_NE(memory.find("a"), nullptr);
  memory.put(token("c", "t3", "bela"));
  EXPECT_NE(memory.find("a"), nullptr);
  EXPECT_EQ(memory.find("b"), nullptr);
}

TEST(SecretMemory, ItHoldsNoMoreThanItMay) {
  SecretMemory<store::TokenRow> memory(3);
  for (int number = 0; number < 100; ++number) {
    const std::string hash = std::to_string(number);
    EXPECT_EQ(memory.put(token(hash, "t" + hash, "anna")).row.hash, hash);
    ASSERT_NE(memory.find(hash), nullptr);
    ASSERT_LE(memory.size(), 3U);
  }
}

}  // namespace
}  // namespace crownstar::people
