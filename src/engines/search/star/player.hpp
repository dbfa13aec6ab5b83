// Knows how a seat comes to its move: all its moves ranked by a search that deepens until its budget is spent, or the
// fewest turns home where nobody is in the way.
// Refuses to know requests, texts and levels' names.
#pragma once

#include <atomic>
#include <functional>
#include <numeric>
#include <span>
#include <unordered_map>

#include "engines/search/crew.hpp"
#include "engines/search/star/crowd.hpp"
#include "engines/search/star/forecast.hpp"
#include "engines/search/star/move_order.hpp"
#include "engines/search/star/solo.hpp"
#include "engines/search/star/tree.hpp"
#include "engines/search/star/way_out.hpp"

namespace crownstar::search {

// How often the seat's pieces have stood so before; by the key of `stand_of`.
using StarStands = std::unordered_map<std::uint64_t, int>;

template <int Side>
class StarPlayer {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;
  using Try = typename StarTree<Side>::Try;
  using Ranked = StarThought::Ranked;

 public:
  using OnThought = std::function<void(const StarThought&)>;

  // The network may be null, and must outlive this.
  StarPlayer(const Course& course, const StarOrders& orders, StarMemory& memory, const StarShape& shape,
             const net::Network* network = nullptr)
      : course_(course),
        orders_(orders),
        outlook_(course, orders.view, shape),
        net_(course, network),
        memory_(memory) {}
  StarPlayer(const Course& course, const StarOrders& orders, StarMemory& memory)
      : StarPlayer(course, orders, memory, star_shape(course.rules)) {}

  const StarOutlook<Side>& outlook() const { return outlook_; }
  const StarOrders& orders() const { return orders_; }

  // What of a position one seat has in its hands: how its own pieces stand.
  static std::uint64_t stand_of(const Course& course, const Position& position, int seat) {
    std::uint64_t stand = 0;
    for (int nth = 0; nth < course.seating.sets_each; ++nth) {
      const int set = course.seating.sets[seat][nth];
      position.sets[set].for_each([&](int slot) { stand += stand_of_one(set, slot); });
    }
    return stand;
  }

  // The seat to move must be able to.
  StarThought think(const Position& position, const StarStands& stands, Budget& budget, const OnThought& tell,
                    int foreseen = 0) {
    StarTree<Side> tree(course_, outlook_, net_, orders_.method, budget, memory_);
    const StarNode<Side> root = outlook_.node(position);
    tree.begin(root);
    list(tree, root, stands);
    StarThought thought;
    thought.glance = tree.glance();
    weigh(tree, 1, thought, budget);
    if (tell) tell(thought);
    if (race_home(root, thought, budget)) {
      if (tell) tell(thought);
      return thought;
    }
    if (orders_.plays_out && items_.front().score >= surely_won) return thought;
    const bool can_foresee = orders_.foresees_from > 0 && foreseen >= orders_.foresees_from;
    if (orders_.method == StarMethod::forecast || can_foresee) {
      look_forward(tree, root, thought, budget, tell);
      return thought;
    }
    if (orders_.plays_out) {
      play_out(root, thought, budget, tell);
      return thought;
    }
    deepen(tree, root, thought, budget, tell);
    return thought;
  }

 private:
  StarPlayer(const StarPlayer&) = default;

  struct Item {
    Try first;
    int penalty = 0;
    int score = 0;
  };

  // What standing as one has stood before costs each time: more than a step to the side, so that nobody shuffles.
  static constexpr int repeated = 150;
  static constexpr int overlooked = 100'000;
  static constexpr int longest_line = 8;
  static constexpr int longest_race = 40;
  static constexpr int hopeless_width = 256;
  static constexpr int least_width = 4;
  static constexpr int most_width = 4096;

  // What the threads beside are told of the depth that is being looked at.
  struct Posted {
    CrewLock lock;
    std::vector<Item> items;
    std::atomic<int> depth = 0;
    std::atomic<std::uint64_t> nodes = 0;
    StopSignal is_done;
  };

