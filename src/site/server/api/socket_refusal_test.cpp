#include "site/server/api/socket_refusal.hpp"

#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crownstar::server {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(SocketRefusals, AnInternalErrorHasAnIdAndTheLogHasTheReason) {
  testing::internal::CaptureStderr();
  wire::ErrorBody told;
  {
    Log log(LogLevel::error, LogForm::text);
    SecurityLog security(log);
    told = noted_refusal(log, security, wire::error_body(wire::RefusalCode::internal, "row 7 is damaged"),
                         {"192.0.2.1", "p1", "m1"});
  }
  const std::string id = told.reason.substr(told.reason.rfind(' ') + 1);
  EXPECT_THAT(id, ContainsRegex("^e[0-9a-z]{12}$"));
  EXPECT_THAT(told.reason, Not(HasSubstr("row 7")));
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("level=error what=internal_error id=" + id +
                        " match=m1 address=192.0.2.1 person=p1 code=internal reason=\"row 7 is damaged\""));
}

TEST(SocketRefusals, AreTheSecurityEventsThatTheyAreOverHttp) {
  Log log(LogLevel::error, LogForm::text);
  SecurityLog security(log);
  for (const auto code : {wire::RefusalCode::too_many, wire::RefusalCode::scope_missing, wire::RefusalCode::malformed,
                          wire::RefusalCode::not_found}) {
    const wire::ErrorBody error = wire::error_body(code, "no");
    EXPECT_EQ(noted_refusal(log, security, error, {"192.0.2.1", "p1", ""}), error);
  }
  EXPECT_EQ(security.counts(), (std::map<std::string, std::uint64_t, std::less<>>{
                                   {"access_refused", 1}, {"malformed_request", 1}, {"throttled", 1}}));
}

}  // namespace
}  // namespace crownstar::server
