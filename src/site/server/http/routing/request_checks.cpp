#include "site/server/http/routing/request_checks.hpp"

#include <algorithm>
#include <array>

#include <openssl/evp.h>

#include "base/limits.hpp"
#include "site/server/http/answers.hpp"
#include "site/server/http/request_text.hpp"

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

// With or without a port, in any case.
bool is_own_host(std::string_view host, std::span<const std::string> own) {
  const std::size_t colon = host.rfind(':');
  const bool has_port =
      colon != std::string_view::npos && !host.ends_with(']') && (host.starts_with('[') || host.find(':') == colon);
  const std::string_view name = has_port ? host.substr(0, colon) : host;
  return own.empty() || std::ranges::any_of(own, [&](const std::string& each) {
           return is_same_name(each, host) || is_same_name(each, name);
         });
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
  if (!is_own_host(request.header("Host"), terms.hosts)) {
    return wrong(421, "this server does not answer to that name");
  }
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

std::string answer_handshake(const Request& request) {
  const std::string_view key = request.header("Sec-WebSocket-Key");
  // Sixteen bytes in base64.
  constexpr std::size_t key_letters = 24;
  const bool is_whole = request.is_upgrade && key.size() == key_letters && key.ends_with("==") && is_plain(key) &&
                        request.header("Sec-WebSocket-Version") == "13";
  if (!is_whole) return {};
  const std::string salted = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (::EVP_Digest(salted.data(), salted.size(), digest.data(), &size, ::EVP_sha1(), nullptr) != 1) return {};
  std::array<unsigned char, EVP_MAX_MD_SIZE * 2> letters{};
  const int length = ::EVP_EncodeBlock(letters.data(), digest.data(), static_cast<int>(size));
  return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " +
         std::string(reinterpret_cast<const char*>(letters.data()), static_cast<std::size_t>(length)) + "\r\n\r\n";
}

}  // namespace crownstar::server