  void deepen(StarTree<Side>& tree, const StarNode<Side>& root, StarThought& thought, Budget& budget,
              const OnThought& tell) {
    Posted posted;
    const StarPlayer as_it_is(*this);  // this one's list changes while the others begin
    const auto help = [&](int number) { StarPlayer(as_it_is).search_beside(root, number, posted); };
    {
      post(posted, 2);
      [[maybe_unused]] const Crew crew(items_.size() > 1 ? std::min(orders_.threads - 1, Crew::most) : 0, help);
      for (int depth = 2; depth <= orders_.depth && !budget.is_spent(); ++depth) {
        post(posted, depth);
        const bool is_whole = weigh(tree, depth, thought, budget);
        thought.nodes_beside = posted.nodes.load(std::memory_order_relaxed);
        if (is_whole && tell) tell(thought);
        // A win that is only remembered may be farther off than another, and in a circle of such ones nobody gets home.
        const Item& best = items_.front();
        if (!is_whole || (best.score >= surely_won && best.score + best.penalty >= won - depth)) break;
      }
      posted.is_done.stop();
    }
    thought.nodes_beside = posted.nodes.load(std::memory_order_relaxed);
  }

  void post(Posted& posted, int depth) const {
    if (orders_.threads < 2) return;
    const CrewHold hold(posted.lock);
    posted.items = items_;
    posted.depth = depth;
  }

  // Looks at the same moves from the other end, so that the thread that answers finds what they are worth in the
  // memory when it comes to them.
  void search_beside(const StarNode<Side>& root, int number, Posted& posted) {
    Budget budget({}, 0, posted.is_done);
    StarTree<Side> tree(course_, outlook_, net_, orders_.method, budget, memory_);
    tree.begin(root);
    std::uint64_t told = 0;
    int depth = 1;
    while (!budget.is_spent() && depth < orders_.depth) {
      if (posted.depth.load(std::memory_order_relaxed) > depth) {
        const CrewHold hold(posted.lock);
        items_ = posted.items;
        depth = posted.depth;
      } else {
        ++depth;  // it is ahead of the others
      }
      look_from_the_end(tree, number, depth, posted, budget);
      posted.nodes.fetch_add(budget.nodes() - std::exchange(told, budget.nodes()), std::memory_order_relaxed);
    }
  }

  void look_from_the_end(StarTree<Side>& tree, int number, int depth, const Posted& posted, Budget& budget) {
    const int count = static_cast<int>(items_.size());
    const int alpha = items_.front().score - 10;
    for (int back = 0; back < count && !budget.is_spent(); ++back) {
      if (posted.depth.load(std::memory_order_relaxed) > depth) return;
      const int index = (count - 1 - back + (number - 1) * count / orders_.threads) % count;
      budget.count_node();
      score_of(tree, items_[static_cast<std::size_t>(index)], depth, index == 0 ? alpha - 40 : alpha, false, index);
    }
  }

  void list(StarTree<Side>& tree, const StarNode<Side>& root, const StarStands& stands) {
    sternhalma::LegalMoves<Side> moves;
    std::vector<Try> tries;
    const std::uint64_t stand = stand_of(course_, root.position, root.position.seat);
    // Who is home before the team mate must go out and come back in, again and again.
    const bool waits = is_home(root.position);
    sternhalma::find_moves(course_, root.position, moves);
    items_.clear();
    bool sees_any = false;
    for (const auto& piece : moves) {
      piece.targets.for_each([&](int to) {
        const sternhalma::Move move{piece.from, static_cast<std::uint16_t>(to)};
        const auto known = stands.find(stand - stand_of_one(piece.set, move.from) + stand_of_one(piece.set, move.to));
        Item& item = items_.emplace_back();
        item.first = {move, piece.set, root.position.seat, outlook_.gain(piece.set, move)};
        const bool may_return = known == stands.end() || waits || comes_home(root.position, piece.set, move);
        item.penalty = may_return ? 0 : known->second * repeated;
        item.penalty += is_seen(move) ? 0 : overlooked;
        sees_any = sees_any || is_seen(move);
      });
    }
    for (Item& item : items_) item.penalty -= !sees_any ? overlooked : 0;
    const StarWayOut<Side> way_out(course_, outlook_, root.position);
    const StarCrowd<Side> crowd(course_, orders_.view.crowded, root.position);
    for (Item& item : items_) {
      item.penalty += way_out.penalty(item.first.set, item.first.move);
      item.penalty += crowd.penalty(item.first.set, item.first.move);
    }
    tree.begin(root);
  }

