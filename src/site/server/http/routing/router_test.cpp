#include "site/server/http/routing/router.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "site/server/http/request_text.hpp"

namespace crownstar::server {
namespace {

class Routing : public testing::Test {
 protected:
  Routing() {
    for (const std::string_view pattern :
         {"/", "/api/matches", "/api/matches/{match}", "/api/matches/mine", "/api/{room}/x/{item}"}) {
      router_.add(Method::get, pattern, [this, pattern](Request&, const Reply&) { answered_ = pattern; });
    }
    router_.add(
        Method::post, "/api/matches", [this](Request&, const Reply&) { answered_ = "post"; }, Pages::with_token);
  }

  std::string ask(Method method, std::string_view target) {
    Request request;
    request.method = method;
    request.segments = read_target(target)->segments;
    const Router::Found found = router_.find(request);
    answered_.clear();
    if (found.handler != nullptr) (*found.handler)(request, Reply(nullptr));
    parameters_ = request.parameters;
    allowed_ = found.allowed;
    pages_ = found.pages;
    return answered_;
  }

  Router router_;
  std::string answered_;
  std::vector<std::string> parameters_;
  std::string allowed_;
  Pages pages_ = Pages::any;
};

TEST_F(Routing, FindsByMethodAndSegments) {
  EXPECT_EQ(ask(Method::get, "/"), "/");
  EXPECT_EQ(ask(Method::get, "/api/matches"), "/api/matches");
  EXPECT_EQ(ask(Method::head, "/api/matches"), "/api/matches");
  EXPECT_EQ(ask(Method::post, "/api/matches"), "post");
  EXPECT_EQ(ask(Method::get, "/api/matches/m1"), "/api/matches/{match}");
  EXPECT_THAT(parameters_, testing::ElementsAre("m1"));
  EXPECT_EQ(ask(Method::get, "/api/matches/mine"), "/api/matches/mine");
  EXPECT_EQ(ask(Method::get, "/api/a/x/b"), "/api/{room}/x/{item}");
  EXPECT_THAT(parameters_, testing::ElementsAre("a", "b"));
}

TEST_F(Routing, SaysWhatAPathTakes) {
  EXPECT_EQ(ask(Method::remove, "/api/matches"), "");
  EXPECT_EQ(allowed_, "GET, HEAD, POST");
  EXPECT_EQ(ask(Method::get, "/api/nothing"), "");
  EXPECT_EQ(allowed_, "");
  EXPECT_EQ(ask(Method::get, "/api/matches/"), "") << "a name stands for a segment that is not empty";
  EXPECT_EQ(ask(Method::get, "/api"), "");
}

TEST_F(Routing, SaysWhosePagesMayAsk) {
  ask(Method::post, "/api/matches");
  EXPECT_EQ(pages_, Pages::with_token);
  ask(Method::get, "/api/matches");
  EXPECT_EQ(pages_, Pages::own);
  ask(Method::post, "/api/nothing");
  EXPECT_EQ(pages_, Pages::own);
}

}  // namespace
}  // namespace crownstar::server
