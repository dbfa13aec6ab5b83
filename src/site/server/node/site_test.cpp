// What happens to each request before its route runs, without sockets: origins, response format, cookies and the
// page's files.
#include "site/server/node/site.hpp"

#include <deque>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "site/server/api/page.hpp"
#include "site/server/api/presence.hpp"
#include "site/server/config/log.hpp"
#include "site/server/http/answers.hpp"
#include "site/server/http/cookies.hpp"
#include "site/server/http/routing/request_checks.hpp"
#include "site/server/node/presence_check.hpp"

namespace crownstar::server {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Request request(Method method, std::vector<Header> headers) {
  Request made;
  made.method = method;
  made.headers = std::move(headers);
  return made;
}

TEST(CrossSite, IsWhatABrowserSaysOrAnotherOrigin) {
  const std::vector<std::string> own{"https://play.example"};
  const auto is_refused = [&](Method method, std::vector<Header> headers) {
    headers.push_back({"Host", "127.0.0.1:8417"});
    return is_cross_site(request(method, std::move(headers)), own);
  };
  EXPECT_FALSE(is_refused(Method::get, {{"Origin", "https://evil.example"}}));
  EXPECT_FALSE(is_refused(Method::post, {}));
  EXPECT_FALSE(is_refused(Method::post, {{"Origin", "http://127.0.0.1:8417"}}));
  EXPECT_FALSE(is_refused(Method::post, {{"Origin", "https://play.example"}, {"Sec-Fetch-Site", "cross-site"}}));
  EXPECT_FALSE(is_refused(Method::post, {{"Sec-Fetch-Site", "same-origin"}}));
  EXPECT_TRUE(is_refused(Method::post, {{"Origin", "https://evil.example"}}));
  EXPECT_TRUE(is_refused(Method::post, {{"Origin", "null"}}));
  EXPECT_TRUE(is_refused(Method::remove, {{"Sec-Fetch-Site", "same-site"}}));
  Request upgrade = request(Method::get, {{"Origin", "https://evil.example"}, {"Host", "x"}});
  upgrade.is_upgrade = true;
  EXPECT_TRUE(is_cross_site(upgrade, own));
}

TEST(Answers, HaveOneShapeForErrors) {
  const Response response = error_answer(404, "not_found", "there is no \"x\"\n", "AM-1");
  EXPECT_EQ(*response.body, R"({"error":{"code":"not_found","rule":"AM-1","reason":"there is no \"x\"\n"}})");
  EXPECT_EQ(error_answer(400, "malformed", "\xff").body->find('\xff'), std::string::npos);
}

