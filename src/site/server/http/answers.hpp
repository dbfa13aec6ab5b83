// Knows the forms of an answer: the one shape of an error, plain texts, and the headers that every answer carries.
// Refuses to know routes and sockets.
#pragma once

#include <string>
#include <string_view>

#include "site/server/http/http_types.hpp"

namespace crownstar::server {

// {"error":{"code":…,"rule":…,"reason":…}}
Response error_answer(int status, std::string_view code, std::string_view reason, std::string_view rule = {});
Response json_answer(std::string body, int status = 200);
Response text_answer(std::string body, std::string_view media);

// What a browser is told with every answer. `host` is the request's own, for the sockets that the page may open.
void add_security_headers(Response& response, std::string_view host, bool is_secure);

std::string_view status_words(int status);  // `Not Found`

// The lines before the body, its empty line included. `length` is the body's, -1 for a stream of chunks.
std::string write_head(const Response& response, long long length, bool is_kept_alive, std::string_view date);

std::string json_text(std::string_view text);  // in quotation marks

}  // namespace crownstar::server
