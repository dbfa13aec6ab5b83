// HTTP routes of the site's open data: which files there are, and each of them, whole or in part.
#include <utility>

#include <fmt/format.h>

#include "site/server/api/site_routes.hpp"
#include "site/server/downloads/downloads.hpp"
#include "site/server/downloads/wanted_part.hpp"
#include "site/server/http/answers.hpp"
#include "site/server/http/http_date.hpp"
#include "site/wire/generated/wire_downloads.hpp"
#include "site/wire/refusal_wire.hpp"

namespace crownstar::server {
namespace {

using wire::RefusalCode;

// They need nothing and change nothing: pages of other sites may read them too.
constexpr Access for_everybody{.is_for_any_page = true};

void refuse_download(const ContextPtr& context, DownloadRefusal refusal) {
  switch (refusal) {
    case DownloadRefusal::not_found:
      return context->refuse(RefusalCode::not_found, "there is no such file; GET /api/open-data lists them");
    case DownloadRefusal::too_many:
      return context->refuse(RefusalCode::too_many, "too many downloads from this address; wait until one has ended");
    case DownloadRefusal::busy:
      return context->refuse(RefusalCode::busy, "too many downloads just now; try again in a moment");
  }
}

wire::PublishedFileList list_view(const std::vector<PublishedFile>& files) {
  wire::PublishedFileList list;
  for (const PublishedFile& each : files) {
    wire::PublishedFile& file = list.files.emplace_back();
    file.name = each.name;
    file.media = each.media;
    file.bytes = static_cast<std::int64_t>(each.version.bytes);
    file.changed_at =
        std::chrono::duration_cast<std::chrono::milliseconds>(each.version.changed.time_since_epoch()).count();
  }
  return list;
}

// Of an answer to which the file itself belongs, or would belong if the client did not have it.
void add_file_headers(Response& response, const PublishedFile& file) {
  response.headers.push_back({"Accept-Ranges", "bytes"});
  response.headers.push_back({"ETag", file.version.etag});
  response.headers.push_back({"Last-Modified", write_http_date(file.version.changed)});
  response.headers.push_back({"Cache-Control", "no-cache"});  // kept, and asked for again whether it has changed
}

Response file_answer(const Request& request, Download& download) {
  const PublishedFile& file = download.file();
  const WantedPart part = wanted_part(request, file.version);
  Response response;
  if (part.status == 412) {
    response = error_answer(412, wire::to_text(RefusalCode::too_late), "the file has changed");
  } else if (part.status == 416) {
    response = error_answer(416, wire::to_text(RefusalCode::malformed),
                            fmt::format("this range is not in the file, which has {} bytes", file.version.bytes));
    response.headers.push_back({"Content-Range", fmt::format("bytes */{}", file.version.bytes)});
  } else {
    response.status = part.status;
    add_file_headers(response, file);
  }
  if (part.status != 200 && part.status != 206) return response;
  response.media = file.media;
  // To be kept rather than shown: some are far too large for a window.
  response.headers.push_back({"Content-Disposition", fmt::format("attachment; filename=\"{}\"", file.name)});
  if (part.status == 206) {
    response.headers.push_back(
        {"Content-Range", fmt::format("bytes {}-{}/{}", part.first, part.first + part.length - 1, file.version.bytes)});
  }
  response.source = download.body(part);
  return response;
}

}  // namespace

void add_download_routes(Services& services, const AddRoute& add) {
  add(Method::get, "/api/open-data", for_everybody, [&services](const ContextPtr& context) {
    services.downloads.list([context](const std::expected<std::vector<PublishedFile>, DownloadRefusal>& files) {
      if (!files) return refuse_download(context, files.error());
      context->answer_with(list_view(*files));
    });
  });
  add(Method::get, "/open-data/{file}", for_everybody, [&services](const ContextPtr& context) {
    const std::string name(context->request.parameter(0));
    services.downloads.open(name, people::address_key(throttle_key(services, context->request)),
                            [context](const std::expected<std::shared_ptr<Download>, DownloadRefusal>& download) {
                              if (!download) return refuse_download(context, download.error());
                              context->answer(file_answer(context->request, **download));
                            });
  });
}

}  // namespace crownstar::server
