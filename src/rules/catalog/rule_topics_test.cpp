#include "rules/game/rule_topics.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "rules/catalog/catalog.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::game {
namespace {

std::string topic_of(std::string_view id, std::string_view rule) {
  for (const CatalogEntry& entry : catalog()) {
    if (entry.id != id) continue;
    const auto found = std::ranges::find(entry.topics, rule, &RuleTopic::rule);
    return found == entry.topics.end() ? "" : found->topic;
  }
  return "no such game";
}

TEST(RuleTopics, SayWhatARuleIsAbout) {
  EXPECT_EQ(topic_of("american", "AM-7"), "must_capture");
  EXPECT_EQ(topic_of("american", "AM-4"), "man_moves");
  EXPECT_EQ(topic_of("american", "AM-10"), "no_move");
  EXPECT_EQ(topic_of("flying-king", "FK-6"), "king_flies");
  EXPECT_EQ(topic_of("flying-king", "FK-9"), "king_captures_near");
  EXPECT_EQ(topic_of("international", "IN-9"), "most_pieces");
  EXPECT_EQ(topic_of("italian", "IT-9"), "most_and_worthiest");
  EXPECT_EQ(topic_of("turkish", "TU-4"), "man_moves_straight");
  EXPECT_EQ(topic_of("antidraughts", "AD-12"), "no_move_wins");
  EXPECT_EQ(topic_of("american", "AM-9"), "crowning_ends_the_move");
  EXPECT_EQ(topic_of("international", "IN-11"), "crowning");
}

TEST(RuleTopics, NoRuleHasTwo) {
  for (const CatalogEntry& entry : catalog()) {
    if (entry.family == Family::star) continue;
    EXPECT_FALSE(entry.topics.empty()) << entry.id;
    std::set<std::string> seen;
    for (const RuleTopic& topic : entry.topics) EXPECT_TRUE(seen.insert(topic.rule).second) << topic.rule;
  }
}

// Every refusal that a random move gets from the rules has a topic, or the page could not explain it.
TEST(RuleTopics, CoverWhatIsRefused) {
  for (const CatalogEntry& entry : catalog()) {
    if (entry.family == Family::star) continue;
    const auto game = start(entry.id);
    ASSERT_TRUE(game.has_value()) << entry.id;
    std::vector<std::string> labels;
    for (const LayoutPoint& point : (*game)->layout().points) {
      if (point.is_playable) labels.push_back(point.label);
    }
    int refused = 0;
    for (int turn = 0; turn < 30 && !(*game)->outcome().is_over; ++turn) {
      for (const std::string& from : labels) {
        const auto parsed = (*game)->parse(from + "-" + labels[labels.size() / 2]);
        if (parsed || parsed.error().rule.empty()) continue;
        EXPECT_NE(topic_of(entry.id, parsed.error().rule), "") << entry.id << " " << parsed.error().rule;
        ++refused;
      }
      const auto moves = (*game)->legal_moves();
      ASSERT_TRUE(moves.has_value());
      ASSERT_TRUE((*game)->play((*moves)[moves->size() / 2]).has_value());
    }
    EXPECT_GT(refused, 0) << entry.id;
  }
}

}  // namespace
}  // namespace crownstar::game
