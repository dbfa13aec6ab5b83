#include "engines/search/draughts/root_search.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>
#include <utility>

#include "engines/search/draughts/state/scores.hpp"
#include "engines/search/draughts/winning_ending.hpp"
#include "engines/search/search_threads.hpp"

namespace crownstar::search::draughts {
namespace {

class RootSearch {
 public:
  RootSearch(const SearchContext& context, RootWorker& worker)
      : context_(context), task_(context.task), worker_(worker) {}

  Checked<Findings> search() {
    auto legal = worker_.legal_moves();
    if (!legal) return std::unexpected(legal.error());
    for (RootWorker::LegalMove& each : *legal) {
      moves_.push_back({moves_.size(), std::move(each.text), each.is_capture, each.static_eval});
    }
    sort_by_score(moves_);
    resolve_game_ends();
    resolve_by_tablebase();
    if (!task_.is_free) judge_lead();
    noise_window_ = 2 * noise();
    lines_ = std::min(static_cast<std::size_t>(std::max(task_.request.lines, 1)), moves_.size());
    const auto help = [this](int number) { search_in_parallel(number); };
    {
      const int helpers = task_.is_free && moves_.size() > 1 ? std::min(context_.threads - 1, SearchThreads::most) : 0;
      [[maybe_unused]] const SearchThreads threads(helpers, help);
      deepen();
      is_cancelled_ = true;
    }
    return findings();
  }

 private:
  struct RootMove {
    std::size_t number = 0;  // as the worker knows it
    std::string text;
    bool is_capture = false;
    int score = 0;
    std::vector<AnyMove> line{};  // what follows it
    bool is_resolved = false;     // needs no search: the game is over after it, or endgame tables know how it ends
    int tablebase_lead = 0;       // added to the score where tables know who wins, but not in how many moves
    bool is_exact = false;        // at the present depth; otherwise the score is an upper bound
    int next_score = 0;
  };

  static constexpr int deepest = 99;

  // Only the side that is ahead is helped: help for the side behind would drag a won game out.
  void judge_lead() {
    const int static_eval = worker_.root_static_eval();
    is_winning_ending_ = static_eval > 0 && is_winning_ending(*task_.game);
    is_clearly_ahead_ = is_winning_ending_ || static_eval >= tuned::clear_lead;
    if (is_winning_ending_) worker_.play_out_captures();
  }

  // How far the level's judgement of a move may be off at this turn.
  int noise() const {
    if (task_.is_free || is_winning_ending_) return 0;
    return context_.skill.noise / (is_clearly_ahead_ ? tuned::clear_lead_noise_divisor : 1);
  }

  // A level that sees one ply only stays as it is until the ending. When it looked four plies farther the weakest one
  // won 62 of 100 games of `international` and `flying-king` against a player who overlooks every second threat.
  int extra_depth() const {
    if (is_winning_ending_) return tuned::winning_ending_extra_depth;
    return is_clearly_ahead_ ? std::min(tuned::clear_lead_extra_depth, context_.skill.depth - 1) : 0;
  }

  int deepest_allowed() const {
    const int extra = extra_depth();
    const int own = task_.is_free ? deepest : std::min(context_.skill.depth + extra, deepest);
    return std::clamp(task_.request.limits.depth.value_or(own), 1, own);
  }

  void deepen() {
    const int last = deepest_allowed();
    for (int depth = 1; depth <= last && !context_.budget.is_spent(); ++depth) {
      if (std::ranges::all_of(moves_, &RootMove::is_resolved)) return;
      worker_.set_root_depth(depth);
      if (!search_to(depth)) return;
      depth_ = depth;
      if (context_.progress) context_.progress(progress_of(task_.request, context_.budget, findings()));
      const bool is_only = moves_.size() == 1 && !task_.request.limits.depth && !task_.request.is_analysis;
      if (is_only || (lines_ == 1 && is_win_found(depth))) return;
    }
  }

  bool is_win_found(int depth) const {
    const int best = std::abs(moves_.front().score);
    return best >= least_win_score && win_score - best <= depth;
  }

  // The game's own rules decide moves that end it, draws by repetition and by counting included.
  void resolve_game_ends() {
    for (RootMove& each : moves_) {
      const auto game = task_.game->clone();
      const auto move = game->parse(each.text);
      if (!move || !game->play(*move)) continue;
      const game::Outcome& outcome = game->outcome();
      if (!outcome.is_over) continue;
      const auto seat = static_cast<std::size_t>(task_.game->seat_to_move());
      each.is_resolved = true;
      each.score = outcome.is_draw ? 0 : outcome.standings[seat].place == 1 ? win_score - 1 : 1 - win_score;
    }
  }

