#include "site/server/api/page.hpp"

#include <algorithm>
#include <unordered_map>

#include "site/server/http/answers.hpp"

namespace crownstar::server {
namespace {

enum class Coding { plain, gzip, brotli };

// Whether `Accept-Encoding: gzip, br;q=0` takes it.
bool takes(std::string_view accepted, std::string_view coding) {
  while (!accepted.empty()) {
    const std::size_t comma = accepted.find(',');
    std::string_view item = accepted.substr(0, comma);
    while (item.starts_with(' ')) item.remove_prefix(1);
    const std::string_view name = item.substr(0, item.find_first_of("; "));
    if (is_same_name(name, coding)) {
      const std::size_t quality = item.find("q=");
      return quality == std::string_view::npos || item.find_first_of("123456789", quality) != std::string_view::npos;
    }
    if (comma == std::string_view::npos) break;
    accepted.remove_prefix(comma + 1);
  }
  return false;
}

// Each body once, shared by all who read it at the same time.
Bytes shared_body(std::string_view body) {
  static std::unordered_map<const char*, Bytes> made;
  Bytes& bytes = made[body.data()];
  if (!bytes) bytes = bytes_of(std::string(body));
  return bytes;
}

const PageFile* find_file(std::string_view path) {
  const auto files = page_files();
  const auto found = std::ranges::find(files, path, &PageFile::path);
  return found == files.end() ? nullptr : &*found;
}

// Vite puts what has its content's hash in its name into this folder.
bool is_hashed(std::string_view path) { return path.starts_with("assets/"); }

Response file_answer(const Request& request, const PageFile& file) {
  Response response;
  response.media = file.media;
  response.headers.push_back(
      {"Cache-Control", is_hashed(file.path) ? "public, max-age=31536000, immutable" : "no-cache"});
  response.headers.push_back({"ETag", std::string(file.etag)});
  response.headers.push_back({"Vary", "Accept-Encoding"});
  if (request.header("If-None-Match").contains(file.etag)) {
    response.status = 304;
    return response;
  }
  const std::string_view accepted = request.header("Accept-Encoding");
  std::string_view body = file.plain;
  if (!file.brotli.empty() && takes(accepted, "br")) {
    body = file.brotli;
    response.headers.push_back({"Content-Encoding", "br"});
  } else if (!file.gzip.empty() && takes(accepted, "gzip")) {
    body = file.gzip;
    response.headers.push_back({"Content-Encoding", "gzip"});
  }
  response.body = shared_body(body);
  return response;
}

}  // namespace

std::string_view page_document() { return find_file("index.html")->plain; }

Response page_answer(const Request& request) {
  std::string path;
  for (const std::string& segment : request.segments) path += (path.empty() ? "" : "/") + segment;
  if (path.empty()) path = "index.html";
  if (const PageFile* file = find_file(path)) return file_answer(request, *file);
  const std::string_view last = request.segments.back();
  if (is_hashed(path) || last.contains('.')) return error_answer(404, "not_found", "there is no such file");
  return file_answer(request, *find_file("index.html"));
}

}  // namespace crownstar::server
