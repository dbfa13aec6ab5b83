// The lobby over HTTP: seeks made, taken and taken back, invitations, and the lobby as a stream of lines.
#include "site/server/api/lobby_stream.hpp"
#include "site/server/api/seek_forms.hpp"
#include "site/server/api/site_routes.hpp"
#include "site/wire/generated/wire_http.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::server {
namespace {

using people::Scope;

live::Done<live::Sought> sought(const Visiting& visit, int status) {
  return [visit, status](const std::expected<live::Sought, match::Refused>& result) {
    if (!result) return visit->refuse(result.error());
    protocol::SeekMade made;
    made.seek = result->seek;
    made.code = result->code;
    if (result->match) made.match = result->match->match;
    visit->answer_with(made, status);
  };
}

}  // namespace

void add_lobby_routes(Services& services, const AddRoute& add) {
  add(Method::get, "/api/lobby/stream", {Need::anyone}, [&services](const Visiting& visit) {
    Response response;
    response.media = "application/x-ndjson";
    response.talker = std::make_shared<LobbyStream>(services, visit->visitor);
    visit->answer(std::move(response));
  });
  add(Method::post, "/api/seeks", {Need::player, Scope::play, true}, [&services](const Visiting& visit) {
    const auto body = visit->body<protocol::SeekTerms>();
    if (body) services.live.seek(visit->person(), seek_request_of(*body), sought(visit, 201));
  });
  add(Method::remove, "/api/seeks/{seek}", {Need::player, Scope::play}, [&services](const Visiting& visit) {
    services.live.unseek(visit->person(), visit->request.parameter(0),
                         [visit](const std::expected<void, match::Refused>& result) {
                           if (!result) return visit->refuse(result.error());
                           Response response;
                           response.status = 204;
                           visit->answer(std::move(response));
                         });
  });
  add(Method::post, "/api/seeks/{seek}/take", {Need::player, Scope::play, true}, [&services](const Visiting& visit) {
    const auto body = visit->body<protocol::JoinRequest>();
    if (body)
      services.live.take_seek(visit->person(), visit->request.parameter(0), body->seat.value_or(-1),
                              sought(visit, 200));
  });
  add(Method::post, "/api/seeks/{seek}/fill", {Need::player, Scope::play}, [&services](const Visiting& visit) {
    const auto body = visit->body<protocol::FillRequest>();
    if (body) services.live.fill_seek(visit->person(), visit->request.parameter(0), body->engine, sought(visit, 200));
  });
  add(Method::post, "/api/invitations/{code}", {Need::player, Scope::play, true}, [&services](const Visiting& visit) {
    const auto body = visit->body<protocol::JoinRequest>();
    if (body)
      services.live.accept(visit->person(), visit->request.parameter(0), body->seat.value_or(-1), sought(visit, 200));
  });
}

}  // namespace crownstar::server
