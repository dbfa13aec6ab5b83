#include "engines/search/star/star_search.hpp"

#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "engines/search/star/foresight.hpp"
#include "engines/search/star/player.hpp"
#include "rules/game/token.hpp"
#include "rules/sternhalma/notation.hpp"

namespace crownstar::search {
namespace {

using sternhalma::Course;
using sternhalma::lattice;
using sternhalma::Position;

// By so much of a lead, in hundredths of a turn, the odds of being home first grow by a factor of e.
constexpr double lead_of_odds = 120;

// Of 100 moves of rivals: from so many as foreseen on, plans are made on their next ones. See docs/decisions.
constexpr int foreseen_enough = 70;

constexpr std::uint64_t enough_to_play_out = 5000;

Checked<sternhalma::Rules> rules_of(const game::Game& game) {
  const auto token = game::read_token(game.token());
  if (!token) return std::unexpected(token.error());
  std::vector<sternhalma::OptionText> options;
  for (const game::TokenOption& option : token->options) options.push_back({option.key, option.value});
  return sternhalma::read_options(options);
}

// What each step costs besides that a piece still has to go to leave its start, once no turns are to be wasted until
// all must have left (CC-20): each takes one at least.
template <int Side>
int cost_in_start(const Course<Side>& course, const Position<Side>& position, std::size_t turns_taken) {
  const int turns_left = course.rules.evacuate - static_cast<int>(turns_taken);
  constexpr int cost = 400;
  if (course.rules.evacuate == 0 || turns_left <= 0) return 0;
  int behind = 0;
  for (int nth = 0; nth < course.seating.sets_each; ++nth) {
    const int set = course.seating.sets[position.seat][nth];
    behind += (position.sets[set] & course.start[set]).count();
  }
  return turns_left > 3 * behind + 10 ? 0 : cost;
}

// With three seats and more a tree of play-outs is the stronger search, given enough nodes; it has no depth to be
// limited.
bool can_play_out(const Task& task, const sternhalma::Rules& rules) {
  const SearchLimits& limits = task.request.limits;
  const bool has_room = !limits.depth && limits.nodes.value_or(enough_to_play_out) >= enough_to_play_out;
  return (task.is_free || task.skill.star.plays_out) && has_room && rules.players >= 3 &&
         rules.teams != sternhalma::Teams::opposite;
}

template <int Side>
StarOrders orders_of(const Task& task, const Course<Side>& course, const Position<Side>& position) {
  const sternhalma::Rules& rules = course.rules;
  const StarSkill& skill = task.skill.star;
  StarOrders orders;
  // Team mates have their own turns in the paranoid tree and help each other there; see docs/decisions.
  const bool has_teams = rules.teams == sternhalma::Teams::opposite;
  const bool has_two_sides = (has_teams ? rules.players / 2 : rules.players) == 2;
  orders.method = has_teams || has_two_sides ? StarMethod::paranoid : StarMethod::best_reply;
  orders.foresees_from = has_two_sides ? 0 : foreseen_enough;
  orders.plays_out = can_play_out(task, rules);
  orders.depth = task.request.limits.depth.value_or(task.is_free ? orders.depth : skill.depth);
  orders.view.in_start = cost_in_start(course, position, task.earlier_stands.size());
  orders.lines = static_cast<std::size_t>(std::max(task.request.lines, 1));
  orders.threads = task.is_free ? task.threads : 1;
  if (task.is_free) return orders;
  orders.longest_jump = skill.longest_jump;
  orders.view.is_flat = skill.is_flat;
  if (!skill.counts_home) orders.races_below = 0;
  orders.weighs_all = skill.noise > 0;
  return orders;
}

// Most levels play without: how each of them plays is described, and measured against its neighbours.
const net::Network* network_of(const Task& task) {
  const bool is_used = task.is_free || task.skill.star.network_nodes > 0;
  return is_used ? task.network : nullptr;
}

template <int Side>
class StarAnswer {
  using Ranked = StarThought::Ranked;

