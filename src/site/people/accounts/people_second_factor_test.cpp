// Accounts with a second factor: setting it up, signing in, recovery codes, throttling, turning it off.
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.hpp"
#include "site/people/accounts/people_fixture_test.hpp"
#include "site/people/second_factor/totp.hpp"

namespace crownstar::people {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class PeopleSecondFactor : public PeopleTest {
 protected:
  Answer<NewSecondFactor> begin(const Visitor& who, const std::string& password = good_password) {
    return fixture.answer<NewSecondFactor>(
        [&](auto done) { fixture.people->begin_second_factor(who, password, caller, now, done); });
  }
  Answer<RecoveryCodes> confirm(const Visitor& who, const std::string& typed) {
    return fixture.answer<RecoveryCodes>(
        [&](auto done) { fixture.people->confirm_second_factor(who, typed, caller, now, done); });
  }
  Answer<void> turn_off(const Visitor& who, const std::string& typed, const std::string& password = good_password) {
    return fixture.answer<void>(
        [&](auto done) { fixture.people->turn_off_second_factor(who, password, typed, caller, now, done); });
  }
  SecondFactorView view(const Visitor& who) {
    return *fixture.answer<SecondFactorView>([&](auto done) { fixture.people->second_factor(who, done); });
  }
  // As the app on the owner's phone has it.
  SecondFactor kept(const std::string& person) {
    const auto read = fixture.outcome<std::optional<std::string>>(
        [&](auto done) { fixture.store->read_setting(store::second_factor_key(person), done); });
    SecondFactor factor = SecondFactor::read((*read).value_or(""));
    if (fixture.key_cipher) factor.open(*fixture.key_cipher, person);
    return factor;
  }
  std::string kept_text(const std::string& person) {
    return fixture
        .outcome<std::optional<std::string>>(
            [&](auto done) { fixture.store->read_setting(store::second_factor_key(person), done); })
        .value()
        .value_or("");
  }
  // The server starts again, with the key file that holds this; empty: with none.
  void restart_with_key(const std::string& file) {
    fixture.key_cipher = KeyCipher::of(file);
    fixture.restart();
  }
  std::string app_code(const std::string& person, int off = 0) {
    return totp_code(kept(person).key(), (fixture.wall_time.time_since_epoch() / totp_step) + off);
  }
  // An account that has it on.
  Visitor secured(const std::string& name) {
    const Visitor owner = *visitor(account(name)->secret);
    EXPECT_TRUE(begin(owner));
    codes = confirm(owner, app_code(owner.person.id)).value();
    fixture.wall_time += 3 * totp_step;
    return owner;
  }
  std::vector<NoticeKind> notices(const Visitor& who) {
    const auto found = fixture.answer<std::vector<NoticeView>>([&](auto done) { fixture.people->notices(who, done); });
    std::vector<NoticeKind> kinds;
    for (const NoticeView& each : *found) kinds.push_back(each.kind);
    return kinds;
  }

