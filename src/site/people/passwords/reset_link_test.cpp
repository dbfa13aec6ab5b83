#include "site/people/passwords/reset_link.hpp"

#include <gtest/gtest.h>

namespace crownstar::people {
namespace {

constexpr Instant link_time{std::chrono::hours{1000}};
constexpr Instant link_end = link_time + std::chrono::hours{1};

std::string refusal_of(std::string_view code, std::string_view hash, Instant at) {
  const auto checked = check_reset_code(code, hash, at);
  return checked ? "" : checked.error().code;
}

TEST(ResetLink, opens_its_account_until_it_ends) {
  const ResetLink link = make_reset_link("p4k7m2xw9q3t", link_end);
  EXPECT_EQ(account_of_reset_code(link.code), "p4k7m2xw9q3t");
  EXPECT_TRUE(is_reset_mark(link.mark));
  EXPECT_EQ(refusal_of(link.code, link.mark, link_time), "");
  EXPECT_EQ(refusal_of(link.code, link.mark, link_end - Milliseconds{1}), "");
  EXPECT_EQ(refusal_of(link.code, link.mark, link_end), "link_expired");
}

TEST(ResetLink, the_mark_has_no_secret) {
  const ResetLink link = make_reset_link("p1", link_end);
  const std::string secret = link.code.substr(3);
  EXPECT_EQ(link.mark.find(secret), std::string::npos);
}

TEST(ResetLink, a_used_or_replaced_one_opens_nothing) {
  const ResetLink link = make_reset_link("p1", link_end);
  EXPECT_EQ(refusal_of(link.code, "$argon2id$v=19$m=8,t=1,p=1$c2FsdA$aGFzaA", link_time), "link_used");
  EXPECT_EQ(refusal_of(link.code, make_reset_link("p1", link_end).mark, link_time), "link_used");
  EXPECT_EQ(refusal_of(link.code, "banned " + link.mark, link_time), "link_used");
  EXPECT_EQ(refusal_of(link.code, "", link_time), "link_used");
}

TEST(ResetLink, whatever_else_is_typed_is_wrong) {
  const ResetLink link = make_reset_link("p1", link_end);
  for (const std::string& code : {std::string(), std::string("."), std::string("p1."), std::string("p1"),
                                  link.code.substr(0, 40), link.code + "x", link.code.substr(3), "p1." + link.code}) {
    EXPECT_EQ(refusal_of(code, link.mark, link_time), "link_wrong") << code;
    EXPECT_EQ(account_of_reset_code(code), "") << code;
  }
}

TEST(ResetLink, a_broken_mark_opens_nothing) {
  const ResetLink link = make_reset_link("p1", link_end);
  const std::string hash = link.mark.substr(link.mark.rfind(' ') + 1);
  for (const std::string& mark :
       {std::string("reset "), std::string("reset 9"), "reset x " + hash, "reset  " + hash, "reset " + hash,
        std::string("reset 9999999999999999999999 ") + hash, std::string("reset 99999999999999 ")}) {
    EXPECT_EQ(refusal_of(link.code, mark, link_time), "link_used") << mark;
  }
}

}  // namespace
}  // namespace crownstar::people
