#include "rules/catalog/game_names.hpp"

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "rules/catalog/catalog.hpp"

namespace crownstar::game {
namespace {

TEST(GameNames, IdsNamesAndAliasesMeanTheGame) {
  for (const CatalogEntry& entry : catalog()) {
    EXPECT_EQ(id_named(entry.id), entry.id);
    EXPECT_EQ(id_named(entry.name), entry.id) << entry.name;
  }
  for (const auto& [name, id] : {std::pair("english", "american"),
                                 {"checkers", "american"},
                                 {"English draughts", "american"},
                                 {"standard", "international"},
                                 {"normal", "international"},
                                 {"Polish Draughts", "international"},
                                 {"suicide", "antidraughts"},
                                 {"losing", "antidraughts"},
                                 {"bt", "breakthrough"},
                                 {"frisian", "frisian"},
                                 {"Frysk!", "frysk"},
                                 {"Russian checkers", "russian"},
                                 {"flying kings", "flying-king"},
                                 {"chinese-checkers", "sternhalma"}}) {
    EXPECT_EQ(id_named(name), id) << name;
  }
  EXPECT_EQ(id_named("chess"), "");
  EXPECT_EQ(id_named(""), "");
  EXPECT_EQ(id_named(std::string(100000, 'x')), "");
}

TEST(GameNames, AGameIsStartedByAnyOfItsNamesAndHasItsOwnToken) {
  EXPECT_EQ((*start("english"))->token(), "american");
  EXPECT_EQ((*start("Standard"))->token(), "international");
  EXPECT_EQ((*start("chinese-checkers:players=3"))->token(), "sternhalma:players=3");
  EXPECT_EQ(with_known_id("chinese-checkers:players=3"), "sternhalma:players=3");
  EXPECT_EQ(with_known_id("chess:a=b"), "chess:a=b");
}

TEST(GameNames, AnUnknownGameIsToldTheNearest) {
  const auto refusal = [](std::string_view token) { return to_text(start(token).error()); };
  EXPECT_TRUE(refusal("rusian").starts_with("there is no game 'rusian'; did you mean russian? known games: american, "))
      << refusal("rusian");
  EXPECT_TRUE(refusal("breaktrough").contains("did you mean breakthrough?")) << refusal("breaktrough");
  EXPECT_TRUE(refusal("chineese-checkers").contains("did you mean sternhalma?")) << refusal("chineese-checkers");
  EXPECT_TRUE(refusal("chess").starts_with("there is no game 'chess'; known games: ")) << refusal("chess");
}

}  // namespace
}  // namespace crownstar::game
