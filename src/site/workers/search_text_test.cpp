#include "site/workers/search_text.hpp"

#include <gtest/gtest.h>

#include "base/limits.hpp"

namespace crownstar::workers {
namespace {

using engine::Milliseconds;
using engine::SearchRequest;
using engine::SearchResult;
using engine::Turn;

SearchRequest full_request() {
  SearchRequest request;
  request.token = "sternhalma:players=3";
  request.position = "W:W31-50:B1-20:H0:F1";
  request.turns = {Turn::played("32-28"), Turn::withdrawn(2), Turn::played("")};
  request.limits = {Milliseconds{1'500}, 18'446'744'073'709'551'615U, 12};
  request.level = "keen";
  request.lines = 3;
  request.seed = 9'007'199'254'740'993U;
  return request;
}

SearchResult full_result() {
  SearchResult result;
  result.move = "32x23x14";
  result.was_stopped = true;
  result.reached.depth = 9;
  result.reached.nodes = 123'456'789;
  result.reached.time = Milliseconds{777};
  result.reached.lines = {{{"32x23x14", "1-6"}, {-15, -7, 1.0 / 3.0}}, {{}, {0, std::nullopt, std::nullopt}}};
  return result;
}

TEST(SearchText, ARequestReadsBackAsItWas) {
  EXPECT_EQ(read_request(write_request(full_request())), full_request());
  EXPECT_EQ(read_request(write_request({})), SearchRequest{});
}

TEST(SearchText, AnAnswerReadsBackAsItWas) {
  const auto answer = read_answer(write_answer(full_result()));
  ASSERT_TRUE(answer && *answer);
  EXPECT_EQ((*answer)->move, full_result().move);
  EXPECT_TRUE((*answer)->was_stopped);
  EXPECT_EQ((*answer)->reached.nodes, full_result().reached.nodes);
  EXPECT_EQ((*answer)->reached.time, full_result().reached.time);
  EXPECT_EQ((*answer)->reached.lines, full_result().reached.lines);
  const auto refused = read_answer(write_answer(base::refuse("AM-7", "you must capture")));
  ASSERT_TRUE(refused && !*refused);
  EXPECT_EQ(base::to_text(refused->error()), "AM-7: you must capture");
  const auto progress = read_progress(write_progress(full_result().reached));
  ASSERT_TRUE(progress);
  EXPECT_EQ(progress->depth, 9);
  EXPECT_EQ(progress->lines, full_result().reached.lines);
}

TEST(SearchText, NothingThatIsCutOffOrHasMorePasses) {
  const std::string request = write_request(full_request());
  const std::string answer = write_answer(full_result());
  for (std::size_t length = 0; length < request.size(); ++length) {
    EXPECT_FALSE(read_request(request.substr(0, length))) << length;
  }
  for (std::size_t length = 0; length < answer.size(); ++length) {
    EXPECT_FALSE(read_answer(answer.substr(0, length))) << length;
  }
  EXPECT_FALSE(read_request(request + "{}"));
  EXPECT_FALSE(read_answer(answer + "x"));
  SearchResult result = full_result();
  result.reached.lines.resize(limits::task_lines + 1);
  EXPECT_FALSE(read_answer(write_answer(result))) << "more lines than any search has";
  EXPECT_TRUE(read_request(R"({"game":"american","lines":1,"seed":"18446744073709551615"})"));
  EXPECT_FALSE(read_request(R"({"game":"american","lines":1,"seed":"18446744073709551616"})"));
  EXPECT_FALSE(read_request(R"({"game":"american","lines":1,"seed":"1","nodes":"-1"})"));
}

}  // namespace
}  // namespace crownstar::workers