 public:
  StarAnswer(const Task& task, const Course<Side>& course, const Position<Side>& position, StarMemory& memory)
      : task_(task),
        course_(course),
        position_(position),
        player_(course, orders_of(task, course, position), memory, star_shape(course.rules), network_of(task)) {}

  Checked<Findings> find() {
    const auto views = task_.game.legal_moves();
    if (!views) return std::unexpected(views.error());
    for (const game::MoveView& view : *views) texts_.emplace(std::pair(view.from(), view.to()), view.text);
    StarStands stands;
    for (const std::uint64_t stand : task_.earlier_stands) ++stands[stand];
    const auto tell = [&](const StarThought& thought) {
      const auto lines = static_cast<std::size_t>(std::max(task_.request.lines, 1));
      if (task_.progress) task_.progress(progress_of(task_, findings(thought, lines)));
    };
    const StarThought thought = player_.think(position_, stands, task_.budget, tell, foreseen());
    Findings found = findings(thought, thought.moves.size());
    const auto node = player_.outlook().node(position_);
    if (!task_.is_free)
      found.noise = task_.skill.star.noise * player_.outlook().sixths_of_error(node, position_.seat) / 6;
    return found;
  }

 private:
  // How well the last moves of the rivals could have been foreseen: what moved between one position and the next.
  int foreseen() const {
    constexpr std::size_t rounds = 6;
    StarForesight<Side> foresight(course_);
    if (player_.orders().foresees_from == 0) return 0;
    const auto& texts = task_.earlier_positions;
    const std::size_t most = rounds * static_cast<std::size_t>(course_.seating.seats);
    std::optional<Position<Side>> before;
    for (std::size_t index = texts.size() - std::min(texts.size(), most); index <= texts.size(); ++index) {
      const auto setup = index == texts.size() ? Checked<sternhalma::Setup>(sternhalma::setup_of(course_, position_))
                                               : sternhalma::read_setup(board::star<Side>, texts[index]);
      if (!setup) return 0;
      auto after = sternhalma::checked_position(course_, *setup);
      if (!after) return 0;
      if (before) note_move(*before, *after, foresight);
      before = *std::move(after);
    }
    return foresight.of_rivals(position_);
  }

  void note_move(const Position<Side>& before, const Position<Side>& after, StarForesight<Side>& foresight) const {
    for (int nth = 0; nth < course_.seating.sets_each; ++nth) {
      const int set = course_.seating.sets[before.seat][nth];
      const auto left = before.sets[set].without(after.sets[set]);
      const auto reached = after.sets[set].without(before.sets[set]);
      if (left.count() != 1 || reached.count() != 1) continue;  // nothing moved, or the seat withdrew
      foresight.note(before, set,
                     {static_cast<std::uint16_t>(left.first()), static_cast<std::uint16_t>(reached.first())});
    }
  }

  Findings findings(const StarThought& thought, std::size_t most) const {
    Findings found;
    found.depth = std::max(thought.depth, 1);
    found.nodes_beside = thought.nodes_beside;
    const int best = thought.moves.front().score;
    // What rivals that are foreseen let one gain, those that search will gain as well.
    const bool is_judged_now = thought.is_foreseen && best < surely_won;
    const auto& outlook = player_.outlook();
    const int too_much = is_judged_now ? best - outlook.lead_of_unit(outlook.node(position_), own_unit()) : 0;
    for (const Ranked& ranked : thought.moves) {
      if (found.candidates.size() == most) break;
      found.candidates.push_back({line_of(thought, ranked), ranked.score,
                                  ranked.place ? *ranked.place : expected_place(ranked.score - too_much)});
    }
    return found;
  }