  // Whether all sets of the seat to move are.
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

  static std::uint64_t stand_of_one(int set, int slot) {
    return stand_of_piece(sternhalma::point_of_set(set), sternhalma::lattice<Side>.hole_of_slot[slot]);
  }

  bool is_seen(sternhalma::Move move) const {
    if (orders_.longest_jump == 0) return true;
    const auto& holes = sternhalma::lattice<Side>.hole_of_slot;
    const board::Star& star = board::star<Side>;
    return steps_between(star.place(holes[move.from]), star.place(holes[move.to])) <= orders_.longest_jump;
  }

  // Ranks the moves by a search of so many turns. False where it was broken off; what was found until then holds.
  bool weigh(StarTree<Side>& tree, int depth, StarThought& thought, Budget& budget) {
    constexpr int infinite = StarTree<Side>::infinite + overlooked;
    const std::size_t exact =
        orders_.weighs_all || depth == 1 ? items_.size() : std::max<std::size_t>(orders_.lines, 1);
    std::vector<int> best;  // the scores of the best moves so far, falling
    std::vector<Item> done;
    for (const Item& each : items_) {
      const int alpha = best.size() < exact ? -infinite : best[exact - 1];
      Item item = each;
      budget.count_node();
      const int late = orders_.weighs_all || exact > 1 ? 0 : static_cast<int>(done.size());
      item.score = score_of(tree, item, depth, alpha, best.empty() || exact > 1, late);
      if (budget.is_spent() && depth > 1) break;
      const auto place = std::ranges::upper_bound(best, item.score, std::ranges::greater{});
      best.insert(place, item.score);
      done.push_back(item);
    }
    const bool is_whole = done.size() == items_.size();
    for (std::size_t number = done.size(); number < items_.size(); ++number) {
      Item rest = items_[number];
      if (!best.empty()) rest.score = std::min(rest.score, best.back());
      done.push_back(rest);
    }
    const bool has_any = !best.empty();
    if (!has_any) return false;
    items_ = std::move(done);
    sort_by_score(items_);
    thought.depth = is_whole ? depth : thought.depth;
    tell_moves(tree, thought);
    return is_whole;
  }

  // Ranks the moves by plans of some turns, of more and more kept positions each.
  void look_forward(StarTree<Side>& tree, const StarNode<Side>& root, StarThought& thought, Budget& budget,
                    const OnThought& tell) {
    using Forecast = StarForecast<Side>;
    const int turns = std::min(orders_.turns, orders_.depth);
    Forecast forecast(course_, outlook_, budget);
    typename Forecast::Found found;
    for (int width = least_width; turns > 1 && width <= most_width && !budget.is_spent(); width *= 2) {
      if (!forecast.find(root, firsts_of_items(), turns, width, found)) break;
      int least = Forecast::infinite;
      for (const int score : found.scores) least = score == Forecast::none ? least : std::min(least, score);
      for (std::size_t number = 0; number < items_.size(); ++number) {
        const int score = found.scores[number];
        items_[number].score = score == Forecast::none ? std::min(items_[number].score, least - 1) : score;
      }
      // The best stays the first of its equals.
      std::rotate(items_.begin(), items_.begin() + found.best, items_.begin() + found.best + 1);
      sort_by_score(items_);
      thought.is_foreseen = true;
      thought.depth = found.turns;
      tell_moves(tree, thought);
      if (tell) tell(thought);
    }
  }

  std::vector<StarFirst> firsts_of_items() const {
    std::vector<StarFirst> firsts;
    for (const Item& item : items_) firsts.push_back({item.first.move, item.first.set, item.penalty});
    return firsts;
  }

