// Builds a Request from its parsed parts and validates it. The input is untrusted.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <vector>

#include "site/server/http/address.hpp"
#include "site/server/http/http_types.hpp"

namespace crownstar::server {

struct RawRequest {
  std::string method;
  std::string target;
  std::vector<Header> headers;
  std::string body;
};

struct RequestTerms {
  Caller peer;
  ProxyHeader proxy_header = ProxyHeader::x_forwarded_for;
  std::span<const Network> trusted_proxies;
  std::span<const std::string> hosts = {};  // that are answered; none: any
};

// The answer to give instead where it cannot be understood.
std::expected<Request, Response> check_request(RawRequest raw, const RequestTerms& terms);

// The head that answers a WebSocket's handshake (RFC 6455, 4.2.2); empty where the request is none.
std::string answer_handshake(const Request& request);

}  // namespace crownstar::server
