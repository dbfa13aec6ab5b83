#include "site/server/node/reports/finished_answer.hpp"

#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "site/server/http/answers.hpp"

namespace crownstar::server {
namespace {

using testing::ContainsRegex;

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

TEST_F(FinishedAnswers, NothingIsAnsweredWhenTheServerHasEnded) {
  {
    const Reply late = reply();
    books_.reset();
  }
  EXPECT_FALSE(got_);
}

}  // namespace
}  // namespace crownstar::server