  // The first move, and what is expected to follow where every seat has its turn in the search.
  std::vector<std::string> line_of(const StarThought& thought, const Ranked& ranked) const {
    std::vector<std::string> line{texts_.at(std::pair(hole(ranked.move.from), hole(ranked.move.to)))};
    const bool has_every_turn = course_.seating.units == 2 || thought.has_every_turn;
    if (!has_every_turn || ranked.line.size() < 2) return line;
    const auto game = task_.game.clone();
    for (std::size_t number = 0; number < ranked.line.size(); ++number) {
      const sternhalma::Move move = ranked.line[number];
      const board::Star& star = board::star<Side>;
      const auto view =
          game->parse(board::hole_label(star, hole(move.from)) + "-" + board::hole_label(star, hole(move.to)));
      if (!view) break;
      if (number > 0) line.push_back(view->text);
      if (!game->play(*view) || game->outcome().is_over) break;
    }
    return line;
  }

  int own_unit() const { return course_.seating.unit_of_seat[position_.seat]; }

  static int hole(int slot) { return lattice<Side>.hole_of_slot[slot]; }

  // Places that are taken, and for each rival the chance that it is home before.
  double expected_place(int score) const {
    const auto& outlook = player_.outlook();
    const StarNode<Side> node = outlook.node(position_);
    const int unit = own_unit();
    const int own = outlook.left_of_unit(node, unit);
    const int found = std::clamp(score, -surely_won, surely_won) - outlook.lead_of_unit(node, unit);
    double place = 1;
    for (int other = 0; other < course_.seating.units; ++other) {
      if (other == unit) continue;
      const bool is_playing = (course_.seating.seats_of_unit[other] & position_.playing) != 0;
      const int ahead = outlook.left_of_unit(node, other) - own + found;
      place += is_playing ? 1 / (1 + std::exp(ahead / lead_of_odds)) : ranks_before(other);
    }
    return place;
  }

  // Who has a place is before us, unless it withdrew: then it has one of the last.
  double ranks_before(int unit) const {
    for (int seat = 0; seat < course_.seating.seats; ++seat) {
      if (course_.seating.unit_of_seat[seat] != unit) continue;
      return position_.places[seat] <= sternhalma::best_open_place(course_, position_) ? 1 : 0;
    }
    return 0;
  }

  const Task& task_;
  const Course<Side>& course_;
  const Position<Side> position_;
  StarPlayer<Side> player_;
  std::map<std::pair<int, int>, std::string> texts_;
};

template <int Side>
Checked<Findings> search_side(const Task& task, const sternhalma::Rules& rules, StarMemory& memory) {
  const Course<Side> course(rules);
  const auto setup = sternhalma::read_setup(board::star<Side>, task.game.position());
  if (!setup) return std::unexpected(setup.error());
  auto position = sternhalma::checked_position(course, *setup);
  if (!position) return std::unexpected(position.error());
  // Who has a place plays no more; the position's text doesn't say so.
  const auto& standings = task.game.outcome().standings;
  for (std::size_t seat = 0; seat < standings.size(); ++seat) {
    if (standings[seat].place != 0) sternhalma::give_place(*position, 1 << seat, standings[seat].place);
  }
  return StarAnswer<Side>(task, course, *position, memory).find();
}

}  // namespace

std::string star_network_name(const game::Game& game) {
  const auto rules = rules_of(game);
  return rules ? star_net_name(*rules) : std::string();
}

Checked<Findings> StarMover::search(const Task& task) {
  const auto rules = rules_of(task.game);
  if (!rules) return std::unexpected(rules.error());
  const bool is_timed = task.is_free && !task.request.limits.nodes;
  if (!memory_) memory_ = std::make_unique<StarMemory>(memory_bytes_);
  if (!is_timed || task.request.token != remembered_game_) memory_->forget();
  remembered_game_ = task.request.token;
  switch (rules->board) {
    case 181:
      return search_side<5>(task, *rules, *memory_);
    case 253:
      return search_side<6>(task, *rules, *memory_);
    default:
      return search_side<4>(task, *rules, *memory_);
  }
}

}  // namespace crownstar::search