  // Where endgame tables know the root: with distances no search is needed, and without them moves that give away half
  // a point are left out. Tables leave out draw counters, so a move is searched where a counter may end the game
  // before.
  void resolve_by_tablebase() {
    const auto value = worker_.tablebase_value();
    if (!value) return;
    for (RootMove& each : moves_) {
      if (!each.is_resolved) resolve_by_tablebase(each, *value);
    }
    const bool has_resolved_win = std::ranges::any_of(
        moves_, [](const RootMove& each) { return each.is_resolved && each.score >= least_win_score; });
    if (!has_resolved_win) return;
    for (RootMove& each : moves_) {
      if (each.is_resolved) continue;
      each.is_resolved = true;
      each.score = 0;
    }
  }

  void resolve_by_tablebase(RootMove& each, tablebase::Value value) {
    const auto known = worker_.tablebase_after(each.number);
    if (!known) return;
    const bool is_as_good = known->value == tablebase::seen_by_other(value);
    if (known->value == tablebase::Value::draw) {
      each.is_resolved = !is_as_good;
      each.score = is_as_good ? each.score : 0;
      return;
    }
    const auto distance = known->distance;
    const int left = known->moves_left;
    if (distance ? *distance >= left : left < tuned::least_moves_for_tablebase) return;
    const bool is_win = known->value == tablebase::Value::loss;
    if (distance) {
      each.is_resolved = true;
      each.score = is_win ? win_score - 1 - *distance : *distance + 1 - win_score;
    } else if (is_as_good) {
      each.tablebase_lead = is_win ? tablebase_win : -tablebase_win;
    } else {
      each.is_resolved = true;
      each.score = -tablebase_win;
    }
  }

  // False where the budget was spent before the depth was done; better moves found until then are kept.
  bool search_to(int depth) {
    const int before = moves_.front().score;
    if (depth < tuned::aspiration_depth || lines_ > 1 || noise_window_ > 0 || is_decided(before))
      return search_all(depth, -infinite, infinite).has_value();
    int width = tuned::aspiration_window;
    int alpha = before - width;
    int beta = before + width;
    while (true) {
      const auto score = search_all(depth, alpha, beta);
      if (!score) return false;
      width *= tuned::aspiration_growth;
      if (*score <= alpha) {
        alpha = width > tuned::widest_aspiration || is_decided(*score) ? -infinite : *score - width;
      } else if (*score >= beta) {
        beta = width > tuned::widest_aspiration || is_decided(*score) ? infinite : *score + width;
      } else {
        return true;
      }
    }
  }

  // Searches every move once. The best score, or none where the budget was spent.
  std::optional<int> search_all(int depth, int alpha, int beta) {
    for (RootMove& each : moves_) each.is_exact = false;
    int best = -infinite;
    for (std::size_t number = 0; number < moves_.size(); ++number) {
      RootMove& each = moves_[number];
      const int floor = std::max(alpha, floor_before(number));
      if (each.is_resolved) {
        each.next_score = each.score;
      } else if (!search_move(each, number, floor, beta, depth)) {
        keep_partial(number);
        return std::nullopt;
      }
      each.is_exact = each.next_score > floor || each.is_resolved;
      best = std::max(best, each.next_score);
      if (each.next_score >= beta) break;
    }
    // After a fail low no score is exact. After a fail high the move that caused it goes first.
    if (best <= alpha) {
      for (RootMove& each : moves_) each.is_exact = false;
      return best;
    }
    put_in_order();
    return best;
  }

  bool search_move(RootMove& each, std::size_t number, int floor, int beta, int depth) {
    const int below = depth - 1 + (moves_.size() == 1 ? 1 : 0);
    const bool is_full_window = number < lines_ || noise_window_ > 0;
    int score = 0;
    if (!is_full_window) {
      const int reduction =
          depth >= tuned::root_reduction_depth && number >= lines_ + tuned::root_moves_unreduced && !each.is_capture
              ? 1
              : 0;
      score = worker_.search_after(each.number, floor, floor + 1, below - reduction, true);
      if (worker_.node_limit().is_reached) return false;
      if (score > floor && reduction > 0) score = worker_.search_after(each.number, floor, floor + 1, below, true);
    }
    if (is_full_window || (score > floor && !worker_.node_limit().is_reached)) {
      score = worker_.search_after(each.number, floor, std::max(beta, floor + 1), below, false);
    }
    if (worker_.node_limit().is_reached) return false;
    each.next_score = score;
    if (score > floor) each.line = worker_.line();
    return true;
  }

