#include "site/server/http/request_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.hpp"

namespace crownstar::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Targets, AreDecodedBySegments) {
  EXPECT_THAT(read_target("/")->segments, IsEmpty());
  EXPECT_THAT(read_target("/api/matches/m1")->segments, ElementsAre("api", "matches", "m1"));
  EXPECT_THAT(read_target("/a/")->segments, ElementsAre("a", ""));
  EXPECT_THAT(read_target("/move/11x18%2e")->segments, ElementsAre("move", "11x18."));
  EXPECT_THAT(read_target("/%e2%99%9f")->segments, ElementsAre("\u265f"));
  const auto target = read_target("/a?x=1&y=two%20words&z&=w&x=2");
  ASSERT_TRUE(target);
  EXPECT_EQ(field_value(target->query, "x"), "1");
  EXPECT_EQ(field_value(target->query, "y"), "two words");
  EXPECT_EQ(field_value(target->query, "z"), "");
  EXPECT_EQ(field_value(target->query, "nothing"), "");
}

TEST(Targets, ThatHideSomethingAreRefused) {
  for (const std::string_view wrong :
       {"",     "a",    "*",  "http://x/", "/..",  "/a/../b", "/%2e%2e/b", "/a%2fb",     "/a%5cb",   "/a\\b",   "/%00",
        "/%0a", "/%7f", "/%", "/%4",       "/%gg", "/%ff",    "/%c0%af",   "/%ed%a0%80", "/a?x=%zz", "/a?x=%ff"}) {
    EXPECT_FALSE(read_target(wrong)) << wrong;
  }
  EXPECT_FALSE(read_target("/" + std::string(limits::target_bytes, 'a')));
  std::string many = "/?";
  for (std::size_t i = 0; i <= limits::form_fields; ++i) many += "a=b&";
  EXPECT_FALSE(read_target(many));
}

TEST(Cookies, AreFoundByTheirWholeName) {
  EXPECT_EQ(cookie_value("crownstar=abc", "crownstar"), "abc");
  EXPECT_EQ(cookie_value("a=b; crownstar=abc; c=d", "crownstar"), "abc");
  EXPECT_EQ(cookie_value("xcrownstar=no; crownstar=yes", "crownstar"), "yes");
  EXPECT_EQ(cookie_value("crownstarx=no", "crownstar"), "");
  EXPECT_EQ(cookie_value("crownstar=", "crownstar"), "");
  EXPECT_EQ(cookie_value("crownstar", "crownstar"), "");
  EXPECT_EQ(cookie_value("", "crownstar"), "");
  EXPECT_EQ(cookie_value("crownstar=first; crownstar=second", "crownstar"), "first");
}

TEST(Tokens, AreThoseOfTheBearerScheme) {
  EXPECT_EQ(bearer_token("Bearer abc"), "abc");
  EXPECT_EQ(bearer_token("bearer  abc "), "abc");
  EXPECT_FALSE(bearer_token("Basic abc"));
  EXPECT_FALSE(bearer_token("Bearer"));
  EXPECT_FALSE(bearer_token("Bearerabc"));
}

TEST(Origins, HaveASchemeAndAHost) {
  EXPECT_EQ(read_origin("http://127.0.0.1:8417")->host, "127.0.0.1:8417");
  EXPECT_TRUE(read_origin("https://play.example")->is_secure);
  for (const std::string_view wrong :
       {"", "null", "play.example", "file://x", "http://", "http://a/b", "http://a b", "http://a@b"}) {
    EXPECT_FALSE(read_origin(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace crownstar::server
