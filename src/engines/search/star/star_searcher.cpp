#include "engines/search/star/star_searcher.hpp"

#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "engines/search/findings.hpp"
#include "engines/search/search_task.hpp"
#include "engines/search/star/arrangements.hpp"
#include "engines/search/star/evaluation/tuned.hpp"
#include "engines/search/star/rival_predictability.hpp"
#include "engines/search/star/root_search.hpp"
#include "engines/search/star/skill.hpp"
#include "rules/game/token.hpp"
#include "rules/sternhalma/notation.hpp"

namespace crownstar::search::star {
namespace {

using sternhalma::Course;
using sternhalma::lattice;
using sternhalma::Position;

// What the search of one position works with.
struct SearchContext {
  const SearchTask& task;
  const Skill& skill;
  Budget& budget;
  const OnProgress& progress;
  TranspositionTable& table;
  const net::Network* network;  // of this game; null for none
  int threads;
};

Checked<sternhalma::Rules> rules_of(const game::Game& game) {
  const auto token = game::read_token(game.token());
  if (!token) return std::unexpected(token.error());
  std::vector<sternhalma::OptionText> options;
  for (const game::TokenOption& option : token->options) options.push_back({option.key, option.value});
  return sternhalma::read_options(options);
}

// The extra cost of a step that a piece needs to leave its start, once every turn is needed to leave it in time
// (CC-20).
template <int Side>
int step_out_of_start(const Course<Side>& course, const Position<Side>& position, std::size_t turns_taken) {
  const int turns_left = course.rules.evacuate - static_cast<int>(turns_taken);
  if (course.rules.evacuate == 0 || turns_left <= 0) return 0;
  int behind = 0;
  for (int nth = 0; nth < course.seating.sets_each; ++nth) {
    const int set = course.seating.sets[position.seat][nth];
    behind += (position.sets[set] & course.start[set]).count();
  }
  return turns_left > tuned::turns_to_evacuate(behind) ? 0 : tuned::step_out_of_start;
}

// With three seats and more a tree of play-outs is the stronger search, given enough nodes. A depth cannot limit it.
bool can_use_playouts(const SearchContext& context, const sternhalma::Rules& rules) {
  const SearchLimits& limits = context.task.request.limits;
  const bool has_nodes =
      !limits.depth && limits.nodes.value_or(tuned::least_playout_nodes) >= tuned::least_playout_nodes;
  return (context.task.is_free || context.skill.uses_playouts) && has_nodes && rules.players >= 3 &&
         rules.teams != sternhalma::Teams::opposite;
}

template <int Side>
SearchOptions options_of(const SearchContext& context, const Course<Side>& course, const Position<Side>& position,
                         std::size_t turns_taken) {
  const sternhalma::Rules& rules = course.rules;
  const SearchTask& task = context.task;
  SearchOptions options;
  // Team mates have their own turns in the paranoid tree and help each other there; see docs/decisions.
  const bool has_teams = rules.teams == sternhalma::Teams::opposite;
  const bool has_two_sides = (has_teams ? rules.players / 2 : rules.players) == 2;
  options.opponent_model = has_teams || has_two_sides ? OpponentModel::paranoid : OpponentModel::best_reply;
  options.predictable_from = has_two_sides ? 0 : tuned::predictable_percent;
  options.uses_playouts = can_use_playouts(context, rules);
  options.depth = task.request.limits.depth.value_or(task.is_free ? options.depth : context.skill.depth);
  options.evaluation.step_out_of_start = step_out_of_start(course, position, turns_taken);
  options.lines = static_cast<std::size_t>(std::max(task.request.lines, 1));
  options.threads = task.is_free ? context.threads : 1;
  if (task.is_free) return options;
  options.longest_jump = context.skill.longest_jump;
  options.evaluation.is_flat = context.skill.is_flat;
  if (!context.skill.races_home) options.solo_race_below = 0;
  options.scores_all_exactly = context.skill.noise > 0;
  return options;
}

std::size_t sum_of(const ArrangementCounts& counts) {
  std::size_t sum = 0;
  for (const auto& [key, count] : counts) sum += static_cast<std::size_t>(count);
  return sum;
}

// Most levels play without a network: how each of them plays is described, and measured against its neighbours.
const net::Network* network_of(const SearchContext& context) {
  const bool is_used = context.task.is_free || context.skill.network_nodes > 0;
  return is_used ? context.network : nullptr;
}

// With three seats and more only play-outs ask a network; with long hops one gains only in a search of some depth.
bool is_better_without_network(const Skill& skill, const game::Game& game) {
  const auto rules = rules_of(game);
  if (!rules || skill.network_nodes == 0) return false;
  if (rules->players > 2) return !skill.uses_playouts;
  return rules->hop == sternhalma::Hop::super && skill.network_nodes < tuned::least_network_nodes_for_long_hops;
}

template <int Side>
class BoardSearch {
 public:
  BoardSearch(const SearchContext& context, const Course<Side>& course, const Position<Side>& position)
      : context_(context),
        task_(context.task),
        course_(course),
        position_(position),
        arrangements_(count_arrangements(course, task_.earlier_positions, position.seat)),
        root_search_(course, options_of(context, course, position, sum_of(arrangements_)), context.table,
                     evaluation_weights(course.rules), network_of(context)) {}

