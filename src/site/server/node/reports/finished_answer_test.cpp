#include "site/server/node/reports/finished_answer.hpp"

#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "site/server/http/answers.hpp"

namespace crownstar::server {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

struct Received final : Reply::Sink {
  explicit Received(std::optional<Response>& place) : got(place) {}
  void answer(Response response) override { got = std::move(response); }
  std::optional<Response>& got;
};

class FinishedAnswers : public testing::Test {
 protected:
  Reply reply() {
    Request request;
    request.method = Method::post;
    request.target = "/api/matches";
    request.address = *read_address("192.0.2.1");
    return finished_reply(Reply(std::make_shared<Received>(got_)), request, books_);
  }

  Log log_{LogLevel::error, LogForm::text};
  SecurityLog security_{log_};
  std::shared_ptr<AnswerBooks> books_ = std::make_shared<AnswerBooks>(log_, security_);
  std::optional<Response> got_;
};

TEST_F(FinishedAnswers, AForgottenReplyIsAnErrorWithAnId) {
  {
    const Reply forgotten = reply();
  }
  ASSERT_TRUE(got_);
  EXPECT_EQ(got_->status, 500);
  EXPECT_THAT(*got_->body, ContainsRegex("about error e[0-9a-z]{12}"));
  EXPECT_EQ(books_->by_status.at(500), 1U);
}

TEST_F(FinishedAnswers, AnAnswerIsGivenOnce) {
  {
    const Reply answered = reply();
    answered(json_answer("{}"));
    answered(json_answer("{}", 201));
  }
  ASSERT_TRUE(got_);
  EXPECT_EQ(got_->status, 200);
  EXPECT_EQ(books_->by_status, (std::map<int, std::uint64_t>{{200, 1}}));
}

TEST_F(FinishedAnswers, RefusedAccessAndMalformedRequestsAreSecurityEvents) {
  reply()(error_answer(403, "forbidden", "no"));
  reply()(error_answer(405, "method_not_allowed", "no"));
  reply()(error_answer(400, "malformed", "no"));
  reply()(error_answer(404, "not_found", "no"));
  EXPECT_EQ(security_.counts(),
            (std::map<std::string, std::uint64_t, std::less<>>{{"access_refused", 2}, {"malformed_request", 1}}));
}

TEST_F(FinishedAnswers, EachRefusalIsOneSecurityEvent) {
  reply()(error_answer(429, "too_many", "no"));
  for (const int status : {429, 403, 400}) {
    Response noted = error_answer(status, "too_many", "no");
    noted.is_noted = true;  // as a refused sign-in is
    reply()(noted);
  }
  EXPECT_EQ(security_.counts(), (std::map<std::string, std::uint64_t, std::less<>>{{"throttled", 1}}));
}

TEST_F(FinishedAnswers, NothingIsAnsweredWhenTheServerHasEnded) {
  {
    const Reply late = reply();
    books_.reset();
  }
  EXPECT_FALSE(got_);
}

// Without the fixture, since only one log is open at a time.
TEST(FinishedAnswersInTheLog, HaveWhatWentWrongWhichTheAnswerHasNot) {
  testing::internal::CaptureStderr();
  std::optional<Response> got;
  {
    Log log(LogLevel::error, LogForm::text);
    SecurityLog security(log);
    const auto books = std::make_shared<AnswerBooks>(log, security);
    finished_reply(Reply(std::make_shared<Received>(got)), Request(),
                   books)(error_answer(500, "internal", "row 7 is damaged"));
  }
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              ContainsRegex("what=internal_error id=e[0-9a-z]{12} .*code=internal reason=\"row 7 is damaged\""));
  ASSERT_TRUE(got);
  EXPECT_THAT(std::string(got->body->begin(), got->body->end()), Not(HasSubstr("row 7")));
}

}  // namespace
}  // namespace crownstar::server
