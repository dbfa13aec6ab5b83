// Root search of a seat: its moves ranked by iterative deepening, a beam search, play-outs or a race home alone.
#pragma once

#include <atomic>
#include <functional>
#include <numeric>
#include <span>

#include "engines/search/search_threads.hpp"
#include "engines/search/star/alpha_beta.hpp"
#include "engines/search/star/arrangements.hpp"
#include "engines/search/star/beam_search.hpp"
#include "engines/search/star/evaluation/crowded_middle.hpp"
#include "engines/search/star/evaluation/encounters.hpp"
#include "engines/search/star/evaluation/start_blockade.hpp"
#include "engines/search/star/search_options.hpp"
#include "engines/search/star/solo_race.hpp"

namespace crownstar::search::star {

template <int Side>
class RootSearch {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;
  using OrderedMove = typename AlphaBeta<Side>::OrderedMove;

 public:
  using OnResult = std::function<void(const RootResult&)>;

  // The network may be null, and must outlive this.
  RootSearch(const Course& course, const SearchOptions& options, TranspositionTable& table,
             const EvaluationWeights& weights, const net::Network* network = nullptr)
      : course_(course),
        options_(options),
        evaluation_(course, options.evaluation, weights),
        net_(course, network),
        several_seats_net_(course, network),
        table_(table) {}
  RootSearch(const Course& course, const SearchOptions& options, TranspositionTable& table)
      : RootSearch(course, options, table, evaluation_weights(course.rules)) {}

  const Evaluation<Side>& evaluation() const { return evaluation_; }
  const SearchOptions& options() const { return options_; }

  // The seat to move must have a move. `predictability` is that of its rivals, see RivalPredictability.
  RootResult search(const Position& position, const ArrangementCounts& arrangements, Budget& budget,
                    const OnResult& on_result, int predictability = 0) {
    AlphaBeta<Side> tree(course_, evaluation_, net_, options_.opponent_model, budget, table_);
    const EvaluatedPosition<Side> root = evaluation_.node(position);
    tree.set_root(root);
    list_moves(tree, root, arrangements);
    RootResult result;
    result.one_turn_score = tree.root_one_turn_score();
    search_to_depth(tree, 1, result, budget);
    budget.check();  // a node takes longer here than elsewhere
    if (on_result) on_result(result);
    if (race_home(root, result, budget)) {
      if (on_result) on_result(result);
      return result;
    }
    if (options_.uses_playouts && items_.front().score >= surely_won) return result;
    const bool can_foresee = options_.predictable_from > 0 && predictability >= options_.predictable_from;
    if (options_.opponent_model == OpponentModel::predicted || can_foresee) {
      plan_ahead(tree, root, result, budget, on_result);
      return result;
    }
    if (options_.uses_playouts) {
      grow_playout_trees(root, result, budget, on_result);
      return result;
    }
    deepen(tree, root, result, budget, on_result);
    return result;
  }

 private:
  RootSearch(const RootSearch&) = default;

  struct RootItem {
    OrderedMove first;
    int penalty = 0;
    int score = 0;
  };

  static constexpr int longest_line = 8;

  // What the threads beside read: the depth that is searched, and the moves in the order it began with.
  struct SharedRoot {
    SearchMutex lock;
    std::vector<RootItem> items;
    std::atomic<int> depth = 0;
    std::atomic<std::uint64_t> nodes = 0;
    StopSignal is_done;
  };

