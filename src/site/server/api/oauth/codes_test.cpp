// A code is used by two at once: at the node that made it, and from another one. (authorization_test.cpp has the rest.)
#include "site/server/api/oauth/codes.hpp"

#include <deque>
#include <memory>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "site/bus/memory/exchange.hpp"

namespace crownstar::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class ConfirmedCodesTest : public testing::Test {
 protected:
  bus::Post post() {
    return [this](std::function<void()> work) { posted.push_back(std::move(work)); };
  }
  std::unique_ptr<Codes> codes_on(bus::Bus* bus) {
    return std::make_unique<Codes>(
        bus, [this](const std::string& person, const std::string& token) { revoked.push_back(person + " " + token); },
        [this] { return now; });
  }
  static std::string made_by(Codes& codes) {
    const Authorization asked{
        std::string(client), std::string(redirect), std::string(challenge), people::Scope::play, "bot:play", ""};
    return codes.make(asked, "ann", "mark");
  }
  // Whether the code is worth this token.
  bool is_good(Codes& codes, const std::string& code, const std::string& token) {
    const CodeUse use{code, std::string(verifier), std::string(client), std::string(redirect), token};
    std::optional<bool> is_granted;
    codes.take(use, [&](const std::optional<Grant>& grant) { is_granted = grant && grant->person == "ann"; });
    while (!is_granted && !posted.empty()) {
      const auto work = std::move(posted.front());
      posted.pop_front();
      work();
    }
    EXPECT_TRUE(is_granted);
    return is_granted.value_or(false);
  }

  // The pair that RFC 7636 gives in its appendix B.
  static constexpr std::string_view verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  static constexpr std::string_view challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  static constexpr std::string_view client = "program.example";
  static constexpr std::string_view redirect = "https://program.example/back";
  people::Instant now{std::chrono::days{20000}};
  std::deque<std::function<void()>> posted;
  std::vector<std::string> revoked;
};

TEST_F(ConfirmedCodesTest, ACodeIsGoodOnceAndItsTokenIsConfirmed) {
  const auto codes = codes_on(nullptr);
  const std::string code = made_by(*codes);
  EXPECT_TRUE(is_good(*codes, code, "t1"));
  EXPECT_TRUE(is_good(*codes, code, "t1")) << "the same token, now that it is stored";
  EXPECT_THAT(revoked, IsEmpty());
  EXPECT_FALSE(is_good(*codes, code, "t2"));
  EXPECT_THAT(revoked, ElementsAre("ann t1"));
  EXPECT_FALSE(is_good(*codes, code, "t3"));
}

TEST_F(ConfirmedCodesTest, ATokenThatIsNotStoredYetIsNotConfirmedAfterASecondUse) {
  const auto codes = codes_on(nullptr);
  const std::string code = made_by(*codes);
  EXPECT_TRUE(is_good(*codes, code, "t1"));
  EXPECT_FALSE(is_good(*codes, code, "t2"));
  EXPECT_FALSE(is_good(*codes, code, "t1"));
}

TEST_F(ConfirmedCodesTest, AnOldCodeIsWorthNothingAndAStoredTokenHasTime) {
  const auto codes = codes_on(nullptr);
  const std::string old = made_by(*codes);
  const std::string code = made_by(*codes);
  EXPECT_TRUE(is_good(*codes, code, "t1"));
  now += std::chrono::seconds(121);
  EXPECT_FALSE(is_good(*codes, old, "t2"));
  EXPECT_TRUE(is_good(*codes, code, "t1")) << "a slow store";
}

TEST_F(ConfirmedCodesTest, TheNodeThatMadeTheCodeSaysSoToAnotherOne) {
  const auto exchange = bus::MemoryExchange::create();
  const auto here = exchange->make_bus(post());
  const auto there = exchange->make_bus(post());
  const auto codes = codes_on(here.get());
  const auto others = codes_on(there.get());
  const std::string code = made_by(*codes);
  EXPECT_TRUE(is_good(*others, code, "t1"));
  EXPECT_TRUE(is_good(*others, code, "t1"));
  EXPECT_FALSE(is_good(*codes, code, "t2"));
  EXPECT_THAT(revoked, ElementsAre("ann t1"));
  EXPECT_FALSE(is_good(*others, code, "t1"));
}

}  // namespace
}  // namespace crownstar::server
