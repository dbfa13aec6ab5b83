#include "site/people/names/names.hpp"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace crownstar::people {
namespace {

TEST(Names, WhatIsAName) {
  for (const char* name : {"Ann", "bob_2", "Jean-Luc", "Ærø-7", "Łukasz", "Ζωή", "Дмитрий", "Анна", "x1y", "Ünal",
                           "abcdefghijklmnopqrst"}) {
    EXPECT_TRUE(check_name(name)) << name << ": " << check_name(name).error().reason;
  }
  for (const char* name : {"",
                           "ab",
                           "abcdefghijklmnopqrstu",
                           "a b c",
                           "123",
                           "-ann",
                           "ann-",
                           "a--b",
                           "a-_b",
                           "ann!",
                           "<b>",
                           "\xff\xfe\xfd",
                           "Аnna" /* a Cyrillic A */,
                           "анnа",
                           "Ζoe",
                           "СОСО" /* all Cyrillic, all like Latin */,
                           "ΑΝΝΑ",
                           "АННА",
                           "ann\n",
                           "a\u200Bnn",
                           "\u202Eann",
                           "e\u0301ve",
                           "名前です",
                           "a×b"}) {
    const auto checked = check_name(name);
    ASSERT_FALSE(checked) << name;
    EXPECT_EQ(checked.error().code, "name_unfit");
  }
}

TEST(Names, TwentyLettersCountAsLettersNotBytes) {
  EXPECT_TRUE(check_name("ДДДДДДДДДДДДДДДДДДДД"));
  EXPECT_FALSE(check_name("ДДДДДДДДДДДДДДДДДДДДД"));
}

TEST(Names, WhatLooksAlikeHasOneKey) {
  for (const auto& [one, other] : std::vector<std::pair<std::string, std::string>>{{"Ann", "ann"},
                                                                                   {"Ann-Lee", "annlee"},
                                                                                   {"ann_lee", "ann-lee"},
                                                                                   {"B0b", "Bob"},
                                                                                   {"Ill", "l1i"},
                                                                                   {"Bern", "Bem"},
                                                                                   {"vvilma", "Wilma"},
                                                                                   {"René", "Rene"},
                                                                                   {"Ærø", "aero"},
                                                                                   {"Straße", "strasse"},
                                                                                   {"ŁUKASZ", "lukasz"},
                                                                                   {"Ζωή", "ΖΩΗ"},
                                                                                   {"Θάλεια", "θαλεια"},
                                                                                   {"Алёша-Дуб", "АЛЕШАДУБ"},
                                                                                   {"Дмитрий", "ДМИТРИИ"},
                                                                                   {"Зоя", "3оя"}}) {
    EXPECT_EQ(name_key(one), name_key(other)) << one << " and " << other;
  }
  EXPECT_NE(name_key("ann"), name_key("anne"));
  EXPECT_NE(name_key("Анна"), name_key("Anna"));
  EXPECT_NE(name_key("ann2"), name_key("ann3"));
}

TEST(Names, EveryLatinLetterHasABase) {
  for (char32_t letter = 0xC0; letter < 0x180; ++letter) {
    std::string text = "xx";
    text += static_cast<char>(0xC0 | (letter >> 6U));
    text += static_cast<char>(0x80 | (letter & 0x3FU));
    if (!check_name(text)) continue;
    const std::string key = name_key(text);
    EXPECT_EQ(key.find('*'), std::string::npos) << "U+" << std::hex << static_cast<unsigned>(letter);
  }
}

TEST(Names, TheHousesOwn) {
  for (const char* name : {"admin", "Admin", "ADMlN", "adm1n", "Admin-2", "r00t", "Crownstar", "crown-star-team",
                           "moderator", "Engine", "deleted", "nu11"}) {
    EXPECT_TRUE(is_reserved_name(name)) << name;
    EXPECT_FALSE(check_name(name)) << name;
  }
  EXPECT_FALSE(is_reserved_name("badminton"));
  EXPECT_FALSE(is_reserved_name("Botvinnik"));
}

TEST(Names, FriendlyNamesAreNames) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 5'000; ++round) {
    const std::string name = friendly_name([&] { return random(); });
    ASSERT_TRUE(check_name(name)) << name;
  }
}

}  // namespace
}  // namespace crownstar::people