  void deepen(AlphaBeta<Side>& tree, const EvaluatedPosition<Side>& root, RootResult& result, Budget& budget,
              const OnResult& on_result) {
    SharedRoot shared;
    const RootSearch copy(*this);  // this list of moves changes while the other threads begin
    const auto help = [&](int number) { RootSearch(copy).search_in_parallel(root, number, shared); };
    {
      publish(shared, 2);
      [[maybe_unused]] const SearchThreads helpers(
          items_.size() > 1 ? std::min(options_.threads - 1, SearchThreads::most) : 0, help);
      for (int depth = 2; depth <= options_.depth && !budget.is_spent(); ++depth) {
        publish(shared, depth);
        const bool is_complete = search_to_depth(tree, depth, result, budget);
        result.parallel_nodes = shared.nodes.load(std::memory_order_relaxed);
        if (is_complete && on_result) on_result(result);
        // A win from the table may be farther off than another; playing only such wins may go round in a circle.
        const RootItem& best = items_.front();
        if (!is_complete || (best.score >= surely_won && best.score + best.penalty >= won - depth)) break;
      }
      shared.is_done.stop();
    }
    result.parallel_nodes = shared.nodes.load(std::memory_order_relaxed);
  }

  void publish(SharedRoot& shared, int depth) const {
    if (options_.threads < 2) return;
    const SearchLock hold(shared.lock);
    shared.items = items_;
    shared.depth = depth;
  }

  // Searches the same moves from the end of the list, so that the thread that answers finds them in the table.
  void search_in_parallel(const EvaluatedPosition<Side>& root, int number, SharedRoot& shared) {
    Budget budget({}, 0, shared.is_done);
    AlphaBeta<Side> tree(course_, evaluation_, net_, options_.opponent_model, budget, table_);
    tree.set_root(root);
    std::uint64_t counted = 0;
    int depth = 1;
    while (!budget.is_spent() && depth < options_.depth) {
      if (shared.depth.load(std::memory_order_relaxed) > depth) {
        const SearchLock hold(shared.lock);
        items_ = shared.items;
        depth = shared.depth;
      } else {
        ++depth;  // it is ahead of the thread that answers
      }
      search_from_the_end(tree, number, depth, shared, budget);
      shared.nodes.fetch_add(budget.nodes() - std::exchange(counted, budget.nodes()), std::memory_order_relaxed);
    }
  }

  void search_from_the_end(AlphaBeta<Side>& tree, int number, int depth, const SharedRoot& shared, Budget& budget) {
    const int count = static_cast<int>(items_.size());
    const int alpha = items_.front().score - tuned::helper_margin;
    for (int back = 0; back < count && !budget.is_spent(); ++back) {
      if (shared.depth.load(std::memory_order_relaxed) > depth) return;
      const int index = (count - 1 - back + (number - 1) * count / options_.threads) % count;
      budget.count_node();
      score_of(tree, items_[static_cast<std::size_t>(index)], depth,
               index == 0 ? alpha - tuned::helper_first_margin : alpha, false, index);
    }
  }

  void list_moves(AlphaBeta<Side>& tree, const EvaluatedPosition<Side>& root, const ArrangementCounts& arrangements) {
    sternhalma::LegalMoves<Side> moves;
    const std::uint64_t arrangement = arrangement_key(course_, root.position, root.position.seat);
    // A seat that is home before its team mate must move out and in again, so repetitions cost it nothing.
    const bool waits = is_home(root.position);
    sternhalma::find_moves(course_, root.position, moves);
    items_.clear();
    bool notices_any = false;
    for (const auto& piece : moves) {
      piece.targets.for_each([&](int to) {
        const sternhalma::Move move{piece.from, static_cast<std::uint16_t>(to)};
        const auto known = arrangements.find(arrangement - piece_key_at<Side>(piece.set, move.from) +
                                             piece_key_at<Side>(piece.set, move.to));
        RootItem& item = items_.emplace_back();
        item.first = {move, piece.set, root.position.seat, evaluation_.gain(piece.set, move)};
        const bool may_return = known == arrangements.end() || waits || comes_home(root.position, piece.set, move);
        item.penalty = may_return ? 0 : known->second * tuned::repetition_penalty;
        item.penalty += is_noticed(move) ? 0 : tuned::overlooked_penalty;
        notices_any = notices_any || is_noticed(move);
      });
    }
    for (RootItem& item : items_) item.penalty -= !notices_any ? tuned::overlooked_penalty : 0;
    const StartBlockade<Side> start_blockade(course_, evaluation_, root.position);
    const CrowdedMiddle<Side> crowded_middle(course_, options_.evaluation.crowded_percent, root.position);
    for (RootItem& item : items_) {
      item.penalty += start_blockade.penalty(item.first.set, item.first.move);
      item.penalty += crowded_middle.penalty(item.first.set, item.first.move);
    }
    tree.set_root(root);
  }