  Checked<Findings> find() {
    const auto views = task_.game->legal_moves();
    if (!views) return std::unexpected(views.error());
    for (const game::MoveView& view : *views) texts_.emplace(std::pair(view.from(), view.to()), view.text);
    const auto tell = [&](const RootResult& result) {
      const auto lines = static_cast<std::size_t>(std::max(task_.request.lines, 1));
      if (context_.progress) {
        context_.progress(progress_of(task_.request, context_.budget, findings(result, lines)));
      }
    };
    const RootResult result = root_search_.search(position_, arrangements_, context_.budget, tell, predictability());
    Findings found = findings(result, result.moves.size());
    const auto node = root_search_.evaluation().node(position_);
    if (!task_.is_free)
      found.noise =
          context_.skill.noise * root_search_.evaluation().noise_sixths(node, position_.seat) / tuned::noise_alone;
    return found;
  }

 private:
  // How well the last moves of the rivals could have been predicted, from what moved between each position and the
  // next.
  int predictability() const {
    RivalPredictability<Side> rivals(course_);
    if (root_search_.options().predictable_from == 0) return 0;
    const auto& texts = task_.earlier_positions;
    const std::size_t most = tuned::predictability_rounds * static_cast<std::size_t>(course_.seating.seats);
    std::optional<Position<Side>> before;
    for (std::size_t index = texts.size() - std::min(texts.size(), most); index <= texts.size(); ++index) {
      const auto setup = index == texts.size() ? Checked<sternhalma::Setup>(sternhalma::setup_of(course_, position_))
                                               : sternhalma::read_setup(board::star<Side>, texts[index]);
      if (!setup) return 0;
      auto after = sternhalma::checked_position(course_, *setup);
      if (!after) return 0;
      if (before) note_move(*before, *after, rivals);
      before = *std::move(after);
    }
    return rivals.percent(position_);
  }

  void note_move(const Position<Side>& before, const Position<Side>& after, RivalPredictability<Side>& rivals) const {
    for (int nth = 0; nth < course_.seating.sets_each; ++nth) {
      const int set = course_.seating.sets[before.seat][nth];
      const auto left = before.sets[set].without(after.sets[set]);
      const auto reached = after.sets[set].without(before.sets[set]);
      if (left.count() != 1 || reached.count() != 1) continue;  // nothing moved, or the seat withdrew
      rivals.note(before, set, {static_cast<std::uint16_t>(left.first()), static_cast<std::uint16_t>(reached.first())});
    }
  }

  Findings findings(const RootResult& result, std::size_t most) const {
    Findings found;
    found.depth = std::max(result.depth, 1);
    found.parallel_nodes = result.parallel_nodes;
    const int best = result.moves.front().score;
    // Rivals that are predicted gain less than rivals that search, so the score shown is that of the present position.
    const bool is_judged_now = result.is_predicted && best < surely_won;
    const auto& evaluation = root_search_.evaluation();
    const int too_much = is_judged_now ? best - evaluation.lead_of_unit(evaluation.node(position_), own_unit()) : 0;
    for (const RankedMove& ranked : result.moves) {
      if (found.candidates.size() == most) break;
      found.candidates.push_back(
          {line_of(result, ranked), ranked.score,
           ranked.expected_place ? *ranked.expected_place : expected_place(ranked.score - too_much)});
    }
    return found;
  }

  // The first move, and what is expected to follow where every seat has its turn in the search.
  std::vector<std::string> line_of(const RootResult& result, const RankedMove& ranked) const {
    std::vector<std::string> line{texts_.at(std::pair(hole(ranked.move.from), hole(ranked.move.to)))};
    const bool line_has_all_seats = course_.seating.units == 2 || result.line_has_all_seats;
    if (!line_has_all_seats || ranked.line.size() < 2) return line;
    const auto game = task_.game->clone();
    for (std::size_t number = 0; number < ranked.line.size(); ++number) {
      const sternhalma::Move move = ranked.line[number];
      const board::Star& star = board::star<Side>;
      const auto evaluation_options =
          game->parse(board::hole_label(star, hole(move.from)) + "-" + board::hole_label(star, hole(move.to)));
      if (!evaluation_options) break;
      if (number > 0) line.push_back(evaluation_options->text);
      if (!game->play(*evaluation_options) || game->outcome().is_over) break;
    }
    return line;
  }

