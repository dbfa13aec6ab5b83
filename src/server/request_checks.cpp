#include "server/request_checks.hpp"

#include <algorithm>

#include "limits/limits.hpp"
#include "server/answers.hpp"
#include "server/request_text.hpp"

namespace crownstar::server {
namespace {

// Of a list such as `keep-alive, Upgrade`.
bool lists(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    std::string_view item = list.substr(0, comma);
    while (item.starts_with(' ')) item.remove_prefix(1);
    while (item.ends_with(' ')) item.remove_suffix(1);
    if (is_same_name(item, word)) return true;
    if (comma == std::string_view::npos) break;
    list.remove_prefix(comma + 1);
  }
  return false;
}

bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char letter) { return letter > ' ' && letter < 0x7f; });
}

}  // namespace

std::expected<Request, Response> check_request(RawRequest raw, const RequestTerms& terms) {
  const auto wrong = [](int status, std::string_view reason) {
    const std::string_view code = status == 414 ? "too_large" : "malformed";
    return std::unexpected(error_answer(status, code, reason));
  };
  Request request;
  request.method = read_method(raw.method);
  request.target = std::move(raw.target);
  request.headers = std::move(raw.headers);
  request.body = std::move(raw.body);
  if (request.target.size() > limits::target_bytes) return wrong(414, "the address is too long");
  auto target = read_target(request.target);
  if (!target) return wrong(400, target.error().reason);
  request.segments = std::move(target->segments);
  request.query = std::move(target->query);
  const auto hosts =
      std::ranges::count_if(request.headers, [](const Header& header) { return is_same_name(header.name, "Host"); });
  if (hosts != 1 || !is_host(request.header("Host")))
    return wrong(400, "expected one header Host with a name or an address");
  const bool has_forwarded_for = terms.proxy_header == ProxyHeader::x_forwarded_for;
  const std::string hops = request.header_list(has_forwarded_for ? "X-Forwarded-For" : "Forwarded");
  const std::string schemes = request.header_list("X-Forwarded-Proto");
  const ProxyClaims claims{hops, schemes};
  const Caller caller = caller_behind(terms.peer, claims, terms.proxy_header, terms.trusted_proxies);
  request.address = caller.address;
  request.is_secure = caller.is_secure;
  request.is_upgrade = request.method == Method::get && lists(request.header("Connection"), "upgrade") &&
                       lists(request.header("Upgrade"), "websocket");
  return request;
}

std::string write_handshake(const Request& request) {
  const std::string_view key = request.header("Sec-WebSocket-Key");
  const std::string_view version = request.header("Sec-WebSocket-Version");
  // Sixteen bytes in base64 (RFC 6455, 4.1).
  constexpr std::size_t key_letters = 24;
  constexpr std::size_t most_version_letters = 8;
  const bool is_whole = request.is_upgrade && key.size() == key_letters && key.ends_with("==") && is_plain(key) &&
                        !version.empty() && version.size() <= most_version_letters && is_plain(version);
  if (!is_whole) return {};
  return "GET / HTTP/1.1\r\nHost: " + std::string(request.header("Host")) +
         "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: " + std::string(key) +
         "\r\nSec-WebSocket-Version: " + std::string(version) + "\r\n\r\n";
}

}  // namespace crownstar::server
