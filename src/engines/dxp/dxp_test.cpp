#include <deque>
#include <vector>

#include <gtest/gtest.h>

#include "engines/dxp/dxp_session.hpp"
#include "engines/pool/equipment.hpp"

namespace crownstar::dxp {

using namespace engine;  // requests and equipment
namespace {

const std::string first = "W" + std::string(20, 'b') + std::string(10, 'e') + std::string(20, 'w');

TEST(DxpText, ReadsWhatItWrites) {
  const std::vector<DxpMessage> messages{
      DxpRequest{"Crownstar", false, 5, 75, {}},
      DxpRequest{"", true, 0, 0, "B" + first.substr(1)},
      DxpAnswer{"Somebody", DxpVerdict::refused},
      DxpMove{12, 32, 28, {}},
      DxpMove{0, 7, 49, {12, 23, 44}},
      DxpEnd{DxpResult::won, true},
      DxpChat{"good luck"},
      DxpBack{17, false},
      DxpBackAnswer{DxpVerdict::unsupported},
  };
  for (const DxpMessage& message : messages) {
    const auto read = read_dxp(write_dxp(message));
    ASSERT_TRUE(read) << write_dxp(message);
    EXPECT_EQ(*read, message) << write_dxp(message);
  }
}

TEST(DxpText, HasTheFieldsOfTheProtocol) {
  EXPECT_EQ(write_dxp(DxpRequest{"Crownstar", false, 5, 75, {}}), "R01Crownstar" + std::string(23, ' ') + "Z005075A");
  EXPECT_EQ(write_dxp(DxpMove{3, 28, 19, {23}}), "M000328190123");
  EXPECT_EQ(write_dxp(DxpEnd{DxpResult::lost, false}), "E10");
}

TEST(DxpText, RefusesWhatIsNoMessage) {
  for (const std::string& text : {std::string(), std::string("X"), std::string("R"), std::string("R02"),
                                  std::string("M0003"), std::string("M00032819012"), std::string("Mxxxx281900"),
                                  std::string("E9"), std::string("A"), std::string("C") + std::string(400, 'x')}) {
    EXPECT_FALSE(read_dxp(text)) << text;
  }
}

class DxpSessionTest : public testing::Test {
 protected:
  // The answers at once, and those after a search.
  static std::vector<DxpMessage> all_said(DxpSession& session, const DxpMessage& message) {
    std::vector<DxpMessage> said = session.hear(message);
    for (DxpMessage& later : session.proceed()) said.push_back(std::move(later));
    return said;
  }

  static DxpTerms quick(int games) {
    DxpTerms terms;
    terms.limits.nodes = 20;
    terms.games = games;
    return terms;
  }

  std::unique_ptr<Searcher> tool_ = Equipment().make_searcher();
};

// Initiator and follower exchange messages until neither has one left.
TEST_F(DxpSessionTest, TwoPlayAMatchAndAgreeOnIt) {
  const auto other_tool = Equipment().make_searcher();
  DxpSession asking(*tool_, quick(2));
  DxpSession answering(*other_tool, quick(1));
  std::deque<DxpMessage> to_answering;
  std::deque<DxpMessage> to_asking;
  for (const DxpMessage& message : asking.begin()) to_answering.push_back(message);
  const auto pass = [](std::deque<DxpMessage>& from, DxpSession& to, std::deque<DxpMessage>& answers) {
    const auto message = read_dxp(write_dxp(from.front()));
    from.pop_front();
    ASSERT_TRUE(message);
    for (const DxpMessage& answer : all_said(to, *message)) answers.push_back(answer);
  };
  for (int steps = 0; steps < 5000 && !(to_answering.empty() && to_asking.empty()); ++steps) {
    if (!to_answering.empty()) {
      pass(to_answering, answering, to_asking);
    } else {
      pass(to_asking, asking, to_answering);
    }
  }
  EXPECT_EQ(asking.score().all(), 2);
  EXPECT_EQ(asking.score().unknown, 0);
  EXPECT_EQ(asking.score().wins, answering.score().losses);
  EXPECT_EQ(asking.score().losses, answering.score().wins);
  EXPECT_EQ(asking.score().draws, answering.score().draws);
  EXPECT_TRUE(asking.is_over());
}

TEST_F(DxpSessionTest, TakesAForcedCapture) {
  DxpSession session(*tool_, quick(1));
  const std::string position = "W" + std::string(22, 'e') + "b" + std::string(4, 'e') + "w" + std::string(22, 'e');
  const auto said = all_said(session, DxpRequest{"Somebody", true, 5, 75, position});
  ASSERT_GE(said.size(), 3U);
  EXPECT_EQ(said[0], DxpMessage(DxpAnswer{"Crownstar", DxpVerdict::accepted}));
  const auto* const move = std::get_if<DxpMove>(&said[1]);
  ASSERT_NE(move, nullptr);
  EXPECT_EQ(move->from, 28);
  EXPECT_EQ(move->captured, std::vector<int>{23});
  EXPECT_EQ(std::get<DxpEnd>(said[2]).result, DxpResult::won);
  EXPECT_EQ(session.score().wins, 1);
}

// Counts the positions that it is asked about, and knows nothing of any.
class CountingSearcher final : public Searcher {
 public:
  Checked<SearchResult> search(const SearchRequest&, const StopSignal&, const OnProgress&) override {
    ++searches;
    return base::refuse("it only counts");
  }
  void forget() override {}
  int searches = 0;
};

TEST_F(DxpSessionTest, AcceptsAGameBeforeItThinksOfTheFirstMove) {
  CountingSearcher searcher;
  DxpSession session(searcher, quick(1));
  EXPECT_EQ(session.hear(DxpRequest{"Somebody", true, 5, 75, {}}),
            std::vector<DxpMessage>{(DxpAnswer{"Crownstar", DxpVerdict::accepted})});
  EXPECT_EQ(searcher.searches, 0);
  EXPECT_EQ(session.proceed().size(), 2U) << "the searcher has no move: that is told, and the game ends";
  EXPECT_EQ(searcher.searches, 1);
  EXPECT_TRUE(session.proceed().empty()) << "no game is being played";
}

TEST_F(DxpSessionTest, AnswersWhatDoesNotFitAndStaysSound) {
  DxpSession session(*tool_, quick(1));
  EXPECT_TRUE(std::holds_alternative<DxpChat>(session.hear(DxpMove{0, 32, 28, {}}).front()));
  EXPECT_TRUE(session.hear(DxpChat{"hello"}).empty());
  EXPECT_EQ(session.hear(DxpBack{1, true}).front(), DxpMessage(DxpBackAnswer{DxpVerdict::unsupported}));
  const auto refused = session.hear(DxpRequest{"Somebody", true, 5, 75, "W" + std::string(50, 'w')});
  EXPECT_EQ(std::get<DxpAnswer>(refused.back()).verdict, DxpVerdict::refused);
  // A move that is not legal ends the game without a result.
  EXPECT_EQ(all_said(session, DxpRequest{"Somebody", false, 5, 75, {}}).size(), 1U) << "it is not our turn";
  EXPECT_EQ(std::get<DxpEnd>(session.hear(DxpMove{0, 1, 50, {}}).back()).result, DxpResult::unknown);
  EXPECT_EQ(session.score().unknown, 1);
}

}  // namespace
}  // namespace crownstar::dxp
