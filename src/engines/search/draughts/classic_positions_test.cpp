// The endings that every book of the game begins with. First to Third are set up as in Edward Lasker, Chess and
// Checkers: The Way to Mastership (1918; Project Gutenberg 4913), diagrams 93, 95 and 98, where White wins by the move
// given. The Fourth is Ben Boland's setting of it in Famous Positions in the Game of Checkers, where White draws by the
// move given.
#include <gtest/gtest.h>

#include "engines/search/builtin/builtin_searcher.hpp"

namespace crownstar::search::draughts {
namespace {

struct Classic {
  std::string name;
  std::string position;
  std::string move;
};

class ClassicPosition : public testing::TestWithParam<Classic> {};

// A tenth of what one thread looks at in a second, and no tables: the wins are too far away to be seen.
TEST_P(ClassicPosition, TheMoveOfTheBooksIsFound) {
  SearchRequest request;
  request.token = "american";
  request.position = GetParam().position;
  request.limits.nodes = 200'000;
  const auto found = make_searcher()->search(request, StopSignal{}, {});
  ASSERT_TRUE(found) << found.error().reason;
  EXPECT_EQ(found->move, GetParam().move);
}

INSTANTIATE_TEST_SUITE_P(Books, ClassicPosition,
                         testing::Values(Classic{"First", "W:WK19,K23:B12,K28", "23-27"},
                                         Classic{"Second", "W:W27,30,K22:B20,21,K9", "30-26"},
                                         Classic{"Third", "W:W28,K20,K12:BK19,K11", "20-24"},
                                         Classic{"Fourth", "W:W30,K31,K32:BK20,21,K22,K23", "31-27"}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace crownstar::search::draughts