  // Whether all sets of the seat to move are home.
  bool is_home(const Position& position) const {
    const auto& sets = course_.seating.sets[position.seat];
    for (int nth = 0; nth < course_.seating.sets_each; ++nth) {
      if (!sternhalma::is_home(course_, position, sets[nth])) return false;
    }
    return true;
  }
  bool comes_home(const Position& position, int set, sternhalma::Move move) const {
    Position after = position;
    after.move(set, move);
    return is_home(after);
  }

  bool is_noticed(sternhalma::Move move) const {
    if (options_.longest_jump == 0) return true;
    const auto& holes = sternhalma::lattice<Side>.hole_of_slot;
    const board::Star& star = board::star<Side>;
    return steps_between(star.place(holes[move.from]), star.place(holes[move.to])) <= options_.longest_jump;
  }

  // Ranks the moves by a search of so many turns. False where the budget was spent before; the scores until then hold.
  bool search_to_depth(AlphaBeta<Side>& tree, int depth, RootResult& result, Budget& budget) {
    constexpr int infinite = AlphaBeta<Side>::infinite + tuned::overlooked_penalty;
    const std::size_t exact =
        options_.scores_all_exactly || depth == 1 ? items_.size() : std::max<std::size_t>(options_.lines, 1);
    std::vector<int> best;  // the scores of the best moves so far, falling
    std::vector<RootItem> done;
    for (const RootItem& each : items_) {
      const int alpha = best.size() < exact ? -infinite : best[exact - 1];
      RootItem item = each;
      budget.count_node();
      const int late_index = options_.scores_all_exactly || exact > 1 ? 0 : static_cast<int>(done.size());
      item.score = score_of(tree, item, depth, alpha, best.empty() || exact > 1, late_index);
      if (budget.is_spent() && depth > 1) break;
      const auto place = std::ranges::upper_bound(best, item.score, std::ranges::greater{});
      best.insert(place, item.score);
      done.push_back(item);
    }
    const bool is_complete = done.size() == items_.size();
    for (std::size_t number = done.size(); number < items_.size(); ++number) {
      RootItem rest = items_[number];
      if (!best.empty()) rest.score = std::min(rest.score, best.back());
      done.push_back(rest);
    }
    const bool has_any = !best.empty();
    if (!has_any) return false;
    items_ = std::move(done);
    sort_by_score(items_);
    result.depth = is_complete ? depth : result.depth;
    write_moves(tree, result);
    return is_complete;
  }

  // Ranks the moves by beam searches of growing width.
  void plan_ahead(AlphaBeta<Side>& tree, const EvaluatedPosition<Side>& root, RootResult& result, Budget& budget,
                  const OnResult& on_result) {
    using Beam = BeamSearch<Side>;
    const int turns = std::min(options_.beam_turns, options_.depth);
    Beam beam(course_, evaluation_, budget);
    typename Beam::Found found;
    for (int width = tuned::least_beam_width; turns > 1 && width <= tuned::most_beam_width && !budget.is_spent();
         width *= 2) {
      if (!beam.find(root, root_moves(), turns, width, found)) break;
      int least = Beam::infinite;
      for (const int score : found.scores) least = score == Beam::none ? least : std::min(least, score);
      for (std::size_t number = 0; number < items_.size(); ++number) {
        const int score = found.scores[number];
        items_[number].score = score == Beam::none ? std::min(items_[number].score, least - 1) : score;
      }
      // The best move goes first among its equals.
      std::rotate(items_.begin(), items_.begin() + found.best, items_.begin() + found.best + 1);
      sort_by_score(items_);
      result.is_predicted = true;
      result.depth = found.turns;
      write_moves(tree, result);
      if (on_result) on_result(result);
    }
  }

