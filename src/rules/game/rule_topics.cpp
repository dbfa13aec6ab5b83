#include "rules/game/rule_topics.hpp"

#include <algorithm>
#include <string_view>

#include "rules/draughts/notation/setup.hpp"

namespace crownstar::game {
namespace {

using draughts::Criterion;
using draughts::KingCapture;
using draughts::Rules;

std::string_view man_capture_topic(const Rules& rules) {
  switch (rules.man_captures) {
    case draughts::Lines::forward_diagonals:
      return rules.man_may_take_king ? "man_captures_forward" : "man_captures_men_forward";
    case draughts::Lines::diagonals:
      return "man_captures_both_ways";
    case draughts::Lines::forward_and_sideways:
      return "man_captures_straight";
    default:
      return "man_captures_all_ways";
  }
}

std::string_view king_move_topic(const Rules& rules) {
  if (rules.king_lines == draughts::Lines::rows_and_columns) return "king_flies_straight";
  return rules.king_flies() ? "king_flies" : "king_steps";
}

std::string_view king_capture_topic(const Rules& rules) {
  switch (rules.king_capture) {
    case KingCapture::adjacent:
      return "king_captures_near";
    case KingCapture::distant_landing_behind:
      return "king_lands_behind";
    case KingCapture::distant_landing_anywhere:
      break;
  }
  return "king_captures_far";
}

std::string_view precedence_topic(const Rules& rules) {
  if (rules.king_takes_before_man) return "king_captures_first";
  switch (rules.precedence[0]) {
    case Criterion::most_pieces:
      return rules.precedence[1] == Criterion::none ? "most_pieces" : "most_and_worthiest";
    case Criterion::highest_value:
      return "most_valuable";
    default:
      return "any_capture";
  }
}

}  // namespace

std::vector<RuleTopic> topics_of(const Rules& rules) {
  const draughts::RuleNumbers& ids = rules.ids;
  const bool walks_straight = rules.man_moves == draughts::Lines::forward_and_sideways;
  std::vector<RuleTopic> topics;
  const auto add = [&](int number, std::string_view topic) {
    std::string rule = draughts::rule_id(ids, number);
    if (!rule.empty() && std::ranges::find(topics, rule, &RuleTopic::rule) == topics.end()) {
      topics.push_back({std::move(rule), std::string(topic)});
    }
  };
  // Where a source says two things in one rule, what a refused move is refused for comes first.
  add(ids.must_capture, "must_capture");
  add(ids.whole_capture, "whole_capture");
  add(ids.precedence, precedence_topic(rules));
  add(ids.man_move, walks_straight ? "man_moves_straight" : "man_moves");
  add(ids.king_move, king_move_topic(rules));
  add(ids.man_capture, man_capture_topic(rules));
  add(ids.king_capture, king_capture_topic(rules));
  add(ids.turns, "turns");
  add(ids.removal, "removal");
  add(ids.crowning, rules.crowning == draughts::Crowning::ends_the_move ? "crowning_ends_the_move" : "crowning");
  add(ids.no_move, rules.ending == draughts::Ending::no_move_wins ? "no_move_wins" : "no_move");
  add(ids.repetition, "repetition");
  add(ids.quiet, "quiet");
  add(ids.material, "material");
  // Most games have no rule of their own beyond the common ones, and then no number for it.
  const bool has_own = rules.ending != draughts::Ending::no_move_loses || rules.stops_behind_a_king_taken_last ||
                       rules.king_moves_in_a_row > 0;
  if (has_own) add(ids.special, "special");
  add(ids.board, "board");
  add(ids.pieces, "pieces");
  return topics;
}

}  // namespace crownstar::game
