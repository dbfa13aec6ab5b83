// What a game of the catalogue must come with: a rules page that defines each rule the code can name, a perft file with
// an authority, and a GameType of its own. A new variant fails here until it has them.

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "oracle/draughts_perft_file.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/draughts/notation/setup.hpp"
#include "rules/draughts/variants/variants.hpp"
#include "rules/record/record_source.hpp"
#include "support/rules_page.hpp"
#include "support/test_names.hpp"

namespace crownstar::support {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path << " is missing";
  return {std::istreambuf_iterator<char>{file}, {}};
}

class CatalogEntries : public testing::TestWithParam<game::CatalogEntry> {};

TEST_P(CatalogEntries, have_a_rules_page) {
  const game::CatalogEntry& entry = GetParam();
  const RulesPage page(entry.id);
  ASSERT_TRUE(page.is_there()) << entry.id;
  EXPECT_TRUE(page.mentions("| game id | `" + entry.id + "` |")) << entry.id;
  if (entry.family == game::Family::draughts) EXPECT_TRUE(page.mentions("`" + entry.game_type + "`")) << entry.id;
  const std::string list = text_of("docs/rules/README.md");
  EXPECT_TRUE(list.contains("[`" + entry.id + "`](" + entry.id + ".md)")) << entry.id;
}

TEST_P(CatalogEntries, name_topics_of_rules_that_the_page_has) {
  const game::CatalogEntry& entry = GetParam();
  const RulesPage page(entry.id);
  for (const game::RuleTopic& topic : entry.topics) {
    EXPECT_TRUE(page.defines(topic.rule)) << topic.rule << " (" << topic.topic << ")";
  }
}

TEST_P(CatalogEntries, have_a_perft_file_with_authorities) {
  const std::string path = "tests/perft/" + GetParam().id + ".perft";
  const auto blocks = oracle::read_perft_file(text_of(path));
  ASSERT_TRUE(blocks) << path << ": " << blocks.error();
  EXPECT_FALSE(blocks->empty()) << path;
  for (const oracle::PerftBlock& block : *blocks) {
    EXPECT_TRUE(block.comment.contains("authority: ")) << path << " " << block.position;
  }
  EXPECT_TRUE(std::ranges::any_of(*blocks, [](const auto& block) { return block.position == "start"; })) << path;
}

TEST_P(CatalogEntries, say_what_they_are_and_start) {
  const game::CatalogEntry& entry = GetParam();
  for (const std::string& words : {entry.name, entry.summary, entry.board, entry.seats}) {
    EXPECT_FALSE(words.empty()) << entry.id;
    EXPECT_FALSE(words.contains('\n')) << entry.id;
  }
  const auto started = game::start(entry.id);
  ASSERT_TRUE(started) << to_text(started.error());
  EXPECT_EQ((*started)->token(), entry.id);
}

INSTANTIATE_TEST_SUITE_P(every_game, CatalogEntries, testing::ValuesIn(game::catalog().begin(), game::catalog().end()),
                         [](const auto& each) { return test_name(each.param.id); });

TEST(Catalog, names_no_game_twice) {
  std::set<std::string> ids;
  std::set<std::string> types;
  for (const game::RecordedGame& each : game::catalog_source().games) {
    EXPECT_TRUE(ids.insert(each.id).second) << each.id;
    EXPECT_FALSE(each.game_type.empty()) << each.id;
    EXPECT_TRUE(types.insert(each.game_type.substr(0, each.game_type.find(','))).second) << each.game_type;
  }
  EXPECT_EQ(ids.size(), game::catalog().size());
}

TEST(Catalog, refuses_what_it_does_not_hold) {
  for (const std::string token :
       {"", "chess", "amerikanisch", "american:", "american:pieces=10", "sternhalma:pieces",
        "sternhalma:pieces=", "sternhalma:players=7", "sternhalma:handicap=1", "sternhalma:hop=super,hop=super"}) {
    const auto started = game::start(token);
    ASSERT_FALSE(started) << token;
    EXPECT_FALSE(started.error().reason.empty()) << token;
    EXPECT_FALSE(to_text(started.error()).contains('\n')) << token;
  }
  EXPECT_TRUE(game::start("chess").error().reason.contains("spantsiretti"));
}

// The ids that the kernel and the runtime face put before a reason.
std::vector<int> rules_that_can_be_named(const draughts::Rules& rules) {
  const draughts::RuleNumbers& ids = rules.ids;
  std::vector<int> numbers{ids.pieces,       ids.turns,        ids.man_move,   ids.king_move, ids.man_capture,
                           ids.king_capture, ids.must_capture, ids.precedence, ids.crowning,  ids.no_move};
  if (rules.draws.occurrences > 0) numbers.push_back(ids.repetition);
  if (rules.draws.quiet_half_moves > 0) numbers.push_back(ids.quiet);
  if (rules.draws.material[0].is_used()) numbers.push_back(ids.material);
  if (rules.king_moves_in_a_row > 0) numbers.push_back(ids.special);
  return numbers;
}

TEST(Catalog, pages_define_every_rule_that_a_reason_names) {
  std::set<std::string_view> prefixes;
  draughts::AllVariants::for_each([&]<class Variant>() {
    const RulesPage page(Variant::id);
    EXPECT_TRUE(prefixes.insert(Variant::rules.ids.prefix).second) << Variant::id;
    for (const int number : rules_that_can_be_named(Variant::rules)) {
      const std::string rule = draughts::rule_id(Variant::rules.ids, number);
      EXPECT_TRUE(page.defines(rule)) << Variant::id << " " << rule;
    }
  });
  const RulesPage star("sternhalma");
  for (const game::GameOption& option :
       std::ranges::find(game::catalog(), "sternhalma", &game::CatalogEntry::id)->options) {
    for (std::size_t at = option.rule.find("CC-"); at != std::string::npos; at = option.rule.find("CC-", at + 1)) {
      const std::string rule = option.rule.substr(at, option.rule.find_first_of(", ", at) - at);
      EXPECT_TRUE(star.defines(rule)) << option.key << " " << rule;
    }
  }
}

}  // namespace
}  // namespace crownstar::support
