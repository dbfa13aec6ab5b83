// Lines that a newer site may send, and those that are none.
#include "programs/cli/bot/unread_lines.hpp"

#include <vector>

#include <gmock/gmock.h>

namespace crownstar::cli {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

struct UnreadLinesTest : testing::Test {
  std::vector<std::string> said;
  UnreadLines unread{[this](std::string line) { said.push_back(std::move(line)); }};
};

TEST_F(UnreadLinesTest, each_kind_is_told_once_with_the_first_reason) {
  unread.note(R"({"id": 5, "type":"gift","what":[{}]})", "type: unknown");
  unread.note(R"({"type":"gift"})", "another");
  unread.note(R"({"type":"\u0067ift"})", "another");
  unread.note(R"({"type":"storm"})", "type: unknown");
  EXPECT_THAT(
      said, ElementsAre("a line of the type 'gift' from the site is not understood, and passed over: type: unknown",
                        "a line of the type 'storm' from the site is not understood, and passed over: type: unknown"));
}

TEST_F(UnreadLinesTest, what_has_no_type_is_one_kind) {
  for (const char* line : {"", "no JSON", "[]", "{}", R"({"type":5})", R"({"type":""})", R"({"type":"a")", "\xff"}) {
    unread.note(line, "expected an object");
  }
  EXPECT_THAT(
      said, ElementsAre("a line without a type from the site is not understood, and passed over: expected an object"));
}

TEST_F(UnreadLinesTest, a_site_cannot_fill_the_log) {
  for (int kind = 0; kind < 1000; ++kind) unread.note(R"({"type":"k)" + std::to_string(kind) + R"("})", "unknown");
  EXPECT_THAT(said, SizeIs(50));
}

}  // namespace
}  // namespace crownstar::cli