  int own_unit() const { return course_.seating.unit_of_seat[position_.seat]; }

  static int hole(int slot) { return lattice<Side>.hole_of_slot[slot]; }

  // The places that are taken, and for each rival the chance that it is home before.
  double expected_place(int score) const {
    const auto& evaluation = root_search_.evaluation();
    const EvaluatedPosition<Side> node = evaluation.node(position_);
    const int unit = own_unit();
    const int own = evaluation.left_of_unit(node, unit);
    const int found = std::clamp(score, -surely_won, surely_won) - evaluation.lead_of_unit(node, unit);
    double place = 1;
    for (int other = 0; other < course_.seating.units; ++other) {
      if (other == unit) continue;
      const bool is_playing = (course_.seating.seats_of_unit[other] & position_.playing) != 0;
      const int ahead = evaluation.left_of_unit(node, other) - own + found;
      place += is_playing ? 1 / (1 + std::exp(ahead / tuned::odds_lead)) : ranks_before(other);
    }
    return place;
  }

  // A unit that has a place ranks before us, unless it withdrew: then it has one of the last places.
  double ranks_before(int unit) const {
    for (int seat = 0; seat < course_.seating.seats; ++seat) {
      if (course_.seating.unit_of_seat[seat] != unit) continue;
      return (position_.left >> seat & 1) == 0 &&
                     position_.places[seat] <= sternhalma::best_open_place(course_, position_)
                 ? 1
                 : 0;
    }
    return 0;
  }

  const SearchContext& context_;
  const SearchTask& task_;
  const Course<Side>& course_;
  const Position<Side> position_;
  const ArrangementCounts arrangements_;
  RootSearch<Side> root_search_;
  std::map<std::pair<int, int>, std::string> texts_;
};

template <int Side>
Checked<Findings> search_board(const SearchContext& context, const sternhalma::Rules& rules) {
  const Course<Side> course(rules);
  const game::Game& game = *context.task.game;
  const auto setup = sternhalma::read_setup(board::star<Side>, game.position());
  if (!setup) return std::unexpected(setup.error());
  auto position = sternhalma::checked_position(course, *setup);
  if (!position) return std::unexpected(position.error());
  // A seat that has a place plays no more; the position's text says so only of those who left, or came home just now.
  const auto& standings = game.outcome().standings;
  const int shared_place = position->shared_place;
  for (std::size_t seat = 0; seat < standings.size(); ++seat) {
    const int index = static_cast<int>(seat);
    const int place = standings[seat].place;
    const bool is_home_now = shared_place != 0 && position->places[index] == shared_place;
    if (place != 0) sternhalma::give_place(*position, 1 << index, place);
    position->places[index] = static_cast<std::uint8_t>(place);
    if (is_home_now) position->shared_place = static_cast<std::uint8_t>(place);
  }
  return BoardSearch<Side>(context, course, *position).find();
}

Checked<Findings> search_game(const SearchContext& context) {
  const auto rules = rules_of(*context.task.game);
  if (!rules) return std::unexpected(rules.error());
  switch (rules->board) {
    case 181:
      return search_board<5>(context, *rules);
    case 253:
      return search_board<6>(context, *rules);
    default:
      return search_board<4>(context, *rules);
  }
}

}  // namespace

std::string network_name(const game::Game& game) {
  const auto rules = rules_of(game);
  return rules ? net_name(*rules) : std::string();
}

StarSearcher::StarSearcher(SearcherSettings settings) : settings_(std::move(settings)) {}

Checked<SearchResult> StarSearcher::search(const SearchRequest& request, const StopSignal& stop,
                                           const OnProgress& progress) {
  const auto task = read_task(request);
  if (!task) return std::unexpected(task.error());
  Skill skill = skill_at_turn(skill_of(task->level), task->seed);
  if (is_better_without_network(skill, *task->game)) skill.network_nodes = 0;
  const net::Network* network = search::network_of(settings_, network_name(*task->game));
  const std::uint64_t level_nodes = network != nullptr && skill.network_nodes > 0 ? skill.network_nodes : skill.nodes;
  Budget budget(request.limits, task->is_free ? 0 : level_nodes, stop, request.is_pondering);
  const bool is_timed = task->is_free && !request.limits.nodes;
  if (!table_) table_ = std::make_unique<TranspositionTable>(settings_.memory_bytes);
  if (!is_timed || request.token != remembered_game_) table_->clear();
  remembered_game_ = request.token;
  auto found = search_game({*task, skill, budget, progress, *table_, network, usable_threads(settings_)});
  if (!found) return std::unexpected(found.error());
  return result_of(request, budget, *std::move(found), task->seed);
}

}  // namespace crownstar::search::star
