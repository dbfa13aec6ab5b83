// HTTP routes of the lobby: create, take and withdraw game offers, accept invitations, and stream the lobby as JSON
// lines.
#include "site/server/api/lobby_json.hpp"
#include "site/server/api/lobby_stream.hpp"
#include "site/server/api/site_routes.hpp"
#include "site/server/http/answers.hpp"
#include "site/wire/generated/wire_http.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::server {
namespace {

using people::Scope;

live::Done<live::SeekResult> sought(const ContextPtr& context, int status) {
  return [context, status](const std::expected<live::SeekResult, match::Refused>& result) {
    if (!result) return context->refuse(result.error());
    wire::SeekMade made;
    made.seek = result->seek;
    made.code = result->code;
    if (result->match) made.match = result->match->match;
    context->answer_with(made, status);
  };
}

}  // namespace

void add_lobby_routes(Services& services, const AddRoute& add) {
  add(Method::get, "/api/lobby/stream", {Need::anyone}, [&services](const ContextPtr& context) {
    context->answer(stream_answer(std::make_shared<LobbyStream>(services, context->visitor)));
  });
  add(Method::post, "/api/seeks", {Need::player, Scope::play, true}, [&services](const ContextPtr& context) {
    const auto body = context->body<wire::SeekTerms>();
    if (body) services.live.seek(context->person(), seek_request_of(*body), sought(context, 201));
  });
  add(Method::remove, "/api/seeks/{seek}", {Need::player, Scope::play}, [&services](const ContextPtr& context) {
    services.live.unseek(context->person(), context->request.parameter(0),
                         [context](const std::expected<void, match::Refused>& result) {
                           if (!result) return context->refuse(result.error());
                           Response response;
                           response.status = 204;
                           context->answer(std::move(response));
                         });
  });
  add(Method::post, "/api/seeks/{seek}/take", {Need::player, Scope::play, true},
      [&services](const ContextPtr& context) {
        const auto body = context->body<wire::JoinRequest>();
        if (body)
          services.live.take_seek(context->person(), context->request.parameter(0), body->seat.value_or(-1),
                                  sought(context, 200));
      });
  add(Method::post, "/api/seeks/{seek}/fill", {Need::player, Scope::play}, [&services](const ContextPtr& context) {
    const auto body = context->body<wire::FillRequest>();
    if (body)
      services.live.fill_seek(context->person(), context->request.parameter(0), body->engine, sought(context, 200));
  });
  add(Method::post, "/api/invitations/{code}", {Need::player, Scope::play, true},
      [&services](const ContextPtr& context) {
        const auto body = context->body<wire::JoinRequest>();
        if (body)
          services.live.accept(context->person(), context->request.parameter(0), body->seat.value_or(-1),
                               sought(context, 200));
      });
}

}  // namespace crownstar::server
