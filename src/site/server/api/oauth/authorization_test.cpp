// What a program may ask for, where an answer may go, and which verifier belongs to a challenge.
#include "site/server/api/oauth/authorization.hpp"

#include <gtest/gtest.h>

#include "site/server/api/oauth/codes.hpp"

namespace crownstar::server {
namespace {

using namespace std::chrono_literals;
using people::Scope;

// The example of RFC 7636, appendix B.
constexpr std::string_view example_verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
constexpr std::string_view example_challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

TEST(Authorization, AVerifierBelongsToItsChallenge) {
  EXPECT_TRUE(is_verified_by(example_challenge, example_verifier));
  EXPECT_FALSE(is_verified_by(example_challenge, example_challenge));
  EXPECT_FALSE(is_verified_by(example_challenge, ""));
  EXPECT_FALSE(is_verified_by("", example_verifier));
  EXPECT_FALSE(is_verified_by(example_challenge, std::string(example_verifier) + "\n"));
}

TEST(Authorization, WhereAnAnswerMayGo) {
  for (const char* good :
       {"https://a.example/", "https://a.example:8443/back?x=1", "http://localhost/", "https://a.example",
        "http://127.0.0.1:80/x", "http://[::1]:1234/", "org.example.program:/back"}) {
    EXPECT_TRUE(is_redirect(good)) << good;
  }
  for (const char* bad : {"", "https:", "https://", "https:///x", "http://a.example/", "http://localhost.example/",
                          "https://u@a.example/", "https://a.example/#x", "https://a.example/ x", "javascript:alert(1)",
                          "data:text/html,x", "file:///x", "//a.example", "https:a.example", "https://a.example\\@b",
                          "HTTPS://a.example/", "program:/back", "1.example:/x", "https://a\xc3\xa9.example/"}) {
    EXPECT_FALSE(is_redirect(bad)) << bad;
  }
}

TEST(Authorization, ScopesOfTheLargeSitesAreOurs) {
  EXPECT_EQ(scope_of_words(""), Scope::read);
  EXPECT_EQ(scope_of_words("challenge:read  preference:read"), Scope::read);
  EXPECT_EQ(scope_of_words("challenge:read bot:play"), Scope::play);
  EXPECT_EQ(scope_of_words("bot:play email:read"), std::nullopt);
  EXPECT_EQ(words_of_scope(Scope::read), "read,preference:read,challenge:read,puzzle:read,study:read,tournament:read");
  EXPECT_EQ(words_of_scope(Scope::play),
            "read,play,preference:read,challenge:read,challenge:write,bot:play,board:play,msg:write,puzzle:read,"
            "study:read,tournament:read");
}

TEST(Authorization, AnAnswerIsAddedToTheAddress) {
  EXPECT_EQ(redirect_with("https://a.example/", "code", "a.b-_~", ""), "https://a.example/?code=a.b-_~");
  EXPECT_EQ(redirect_with("https://a.example/?x=1", "code", "c", "a b&\n"),
            "https://a.example/?x=1&code=c&state=a%20b%26%0A");
}

class CodesTest : public testing::Test {
 protected:
  Authorization asked() const {
    const auto read =
        read_authorization({"code", "a.example", "https://a.example/", example_challenge, "S256", "bot:play", ""});
    EXPECT_TRUE(read);
    return *read;
  }
  // Each use is for a token of its own.
  CodeUse use_of(const std::string& code) {
    return {code, std::string(example_verifier), "a.example", "https://a.example/", "t" + std::to_string(++uses)};
  }
  bool is_taken(const CodeUse& use) {
    std::optional<Grant> grant;
    codes.take(use, [&](const std::optional<Grant>& found) { grant = found; });
    if (grant) EXPECT_EQ(grant->person, "ann");
    return grant.has_value();
  }

  people::Instant now{std::chrono::days{20'000}};
  std::string revoked;
  int uses = 0;
  Codes codes{nullptr, [this](const std::string&, const std::string& token) { revoked = token; },
              [this] { return now; }};
};

TEST_F(CodesTest, ACodeIsGoodOnce) {
  const std::string code = codes.make(asked(), "ann", "mark");
  EXPECT_TRUE(is_taken(use_of(code)));
  EXPECT_EQ(revoked, "");
  EXPECT_FALSE(is_taken(use_of(code)));
  EXPECT_EQ(revoked, "t1");
  EXPECT_FALSE(is_taken(use_of(code)));
}

TEST_F(CodesTest, WhatCameOfAReusedCodeIsRevokedAtEachFurtherUse) {
  const std::string code = codes.make(asked(), "ann", "mark");
  const CodeUse first = use_of(code);
  EXPECT_TRUE(is_taken(first));
  for (int use = 0; use < 3; ++use) {
    revoked = "";  // as if the store had failed
    EXPECT_FALSE(is_taken(use_of(code)));
    EXPECT_EQ(revoked, "t1");
  }
  EXPECT_FALSE(is_taken(first)) << "the token is stored only now: nobody may get it";
}

TEST_F(CodesTest, ACodeIsGoodForAShortWhile) {
  const std::string code = codes.make(asked(), "ann", "mark");
  now += 119s;
  const std::string other = codes.make(asked(), "ann", "mark");
  EXPECT_TRUE(is_taken(use_of(code)));
  now += 120s;
  EXPECT_FALSE(is_taken(use_of(other)));
}

TEST_F(CodesTest, AWrongUseEndsACode) {
  for (int what = 0; what < 3; ++what) {
    const std::string code = codes.make(asked(), "ann", "mark");
    CodeUse use = use_of(code);
    (what == 0 ? use.verifier : what == 1 ? use.client : use.redirect) += "x";
    EXPECT_FALSE(is_taken(use));
    EXPECT_FALSE(is_taken(use_of(code)));
  }
}

}  // namespace
}  // namespace crownstar::server
