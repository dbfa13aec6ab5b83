#include "base/text/quote.hpp"

#include <string>

#include <gtest/gtest.h>

namespace crownstar::base {
namespace {

TEST(Quoted, LettersOfEveryLanguageStay) {
  EXPECT_EQ(base::quoted("11-15"), "'11-15'");
  EXPECT_EQ(base::quoted("д4:ж6"), "'д4:ж6'");
  EXPECT_EQ(base::quoted("Örn Þór ♔"), "'Örn Þór ♔'");
  EXPECT_EQ(base::quoted(""), "''");
}

TEST(Quoted, WhatATerminalWouldObeyOrCannotShowIsHidden) {
  EXPECT_EQ(base::quoted("a\nb\x1b[31m\x7f"), "'a?b?[31m?'");
  EXPECT_EQ(base::quoted("\xff\xc3"), "'?\?'");
  EXPECT_EQ(base::quoted("\u0085"), "'?'");
  // They turn around what follows, or begin a line.
  EXPECT_EQ(base::quoted("\u202egnp.exe\u2066\u2028"), "'?gnp.exe?\?'");
}

TEST(Quoted, ALongTextIsCutBetweenTwoLetters) {
  const std::string forty(40, 'x');
  EXPECT_EQ(base::quoted(forty), "'" + forty + "'");
  EXPECT_EQ(base::quoted(forty + "y"), "'" + forty + "...'");
  std::string letters;
  for (int i = 0; i < 40; ++i) letters += "ж";
  EXPECT_EQ(base::quoted(letters), "'" + letters + "'");
  EXPECT_EQ(base::quoted(letters + "ж"), "'" + letters + "...'");
}

}  // namespace
}  // namespace crownstar::base