TEST(Answers, KeepTheirHeadersOnTheirLines) {
  Response response = text_answer("body", "text/plain");
  response.headers.push_back({"X", "a\r\nSet-Cookie: b"});
  const std::string head = write_head(response, 4, false, "now");
  EXPECT_THAT(head, Not(HasSubstr("\nSet-Cookie")));
  EXPECT_THAT(head, HasSubstr("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(head, HasSubstr("Content-Length: 4\r\n"));
  EXPECT_THAT(head, HasSubstr("Connection: close\r\n"));
  EXPECT_TRUE(head.ends_with("\r\n\r\n"));
  EXPECT_THAT(write_head(response, -1, true, "now"), HasSubstr("Transfer-Encoding: chunked\r\n"));
}

TEST(Answers, NeverPutAHostIntoThePolicyThatIsNone) {
  Response response;
  add_security_headers(response, "evil; script-src *", false);
  EXPECT_THAT(response.headers.front().value, Not(HasSubstr("evil")));
}

TEST(Answers, AllowToOpenedPagesWhatTheyNeedAndToAllElseNothing) {
  const auto policy_of = [](std::string_view media) {
    Response response;
    response.media = media;
    add_security_headers(response, "here", false);
    return response.headers.front().value;
  };
  for (const std::string_view media :
       {"", "text/html; charset=utf-8", "text/javascript; charset=utf-8", "image/svg+xml"}) {
    EXPECT_THAT(policy_of(media), AllOf(HasSubstr("script-src 'self'"), HasSubstr("font-src 'self'"))) << media;
  }
  for (const std::string_view media :
       {"text/css; charset=utf-8", "application/wasm", "application/json", "image/png"}) {
    EXPECT_EQ(policy_of(media), "default-src 'none'; frame-ancestors 'none'");
  }
}

TEST(CookiesOfASession, AreStricterUnderTls) {
  Request plain;
  EXPECT_EQ(session_cookie(plain, "s"), "crownstar=s; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax");
  Request secure;
  secure.is_secure = true;
  EXPECT_EQ(session_cookie(secure, "s"),
            "__Host-crownstar=s; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure");
  secure.headers = {{"Cookie", "crownstar=weak; __Host-crownstar=strong"}};
  EXPECT_EQ(session_secret(secure), "strong");
}

TEST(Checks, TakeARequestApart) {
  const RequestTerms terms{{*read_address("192.0.2.1"), false}, ProxyHeader::x_forwarded_for, {}};
  const auto checked = check_request({"POST", "/api/x?y=z", {{"hOST", "here"}}, "body"}, terms);
  ASSERT_TRUE(checked);
  EXPECT_EQ(checked->method, Method::post);
  EXPECT_EQ(checked->query_value("y"), "z");
  EXPECT_EQ(write_address(checked->address), "192.0.2.1");
  EXPECT_EQ(check_request({"GET", "/", {}, ""}, terms).error().status, 400);
  EXPECT_EQ(check_request({"GET", "/", {{"Host", "a"}, {"Host", "b"}}, ""}, terms).error().status, 400);
  EXPECT_EQ(check_request({"GET", "/" + std::string(5000, 'a'), {{"Host", "a"}}, ""}, terms).error().status, 414);
}

TEST(Checks, ReadAllLinesOfAProxysHeader) {
  const std::vector<Network> trusted{*read_network("127.0.0.1")};
  const RequestTerms terms{{*read_address("127.0.0.1"), false}, ProxyHeader::x_forwarded_for, trusted};
  // The caller has sent the first line, and the proxy added one of its own.
  const std::vector<Header> headers{{"Host", "here"},
                                    {"X-Forwarded-For", "203.0.113.1"},
                                    {"x-forwarded-for", "198.51.100.1"},
                                    {"X-Forwarded-Proto", "https"},
                                    {"X-Forwarded-Proto", "http"}};
  const auto checked = check_request({"GET", "/", headers, ""}, terms);
  ASSERT_TRUE(checked);
  EXPECT_EQ(write_address(checked->address), "198.51.100.1");
  EXPECT_FALSE(checked->is_secure);
}

// The key and its answer are the example of RFC 6455 (1.3).
TEST(Checks, AnswerAHandshake) {
  const RequestTerms terms{{*read_address("192.0.2.1"), false}, ProxyHeader::x_forwarded_for, {}};
  std::vector<Header> headers{{"Host", "here"},
                              {"Connection", "keep-alive, Upgrade"},
                              {"Upgrade", "WebSocket"},
                              {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="},
                              {"Sec-WebSocket-Version", "13"},
                              {"Sec-WebSocket-Extensions", "permessage-deflate"}};
  const auto checked = check_request({"GET", "/socket", headers, ""}, terms);
  ASSERT_TRUE(checked);
  EXPECT_THAT(answer_handshake(*checked), HasSubstr("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"));
  EXPECT_THAT(answer_handshake(*checked), Not(HasSubstr("deflate")));
  const auto is_refused = [&] {
    return answer_handshake(*check_request({"GET", "/socket", headers, ""}, terms)).empty();
  };
  headers[4].value = "12";
  EXPECT_TRUE(is_refused());
  headers[4].value = "13";
  EXPECT_FALSE(is_refused());
  headers[3].value = "a b";
  EXPECT_TRUE(is_refused());
  headers[1].value = "close";
  EXPECT_FALSE(check_request({"GET", "/socket", headers, ""}, terms)->is_upgrade);
}

TEST(Page, AnswersItsOwnAddressesAndNoOthers) {
  Request page;
  EXPECT_EQ(page_answer(page).status, 200);
  page.segments = {"match", "m1"};
  EXPECT_EQ(page_answer(page).status, 200);
  page.segments = {"assets", "none"};
  EXPECT_EQ(page_answer(page).status, 404);
  page.segments = {"none.png"};
  EXPECT_EQ(page_answer(page).status, 404);
  page.segments = {};
  page.headers = {{"If-None-Match", page_answer(page).headers[1].value}};
  EXPECT_EQ(page_answer(page).status, 304);
}

TEST(LogLines, AreOneLineInBothForms) {
  const Log::Fields fields{{"plain", "a-b"}, {"other", "two words\n\"x\""}, {"none", ""}, {"count", 7}};
  EXPECT_EQ(write_log_line(LogForm::text, "now", LogLevel::info, "what", fields),
            R"(now level=info what=what plain=a-b other="two words\n\"x\"" none="" count=7)");
  EXPECT_EQ(
      write_log_line(LogForm::json, "now", LogLevel::error, "what", fields),
      R"({"at":"now","level":"error","what":"what","plain":"a-b","other":"two words\n\"x\"","none":"","count":7})");
}

struct Somebody final : OpenConnection {
  std::string person;
  std::string session;
  bool is_line = false;
  std::string dismissed;
  const std::string& person_id() const override { return person; }
  const std::string& handle() const override { return session; }
  bool is_stream() const override { return is_line; }
  void dismiss(std::string_view reason) override { dismissed = reason; }
};

TEST(PeoplePresent, LoseWhatTheirSessionOpened) {
  Presence presence;
  std::vector<Somebody> all(3);
  all[0].person = all[1].person = "anna";
  all[0].session = "s1";
  all[1].session = "s2";
  all[2].person = "bert";
  all[2].session = "s3";
  for (Somebody& each : all) presence.enter(each);
  EXPECT_EQ(presence.people(), 2U);
  presence.end_handles(std::vector<std::string>{"s2", "s9"});
  EXPECT_EQ(all[0].dismissed, "");
  EXPECT_EQ(all[1].dismissed, "signed_out");
  presence.end_person("bert");
  EXPECT_EQ(all[2].dismissed, "signed_out");
  for (Somebody& each : all) presence.leave(each);
  EXPECT_EQ(presence.people(), 0U);
}

TEST(PeoplePresent, HaveThatBoundAlsoBeforeThoseWhoWereDismissedHaveGone) {
  Presence presence;
  std::vector<Somebody> all(limits::sockets_of_a_player + 5);
  for (Somebody& each : all) {
    each.person = "anna";
    presence.enter(each);
  }
  EXPECT_EQ(std::ranges::count(all, "replaced", &Somebody::dismissed), 5);
  EXPECT_EQ(all.back().dismissed, "");
  for (Somebody& each : all) presence.leave(each);
  EXPECT_EQ(presence.people(), 0U);
}

TEST(PeoplePresent, HaveABoundOfEachKind) {
  Presence presence;
  std::vector<Somebody> all(limits::player_streams + 2);
  for (Somebody& each : all) {
    each.person = "anna";
    each.is_line = true;
  }
  all[0].is_line = false;
  for (Somebody& each : all) presence.enter(each);
  EXPECT_EQ(all[0].dismissed, "");
  EXPECT_EQ(all[1].dismissed, "replaced");
  EXPECT_EQ(all[2].dismissed, "");
}

// What the store would say, given when the test wants.
struct Register {
  PresenceCheck::Ask ask() {
    return [this](const std::string& person, auto done) { asked.emplace_back(person, std::move(done)); };
  }
  void answer(people::Answer<std::optional<people::AccountState>> with) {
    auto [person, done] = std::move(asked.front());
    asked.pop_front();
    done(std::move(with));
  }
  std::deque<std::pair<std::string, people::Done<std::optional<people::AccountState>>>> asked;
};

TEST(PeoplePresent, AreComparedWithWhatHoldsByNow) {
  Presence presence;
  Register store;
  PresenceCheck check(presence, store.ask());
  std::vector<Somebody> all(2);
  for (Somebody& each : all) each.person = "anna";
  all[0].session = "s1";
  all[1].session = "s2";
  for (Somebody& each : all) presence.enter(each);
  check.tick();
  EXPECT_TRUE(check.is_done()) << "nobody has doubted anything";
  check.begin();
  check.begin();
  check.tick();
  ASSERT_EQ(store.asked.size(), 1U);
  store.answer(people::refused("store_unavailable", ""));
  EXPECT_FALSE(check.is_done());
  EXPECT_TRUE(store.asked.empty()) << "not at once again";
  check.tick();
  ASSERT_EQ(store.asked.size(), 1U);
  store.answer(people::AccountState{{"anna", "Anna", people::PersonKind::guest, {}}, {"s2", "t1"}});
  EXPECT_TRUE(check.is_done());
  EXPECT_EQ(all[0].dismissed, "signed_out");
  EXPECT_EQ(all[1].dismissed, "");
}

TEST(PeoplePresent, WhoComesInWhileTheStoreIsAskedStays) {
  Presence presence;
  Register store;
  PresenceCheck check(presence, store.ask());
  std::vector<Somebody> all(2);
  for (Somebody& each : all) each.person = "anna";
  all[0].session = "s1";
  all[1].session = "s2";
  presence.enter(all[0]);
  check.begin();
  check.tick();
  presence.enter(all[1]);
  store.answer(people::AccountState{{"anna", "Anna", people::PersonKind::guest, {}}, {}});  // as it was a moment ago
  EXPECT_EQ(all[0].dismissed, "signed_out");
  EXPECT_EQ(all[1].dismissed, "");
}

TEST(PeoplePresent, AreLookedUpAFewAtATime) {
  Presence presence;
  Register store;
  PresenceCheck check(presence, store.ask());
  std::vector<Somebody> all(100);
  for (std::size_t index = 0; index < all.size(); ++index) {
    all[index].person = all[index].session = std::to_string(index);
    presence.enter(all[index]);
  }
  check.begin();
  check.tick();
  EXPECT_LT(store.asked.size(), all.size() / 2);
  while (!store.asked.empty()) store.answer(std::nullopt);
  EXPECT_TRUE(check.is_done());
  EXPECT_EQ(std::ranges::count(all, "signed_out", &Somebody::dismissed), 100);
}

}  // namespace
}  // namespace crownstar::server
