// Which part of a file a request wants, if it wants any: conditions and ranges (RFC 9110, 13 and 14).
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "site/server/http/http_types.hpp"

namespace crownstar::server {

// By which a client knows a file again.
struct FileVersion {
  std::string etag;  // strong, with its quotation marks, and without a comma
  std::chrono::sys_seconds changed{};
  std::uint64_t bytes = 0;
};

struct WantedPart {
  // 200: all of it; 206: this part; 304: nothing, the client has it; 412: nothing, for it is another version;
  // 416: the part is not in it.
  int status = 200;
  std::uint64_t first = 0;
  std::uint64_t length = 0;
};

// Several ranges in one request get the whole file, and so does what cannot be understood: the standard has both so.
WantedPart wanted_part(const Request& request, const FileVersion& version);

}  // namespace crownstar::server