  // Nobody waits for a notice to be stored, so it may take a few looks.
  std::vector<NoticeKind> notices_when_there(const Visitor& who, std::size_t count) {
    for (int looks = 0; looks < 10'000 && notices(who).size() < count; ++looks) continue;
    return notices(who);
  }

  RecoveryCodes codes;
};

TEST_F(PeopleSecondFactor, IsSetUpWithThePasswordAndACode) {
  const Visitor owner = *visitor(account("Magnus")->secret);
  EXPECT_EQ(code(confirm(owner, "123456")), "no_offer");
  EXPECT_EQ(code(begin(owner, other_password)), "wrong_credentials");
  const auto begun = begin(owner);
  ASSERT_TRUE(begun);
  EXPECT_EQ(begun->key, base32_text(kept(owner.person.id).key()));
  EXPECT_THAT(begun->address, HasSubstr("otpauth://totp/Crownstar:Magnus?secret=" + begun->key));
  EXPECT_FALSE(view(owner).is_on);
  EXPECT_TRUE(sign_in("Magnus", good_password)) << "it is not on before a code was typed";
  EXPECT_EQ(code(confirm(owner, app_code(owner.person.id, 5))), "second_factor_wrong");
  const auto made = confirm(owner, app_code(owner.person.id));
  ASSERT_TRUE(made);
  EXPECT_TRUE(view(owner).is_on);
  EXPECT_EQ(view(owner).recovery_codes_left, recovery_codes_made);
  EXPECT_EQ(code(begin(owner)), "already_done");
  EXPECT_EQ(code(confirm(owner, app_code(owner.person.id, 1))), "already_done");
  for (const std::string& each : *made) EXPECT_THAT(fixture.file_text(), Not(HasSubstr(each)));
}

TEST_F(PeopleSecondFactor, IsForTheSessionsOfAccounts) {
  EXPECT_EQ(code(begin(*visitor(guest()->secret))), "accounts_only");
  const Visitor owner = *visitor(account("Magnus")->secret);
  const Visitor bot = *token_visitor(make_token(owner)->secret);
  EXPECT_EQ(code(begin(bot)), "scope_missing");
  EXPECT_EQ(code(confirm(bot, "123456")), "scope_missing");
  EXPECT_EQ(code(turn_off(bot, "123456")), "scope_missing");
}

TEST_F(PeopleSecondFactor, ARightPasswordAloneOpensNothing) {
  const Visitor owner = secured("Magnus");
  const std::string id = owner.person.id;
  EXPECT_EQ(code(sign_in("Magnus", good_password)), "second_factor_needed");
  EXPECT_EQ(code(sign_in("Magnus", other_password, nullptr, app_code(id))), "wrong_credentials");
  EXPECT_EQ(code(sign_in("Magnus", good_password, nullptr, app_code(id, 4))), "second_factor_wrong");
  const std::string good = app_code(id);
  const auto begun = sign_in("Magnus", good_password, nullptr, good);
  ASSERT_TRUE(begun);
  EXPECT_TRUE(visitor(begun->secret)->is_account());
  EXPECT_EQ(code(sign_in("Magnus", good_password, nullptr, good)), "second_factor_used");
  fixture.restart();
  EXPECT_EQ(code(sign_in("Magnus", good_password, nullptr, good)), "second_factor_used");
  fixture.wall_time += totp_step;
  EXPECT_TRUE(sign_in("Magnus", good_password, nullptr, app_code(id)));
}

TEST_F(PeopleSecondFactor, TheCodeThatTurnedItOnSignsNobodyIn) {
  const Visitor owner = *visitor(account("Magnus")->secret);
  ASSERT_TRUE(begin(owner));
  const std::string typed = app_code(owner.person.id);
  ASSERT_TRUE(confirm(owner, typed));
  EXPECT_EQ(code(sign_in("Magnus", good_password, nullptr, typed)), "second_factor_used");
}

TEST_F(PeopleSecondFactor, OfTwoWhoUseOneCodeAtOnceOneIsLetIn) {
  const Visitor owner = secured("Magnus");
  for (const std::string& typed : {app_code(owner.person.id), codes[0]}) {
    std::vector<Answer<SignedIn>> answers;
    for (int i = 0; i < 4; ++i) {
      fixture.people->sign_in(nullptr, {"Magnus", good_password, typed}, caller, now,
                              [&](Answer<SignedIn> answer) { answers.push_back(std::move(answer)); });
    }
    ASSERT_TRUE(fixture.loop.run_until([&] { return answers.size() == 4; }));
    EXPECT_EQ(std::ranges::count_if(answers, [](const auto& each) { return each.has_value(); }), 1) << typed;
  }
}

TEST_F(PeopleSecondFactor, ARecoveryCodeSignsInOnceAndTheOwnerIsTold) {
  const Visitor owner = secured("Magnus");
  EXPECT_THAT(notices(owner), IsEmpty()) << "who turned it on knows";
  const auto begun = sign_in("Magnus", good_password, nullptr, codes[7]);
  ASSERT_TRUE(begun);
  EXPECT_EQ(view(owner).recovery_codes_left, recovery_codes_made - 1);
  EXPECT_EQ(code(sign_in("Magnus", good_password, nullptr, codes[7])), "second_factor_wrong");
  EXPECT_THAT(notices_when_there(owner, 2),
              testing::UnorderedElementsAre(NoticeKind::new_device, NoticeKind::recovery_code_used));
  EXPECT_THAT(notices(*visitor(begun->secret)), ElementsAre(NoticeKind::second_factor_on));
}

TEST_F(PeopleSecondFactor, WrongCodesAreThrottledAsPasswordsAreAndMissingOnesAreNot) {
  const Visitor owner = secured("Magnus");
  for (int i = 0; i < 3 * limits::sign_ins_of_a_name.burst; ++i) {
    caller.address = "198.51.100." + std::to_string(i);
    ASSERT_EQ(code(sign_in("Magnus", good_password)), "second_factor_needed") << i;
  }
  int tried = 0;
  std::string last;
  while (last != "too_many" && tried < 100) {
    caller.address = "198.51.100." + std::to_string(100 + ++tried);
    last = code(sign_in("Magnus", good_password, nullptr, app_code(owner.person.id, 9)));
  }
  EXPECT_EQ(tried, limits::sign_ins_of_a_name.burst + 1);
  EXPECT_EQ(code(sign_in("Magnus", good_password, nullptr, app_code(owner.person.id))), "too_many");
  caller.address = "192.0.2.1";  // where the account was made
  EXPECT_TRUE(sign_in("Magnus", good_password, nullptr, app_code(owner.person.id)));
}

TEST_F(PeopleSecondFactor, ADeviceIsKnownOnlyAfterBoth) {
  secured("Magnus");
  caller = {"198.51.100.7", "Another"};
  ASSERT_EQ(code(sign_in("Magnus", good_password)), "second_factor_needed");
  int tried = 0;
  for (std::string last; last != "too_many" && tried < 100; ++tried) last = code(sign_in("Magnus", "wrong guess"));
  EXPECT_EQ(tried, limits::sign_ins_of_a_name.burst + 1) << "counted with the strangers";
  caller = {"203.0.113.7", "A third"};
  EXPECT_EQ(code(sign_in("Magnus", good_password)), "too_many");
}

TEST_F(PeopleSecondFactor, IsTurnedOffWithPasswordAndCode) {
  const Visitor owner = secured("Magnus");
  const std::string id = owner.person.id;
  const Visitor elsewhere = *visitor(sign_in("Magnus", good_password, nullptr, codes[0])->secret);
  EXPECT_EQ(code(turn_off(owner, app_code(id), other_password)), "wrong_credentials");
  EXPECT_EQ(code(turn_off(owner, app_code(id, 6))), "second_factor_wrong");
  EXPECT_TRUE(view(owner).is_on);
  EXPECT_TRUE(turn_off(owner, app_code(id)));
  EXPECT_FALSE(view(owner).is_on);
  EXPECT_EQ(code(turn_off(owner, app_code(id))), "no_offer");
  EXPECT_TRUE(sign_in("Magnus", good_password));
  // When it was turned on, when off, and the sign-in since.
  EXPECT_THAT(notices_when_there(elsewhere, 3), testing::Contains(NoticeKind::second_factor_off));
  // Set up again it has another key.
  ASSERT_TRUE(begin(owner));
  EXPECT_EQ(code(confirm(owner, codes[1])), "second_factor_wrong");
}

TEST_F(PeopleSecondFactor, GuessingAtTheConfirmationIsThrottledToo) {
  const Visitor owner = *visitor(account("Magnus")->secret);
  ASSERT_TRUE(begin(owner));
  int tried = 0;
  for (std::string last; last != "too_many" && tried < 100; ++tried) {
    last = code(confirm(owner, app_code(owner.person.id, 7)));
  }
  EXPECT_EQ(tried, limits::sign_ins_of_a_name.burst + 1);
}

TEST_F(PeopleSecondFactor, IsExportedAsOnOrOffAndGoesWithTheAccount) {
  const Visitor owner = secured("Magnus");
  const auto own = [&] {
    return fixture.answer<OwnData>([&](auto done) { fixture.people->own_data(owner, now, done); });
  };
  EXPECT_TRUE(own()->has_second_factor);
  ASSERT_TRUE(remove(owner, good_password));
  EXPECT_EQ(kept(owner.person.id).state(), SecondFactorState::off);
  const Visitor plain = *visitor(account("Magnus")->secret);
  EXPECT_FALSE(
      fixture.answer<OwnData>([&](auto done) { fixture.people->own_data(plain, now, done); })->has_second_factor);
}

// ---- Keys that are encrypted by a file ----

const std::string key_file = "0123456789 0123456789 0123456789 a key";
const std::string other_key_file = "0123456789 0123456789 0123456789 another";

TEST_F(PeopleSecondFactor, AKeyIsEncryptedByTheFileAndWorksAsBefore) {
  restart_with_key(key_file);
  const Visitor owner = secured("Magnus");
  const std::string id = owner.person.id;
  EXPECT_THAT(kept_text(id), HasSubstr(fixture.key_cipher->id() + ":"));
  EXPECT_TRUE(SecondFactor::read(kept_text(id)).is_locked()) << "the store alone makes no codes";
  EXPECT_TRUE(sign_in("Magnus", good_password, nullptr, app_code(id)));
  fixture.wall_time += 3 * totp_step;
  fixture.restart();
  EXPECT_TRUE(sign_in("Magnus", good_password, nullptr, app_code(id)));
  EXPECT_THAT(fixture.failures, IsEmpty());
}

TEST_F(PeopleSecondFactor, AKeyOfBeforeIsEncryptedAtItsNextUse) {
  const Visitor owner = secured("Magnus");
  const std::string id = owner.person.id;
  const std::string key = kept(id).key();
  restart_with_key(key_file);
  EXPECT_FALSE(SecondFactor::read(kept_text(id)).is_locked());
  ASSERT_TRUE(sign_in("Magnus", good_password, nullptr, app_code(id)));
  EXPECT_TRUE(SecondFactor::read(kept_text(id)).is_locked());
  EXPECT_EQ(kept(id).key(), key);
  fixture.wall_time += 3 * totp_step;
  EXPECT_TRUE(sign_in("Magnus", good_password, nullptr, app_code(id)));
  EXPECT_THAT(fixture.failures, IsEmpty());
}

TEST_F(PeopleSecondFactor, WithoutItsFileAKeyIsLockedAndRecoveryCodesWork) {
  restart_with_key(key_file);
  const Visitor owner = secured("Magnus");
  const std::string id = owner.person.id;
  const std::string good = app_code(id);
  for (const std::string& file : {std::string(), other_key_file}) {
    fixture.failures.clear();
    restart_with_key(file);
    EXPECT_THAT(fixture.failures, ElementsAre(HasSubstr("factor-off"))) << "the operator is told at the start";
    EXPECT_EQ(code(sign_in("Magnus", good_password)), "second_factor_needed");
    EXPECT_EQ(code(sign_in("Magnus", good_password, nullptr, good)), "second_factor_locked");
    EXPECT_EQ(fixture.failures.size(), 2U) << "and when it matters";
    EXPECT_TRUE(sign_in("Magnus", good_password, nullptr, codes[file.size() % 7]));
  }
  restart_with_key(key_file);
  EXPECT_TRUE(sign_in("Magnus", good_password, nullptr, good)) << "nothing was lost";
}

// Whoever can write to the store still cannot give an account a key that they know.
TEST_F(PeopleSecondFactor, AKeyOfAnotherAccountOpensNothing) {
  restart_with_key(key_file);
  const Visitor magnus = secured("Magnus");
  const Visitor anna = secured("Anna");
  ASSERT_TRUE(fixture.outcome<std::string>([&](auto done) {
    fixture.store->replace_setting(store::second_factor_key(magnus.person.id), kept_text(magnus.person.id),
                                   kept_text(anna.person.id), done);
  }));
  EXPECT_EQ(code(sign_in("Magnus", good_password, nullptr, app_code(anna.person.id))), "second_factor_locked");
}

}  // namespace
}  // namespace crownstar::people
