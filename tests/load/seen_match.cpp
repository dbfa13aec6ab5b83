#include "load/seen_match.hpp"

#include <algorithm>

#include "base/limits.hpp"

namespace crownstar::load {
namespace {

constexpr std::size_t most_faults = 20;
constexpr std::int64_t rounding_ms = 2;
// A crash is known to a second; the rest is for a machine that has other things to do.
constexpr std::int64_t given_by_a_restart_ms = 1'000 + 10'000;

}  // namespace

void Figures::fault(std::size_t& count, std::string what) {
  ++count;
  if (faults.size() < most_faults) faults.push_back(std::move(what));
}

void SeenMatch::fault(std::size_t& count, std::size_t index, const std::string& what) const {
  figures_.fault(count, id_ + " (" + script_->game + "), move " + std::to_string(index) + ": " + what);
}

void SeenMatch::see(std::size_t index, const wire::Move& move, std::int64_t told_at) {
  if (index < seen_.size()) {
    if (told_at_[index] == 0) told_at_[index] = told_at;
    if (seen_[index] == move) return;
    return fault(figures_.out_of_place, index, "it was " + seen_[index].text + " and is now " + move.text);
  }
  if (index > seen_.size()) return fault(figures_.gaps, index, "heard of before the one before it");
  if (index >= script_->moves.size() || script_->moves[index] != move.text || script_->movers[index] != move.seat) {
    const std::string sent = index < script_->moves.size() ? script_->moves[index] : "nothing";
    fault(figures_.out_of_place, index, "sent was " + sent + ", there is " + move.text);
  }
  seen_.push_back(move);
  told_at_.push_back(told_at);
  ++figures_.moves;
  if (clock_.has_clock()) check_clock(index);
}

void SeenMatch::see_all(const std::vector<wire::Move>& moves, std::size_t acknowledged) {
  for (std::size_t index = moves.size(); index < acknowledged; ++index) {
    fault(figures_.lost, index, "acknowledged and lost");
  }
  for (std::size_t index = 0; index < moves.size(); ++index) see(index, moves[index]);
}

std::int64_t SeenMatch::down_between(std::int64_t from, std::int64_t to) const {
  std::int64_t down = 0;
  for (const Outage& outage : outages_) {
    down += std::max<std::int64_t>(std::min(outage.to, to) - std::max(outage.from, from), 0);
  }
  return down;
}

int SeenMatch::restarts_between(std::int64_t from, std::int64_t to) const {
  return static_cast<int>(
      std::ranges::count_if(outages_, [&](const Outage& outage) { return outage.from <= to && outage.to >= from; }));
}

// What is left follows from what was spent; and what was spent is what has passed since the turn was told, without the
// time that the server was down and but for what may be given: the credit for lag, and how exactly the moment of a
// crash is known. When a turn was told is forgotten in a crash: then no more can be charged than since it was stored.
// Where nobody was there to hear it, no more can be said either.
void SeenMatch::check_clock(std::size_t index) const {
  const wire::Move& move = seen_[index];
  const auto before = [&](std::size_t at) { return seen_[at].seat == move.seat; };
  std::int64_t left = clock_.main_ms;
  bool is_first = true;
  for (std::size_t at = index; at-- > 0;) {
    if (!before(at)) continue;
    left = seen_[at].left_ms.value_or(-1);
    is_first = false;
    break;
  }
  const std::int64_t expected = is_first ? left : left - move.spent_ms + clock_.step_ms;
  if (move.left_ms.value_or(-1) != expected) {
    fault(figures_.wrong_clocks, index,
          "left are " + std::to_string(move.left_ms.value_or(-1)) + " ms and not " + std::to_string(expected));
  }
  if (index == 0 || is_first) return;
  const auto up_since = [&](std::int64_t begun) { return move.at - begun - down_between(begun, move.at); };
  const std::int64_t stored = seen_[index - 1].at;
  const std::int64_t told = std::max(told_at_[index - 1], stored);
  const int restarts = restarts_between(stored, move.at);
  const std::int64_t most_charged = up_since(restarts > 0 ? stored : told);
  const std::int64_t given = up_since(told) - move.spent_ms;
  const std::int64_t most_given = limits::lag_credit.count() + given_by_a_restart_ms * restarts;
  const bool is_told = told_at_[index - 1] != 0;
  if (move.spent_ms > most_charged + rounding_ms || (is_told && given > most_given)) {
    fault(figures_.wrong_clocks, index,
          "charged are " + std::to_string(move.spent_ms) + " ms of " + std::to_string(up_since(told)) +
              " ms that the server was up since it was told, " + std::to_string(up_since(stored)) + " since stored");
  }
  figures_.most_held_ms = std::max(figures_.most_held_ms, told - stored);
  if (is_told) figures_.most_given_ms = std::max(figures_.most_given_ms, given);
}

}  // namespace crownstar::load
