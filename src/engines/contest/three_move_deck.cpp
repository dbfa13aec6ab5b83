#include "engines/contest/three_move_deck.hpp"

#include <cstddef>
#include <ranges>

namespace crownstar::contest {
namespace {

// Two moves, then the third moves that may follow. `?`: by mail; `!`: barred.
constexpr std::string_view deck = R"(
9-13 21-17 5-9 6-9 10-14!
9-13 22-17 13x22
9-13 22-18 6-9 10-14? 10-15 11-15 11-16? 12-16
9-13 23-18 5-9 6-9 10-14! 10-15 11-15 11-16? 12-16
9-13 23-19 5-9 6-9 10-14 10-15? 11-16
9-13 24-19 5-9 6-9 10-14 10-15! 11-15 11-16
9-13 24-20 5-9 6-9 10-14 10-15 11-15 11-16? 12-16!
9-14 22-17 5-9 6-9 11-15 11-16
9-14 22-18 5-9 10-15 11-15 11-16 12-16! 14-17!
9-14 23-18 14x23
9-14 23-19 5-9 10-15! 11-16 14-18
9-14 24-19 5-9 10-15! 11-15 11-16
9-14 24-20 5-9 10-15 11-15 11-16
10-14 22-17 7-10 9-13? 11-15? 11-16? 14-18
10-14 22-18 6-10 7-10 11-15 11-16 12-16
10-14 23-18 14x23
10-14 23-19 6-10 7-10 11-15 11-16 14-18
10-14 24-19 6-10 7-10 11-15! 11-16 14-18
10-14 24-20 6-10 7-10 11-15 11-16 14-18
10-15 21-17 6-10 7-10 9-13 9-14! 11-16 15-18
10-15 22-17 6-10 7-10 9-13 9-14! 11-16 15-19
10-15 22-18 15x22
10-15 23-18 6-10 7-10 9-14 11-16 12-16
10-15 23-19 6-10 7-10 11-16?
10-15 24-19 15x24
10-15 24-20 6-10 7-10 11-16! 15-19
11-15 21-17 8-11 9-13 9-14 10-14! 15-19
11-15 22-17 8-11 9-13 15-18 15-19
11-15 22-18 15x22
11-15 23-18 8-11 9-14 10-14 12-16 15-19
11-15 23-19 8-11 9-13 9-14
11-15 24-19 15x24
11-15 24-20 8-11 12-16 15-18
11-16 21-17 7-11 8-11 9-13 9-14 10-14! 16-20
11-16 22-17 7-11 8-11 9-13? 16-20
11-16 22-18 7-11 8-11 10-15! 16-19 16-20
11-16 23-18 7-11 8-11 9-14 10-14 16-20
11-16 23-19 16x23?
11-16 24-19 7-11 8-11 10-15! 16-20
11-16 24-20 7-11 16-19
12-16 21-17 9-13 9-14 16-19 16-20
12-16 22-17 16-19 16-20
12-16 22-18 16-19 16-20
12-16 23-18 9-14! 16-19 16-20
12-16 23-19 16x23!
12-16 24-19 16-20
12-16 24-20 8-12 10-15?
)";

BallotUse use_of(std::string_view third) {
  if (third.ends_with('!')) return BallotUse::barred;
  return third.ends_with('?') ? BallotUse::by_mail : BallotUse::everywhere;
}

}  // namespace

std::vector<Ballot> three_move_deck() {
  std::vector<Ballot> ballots;
  for (const auto line : std::views::split(deck, '\n')) {
    std::array<std::string_view, 2> first;
    std::size_t place = 0;
    for (const auto part : std::views::split(line, ' ')) {
      std::string_view move(part.begin(), part.end());
      if (place < first.size()) {
        first[place++] = move;
        continue;
      }
      const BallotUse use = use_of(move);
      if (use != BallotUse::everywhere) move.remove_suffix(1);
      ballots.push_back({{first[0], first[1], move}, use});
    }
  }
  return ballots;
}

}  // namespace crownstar::contest