  // Ranks the moves by how often a growing tree came back to them. Each thread has a tree of its own; they are added
  // up.
  void play_out(const StarNode<Side>& root, StarThought& thought, Budget& budget, const OnThought& tell) {
    using PlayOuts = StarPlayOuts<Side>;
    const std::vector<StarFirst> firsts = firsts_of_items();
    std::vector<PlayOuts> trees;
    const int threads = std::min(orders_.threads, Crew::most + 1);
    for (int seed = 1; seed <= threads; ++seed) {
      const std::size_t most_bytes = memory_.bytes() / static_cast<std::size_t>(threads);
      trees.emplace_back(course_, outlook_, orders_.play_outs, most_bytes, seed).begin(root, firsts);
    }
    StopSignal is_done;
    std::atomic<std::uint64_t> nodes_beside = 0;
    const auto help = [&](int number) {
      Budget own({}, 0, is_done);
      trees[static_cast<std::size_t>(number)].play_out(~std::uint64_t{0}, own);
      nodes_beside += own.nodes();
    };
    const std::vector<Item> as_listed = items_;
    {
      [[maybe_unused]] const Crew crew(threads - 1, help);
      for (std::uint64_t lines = 64; !budget.is_spent(); lines *= 2) {
        trees.front().play_out(lines, budget);
        if (tell && !budget.is_spent()) {
          rank(as_listed, std::span(trees).first(1), thought);
          tell(thought);
        }
      }
      is_done.stop();
    }
    if (trees.front().lines() > 0) rank(as_listed, trees, thought);
    thought.nodes_beside = nodes_beside;
  }

  // Those that were tried most go first; none is told to be worth more than one before it.
  void rank(const std::vector<Item>& items, std::span<const StarPlayOuts<Side>> trees, StarThought& thought) {
    std::vector<typename StarPlayOuts<Side>::Tried> tried(items.size());
    for (const auto& tree : trees) tree.add_to(tried);
    std::vector<std::size_t> order(items.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t left, std::size_t right) {
      if (tried[left].times != tried[right].times) return tried[left].times > tried[right].times;
      return tried[left].sum != tried[right].sum ? tried[left].sum > tried[right].sum : left < right;
    });
    items_.clear();
    thought.moves.clear();
    for (const std::size_t nth : order) {
      Item item = items[nth];
      item.score = trees.front().lead_of(tried[nth].worth());
      if (!items_.empty()) item.score = std::min(item.score, items_.back().score);
      items_.push_back(item);
      Ranked& ranked = thought.moves.emplace_back(Ranked{item.first.move, item.first.set, item.score, {}});
      ranked.place = trees.front().place_of(tried[nth].worth());
      if (thought.moves.size() <= orders_.lines) ranked.line = trees.front().line_after(nth, longest_line);
    }
    thought.depth = static_cast<int>(thought.moves.front().line.size());
    thought.has_every_turn = true;
  }

  int score_of(StarTree<Side>& tree, const Item& item, int depth, int alpha, bool is_open, int late) {
    constexpr int infinite = StarTree<Side>::infinite + overlooked;
    const int floor = std::max(alpha + item.penalty, -StarTree<Side>::infinite);
    if (floor >= StarTree<Side>::infinite) return alpha;
    if (is_open) return tree.score_of(item.first, depth, floor, StarTree<Side>::infinite) - item.penalty;
    // Those that promised little the last time are looked at less deeply, unless they surprise.
    const int reduction = depth < 4 || late < 4 || !orders_.reduces_late ? 0 : late < 14 ? 1 : 2;
    if (reduction > 0) {
      const int glance = tree.score_of(item.first, depth - reduction, floor, floor + 1) - item.penalty;
      if (glance <= alpha) return glance;
    }
    const int score = tree.score_of(item.first, depth, floor, floor + 1) - item.penalty;
    if (score <= alpha || alpha <= -infinite) return score;
    return tree.score_of(item.first, depth, floor, StarTree<Side>::infinite) - item.penalty;
  }

  void tell_moves(StarTree<Side>& tree, StarThought& thought) {
    thought.moves.clear();
    // What ranks a move lower is no part of what it is worth: the best is told without it, the others as far below.
    const bool is_known = std::abs(items_.front().score) >= surely_won;
    const int penalty = is_known || items_.front().penalty >= overlooked ? 0 : items_.front().penalty;
    for (const Item& item : items_) {
      Ranked& ranked = thought.moves.emplace_back(Ranked{item.first.move, item.first.set, item.score + penalty, {}});
      if (thought.moves.size() > orders_.lines) continue;
      for (const Try& each : tree.line_after(item.first, longest_line)) ranked.line.push_back(each.move);
    }
  }

