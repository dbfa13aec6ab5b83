// Reviews a recorded game of two: the score of each position, the better move, and how much each move gave away.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/search/request.hpp"
#include "engines/search/searcher.hpp"
#include "rules/record/record.hpp"

namespace crownstar::contest {

using base::Checked;

enum class Mark : std::uint8_t { good, inaccuracy, mistake, blunder };

std::string_view name_of(Mark mark);

struct ReviewedMove {
  int node = 0;  // of the record
  int seat = 0;
  std::string move;                 // as the game writes it
  search::Score best;               // with the best move, from the view of the seat that moves
  search::Score played;             // with the move that was made, from the same view
  std::vector<std::string> better;  // the best move and what is expected to follow; empty where the one made is as good
  bool is_only = false;             // there was no other
  double loss = 0;                  // of the expected result, from 0 to 1
  Mark mark = Mark::good;
};

struct ReviewTerms {
  search::SearchLimits limits;  // of each position
  search::StopSignal stop{};
};

// Called before each position with how many have been looked at, and how many there are.
using OnReviewed = std::function<void(std::size_t done, std::size_t all)>;

// The moves of the main line. From the last to the first, so that the searcher knows what comes. Refused where the game
// is not one of two seats, or was interrupted by the stop signal.
Checked<std::vector<ReviewedMove>> review(const game::GameRecord& record, search::Searcher& searcher,
                                          const ReviewTerms& terms, const OnReviewed& on_reviewed = {});

// A half-move earlier, and so from the other side.
search::Score seen_from_the_other_side(const search::Score& score);

// What a score promises, 0 lost to 1 won; `even_odds` hundredths make a win e times as likely as a loss.
double expected_result(int hundredths, int even_odds);

}  // namespace crownstar::contest
