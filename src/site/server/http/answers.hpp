// Builds HTTP responses: errors, text and JSON, and the headers common to all of them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "site/server/http/http_types.hpp"

namespace crownstar::server {

// {"error":{"code":…,"rule":…,"reason":…}}
Response error_answer(int status, std::string_view code, std::string_view reason, std::string_view rule = {});
// All that a player is told of a fault of ours: the log has the rest under this id.
std::string reason_of_internal_error(std::string_view id);
Response json_answer(std::string body, int status = 200);
Response text_answer(std::string body, std::string_view media);
// Lines of JSON for as long as the connection lasts.
Response stream_answer(std::shared_ptr<StreamHandler> stream);

// Security headers of every response. `host` is the request's own, for the sockets that the page may open.
void add_security_headers(Response& response, std::string_view host, bool is_secure);

std::string http_date();  // now

std::string_view status_words(int status);  // `Not Found`

// The lines before the body, its empty line included. `length` is the body's, or one of those below.
std::string write_head(const Response& response, long long length, bool is_kept_alive, std::string_view date);

inline constexpr long long in_chunks = -1;    // a stream
inline constexpr long long until_close = -2;  // a stream to a client of HTTP/1.0, which knows no chunks

}  // namespace crownstar::server