  std::vector<RootMove> root_moves() const {
    std::vector<RootMove> moves;
    for (const RootItem& item : items_) moves.push_back({item.first.move, item.first.set, item.penalty});
    return moves;
  }

  // Ranks the moves by their visits in a tree of play-outs. Each thread grows a tree of its own; visits are added up.
  void grow_playout_trees(const EvaluatedPosition<Side>& root, RootResult& result, Budget& budget,
                          const OnResult& on_result) {
    using Playouts = PlayoutTree<Side>;
    const std::vector<RootMove> moves = root_moves();
    std::vector<Playouts> trees;
    const int threads = std::min(options_.threads, SearchThreads::most + 1);
    for (int seed = 1; seed <= threads; ++seed) {
      const std::size_t most_bytes = table_.bytes() / static_cast<std::size_t>(threads);
      trees.emplace_back(course_, evaluation_, several_seats_net_, options_.playouts, most_bytes, seed)
          .set_root(root, moves);
    }
    StopSignal is_done;
    std::atomic<std::uint64_t> parallel_nodes = 0;
    const auto help = [&](int number) {
      Budget own({}, 0, is_done);
      trees[static_cast<std::size_t>(number)].run(~std::uint64_t{0}, own);
      parallel_nodes += own.nodes();
    };
    const std::vector<RootItem> as_listed = items_;
    {
      [[maybe_unused]] const SearchThreads helpers(threads - 1, help);
      for (std::uint64_t lines = 64; !budget.is_spent(); lines *= 2) {
        trees.front().run(lines, budget);
        if (on_result && !budget.is_spent()) {
          rank_by_visits(as_listed, std::span(trees).first(1), result);
          on_result(result);
        }
      }
      is_done.stop();
    }
    if (trees.front().lines() > 0) rank_by_visits(as_listed, trees, result);
    result.parallel_nodes = parallel_nodes;
  }

  // The most visited first. No score exceeds that of the move before.
  void rank_by_visits(const std::vector<RootItem>& items, std::span<const PlayoutTree<Side>> trees,
                      RootResult& result) {
    std::vector<typename PlayoutTree<Side>::VisitStats> visits(items.size());
    for (const auto& tree : trees) tree.add_to(visits);
    std::vector<std::size_t> order(items.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t left, std::size_t right) {
      if (visits[left].visits != visits[right].visits) return visits[left].visits > visits[right].visits;
      return visits[left].sum != visits[right].sum ? visits[left].sum > visits[right].sum : left < right;
    });
    items_.clear();
    result.moves.clear();
    for (const std::size_t nth : order) {
      RootItem item = items[nth];
      item.score = trees.front().lead_of(visits[nth].value());
      if (!items_.empty()) item.score = std::min(item.score, items_.back().score);
      items_.push_back(item);
      RankedMove& ranked = result.moves.emplace_back(RankedMove{item.first.move, item.first.set, item.score, {}});
      ranked.expected_place = trees.front().place_of(visits[nth].value());
      if (result.moves.size() <= options_.lines) ranked.line = trees.front().line_after(nth, longest_line);
    }
    result.depth = static_cast<int>(result.moves.front().line.size());
    result.line_has_all_seats = true;
  }

  int score_of(AlphaBeta<Side>& tree, const RootItem& item, int depth, int alpha, bool is_open, int late_index) {
    constexpr int infinite = AlphaBeta<Side>::infinite + tuned::overlooked_penalty;
    const int floor = std::max(alpha + item.penalty, -AlphaBeta<Side>::infinite);
    if (floor >= AlphaBeta<Side>::infinite) return alpha;
    if (is_open) return tree.score_of(item.first, depth, floor, AlphaBeta<Side>::infinite) - item.penalty;
    const bool is_reduced = depth >= tuned::root_late_move_depth && options_.has_late_move_reductions;
    const int reduction = is_reduced ? tuned::late_move_reduction(late_index) : 0;
    if (reduction > 0) {
      const int reduced = tree.score_of(item.first, depth - reduction, floor, floor + 1) - item.penalty;
      if (reduced <= alpha) return reduced;
    }
    const int score = tree.score_of(item.first, depth, floor, floor + 1) - item.penalty;
    if (score <= alpha || alpha <= -infinite) return score;
    return tree.score_of(item.first, depth, floor, AlphaBeta<Side>::infinite) - item.penalty;
  }

