#include "site/people/second_factor/second_factor.hpp"

#include <chrono>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "site/people/second_factor/totp.hpp"

namespace crownstar::people {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

// RFC 6238, appendix B: the vectors for SHA-1, which have eight digits.
TEST(Totp, TheVectorsOfRfc6238) {
  const std::string key = "12345678901234567890";
  for (const auto& [time, code] : {std::pair{59LL, "94287082"},
                                   {1'111'111'109LL, "07081804"},
                                   {1'111'111'111LL, "14050471"},
                                   {1'234'567'890LL, "89005924"},
                                   {2'000'000'000LL, "69279037"},
                                   {20'000'000'000LL, "65353130"}}) {
    EXPECT_EQ(totp_code(key, time / totp_step.count(), 8), code) << time;
    EXPECT_EQ(totp_code(key, time / totp_step.count()), std::string(code).substr(2)) << "six digits are its last six";
  }
}

// RFC 4226, appendix D: HOTP, of which TOTP is made.
TEST(Totp, TheVectorsOfRfc4226) {
  const std::string key = "12345678901234567890";
  std::int64_t count = 0;
  for (const char* code :
       {"755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"}) {
    EXPECT_EQ(totp_code(key, count++), code);
  }
}

// RFC 4648, section 10, without the padding.
TEST(Totp, KeysAreWrittenInBase32) {
  for (const auto& [octets, text] : {std::pair{"", ""},
                                     {"f", "MY"},
                                     {"fo", "MZXQ"},
                                     {"foo", "MZXW6"},
                                     {"foob", "MZXW6YQ"},
                                     {"fooba", "MZXW6YTB"},
                                     {"foobar", "MZXW6YTBOI"}}) {
    EXPECT_EQ(base32_text(octets), text);
  }
  EXPECT_THAT(base32_text(make_totp_key()), MatchesRegex("[A-Z2-7]{32}"));
  EXPECT_NE(make_totp_key(), make_totp_key());
}

TEST(Totp, TheAddressFitsTheLargestQrCode) {
  const std::string key(20, 'k');
  EXPECT_EQ(totp_address(key, "Jean-Luc"),
            "otpauth://totp/Crownstar:Jean-Luc?secret=" + base32_text(key) + "&issuer=Crownstar");
  const std::string cut = totp_address(key, "ДДДДДДДДДДДДДДДДДДДД");
  EXPECT_LE(cut.size(), 134U);
  EXPECT_THAT(cut, HasSubstr("Crownstar:%D0%94%D0%94"));
  EXPECT_THAT(cut, HasSubstr("%D0%94?secret=" + base32_text(key)));
}

TEST(Totp, TheStepBeforeAndTheStepAfterAreGoodToo) {
  const std::string key = "12345678901234567890";
  const Instant now{seconds{1'111'111'111}};
  const std::int64_t step = 1'111'111'111 / 30;
  for (const int off : {-1, 0, 1}) {
    EXPECT_EQ(totp_steps(key, totp_code(key, step + off), now), std::vector<std::int64_t>{step + off});
  }
  for (const int off : {-2, 2}) EXPECT_TRUE(totp_steps(key, totp_code(key, step + off), now).empty());
  EXPECT_TRUE(totp_steps(key, "", now).empty());
  EXPECT_FALSE(totp_steps(key, totp_code(key, 0), Instant{}).empty()) << "the first step of all";
}

TEST(KeyCipher, OpensWhatItSealedForTheSameAccountOnly) {
  const auto cipher = KeyCipher::of(std::string(32, 'a'));
  ASSERT_TRUE(cipher);
  const std::string sealed = cipher->seal("the key", "anna");
  EXPECT_THAT(sealed, MatchesRegex("[0-9a-f]{8}:[0-9a-f]{94}")) << "24 octets of nonce, 7 of the key, 16 of the tag";
  EXPECT_TRUE(KeyCipher::is_sealed(sealed));
  EXPECT_NE(cipher->seal("the key", "anna"), sealed);
  EXPECT_EQ(cipher->open(sealed, "anna"), "the key");
  EXPECT_EQ(cipher->open(sealed, "ben"), std::nullopt);
  EXPECT_EQ(KeyCipher::of(std::string(32, 'b'))->open(sealed, "anna"), std::nullopt);
  for (std::size_t at = 0; at < sealed.size(); ++at) {
    std::string damaged = sealed;
    damaged[at] = damaged[at] == '0' ? '1' : '0';
    EXPECT_EQ(cipher->open(damaged, "anna"), std::nullopt) << at;
    EXPECT_EQ(cipher->open(sealed.substr(0, at), "anna"), std::nullopt) << at;
  }
}

TEST(KeyCipher, AFileIsAKeyWhereItIsLongEnough) {
  EXPECT_FALSE(KeyCipher::of(""));
  EXPECT_FALSE(KeyCipher::of(std::string(31, 'a')));
  const auto cipher = KeyCipher::of(std::string(40, 'a'));
  EXPECT_EQ(cipher->id(), KeyCipher::of(std::string(40, 'a') + "\n")->id()) << "a line feed at the end is no other key";
  EXPECT_NE(cipher->id(), KeyCipher::of(std::string(41, 'a'))->id());
  EXPECT_TRUE(KeyCipher::of(std::string(31, 'a') + "\n")) << "of 32 random bytes the last may be a line feed";
}

class SecondFactorTest : public testing::Test {
 protected:
  SecondFactorTest() { factor.begin(); }
  std::string code(int off = 0) const { return totp_code(factor.key(), step() + off); }
  std::int64_t step() const { return now.time_since_epoch() / totp_step; }
  // As the store gives it back.
  void store() { factor = SecondFactor::read(factor.written()); }
  std::string outcome(const std::string& typed) {
    const auto used = factor.take(typed, now);
    store();
    if (!used) return used.error().code;
    return *used == UsedCode::recovery ? "recovery" : "app";
  }

  SecondFactor factor;
  Instant now{std::chrono::hours{500'000}};
};

TEST_F(SecondFactorTest, IsOffUntilItIsTurnedOn) {
  EXPECT_EQ(SecondFactor().state(), SecondFactorState::off);
  EXPECT_EQ(SecondFactor::read("").state(), SecondFactorState::off);
  EXPECT_EQ(SecondFactor::read(SecondFactor().written()).state(), SecondFactorState::off);
  store();
  EXPECT_EQ(factor.state(), SecondFactorState::beginning);
  const std::string key = factor.key();
  EXPECT_EQ(outcome(code()), "app");
  factor.turn_on();
  store();
  EXPECT_TRUE(factor.is_on());
  EXPECT_EQ(factor.key(), key);
  EXPECT_EQ(factor.recovery_codes_left(), recovery_codes_made);
  factor.turn_off();
  store();
  EXPECT_EQ(factor.state(), SecondFactorState::off);
  EXPECT_TRUE(factor.key().empty());
}

// What cannot be read, perhaps of a later version, opens nothing.
TEST_F(SecondFactorTest, OneThatCannotBeReadIsOn) {
  for (const char* text : {"what is this", "f1 later 00 salt - hash", "f1 on", "f1 on  "}) {
    factor = SecondFactor::read(text);
    EXPECT_TRUE(factor.is_on()) << text;
    EXPECT_EQ(factor.take(totp_code("", step()), now).error().code, "second_factor_wrong") << text;
    EXPECT_EQ(factor.take("k4p7-m2xw-9q3t-ab5c", now).error().code, "second_factor_wrong") << text;
  }
}

TEST_F(SecondFactorTest, EachCodeIsGoodOnce) {
  factor.turn_on();
  EXPECT_EQ(outcome("000000"), code() == "000000" ? "app" : "second_factor_wrong");
  const std::string spaced = code().substr(0, 3) + " " + code().substr(3);
  EXPECT_EQ(outcome(spaced), "app");
  EXPECT_EQ(outcome(code()), "second_factor_used");
  EXPECT_EQ(outcome(code(1)), "app") << "a clock that is a little fast";
  EXPECT_EQ(outcome(code(-1)), "app") << "and one that is a little slow";
  for (const int off : {-1, 0, 1}) EXPECT_EQ(outcome(code(off)), "second_factor_used");
  now += totp_step;
  EXPECT_EQ(outcome(code()), "second_factor_used") << "it was used as the next one's";
  now += totp_step;
  EXPECT_EQ(outcome(code()), "app");
  // The server's clock is set back: what was used stays so.
  now -= 2 * totp_step;
  EXPECT_EQ(outcome(code()), "second_factor_used");
}

TEST_F(SecondFactorTest, ARecoveryCodeIsGoodOnceInAnySpelling) {
  const RecoveryCodes codes = factor.turn_on();
  EXPECT_EQ(std::set<std::string>(codes.begin(), codes.end()).size(), recovery_codes_made);
  for (const std::string& each : codes) {
    EXPECT_THAT(each, MatchesRegex("([0-9a-z]{4}-){3}[0-9a-z]{4}"));
    EXPECT_THAT(factor.written(), Not(HasSubstr(each.substr(0, 4) + each.substr(5, 4)))) << "only hashes are kept";
  }
  std::string typed = " " + codes[3];
  for (char& letter : typed) letter = letter == '-' ? ' ' : static_cast<char>(std::toupper(letter));
  EXPECT_EQ(outcome(typed), "recovery");
  EXPECT_EQ(factor.recovery_codes_left(), recovery_codes_made - 1);
  EXPECT_EQ(outcome(codes[3]), "second_factor_wrong");
  EXPECT_EQ(outcome(codes[4]), "recovery");
  EXPECT_EQ(outcome(""), "second_factor_wrong");
  EXPECT_EQ(outcome("k4p7-m2xw-9q3t-ab5"), "second_factor_wrong");
  factor.begin();
  EXPECT_EQ(outcome(codes[5]), "second_factor_wrong") << "of the key before";
}

// Of two requests with one code, each knows by what is kept whether it was the one.
TEST_F(SecondFactorTest, NoTwoWritingsAreTheSame) {
  factor.turn_on();
  EXPECT_NE(factor.written(), factor.written());
  EXPECT_NE(SecondFactor().written(), SecondFactor().written());
}

}  // namespace
}  // namespace crownstar::people
