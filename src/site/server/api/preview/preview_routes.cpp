// Routes of a match's own page, which carries what a messenger shows of it, and of its picture.
#include "site/match/match.hpp"
#include "site/server/api/page.hpp"
#include "site/server/api/preview/pictures.hpp"
#include "site/server/api/preview/preview.hpp"
#include "site/server/api/site_routes.hpp"

namespace crownstar::server {
namespace {

void show_picture(Services& services, Pictures& pictures, const ContextPtr& context) {
  const std::string id(context->request.parameter(0));
  services.live.look(
      id, [&services, &pictures, context, id](const std::expected<const match::Match*, match::Refused>& match) {
        if (!match) return context->refuse(match.error());
        const Bytes picture = pictures.of({id, (*match)->number()}, (*match)->game(), services.now());
        if (!picture)
          return context->refuse(wire::RefusalCode::busy, "too many pictures just now; try again in a moment");
        Response response;
        response.media = "image/png";
        response.headers.push_back({"Cache-Control", "public, max-age=60"});
        response.body = picture;
        context->answer(std::move(response));
      });
}

// The page's document, with a preview where there is such a match.
void show_page(Services& services, const ContextPtr& context) {
  const std::string site = site_of(context->request.header("Host"), context->request.is_secure);
  services.live.find(context->request.parameter(0),
                     [context, site](const std::expected<live::MatchSummary, match::Refused>& match) {
                       if (!match) return context->answer(page_answer(context->request));
                       Response response;
                       response.media = "text/html; charset=utf-8";
                       response.headers.push_back({"Cache-Control", "no-cache"});
                       response.body = bytes_of(with_preview(page_document(), preview_of(*match, site)));
                       context->answer(std::move(response));
                     });
}

}  // namespace

void add_preview_routes(Services& services, const AddRoute& add) {
  const auto pictures = std::make_shared<Pictures>();
  add(Method::get, "/match/{match}", {}, [&services](const ContextPtr& context) { show_page(services, context); });
  add(Method::get, "/match/{match}/picture.png", {},
      [&services, pictures](const ContextPtr& context) { show_picture(services, *pictures, context); });
}

}  // namespace crownstar::server
