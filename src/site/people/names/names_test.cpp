#include "site/people/names/names.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/text/utf8.hpp"
#include "site/people/names/confusables.hpp"

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

TEST(Names, WhatCouldBeReadAsAnotherHasItsSkeleton) {
  for (const auto& [one, other] : std::vector<std::pair<std::string, std::string>>{
           {"Magnus", "Magnu5"},
           {"Magnus", "rnagnu5"},
           {"5tar", "STAR"},
           {"daniel", "claniel"},
           {"Adam", "aclam"},
           {"david", "c1avid"},
           {"david", "cIavid"},
           {"Edward", "Eclvvard"},
           {"Gimle", "Girnle"},
           {"vvv1", "vwl"},
           {"Zoë-5", "zoes"},
           {"Ωμεγα5", "ωμεγαs"},
           {"бос", "6oc"} /* in two alphabets: what none of them has alone */,
           {"Шишка", "шишка"},
       }) {
    if (name_key(one) == name_key(other)) continue;
    EXPECT_EQ(name_skeleton(one), name_skeleton(other)) << one << " and " << other;
  }
  for (const auto& [one, other] : std::vector<std::pair<std::string, std::string>>{{"Alicia", "Alida"},
                                                                                   {"LUCIA", "LUDA"},
                                                                                   {"LUCÍA", "LUDA"},
                                                                                   {"Ann2", "Ann3"},
                                                                                   {"Anna", "Anne"},
                                                                                   {"Иван", "Йохан"},
                                                                                   {"Ann6", "Annb"}}) {
    EXPECT_NE(name_skeleton(one), name_skeleton(other)) << one << " and " << other;
  }
}

// Also of letters whose look is another's in parts: no letter that a name may have is lost.
TEST(Names, EveryLetterHasASkeleton) {
  std::uint64_t sum = 0;
  int letters = 0;
  for (char32_t letter = '0'; letter < 0x500; ++letter) {
    if (letter == '_') continue;  // not in a skeleton
    const std::string cyrillic = "Ъ" + base::encode_utf8({&letter, 1}) + "Ъ";
    const std::string latin = "x" + base::encode_utf8({&letter, 1}) + "y";
    const std::string greek = "ψ" + base::encode_utf8({&letter, 1}) + "ψ";
    for (const std::string& name : {cyrillic, latin, greek}) {
      if (!check_name(name)) continue;
      ++letters;
      const std::string skeleton = name_skeleton(name);
      EXPECT_TRUE(skeleton.starts_with(skeleton_mark));
      EXPECT_GT(base::decode_utf8(skeleton)->size(), skeleton_mark.size() + 2) << name;
      EXPECT_EQ(skeleton.find('*'), std::string::npos) << name;
      for (const char each : skeleton) sum = (sum * 1'099'511'628'211U) ^ static_cast<unsigned char>(each);
    }
  }
  EXPECT_GT(letters, 400);
  // Another list makes other skeletons than those that stores hold: then skeleton_mark takes the next number.
  EXPECT_EQ(sum, 5061132567682628104U);
}

// The list is made by tools/make_confusables.py for the letters that names may have.
TEST(Names, UnicodesListHasNoOtherLettersThanNames) {
  for (char32_t letter = 0; letter < 0x3000; ++letter) {
    if (confusable_with(letter).empty()) continue;
    bool is_of_names = false;
    for (const std::string& beside : {std::string("yy"), std::string("ψψ"), std::string("ЪЪ")}) {
      is_of_names = is_of_names || check_name(beside + base::encode_utf8({&letter, 1})).has_value();
    }
    EXPECT_TRUE(is_of_names) << "U+" << std::hex << static_cast<unsigned>(letter);
  }
  EXPECT_EQ(confusable_with(U'А'), U"A");
  EXPECT_EQ(confusable_with('m'), U"rn");
  EXPECT_EQ(confusable_with('z'), U"");
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

TEST(Names, TheServersOwn) {
  for (const char* name :
       {"admin", "Admin", "ADMlN", "adm1n", "Admin-2", "r00t", "Crownstar", "crown-star-team", "moderator", "Engine",
        "deleted", "nu11", "aclmin", "5taff", "crown5tar", "acImin-2-3", "deIeted7"}) {
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
