// Serves the web page's files, which are compiled into the program: media type, caching and compression of each.
#pragma once

#include <span>
#include <string_view>

#include "site/server/http/http_types.hpp"

namespace crownstar::server {

// Made from web/dist when the program is built; the only file where there is none is a plain page that says so.
struct PageFile {
  std::string_view path;  // `assets/index-C14oW2pA.js`
  std::string_view media;
  std::string_view etag;
  std::string_view plain;
  std::string_view gzip;    // empty where it is no smaller
  std::string_view brotli;  // likewise
};

std::span<const PageFile> page_files();

// The answer to a GET of an address that no route has. An address of the page's own making gets the page itself;
// an unknown file of a folder of the page's gets 404.
Response page_answer(const Request& request);

// The document of every address of the page's own making, as it is built.
std::string_view page_document();

// The description of the API, from docs/api/openapi.json; an empty object where it is missing.
std::string_view api_description();

}  // namespace crownstar::server