  void write_moves(AlphaBeta<Side>& tree, RootResult& result) {
    result.moves.clear();
    // A penalty ranks a move lower but is no part of its score: the best is shown without it, the others as far below.
    const bool is_known = std::abs(items_.front().score) >= surely_won;
    const int penalty = is_known || items_.front().penalty >= tuned::overlooked_penalty ? 0 : items_.front().penalty;
    for (const RootItem& item : items_) {
      RankedMove& ranked =
          result.moves.emplace_back(RankedMove{item.first.move, item.first.set, item.score + penalty, {}});
      if (result.moves.size() > options_.lines) continue;
      for (const OrderedMove& each : tree.line_after(item.first, longest_line)) ranked.line.push_back(each.move);
    }
  }

  // Where nobody meets the seat any more, or it is nearly home, it searches its own way alone. True where it found one.
  bool race_home(const EvaluatedPosition<Side>& root, RootResult& result, Budget& budget) {
    if (options_.solo_race_below == 0 || items_.front().score >= surely_won) return false;
    int left = 0;
    for (int nth = 0; nth < course_.seating.sets_each; ++nth) {
      left += root.left[static_cast<std::size_t>(course_.seating.sets[root.position.seat][nth])];
    }
    if (options_.evaluation.step_out_of_start > 0) return false;  // the way out of the start comes before the way home
    const bool is_near = left <= std::min(options_.solo_race_near_home, options_.solo_race_below) &&
                         !has_straggler_before_goal(course_, root.position);
    if (!is_near && (left > options_.solo_race_below || meets_anybody(course_, root.position))) return false;
    SoloRace<Side> race(course_, evaluation_, budget);
    SoloPlan best;
    int before = tuned::longest_solo_race;
    for (int width = tuned::least_solo_width; !budget.is_spent() && width <= tuned::most_solo_width;
         width *= tuned::solo_width_growth) {
      const auto plan = race.find(root, width, before);
      if (!plan && best.moves.empty() && width >= tuned::hopeless_solo_width) break;  // pieces in the way may move
      if (!plan) continue;
      best = *plan;
      before = static_cast<int>(best.moves.size());
      if (best.is_shortest) break;
    }
    if (best.moves.empty()) return false;
    return put_plan_first(best, result);
  }

  // The first move of the plan goes in front of the others.
  bool put_plan_first(const SoloPlan& plan, RootResult& result) {
    const auto first =
        std::ranges::find(items_, plan.moves.front().move, [](const RootItem& item) { return item.first.move; });
    if (first == items_.end() || first->penalty > 0) return false;
    const int score = std::max(first->score, items_.front().score);
    std::rotate(items_.begin(), first, first + 1);
    items_.front().score = score;
    const auto ranked = std::ranges::find(result.moves, plan.moves.front().move, &RankedMove::move);
    std::rotate(result.moves.begin(), ranked, ranked + 1);
    result.moves.front().score = score;
    // Of one's own turns only: what the others do meanwhile does not matter.
    result.moves.front().line.assign(1, plan.moves.front().move);
    result.depth = std::max(result.depth, static_cast<int>(plan.moves.size()));
    result.turns_home = static_cast<int>(plan.moves.size());
    return true;
  }

  const Course& course_;
  const SearchOptions options_;
  const Evaluation<Side> evaluation_;
  const NetEvaluation<Side> net_;
  const SeveralSeatsNet<Side> several_seats_net_;
  TranspositionTable& table_;
  std::vector<RootItem> items_;
};

}  // namespace crownstar::search::star
