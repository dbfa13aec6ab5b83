// Any bytes as a request's method, target, headers and body: what is refused is refused in the one shape of an error,
// and what is accepted has a path without tricks, a host, and an answer whose head is lines of its own making.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text/utf8.hpp"
#include "input_laws.hpp"
#include "site/server/api/page.hpp"
#include "site/server/http/answers.hpp"
#include "site/server/http/cookies.hpp"
#include "site/server/http/request_text.hpp"
#include "site/server/http/routing/request_checks.hpp"
#include "site/server/http/routing/router.hpp"
#include "site/server/node/site.hpp"
#include "site/wire/generated/wire_http.hpp"
#include "site/wire/generated/wire_people.hpp"
#include "site/wire/json/codec.hpp"

namespace {

using namespace crownstar;

std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  return line;
}

// Method, target, `Name:value` lines, an empty line, the body. The library has seen to it that no part holds a line
// end.
server::RawRequest raw_of(std::string_view text) {
  server::RawRequest raw;
  raw.method = take_line(text);
  raw.target = take_line(text);
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line.empty()) break;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    raw.headers.push_back({std::string(line.substr(0, colon)), std::string(line.substr(colon + 1))});
  }
  raw.body = text;
  return raw;
}

void check_head(const server::Response& response) {
  const std::string head = server::write_head(response, 0, true, "now");
  fuzz::require(head.find("\r\n\r\n") == head.size() - 4);
  std::size_t lines = 0;
  for (const char letter : head) lines += letter == '\n' ? 1U : 0U;
  // The status, the date, the type where there is one, each header, the length, and the end.
  const std::size_t most = 5 + response.headers.size();
  fuzz::require(lines <= most);
}

template <typename Body>
void check_body(const std::string& body) {
  const auto read = wire::decode<Body>(body);
  if (!read) return fuzz::check_refusal(read.error());
  const std::string written = wire::encode(*read);
  const auto again = wire::decode<Body>(written);
  fuzz::require(again.has_value() && *again == *read);
}

const server::Router& router() {
  static const server::Router made = [] {
    server::Router routes;
    for (const char* pattern : {"/", "/api/matches/{match}", "/api/bot/game/{game}/move/{move}"}) {
      routes.add(server::Method::get, pattern, [](server::Request&, const server::Reply&) {});
    }
    return routes;
  }();
  return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const std::vector<server::Network> trusted{*server::read_network("127.0.0.1")};
  server::RequestTerms terms{
      {*server::read_address("127.0.0.1"), false}, server::ProxyHeader::x_forwarded_for, trusted};
  server::RawRequest raw = raw_of({reinterpret_cast<const char*>(bytes), size});
  if (raw.method == "FORWARDED") terms.proxy_header = server::ProxyHeader::forwarded;
  auto request = server::check_request(std::move(raw), terms);
  if (!request) {
    fuzz::require(wire::decode<wire::ErrorAnswer>(*request.error().body).has_value());
    check_head(request.error());
    return 0;
  }
  for (const std::string& segment : request->segments) {
    fuzz::require(segment != ".." && segment != "." && segment.find_first_of("/\\") == std::string::npos);
    fuzz::require(base::is_utf8(segment));
  }
  const server::Router::Found found = router().find(*request);
  fuzz::require(found.handler == nullptr || found.is_path);
  server::Response page = server::page_answer(*request);
  server::add_security_headers(page, request->header("Host"), request->is_secure);
  check_head(page);
  static_cast<void>(server::is_cross_site(*request, {"https://play.example"}));
  const std::string_view secret = server::session_secret(*request);
  fuzz::require(secret.find(';') == std::string_view::npos);
  static_cast<void>(server::bearer_token(request->header("Authorization")));
  const std::string handshake = server::answer_handshake(*request);
  fuzz::require(handshake.empty() || handshake.find("\r\n\r\n") == handshake.size() - 4);
  check_body<wire::MatchRequest>(request->body);
  check_body<wire::AccountRequest>(request->body);
  check_body<wire::SeekTerms>(request->body);
  const auto form = server::read_fields(request->body);
  if (!form) fuzz::check_refusal(form.error());
  return 0;
}