  // The score that a move must exceed to be shown, or to be chosen by a level in spite of its noise.
  int floor_before(std::size_t number) const {
    if (number < lines_) return -infinite;
    std::vector<int> scores;
    for (std::size_t each = 0; each < number; ++each) {
      if (moves_[each].is_exact) scores.push_back(moves_[each].next_score);
    }
    if (scores.size() < lines_) return -infinite;
    std::ranges::sort(scores, std::greater{});
    const int last_wanted = scores[lines_ - 1];
    return noise_window_ > 0 ? std::min(last_wanted, scores.front() - noise_window_ - 1) : last_wanted;
  }

  // Exact scores in order, the other moves behind them in the order they had.
  void put_in_order() {
    int least = infinite;
    for (RootMove& each : moves_) {
      if (!each.is_exact) continue;
      each.score = each.next_score;
      least = std::min(least, each.score);
    }
    for (RootMove& each : moves_) {
      if (each.is_exact) continue;
      each.score = std::min(each.score, least);
      // A level may overrate a move, but not one that it has seen to lose.
      if (noise_window_ > 0 && is_decided(each.next_score)) each.score = std::min(each.score, each.next_score);
    }
    sort_by_score(moves_);
  }

  // A move that beats the best of the depth before at a greater depth is better, even if others are not searched yet.
  void keep_partial(std::size_t first_unknown) {
    if (first_unknown == 0 || lines_ > 1 || noise_window_ > 0) return;
    std::size_t best = 0;
    for (std::size_t number = 1; number < first_unknown; ++number) {
      if (moves_[number].is_exact && moves_[number].next_score > moves_[best].next_score) best = number;
    }
    if (!moves_[best].is_exact || best == 0) return;
    moves_[best].score = std::max(moves_[best].next_score, moves_[best].score);
    std::rotate(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(best),
                moves_.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    for (std::size_t number = 1; number < moves_.size(); ++number) {
      moves_[number].score = std::min(moves_[number].score, moves_.front().score);
    }
  }

  // Another thread over the same transposition table, a ply out of step with every second one (lazy SMP).
  void search_in_parallel(int number) {
    History history;
    const auto worker = worker_.helper(history, is_cancelled_);
    std::uint64_t reported = 0;
    constexpr int window = tuned::helper_aspiration_window;
    int before = 0;
    for (int depth = 1 + number % 2; depth <= deepest && !worker->node_limit().is_reached; ++depth) {
      worker->set_root_depth(depth);
      const int score = worker->search_root(before - window, before + window, depth);
      if (!worker->node_limit().is_reached && std::abs(score - before) >= window) {
        before = worker->search_root(-infinite, infinite, depth);
      } else {
        before = score;
      }
      parallel_nodes_ += worker->node_limit().nodes - std::exchange(reported, worker->node_limit().nodes);
    }
    parallel_nodes_ += worker->node_limit().nodes - reported;
  }

  Findings findings() {
    Findings found;
    found.depth = depth_;
    found.parallel_nodes = parallel_nodes_;
    found.noise = noise();
    for (std::size_t number = 0; number < moves_.size(); ++number) {
      const RootMove& each = moves_[number];
      Candidate candidate{{each.text}, reported_score(each)};
      // A level may choose a move beside those that are shown; the reply to it is reported.
      const std::size_t length = number < lines_ ? each.line.size() : std::min(each.line.size(), std::size_t{1});
      worker_.write_line(candidate.moves, each.number, {each.line.data(), length});
      found.candidates.push_back(std::move(candidate));
    }
    sort_by_score(found.candidates);
    return found;
  }

  // A level with noise may give a win away that tables know of: it is reported by the search's own score.
  int reported_score(const RootMove& each) const {
    if (each.tablebase_lead == 0 || noise_window_ > 0 || is_decided(each.score)) return candidate_score(each.score);
    return each.tablebase_lead + std::clamp(each.score, -tuned::most_nuance, tuned::most_nuance);
  }

  const SearchContext& context_;
  const SearchTask& task_;
  RootWorker& worker_;
  std::vector<RootMove> moves_;
  std::size_t lines_ = 1;
  int noise_window_ = 0;  // how far below the best a move may be that the level could overrate
  int depth_ = 0;
  bool is_clearly_ahead_ = false;
  bool is_winning_ending_ = false;  // and few pieces are left to the rival
  std::atomic<bool> is_cancelled_ = false;
  std::atomic<std::uint64_t> parallel_nodes_ = 0;
};

}  // namespace

Checked<Findings> search_root(const SearchContext& context, RootWorker& worker) {
  return RootSearch(context, worker).search();
}

}  // namespace crownstar::search::draughts