  // Whether a rival that still plays has a piece level with one of the seat's hindmost or ahead of it, and not at home.
  bool meets_anybody(const Position& position) const {
    for (int nth = 0; nth < course_.seating.sets_each; ++nth) {
      const int set = course_.seating.sets[position.seat][nth];
      int hindmost = 99;
      position.sets[set].for_each([&](int slot) { hindmost = std::min(hindmost, ahead(set, slot)); });
      for (int other = 0; other < sternhalma::most_sets; ++other) {
        if (!course_.seating.has_set(other) || other == set) continue;
        if (!position.is_playing(course_.seating.seat_of_set[other])) continue;
        const auto abroad = position.sets[other].without(course_.goal[other]);
        if (abroad.any_of([&](int slot) { return ahead(set, slot) >= hindmost; })) return true;
      }
    }
    return false;
  }
  // Whether a rival's piece stands so near that it could come back into the last holes and keep them.
  bool has_straggler_before_goal(const Position& position) const {
    constexpr int steps = 4;
    if (!StarShutOut<Side>::can_be(course_)) return false;
    const int set = course_.seating.sets[position.seat][0];
    const auto& goal = course_.goal[set];
    int front = ahead(set, goal.first());
    goal.for_each([&](int slot) { front = std::min(front, ahead(set, slot)); });
    const auto outside = position.sets[sternhalma::opposite_set(set)].without(goal);
    return outside.any_of([&](int slot) { return ahead(set, slot) >= front - steps; });
  }
  static int ahead(int set, int slot) {
    const int point = sternhalma::point_of_set(sternhalma::opposite_set(set));
    return board::star<Side>.depth(sternhalma::lattice<Side>.hole_of_slot[slot], point);
  }

  // Where nobody meets the seat any more, or it is nearly home, it counts its own turns. True where that found a way.
  bool race_home(const StarNode<Side>& root, StarThought& thought, Budget& budget) {
    if (orders_.races_below == 0 || items_.front().score >= surely_won) return false;
    int left = 0;
    for (int nth = 0; nth < course_.seating.sets_each; ++nth) {
      left += root.left[static_cast<std::size_t>(course_.seating.sets[root.position.seat][nth])];
    }
    if (orders_.view.in_start > 0) return false;  // the way out of the start comes before the way home
    const bool is_near =
        left <= std::min(orders_.nearly_home, orders_.races_below) && !has_straggler_before_goal(root.position);
    if (!is_near && (left > orders_.races_below || meets_anybody(root.position))) return false;
    SoloRace<Side> race(course_, outlook_, budget);
    SoloPlan best;
    int before = longest_race;
    for (int width = 16; !budget.is_spent() && width <= 16384; width *= 4) {
      const auto plan = race.find(root, width, before);
      if (!plan && best.moves.empty() && width >= hopeless_width) break;  // what is in the way may go
      if (!plan) continue;
      best = *plan;
      before = static_cast<int>(best.moves.size());
      if (best.is_shortest) break;
    }
    if (best.moves.empty()) return false;
    return take_plan(best, thought);
  }

  // The first move of the plan goes in front of the others.
  bool take_plan(const SoloPlan& plan, StarThought& thought) {
    const auto first =
        std::ranges::find(items_, plan.moves.front().move, [](const Item& item) { return item.first.move; });
    if (first == items_.end() || first->penalty > 0) return false;
    const int score = std::max(first->score, items_.front().score);
    std::rotate(items_.begin(), first, first + 1);
    items_.front().score = score;
    const auto ranked = std::ranges::find(thought.moves, plan.moves.front().move, &Ranked::move);
    std::rotate(thought.moves.begin(), ranked, ranked + 1);
    thought.moves.front().score = score;
    // Of one's own turns only: what the others do meanwhile does not matter.
    thought.moves.front().line.assign(1, plan.moves.front().move);
    thought.depth = std::max(thought.depth, static_cast<int>(plan.moves.size()));
    thought.turns_home = static_cast<int>(plan.moves.size());
    return true;
  }

  const Course& course_;
  const StarOrders orders_;
  const StarOutlook<Side> outlook_;
  const StarNet<Side> net_;
  StarMemory& memory_;
  std::vector<Item> items_;
};

}  // namespace crownstar::search
