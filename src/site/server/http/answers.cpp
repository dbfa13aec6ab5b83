#include "site/server/http/answers.hpp"

#include <array>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "base/text/json.hpp"
#include "base/text/utf8.hpp"
#include "site/server/http/http_date.hpp"
#include "site/server/http/request_text.hpp"

namespace crownstar::server {
namespace {

constexpr std::array<std::pair<int, std::string_view>, 28> statuses{{{101, "Switching Protocols"},
                                                                     {200, "OK"},
                                                                     {201, "Created"},
                                                                     {204, "No Content"},
                                                                     {206, "Partial Content"},
                                                                     {304, "Not Modified"},
                                                                     {400, "Bad Request"},
                                                                     {401, "Unauthorized"},
                                                                     {403, "Forbidden"},
                                                                     {404, "Not Found"},
                                                                     {405, "Method Not Allowed"},
                                                                     {406, "Not Acceptable"},
                                                                     {408, "Request Timeout"},
                                                                     {409, "Conflict"},
                                                                     {410, "Gone"},
                                                                     {412, "Precondition Failed"},
                                                                     {413, "Content Too Large"},
                                                                     {414, "URI Too Long"},
                                                                     {415, "Unsupported Media Type"},
                                                                     {416, "Range Not Satisfiable"},
                                                                     {417, "Expectation Failed"},
                                                                     {421, "Misdirected Request"},
                                                                     {422, "Unprocessable Content"},
                                                                     {426, "Upgrade Required"},
                                                                     {429, "Too Many Requests"},
                                                                     {431, "Request Header Fields Too Large"},
                                                                     {500, "Internal Server Error"},
                                                                     {503, "Service Unavailable"}}};

void add_line(std::string& head, std::string_view name, std::string_view value) {
  head += name;
  head += ": ";
  for (const char letter : value) {
    const auto byte = static_cast<unsigned char>(letter);
    head += byte < 0x20 || byte == 0x7f ? ' ' : letter;  // no text of anybody's begins a line of its own
  }
  head += "\r\n";
}

}  // namespace

Response error_answer(int status, std::string_view code, std::string_view reason, std::string_view rule) {
  std::string body = fmt::format(R"({{"error":{{"code":{},)", base::json_quoted(code));
  if (!rule.empty()) body += fmt::format(R"("rule":{},)", base::json_quoted(rule));
  body +=
      fmt::format(R"("reason":{}}}}})", base::json_quoted(base::is_utf8(reason) ? reason : "it cannot be understood"));
  Response response = json_answer(std::move(body), status);
  response.refusal = code;
  if (status == 500) response.fault = reason;
  return response;
}

std::string reason_of_internal_error(std::string_view id) {
  return fmt::format("the server could not answer this; its log says more about error {}", id);
}

Response json_answer(std::string body, int status) {
  Response response;
  response.status = status;
  response.media = "application/json";
  response.headers.push_back({"Cache-Control", "no-store"});
  response.body = bytes_of(std::move(body));
  return response;
}

Response text_answer(std::string body, std::string_view media) {
  Response response;
  response.media = media;
  response.headers.push_back({"Cache-Control", "no-store"});
  response.body = bytes_of(std::move(body));
  return response;
}

Response stream_answer(std::shared_ptr<StreamHandler> stream) {
  Response response;
  response.media = "application/x-ndjson";
  response.headers.push_back({"Cache-Control", "no-store"});
  response.stream = std::move(stream);
  return response;
}

namespace {

// What a browser opens or runs, and so holds to a policy of its own: pages, scripts (some are workers), drawings. An
// answer that names no kind may renew the headers of any that is kept (304).
bool is_opened_or_run(std::string_view media) {
  return media.empty() || media.starts_with("text/html") || media.starts_with("text/javascript") ||
         media.starts_with("image/svg");
}

std::string policy_for(std::string_view media, std::string_view host, bool is_secure) {
  // Whatever else is fetched needs nothing, should it ever be opened by itself.
  if (!is_opened_or_run(media)) return "default-src 'none'; frame-ancestors 'none'";
  // 'self' is meant to cover sockets of the same host, and not every browser in use knows it.
  const std::string sockets = is_host(host) ? fmt::format(" ws{}://{}", is_secure ? "s" : "", host) : "";
  return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
         "font-src 'self'; "
         "connect-src 'self'" +
         sockets +
         "; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
}

}  // namespace

void add_security_headers(Response& response, std::string_view host, bool is_secure) {
  response.headers.push_back({"Content-Security-Policy", policy_for(response.media, host, is_secure)});
  response.headers.push_back({"X-Content-Type-Options", "nosniff"});
  response.headers.push_back({"Referrer-Policy", "same-origin"});
  if (response.media.starts_with("text/html"))
    response.headers.push_back({"Cross-Origin-Opener-Policy", "same-origin"});
  response.headers.push_back({"Cross-Origin-Resource-Policy", "same-origin"});
  // Half a year. A browser believes it only where the certificate is right.
  if (is_secure) response.headers.push_back({"Strict-Transport-Security", "max-age=15552000"});
}

std::string_view status_words(int status) {
  for (const auto& [number, words] : statuses) {
    if (number == status) return words;
  }
  return "Unknown";
}

std::string http_date() {
  static std::chrono::sys_seconds last;
  static std::string text;
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  if (now != last) {
    text = write_http_date(now);
    last = now;
  }
  return text;
}

std::string write_head(const Response& response, long long length, bool is_kept_alive, std::string_view date) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\n", response.status, status_words(response.status));
  head.reserve(1024);
  add_line(head, "Date", date);
  if (!response.media.empty()) add_line(head, "Content-Type", response.media);
  for (const Header& header : response.headers) add_line(head, header.name, header.value);
  if (length >= 0) {
    if (response.status != 204 && response.status != 304) add_line(head, "Content-Length", std::to_string(length));
  } else if (length == in_chunks) {
    add_line(head, "Transfer-Encoding", "chunked");
  }
  if (!is_kept_alive) add_line(head, "Connection", "close");
  return head + "\r\n";
}

}  // namespace crownstar::server
